/* told_fault.h - a kernel with a fault, and what is inferred of it. */
#ifndef PLUMB_TESTS_INFER_TOLD_FAULT_H
#define PLUMB_TESTS_INFER_TOLD_FAULT_H
#include "tests/infer/faults_page.h"
#include "tests/infer/inferred.h"
#include "tests/support/check.h"

static inline outcome_of_kernel try_fault(const kernel_fault_row *fault, plumb_format format, uint64_t draw) {
    outcome_of_kernel out = infer_fault(fault, format, draw);
    const plumb_inference *first = &out.inferences.list[0];
    ck_assert_msg(out.right_passes, "%s: the right kernel does not PASS", fault->fault);
    ck_assert_int_eq(out.verdict, PLUMB_FAIL);
    ck_assert_msg(out.result != WRONG, "%s: not \"%s\" but \"%s, %s\"", fault->fault, out.expected, first->says,
                  first->where);
    ck_assert_uint_le(out.inferences.explained, out.inferences.failed);
    return out;
}
#endif
