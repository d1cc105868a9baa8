/* test_suites.c - what test suites of engines let pass with their own inputs and tolerances is FAILed with the
   same inputs in binary32. */
#include "tests/faults/suites.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"

static suite_outcome try_pair(size_t suite_number, size_t fault) {
    random_cases cases = random_begin("suites", 1);
    random_next(&cases);
    return try_suite(&cases, &all_suites[suite_number], &suite_faults[fault], PLUMB_F32);
}

/* Scores so flat that binary32 itself hardly knows the difference. */
static bool is_within_binary32(size_t suite_number, size_t fault) {
    return all_suites[suite_number].inputs == SMALL &&
           (suite_faults[fault].make == scale_tenth_more || suite_faults[fault].make == without_cap);
}

START_TEST(fails_what_suites_pass) {
    for (size_t fault = 0; fault < SUITE_FAULTS; fault++) {
        suite_outcome out = try_pair((size_t)_i, fault);
        const char *name = suite_faults[fault].name;
        ck_assert_msg(out.right_passes, "%s: the right answer does not PASS", name);
        ck_assert_msg(is_within_binary32((size_t)_i, fault) ? out.verdict != PLUMB_FAIL
                                                            : out.verdict == PLUMB_FAIL,
                      "%s: %s", name, plumb_verdict_name(out.verdict));
    }
}
END_TEST

/* The suites do let faults pass: otherwise the test above says nothing of them. */
START_TEST(suites_pass_faults) {
    size_t passed = 0;
    for (size_t i = 0; i < SUITES; i++)
        for (size_t fault = 0; fault < SUITE_FAULTS; fault++)
            passed += try_pair(i, fault).share <= 1;
    ck_assert_uint_ge(passed, 15);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("suites");
    TCase *tests = tcase_create("suites");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, fails_what_suites_pass, 0, SUITES);
    tcase_add_test(tests, suites_pass_faults);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
