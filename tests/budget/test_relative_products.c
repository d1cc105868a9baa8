/* test_relative_products.c - each key of a row has the score that it would have by itself. */
#include "budget/relative_products.h"
#include "tests/budget/models.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 500
#define MOST_KEYS 8
#define MOST_DIM 16

static void fill(random_cases *cases, double *x, size_t count) {
    for (size_t c = 0; c < count; c++)
        x[c] = random_normal(cases);
}

START_TEST(each_by_itself) {
    random_cases cases = random_begin("budget relative products", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        size_t keys = 1 + random_below(&cases, MOST_KEYS), dim = 1 + random_below(&cases, MOST_DIM);
        double query[MOST_DIM], key[MOST_KEYS * MOST_DIM], relative[MOST_KEYS * MOST_DIM];
        plumb_ball score[MOST_KEYS], off[MOST_KEYS], by_key[MOST_KEYS], by_relative[MOST_KEYS];
        fill(&cases, query, dim);
        fill(&cases, key, keys * dim);
        fill(&cases, relative, keys * dim);
        for (size_t j = 0; j < keys; j++) {
            by_key[j] = score[j] = (plumb_ball){random_normal(&cases), 0};
            by_relative[j] = off[j] = (plumb_ball){random_normal(&cases), 0};
        }
        plumb_relative_error error = plumb_relative_error_of(steps.unit, steps.tiny, dim, (plumb_ball){0.25, 0});
        plumb_relative_products(error, query, key, relative, keys, dim, score, off);
        for (size_t j = 0; j < keys; j++) {
            plumb_computed each = plumb_relative_score(error, query, key + j * dim, relative + j * dim, dim, by_key[j],
                                                       by_relative[j]);
            if (!balls_identical(score[j], each.exact) || !balls_identical(off[j], each.off)) {
                reproduction line = reproduce(&cases);
                reproduce_text(&line, " key %zu: %a off by %a", j, score[j].mid, off[j].mid);
                reproduce_fail(&line);
            }
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/relative_products");
    TCase *tests = tcase_create("relative_products");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, each_by_itself);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
