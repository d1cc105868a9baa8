/* slopes.h - from gradients in the weights of a bundle of rows to those in what the weights are made of.

   Formulas: spec/gradient.md, section 2.  Of a clipped or scaled softmax the gradient in a weight becomes that in the
   softmax's own; of a weight that is a map of its score, divided or not, that in the score. */
#ifndef PLUMB_BUNDLE_SLOPES_H
#define PLUMB_BUNDLE_SLOPES_H
#include "bundle/rows.h"

/* The planes of the rows, with a softmax as it was before it was scaled or clipped. */
plumb_planes plumb_softmax_planes(const plumb_rows *rows);

/* Of a panel that begins at `start` of the planes: where a softmax is scaled or clipped, the gradients in the weights
   become those in the softmax; else they stay. */
void plumb_softmax_gradients(const plumb_rows *rows, size_t start, double *mid, double *rad);

/* Whether weights are maps of their scores. */
bool plumb_maps_scores(const plumb_rows *rows);

/* Of row r: the gradients in the scores of a panel that begins at `start` of the planes, from those in its weights, y;
   delta is the sum of their products.  0 where a key is hidden. */
void plumb_map_gradients(const plumb_rows *rows, size_t r, size_t start, plumb_ball delta, const double *y_mid,
                         const double *y_rad, double *mid, double *rad);
#endif
