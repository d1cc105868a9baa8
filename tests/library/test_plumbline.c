/* test_plumbline.c - the library as a program meets it. */
#include "library/plumbline.h"
#include "tests/support/check.h"
#include "tests/support/json_format.h"
#include "tests/support/naive.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const size_t shape[] = {1, 1, 2, 2};
static const float query[] = {1, 0, 0, 1}, key[] = {1, 0, 0, 1}, value[] = {1, 2, 3, 4};

/* The second row of a causal mask: scores 0 and 1/sqrt(2). */
static double second_row(int column) {
    double weight = 1 / (1 + exp(-1 / sqrt(2)));
    return (1 - weight) * value[column] + weight * value[2 + column];
}

static plumb_question *begin(const char *description) {
    plumb_question *question = plumb_question_new();
    ck_assert_ptr_nonnull(question);
    ck_assert_int_eq(plumb_question_tensor(question, "q", "F32", shape, 4, query), PLUMB_RIGHT);
    ck_assert_int_eq(plumb_question_tensor(question, "k", "F32", shape, 4, key), PLUMB_RIGHT);
    ck_assert_int_eq(plumb_question_tensor(question, "v", "F32", shape, 4, value), PLUMB_RIGHT);
    if (description != NULL)
        ck_assert_int_eq(plumb_question_describe(question, description), PLUMB_RIGHT);
    return question;
}

static void end_refused(plumb_question *question, int answer, const char *message) {
    ck_assert_int_eq(answer, PLUMB_REFUSED);
    ck_assert_str_eq(plumb_question_message(question), message);
    plumb_question_free(question);
}

static const char causal[] = "{\"version\": 1, \"mask\": \"causal\"}";

START_TEST(encloses) {
    plumb_question *question = begin(causal);
    double middle[4], radius[4];
    ck_assert_uint_eq(plumb_question_count(question, "output"), 4);
    ck_assert_uint_eq(plumb_question_count(question, "lse"), 2);
    ck_assert_int_eq(plumb_question_evaluate(question, "output", middle, radius, 4), PLUMB_RIGHT);
    for (int i = 0; i < 4; i++) {
        double exact = i < 2 ? value[i] : second_row(i - 2);
        ck_assert_double_le(radius[i], 2e-14);
        ck_assert_double_le(fabs(middle[i] - exact), 1e-14);
    }
    plumb_question_free(question);
}
END_TEST

/* What a number that is not finite, or too large, takes part in: no radius is NaN. */
START_TEST(infinite_radius_says_nothing) {
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e308, 1e200};
    static const char *const what[] = {"output", "weights", "scores", "lse"};
    static const char *const tensor[] = {"q", "k", "v"};
    for (int i = 0; i < 5; i++) {
        double x[4] = {1, bad[i], 3, bad[i]}, middle[4], radius[4];
        plumb_question *question = plumb_question_new();
        for (int n = 0; n < 3; n++)
            ck_assert_int_eq(plumb_question_tensor(question, tensor[n], "F64", shape, 4, x),
                             PLUMB_RIGHT);
        for (int q = 0; q < 4; q++) {
            size_t count = plumb_question_count(question, what[q]);
            ck_assert_int_eq(plumb_question_evaluate(question, what[q], middle, radius, count),
                             PLUMB_RIGHT);
            for (size_t n = 0; n < count; n++)
                ck_assert_msg(radius[n] >= 0, "%s of %g: radius %g", what[q], bad[i],
                              radius[n]);
        }
        plumb_question_free(question);
    }
}
END_TEST

/* A key beside the window has the weight 0 by definition, the others their own. */
START_TEST(only_hidden_keys_weigh_nothing) {
    plumb_question *question =
        begin("{\"version\": 1, \"mask\": \"causal\", \"window\": {\"left\": 0, \"right\": 0}}");
    double middle[4], radius[4];
    ck_assert_int_eq(plumb_question_evaluate(question, "weights", middle, radius, 4), PLUMB_RIGHT);
    for (int i = 0; i < 4; i++)
        ck_assert_double_le(fabs(middle[i] - (i == 0 || i == 3)), 1e-14);
    plumb_question_free(question);
}
END_TEST

START_TEST(rounds) {
    plumb_question *question = begin(causal);
    double rounded[4];
    ck_assert_int_eq(plumb_question_round(question, "output", "f32", rounded, 4), PLUMB_RIGHT);
    for (int i = 0; i < 2; i++)
        ck_assert_double_eq(rounded[2 + i], (float)second_row(i));
    plumb_question_free(question);
}
END_TEST

static plumb_question *ask(const plumb_problem *p) {
    const size_t queries[] = {p->batch, p->query_heads, p->query_length, p->head_dim};
    const size_t keys[] = {p->batch, p->key_heads, p->key_length, p->head_dim};
    const size_t values[] = {p->batch, p->key_heads, p->key_length, p->value_dim};
    plumb_question *question = plumb_question_new();
    ck_assert_ptr_nonnull(question);
    ck_assert_int_eq(plumb_question_tensor(question, "q", "F64", queries, 4, p->query), PLUMB_RIGHT);
    ck_assert_int_eq(plumb_question_tensor(question, "k", "F64", keys, 4, p->key), PLUMB_RIGHT);
    ck_assert_int_eq(plumb_question_tensor(question, "v", "F64", values, 4, p->value), PLUMB_RIGHT);
    return question;
}

/* Enclosed and rounded; no two lengths are equal, and one has 512 heads. */
START_TEST(numbers_stand_in_their_places) {
    random_cases cases = random_begin("places of answers", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = naive_problem(&cases, (size_t)_i);
        const plumb_problem *p = &drawn.problem;
        plumb_question *question = ask(p);
        for (int quantity = 0; quantity < PLUMB_QUANTITIES; quantity++) {
            const char *what = plumb_quantity_name((plumb_quantity)quantity);
            size_t width = naive_width(p, (plumb_quantity)quantity);
            size_t count = p->batch * p->query_heads * p->query_length * width;
            double *middle = calloc(count, sizeof *middle), *radius = calloc(count, sizeof *radius);
            double *rounded = calloc(count, sizeof *rounded);
            ck_assert_uint_eq(plumb_question_count(question, what), count);
            ck_assert_int_eq(plumb_question_evaluate(question, what, middle, radius, count), PLUMB_RIGHT);
            ck_assert_int_eq(plumb_question_round(question, what, "f64", rounded, count), PLUMB_RIGHT);
            for (size_t n = 0; n < count; n++) {
                size_t row = n / width, head = row / p->query_length;
                long double naive = naive_element(p, (plumb_quantity)quantity, head / p->query_heads,
                                                  head % p->query_heads, row % p->query_length, n % width);
                ck_assert_double_le(radius[n], 1e-12);
                ck_assert(fabsl(middle[n] - naive) <= 1e-12L && fabsl(rounded[n] - naive) <= 1e-14L);
            }
            free(middle);
            free(radius);
            free(rounded);
        }
        plumb_question_free(question);
        free_problem(&drawn);
    }
}
END_TEST

static int judge(float last) {
    float answer[4] = {1, 2, (float)second_row(0), last};
    plumb_question *question = begin(causal);
    ck_assert_int_eq(plumb_question_tensor(question, "out", "F32", shape, 4, answer), PLUMB_RIGHT);
    int verdict = plumb_question_judge(question);
    plumb_question_free(question);
    return verdict;
}

START_TEST(judges) {
    ck_assert_int_eq(judge((float)second_row(1)), PLUMB_RIGHT);
    ck_assert_int_eq(judge((float)second_row(1) + 0.001f), PLUMB_QUESTIONABLE); /* it may be a coarser precision */
    ck_assert_int_eq(judge((float)second_row(1) + 1), PLUMB_WRONG);
    ck_assert_int_eq(judge(NAN), PLUMB_WRONG);
}
END_TEST

START_TEST(reports) {
    char text[16384] = "";
    plumb_question *question = begin(causal);
    ck_assert_int_eq(plumb_question_tensor(question, "out", "F32", shape, 4, value), PLUMB_RIGHT);
    ck_assert_int_eq(plumb_question_report(question, "text", stdout), PLUMB_REFUSED);
    ck_assert_str_eq(plumb_question_message(question), "question: nothing has been judged yet");
    ck_assert_int_eq(plumb_question_judge(question), PLUMB_WRONG);
    FILE *stream = fmemopen(text, sizeof text, "w");
    ck_assert_int_eq(plumb_question_report(question, "json", stream), PLUMB_RIGHT);
    fclose(stream);
    check_json_format("diff", text);
    ck_assert_ptr_nonnull(strstr(text, "\"verdict\": \"FAIL\""));
    plumb_question_free(question);
}
END_TEST

START_TEST(refuses_another_format) {
    plumb_question *question = begin(causal);
    ck_assert_int_eq(plumb_question_tensor(question, "out", "F32", shape, 4, value), PLUMB_RIGHT);
    ck_assert_int_eq(plumb_question_judge(question), PLUMB_WRONG);
    ck_assert_int_eq(plumb_question_report(question, "html5", stdout), PLUMB_REFUSED);
    ck_assert_ptr_nonnull(strstr(plumb_question_message(question), "html5"));
    plumb_question_free(question);
}
END_TEST

/* The elements of every dtype, in the byte order of this machine. */
START_TEST(reads_every_dtype) {
    static const double wide[] = {1, 0, 0, 1};
    static const uint16_t half[] = {0x3C00, 0, 0, 0x3C00}, brain[] = {0x3F80, 0, 0, 0x3F80};
    static const unsigned char allowed[] = {1, 0, 1, 1};
    static const int32_t segments[] = {7, 7};
    static const int64_t positions[] = {5, 6};
    static const struct {
        const char *dtype;
        const void *data;
    } same[] = {{"F64", wide}, {"F32", query}, {"F16", half}, {"BF16", brain}};
    static const size_t pair[] = {1, 2};
    for (size_t i = 0; i < 4; i++) {
        double middle[4], radius[4];
        plumb_question *question = plumb_question_new();
        for (const char *const *name = (const char *const[]){"q", "k", "v", NULL}; *name; name++)
            ck_assert_int_eq(
                plumb_question_tensor(question, *name, same[i].dtype, shape, 4, same[i].data),
                PLUMB_RIGHT);
        plumb_question_tensor(question, "allowed", "BOOL", shape, 4, allowed);
        plumb_question_tensor(question, "query_segments", "I32", pair, 2, segments);
        plumb_question_tensor(question, "key_segments", "I32", pair, 2, segments);
        plumb_question_tensor(question, "query_positions", "I64", pair, 2, positions);
        plumb_question_tensor(question, "key_positions", "I64", pair, 2, positions);
        plumb_question_describe(question, "{\"version\": 1, \"position\": \"alibi\"}");
        ck_assert_int_eq(plumb_question_evaluate(question, "weights", middle, radius, 4),
                         PLUMB_RIGHT);
        ck_assert_double_eq(middle[1], 0);
        /* One head: slope 2^-8. */
        ck_assert_double_le(fabs(middle[2] - 1 / (1 + exp(1 / sqrt(2) + 0x1p-8))), 1e-14);
        plumb_question_free(question);
    }
}
END_TEST

START_TEST(reads_a_file) {
    plumb_question *question = plumb_question_new();
    ck_assert_int_eq(plumb_question_read(question, "nowhere.safetensors"), PLUMB_REFUSED);
    ck_assert_ptr_nonnull(strstr(plumb_question_message(question), "nowhere.safetensors"));
    ck_assert_int_eq(
        plumb_question_read(question, "tests/engines/cases/jax-xla-f32-causal.safetensors"),
        PLUMB_RIGHT);
    ck_assert_str_eq(plumb_question_message(question), "");
    ck_assert_int_eq(plumb_question_judge(question), PLUMB_RIGHT);
    plumb_question_free(question);
}
END_TEST

START_TEST(refuses_what_it_cannot_take) {
    static const size_t huge[] = {SIZE_MAX / 2, 4, 1, 1};
    static const size_t many[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    plumb_question *question = begin(NULL);
    end_refused(question, plumb_question_tensor(question, "q", "F32", shape, 4, query),
                "question: q: given twice");
    question = begin(NULL);
    end_refused(
        question, plumb_question_tensor(question, "out", "F8", shape, 4, query),
        "question: out: dtype 'F8' is not one of F64, F32, F16, BF16, F8_E4M3, F8_E5M2, F8_E8M0, BOOL, I8, U8, I32, "
        "I64");
    question = begin(NULL);
    end_refused(question, plumb_question_tensor(question, "out", "F32", huge, 4, query),
                "question: out: shape does not fit into memory");
    question = begin(NULL);
    end_refused(question, plumb_question_tensor(question, "out", "F32", many, 9, query),
                "question: out: 9 dimensions; expected at most 8");
    question = begin("{\"version\": 1, \"mask\": \"casual\"}");
    ck_assert_int_eq(plumb_question_judge(question), PLUMB_REFUSED);
    ck_assert_ptr_nonnull(strstr(plumb_question_message(question), "casual"));
    plumb_question_free(question);
}
END_TEST

START_TEST(refuses_at_the_wrong_time) {
    double middle[4], radius[4];
    plumb_question *question = begin(NULL);
    end_refused(question, plumb_question_read(question, "case.safetensors"),
                "question: case.safetensors: cannot be combined with tensors or a description");
    question = begin(NULL);
    ck_assert_int_eq(plumb_question_judge(question), PLUMB_REFUSED);
    end_refused(question, plumb_question_tensor(question, "out", "F32", shape, 4, query),
                "question: out: too late: the question was already asked");
    question = begin(NULL);
    end_refused(question, plumb_question_evaluate(question, "output", middle, radius, 3),
                "question: output: room for 3 numbers, but the result has 4");
    question = begin("{\"version\": 1, \"operator\": \"sigmoid\"}");
    ck_assert_uint_eq(plumb_question_count(question, "lse"), 0);
    end_refused(question, plumb_question_evaluate(question, "lse", middle, radius, 2),
                "question: what lse: operator sigmoid has no log-sum-exp");
    question = begin("{\"version\": 1, \"engine\": {\"precision\": \"f33\"}}");
    end_refused(question, plumb_question_evaluate(question, "output", middle, radius, 4),
                "question: precision: 'f33' is not one of the models f64, f32, f32-fast-exp, bf16-flash, fp16-flash, "
                "fp16-flash-flushed, bf16-flash-scaled-query, fp16-flash-scaled-query, "
                "bf16-eager, bf16-eager-shifted, fp16-eager, tf32x3, tf32, f16-products, tf32-cut, bf16-products, "
                "fp16-accumulate; did you mean 'f32'?");
}
END_TEST

static plumb_question *begin_loss(void) {
    plumb_question *question = begin(causal);
    ck_assert_int_eq(plumb_question_tensor(question, "out_grad", "F32", shape, 4, value), PLUMB_RIGHT);
    return question;
}

START_TEST(gradients_together_are_those_one_by_one) {
    static const char *const what[] = {"dv", "dq", "dk"};
    const size_t count[] = {4, 4, 4};
    double together[3][8], alone[8];
    double *const middle[] = {together[0], together[1], together[2]};
    double *const radius[] = {together[0] + 4, together[1] + 4, together[2] + 4};
    plumb_question *question = begin_loss();
    ck_assert_int_eq(plumb_question_gradients(question, 3, what, middle, radius, count), PLUMB_RIGHT);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_int_eq(plumb_question_evaluate(question, what[i], alone, alone + 4, 4), PLUMB_RIGHT);
        ck_assert_mem_eq(alone, together[i], sizeof alone);
    }
    ck_assert_int_eq(plumb_question_gradients(question, 0, NULL, NULL, NULL, NULL), PLUMB_RIGHT);
    plumb_question_free(question);
}
END_TEST

START_TEST(refuses_gradients_that_it_cannot_give) {
    static const char *const what[] = {"dq", "dw", "dsinks"};
    const size_t count[] = {4, 4, 3};
    double numbers[4];
    double *const room[] = {numbers, numbers};
    plumb_question *question = begin_loss();
    end_refused(question, plumb_question_gradients(question, 2, what, room, room, count),
                "question: what: 'dw' is not dq, dk, dv, dsinks, dbias, dslopes or dtable");
    question = begin_loss();
    end_refused(question, plumb_question_gradients(question, 1, what + 2, room, room, count),
                "question: dsinks: the case has no tensor sinks");
    question = begin_loss();
    end_refused(question, plumb_question_gradients(question, 1, what, room, room, count + 2),
                "question: dq: room for 3 numbers, but the result has 4");
}
END_TEST

START_TEST(nothing_to_free) {
    plumb_question_free(NULL);
    plumb_question_free(plumb_question_new());
    ck_assert_str_eq(plumb_version(), "0.2.0");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plumbline");
    TCase *tests = tcase_create("plumbline");
    tcase_add_test(tests, encloses);
    tcase_add_test(tests, infinite_radius_says_nothing);
    tcase_add_test(tests, only_hidden_keys_weigh_nothing);
    tcase_add_test(tests, rounds);
    tcase_add_loop_test(tests, numbers_stand_in_their_places, 0, NAIVE_SHAPES);
    tcase_add_test(tests, judges);
    tcase_add_test(tests, reports);
    tcase_add_test(tests, refuses_another_format);
    tcase_add_test(tests, reads_every_dtype);
    tcase_add_test(tests, reads_a_file);
    tcase_add_test(tests, refuses_what_it_cannot_take);
    tcase_add_test(tests, refuses_at_the_wrong_time);
    tcase_add_test(tests, gradients_together_are_those_one_by_one);
    tcase_add_test(tests, refuses_gradients_that_it_cannot_give);
    tcase_add_test(tests, nothing_to_free);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
