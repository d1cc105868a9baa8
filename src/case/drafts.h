/* drafts.h - trees of drafts: reads and checks the parent of each query, and adds the tree to the boolean mask. */
#ifndef PLUMB_CASE_DRAFTS_H
#define PLUMB_CASE_DRAFTS_H
#include "base/error.h"
#include "base/storage.h"
#include "case/tensor.h"
#include "problem/problem.h"

/* Reads the tree of each batch entry into problem->mask; lengths of keys are known.  tensor: draft_parents, or NULL.
   0, or -1 after a message. */
int plumb_drafts_read(const plumb_tensor *tensor, plumb_storage *storage, plumb_problem *problem, plumb_error *error);

/* allowed becomes what the trees and the boolean mask beside them let be seen; false if memory is short. */
bool plumb_drafts_hide(const plumb_drafts *drafts, plumb_storage *storage, plumb_problem *problem);
#endif
