/* extras.h - the tensors other than query, key, value and results: checks shapes, dtypes and values, and converts
   numbers exactly to binary64. schema/members.def has their shapes, and their members of plumb_problem.

   Each may have any of the four dtypes, whatever those of query, key and value.  Numbers must be finite: an infinite
   logit would mean no sink, which a case states by name.  Only a bias may be -infinity, which hides the key. */
#ifndef PLUMB_CASE_EXTRAS_H
#define PLUMB_CASE_EXTRAS_H
#include "base/error.h"
#include "base/storage.h"
#include "case/tensor.h"
#include "problem/problem.h"
#include "schema/description.h"

/* Fills the pointers of the problem, the rest of which is known.  tensors has NULL where the case has none; those that
   are there go with what the description states (schema/rules.h). */
int plumb_extras_assemble(const plumb_tensor *const tensors[PLUMB_MEMBERS], const plumb_description *description,
                          plumb_storage *storage, plumb_problem *problem, plumb_error *error);
#endif
