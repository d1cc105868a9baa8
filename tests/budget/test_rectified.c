/* test_rectified.c - what softpick divides and the sizes that it sums are in their balls, and the balls are no wider
   than the differences and a store make them. */
#include "budget/rectified.h"
#include "tests/budget/models.h"
#include "tests/budget/roundings.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 2000
#define KEYS 8
#define UNREAD 42

typedef struct {
    plumb_ball excess[KEYS];
    unsigned char visible[KEYS];
    double given[KEYS]; /* in the ball */
} row;

static row random_row(random_cases *cases) {
    row x;
    for (size_t j = 0; j < KEYS; j++) {
        double middle = random_normal(cases), radius = exp2(-10 * random_uniform(cases));
        x.visible[j] = random_below(cases, 4) != 0;
        x.excess[j] = x.visible[j] ? (plumb_ball){middle, radius} : (plumb_ball){NAN, NAN};
        x.given[j] = middle + 0.999 * radius * (random_below(cases, 2) ? 1 : -1);
    }
    return x;
}

static bool holds(plumb_ball ball, double number) {
    return fabs(number - ball.mid) <= ball.rad;
}

static void fail_case(const random_cases *cases, const char *what, plumb_ball excess, plumb_ball ball) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: of %a +- %a, %a +- %a", what, excess.mid, excess.rad, ball.mid, ball.rad);
    reproduce_fail(&line);
}

START_TEST(what_is_divided) {
    random_cases cases = random_begin("budget rectified", CASES);
    while (random_next(&cases)) {
        row x = random_row(&cases);
        plumb_ball positive[KEYS];
        for (size_t j = 0; j < KEYS; j++)
            positive[j] = plumb_ball_of(UNREAD);
        plumb_rectify_excesses(x.excess, x.visible, KEYS, positive);
        for (size_t j = 0; j < KEYS; j++) {
            double least = fmax(0, x.excess[j].mid - x.excess[j].rad);
            bool zero = x.excess[j].mid + x.excess[j].rad < 0;
            if (!x.visible[j])
                ck_assert(positive[j].mid == UNREAD);
            else if (!holds(positive[j], fmax(0, x.given[j])))
                fail_case(&cases, "not above 0", x.excess[j], positive[j]);
            else if (zero ? positive[j].mid != 0 || positive[j].rad != 0
                          : positive[j].mid - positive[j].rad < least - x.excess[j].rad - 0x1p-40)
                fail_case(&cases, "wider above 0", x.excess[j], positive[j]);
        }
    }
}
END_TEST

START_TEST(what_is_summed) {
    random_cases cases = random_begin("budget rectified sizes", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        row x = random_row(&cases);
        plumb_ball size[KEYS];
        for (size_t j = 0; j < KEYS; j++)
            size[j] = plumb_ball_of(UNREAD);
        plumb_size_excesses(steps.unit, steps.tiny, x.excess, x.visible, KEYS, size);
        for (size_t j = 0; j < KEYS; j++) {
            double stored = rounded_in_model(&cases, &steps, PLUMB_STEP_PROBABILITY, x.given[j]);
            double most = fabs(x.excess[j].mid) + x.excess[j].rad;
            double radius = x.excess[j].rad + p->probability.unit * most + p->probability.tiny;
            if (!x.visible[j])
                ck_assert(size[j].mid == UNREAD);
            else if (!holds(size[j], fabs(stored)))
                fail_case(&cases, "not the size", x.excess[j], size[j]);
            else if (size[j].rad > radius + 0x1p-40)
                fail_case(&cases, "a wider size", x.excess[j], size[j]);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/rectified");
    TCase *tests = tcase_create("rectified");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_is_divided);
    tcase_add_test(tests, what_is_summed);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
