/* long_text.h - kernels on texts so long that bfloat16 hides most of what they do wrong. */
#ifndef PLUMB_TESTS_INFER_LONG_TEXT_H
#define PLUMB_TESTS_INFER_LONG_TEXT_H
#include "tests/infer/inferred.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"

static inline void long_text(faulty_case *c) {
    begin_case(c, 2, 6000, false);
}

#define LONG_TEXT(name, ...)                                                                                           \
    static void name(faulty_case *c) {                                                                                 \
        long_text(c);                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }

/* Next to nothing is provably wrong, and the rest is suspected. */
static inline void check_suspected(const kernel_fault_row *fault) {
    outcome_of_kernel out = infer_fault(fault, PLUMB_BF16, 0);
    const plumb_inference *first = &out.inferences.list[0];
    ck_assert(out.right_passes);
    ck_assert_int_ne(out.verdict, PLUMB_PASS);
    ck_assert(out.inferences.suspected);
    ck_assert_msg(out.result == NAMED, "%s: not \"%s\" but \"%s, %s\"", fault->fault, out.expected, first->says,
                  first->where);
}
#endif
