/* mlp_feature.h - feature = W2 max(0, W1 x): a perceptron with one hidden layer and no biases.

   Source: arXiv 2410.10781, released code (model_attn_kernel.py, kernel=mlp): after the rotary
   embedding, the same weights for queries and keys, nothing applied to the output.  x [head_dim],
   inner = W1 [hidden_dim][head_dim], outer = W2 [feature_dim][hidden_dim], feature [feature_dim];
   hidden [hidden_dim] is left as max(0, W1 x).  An input that is not finite gives balls without
   information. */
#ifndef PLUMB_SCORE_MLP_FEATURE_H
#define PLUMB_SCORE_MLP_FEATURE_H
#include "number/index.h"
#include "spec/score/mlp_feature.h"

/*@ requires inside: hidden_dim * head_dim <= PLUMB_MOST_ELEMENTS && feature_dim * hidden_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(x + (0 .. head_dim - 1)) && \valid_read(inner + (0 .. hidden_dim * head_dim - 1)) &&
                    \valid_read(outer + (0 .. feature_dim * hidden_dim - 1));
    requires writes: \valid(hidden + (0 .. hidden_dim - 1)) && \valid(feature + (0 .. feature_dim - 1));
    requires hidden_apart: \separated(hidden + (0 .. hidden_dim - 1), x + (0 .. head_dim - 1)) &&
                    \separated(hidden + (0 .. hidden_dim - 1), inner + (0 .. hidden_dim * head_dim - 1)) &&
                    \separated(hidden + (0 .. hidden_dim - 1), outer + (0 .. feature_dim * hidden_dim - 1));
    requires feature_apart: \separated(feature + (0 .. feature_dim - 1), hidden + (0 .. hidden_dim - 1)) &&
                    \separated(feature + (0 .. feature_dim - 1), outer + (0 .. feature_dim * hidden_dim - 1));
    assigns hidden[0 .. hidden_dim - 1], feature[0 .. feature_dim - 1];
    ensures encloses: \forall seq s, u, w;
      \old(values(x, s, head_dim) && values(inner, u, hidden_dim * head_dim) &&
           values(outer, w, feature_dim * hidden_dim)) ==>
      encloses(feature, mlp_features(s, u, head_dim, w, hidden_dim), feature_dim);
*/
void plumb_mlp_feature(const double *x, size_t head_dim, const double *inner, size_t hidden_dim, const double *outer,
                       size_t feature_dim, plumb_ball *hidden, plumb_ball *feature);
#endif
