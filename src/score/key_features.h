/* key_features.h - the feature maps of elu_feature.h and mlp_feature.h on every row of the keys.

   Source: arXiv 2410.10781, released code (model_attn_kernel.py).  key [keys][head_dim]; feature
   [keys][head_dim], or [keys][feature_dim] for the perceptron.  A key that is not finite gives balls
   without information in its own row. */
#ifndef PLUMB_SCORE_KEY_FEATURES_H
#define PLUMB_SCORE_KEY_FEATURES_H
#include "score/elu_feature.h"
#include "score/mlp_feature.h"
#include "spec/score/key_features.h"

/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(key + (0 .. keys * head_dim - 1));
    requires writes: \valid(feature + (0 .. keys * head_dim - 1));
    requires apart: \separated(feature + (0 .. keys * head_dim - 1), key + (0 .. keys * head_dim - 1));
    assigns feature[0 .. keys * head_dim - 1];
    ensures encloses: \forall seq k, subset m; \old(rows(key, k, m, keys, head_dim)) ==>
      ball_rows(feature, elu_features(k), m, keys, head_dim);
*/
void plumb_elu_key_features(const double *key, size_t keys, size_t head_dim, plumb_ball *feature);

/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS && keys * feature_dim <= PLUMB_MOST_ELEMENTS &&
                    hidden_dim * head_dim <= PLUMB_MOST_ELEMENTS && feature_dim * hidden_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(inner + (0 .. hidden_dim * head_dim - 1)) &&
                    \valid_read(outer + (0 .. feature_dim * hidden_dim - 1));
    requires writes: \valid(hidden + (0 .. hidden_dim - 1)) && \valid(feature + (0 .. keys * feature_dim - 1));
    requires hidden_apart: \separated(hidden + (0 .. hidden_dim - 1), key + (0 .. keys * head_dim - 1)) &&
                    \separated(hidden + (0 .. hidden_dim - 1), inner + (0 .. hidden_dim * head_dim - 1)) &&
                    \separated(hidden + (0 .. hidden_dim - 1), outer + (0 .. feature_dim * hidden_dim - 1));
    requires feature_apart: \separated(feature + (0 .. keys * feature_dim - 1), key + (0 .. keys * head_dim - 1)) &&
                    \separated(feature + (0 .. keys * feature_dim - 1), hidden + (0 .. hidden_dim - 1)) &&
                    \separated(feature + (0 .. keys * feature_dim - 1), inner + (0 .. hidden_dim * head_dim - 1)) &&
                    \separated(feature + (0 .. keys * feature_dim - 1), outer + (0 .. feature_dim * hidden_dim - 1));
    assigns hidden[0 .. hidden_dim - 1], feature[0 .. keys * feature_dim - 1];
    ensures encloses: \forall seq k, u, w, subset m;
      \old(perceptron(key, k, m, keys, head_dim, inner, u, hidden_dim, outer, w, feature_dim)) ==>
      ball_rows(feature, mlp_row_features(k, u, head_dim, w, hidden_dim, feature_dim), m, keys, feature_dim);
*/
void plumb_mlp_key_features(const double *key, size_t keys, size_t head_dim, const double *inner, size_t hidden_dim,
                            const double *outer, size_t feature_dim, plumb_ball *hidden, plumb_ball *feature);
#endif
