/* Tolerances of gradients and the judge: numbers beyond them FAIL, and numbers within them do not. */
#include "backward/gradients.h"
#include "judge/compare.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include "vectors/answers.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The verdict on right answers but for one number of a gradient, under the precision whose tolerances are stated. */
static plumb_verdict verdict_of(const plumb_vector_answers *a, plumb_gradient g, size_t i, double number) {
    const plumb_vector_result *right = &a->gradient[g];
    plumb_case claimed = a->right;
    plumb_report report;
    plumb_error error;
    double *numbers = malloc(right->count * sizeof *numbers);
    memcpy(numbers, claimed.gradient[g].value, right->count * sizeof *numbers);
    numbers[i] = number;
    claimed.gradient[g].value = numbers;
    const plumb_compare_options how = {.alone = true};
    ck_assert_msg(plumb_compare(&claimed, &how, &report, &error) == 0, "%s", error.text);
    free(numbers);
    return report.verdict;
}

/* Returns whether there was something to try. */
static bool check_number(const plumb_vector_answers *a, plumb_gradient g, size_t i) {
    const plumb_vector_result *right = &a->gradient[g];
    double by = right->tolerance[i], exact = right->middle[i];
    if (!(by > 0) || !isfinite(by) || !(fabs(exact) > 0x1p-20)) /* of nearly 0 little is asked: it is expected */
        return false;
    for (int side = -1; side <= 1; side += 2) {
        ck_assert_msg(verdict_of(a, g, i, exact + 2 * side * by) == PLUMB_FAIL, "%s: %s %zu: twice %g", a->right.source,
                      plumb_gradient_name(g), i, side * by);
        ck_assert_msg(verdict_of(a, g, i, exact + 0.5 * side * by) != PLUMB_FAIL, "%s: %s %zu: half of %g",
                      a->right.source, plumb_gradient_name(g), i, side * by);
    }
    return true;
}

START_TEST(numbers_beyond_a_tolerance_fail) {
    const plumb_family *family = plumb_family_find("gradients");
    size_t count = plumb_candidates(family, NULL), checked = 0;
    plumb_candidate *list = calloc(count, sizeof *list);
    plumb_error error;
    plumb_candidates(family, list);
    for (size_t n = (size_t)_i; n < count; n += 11) {
        plumb_drawn_case inputs;
        plumb_storage storage = {0};
        plumb_vector_answers answers;
        ck_assert_msg(plumb_vector_draw(&list[n], 3, &inputs, &error) == 0, "%s", error.text);
        ck_assert_msg(plumb_vector_answer(&inputs, &storage, &answers, &error) == 0, "%s", error.text);
        for (int g = 0; answers.passes && g < PLUMB_GRADIENT_COUNT; g++)
            if (answers.gradient[g].count > 0)
                checked += check_number(&answers, (plumb_gradient)g, n % answers.gradient[g].count);
        plumb_drawn_case_free(&inputs);
        plumb_storage_free(&storage);
    }
    ck_assert_uint_ge(checked, 10);
    free(list);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("vectors/gradient_tolerances");
    TCase *cases = tcase_create("Tolerances");
    tcase_set_timeout(cases, 60 * random_timeout());
    tcase_add_loop_test(cases, numbers_beyond_a_tolerance_fail, 0, 4);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
