/* test_gram.c - normal equations, and systems with them: against sums and products written out. */
#include "infer/cholesky.h"
#include "infer/gram.h"
#include "tests/support/check.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdlib.h>

enum { MOST = 24 };

static void draw(random_cases *cases, size_t count, double *x) {
    for (size_t i = 0; i < count; i++)
        x[i] = random_below(cases, 4) == 0 ? 0 : random_normal(cases);
}

/* Whatever the number of equations, those that go together and the rest. */
START_TEST(sums_of_products_are_added) {
    random_cases cases = random_begin("gram", 200);
    while (random_next(&cases)) {
        size_t n = 1 + random_below(&cases, MOST), equations = random_below(&cases, 11);
        double x[MOST * 11], gram[MOST * MOST], before[MOST * MOST];
        draw(&cases, n * equations, x);
        draw(&cases, n * n, gram);
        memcpy(before, gram, sizeof before);
        plumb_gram_add(x, equations, n, gram);
        for (size_t i = 0; i < n; i++)
            for (size_t j = i; j < n; j++) {
                double sum = before[i * n + j];
                for (size_t k = 0; k < equations; k++)
                    sum += x[k * n + i] * x[k * n + j];
                ck_assert_double_eq_tol(gram[i * n + j], sum, 1e-12);
            }
    }
}
END_TEST

/* A = X X^T + 1, its solutions and the diagonal of its inverse. */
START_TEST(systems_are_solved) {
    random_cases cases = random_begin("cholesky", 100);
    while (random_next(&cases)) {
        size_t n = 1 + random_below(&cases, MOST), equations = n + random_below(&cases, 6);
        double x[MOST * (MOST + 6)], a[MOST * MOST] = {0}, r[MOST * MOST], b[MOST] = {0};
        double y[MOST], diagonal[MOST], found[MOST];
        draw(&cases, n * equations, x);
        draw(&cases, n, b);
        plumb_gram_add(x, equations, n, a);
        for (size_t i = 0; i < n; i++)
            a[i * n + i] += 1;
        memcpy(r, a, sizeof r);
        memcpy(y, b, sizeof y);
        ck_assert_int_eq(plumb_cholesky(r, n), 0);
        plumb_cholesky_solve(r, n, y);
        for (size_t i = 0; i < n; i++) {
            double left = b[i];
            for (size_t j = 0; j < n; j++)
                left -= a[i < j ? i * n + j : j * n + i] * y[j];
            ck_assert_double_eq_tol(left, 0, 1e-9);
        }
        for (size_t i = 0; i < n; i++) {
            double unit[MOST] = {0};
            unit[i] = 1;
            plumb_cholesky_solve(r, n, unit);
            diagonal[i] = unit[i];
        }
        plumb_cholesky_inverse_diagonal(r, n, found);
        for (size_t i = 0; i < n; i++)
            ck_assert_double_eq_tol(found[i], diagonal[i], 1e-9);
    }
}
END_TEST

START_TEST(what_is_not_positive_definite_is_refused) {
    double zero[1] = {0}, negative[4] = {1, 2, 0, 1}, nan[1] = {NAN};
    ck_assert_int_eq(plumb_cholesky(zero, 1), -1);
    ck_assert_int_eq(plumb_cholesky(negative, 2), -1);
    ck_assert_int_eq(plumb_cholesky(nan, 1), -1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/gram");
    TCase *tests = tcase_create("gram");
    tcase_add_test(tests, sums_of_products_are_added);
    tcase_add_test(tests, systems_are_solved);
    tcase_add_test(tests, what_is_not_positive_definite_is_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
