/* test_change_round.c - fast rounding to 16 bits against the rounding of exact numbers. */
#include "diagnose/change.h"
#include "exact/round.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

static void check_rounding(double x) {
    static const plumb_format formats[] = {PLUMB_F16, PLUMB_BF16};
    for (size_t i = 0; i < 2; i++) {
        double fast = plumb_round_twice(x, formats[i]);
        double exact = plumb_round_double((double)(float)x, formats[i]);
        ck_assert_msg(fast == exact, "%a: %a, not %a", x, fast, exact);
    }
}

START_TEST(rounds_as_the_exact_one) {
    random_cases cases = random_begin("rounding to 16 bits", 20000);
    while (random_next(&cases)) {
        check_rounding(random_scaled(&cases, -30, 20));
        check_rounding(random_scaled(&cases, -160, 140));
        /* ties, and numbers next to them */
        check_rounding(
            ldexp((double)random_below(&cases, 1 << 14), -(int)random_below(&cases, 40)));
    }
}
END_TEST

START_TEST(knows_the_ends) {
    static const double ends[] = {
        0,          65504,   65519.99, 65520,     1e30,     0x1.fep127, 0x1p128,    0x1.fefffep127,
        0x1.ffp127, 0x1p-24, 0x1p-25,  0x1.8p-25, 0x1p-133, 0x1p-134,   0x1.8p-134, 0x1p-149};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        check_rounding(ends[i]);
        check_rounding(-ends[i]);
    }
    ck_assert(plumb_round_twice(INFINITY, PLUMB_BF16) == INFINITY);
    ck_assert(isnan(plumb_round_twice(NAN, PLUMB_F16)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/change_round");
    TCase *tests = tcase_create("rounding to 16 bits");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, rounds_as_the_exact_one);
    tcase_add_test(tests, knows_the_ends);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
