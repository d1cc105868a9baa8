/* spec/score/elu_feature.h - the feature map of the elu kernel: elu(x_c) + 1, element by element   (arXiv
   2410.10781). */
#ifndef PLUMB_SPEC_SCORE_ELU_FEATURE_H
#define PLUMB_SPEC_SCORE_ELU_FEATURE_H
#include "spec/number/elu.h"
#include "spec/number/sequence.h"

/*@ axiomatic EluFeature { logic seq elu_features(seq x); } */
#ifdef PLUMB_DEFINITIONS
/*@ lemma elu_feature_above_zero: \forall seq x, integer c; el(x, c) > 0.0 ==>
      el(elu_features(x), c) == el(x, c) + 1.0; */
/*@ lemma elu_feature_below_zero: \forall seq x, integer c; el(x, c) <= 0.0 ==>
      el(elu_features(x), c) == \exp(el(x, c)); */
/* so their products are attention that no key lacks */
/*@ lemma elu_features_are_positive: \forall seq x, integer c; el(elu_features(x), c) > 0.0; */
#endif
/*@ lemma elu_features_element: \forall seq x, integer c;
      el(elu_features(x), c) == elu_plus_one(el(x, c)); */
/* the features of a row are the row of the features */
/*@ lemma elu_features_of_row: \forall seq x, integer o; elu_features(drop(x, o)) == drop(elu_features(x), o); */
#endif
