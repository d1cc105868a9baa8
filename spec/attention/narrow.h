/* spec/attention/narrow.h - the elements of a softmax row as single quotients: the weighted sum of the values by the
   denominator of the weights, with no weight formed. */
#ifndef PLUMB_SPEC_ATTENTION_NARROW_H
#define PLUMB_SPEC_ATTENTION_NARROW_H
#include "spec/aggregate/aggregate.h"
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

#ifdef PLUMB_LEMMAS_NARROW
/*@ lemma terms_total: \forall seq x, subset m, real c, integer n;
      visible_total(shifted_exponentials(x, m, c), m, n) == exponentials(x, m, c, n); */
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
      rmul(el(aggregate(shifted_exponentials(x, m, c), m, v, d, n), column), rdiv(1.0, exponentials(x, m, c, n) + rexp(s - c))) ==
      el(aggregate(sink_softmax(x, m, n, s), m, v, d, n), column); */
/*@ lemma aggregate_of_none: \forall seq w, v, subset m, integer d, n, column; none_of(m, n) ==>
      el(aggregate(w, m, v, d, n), column) == 0.0; */
#endif
#endif
