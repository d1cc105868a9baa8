/* test_suites.c - what test suites of engines let pass with their own inputs and tolerances is FAILed with the
   same inputs in binary32. */
#include "tests/faults/suites.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"

static random_cases inputs(void) {
    random_cases cases = random_begin("suites", 1);
    random_next(&cases);
    return cases;
}

/* Scores so flat that binary32 itself hardly knows the difference. */
static bool is_within_binary32(size_t suite_number, size_t fault) {
    return all_suites[suite_number].inputs == SMALL &&
           (suite_faults[fault].make == scale_tenth_more || suite_faults[fault].make == without_cap);
}

/* So many faults each suite lets pass, at least: otherwise the test says nothing of them. */
static const size_t let_pass[SUITES] = {7, 2, 5, 0, 0, 3, 0};

/* The faults of one kind have one right engine. */
static bool has_another_right_engine(size_t fault) {
    return fault == 0 || suite_faults[fault].kind != PLAIN;
}

START_TEST(fails_what_suites_pass) {
    const engine_suite *suite = &all_suites[_i];
    size_t passed = 0;
    for (size_t fault = 0; fault < SUITE_FAULTS; fault++) {
        random_cases cases = inputs();
        const char *name = suite_faults[fault].name;
        suite_answers a = answer_suite(&cases, suite, &suite_faults[fault], PLUMB_F32);
        plumb_verdict verdict = report_of(&a.at.drawn.problem, PLUMB_F32, &a.wrong).verdict;
        ck_assert_msg(!has_another_right_engine(fault) || right_passes(&a, PLUMB_F32),
                      "%s: the right answer does not PASS", name);
        ck_assert_msg(is_within_binary32((size_t)_i, fault) ? verdict != PLUMB_FAIL : verdict == PLUMB_FAIL, "%s: %s",
                      name, plumb_verdict_name(verdict));
        passed += share_of_tolerance(suite, &a) <= 1;
        free_suite_answers(&a);
    }
    ck_assert_msg(passed >= let_pass[_i], "%s lets %zu faults pass", suite->name, passed);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("suites");
    TCase *tests = tcase_create("suites");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, fails_what_suites_pass, 0, SUITES);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
