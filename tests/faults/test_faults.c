/* test_faults.c - every fault of tests/faults/diagnosed.h is found, and the diagnosis names it. */
#include "tests/faults/diagnosed.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"

enum { LENGTH = 64, HEAD_DIM = 32 };

static outcome_of_fault try_fault(const faulty *f, plumb_format format) {
    random_cases cases = random_begin("faults", 1);
    random_next(&cases);
    scenario_size size = {LENGTH, HEAD_DIM, format, &cases};
    outcome_of_fault out = diagnose_fault(f, &size);
    ck_assert_msg(out.right_passes, "%s: the right engine does not PASS", f->fault);
    return out;
}

static void expect_named(const faulty *f, const outcome_of_fault *out) {
    ck_assert_msg(out->verdict != PLUMB_PASS, "%s: PASS", f->fault);
    ck_assert_msg(out->named, "%s: not \"%s\" but \"%s\"", f->fault, f->does, out->first);
}

START_TEST(named_in_binary32) {
    const faulty *f = &all_faults[_i];
    outcome_of_fault out = try_fault(f, PLUMB_F32);
    ck_assert_int_eq(out.verdict, PLUMB_FAIL);
    expect_named(f, &out);
}
END_TEST

START_TEST(named_in_bfloat16) {
    const faulty *f = &all_faults[_i];
    outcome_of_fault out = try_fault(f, PLUMB_BF16);
    if (naming_of(f) == NAMED)
        expect_named(f, &out);
    else
        ck_assert_msg(out.verdict == (naming_of(f) == WITHIN_BFLOAT16 ? PLUMB_PASS : PLUMB_FAIL),
                      "%s: %s", f->fault, plumb_verdict_name(out.verdict));
}
END_TEST

/* So many of the faults that a verdict can tell must be named. */
START_TEST(nearly_all_are_named) {
    size_t told = 0, named = 0;
    for (size_t i = 0; i < FAULTS; i++) {
        naming is = naming_of(&all_faults[i]);
        told += is == WITHIN_BFLOAT16 ? 1 : 2;
        named += is == NAMED ? 2 : 1;
    }
    ck_assert_uint_ge(FAULTS, 60);
    ck_assert_msg(100 * named >= 96 * told, "%zu of %zu", named, told);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("faults");
    TCase *tests = tcase_create("faults");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, named_in_binary32, 0, FAULTS);
    tcase_add_loop_test(tests, named_in_bfloat16, 0, FAULTS);
    tcase_add_test(tests, nearly_all_are_named);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
