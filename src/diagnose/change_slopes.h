/* change_slopes.h - the slopes of ALiBi as binary64 numbers. */
#ifndef PLUMB_DIAGNOSE_CHANGE_SLOPES_H
#define PLUMB_DIAGNOSE_CHANGE_SLOPES_H
#include "diagnose/change_positions.h"

/* The slope of head h among so many by the rule of spec/positions.md, section 3. */
double plumb_ruled_slope(size_t heads, size_t h);

/* The slopes [query_heads] of a case with ALiBi, multiplied by the scale where its form says so;
   NULL if memory is short. */
double *plumb_slopes_in_use(plumb_storage *storage, const plumb_problem *problem);

/* States the slopes, as they are.  Returns 1, or -1 if memory is short. */
int plumb_state_slopes(plumb_storage *storage, plumb_problem *problem);
#endif
