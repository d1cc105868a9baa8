/* test_softcap.c - c tanh(x / c): contained, relatively accurate for small scores, in place. */
#include "score/softcap.h"
#include "tests/support/contain.h"
#include "tests/support/function.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double caps[] = {50, 30, 1, 1e6, 0x1p-20};
static double cap;

static plumb_ball capped(plumb_ball a) {
    return plumb_softcap_one(a, cap);
}

static void exact(arb_t value, const arb_t x) {
    arb_t c;
    arb_init(c);
    arb_set_d(c, cap);
    arb_div(value, x, c, FUNCTION_PRECISION);
    exact_tanh(value, value);
    arb_mul(value, value, c, FUNCTION_PRECISION);
    arb_clear(c);
}

/* Of a number: 24 units; never more than the cap. */
static double widest(plumb_ball a) {
    double value = cap * tanh(fabs(a.mid) / cap), whole = cap * (1 + 0x1p-47);
    return a.rad == 0 ? fmin(whole, value * 0x1.8p-49 + 0x1p-960) : whole;
}

static const increasing_function function = {
    "softcap", capped, exact, widest, {0, 6.25, -3.75, 125000}};

START_TEST(contains) {
    cap = caps[_i];
    check_contains(&function);
}
END_TEST

START_TEST(is_tight) {
    cap = caps[_i];
    check_tight(&function);
}
END_TEST

START_TEST(says_nothing_of_nothing) {
    cap = caps[_i];
    check_information(&function);
}
END_TEST

static void in_place(const plumb_ball *score, const unsigned char *visible, size_t keys,
                     plumb_ball *weight) {
    memcpy(weight, score, keys * sizeof *score);
    plumb_softcap(weight, visible, keys, cap);
}

START_TEST(only_visible_scores) {
    cap = caps[_i];
    check_kernel(&function, in_place, true);
}
END_TEST

START_TEST(cap_that_is_none) {
    static const double none[] = {0, -1, INFINITY, NAN, -INFINITY};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        ck_assert_msg(!ball_informs(plumb_softcap_one(plumb_ball_of(1), none[i])), "%g", none[i]);
}
END_TEST

START_TEST(large_scores_reach_the_cap) {
    plumb_ball high = plumb_softcap_one(plumb_ball_of(1e6), 50);
    plumb_ball low = plumb_softcap_one(plumb_ball_of(-1e6), 50);
    ck_assert(ball_contains_double(high, 50) && high.rad <= 1e-13);
    ck_assert(ball_contains_double(low, -50) && low.rad <= 1e-13);
    ck_assert(!ball_contains_double(plumb_softcap_one(plumb_ball_of(50), 50), 50));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("score/softcap");
    TCase *tests = tcase_create("softcap");
    int count = sizeof caps / sizeof *caps;
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, contains, 0, count);
    tcase_add_loop_test(tests, is_tight, 0, count);
    tcase_add_loop_test(tests, says_nothing_of_nothing, 0, count);
    tcase_add_loop_test(tests, only_visible_scores, 0, count);
    tcase_add_test(tests, cap_that_is_none);
    tcase_add_test(tests, large_scores_reach_the_cap);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
