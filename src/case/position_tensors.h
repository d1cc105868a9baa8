/* position_tensors.h - the tensors of positions: shapes, dtypes and values checked.

     query_positions  [batch,query_length], key_positions [batch,key_length], I64 or I32; each may be
                      given without the other: queries then stand at t + offset, keys at j
     position_table   learned [rows,head_dim], t5 [buckets,query_heads],
                      relative-table [2 reach + 1,query_heads], shaw [2 reach + 1,head_dim]
     position_values  [2 reach + 1,value_dim], as many rows as position_table
     slopes           [query_heads]
     rope_cos, rope_sin    [rows,rope_dim/2], row p for position p
     rope_long, rope_short [rope_dim/2], above 0

   Where they hold numbers these are finite, of any of the four dtypes.  Positions, those of the
   ids and those counted, lie within +-2^52; those of sinusoidal, learned and rope, with their
   offset, are at least 0, and have a row in a learned table and in rope_cos. */
#ifndef PLUMB_CASE_POSITION_TENSORS_H
#define PLUMB_CASE_POSITION_TENSORS_H
#include "attention/problem.h"
#include "case/error.h"
#include "case/inputs.h"
#include "case/storage.h"
#include "case/tensor.h"

/* Fills the pointers of problem->position, the rest of which is known (case/positions.h).  tensors
   has NULL where the case has none; source is the case, for messages. */
int plumb_position_tensors_assemble(const plumb_tensor *const tensors[PLUMB_INPUT_TENSORS],
                                    const char *source, plumb_storage *storage,
                                    plumb_problem *problem, plumb_error *error);
#endif
