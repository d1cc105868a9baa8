/* position_tensors.h - the tensors of positions: shapes, dtypes and values checked.

   Shapes: schema/members.def.  Ids are I64 or I32; those of queries may be given without those of
   keys, and the other way round: queries then stand at t + offset, keys at j.  rope_cos and rope_sin
   have row p for position p, position_values as many rows as position_table; rope_long and
   rope_short are above 0.

   Where they hold numbers these are finite, of any of the four dtypes.  Positions, those of the
   ids and those counted, lie within +-2^52; those of sinusoidal, learned and rope, with their
   offset, are at least 0, and have a row in a learned table and in rope_cos. */
#ifndef PLUMB_CASE_POSITION_TENSORS_H
#define PLUMB_CASE_POSITION_TENSORS_H
#include "case/error.h"
#include "case/storage.h"
#include "case/tensor.h"
#include "problem/problem.h"
#include "schema/schema.h"

/* Fills the pointers of problem->position, the rest of which is known (schema/members.def).  tensors
   has NULL where the case has none; source is the case, for messages. */
int plumb_position_tensors_assemble(const plumb_tensor *const tensors[PLUMB_MEMBERS],
                                    const char *source, plumb_storage *storage,
                                    plumb_problem *problem, plumb_error *error);
#endif
