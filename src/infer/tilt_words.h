/* tilt_words.h - numbers by which parts of scores are multiplied, in words: into tilts->says.  deviation:
   [features] what each number may be off by. */
#ifndef PLUMB_INFER_TILT_WORDS_H
#define PLUMB_INFER_TILT_WORDS_H
#include "base/workspace.h"
#include "infer/tilts.h"

/* Keys, or columns of q.k, of one number each, and sets the numbers to these; false: there are no words. */
bool plumb_tilts_say_levels(const plumb_problem *problem, plumb_tilts *tilts, const double *deviation,
                            plumb_workspace *workspace);

/* Each part has a number of its own; false: too few are known. */
bool plumb_tilts_say_each(const plumb_problem *problem, plumb_tilts *tilts, const double *deviation);

/* Which columns of queries and keys are those of other vectors, whose names tilts->says has: all that are known are 0
   or 1, and some are; false: else. */
bool plumb_tilts_say_others(const plumb_problem *problem, plumb_tilts *tilts, const double *deviation,
                            plumb_workspace *workspace);

/* The slope of a head by distance that the case states; 0: none. */
double plumb_stated_slope(const plumb_problem *problem, size_t h);

/* Slopes of heads, or factors of their biases. */
void plumb_tilts_say_heads(const plumb_problem *problem, plumb_tilts *tilts);

/* One number: another base of the exponential in some tiles. */
void plumb_tilts_say_base(plumb_tilts *tilts);
#endif
