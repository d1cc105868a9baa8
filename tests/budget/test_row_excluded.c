/* test_row_excluded.c - what scores that are known within a little make of the values is not excluded under any
   weighing, what is far off is. */
#include "budget/row_excluded.h"
#include "tests/budget/visible_rows.h"

#define CASES 500
#define PLACES (MOST_VISIBLE_KEYS + 1)

static bool excludes(const visible_row *x, plumb_weighing weighing, double number) {
    plumb_ball score[PLACES], off[PLACES], weight[PLACES], scores[2 * PLACES], offs[2 * PLACES], weights[2 * PLACES];
    plumb_range range[PLACES], ranges[2 * PLACES];
    double column[PLACES], added[PLACES], columns[2 * PLACES], unused[2 * PLACES];
    unsigned char shown[PLACES], shown_twice[2 * PLACES];
    model_steps steps = steps_of(plumb_precision_find("f32"));
    for (size_t j = 0; j < x->keys; j++) {
        score[j] = x->score[j];
        off[j] = x->off[j];
    }
    score[x->keys] = off[x->keys] = plumb_ball_zero();
    plumb_row_values values = {.value = x->value, .added = x->value, .width = 1};
    plumb_verdict_workspace work = {score, off, weight, range, column, added, shown};
    plumb_verdict_workspace twofold = {scores, offs, weights, ranges, columns, unused, shown_twice};
    return plumb_row_excluded(steps.unit, steps.tiny, weighing, x->visible, values, x->keys, 2, 0,
                              (plumb_ball){number, 0}, work, twofold) != 0;
}

/* e^{p s} over its sum, to the power 1/p. */
static double power_mean(const visible_row *x, double p) {
    double total = 0, mean = 0;
    for (size_t j = 0; j < x->keys; j++)
        total += x->visible[j] ? exp(p * x->score[j].mid) : 0;
    for (size_t j = 0; j < x->keys; j++)
        mean += x->visible[j] ? exp(x->score[j].mid) / pow(total, 1 / p) * x->value[j] : 0;
    return mean;
}

static double sigmoids(const visible_row *x) {
    double sum = 0;
    for (size_t j = 0; j < x->keys; j++)
        sum += x->visible[j] ? x->value[j] / (1 + exp(-x->score[j].mid)) : 0;
    return sum;
}

/* (e^s - 1) over the sum of |e^s - 1| and epsilon, where that is positive */
static double picked(const visible_row *x, double epsilon) {
    double total = 0, sum = 0, most = -INFINITY;
    for (size_t j = 0; j < x->keys; j++)
        most = x->visible[j] ? fmax(most, x->score[j].mid) : most;
    for (size_t j = 0; j < x->keys; j++) {
        double each = x->visible[j] ? exp(x->score[j].mid - most) - exp(-most) : 0;
        total += fabs(each);
        sum += x->visible[j] ? fmax(each, 0) * x->value[j] : 0;
    }
    return sum / (total + epsilon);
}

START_TEST(what_comes_of_the_values) {
    random_cases cases = random_begin("budget row excluded", CASES);
    const double epsilon = 1e-6;
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        const struct {
            plumb_weighing weighing;
            double exact;
        } each[] = {
            {{.kind = PLUMB_WEIGHED_BY_SOFTMAX}, x.mean},
            {{.kind = PLUMB_WEIGHED_BY_SCALED_SOFTMAX, .factor = 1}, x.mean},
            {{.kind = PLUMB_WEIGHED_BY_POWER_SOFTMAX, .power = 2}, power_mean(&x, 2)},
            {{.kind = PLUMB_WEIGHED_BY_MAP,
              .mapping = {.map = PLUMB_MAP_SIGMOID, .division = PLUMB_DIVIDED_BY_NOTHING}},
             sigmoids(&x)},
            {{.kind = PLUMB_WEIGHED_BY_SOFTPICK, .epsilon = epsilon}, picked(&x, epsilon)},
        };
        for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
            ck_assert_msg(!excludes(&x, each[i].weighing, each[i].exact), "%zu: %a is given", i, each[i].exact);
            for (int side = -1; side <= 1; side += 2)
                ck_assert_msg(excludes(&x, each[i].weighing, each[i].exact + 0.01 * side), "%zu: beyond %a", i,
                              each[i].exact);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/row_excluded");
    TCase *tests = tcase_create("row_excluded");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_comes_of_the_values);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
