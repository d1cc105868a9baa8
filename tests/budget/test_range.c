/* test_range.c - weights as computed lie between the ends that are given for them, and the ends are near. */
#include "budget/range.h"
#include "problem/arb.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 10000

static void fail_case(const random_cases *cases, const char *what, plumb_ball weight,
                      plumb_range range, double lower, double upper) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s:", what);
    reproduce_balls(&line, "weight", &weight, 1);
    reproduce_doubles(&line, "lower", &lower, 1);
    reproduce_doubles(&line, "upper", &upper, 1);
    reproduce_doubles(&line, "range", &range.least, 2);
    reproduce_fail(&line);
}

/* least <= p <= most, where they are finite; p is not negative */
static bool within(plumb_range range, const arb_t p) {
    arb_t end;
    arb_init(end);
    bool good = true;
    if (isfinite(range.least)) {
        arb_set_d(end, range.least);
        good = good && !arb_lt(p, end);
    }
    if (isfinite(range.most)) {
        arb_set_d(end, range.most);
        good = good && !arb_gt(p, end);
    }
    arb_clear(end);
    return good;
}

START_TEST(contains) {
    random_cases cases = random_begin("budget range", CASES);
    arb_t weight, factor, product;
    arb_init(weight);
    arb_init(factor);
    arb_init(product);
    while (random_next(&cases)) {
        plumb_ball ball = random_ball(&cases);
        double lower =
            random_below(&cases, 3) ? random_uniform(&cases) : fabs(random_special(&cases));
        double upper =
            random_below(&cases, 3) ? 8 * random_uniform(&cases) : fabs(random_special(&cases));
        plumb_range relative = plumb_weight_range(ball, lower, upper),
                    exponent = plumb_exponent_range(ball, upper);
        if (!ball_informs(ball))
            continue;
        for (int side = -1; side <= 1; side++) {
            ball_point(weight, ball, side);
            if (!arb_is_nonnegative(weight))
                continue;
            for (int end = -1; end <= 1; end += 2) {
                arb_set_d(factor, end < 0           ? -fmin(isfinite(lower) ? lower : 1, 1)
                                  : isfinite(upper) ? upper
                                                    : 0x1p60);
                arb_add_ui(factor, factor, 1, ARF_PREC_EXACT);
                arb_mul(product, weight, factor, ARF_PREC_EXACT);
                if (!within(relative, product))
                    fail_case(&cases, "a weight lies outside", ball, relative, lower, upper);
                arb_set_d(factor, end * fmin(isfinite(upper) ? upper : 1000, 1000));
                arb_exp(factor, factor, 200);
                arb_mul(product, weight, factor, 200);
                if (!within(exponent, product))
                    fail_case(&cases, "an exponent lies outside", ball, exponent, lower, upper);
            }
        }
    }
    arb_clear(weight);
    arb_clear(factor);
    arb_clear(product);
}
END_TEST

static bool near(double x, double y) {
    return fabs(x - y) <= 0x1p-40 * y;
}

START_TEST(is_tight) {
    plumb_range range = plumb_weight_range((plumb_ball){0.5, 0}, 0.25, 3);
    ck_assert(near(range.least, 0.375) && near(range.most, 2));
    range = plumb_exponent_range((plumb_ball){0.5, 0}, 1);
    ck_assert(near(range.least, 0.5 * exp(-1)) && near(range.most, 0.5 * exp(1)));
    range = plumb_weight_range((plumb_ball){0.5, 0.25}, 0, 0);
    ck_assert(near(range.least, 0.25) && near(range.most, 0.75));
}
END_TEST

/* A limit that is not finite is none: a weight may vanish, or take all. */
START_TEST(limits_that_are_not_finite) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        plumb_range range = plumb_weight_range((plumb_ball){0.5, 0}, wild[i], 1);
        ck_assert(range.least == 0 && near(range.most, 1));
        range = plumb_weight_range((plumb_ball){0.5, 0}, 0.5, wild[i]);
        ck_assert(near(range.least, 0.25) && !isfinite(range.most));
        range = plumb_exponent_range((plumb_ball){0.5, 0}, wild[i]);
        ck_assert(range.least == 0 && !isfinite(range.most));
        range = plumb_weight_range((plumb_ball){0.5, wild[i]}, 0.5, 1);
        ck_assert(range.least == 0 && !isfinite(range.most));
        range = plumb_weight_range((plumb_ball){wild[i], 0}, 0.5, 1);
        ck_assert(range.least == 0 && !isfinite(range.most));
    }
    /* more than the whole weight lost, and a weight that may be negative as far as is known */
    ck_assert(plumb_weight_range((plumb_ball){0.5, 0}, 2, 1).least == 0);
    ck_assert(plumb_weight_range((plumb_ball){0.5, 1}, 0.5, 1).least == 0);
    ck_assert(plumb_exponent_range((plumb_ball){0.5, 0}, 1e300).least == 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/range");
    TCase *tests = tcase_create("range");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, limits_that_are_not_finite);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
