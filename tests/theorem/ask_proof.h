/* ask_proof.h - one test by proved code, with its own workspace. */
#ifndef PLUMB_TESTS_THEOREM_ASK_PROOF_H
#define PLUMB_TESTS_THEOREM_ASK_PROOF_H
#include "theorem/proof.h"
#include <check.h>

/* Whether no engine of the model gives the element. */
static inline bool is_proved_impossible(const plumb_problem *problem, const plumb_precision *precision,
                                        plumb_quantity quantity, const plumb_element *element, plumb_format format) {
    plumb_proof_workspace workspace = {.is_made = false};
    bool proved;
    ck_assert_int_eq(plumb_prove_impossible(problem, precision, quantity, element, format, &workspace, &proved), 0);
    plumb_proof_workspace_free(&workspace);
    return proved;
}
#endif
