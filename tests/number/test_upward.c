/* test_upward.c - level 1: each bound is on the safe side of the exact result, and near it. */
#include "number/upward.h"
#include "problem/arb.h"
#include "tests/support/suite.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 20000

/* exact <= bound <= exact (1 + 2^-49) + 2^-999; an overflow is a bound above everything. */
static bool just_above(double bound, const arf_t exact) {
    arf_t limit, more;
    arf_init(limit);
    arf_init(more);
    arf_mul_2exp_si(limit, exact, -49);
    arf_add(limit, limit, exact, ARF_PREC_EXACT, ARF_RND_NEAR);
    arf_set_d(more, 0x1p-999);
    arf_add(limit, limit, more, ARF_PREC_EXACT, ARF_RND_NEAR);
    bool above = arf_cmp_d(exact, bound) <= 0;
    bool overflow = !isfinite(bound) && arf_cmp_d(limit, 0x1p1023) > 0;
    bool near = arf_cmp_d(limit, bound) >= 0;
    arf_clear(limit);
    arf_clear(more);
    return above && (near || overflow);
}

/* exact (1 - 2^-49) - 2^-999 <= bound <= exact */
static bool just_below(double bound, const arf_t exact) {
    arf_t limit, less;
    arf_init(limit);
    arf_init(less);
    arf_mul_2exp_si(limit, exact, -49);
    arf_sub(limit, exact, limit, ARF_PREC_EXACT, ARF_RND_NEAR);
    arf_set_d(less, 0x1p-999);
    arf_sub(limit, limit, less, ARF_PREC_EXACT, ARF_RND_NEAR);
    bool result = arf_cmp_d(exact, bound) >= 0 && arf_cmp_d(limit, bound) <= 0;
    arf_clear(limit);
    arf_clear(less);
    return result;
}

static void fail_case(const random_cases *cases, const char *what, double a, double b,
                      double bound) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s:", what);
    reproduce_doubles(&line, "a", &a, 1);
    reproduce_doubles(&line, "b", &b, 1);
    reproduce_doubles(&line, "bound", &bound, 1);
    reproduce_fail(&line);
}

START_TEST(bounds) {
    random_cases cases = random_begin("bounds", CASES);
    arf_t x, y, z;
    arf_init(x);
    arf_init(y);
    arf_init(z);
    while (random_next(&cases)) {
        double a = fabs(random_edge(&cases)), b = fabs(random_companion(&cases, a));
        arf_set_d(x, a);
        arf_set_d(y, b);
        if (!just_above(plumb_upward(a), x))
            fail_case(&cases, "upward", a, b, plumb_upward(a));
        if (!just_below(plumb_downward(a), x))
            fail_case(&cases, "downward", a, b, plumb_downward(a));
        arf_add(z, x, y, ARF_PREC_EXACT, ARF_RND_NEAR);
        if (!just_above(plumb_sum_up(a, b), z))
            fail_case(&cases, "sum_up", a, b, plumb_sum_up(a, b));
        arf_mul(z, x, y, ARF_PREC_EXACT, ARF_RND_NEAR);
        if (!just_above(plumb_product_up(a, b), z))
            fail_case(&cases, "product_up", a, b, plumb_product_up(a, b));
        if (b > 0) {
            arf_div(z, x, y, 300, ARF_RND_UP);
            if (!just_above(plumb_quotient_up(a, b), z))
                fail_case(&cases, "quotient_up", a, b, plumb_quotient_up(a, b));
        }
        if (a >= b) {
            arf_sub(z, x, y, ARF_PREC_EXACT, ARF_RND_NEAR);
            if (!just_below(plumb_difference_down(a, b), z))
                fail_case(&cases, "difference_down", a, b, plumb_difference_down(a, b));
        }
        arf_mul_2exp_si(z, x, -53);
        if (!just_above(plumb_rounding_radius(-a), z))
            fail_case(&cases, "rounding_radius", a, b, plumb_rounding_radius(-a));
    }
    arf_clear(x);
    arf_clear(y);
    arf_clear(z);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/upward");
    TCase *tests = tcase_create("upward");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, bounds);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
