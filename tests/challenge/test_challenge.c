/* Every cheat on challenge inputs of many shapes, in binary32 and bfloat16: it is detected, or does not change the
   output. */
#include "challenge/challenge.h"
#include "challenge/cheats.h"
#include "tests/challenge/shapes.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t tried(const char *text, bool cheats_alone) {
    plumb_drawn drawn;
    plumb_challenge found;
    plumb_error error;
    size_t missed = 0;
    ck_assert_msg(plumb_draw(text, "test", NULL, &drawn, &error) == 0, "%s", error.text);
    ck_assert_msg(plumb_challenge_try(&drawn, text, "test", cheats_alone, 1, &found, &error) == 0, "%s", error.text);
    for (size_t i = 0; i < found.count; i++) {
        const plumb_challenge_fault *fault = &found.fault[i];
        bool fine = found.precision.output.unit < 0x1p-20; /* hides no rounding */
        if (fault->kind == PLUMB_FAULT_CHEAT && fault->detection == PLUMB_WITHIN_EXPECTED &&
            (fine || !plumb_cheat_at(i)->rounds)) {
            fprintf(stderr, "%s: %s: %.3g of expected\n", text, fault->does, fault->expected);
            missed++;
        }
        if (fault->detection == PLUMB_DETECTED)
            ck_assert_msg(fault->verdict != PLUMB_PASS && fault->done, "%s", fault->does);
    }
    ck_assert_uint_ge(found.of[PLUMB_DETECTED], 30);
    plumb_challenge_free(&found);
    plumb_drawn_free(&drawn);
    return missed;
}

START_TEST(cheats_are_told) {
    static const char *const dtypes[] = {"f32", "bf16"};
    size_t missed = 0;
    char text[1024];
    for (size_t i = 0; i < SHAPES; i++)
        for (size_t d = 0; d < 2; d++) {
            shape_text(shapes[i], dtypes[d], text);
            missed += tried(text, true);
        }
    ck_assert_uint_eq(missed, 0);
}
END_TEST

START_TEST(long_texts_with_effort) {
    if (random_effort() <= 1)
        return;
    ck_assert_uint_eq(tried(SHAPE(1, 8, 2, 1, 4096, 128, ",\"dtype\":\"bf16\"}"), true), 0);
    ck_assert_uint_eq(tried(SHAPE(1, 2, 1, 1024, 1024, 64, ",\"mask\":\"causal\",\"dtype\":\"bf16\"}"), true), 0);
}
END_TEST

/* Where the shape lacks what a cheat needs, its answer is the right one, bit for bit. */
START_TEST(untold_is_the_same) {
    static const char text[] = SHAPE(1, 1, 1, 1, 8, 16, ",\"dtype\":\"f32\"}");
    static const char *const same[] = {"copies head 0 to all heads", "copies the last row to all rows",
                                       "skips the first page of 16 keys", "copies the first batch entry to all",
                                       "skips the tile of 64 keys in the middle"};
    plumb_drawn drawn;
    plumb_challenge found;
    plumb_error error;
    double right[16], out[16];
    ck_assert_msg(plumb_draw(text, "test", NULL, &drawn, &error) == 0, "%s", error.text);
    ck_assert_msg(plumb_challenge_try(&drawn, text, "test", true, 1, &found, &error) == 0, "%s", error.text);
    ck_assert_int_eq(plumb_exact_outputs(&drawn.inputs.asked.problem, right), 0);
    for (size_t i = 0; i < found.count; i++) {
        bool listed = false;
        for (size_t s = 0; s < sizeof same / sizeof *same; s++)
            listed = listed || strcmp(found.fault[i].does, same[s]) == 0;
        if (listed)
            ck_assert_msg(found.fault[i].detection == PLUMB_NO_CHANGE, "%s", found.fault[i].does);
        if (found.fault[i].detection != PLUMB_NO_CHANGE || !found.fault[i].done)
            continue;
        ck_assert_int_eq(
            plumb_cheat_evaluate(plumb_cheat_at(i), &drawn.inputs.asked, &found.precision, right, right, out), 1);
        for (size_t c = 0; c < 16; c++)
            ck_assert_msg(fabs(out[c] - right[c]) <= 1e-11 * fabs(right[c]), "%s", found.fault[i].does);
    }
    plumb_challenge_free(&found);
    plumb_drawn_free(&drawn);
}
END_TEST

/* Heads of equal inputs get equal answers of whoever changes weights alone. */
START_TEST(equal_heads_have_equal_answers) {
    enum { HALF = 3 * 16, KEYS = 20 * 16 };
    plumb_drawn drawn;
    plumb_error error;
    double right[2 * HALF], out[2 * HALF], *inputs[3];
    const size_t half[3] = {HALF, KEYS, KEYS};
    ck_assert_msg(plumb_draw(SHAPE(1, 2, 2, 3, 20, 16, ",\"dtype\":\"f32\"}"), "test", NULL, &drawn, &error) == 0, "%s",
                  error.text);
    plumb_case asked = drawn.inputs.asked;
    const double **const tensor[3] = {&asked.problem.query, &asked.problem.key, &asked.problem.value};
    for (size_t i = 0; i < 3; i++) {
        inputs[i] = malloc(2 * half[i] * sizeof *inputs[i]);
        memcpy(inputs[i], *tensor[i], half[i] * sizeof *inputs[i]);
        memcpy(inputs[i] + half[i], *tensor[i], half[i] * sizeof *inputs[i]);
        *tensor[i] = inputs[i];
    }
    ck_assert_int_eq(plumb_exact_outputs(&asked.problem, right), 0);
    const plumb_cheat *cheat;
    for (size_t i = 0; (cheat = plumb_cheat_at(i)) != NULL; i++) {
        if (cheat->weights == NULL)
            continue;
        ck_assert_int_eq(plumb_cheat_evaluate(cheat, &asked, plumb_precision_find("f32"), right, right, out), 1);
        ck_assert_msg(memcmp(out, out + HALF, HALF * sizeof *out) == 0, "%s", cheat->does);
    }
    for (size_t i = 0; i < 3; i++)
        free(inputs[i]);
    plumb_drawn_free(&drawn);
}
END_TEST

/* The same question has the same numbers, another seed others. */
START_TEST(seed_decides) {
    static const char text[] = SHAPE(1, 2, 1, 3, 20, 16, ",\"dtype\":\"bf16\",\"seed\":5}");
    const uint64_t seed = 6;
    plumb_drawn one, again, other;
    plumb_error error;
    ck_assert_msg(plumb_draw(text, "test", NULL, &one, &error) == 0, "%s", error.text);
    ck_assert_msg(plumb_draw(text, "test", NULL, &again, &error) == 0, "%s", error.text);
    ck_assert_msg(plumb_draw(text, "test", &seed, &other, &error) == 0, "%s", error.text);
    const size_t bytes = 2 * 3 * 16 * sizeof(double);
    ck_assert_mem_eq(one.inputs.asked.problem.query, again.inputs.asked.problem.query, bytes);
    ck_assert_mem_ne(one.inputs.asked.problem.query, other.inputs.asked.problem.query, bytes);
    plumb_drawn_free(&one);
    plumb_drawn_free(&again);
    plumb_drawn_free(&other);
}
END_TEST

START_TEST(wrong_questions_are_refused) {
    static const struct {
        const char *text, *says;
    } wrong[] = {
        {"[]", "not a JSON object"},
        {"{\"dtype\":\"f32\"}", "shape: missing"},
        {"{\"shape\":{\"query_heads\":2,\"query_length\":2},\"dtype\":\"f32\"}", "head_dim is missing"},
        {"{\"shape\":{\"query_heads\":0,\"query_length\":2,\"head_dim\":4},\"dtype\":\"f32\"}",
         "query_heads: not an integer"},
        {"{\"shape\":{\"heads\":2,\"query_heads\":2,\"query_length\":2,\"head_dim\":4},\"dtype\":\"f32\"}",
         "unknown key 'heads'"},
        {SHAPE(1, 2, 1, 2, 2, 4, "}"), "dtype: missing"},
        {SHAPE(1, 2, 1, 2, 2, 4, ",\"dtype\":\"fp32\"}"), "dtype: fp32; expected one of"},
        {SHAPE(1, 2, 1, 2, 2, 4, ",\"dtype\":\"f32\",\"seed\":-1}"), "seed: not an integer"},
        {SHAPE(1, 2, 1, 2, 2, 4, ",\"dtype\":\"f32\",\"tensors\":[\"allowed\"]}"), "'allowed' is not a tensor"},
        {SHAPE(1, 2, 1, 2, 2, 4, ",\"dtype\":\"f32\",\"tensors\":[\"w1\"]}"), "does not follow"},
        {SHAPE(1, 2, 1, 2, 2, 4, ",\"dtype\":\"f32\",\"tensors\":[\"bias\",\"bias\"]}"), "named twice"},
        {SHAPE(1, 3, 2, 2, 2, 4, ",\"dtype\":\"f32\"}"), "not a multiple"},
        {SHAPE(1, 2, 1, 2, 2, 4, ",\"dtype\":\"f32\",\"mask\":\"causl\"}"), "mask"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        plumb_drawn drawn;
        plumb_error error;
        ck_assert_int_eq(plumb_draw(wrong[i].text, "test", NULL, &drawn, &error), -1);
        ck_assert_msg(strstr(error.text, wrong[i].says) != NULL, "%s", error.text);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("challenge/challenge");
    TCase *cases = tcase_create("Laws");
    tcase_set_timeout(cases, 60 * random_timeout());
    tcase_add_test(cases, cheats_are_told);
    tcase_add_test(cases, long_texts_with_effort);
    tcase_add_test(cases, untold_is_the_same);
    tcase_add_test(cases, equal_heads_have_equal_answers);
    tcase_add_test(cases, seed_decides);
    tcase_add_test(cases, wrong_questions_are_refused);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
