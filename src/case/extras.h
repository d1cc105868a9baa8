/* extras.h - the tensors besides query, key, value and answers: shapes, dtypes and values checked, numbers converted
   exactly to binary64.  Shapes, and where plumb_problem keeps each: schema/members.def.

   Numbers are of any of the four dtypes, whatever that of query, key and value, and must be finite: these are
   parameters, and an infinite one stands for no sink, which a case says by name.  Only a bias may be -infinity, which
   hides the key. */
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
