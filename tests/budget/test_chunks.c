/* test_chunks.c - from sums over a row of two keys to what may come of it, whichever of them is summed first: of each
   rounding by itself, a number as far away as it leads is possible, and one a little farther is not. */
#include "budget/chunks.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdbool.h>

#define UNIT 0x1p-10
#define STEPS 10 /* two keys, and eight roundings more */
#define SHARPNESS 1.02

/* q = 2, k = (3, 5), v = (1, 7): the products are 6 and 10, and what they sum to is 76. */
static const double value[] = {1, 7};
static const unsigned char visible[] = {1, 1};

static bool excluded_of(const double *unit, plumb_mapping mapping, double number) {
    const double tiny[PLUMB_STEPS] = {0};
    plumb_ball query = plumb_ball_of(2), key[] = {plumb_ball_of(3), plumb_ball_of(5)};
    plumb_ball weight[] = {plumb_ball_of(6), plumb_ball_of(10)};
    plumb_linear_sums first = plumb_total_features(&query, key, visible, value, 2, 1, 1, 0);
    plumb_product_sums second = plumb_total_products(weight, visible, value, 2, 1, 0);
    return plumb_chunks_excluded(unit, tiny, first, second, 2, 1, 0, plumb_ball_of(1), mapping, (plumb_finish){0},
                                 number) != 0;
}

/* Where one step rounds, by UNIT. */
static void check(size_t step, double off) {
    double unit[PLUMB_STEPS] = {0};
    plumb_mapping mapping = {PLUMB_MAP_IDENTITY, PLUMB_DIVIDED_BY_NOTHING, 0};
    unit[step] = UNIT;
    ck_assert(!excluded_of(unit, mapping, 76 + off / SHARPNESS) && !excluded_of(unit, mapping, 76 - off / SHARPNESS));
    ck_assert(excluded_of(unit, mapping, 76 + off * SHARPNESS) && excluded_of(unit, mapping, 76 - off * SHARPNESS));
}

static double gamma_of(double k) {
    return k * UNIT / (1 - k * UNIT);
}

START_TEST(each_rounding_counts) {
    double once = 76 * UNIT;
    /* of both sums each; the addition and the stores of what comes of it, and of the sum over keys by themselves */
    check(PLUMB_STEP_PRODUCT, 76 * gamma_of(5));
    check(PLUMB_STEP_PROBABILITY, 2 * once);
    double sums = 2 * 76 * gamma_of(STEPS), added = sums + UNIT * (76 + sums);
    check(PLUMB_STEP_ACCUMULATE, added + gamma_of(4) * (76 + added)); /* and four of the quotient */
    double thrice = 76 * (pow(1 + UNIT, 3) - 1), second = thrice + once;
    check(PLUMB_STEP_SCORE, second + UNIT * (76 + second));
}
END_TEST

START_TEST(divided) {
    const double unit[PLUMB_STEPS] = {0};
    ck_assert(!excluded_of(unit, (plumb_mapping){PLUMB_MAP_IDENTITY, PLUMB_DIVIDED_BY_SUM, 0}, 76.0 / 16));
    ck_assert(excluded_of(unit, (plumb_mapping){PLUMB_MAP_IDENTITY, PLUMB_DIVIDED_BY_SUM, 0}, 76.0 / 15));
    ck_assert(!excluded_of(unit, (plumb_mapping){PLUMB_MAP_IDENTITY, PLUMB_DIVIDED_BY_SUM, 3}, 76.0 / 19));
    ck_assert(!excluded_of(unit, (plumb_mapping){PLUMB_MAP_IDENTITY, PLUMB_DIVIDED_BY_LENGTH, 0}, 76.0 / 2));
    /* of no absolute weights are keys summed first */
    ck_assert(excluded_of(unit, (plumb_mapping){PLUMB_MAP_IDENTITY, PLUMB_DIVIDED_BY_ABSOLUTE_SUM, 0}, 76.0 / 16));
}
END_TEST

/* Counts that the bounds cannot bear, and numbers that are not known, exclude nothing. */
START_TEST(nothing_known) {
    double unit[PLUMB_STEPS] = {0};
    plumb_mapping mapping = {PLUMB_MAP_IDENTITY, PLUMB_DIVIDED_BY_NOTHING, 0};
    unit[PLUMB_STEP_ACCUMULATE] = 0.1;
    ck_assert(!excluded_of(unit, mapping, 1e6));
    unit[PLUMB_STEP_ACCUMULATE] = 0;
    ck_assert(excluded_of(unit, mapping, 1e6));
    mapping.epsilon = NAN;
    ck_assert(!excluded_of(unit, mapping, 1e6));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/chunks");
    TCase *tests = tcase_create("chunks");
    tcase_add_test(tests, each_rounding_counts);
    tcase_add_test(tests, divided);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
