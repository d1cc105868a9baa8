/* test_filled_row.c - of a row that stands in the workspace, what a softmax gives is never excluded, plain, scaled or
   clipped, with vectors at the values where weights are clipped; what another gives is. */
#include "budget/filled_row.h"
#include "tests/budget/visible_rows.h"
#include "tests/support/reproduce.h"

#define CASES 300

static const plumb_weighing plain = {.kind = PLUMB_WEIGHED_BY_SOFTMAX},
                            scaled = {.kind = PLUMB_WEIGHED_BY_SCALED_SOFTMAX, .factor = 2},
                            clipped = {.kind = PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX, .clip = {-0.1, 1.1}};

typedef struct {
    visible_row row;
    double added[MOST_VISIBLE_KEYS];
} filled_row;

static void random_filled_row(random_cases *cases, filled_row *x) {
    random_visible_row(cases, &x->row);
    for (size_t j = 0; j < x->row.keys; j++)
        x->added[j] = x->row.visible[j] ? random_normal(cases) : NAN;
}

static int excluded(const filled_row *x, plumb_weighing weighing, int adds, double number) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    filled_row filled = *x;
    plumb_ball weight[MOST_VISIBLE_KEYS];
    plumb_range range[MOST_VISIBLE_KEYS];
    plumb_verdict_workspace work = {filled.row.score, filled.row.off,    weight, range,
                               filled.row.value, filled.added, filled.row.visible};
    return plumb_filled_row_excluded(steps.unit, steps.tiny, weighing, adds ? filled.added : filled.row.value, adds,
                                     x->row.keys, 1, (plumb_ball){number, 0}, work);
}

static double sum_of(const filled_row *x, plumb_weighing weighing, int adds) {
    double sum = 0;
    for (size_t j = 0; j < x->row.keys; j++) {
        double weight = x->row.exact[j];
        if (weighing.kind == PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX)
            weight = fmin(1, fmax(0, (weighing.clip.zeta - weighing.clip.gamma) * weight + weighing.clip.gamma));
        sum += x->row.visible[j] ? weight * (x->row.value[j] + (adds ? x->added[j] : 0)) : 0;
    }
    return weighing.kind == PLUMB_WEIGHED_BY_SCALED_SOFTMAX ? weighing.factor * sum : sum;
}

START_TEST(each_kind_is_told_from_the_others) {
    random_cases cases = random_begin("budget filled row", CASES);
    const plumb_weighing kinds[] = {plain, scaled, clipped, clipped};
    enum { KINDS = sizeof kinds / sizeof *kinds, WITH_VECTORS = KINDS - 1 };
    size_t told = 0;
    while (random_next(&cases)) {
        filled_row x;
        random_filled_row(&cases, &x);
        for (size_t own = 0; own < KINDS; own++)
            for (size_t other = 0; other < KINDS; other++) {
                double right = sum_of(&x, kinds[own], own == WITH_VECTORS);
                double number = sum_of(&x, kinds[other], other == WITH_VECTORS);
                int excludes = excluded(&x, kinds[own], own == WITH_VECTORS, number);
                if (own == other ? excludes : !excludes && fabs(number - right) > 0.001) {
                    reproduction line = reproduce(&cases);
                    reproduce_text(&line, " kind %zu, number of kind %zu: %a, right: %a", own, other, number, right);
                    reproduce_fail(&line);
                }
                told += (size_t)excludes;
            }
    }
    ck_assert(told > CASES * 6);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/filled_row");
    TCase *tests = tcase_create("filled_row");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, each_kind_is_told_from_the_others);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
