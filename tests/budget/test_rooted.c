/* test_rooted.c - roots of a softmax's weights as computed in binary32 are not excluded, what is far from them is. */
#include "budget/rooted.h"
#include "tests/budget/visible_rows.h"
#include "tests/support/reproduce.h"

#define CASES 1000
#define PLACES (MOST_VISIBLE_KEYS + 1)

static int excluded(const visible_row *x, double power, double number) {
    plumb_ball score[PLACES], off[PLACES], weight[PLACES];
    plumb_range range[PLACES];
    double column[PLACES], added[PLACES];
    unsigned char shown[PLACES];
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_row_values row = {x->value, x->value, 1, 0, 0};
    return plumb_rooted_row_excluded(steps.unit, steps.tiny, power, x->score, x->off, x->visible, row, x->keys, 2,
                                     (plumb_ball){number, 0},
                                     (plumb_verdict_workspace){score, off, weight, range, column, added, shown});
}

static double exact_sum(const visible_row *x, double power) {
    double total = 0, sum = 0;
    for (size_t j = 0; j < x->keys; j++)
        total += x->visible[j] ? exp(power * x->score[j].mid) : 0;
    for (size_t j = 0; j < x->keys; j++)
        sum += x->visible[j] ? exp(x->score[j].mid) / pow(total, 1 / power) * x->value[j] : 0;
    return sum;
}

static float computed_sum(random_cases *cases, const visible_row *x, double power) {
    float sum = 0, weight[MOST_VISIBLE_KEYS], p = (float)power;
    visible_row raised = *x;
    for (size_t j = 0; j < x->keys; j++)
        raised.score[j].mid = (double)(p * (float)x->score[j].mid);
    computed_weights(cases, &raised, weight);
    for (size_t j = 0; j < x->keys; j++)
        sum += x->visible[j] ? powf(weight[j], 1 / p) * (float)x->value[j] : 0;
    return sum;
}

START_TEST(what_is_computed_and_what_is_not) {
    static const double powers[] = {0.5, 1, 2, 3};
    random_cases cases = random_begin("budget rooted", CASES);
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        double power = powers[random_below(&cases, sizeof powers / sizeof *powers)];
        double exact = exact_sum(&x, power), computed = (double)computed_sum(&cases, &x, power);
        bool right = !excluded(&x, power, exact) && !excluded(&x, power, computed);
        if (right && excluded(&x, power, exact + 0.004) && excluded(&x, power, exact - 0.004))
            continue;
        reproduction line = reproduce(&cases);
        reproduce_text(&line, " power %g: %a, computed %a", power, exact, computed);
        reproduce_fail(&line);
    }
}
END_TEST

/* A power that is none, and numbers that are not known. */
START_TEST(nothing_known) {
    static const double no_power[] = {NAN, INFINITY, 0, -2};
    visible_row x = {.keys = 1, .visible = {1}, .value = {1}, .score = {{1, 0}}, .off = {{0x1p-20, 0}}};
    ck_assert(excluded(&x, 2, 1.5) && !excluded(&x, 2, 1));
    for (size_t i = 0; i < sizeof no_power / sizeof *no_power; i++)
        ck_assert(!excluded(&x, no_power[i], 1.5));
    x.off[0] = plumb_ball_unknown();
    ck_assert(!excluded(&x, 2, 1.5));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/rooted");
    TCase *tests = tcase_create("rooted");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_is_computed_and_what_is_not);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
