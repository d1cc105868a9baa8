/* mask_tensors.h - the tensors that hide keys: shapes, dtypes and values checked. */
#ifndef PLUMB_CASE_MASK_TENSORS_H
#define PLUMB_CASE_MASK_TENSORS_H
#include "case/error.h"
#include "case/storage.h"
#include "case/tensor.h"
#include "problem/problem.h"
#include "schema/schema.h"
#include <stdbool.h>

/* Fills the pointers of problem->mask, whose dimensions are known.  tensors has NULL where the
   case has none; segments come together; true_hides: a true of `allowed` hides its key. */
int plumb_mask_tensors_assemble(const plumb_tensor *const tensors[PLUMB_MEMBERS], bool true_hides,
                                plumb_storage *storage, plumb_problem *problem, plumb_error *error);
#endif
