/* spec/score/bias.h - scores x_j + b_j, and x_0 + b with every other score unchanged. */
#ifndef PLUMB_SPEC_SCORE_BIAS_H
#define PLUMB_SPEC_SCORE_BIAS_H
#include "spec/number/sequence.h"

/*@ axiomatic Bias {
      logic seq biased(seq x, seq b);
      logic seq first_biased(seq x, real b);
    } */

/* finite where visible */
/*@ predicate values_among{L}(double *p, seq x, subset m, integer n) =
      \forall integer k; 0 <= k < n && among(m, k) ==> \is_finite(p[k]) && el(x, k) == p[k]; */

/*@ lemma biased_element: \forall seq x, b, integer j; el(biased(x, b), j) == el(x, j) + el(b, j); */
/*@ lemma first_biased_first: \forall seq x, real b; el(first_biased(x, b), 0) == el(x, 0) + b; */
/*@ lemma first_biased_other: \forall seq x, real b, integer j; j != 0 ==> el(first_biased(x, b), j) == el(x, j); */
#endif
