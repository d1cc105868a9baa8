/* multiplied.h - queries and keys as they are multiplied, after positions have moved them. */
#ifndef PLUMB_INFER_MULTIPLIED_H
#define PLUMB_INFER_MULTIPLIED_H
#include "base/workspace.h"
#include "problem/problem.h"

/* The problem, whose positions move vectors, of moved vectors without positions; where they move none, where each query
   has keys of its own, and where moved ones would take much memory, the problem as it is.  Returns 0, or -1 if memory
   is short. */
int plumb_multiplied_of(const plumb_problem *problem, plumb_workspace *memory, plumb_problem *multiplied);
#endif
