/* spec/attention/row.h - one row of attention: score, softmax over the visible keys, aggregate. */
#ifndef PLUMB_SPEC_ATTENTION_ROW_H
#define PLUMB_SPEC_ATTENTION_ROW_H
#include "spec/aggregate/aggregate.h"
#include "spec/score/scaled_dot.h"
#include "spec/weight/softmax.h"

/*@ logic seq attention_weights(real scale, seq q, seq k, subset m, integer keys, integer head_dim) =
      softmax(scaled_dots(scale, q, k, head_dim), m, keys); */
/*@ logic seq attention_row(real scale, seq q, seq k, seq v, subset m, integer keys, integer head_dim,
                            integer value_dim) =
      aggregate(attention_weights(scale, q, k, m, keys, head_dim), m, v, value_dim, keys); */

/* How far a score of n products is known, by the sizes of what it is made of (spec/score/scaled_dot.h); and sizes for
   which every score lies between -128 and 128 and is known to 2^-6. */
/*@ logic real score_spread(integer n, real p, real q, real s, real t) =
      score_accuracy(n, t) * score_size(n, p, q, s); */
/*@ predicate row_sizes(integer n, real p, real q, real s, real t) = score_sizes(n, p, q, s, t) &&
      score_size(n, p, q, s) + score_spread(n, p, q, s, t) <= 128.0 && score_spread(n, p, q, s, t) <= 0x1p-6; */

#ifdef PLUMB_LEMMAS_ROW
/*@ lemma tight_scores_known{L}: \forall plumb_ball *score, subset m, integer n, keys, real p, q, s, t;
      row_sizes(n, p, q, s, t) && all_tight(score, m, score_accuracy(n, t), score_size(n, p, q, s), keys) ==>
      \exists seq x; known_scores(score, x, m, score_spread(n, p, q, s, t), keys); */
#endif
#endif
