/* choice.h - whether each list of keys is what an indexer has to choose: the visible keys whose index scores are the
   largest. */
#ifndef PLUMB_CASE_CHOICE_H
#define PLUMB_CASE_CHOICE_H
#include "case/assemble.h"
#include "problem/problem.h"

/* Compares the lists of the problem with index_scores, if these are given; whatever hides keys is known.  0, or -1
   after a message. */
int plumb_choice_read(const plumb_case_tensors *tensors, const plumb_description *description,
                      const plumb_problem *problem, plumb_choice *choice, plumb_error *error);
#endif
