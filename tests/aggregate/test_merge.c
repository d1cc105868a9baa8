/* test_merge.c - the merge of two parts: contained, tight, with empty parts, in any order. */
#include "aggregate/merge.h"
#include "exact/merge.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 4000
enum { WIDTH = 3, PARTS = 5 };

typedef struct {
    int has_keys;
    plumb_ball lse, output[WIDTH];
} part;

static part point(int has_keys, double lse, double x, double y, double z) {
    return (part){has_keys, {lse, 0}, {{x, 0}, {y, 0}, {z, 0}}};
}

static part merged(part a, const part *b) {
    a.has_keys = plumb_merge(a.has_keys, &a.lse, a.output, b->has_keys, &b->lse, b->output, WIDTH);
    return a;
}

/* Numbers between -8 and 8, log-sum-exps that differ by little or by much. */
static void draw(random_cases *cases, double *lse, double *output) {
    double reach = random_below(cases, 4) == 0 ? 300 : 4;
    for (size_t i = 0; i < PARTS; i++) {
        lse[i] = random_below(cases, 5) == 0 ? -INFINITY : reach * (random_uniform(cases) - 0.5);
        for (size_t c = 0; c < WIDTH; c++)
            output[i * WIDTH + c] = 16 * (random_uniform(cases) - 0.5);
    }
}

static part chain(const double *lse, const double *output) {
    part all = point(0, NAN, NAN, NAN, NAN);
    for (size_t i = 0; i < PARTS; i++) {
        const double *o = output + i * WIDTH;
        part next = point(lse[i] != -INFINITY, lse[i], o[0], o[1], o[2]);
        all = merged(all, &next);
    }
    return all;
}

static void check(const random_cases *cases, const part *of, arb_srcptr output, const arb_t lse, const double *given) {
    bool holds = ball_contains(of->lse, lse) && of->lse.rad <= 0x1p-40;
    for (size_t c = 0; c < WIDTH; c++)
        holds = holds && ball_contains(of->output[c], output + c) && of->output[c].rad <= 0x1p-38;
    if (holds)
        return;
    reproduction line = reproduce(cases);
    reproduce_balls(&line, "lse", &of->lse, 1);
    reproduce_balls(&line, "output", of->output, WIDTH);
    reproduce_doubles(&line, "part_lse", given, PARTS);
    reproduce_fail(&line);
}

START_TEST(a_chain_contains_the_merge_and_is_tight) {
    random_cases cases = random_begin("merge", CASES);
    double lse[PARTS], output[PARTS * WIDTH];
    arb_ptr exact = _arb_vec_init(WIDTH);
    arb_t exact_lse;
    arb_init(exact_lse);
    while (random_next(&cases)) {
        draw(&cases, lse, output);
        const plumb_exact_parts row = {PARTS, WIDTH, WIDTH, lse, output, false};
        part all = chain(lse, output);
        bool has_keys = plumb_exact_merge(&row, exact, exact_lse, 200);
        ck_assert_int_eq(all.has_keys, has_keys);
        if (has_keys)
            check(&cases, &all, exact, exact_lse, lse);
    }
    arb_clear(exact_lse);
    _arb_vec_clear(exact, WIDTH);
}
END_TEST

START_TEST(an_empty_part_changes_nothing) {
    part a = point(1, 0.3, 1, -2, 5), none = point(0, NAN, NAN, NAN, NAN);
    part left = merged(none, &a), right = merged(a, &none), both = merged(none, &none);
    ck_assert(left.has_keys && balls_identical(left.lse, a.lse) && right.has_keys && balls_identical(right.lse, a.lse));
    for (size_t c = 0; c < WIDTH; c++)
        ck_assert(balls_identical(left.output[c], a.output[c]) && balls_identical(right.output[c], a.output[c]));
    ck_assert(!both.has_keys);
}
END_TEST

/* (1, 0) and (4, log 3): weights 1/4 and 3/4 */
START_TEST(weighs_by_exponentials) {
    part a = point(1, 0, 1, 0, 8), b = point(1, log(3), 5, 4, 0), all = merged(a, &b);
    ck_assert_double_eq_tol(all.output[0].mid, 4, 1e-14);
    ck_assert_double_eq_tol(all.output[1].mid, 3, 1e-14);
    ck_assert_double_eq_tol(all.output[2].mid, 2, 1e-14);
    ck_assert_double_eq_tol(all.lse.mid, log(4), 1e-14);
}
END_TEST

START_TEST(what_is_no_number_claims_nothing) {
    part a = point(1, 0, 1, 2, 3), b = point(1, NAN, 1, 2, 3), c = point(1, 0, NAN, 2, 3);
    part lost = merged(a, &b), column = merged(a, &c);
    ck_assert(!ball_informs(lost.lse) && !ball_informs(lost.output[1]));
    ck_assert(!ball_informs(column.output[0]) && ball_informs(column.output[1]) && ball_informs(column.lse));
}
END_TEST

START_TEST(log_sum_exps_far_apart_stay_contained) {
    part a = point(1, 1e308, 1, 2, 3), b = point(1, -1e308, 4, 5, 6), all = merged(a, &b);
    ck_assert(ball_contains_double(all.output[0], 1) && ball_contains_double(all.lse, 1e308));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("aggregate/merge");
    TCase *tests = tcase_create("merge");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, a_chain_contains_the_merge_and_is_tight);
    tcase_add_test(tests, an_empty_part_changes_nothing);
    tcase_add_test(tests, weighs_by_exponentials);
    tcase_add_test(tests, what_is_no_number_claims_nothing);
    tcase_add_test(tests, log_sum_exps_far_apart_stay_contained);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
