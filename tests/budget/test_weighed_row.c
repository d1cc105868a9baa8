/* test_weighed_row.c - a sum of weighed values is excluded where it is off by more than its roundings. */
#include "budget/weighed_row.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"

static const double value[] = {1, NAN, 3}, vector[] = {0.5, NAN, 0.25};
static const unsigned char visible[] = {1, 0, 1};

static int excluded(plumb_ball last, int adds, size_t rescalings, double number) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_ball weight[] = {{0.25, 0}, plumb_ball_unknown(), last};
    plumb_row_values row = {value, adds ? vector : value, 1, 0, adds};
    return plumb_weighed_row_excluded(steps.unit, steps.tiny, weight, visible, row, 3, rescalings,
                                      (plumb_ball){number, 0});
}

START_TEST(sums) {
    plumb_ball half = {0.5, 0}, within = {0.5, 0.125};
    ck_assert(!excluded(half, 0, 1, 1.75) && excluded(half, 0, 1, 1.7501) && excluded(half, 0, 1, 1.7499));
    ck_assert(!excluded(half, 1, 1, 2) && excluded(half, 1, 1, 1.75) && excluded(half, 1, 1, 2.001));
    ck_assert(!excluded(within, 0, 1, 2.1) && excluded(within, 0, 1, 2.2));
}
END_TEST

/* 2^24 roundings of binary32 are the whole, and bounds of more say nothing. */
START_TEST(nothing_known) {
    plumb_ball half = {0.5, 0};
    ck_assert(!excluded(plumb_ball_unknown(), 0, 1, 9) && excluded(half, 0, 1, 9));
    ck_assert(!excluded(half, 0, 1 << 25, 9) && !excluded(half, 0, PLUMB_MOST_ROUNDINGS, 9));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/weighed_row");
    TCase *tests = tcase_create("weighed_row");
    tcase_add_test(tests, sums);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
