/* mask_tensors.h - the tensors that hide keys: shapes, dtypes and values checked. */
#ifndef PLUMB_CASE_MASK_TENSORS_H
#define PLUMB_CASE_MASK_TENSORS_H
#include "attention/problem.h"
#include "case/error.h"
#include "case/storage.h"
#include "case/tensor.h"
#include <stdbool.h>

typedef enum {
    PLUMB_MASK_QUERY_SEGMENTS,
    PLUMB_MASK_KEY_SEGMENTS,
    PLUMB_MASK_ALLOWED,
    PLUMB_MASK_TENSORS /* how many there are */
} plumb_mask_tensor;

/* As a file names it: "query_segments". */
const char *plumb_mask_tensor_name(plumb_mask_tensor tensor);

/* Fills the pointers of problem->mask, whose dimensions are known.  tensors has NULL where the
   case has none; true_hides: a true of `allowed` hides its key. */
int plumb_mask_tensors_assemble(const plumb_tensor *const tensors[PLUMB_MASK_TENSORS],
                                bool true_hides, plumb_storage *storage, plumb_problem *problem,
                                plumb_error *error);
#endif
