/* test_log.c - ln x over a ball: contained, tight, and silent only where the header says so. */
#include "number/log.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/function.h"
#include "tests/support/reproduce.h"
#include <float.h>
#include <math.h>

#define CASES 10000
#define PRECISION 300

/* Near 1, where ln x vanishes; powers of two and their neighbours; where exponentials end. */
static double argument(random_cases *cases) {
    static const double ends[] = {0x1p-1000, 0x1p-999, 0x1p-1022, 0x1p1022, DBL_MAX, 1};
    double x;
    switch (random_below(cases, 6)) {
    case 0:
        return fabs(random_edge(cases));
    case 1:
        return 1 + ((double)random_below(cases, 9) - 4) * DBL_EPSILON;
    case 2:
        x = ends[random_below(cases, sizeof ends / sizeof *ends)];
        return nextafter(x, random_below(cases, 2) == 0 ? 0 : INFINITY);
    case 3:
        return exp(1420 * random_uniform(cases) - 710);
    case 4:
        return 100 * random_uniform(cases);
    default:
        return fabs(random_scaled(cases, -1050, 1020));
    }
}

static double radius(random_cases *cases, double x) {
    switch (random_below(cases, 5)) {
    case 0:
        return 0;
    case 1:
        return fabs(x) * ldexp(random_uniform(cases), -(int)random_below(cases, 60));
    case 2:
        return fabs(x) * random_uniform(cases);
    case 3:
        return nextafter(fabs(x), random_below(cases, 2) == 0 ? 0 : INFINITY);
    default:
        return fabs(random_edge(cases));
    }
}

/* ln x grows, so the ends are extreme. */
static bool contains_end(plumb_ball result, plumb_ball a, int side) {
    arb_t x;
    arb_init(x);
    ball_point(x, a, side);
    bool result_contains = !ball_informs(result);
    if (arb_is_positive(x)) {
        arb_log(x, x, PRECISION);
        result_contains = ball_contains(result, x);
    }
    arb_clear(x);
    return result_contains;
}

/* A ball that reaches 0 has a number without a logarithm: nothing may be said of it. */
START_TEST(contains) {
    random_cases cases = random_begin("log contains", CASES);
    while (random_next(&cases)) {
        plumb_ball a = {argument(&cases), 0};
        a.rad = radius(&cases, a.mid);
        if (!isfinite(a.mid) || !isfinite(a.rad))
            continue;
        plumb_ball result = plumb_ball_log(a);
        for (int side = -1; side <= 1; side++)
            if (!contains_end(result, a, side))
                fail_ball(&cases, "does not contain ln x", a, result);
    }
}
END_TEST

/* The exponentials of the candidate and of the one before it err by 2^-52 each, and the first of
   them counts again in the radius; rounding the candidate moves it by 2^-53 |ln x|.  A relative
   radius q of the argument becomes q / (1 - q). */
static double limit(plumb_ball a) {
    double q = a.rad / a.mid;
    double own = 0x1.9p-51 + fabs(log(a.mid)) * 0x1.02p-53;
    return (q + own) * (1 + 0x1p-40) / (1 - q);
}

START_TEST(is_tight) {
    random_cases cases = random_begin("log is tight", CASES);
    while (random_next(&cases)) {
        plumb_ball a = {argument(&cases), 0};
        if (!(a.mid >= 0x1p-900 && a.mid <= 0x1p1020))
            continue;
        if (random_below(&cases, 2) == 0)
            a.rad = radius(&cases, a.mid);
        if (!(a.rad <= 0.99 * a.mid))
            continue;
        plumb_ball result = plumb_ball_log(a);
        if (!(result.rad <= limit(a)))
            fail_ball(&cases, "too wide", a, result);
    }
}
END_TEST

START_TEST(known_values) {
    static const struct {
        double x;
        const char *value;
    } known[] = {{1, "0"},
                 {2, "0.69314718055994530941723212145817656807550013436026"},
                 {10, "2.3025850929940456840179914546843642076011014886288"},
                 {0.5, "-0.69314718055994530941723212145817656807550013436026"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        plumb_ball result = plumb_ball_log(plumb_ball_of(known[i].x));
        arb_t exact;
        arb_init(exact);
        ck_assert_int_eq(arb_set_str(exact, known[i].value, PRECISION), 0);
        ck_assert(ball_informs(result) && result.rad <= 0x1p-49);
        ck_assert_msg(ball_contains(result, exact), "ln(%g)", known[i].x);
        arb_clear(exact);
    }
}
END_TEST

START_TEST(says_nothing) {
    static const plumb_ball beyond[] = {{0, 0},
                                        {-0.0, 0},
                                        {-1, 0},
                                        {-DBL_MAX, 0},
                                        {0x1p-1074, 0},
                                        {DBL_MAX, 0},
                                        {1, 1},
                                        {1, 2},
                                        {-1, 4},
                                        {1, INFINITY},
                                        {1, -INFINITY},
                                        {1, NAN},
                                        {NAN, NAN},
                                        {NAN, 0},
                                        {INFINITY, INFINITY},
                                        {-INFINITY, -INFINITY},
                                        {DBL_MAX, DBL_MAX}};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        ck_assert_msg(!ball_informs(plumb_ball_log(beyond[i])), "log(%a +- %a)", beyond[i].mid,
                      beyond[i].rad);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/log");
    TCase *tests = tcase_create("log");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, known_values);
    tcase_add_test(tests, says_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
