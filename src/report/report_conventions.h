/* report_conventions.h - what a problem asks, as reports say it: operator, positions and masks, in the words of
   schema/members.def, where SAID tells how each member is said in a line of text. */
#ifndef PLUMB_REPORT_REPORT_CONVENTIONS_H
#define PLUMB_REPORT_REPORT_CONVENTIONS_H
#include "problem/problem.h"
#include <jansson.h>
#include <stddef.h>

/* Every member in force, cut if it is longer:
     "sigmoid, normalisation sum, epsilon 1e-08, softcap 50 (cap-bias-mask)"
     "rope half, dim 64, base 500000, yarn, factor 32, original 4096, beta 32 and 1, positions given", or "none"
     "causal, window 3,0, offset 2", or "no mask" */
void plumb_operator_text(const plumb_problem *problem, char *text, size_t size);
void plumb_position_text(const plumb_problem *problem, char *text, size_t size);
void plumb_mask_text(const plumb_problem *problem, char *text, size_t size);

/* What sets the problem apart, for a table: "softmax, rope, half, sink logit, window". */
void plumb_brief_text(const plumb_problem *problem, char *text, size_t size);

/* Every member as objects with the keys of a case; what is not in force is null.  NULL if memory is short. */
json_t *plumb_operator_json(const plumb_problem *problem);
json_t *plumb_position_json(const plumb_problem *problem);
json_t *plumb_mask_json(const plumb_problem *problem);
#endif
