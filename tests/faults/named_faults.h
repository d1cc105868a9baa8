/* named_faults.h - every fault of tests/faults/diagnosed.h is found, and the diagnosis names it: a program for each
   precision and part of the list, for each takes its time. */
#ifndef PLUMB_TESTS_FAULTS_NAMED_FAULTS_H
#define PLUMB_TESTS_FAULTS_NAMED_FAULTS_H
#include "tests/faults/diagnosed.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"

enum { LENGTH = 64, HEAD_DIM = 32 };

static inline outcome_of_fault try_fault(const faulty *f, plumb_format format) {
    random_cases cases = random_begin("faults", 1);
    random_next(&cases);
    scenario_size size = {LENGTH, HEAD_DIM, format, &cases};
    outcome_of_fault out = diagnose_fault(f, &size);
    ck_assert_msg(out.right_passes, "%s: the right engine does not PASS", f->fault);
    return out;
}

static inline void expect_named(const faulty *f, const outcome_of_fault *out) {
    ck_assert_msg(out->verdict != PLUMB_PASS, "%s: PASS", f->fault);
    ck_assert_msg(out->named, "%s: not \"%s\" but \"%s\"", f->fault, f->does, out->first);
}

static inline void check_in_binary32(const faulty *f) {
    outcome_of_fault out = try_fault(f, PLUMB_F32);
    ck_assert_int_eq(out.verdict, PLUMB_FAIL);
    expect_named(f, &out);
}

static inline void check_in_bfloat16(const faulty *f) {
    outcome_of_fault out = try_fault(f, PLUMB_BF16);
    if (naming_of(f) == NAMED)
        expect_named(f, &out);
    else
        ck_assert_msg(out.verdict == (naming_of(f) == WITHIN_BFLOAT16 ? PLUMB_PASS : PLUMB_FAIL), "%s: %s", f->fault,
                      plumb_verdict_name(out.verdict));
}

enum { FIRST_PART = FAULTS * 3 / 5 };
#endif
