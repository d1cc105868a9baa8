/* test_element_sums.c - the sums are those of the elements, whatever their signs. */
#include "budget/element_sums.h"
#include "tests/support/contain.h"
#include "tests/support/random.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 500
#define MOST_DIM 64

/* Of integers, so that the sums are exact. */
START_TEST(are_of_sizes) {
    random_cases cases = random_begin("budget element sums", CASES);
    while (random_next(&cases)) {
        size_t dim = random_below(&cases, MOST_DIM + 1);
        double query[MOST_DIM], key[MOST_DIM], magnitude = 0, by_query = 0, by_key = 0;
        for (size_t c = 0; c < dim; c++) {
            query[c] = (double)random_below(&cases, 2001) - 1000;
            key[c] = (double)random_below(&cases, 2001) - 1000;
            magnitude += fabs(query[c] * key[c]);
            by_query += fabs(query[c]);
            by_key += fabs(key[c]);
        }
        plumb_element_sums sums = plumb_sum_elements(query, key, dim);
        if (!ball_contains_double(sums.magnitude, magnitude) || !ball_contains_double(sums.query, by_query) ||
            !ball_contains_double(sums.key, by_key) || !(sums.magnitude.rad <= 0x1p-40 * magnitude)) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " of %zu elements", dim);
            reproduce_fail(&line);
        }
    }
}
END_TEST

START_TEST(nothing_is_known) {
    double query[] = {1, NAN}, key[] = {1, 1};
    ck_assert(!ball_informs(plumb_sum_elements(query, key, 2).magnitude));
    ck_assert(ball_informs(plumb_sum_elements(query, key, 1).magnitude));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/element_sums");
    TCase *tests = tcase_create("element_sums");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, are_of_sizes);
    tcase_add_test(tests, nothing_is_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
