/* test_control_register.c - the control register of SSE, set behind the C library's back: what fegetround
   says is then not how the machine rounds. */
#include <stdio.h>
#ifdef __SSE2__
#include "thread/environment.h"
#include "tests/library/calls.h"
#include "tests/support/suite.h"
#include <xmmintrin.h>

static const struct {
    unsigned bits;
    const char *fault;
} settings[] = {{0x4000, "the rounding mode is not to nearest"},
                {0x2000, "the rounding mode is not to nearest"},
                {0x6000, "the rounding mode is not to nearest"},
                {0x8000, "subnormal results are flushed to zero (FTZ)"},
                {0x0040, "subnormal operands are taken as zero (DAZ)"}};

enum { SETTINGS = sizeof settings / sizeof *settings, FLAGS = 0x3f, ALL_MASKS = 0x1f80 };

START_TEST(every_setting_is_found_out) {
    unsigned usual = _mm_getcsr();
    _mm_setcsr(usual | settings[_i].bits);
    const char *fault = plumb_environment_fault();
    _mm_setcsr(usual);
    ck_assert_pstr_eq(fault, settings[_i].fault);
}
END_TEST

START_TEST(every_call_is_refused) {
    plumb_question *question = ask_recorded();
    unsigned usual = _mm_getcsr(), set = (usual & ~(unsigned)FLAGS) | settings[_i].bits;
    _mm_setcsr(set);
    int computing = calls_that_compute(question, settings[_i].fault);
    unsigned after = _mm_getcsr();
    _mm_setcsr(usual);
    ck_assert_int_eq(computing, 0);
    ck_assert_uint_eq(after, set);
    plumb_question_free(question);
}
END_TEST

/* The traps enabled there too. */
START_TEST(the_register_is_given_back) {
    static const unsigned flags[] = {0, 0x10, FLAGS};
    unsigned usual = _mm_getcsr();
    for (int i = 0; i < 3; i++) {
        size_t count;
        unsigned set = flags[i] == FLAGS ? usual & ~(unsigned)(ALL_MASKS | FLAGS)
                                         : (usual & ~(unsigned)FLAGS) | flags[i];
        _mm_setcsr(set);
        double *balls = evaluate_recorded(&count);
        unsigned after = _mm_getcsr();
        _mm_setcsr(usual);
        ck_assert_uint_eq(after, set);
        free(balls);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("control register");
    tcase_add_loop_test(tests, every_setting_is_found_out, 0, SETTINGS);
    tcase_add_loop_test(tests, every_call_is_refused, 0, SETTINGS);
    tcase_add_test(tests, the_register_is_given_back);
    Suite *suite = suite_create("control register");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
#else
int main(void) {
    puts("this machine has no MXCSR");
    return 77;
}
#endif
