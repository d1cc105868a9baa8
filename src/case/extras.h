/* extras.h - the tensors that only some operators take: shapes and values checked, numbers
   converted exactly to binary64, one row per query head whatever the file's shape was.  Shapes: schema/members.def.

   They are of any of the four dtypes, whatever that of query, key and value.  Every element must be finite:
   these are parameters, and an infinite one stands for no sink, which a case says by name.  Only a
   bias may be -infinity, which hides the key. */
#ifndef PLUMB_CASE_EXTRAS_H
#define PLUMB_CASE_EXTRAS_H
#include "case/error.h"
#include "case/storage.h"
#include "case/tensor.h"
#include "problem/problem.h"
#include "schema/schema.h"
#include <stdbool.h>

/* Fills problem->extra, whose dimensions and operator are known.  tensors has NULL where the case
   has none; the operator takes those that are there (schema/members.def).  tile: query head h has key
   head h mod key_heads. */
int plumb_extras_assemble(const plumb_tensor *const tensors[PLUMB_MEMBERS], bool tile,
                          plumb_storage *storage, plumb_problem *problem, plumb_error *error);
#endif
