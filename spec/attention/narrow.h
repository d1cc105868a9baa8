/* spec/attention/narrow.h - the elements of a softmax row as single quotients: the weighted sum of the values by the
   denominator of the weights, with no weight formed. */
#ifndef PLUMB_SPEC_ATTENTION_NARROW_H
#define PLUMB_SPEC_ATTENTION_NARROW_H
#include "spec/aggregate/aggregate.h"
#include "spec/number/sum.h"
#include "spec/weight/sink_softmax.h"
#include "spec/weight/softmax.h"

/* term encloses the shifted exponentials of the scores x of visible keys */
/*@ predicate exponential_terms{L}(plumb_ball *term, seq x, subset m, real shift, integer keys) =
      \forall integer k; 0 <= k < keys && among(m, k) ==> in_ball(term[k], rexp(el(x, k) - shift)); */
/* b encloses the elements of o times f */
/*@ predicate multiplied{L}(plumb_ball *b, seq o, real f, integer n) =
      \forall integer k; 0 <= k < n ==> in_ball(b[k], rmul(el(o, k), f)); */
/* of the first n no key takes part */
/*@ predicate none_of(subset m, integer n) = \forall integer k; 0 <= k < n ==> !among(m, k); */
/* some does */
/*@ predicate some_of(subset m, integer n) = \exists integer k; 0 <= k < n && among(m, k); */
/* How wide an output of n keys is beside the largest value, where the scores are known to r: 4 n + 420 roundings, and
   90 r. */
/*@ logic real softmax_output_accuracy(real r, integer n) = 90.0 * r + (4.0 * n + 420.0) * 0x1p-50; */

#if defined PLUMB_LEMMAS_NARROW || defined PLUMB_LEMMAS_OUTPUT_TIGHT
/*@ lemma terms_total: \forall seq x, subset m, real c, integer n;
      visible_total(shifted_exponentials(x, m, c), m, n) == exponentials(x, m, c, n); */
#endif

#ifdef PLUMB_LEMMAS_OUTPUT_TIGHT
/* scores between -128 and 128: neither a sum of them nor its share of a modest value underflows */
/*@ lemma output_moderate: \forall seq x, subset m, integer n, j, real q;
      n <= 0x10000000 && 0 <= j < n && among(m, j) && modest(q) &&
      (\forall integer i; 0 <= i < n && among(m, i) ==> -128.0 <= el(x, i) <= 128.0) ==>
      moderate(q) && moderate(exponentials(x, m, 0.0, n)) && moderate(rdiv(1.0, exponentials(x, m, 0.0, n))) &&
      moderate(rmul(exponentials(x, m, 0.0, n), q)) &&
      rmul(rmul(exponentials(x, m, 0.0, n), q), rdiv(1.0, exponentials(x, m, 0.0, n))) == q; */
/* of the terms, their sum, the weighted sum, the reciprocal and its product with the weighted sum */
/*@ lemma output_accuracies: \forall real r, integer n; 0.0 <= r <= 0x1p-6 && 0 <= n <= 0x10000000 ==>
      0.0 <= exponential_accuracy(r) <= 1.0 && 0.0 <= sum_accuracy(r, n) <= 0.125 &&
      0.0 <= weighted_accuracy(exponential_accuracy(r), n) <= 1.0 && 0.0 <= 4.0 * sum_accuracy(r, n) + 0x1p-46 <= 1.0 &&
      3.0 * (weighted_accuracy(exponential_accuracy(r), n) + (4.0 * sum_accuracy(r, n) + 0x1p-46)) + 0x1p-49 <=
        softmax_output_accuracy(r, n); */
#endif

#ifdef PLUMB_LEMMAS_NARROW
/* sum_j e^(x_j - c) v_j / sum_j e^(x_j - c) is the output, whatever the shift c */
/*@ lemma quotient_of_sums: \forall seq x, v, subset m, real c, integer n, d, column;
      rdiv(weighted(shifted_exponentials(x, m, c), m, v, d, column, n), exponentials(x, m, c, n)) ==
      el(aggregate(softmax(x, m, n), m, v, d, n), column); */
/* with the logit s of a sink */
/*@ lemma quotient_of_sums_with_sink: \forall seq x, v, subset m, real c, s, integer n, d, column;
      rdiv(weighted(shifted_exponentials(x, m, c), m, v, d, column, n), exponentials(x, m, c, n) + rexp(s - c)) ==
      el(aggregate(sink_softmax(x, m, n, s), m, v, d, n), column); */
#endif

#ifdef PLUMB_LEMMAS_PRODUCT
/* sum_j e^(x_j - c) v_j times 1 / sum_j e^(x_j - c): one division does for all columns */
/*@ lemma product_of_sums: \forall seq x, v, subset m, real c, integer n, d, column;
      rmul(el(aggregate(shifted_exponentials(x, m, c), m, v, d, n), column), rdiv(1.0, exponentials(x, m, c, n))) ==
      el(aggregate(softmax(x, m, n), m, v, d, n), column); */
/* with the logit s of a sink */
/*@ lemma product_of_sums_with_sink: \forall seq x, v, subset m, real c, s, integer n, d, column;
      rmul(el(aggregate(shifted_exponentials(x, m, c), m, v, d, n), column),
           rdiv(1.0, exponentials(x, m, c, n) + rexp(s - c))) ==
      el(aggregate(sink_softmax(x, m, n, s), m, v, d, n), column); */
/*@ lemma aggregate_of_none: \forall seq w, v, subset m, integer d, n, column; none_of(m, n) ==>
      el(aggregate(w, m, v, d, n), column) == 0.0; */
#endif
#endif
