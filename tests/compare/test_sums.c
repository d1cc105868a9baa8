/* test_sums.c - the sums of a budget in lanes, against the same sums one by one; of every length, since the last
   elements and columns do not fill a vector. */
#include "compare/column_sums.h"
#include "compare/vector_sums.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

enum { KEYS = 13, COLUMNS = 37 };

START_TEST(vectors_of_every_length_are_summed) {
    random_cases cases = random_begin("sums of vectors", 40);
    while (random_next(&cases))
        for (size_t dim = 0; dim <= COLUMNS; dim++) {
            double q[COLUMNS], k[COLUMNS], product = 0, magnitude = 0, absolute = 0;
            for (size_t c = 0; c < dim; c++) {
                q[c] = random_normal(&cases);
                k[c] = random_normal(&cases);
                product += q[c] * k[c];
                magnitude += fabs(q[c] * k[c]);
                absolute += fabs(q[c]) + fabs(k[c]);
            }
            plumb_vector_sums sums = plumb_sum_vectors(q, k, dim);
            ck_assert_double_le(fabs(sums.product - product), 1e-14 * magnitude);
            ck_assert_double_le(fabs(sums.magnitude - magnitude), 1e-14 * magnitude);
            ck_assert_double_le(fabs(sums.absolute - absolute), 1e-14 * absolute);
        }
}
END_TEST

/* The formulas of column_sums.h. */
static void add_plainly(plumb_column_sums *column, const plumb_column_key *key, double v, plumb_ball output) {
    column->spread += key->spread * (fabs(v - output.mid) + output.rad);
    column->magnitude += key->magnitude * fabs(v);
    column->absolute += fabs(v);
    column->least = fmin(column->least, v);
    column->greatest = fmax(column->greatest, v);
    column->largest = fmax(column->largest, fabs(v));
}

START_TEST(columns_have_the_bits_of_one_key_after_the_other) {
    random_cases cases = random_begin("sums of columns", 40);
    while (random_next(&cases))
        for (size_t columns = 0; columns <= COLUMNS; columns++) {
            static double value[KEYS][COLUMNS];
            plumb_column_key key[KEYS];
            plumb_ball output[COLUMNS];
            plumb_column_sums column[COLUMNS], expected[COLUMNS];
            size_t keys = random_below(&cases, KEYS + 1);
            for (size_t c = 0; c < columns; c++) {
                output[c] = (plumb_ball){random_normal(&cases), fabs(random_normal(&cases))};
                column[c] = expected[c] = (plumb_column_sums){.least = INFINITY, .greatest = -INFINITY, .unit = 3, .tiny = 5};
            }
            for (size_t j = 0; j < keys; j++) {
                key[j] = (plumb_column_key){value[j], random_uniform(&cases), random_uniform(&cases)};
                for (size_t c = 0; c < columns; c++) {
                    value[j][c] = random_normal(&cases);
                    add_plainly(&expected[c], &key[j], value[j][c], output[c]);
                }
            }
            plumb_columns_add(column, columns, key, keys, output);
            ck_assert_int_eq(memcmp(column, expected, columns * sizeof *column), 0);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare/sums");
    TCase *tests = tcase_create("sums");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, vectors_of_every_length_are_summed);
    tcase_add_test(tests, columns_have_the_bits_of_one_key_after_the_other);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
