/* spec/attention/narrow.h - one element of a softmax row as a single quotient: the weighted sum of the values by the
   denominator of the weights, with neither weight formed. */
#ifndef PLUMB_SPEC_ATTENTION_NARROW_H
#define PLUMB_SPEC_ATTENTION_NARROW_H
#include "spec/aggregate/aggregate.h"
#include "spec/weight/sink_softmax.h"
#include "spec/weight/softmax.h"

/* term encloses the shifted exponentials of the scores x of visible keys */
/*@ predicate exponential_terms{L}(plumb_ball *term, seq x, subset m, real shift, integer keys) =
      \forall integer k; 0 <= k < keys && among(m, k) ==> in_ball(term[k], rexp(el(x, k) - shift)); */

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
#endif
