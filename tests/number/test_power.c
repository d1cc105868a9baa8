/* test_power.c - x^y over two balls: contained, tight, and silent only where the header says so. */
#include "number/power.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <float.h>
#include <math.h>

#define CASES 10000
#define PRECISION 300

static void fail_case(const random_cases *cases, const char *what, plumb_ball a,
                      plumb_ball exponent, plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s:", what);
    reproduce_balls(&line, "a", &a, 1);
    reproduce_balls(&line, "exponent", &exponent, 1);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_fail(&line);
}

static double base(random_cases *cases) {
    switch (random_below(cases, 4)) {
    case 0:
        return fabs(random_edge(cases));
    case 1:
        return 1 + ((double)random_below(cases, 9) - 4) * DBL_EPSILON;
    case 2:
        return 1 + 100 * random_uniform(cases);
    default:
        return fabs(random_scaled(cases, -900, 900));
    }
}

/* Simple ones, those that keep x^y among the normal numbers, and anything finite. */
static double power_of(random_cases *cases, double x) {
    static const double simple[] = {0, 1, -1, 2, 0.5, -0.5, 10, 0x1p-60};
    switch (random_below(cases, 3)) {
    case 0:
        return simple[random_below(cases, sizeof simple / sizeof *simple)];
    case 1:
        return x == 1 || x == 0 ? 3 : (1500 * random_uniform(cases) - 750) / log(x);
    default:
        return random_edge(cases);
    }
}

static double radius(random_cases *cases, double x) {
    switch (random_below(cases, 3)) {
    case 0:
        return 0;
    case 1:
        return fabs(x) * ldexp(random_uniform(cases), -(int)random_below(cases, 60));
    default:
        return fabs(random_edge(cases));
    }
}

/* x^y, which where y ln x is beyond 2^20 either way is cut off: it is then too large for any finite
   ball, or below 2^-1000000. */
static void exact_power(arb_t power, const arb_t x, const arb_t y) {
    arb_t logarithm;
    arb_init(logarithm);
    arb_log(logarithm, x, PRECISION);
    arb_mul(logarithm, logarithm, y, PRECISION);
    if (arf_cmpabs_2exp_si(arb_midref(logarithm), 20) > 0) {
        arb_set_si(logarithm, arf_sgn(arb_midref(logarithm)) * (1 << 20));
        arb_exp(power, logarithm, PRECISION);
    } else {
        arb_pow(power, x, y, PRECISION);
    }
    arb_clear(logarithm);
}

/* x^y is monotone in x and in y, so the corners are extreme. */
static bool contains_corner(plumb_ball result, plumb_ball a, plumb_ball exponent, int side,
                            int exponent_side) {
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    ball_point(x, a, side);
    ball_point(y, exponent, exponent_side);
    bool result_contains = !ball_informs(result);
    if (arb_is_positive(x)) {
        exact_power(x, x, y);
        result_contains = ball_contains(result, x);
    }
    arb_clear(x);
    arb_clear(y);
    return result_contains;
}

START_TEST(contains) {
    random_cases cases = random_begin("power contains", CASES);
    while (random_next(&cases)) {
        plumb_ball a = {base(&cases), 0};
        a.rad = radius(&cases, a.mid);
        plumb_ball exponent = {power_of(&cases, a.mid), 0};
        exponent.rad = radius(&cases, exponent.mid);
        if (!isfinite(a.rad) || !isfinite(exponent.mid) || !isfinite(exponent.rad))
            continue;
        plumb_ball result = plumb_ball_power(a, exponent);
        for (int side = -1; side <= 1; side++)
            for (int exponent_side = -1; exponent_side <= 1; exponent_side++)
                if (!contains_corner(result, a, exponent, side, exponent_side))
                    fail_case(&cases, "does not contain x^y", a, exponent, result);
    }
}
END_TEST

/* Of numbers: the logarithm errs by 0x1.9p-51 + 2^-53 |ln x|, which y multiplies, the product by
   2^-53 of itself, the exponential by 2^-52. */
START_TEST(is_tight) {
    random_cases cases = random_begin("power is tight", CASES);
    while (random_next(&cases)) {
        plumb_ball a = {base(&cases), 0};
        plumb_ball exponent = {power_of(&cases, a.mid), 0};
        double logarithm = log(a.mid), y = exponent.mid;
        double r = fabs(y) * (0x1.9p-51 + fabs(logarithm) * 0x1.08p-52);
        if (!(a.mid >= 0x1p-900 && a.mid <= 0x1p1000 && fabs(y * logarithm) <= 700 && r <= 0.5))
            continue;
        plumb_ball result = plumb_ball_power(a, exponent);
        double value = exp(y * logarithm + r);
        if (!(result.rad <= value * (r + r * r + 0x1p-52) * 1.01 + 0x1p-990))
            fail_case(&cases, "too wide", a, exponent, result);
    }
}
END_TEST

START_TEST(known_values) {
    static const struct {
        double x, y, value;
    } known[] = {{2, 10, 1024}, {4, 0.5, 2}, {4, -0.5, 0.5}, {0.25, -1.5, 8},          {1, 1e6, 1},
                 {7, 0, 1},     {7, 1, 7},   {10, 22, 1e22}, {0x1p-500, 1.5, 0x1p-750}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        plumb_ball result = plumb_ball_power(plumb_ball_of(known[i].x), plumb_ball_of(known[i].y));
        ck_assert_msg(ball_contains_double(result, known[i].value) &&
                          result.rad <= 0x1p-28 * known[i].value,
                      "%g^%g", known[i].x, known[i].y);
    }
}
END_TEST

START_TEST(says_nothing) {
    static const struct {
        plumb_ball a, exponent;
    } beyond[] = {{{0, 0}, {1, 0}},        {{-2, 0}, {2, 0}},      {{1, 1}, {1, 0}},
                  {{2, 0}, {1100, 0}},     {{0.5, 0}, {-1100, 0}}, {{2, 0}, {INFINITY, INFINITY}},
                  {{2, 0}, {1, INFINITY}}, {{NAN, NAN}, {0, 0}},   {{2, INFINITY}, {0, 0}},
                  {{2, 0}, {NAN, 0}},      {{3, 0}, {0, 1}},       {{2, 0}, {0, NAN}}};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        ck_assert_msg(!ball_informs(plumb_ball_power(beyond[i].a, beyond[i].exponent)),
                      "(%a +- %a) ^ (%a +- %a)", beyond[i].a.mid, beyond[i].a.rad,
                      beyond[i].exponent.mid, beyond[i].exponent.rad);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/power");
    TCase *tests = tcase_create("power");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, known_values);
    tcase_add_test(tests, says_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
