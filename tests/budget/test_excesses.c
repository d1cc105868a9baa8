/* test_excesses.c - a row's differences are in their balls, in units of e^-c, whatever each score is off by. */
#include "budget/excesses.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 2000
#define KEYS 8
#define RESCALINGS 3

typedef struct {
    plumb_ball score[KEYS], off[KEYS], work[KEYS];
    unsigned char visible[KEYS];
    double computed[KEYS], largest;
} row;

/* One key is always visible; hidden scores are NaN. */
static row random_row(random_cases *cases, double mean) {
    row x = {.largest = -INFINITY};
    size_t always = random_below(cases, KEYS);
    for (size_t j = 0; j < KEYS; j++) {
        double middle = mean + 2 * random_normal(cases), off = 0x1p-12 * random_uniform(cases);
        x.visible[j] = j == always || random_below(cases, 2);
        x.score[j] = (plumb_ball){x.visible[j] ? middle : NAN, 0};
        x.off[j] = (plumb_ball){x.visible[j] ? off : NAN, 0};
        x.computed[j] = middle + 0.999 * off * (random_below(cases, 2) ? 1 : -1);
        if (x.visible[j])
            x.largest = fmax(x.largest, x.computed[j]);
    }
    return x;
}

static plumb_excess_unit take(row *x) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    return plumb_row_excesses(steps.unit, steps.tiny, RESCALINGS, x->visible, KEYS, x->score, x->off, x->work);
}

static bool holds(plumb_ball ball, double number) {
    return fabs(number - ball.mid) <= ball.rad;
}

static void fail_case(const random_cases *cases, const char *what, double number, plumb_ball ball) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a, %a +- %a", what, number, ball.mid, ball.rad);
    reproduce_fail(&line);
}

START_TEST(of_all_keys) {
    random_cases cases = random_begin("budget excesses", CASES);
    while (random_next(&cases)) {
        row x = random_row(&cases, 4 * random_normal(&cases));
        plumb_excess_unit in = take(&x);
        double factor = exp(x.largest - in.shift), apart = fabs(in.shift - fmax(0, x.largest));
        if (apart > 0x1p-11 || !holds(in.factor, factor) || in.factor.rad > 0x1p-10 * factor)
            fail_case(&cases, "the unit", in.shift, in.factor);
        for (size_t j = 0; j < KEYS; j++) {
            double power = exp(x.computed[j] - in.shift), zero = exp(-in.shift);
            if (!x.visible[j])
                ck_assert(isnan(x.score[j].mid));
            else if (!holds(x.score[j], power - zero))
                fail_case(&cases, "a difference", power - zero, x.score[j]);
            else if (x.score[j].rad > 0x1p-10 * (power + zero))
                fail_case(&cases, "a wider difference", power - zero, x.score[j]);
        }
    }
}
END_TEST

/* Of scores of which one may be anything, no unit is known. */
START_TEST(an_unknown_score) {
    random_cases cases = random_begin("budget excesses unknown", 1);
    row x = random_row(&cases, 0);
    x.visible[0] = 1;
    x.score[0] = plumb_ball_unknown();
    plumb_excess_unit in = take(&x);
    ck_assert(in.shift == 0 && !isfinite(in.factor.rad));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/excesses");
    TCase *tests = tcase_create("excesses");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, of_all_keys);
    tcase_add_test(tests, an_unknown_score);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
