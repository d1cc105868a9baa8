/* neighbours_scores.h - scales and softcaps found from the engine's numbers. */
#ifndef PLUMB_DIAGNOSE_NEIGHBOURS_SCORES_H
#define PLUMB_DIAGNOSE_NEIGHBOURS_SCORES_H
#include "diagnose/neighbour.h"
#include "diagnose/scale_text.h"

/* Adds the scale if it is another than the stated one and than those that are listed. */
void plumb_add_scale(const plumb_case *stated, plumb_other_scale other, const char *does,
                     plumb_neighbourhood *neighbourhood);

void plumb_neighbours_of_fitted_scores(const plumb_case *stated, plumb_neighbourhood *neighbourhood);

/* The scale with which the engine's numbers are right up to a factor that all of them have. */
void plumb_neighbours_of_scale_and_factor(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
#endif
