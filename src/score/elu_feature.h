/* elu_feature.h - feature[c] = elu(x[c]) + 1: x[c] + 1 above 0, e^x[c] elsewhere.

   Source: arXiv 2410.10781, released code (model_attn_kernel.py, kernel=elu).  x, feature [n]: a query
   or a key.  An element that is not finite gives a ball without information. */
#ifndef PLUMB_SCORE_ELU_FEATURE_H
#define PLUMB_SCORE_ELU_FEATURE_H
#include "spec/score/elu_feature.h"
#include <stddef.h>

/*@ requires reads: \valid_read(x + (0 .. n - 1));
    requires writes: \valid(feature + (0 .. n - 1));
    requires apart: \separated(feature + (0 .. n - 1), x + (0 .. n - 1));
    assigns feature[0 .. n - 1];
    ensures encloses: \forall seq s; \old(values(x, s, n)) ==> encloses(feature, elu_features(s), n);
*/
void plumb_elu_feature(const double *x, size_t n, plumb_ball *feature);
#endif
