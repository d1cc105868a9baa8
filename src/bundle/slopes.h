/* slopes.h - turns the gradients of the weights of a bundle of rows into those of their sources.

   Formulas: spec/gradient.md, section 2.  For a clipped or scaled softmax the source is the softmax; for a weight that
   is a map of its score, divided or not, it is the score. */
#ifndef PLUMB_BUNDLE_SLOPES_H
#define PLUMB_BUNDLE_SLOPES_H
#include "bundle/rows.h"

/* The planes of the rows, with the softmax before it is scaled or clipped. */
plumb_planes plumb_softmax_planes(const plumb_rows *rows);

/* For a panel that begins at `start` of the planes: turns the gradients of the weights into those of a scaled or
   clipped softmax; otherwise does nothing. */
void plumb_softmax_gradients(const plumb_rows *rows, size_t start, double *mid, double *rad);

/* Whether weights are maps of their scores. */
bool plumb_maps_scores(const plumb_rows *rows);

/* Sets the gradients of the scores of row r in a panel that begins at `start` of the planes, from the gradients y of
   its weights and delta. 0 for hidden keys. */
void plumb_map_gradients(const plumb_rows *rows, size_t r, size_t start, plumb_ball delta, const double *y_mid,
                         const double *y_rad, double *mid, double *rad);
#endif
