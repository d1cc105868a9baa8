/* test_merge.c - parts merged in Arb: by hand, in both bases. */
#include "exact/merge.h"
#include "tests/support/suite.h"
#include <math.h>

/* Whether the ball holds the number, and is narrow. */
static bool is_near(const arb_t x, double number) {
    return fabs(arf_get_d(arb_midref(x), ARF_RND_NEAR) - number) <= 1e-15 * fmax(1, fabs(number)) &&
           mag_cmp_2exp_si(arb_radref(x), -150) < 0;
}

START_TEST(weighs_by_the_base) {
    /* 2^0 : 2^1 */
    const double lse[] = {0, 1}, output[] = {3, 30, 6, 0};
    plumb_exact_parts row = {2, 2, 2, lse, output, true};
    arb_ptr merged = _arb_vec_init(2);
    arb_t all;
    arb_init(all);
    ck_assert(plumb_exact_merge(&row, merged, all, 200));
    ck_assert(is_near(merged, 5) && is_near(merged + 1, 10) && is_near(all, log2(3)));
    const double between[] = {0, 0.5}; /* 1 : sqrt(2) */
    row.lse = between;
    ck_assert(plumb_exact_merge(&row, merged, all, 200));
    ck_assert(is_near(merged, (3 + 6 * sqrt(2)) / (1 + sqrt(2))) && is_near(all, log2(1 + sqrt(2))));
    row.lse = lse;
    row.base_two = false;
    ck_assert(plumb_exact_merge(&row, merged, all, 200));
    ck_assert(is_near(merged, (3 + 6 * exp(1)) / (1 + exp(1))) && is_near(all, log(1 + exp(1))));
    arb_clear(all);
    _arb_vec_clear(merged, 2);
}
END_TEST

START_TEST(empty_parts_are_not_read) {
    const double lse[] = {-INFINITY, 2, -INFINITY}, output[] = {NAN, 7, INFINITY};
    plumb_exact_parts row = {3, 1, 1, lse, output, false};
    arb_t merged, all;
    arb_init(merged);
    arb_init(all);
    ck_assert(plumb_exact_merge(&row, merged, all, 200));
    ck_assert(arb_equal_si(merged, 7) && arb_equal_si(all, 2));
    row.lse = (const double[]){-INFINITY, -INFINITY, -INFINITY};
    ck_assert(!plumb_exact_merge(&row, merged, all, 200));
    arb_clear(merged);
    arb_clear(all);
}
END_TEST

/* Ties of equal outputs or whole powers of 2 are exact: no precision would tell them apart from their neighbours. */
START_TEST(ties_are_exact) {
    const double same[] = {0.3, 1.7}, tie[] = {0x1.01p0, 0x1.01p0}, power[] = {3, 3, 4}, thirds[] = {1, 3, 2};
    arb_t merged, all;
    arb_init(merged);
    arb_init(all);
    ck_assert(plumb_exact_merge(&(plumb_exact_parts){2, 1, 1, same, tie, false}, merged, all, 200));
    ck_assert(arb_is_exact(merged) && arf_cmp_d(arb_midref(merged), 0x1.01p0) == 0);
    ck_assert(plumb_exact_merge(&(plumb_exact_parts){3, 1, 1, power, thirds, true}, merged, all, 200));
    ck_assert(arb_equal_si(merged, 2) && is_near(all, 5));
    arb_clear(merged);
    arb_clear(all);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/merge");
    TCase *tests = tcase_create("merge");
    tcase_add_test(tests, weighs_by_the_base);
    tcase_add_test(tests, empty_parts_are_not_read);
    tcase_add_test(tests, ties_are_exact);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
