/* test_environment.c - a machine that is set otherwise than the proofs assume is found out. */
#include "thread/environment.h"
#include "tests/support/suite.h"
#include <fenv.h>

START_TEST(as_it_should_be) { ck_assert_ptr_null(plumb_environment_fault()); }
END_TEST

START_TEST(directed_rounding) {
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(fesetround(modes[i]), 0);
        const char *fault = plumb_environment_fault();
        fesetround(FE_TONEAREST);
        ck_assert_ptr_nonnull(fault);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("environment");
    tcase_add_test(tests, as_it_should_be);
    tcase_add_test(tests, directed_rounding);
    Suite *suite = suite_create("environment");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
