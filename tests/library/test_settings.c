/* test_settings.c - the library in hosts that round otherwise, trap exceptions, keep threads of their
   own, or fork. */
#include "tests/library/calls.h"
#include "tests/support/suite.h"
#include "tests/support/traps.h"
#include <fenv.h>
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

START_TEST(every_call_is_refused_under_directed_rounding) {
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 3; i++) {
        plumb_question *question = ask_recorded();
        fesetround(modes[i]);
        int computing = calls_that_compute(question, "the rounding mode is not to nearest");
        int after = fegetround();
        fesetround(FE_TONEAREST);
        ck_assert_int_eq(computing, 0);
        ck_assert_int_eq(after, modes[i]);
        ck_assert_int_eq(plumb_question_judge(question), PLUMB_RIGHT);
        plumb_question_free(question);
    }
}
END_TEST

START_TEST(traps_and_flags_are_left_as_they_were) {
    size_t count, count_trapped;
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(FE_UNDERFLOW);
    int flags = fetestexcept(FE_ALL_EXCEPT);
    double *usual = evaluate_recorded(&count);
    ck_assert_int_eq(fetestexcept(FE_ALL_EXCEPT), flags);
    feclearexcept(FE_ALL_EXCEPT);
    if (enable_traps()) {
        double *trapped = evaluate_recorded(&count_trapped);
        plumb_question *question = ask_recorded();
        int verdict = plumb_question_judge(question);
        ck_assert_int_eq(disable_traps(), FE_ALL_EXCEPT);
        ck_assert_int_eq(verdict, PLUMB_RIGHT);
        ck_assert_uint_eq(count_trapped, count);
        ck_assert_mem_eq(trapped, usual, 2 * count * sizeof *usual);
        plumb_question_free(question);
        free(trapped);
    }
    free(usual);
}
END_TEST

/* Threads of OpenMP keep the settings under which they were started. */
START_TEST(a_pool_that_rounds_upwards) {
    size_t count, count_alone;
    omp_set_num_threads(2);
    fesetround(FE_UPWARD);
#pragma omp parallel
    fesetround(FE_UPWARD);
    fesetround(FE_TONEAREST);
    double *beside = evaluate_recorded(&count);
    omp_set_num_threads(1);
    double *alone = evaluate_recorded(&count_alone);
    ck_assert_uint_eq(count, count_alone);
    ck_assert_mem_eq(beside, alone, 2 * count * sizeof *alone);
    free(beside);
    free(alone);
}
END_TEST

static int judge_recorded(void) {
    plumb_question *question = ask_recorded();
    int verdict = plumb_question_judge(question);
    plumb_question_free(question);
    return verdict;
}

START_TEST(answers_in_a_forked_child) {
    int status;
    omp_set_num_threads(2);
    ck_assert_int_eq(judge_recorded(), PLUMB_RIGHT);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        alarm(20);
        _exit(judge_recorded());
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), PLUMB_RIGHT);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("settings");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_call_is_refused_under_directed_rounding);
    tcase_add_test(tests, traps_and_flags_are_left_as_they_were);
    tcase_add_test(tests, a_pool_that_rounds_upwards);
    tcase_add_test(tests, answers_in_a_forked_child);
    Suite *suite = suite_create("settings");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
