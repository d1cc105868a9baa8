/* spec/aggregate/merge.h - what is known of attention from a part of the keys, and how two parts are merged
   (spec/merge.md).  Definition: proofs/model/merge.v.

   A part is the log-sum-exp of its visible keys and the output over them; the part that sees no key has neither.  Parts
   are a commutative monoid under merging, whose neutral element is the empty part, and attention is a homomorphism from
   disjoint sets of keys: parts may be merged in any order, in chains and in trees. */
#ifndef PLUMB_SPEC_AGGREGATE_MERGE_H
#define PLUMB_SPEC_AGGREGATE_MERGE_H
#include "spec/number/log.h"
#include "spec/number/sequence.h"

/*@ axiomatic Merge {
      type key_part;
      predicate sees_none(key_part a);
      logic real part_lse(key_part a);
      logic seq part_output(key_part a);
      logic real part_weight(key_part a, real shift); // e^(lse - shift)
      logic key_part merged(key_part a, key_part b);
      logic key_part no_keys;
      // softmax attention of the scores x over the keys among m below n, with rows of v of that width
      logic key_part attended(seq x, subset m, seq v, integer width, integer n);
      logic subset united(subset m, subset n);
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma merged_associates: \forall key_part a, b, c; merged(merged(a, b), c) == merged(a, merged(b, c)); */
/*@ lemma merged_commutes: \forall key_part a, b; merged(a, b) == merged(b, a); */
/*@ lemma merged_neutral: \forall key_part a; merged(a, no_keys) == a; */
/*@ lemma no_keys_sees_none: \forall key_part a; sees_none(a) <==> a == no_keys; */
/*@ lemma united_is: \forall subset m, n, integer j; among(united(m, n), j) <==> among(m, j) || among(n, j); */
/*@ lemma attended_none: \forall seq x, v, subset m, integer d, n;
      (\forall integer j; 0 <= j < n ==> !among(m, j)) ==> attended(x, m, v, d, n) == no_keys; */
/* the parts of keys that no two of them share: their merge is the attention over the keys of both */
/*@ lemma attended_apart: \forall seq x, v, subset m, k, integer d, n; n >= 0 &&
      (\forall integer j; 0 <= j < n ==> !(among(m, j) && among(k, j))) ==>
      attended(x, united(m, k), v, d, n) == merged(attended(x, m, v, d, n), attended(x, k, v, d, n)); */
/*@ lemma merged_lse_is: \forall key_part a, b; !sees_none(a) && !sees_none(b) ==>
      part_lse(merged(a, b)) == \log(\exp(part_lse(a)) + \exp(part_lse(b))); */
/*@ lemma merged_output_is: \forall key_part a, b, integer c; !sees_none(a) && !sees_none(b) ==>
      el(part_output(merged(a, b)), c) * (\exp(part_lse(a)) + \exp(part_lse(b))) ==
      el(part_output(a), c) * \exp(part_lse(a)) + el(part_output(b), c) * \exp(part_lse(b)); */
#endif

/*@ lemma merged_with_none: \forall key_part a, b; sees_none(b) ==> merged(a, b) == a; */
/*@ lemma merged_from_none: \forall key_part a, b; sees_none(a) ==> merged(a, b) == b; */
/*@ lemma merged_sees: \forall key_part a, b; !sees_none(a) ==> !sees_none(merged(a, b)); */
/*@ lemma part_weighs: \forall key_part a, real c; rexp(part_lse(a) - c) == part_weight(a, c); */
/*@ lemma merged_lse: \forall key_part a, b, real c; !sees_none(a) && !sees_none(b) ==>
      rlog(part_weight(a, c) + part_weight(b, c)) == part_lse(merged(a, b)) - c; */
/*@ lemma merged_output: \forall key_part a, b, real c, integer i; !sees_none(a) && !sees_none(b) ==>
      rdiv(rmul(el(part_output(a), i), part_weight(a, c)) + rmul(el(part_output(b), i), part_weight(b, c)),
           part_weight(a, c) + part_weight(b, c)) == el(part_output(merged(a, b)), i); */

/* memory that denotes a part: whether it sees a key, and, if it does, balls of its log-sum-exp and its output */
/*@ predicate denotes{L}(integer has_keys, plumb_ball *lse, plumb_ball *output, key_part a, integer d) =
      (has_keys == 0 <==> sees_none(a)) &&
      (has_keys != 0 ==> in_ball(*lse, part_lse(a)) && encloses(output, part_output(a), d)); */
#endif
