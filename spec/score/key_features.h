/* spec/score/key_features.h - the features of every key: row j of the result is the feature of row j   (arXiv
   2410.10781). */
#ifndef PLUMB_SPEC_SCORE_KEY_FEATURES_H
#define PLUMB_SPEC_SCORE_KEY_FEATURES_H
#include "spec/score/elu_feature.h"
#include "spec/score/feature_dot.h"
#include "spec/score/mlp_feature.h"

/* where a row starts, in ordinary notation: rows before it end before it */
/*@ lemma place_row_start: \forall integer r, w; place(r, w, 0) == r * w; */

/* what the perceptron reads, finite: one name for it keeps the premises of a loop invariant together */
/*@ predicate perceptron{L}(double *key, seq k, subset m, integer n, integer d, double *inner, seq u, integer h,
                            double *outer, seq w, integer f) =
      rows(key, k, m, n, d) && values(inner, u, h * d) && values(outer, w, f * h); */
#endif
