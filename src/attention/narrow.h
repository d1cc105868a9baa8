/* narrow.h - recomputes one element of a plain softmax row, in a ball far narrower than the row's own.

   output[c] = sum over visible j of e^(score[j] - shift) * value[j][c], divided by the sum of the
   exponentials: the sums in twice the precision (number/twofold.h), one division, and no weight in
   between.  It is for an element that plumb_attention_row leaves on both sides of a rounding
   boundary; scores as narrow are those of score/twofold_dot.h.
   score, term, visible [keys], value [keys][value_dim].  Of invisible keys nothing is read.  Without a
   visible key, or if the sum may be 0, the result is a ball without information.  The logit of a
   sink joins the sum as one exponential more. */
#ifndef PLUMB_ATTENTION_NARROW_H
#define PLUMB_ATTENTION_NARROW_H
#include "number/index.h"
#include "spec/attention/narrow.h"

/* term[j] = exp(score[j] - shift) for visible j, 0 for invisible j; returns their sum, which says
   nothing for keys > 2^30.  shift: any finite number; plumb_score_shift lets no term overflow. */
/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(term + (0 .. keys - 1));
    requires apart: apart_from_visible(term, score, visible, keys);
    requires shift: \is_finite(shift);
    assigns term[0 .. keys - 1];
    ensures sum: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      in_ball(\result, exponentials(x, m, shift, keys));
    ensures terms: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      exponential_terms(term, x, m, shift, keys);
*/
plumb_ball plumb_narrow_terms(const plumb_ball *score, const unsigned char *visible, size_t keys, double shift,
                              plumb_ball *term);

/* The sum with the exponential of a sink's logit, of the same shift (plumb_sink_shift). */
/*@ requires shift: \is_finite(shift);
    assigns \nothing;
    ensures encloses: \forall real e, s; in_ball(sum, e) && in_ball(sink, s) ==> in_ball(\result, e + rexp(s - shift));
*/
plumb_ball plumb_narrow_sum_with_sink(plumb_ball sum, plumb_ball sink, double shift);

/* The output of one column, from terms and their sum. */
/*@ requires inside: 0 <= column < value_dim && keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: reads_visible(term, visible, keys) &&
                    \valid_read(value + (0 .. keys * value_dim - 1));
    assigns \nothing;
    ensures encloses: \forall seq x, v, subset m, real shift;
      shows(visible, m, keys) && exponential_terms(term, x, m, shift, keys) && rows(value, v, m, keys, value_dim) &&
      in_ball(sum, exponentials(x, m, shift, keys)) ==>
      in_ball(\result, el(aggregate(softmax(x, m, keys), m, v, value_dim, keys), column));
    ensures encloses_with_sink: \forall seq x, v, subset m, real shift, s;
      shows(visible, m, keys) && exponential_terms(term, x, m, shift, keys) && rows(value, v, m, keys, value_dim) &&
      in_ball(sum, exponentials(x, m, shift, keys) + rexp(s - shift)) ==>
      in_ball(\result, el(aggregate(sink_softmax(x, m, keys, s), m, v, value_dim, keys), column));
*/
plumb_ball plumb_narrow_output(const plumb_ball *term, plumb_ball sum, const unsigned char *visible,
                               const double *value, size_t keys, size_t value_dim, size_t column);
#endif
