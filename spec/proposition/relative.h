/* spec/proposition/relative.h - repeated tokens with a bias that depends on the distance: the weights are the softmax
   of the bias alone.

   Source: arXiv 2410.10781, appendix on repeated tokens, Proposition 2.  The first key is a sink or not as the
   bias has it: not where the bias is constant from some distance on and the query far beyond it
   (settled_first_weight), but where the bias is the index of the distance's bucket (bucket_index_makes_a_sink).
   docs/propositions.md compares the statements. */
#ifndef PLUMB_SPEC_PROPOSITION_RELATIVE_H
#define PLUMB_SPEC_PROPOSITION_RELATIVE_H
#include "spec/position/t5_bucket.h"
#include "spec/proposition/repeated.h"
#include "spec/score/bias.h"
#include "spec/weight/normalised.h"

/*@ lemma biased_by_distance: \forall seq x, b, g, integer t; alike(x, t) && distance_bias(b, g, t) ==>
      by_distance(biased(x, b), g, t, el(x, 0)); */
#ifdef PLUMB_DEFINITIONS
/* Proposition 2 */
/*@ lemma relative_weights: \forall seq x, g, subset m, integer n, t, i, real c;
      sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= i < t ==>
      el(softmax(x, m, n), i) == \exp(el(g, t - 1 - i)) / exponentials(g, m, 0.0, n); */
#endif
/* the same: the softmax of the bias, read backwards */
/*@ lemma relative_weights_are: \forall seq x, g, subset m, integer n, t, i, real c;
      sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= i < t ==>
      el(softmax(x, m, n), i) == el(softmax(g, m, n), t - 1 - i); */

/* What does follow on the first key. */
/*@ lemma settled_first_weight: \forall seq x, g, subset m, integer n, t, D, real c;
      sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= D < t && settled(g, D, t) ==>
      el(softmax(x, m, n), 0) <= 1.0 / (t - D); */
/* not where the bias may still change */
/*@ lemma settled_is_needed: \exists seq x, g, subset m, integer n, t, D, real c;
      sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= D < t && el(softmax(x, m, n), 0) > 1.0 / (t - D); */
/*@ lemma t5_bucket_far: \forall integer e, l, M, d;
      1 <= e < M && 1 <= l && M <= d ==> t5_bucket_of(e, l, M, d) == e + l - 1; */
/*@ lemma t5_bucket_far_32: \forall integer d; 113 <= d ==> t5_bucket_of(16, 16, 128, d) == 31; */
/* T5: g is any table's entry for the bucket of the distance */
/*@ predicate t5_biased(seq g, seq table, integer e, integer l, integer M, integer t) =
      \forall integer d; 0 <= d < t ==> el(g, d) == el(table, t5_bucket_of(e, l, M, d)); */
/*@ lemma t5_first_weight: \forall seq x, g, table, subset m, integer n, t, e, l, M, real c;
      sees_first(m, n, t) && by_distance(x, g, t, c) && 1 <= e < M && 1 <= l && M < t &&
      t5_biased(g, table, e, l, M, t) ==>
      el(softmax(x, m, n), 0) <= 1.0 / (t - M); */
/* its 32 buckets up to distance 128: the last one begins at 113 */
/*@ lemma t5_first_weight_32: \forall seq x, g, table, subset m, integer n, t, real c;
      sees_first(m, n, t) && by_distance(x, g, t, c) && 113 < t && t5_biased(g, table, 16, 16, 128, t) ==>
      el(softmax(x, m, n), 0) <= 1.0 / (t - 113); */

#ifdef PLUMB_DEFINITIONS
/* a[t - 1] is the weight of the first of t repeated tokens, for every t up to 64 */
/*@ predicate first_weights(seq a, seq g) = \forall integer t; 1 <= t <= 64 ==>
      \exists seq x, subset m, real c; sees_first(m, 64, t) && by_distance(x, g, t, c) &&
        el(a, t - 1) == el(softmax(x, m, 64), 0); */
/* such a sequence exists */
/*@ lemma first_weights_exist: \forall seq g; \exists seq a; first_weights(a, g); */
/* The bias of the released code, the index of the bucket (32 of them, up to distance 128): the mean weight of the
   first key exceeds 0.3. */
/*@ lemma bucket_index_makes_a_sink: \forall seq a, g; first_weights(a, g) &&
      (\forall integer d; 0 <= d < 64 ==> el(g, d) == t5_bucket_of(16, 16, 128, d)) ==> total(a, 64) / 64.0 > 0.3; */
#endif
#endif
