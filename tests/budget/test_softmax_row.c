/* test_softmax_row.c - what comes of a softmax with a sink or without, clipped, scaled or neither, is never excluded;
   what comes of another is. */
#include "budget/softmax_row.h"
#include "tests/budget/visible_rows.h"
#include "tests/support/reproduce.h"

#define CASES 300
#define PLACES (MOST_VISIBLE_KEYS + 1)

/* The sink's logit is 0 and off by nothing. */
static int excluded(const visible_row *x, plumb_weighing weighing, int has_sink, double number) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_ball score[PLACES], off[PLACES], weight[PLACES], scores[2 * PLACES], offs[2 * PLACES], weights[2 * PLACES];
    plumb_range range[PLACES], ranges[2 * PLACES];
    double column[PLACES], vectors[PLACES], columns[2 * PLACES], unused[2 * PLACES];
    unsigned char shown[PLACES], shown_twice[2 * PLACES];
    plumb_row_values row = {x->value, x->value, 1, 0, 0};
    for (size_t j = 0; j <= x->keys; j++) {
        score[j] = j < x->keys ? x->score[j] : plumb_ball_zero();
        off[j] = j < x->keys ? x->off[j] : plumb_ball_zero();
    }
    return plumb_softmax_row_excluded(
        steps.unit, steps.tiny, weighing, x->visible, row, x->keys, 1, has_sink, (plumb_ball){number, 0},
        (plumb_verdict_workspace){score, off, weight, range, column, vectors, shown},
        (plumb_verdict_workspace){scores, offs, weights, ranges, columns, unused, shown_twice});
}

/* The sum of the weights, clipped or multiplied, times the values; the sink weighs none. */
static double sum_of(const visible_row *x, plumb_weighing weighing, int has_sink) {
    double total = has_sink ? 1 : 0, sum = 0;
    for (size_t j = 0; j < x->keys; j++)
        total += x->visible[j] ? exp(x->score[j].mid) : 0;
    for (size_t j = 0; j < x->keys; j++) {
        double weight = x->visible[j] ? exp(x->score[j].mid) / total : 0;
        if (weighing.kind == PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX)
            weight = fmin(1, fmax(0, (weighing.clip.zeta - weighing.clip.gamma) * weight + weighing.clip.gamma));
        sum += x->visible[j] ? weight * x->value[j] : 0;
    }
    return weighing.kind == PLUMB_WEIGHED_BY_SCALED_SOFTMAX ? weighing.factor * sum : sum;
}

static void fail_case(const random_cases *cases, const char *what, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a", what, number);
    reproduce_fail(&line);
}

START_TEST(each_kind_is_told_from_the_others) {
    random_cases cases = random_begin("budget softmax row", CASES);
    size_t told = 0;
    const plumb_weighing kinds[] = {{.kind = PLUMB_WEIGHED_BY_SOFTMAX},
                                    {.kind = PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX, .clip = {-0.1, 1.1}},
                                    {.kind = PLUMB_WEIGHED_BY_SCALED_SOFTMAX, .factor = 2}};
    const size_t ways = 2 * sizeof kinds / sizeof *kinds;
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        for (size_t own = 0; own < ways; own++)
            for (size_t other = 0; other < ways; other++) {
                double right = sum_of(&x, kinds[own / 2], own % 2), number = sum_of(&x, kinds[other / 2], other % 2);
                int excludes = excluded(&x, kinds[own / 2], own % 2, number);
                if (own == other && excludes)
                    fail_case(&cases, "right and excluded", number);
                if (fabs(number - right) > 0.001 && !excludes)
                    fail_case(&cases, "of another kind and possible", number);
                told += fabs(number - right) > 0.001;
            }
    }
    ck_assert(told > CASES);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/softmax_row");
    TCase *tests = tcase_create("softmax_row");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, each_kind_is_told_from_the_others);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
