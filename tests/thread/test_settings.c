/* test_settings.c - a thread's floating-point settings are checked, held while it computes, and restored. */
#include "thread/settings.h"
#include "tests/support/suite.h"
#include "tests/support/traps.h"
#include <fenv.h>

START_TEST(directed_rounding_is_refused) {
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 3; i++) {
        plumb_settings kept;
        plumb_error error;
        ck_assert_int_eq(fesetround(modes[i]), 0);
        int result = plumb_settings_hold(&kept, &error), after = fegetround();
        fesetround(FE_TONEAREST);
        ck_assert_int_eq(result, -1);
        ck_assert_int_eq(after, modes[i]);
        ck_assert_str_eq(error.text, "this machine does not compute as the proofs assume: the "
                                     "rounding mode is not to nearest");
    }
}
END_TEST

START_TEST(flags_are_given_back) {
    plumb_settings kept;
    plumb_error error;
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(FE_OVERFLOW);
    int before = fetestexcept(FE_ALL_EXCEPT);
    ck_assert_int_eq(plumb_settings_hold(&kept, &error), 0);
    raise_exceptions();
    plumb_settings_restore(&kept);
    ck_assert_int_eq(fetestexcept(FE_ALL_EXCEPT), before);
}
END_TEST

START_TEST(traps_are_held_and_given_back) {
    plumb_settings kept;
    plumb_error error;
    if (!enable_traps())
        return;
    ck_assert_int_eq(plumb_settings_hold(&kept, &error), 0);
    raise_exceptions();
    plumb_settings_restore(&kept);
    ck_assert_int_eq(disable_traps(), FE_ALL_EXCEPT);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("settings");
    tcase_add_test(tests, directed_rounding_is_refused);
    tcase_add_test(tests, flags_are_given_back);
    tcase_add_test(tests, traps_are_held_and_given_back);
    Suite *suite = suite_create("settings");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
