/* test_exp.c - e^x over a ball: contained, tight, and silent only where the header says so. */
#include "number/exp.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/function.h"
#include "tests/support/reproduce.h"
#include <float.h>
#include <math.h>

#define CASES 20000

/* Where argument reduction changes its multiple of ln 2, where the branches are, and all else. */
static double argument(random_cases *cases) {
    static const double branches[] = {-708, -707, 708, 0, 1, -1};
    double x;
    switch (random_below(cases, 6)) {
    case 0:
        return random_edge(cases);
    case 1:
        x = ((double)random_below(cases, 2100) - 1050 + 0.5) * log(2);
        return nextafter(x, random_below(cases, 2) == 0 ? -DBL_MAX : DBL_MAX);
    case 2:
        x = branches[random_below(cases, 6)];
        return x + (double)random_below(cases, 5) * 0x1p-43 - 0x1p-42;
    case 3:
        return random_scaled(cases, -60, 0);
    default:
        return 1500 * random_uniform(cases) - 750;
    }
}

static double radius(random_cases *cases) {
    switch (random_below(cases, 5)) {
    case 0:
        return 0;
    case 1:
        return ldexp(random_uniform(cases), -(int)random_below(cases, 60));
    case 2:
        return random_uniform(cases);
    case 3:
        return nextafter(1, random_below(cases, 2) == 0 ? 0 : 2);
    default:
        return fabs(random_edge(cases));
    }
}

/* e^x grows, so the ends are extreme.  An argument beyond 2^20 is cut off there: e^x is then too
   large for any finite ball, or below 2^-1000000. */
static bool contains_end(plumb_ball result, plumb_ball a, int side) {
    arb_t x;
    arb_init(x);
    ball_point(x, a, side);
    if (arf_cmpabs_2exp_si(arb_midref(x), 20) > 0)
        arb_set_si(x, arf_sgn(arb_midref(x)) * (1 << 20));
    arb_exp(x, x, 300);
    bool result_contains = ball_contains(result, x);
    arb_clear(x);
    return result_contains;
}

START_TEST(contains) {
    random_cases cases = random_begin("exp contains", CASES);
    while (random_next(&cases)) {
        plumb_ball a = {argument(&cases), radius(&cases)};
        plumb_ball result = plumb_ball_exp(a);
        for (int side = -1; side <= 1; side++)
            if (!contains_end(result, a, side))
                fail_ball(&cases, "does not contain e^x", a, result);
    }
}
END_TEST

/* value * factor and what the widening by 2^-1000 adds, rounded up */
static double limit(const arb_t value, double factor) {
    arb_t product;
    arf_t top;
    arb_init(product);
    arf_init(top);
    arb_set_d(product, factor);
    arb_mul(product, product, value, 100);
    arb_get_abs_ubound_arf(top, product, 100);
    double result = arf_get_d(top, ARF_RND_UP) + 0x1p-999;
    arb_clear(product);
    arf_clear(top);
    return result;
}

/* exp.h: the value is within 2^-52 relatively; 2^-47 more is left for the widening, and for
   measuring that from the rounded value. */
START_TEST(is_tight_for_numbers) {
    random_cases cases = random_begin("exp of numbers", CASES);
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        plumb_ball a = {argument(&cases), 0};
        if (!(a.mid >= -707 && a.mid <= 708))
            continue;
        plumb_ball result = plumb_ball_exp(a);
        ball_point(exact, a, 0);
        arb_exp(exact, exact, 300);
        if (!(result.rad <= limit(exact, 0x1p-52 * (1 + 0x1p-47))))
            fail_ball(&cases, "too wide", a, result);
        if (result.rad < 0x1p-1001)
            fail_ball(&cases, "tiny radius", a, result);
    }
    arb_clear(exact);
}
END_TEST

/* The ideal radius is e^a (e^r - 1), a third more suffices for r + r^2 in place of e^r - 1 <= 1. */
START_TEST(is_tight_for_balls) {
    random_cases cases = random_begin("exp of balls", CASES);
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        plumb_ball a = {argument(&cases), radius(&cases)};
        if (!(a.mid - a.rad >= -706 && a.mid <= 708 && a.rad <= 1))
            continue;
        plumb_ball result = plumb_ball_exp(a);
        ball_point(exact, a, 0);
        arb_exp(exact, exact, 300);
        if (!(result.rad <= limit(exact, 1.25 * (expm1(a.rad) + 0x1p-52))))
            fail_ball(&cases, "too wide", a, result);
    }
    arb_clear(exact);
}
END_TEST

START_TEST(known_values) {
    static const struct {
        double x;
        const char *value;
    } known[] = {{0, "1"},
                 {1, "2.71828182845904523536028747135266249775724709369995"},
                 {-1, "0.36787944117144232159552377016146086744581113103176"},
                 {100, "2.6881171418161354484126255515800135873611118773741922e43"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        plumb_ball result = plumb_ball_exp(plumb_ball_of(known[i].x));
        arb_t exact;
        arb_init(exact);
        ck_assert_int_eq(arb_set_str(exact, known[i].value, 300), 0);
        ck_assert(ball_informs(result) && result.rad <= 0x1p-51 * result.mid);
        ck_assert_msg(ball_contains(result, exact), "exp(%g)", known[i].x);
        arb_clear(exact);
    }
}
END_TEST

START_TEST(far_below_is_almost_zero) {
    static const plumb_ball far[] = {{-708, 0.5}, {-1e4, 0}, {-DBL_MAX, 0}, {-1e300, 1e299}};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        plumb_ball result = plumb_ball_exp(far[i]);
        ck_assert_msg(balls_identical(result, (plumb_ball){0, 0x1p-1019}), "%a", far[i].mid);
    }
}
END_TEST

START_TEST(says_nothing) {
    static const plumb_ball beyond[] = {{709, 0},
                                        {1e4, 0},
                                        {DBL_MAX, 0},
                                        {0, 1.5},
                                        {0, INFINITY},
                                        {NAN, NAN},
                                        {-1e4, 1e4},
                                        {-1e4, INFINITY},
                                        {INFINITY, INFINITY},
                                        {DBL_MAX, DBL_MAX},
                                        {-INFINITY, -INFINITY}};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        ck_assert_msg(!ball_informs(plumb_ball_exp(beyond[i])), "exp(%a +- %a)", beyond[i].mid,
                      beyond[i].rad);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/exp");
    TCase *tests = tcase_create("exp");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight_for_numbers);
    tcase_add_test(tests, is_tight_for_balls);
    tcase_add_test(tests, known_values);
    tcase_add_test(tests, far_below_is_almost_zero);
    tcase_add_test(tests, says_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
