/* spec/score/mlp_feature.h - the feature map of the MLP kernel: W2 max(0, W1 x)   (arXiv 2410.10781).

   inner is W1 [hidden_dim][head_dim], outer is W2 [feature_dim][hidden_dim], both row by row. */
#ifndef PLUMB_SPEC_SCORE_MLP_FEATURE_H
#define PLUMB_SPEC_SCORE_MLP_FEATURE_H
#include "spec/number/sequence.h"

/*@ axiomatic MlpFeature {
      logic seq mlp_hidden(seq x, seq inner, integer head_dim);
      logic seq mlp_features(seq x, seq inner, integer head_dim, seq outer, integer hidden_dim);
      logic seq mlp_row_features(seq rows, seq inner, integer head_dim, seq outer, integer hidden_dim,
                                 integer feature_dim);
    } */
#ifdef PLUMB_DEFINITIONS
/*@ lemma mlp_hidden_is: \forall seq x, inner, integer d, j;
      el(mlp_hidden(x, inner, d), j) == \max(dots(drop(inner, place(j, d, 0)), x, d), 0.0); */
/*@ lemma mlp_features_is: \forall seq x, inner, outer, integer d, h, c;
      el(mlp_features(x, inner, d, outer, h), c) == dots(drop(outer, place(c, h, 0)), mlp_hidden(x, inner, d), h); */
#endif
/*@ lemma mlp_hidden_element: \forall seq x, inner, integer d, j;
      \max(dots(drop(inner, place(j, d, 0)), x, d), 0.0) == el(mlp_hidden(x, inner, d), j); */
/*@ lemma mlp_features_element: \forall seq x, inner, outer, integer d, h, c;
      dots(drop(outer, place(c, h, 0)), mlp_hidden(x, inner, d), h) == el(mlp_features(x, inner, d, outer, h), c); */
/* the features of every row of a matrix, row by row */
/*@ lemma mlp_row_features_element: \forall seq k, inner, outer, integer d, h, f, j, c; 0 <= c < f ==>
      el(drop(mlp_row_features(k, inner, d, outer, h, f), place(j, f, 0)), c) ==
      el(mlp_features(drop(k, place(j, d, 0)), inner, d, outer, h), c); */

/* a row of a matrix whose every element is finite */
/*@ lemma matrix_row{L}: \forall double *p, seq x, integer j, n, d;
      0 <= j < n && values(p, x, n * d) ==> values(p + place(j, d, 0), drop(x, place(j, d, 0)), d); */
#endif
