/* test_visible_softmax.c - numbers beyond all values are excluded, the mean never is; what is not known excludes
   nothing. */
#include "budget/pull.h"
#include "budget/visible_softmax.h"
#include "budget/stored.h"
#include "tests/budget/visible_rows.h"
#include "tests/simulate/engine.h"
#include "tests/support/problems.h"

#define CASES 300

static int excluded(const visible_row *x, double number) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_range range[MOST_VISIBLE_KEYS];
    return plumb_softmax_excluded(steps.unit, steps.tiny, x->score, x->off, x->weight, x->visible, x->value, x->keys, 1,
                                  0, 2, plumb_before_stores(steps.unit, steps.tiny, plumb_ball_given(number)), range);
}

START_TEST(numbers_beyond_and_within) {
    random_cases cases = random_begin("budget visible", CASES);
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        ck_assert(!excluded(&x, x.mean));
        ck_assert(excluded(&x, 100) && excluded(&x, -100));
        ck_assert(excluded(&x, x.mean + 0.001) && excluded(&x, x.mean - 0.001));
        ck_assert(!excluded(&x, x.mean + 0x1p-30));
    }
}
END_TEST

/* A bias has all but hidden these keys: their scores are known to little more than a unit of binary32. */
static void hide_keys(random_cases *cases, visible_row *x, size_t near) {
    double total = 0;
    x->mean = 0;
    for (size_t j = 0; j < x->keys; j++) {
        double size = 1000 * pow(2, (double)random_below(cases, 110));
        if (x->visible[j] && j != near && (j + 2 >= x->keys || random_below(cases, 2))) {
            x->score[j].mid = -(double)(float)size;
            x->off[j].mid = 0x1p-20 * size;
        }
        total += x->visible[j] ? exp(x->score[j].mid) : 0;
    }
    for (size_t j = 0; j < x->keys; j++) {
        x->weight[j].mid = x->visible[j] ? exp(x->score[j].mid) / total : NAN;
        x->weight[j].rad = x->visible[j] ? 0x1p-40 * x->weight[j].mid : INFINITY;
        x->mean += x->visible[j] ? x->weight[j].mid * x->value[j] : 0;
    }
}

/* Two keys at a time, in powers of 2 with a fused scale, as kernels in binary32 have it: where all keys of a block are
   hidden, their probabilities are any numbers until the sums are rescaled. */
static double by_blocks(const visible_row *x) {
    static const simulated_rounding single = {.format = AS_F32};
    static const simulated_engine by = {.block = 2,
                                        .scale = SCALE_IN_EXPONENT,
                                        .exponent = {.format = AS_F32},
                                        .sum = {.sum = {.format = AS_F32}},
                                        .accumulate = {.sum = {.format = AS_F32}}};
    double one = 1, key[MOST_VISIBLE_KEYS], value[MOST_VISIBLE_KEYS], output;
    for (size_t j = 0; j < x->keys; j++) {
        key[j] = simulated_round(single, x->score[j].mid);
        value[j] = simulated_round(single, x->value[j]);
    }
    plumb_problem p = one_head(1, x->keys, 1, 1);
    p.query = &one;
    p.key = key;
    p.value = value;
    p.mask.allowed = x->visible;
    simulated_answers answers = simulate(&by, &p, false);
    output = answers.output[0];
    free_simulated(&answers);
    return output;
}

START_TEST(keys_far_below) {
    random_cases cases = random_begin("budget visible far below", CASES);
    size_t decided = 0, by_block = 0;
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        if (x.first + 2 >= x.keys || !x.visible[x.keys - 1] || !x.visible[x.keys - 2])
            continue;
        hide_keys(&cases, &x, x.first);
        double engine = by_blocks(&x);
        decided++;
        by_block += isnan(engine) == 0;
        ck_assert(!excluded(&x, x.mean) && !excluded(&x, engine));
        ck_assert(excluded(&x, x.mean + 0.001) && excluded(&x, x.mean - 0.001));
    }
    ck_assert(decided > 20 && by_block > 20);
}
END_TEST

/* The last two keys may be sinks, which a maximum leaves out: another shift is not known, and every key counts. */
START_TEST(shift_of_a_sink) {
    random_cases cases = random_begin("budget visible shift of a sink", CASES);
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        if (x.keys < 3 || !x.visible[x.keys - 1])
            continue;
        hide_keys(&cases, &x, x.keys - 1);
        for (size_t j = 0; j + 2 < x.keys; j++)
            x.visible[j] = 0;
        x.visible[0] = x.visible[x.keys - 2] = 1;
        x.score[0] = x.score[x.keys - 2] = (plumb_ball){-0x1p100, 0};
        x.off[0] = x.off[x.keys - 2] = (plumb_ball){0x1p80, 0};
        x.weight[0] = x.weight[x.keys - 2] = (plumb_ball){0, 0};
        x.value[0] = x.value[x.keys - 2] = 1;
        x.weight[x.keys - 1] = (plumb_ball){1, 0};
        ck_assert(!excluded(&x, 100));
    }
}
END_TEST

START_TEST(nothing_known) {
    random_cases cases = random_begin("budget visible nothing", CASES);
    while (random_next(&cases)) {
        visible_row x, lost;
        random_visible_row(&cases, &x);
        lost = x;
        lost.score[x.first] = plumb_ball_unknown();
        ck_assert(!excluded(&lost, 100));
        lost = x;
        lost.off[x.first] = plumb_ball_unknown();
        ck_assert(!excluded(&lost, 100));
        lost = x;
        lost.value[x.first] = INFINITY;
        ck_assert(!excluded(&lost, 100));
        lost = x;
        for (size_t j = 0; j < x.keys; j++)
            lost.visible[j] = 0;
        ck_assert(!excluded(&lost, 100) && !excluded(&x, NAN));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/visible_softmax");
    TCase *tests = tcase_create("visible");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, numbers_beyond_and_within);
    tcase_add_test(tests, keys_far_below);
    tcase_add_test(tests, shift_of_a_sink);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
