/* change_positions.h - what changes to the positions of a case share: which encodings a case can
   state, and its positions as numbers that can be changed one by one. */
#ifndef PLUMB_DIAGNOSE_CHANGE_POSITIONS_H
#define PLUMB_DIAGNOSE_CHANGE_POSITIONS_H
#include "diagnose/change.h"

/* Whether the tables of the encoding have rows for all positions. */
bool plumb_positions_fit(const plumb_problem *problem);

/* Whether reading a case would accept the positional encoding of the problem, its tensors and its
   positions (schema/rules.h, case/position_tensors.h): what a change ends with. */
bool plumb_positions_allowed(const plumb_problem *problem);

/* 1 where they are, else 0. */
int plumb_positions_made(const plumb_problem *problem);

/* Whether the vector of a sink meets queries that a position has moved: then it matters where they
   stand, not only how far apart. */
bool plumb_sink_meets_positions(const plumb_problem *problem);

/* States the positions of all queries and keys, as they are, as position ids, which stay where the
   offset of the queries changes. *query and *key, unless NULL, are those new arrays, to be changed;
   forms of ALiBi that are of keys alone have no ids of queries. Returns 1, or 0 without an encoding
   and where each query counts keys in a cache of its own, or -1 if memory is short. */
int plumb_state_positions(plumb_storage *storage, plumb_problem *problem, int64_t **query, int64_t **key);

/* Gives every position in use a number, 0 to *rows - 1, in its place: position ids then are rows of
   a table, and row i is to be made for (*position)[i].  Returns as above. */
int plumb_number_positions(plumb_storage *storage, plumb_problem *problem, int64_t **position, size_t *rows);
#endif
