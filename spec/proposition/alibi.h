/* spec/proposition/alibi.h - repeated tokens with ALiBi: the later a key, the more it weighs; the first weighs least.

   Source: arXiv 2410.10781, appendix on repeated tokens, Proposition 3.  docs/propositions.md compares the
   statements. */
#ifndef PLUMB_SPEC_PROPOSITION_ALIBI_H
#define PLUMB_SPEC_PROPOSITION_ALIBI_H
#include "spec/position/alibi.h"
#include "spec/proposition/repeated.h"
#include "spec/score/bias.h"

/* score j is c plus a slope times the distance from the query at position p to key j */
/*@ predicate alibi_scores(seq x, integer form, integer p, integer t, real c, real slope) =
      \forall integer j; 0 <= j < t ==> el(x, j) == c + slope * alibi_distance(form, p, j); */
#ifdef PLUMB_DEFINITIONS
/*@ lemma alibi_bias_is: \forall seq b, integer form, p, t, real slope; alibi_bias(b, form, p, t, slope) <==>
      (\forall integer j; 0 <= j < t ==> el(b, j) == slope * alibi_distance(form, p, j)); */
#endif

/*@ lemma alibi_slope_positive: \forall integer heads, h; alibi_slope(heads, h) > 0.0; */
/*@ lemma biased_alibi_scores: \forall seq x, b, integer form, p, t, real slope; alike(x, t) &&
      alibi_bias(b, form, p, t, slope) ==> alibi_scores(biased(x, b), form, p, t, el(x, 0), slope); */

/* Proposition 3 */
/*@ lemma alibi_weights_increase: \forall seq x, subset m, integer n, form, p, t, i, j, real c, slope;
      sees_first(m, n, t) && looks_back(form, p, t) && alibi_scores(x, form, p, t, c, slope) && slope > 0.0 &&
      0 <= i < j < t ==>
      el(softmax(x, m, n), i) < el(softmax(x, m, n), j); */
/*@ lemma alibi_first_weight: \forall seq x, subset m, integer n, form, p, t, real c, slope;
      sees_first(m, n, t) && looks_back(form, p, t) && alibi_scores(x, form, p, t, c, slope) && slope > 0.0 ==>
      el(softmax(x, m, n), 0) <= 1.0 / t; */
/* not without the sign of the slope */
/*@ lemma alibi_needs_its_slope: \exists seq x, subset m, integer n, form, p, t, i, j, real c, slope;
      sees_first(m, n, t) && looks_back(form, p, t) && alibi_scores(x, form, p, t, c, slope) && 0 <= i < j < t &&
      el(softmax(x, m, n), i) >= el(softmax(x, m, n), j); */
#ifdef PLUMB_DEFINITIONS
/* the weights are a geometric sequence */
/*@ lemma alibi_weights: \forall seq x, subset m, integer n, form, p, t, i, real c, slope;
      sees_first(m, n, t) && looks_back(form, p, t) && alibi_scores(x, form, p, t, c, slope) && slope > 0.0 &&
        0 <= i < t ==>
      el(softmax(x, m, n), i) == \exp(-slope * (t - 1 - i)) * (1.0 - \exp(-slope)) / (1.0 - \exp(-slope * t)); */
#endif
#endif
