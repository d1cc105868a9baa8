/* test_vector_product.c - products in lanes, against sums one by one; of every length, since the last elements do not
   fill a vector. */
#include "bundle/vector_product.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

enum { LONGEST = 37 };

START_TEST(vectors_of_every_length_are_multiplied) {
    random_cases cases = random_begin("products of vectors", 40);
    while (random_next(&cases))
        for (size_t dim = 0; dim <= LONGEST; dim++) {
            double x[LONGEST], y[LONGEST], product = 0, magnitude = 0;
            for (size_t c = 0; c < dim; c++) {
                x[c] = random_normal(&cases);
                y[c] = random_normal(&cases);
                product += x[c] * y[c];
                magnitude += fabs(x[c] * y[c]);
            }
            ck_assert_double_le(fabs(plumb_vector_product(x, y, dim) - product), 1e-14 * magnitude);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/vector_product");
    TCase *tests = tcase_create("vector_product");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, vectors_of_every_length_are_multiplied);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
