/* spec/attention/narrow.h - one element of a softmax row as a single quotient: the weighted sum of the values by the
   denominator of the weights, with neither weight formed. */
#ifndef PLUMB_SPEC_ATTENTION_NARROW_H
#define PLUMB_SPEC_ATTENTION_NARROW_H
#include "spec/aggregate/aggregate.h"
#include "spec/weight/softmax.h"

/* term and sum enclose the shifted exponentials of the scores x and their sum over the visible keys */
/*@ predicate exponential_terms{L}(plumb_ball *term, plumb_ball sum, seq x, subset m, real shift, integer keys) =
      in_ball(sum, exponentials(x, m, shift, keys)) &&
      \forall integer k; 0 <= k < keys && among(m, k) ==> in_ball(term[k], rexp(el(x, k) - shift)); */

#ifdef PLUMB_LEMMAS_NARROW
/* sum_j e^(x_j - c) v_j / sum_j e^(x_j - c) is the output, whatever the shift c */
/*@ lemma quotient_of_sums: \forall seq x, v, subset m, real c, integer n, d, column;
      rdiv(weighted(shifted_exponentials(x, c), m, v, d, column, n), exponentials(x, m, c, n)) ==
      el(aggregate(softmax(x, m, n), m, v, d, n), column); */
#endif
#endif
