/* report_position.h - how positions enter the scores of a problem, as reports name it. */
#ifndef PLUMB_COMPARE_REPORT_POSITION_H
#define PLUMB_COMPARE_REPORT_POSITION_H
#include "problem/problem.h"
#include <jansson.h>
#include <stddef.h>

/* "rope half, dim 64, base 500000, yarn, factor 32, original 4096, beta 32 and 1, untruncated,
   positions given": every parameter in force, cut if it is longer; "none". */
void plumb_position_text(const plumb_problem *problem, char *text, size_t size);

/* The same as an object with the keys of a case; what is not in force is null.  NULL if memory is
   short. */
json_t *plumb_position_json(const plumb_problem *problem);
#endif
