/* mlp_feature.h - features W2 max(0, W1 x) as an engine computes them (spec/budget.md, section 9). */
#ifndef PLUMB_BUDGET_MLP_FEATURE_H
#define PLUMB_BUDGET_MLP_FEATURE_H
#include "budget/model.h"
#include "number/index.h"
#include "spec/budget/mlp_feature.h"

/* Balls around the features, from balls around the elements: inner [hidden][n], outer [features][hidden],
   work [hidden], feature [features]. */
/*@ requires counts: n <= PLUMB_MOST_ROUNDINGS && hidden <= PLUMB_MOST_ROUNDINGS;
    requires inside: hidden * n <= PLUMB_MOST_ELEMENTS && features * hidden <= PLUMB_MOST_ELEMENTS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(inner + (0 .. hidden * n - 1)) && \valid_read(outer + (0 .. features * hidden - 1)) &&
                    \valid_read(element + (0 .. n - 1));
    requires writes: \valid(work + (0 .. hidden - 1)) && \valid(feature + (0 .. features - 1));
    requires work_apart: \separated(work + (0 .. hidden - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                         \separated(work + (0 .. hidden - 1), tiny + (0 .. PLUMB_STEPS - 1)) &&
                         \separated(work + (0 .. hidden - 1), inner + (0 .. hidden * n - 1)) &&
                         \separated(work + (0 .. hidden - 1), outer + (0 .. features * hidden - 1)) &&
                         \separated(work + (0 .. hidden - 1), element + (0 .. n - 1)) &&
                         \separated(work + (0 .. hidden - 1), feature + (0 .. features - 1));
    requires feature_apart: \separated(feature + (0 .. features - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                            \separated(feature + (0 .. features - 1), tiny + (0 .. PLUMB_STEPS - 1)) &&
                            \separated(feature + (0 .. features - 1), outer + (0 .. features * hidden - 1));
    assigns work[0 .. hidden - 1], feature[0 .. features - 1];
    ensures encloses: \forall seq u, t, a, b, x, y;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && matrix(inner, a, hidden, n) &&
           matrix(outer, b, features, hidden) && encloses(element, x, n)) &&
      is_roundings(u, t) && bears_products(u, n) && bears_products(u, hidden) &&
      mlp_features_computed(u, t, a, b, x, n, hidden, features, y) ==> encloses(feature, y, features);
*/
void plumb_mlp_features_computed(const double *unit, const double *tiny, const double *inner, const double *outer,
                                 const plumb_ball *element, size_t n, size_t hidden, size_t features, plumb_ball *work,
                                 plumb_ball *feature);
#endif
