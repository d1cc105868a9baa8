/* change_places.h - positions of queries and keys put elsewhere. */
#ifndef PLUMB_DIAGNOSE_CHANGE_PLACES_H
#define PLUMB_DIAGNOSE_CHANGE_PLACES_H
#include "diagnose/change_positions.h"
#include "diagnose/making.h"

/* Whether positions are stated one by one. */
bool plumb_has_ids(const plumb_problem *problem);

/* Whether only distances between positions count: moving queries one way is moving keys the other,
   and positions below 0 can be lifted. */
bool plumb_distances_count(const plumb_problem *problem);

/* What a change of stated positions ends with: 1 if they are allowed and some query or key stands
   elsewhere than before; else 0.  Where only distances count all are lifted to 0 and above, since
   vectors are not moved by positions below that. */
int plumb_places_made(const plumb_problem *before, const plumb_problem *problem, int64_t *query, int64_t *key);

/* Changes (diagnose/making.h). */
int plumb_count_anew(const plumb_making *m); /* queries and the keys that came with them; integer: how */
enum { PLUMB_FROM_0, PLUMB_ALL_AT_0, PLUMB_ONE_FURTHER, PLUMB_ONE_BEFORE };
int plumb_count_documents(const plumb_making *m); /* from the start of each document */
#endif
