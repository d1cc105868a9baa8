/* test_power_row.c - what a power softmax gives in one of its forms is not excluded, although the other cannot give
   it. */
#include "budget/power_row.h"
#include "budget/powered.h"
#include "budget/rooted.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"

#define KEYS 2
#define PLACES (KEYS + 1)

static const unsigned char visible[KEYS] = {1, 1};
static const double value[KEYS] = {0, 1};

typedef struct {
    plumb_ball score[PLACES], off[PLACES], weight[PLACES], scores[2 * PLACES], offs[2 * PLACES], weights[2 * PLACES];
    plumb_range range[PLACES], ranges[2 * PLACES];
    double column[PLACES], added[PLACES], columns[2 * PLACES], unused[2 * PLACES];
    unsigned char shown[PLACES], shown_twice[2 * PLACES];
} arrays;

/* Scores 0 and -2.5, for a power 8; in binary16, e^-20 is 0. */
static model_steps with_half_precision(void) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    steps.unit[PLUMB_STEP_PROBABILITY] = 0x1p-11;
    steps.tiny[PLUMB_STEP_PROBABILITY] = 0x1p-25;
    return steps;
}

typedef enum { SUMS, ROOTS, BOTH } form;

static int excluded(const model_steps *steps, form as, double number) {
    arrays a = {.score = {{0, 0}, {-2.5, 0}}, .off = {{0x1p-22, 0}, {0x1p-22, 0}}};
    plumb_verdict_workspace work = {a.score, a.off, a.weight, a.range, a.column, a.added, a.shown};
    plumb_verdict_workspace twofold = {a.scores, a.offs, a.weights, a.ranges, a.columns, a.unused, a.shown_twice};
    plumb_row_values row = {value, value, 1, 0, 0};
    plumb_ball asked = {number, 0};
    if (as == SUMS)
        return plumb_powered_row_excluded(steps->unit, steps->tiny, 8, visible, row, KEYS, 2, asked, work);
    if (as == ROOTS)
        return plumb_rooted_row_excluded(steps->unit, steps->tiny, 8, a.score, a.off, visible, row, KEYS, 2, asked,
                                         twofold);
    return plumb_power_row_excluded(steps->unit, steps->tiny, 8, visible, row, KEYS, 2, asked, work, twofold);
}

START_TEST(one_form_suffices) {
    model_steps steps = with_half_precision();
    double lost = 0, right = exp(-2.5), far = 0.3;
    ck_assert(excluded(&steps, SUMS, lost) && !excluded(&steps, ROOTS, lost) && !excluded(&steps, BOTH, lost));
    ck_assert(!excluded(&steps, SUMS, right) && !excluded(&steps, BOTH, right));
    ck_assert(excluded(&steps, SUMS, far) && excluded(&steps, ROOTS, far) && excluded(&steps, BOTH, far));
    model_steps narrow = steps_of(plumb_precision_find("f32"));
    ck_assert(excluded(&narrow, ROOTS, lost) && excluded(&narrow, BOTH, lost) && !excluded(&narrow, BOTH, right));
}
END_TEST

/* A coarse exponential is off twice where a root divides it, and once where it is that root. */
START_TEST(sums_may_be_wider) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    steps.unit[PLUMB_STEP_EXPONENTIAL] = 0x1p-4;
    double number = exp(-2.5) * 1.12;
    ck_assert(!excluded(&steps, SUMS, number) && excluded(&steps, ROOTS, number) && !excluded(&steps, BOTH, number));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/power_row");
    TCase *tests = tcase_create("power_row");
    tcase_add_test(tests, one_form_suffices);
    tcase_add_test(tests, sums_may_be_wider);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
