/* spec/proposition/repeated.h - repeated tokens without positional encoding: every visible key weighs the same.

   Source: arXiv 2410.10781, appendix on repeated tokens, Proposition 1.  Query t of the paper is the one that sees the
   keys 0 .. t - 1 here; key i of the paper is key i - 1.  docs/propositions.md compares the statements. */
#ifndef PLUMB_SPEC_PROPOSITION_REPEATED_H
#define PLUMB_SPEC_PROPOSITION_REPEATED_H
#include "spec/proposition/scores.h"
#include "spec/score/scaled_dot.h"
#include "spec/weight/softmax.h"

/* the first t rows of width d are equal: the keys of repeated tokens */
/*@ predicate repeats(seq k, integer t, integer d) =
      \forall integer j, c; 0 <= j < t && 0 <= c < d ==> el(k, place(j, d, c)) == el(k, place(0, d, c)); */

/*@ lemma repeated_keys_score_alike: \forall seq q, k, integer t, d, real scale; repeats(k, t, d) ==>
      alike(scaled_dots(scale, q, k, d), t); */
/*@ lemma alike_weigh_the_same: \forall seq x, subset m, integer n, t, i;
      sees_first(m, n, t) && alike(x, t) && 0 <= i < t ==> el(softmax(x, m, n), i) == 1.0 / t; */
/* Proposition 1 */
/*@ lemma repeated_keys_weigh_the_same: \forall seq q, k, subset m, integer n, t, d, i, real scale;
      sees_first(m, n, t) && repeats(k, t, d) && 0 <= i < t ==>
      el(softmax(scaled_dots(scale, q, k, d), m, n), i) == 1.0 / t; */
#endif
