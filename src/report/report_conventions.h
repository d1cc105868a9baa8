/* report_conventions.h - operator, positions and masks of a problem as reports show them, in the words of
   schema/members.def, where SAID defines the phrase for each member. */
#ifndef PLUMB_REPORT_REPORT_CONVENTIONS_H
#define PLUMB_REPORT_REPORT_CONVENTIONS_H
#include "problem/problem.h"
#include <jansson.h>
#include <stddef.h>

/* Every convention in force, cut at size:
     "sigmoid, normalisation sum, epsilon 1e-08, softcap 50 (cap-bias-mask)"
     "rope half, dim 64, base 500000, yarn, factor 32, original 4096, beta 32 and 1, positions given", or "none"
     "causal, window 3,0, offset 2", or "no mask" */
void plumb_operator_text(const plumb_problem *problem, char *text, size_t size);
void plumb_position_text(const plumb_problem *problem, char *text, size_t size);
void plumb_mask_text(const plumb_problem *problem, char *text, size_t size);

/* The unusual conventions, for a table: "softmax, rope, half, sink logit, window". */
void plumb_brief_text(const plumb_problem *problem, char *text, size_t size);

/* All members, as objects with the keys of a case; null: not in force.  NULL if there is not enough memory. */
json_t *plumb_operator_json(const plumb_problem *problem);
json_t *plumb_position_json(const plumb_problem *problem);
json_t *plumb_mask_json(const plumb_problem *problem);
#endif
