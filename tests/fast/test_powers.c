/* test_powers.c - every power of two in reach, bit for bit. */
#include "fast/powers.h"
#include "tests/support/suite.h"
#include <math.h>

START_TEST(every_power) {
    for (int power = -1021; power <= 1021; power++)
        ck_assert_msg(plumb_power_of_two(power) == ldexp(1.0, power), "2^%d is wrong", power);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/powers");
    TCase *tests = tcase_create("powers");
    tcase_add_test(tests, every_power);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
