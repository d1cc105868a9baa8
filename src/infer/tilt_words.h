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

/* Slopes of heads, or factors of their biases. */
void plumb_tilts_say_heads(const plumb_problem *problem, plumb_tilts *tilts);

/* One number: another base of the exponential in some tiles. */
void plumb_tilts_say_base(plumb_tilts *tilts);
#endif
