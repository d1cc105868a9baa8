/* softmax_output.h - the output of a softmax as one quotient, no weight formed:
   output[c] = (sum over visible j of e^(score[j] - shift) value[j][c]) times
               1 / (sum over visible j of e^(score[j] - shift) + e^(sink - shift)),
   the last exponential only with has_sink.

   Source: arXiv 2410.10781, section 2, with the sum taken before the division; the sinks are those of
   weight/sink_softmax.h.  Weights would bring their roundings and the error of the denominator into the
   sum once for every key; here they enter once for every column.
   score, visible, term [keys], value [keys][value_dim], output [value_dim].  The shift is that of
   plumb_softmax and plumb_sink_softmax, and the real result does not depend on it.
   term is room: the exponentials are left in it.  Of invisible keys neither score nor value is read.
   With no visible key nothing is divided and the output is 0; where the denominator may be 0 it is a
   ball without information.  Without a sink, where the middles of the visible scores lie between -128
   and 128, their radii are at most r <= 2^-6 and the visible values at most q, between 2^-250 and 2^250,
   the radius of an output of keys <= 2^28 is at most 90 r + (4 keys + 420) 2^-50 of q. */
#ifndef PLUMB_ATTENTION_SOFTMAX_OUTPUT_H
#define PLUMB_ATTENTION_SOFTMAX_OUTPUT_H
#include "number/index.h"
#include "spec/attention/narrow.h"

/*@ requires inside: keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: reads_visible(score, visible, keys) &&
                    \valid_read(value + (0 .. keys * value_dim - 1));
    requires writes: \valid(term + (0 .. keys - 1)) && \valid(output + (0 .. value_dim - 1));
    requires term_apart: apart_from_visible(term, score, visible, keys) &&
                    \separated(term + (0 .. keys - 1), value + (0 .. keys * value_dim - 1));
    requires output_apart: sum_apart(output, term, visible, value, keys, value_dim);
    assigns term[0 .. keys - 1], output[0 .. value_dim - 1];
    ensures plain: has_sink == 0 ==> \forall seq x, v, subset m;
      \old(encloses_visible(score, visible, x, m, keys) && rows(value, v, m, keys, value_dim)) ==>
      encloses(output, aggregate(softmax(x, m, keys), m, v, value_dim, keys), value_dim);
    ensures with_sink: has_sink != 0 ==> \forall seq x, v, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys) && rows(value, v, m, keys, value_dim)) &&
      in_ball(sink, s) ==>
      encloses(output, aggregate(sink_softmax(x, m, keys, s), m, v, value_dim, keys), value_dim);
    ensures tight: \forall seq x, v, subset m, real r, q, integer c; has_sink == 0 &&
      \old(known_visible(score, visible, x, m, r, keys) && rows(value, v, m, keys, value_dim)) &&
      bounded_rows(v, m, keys, value_dim, q) && modest(q) && accuracy_holds(r, keys) && some_of(m, keys) &&
      0 <= c < value_dim ==> is_tight(output[c], softmax_output_accuracy(r, keys), q);
*/
void plumb_softmax_output(const plumb_ball *score, const unsigned char *visible, const double *value, size_t keys,
                          size_t value_dim, int has_sink, plumb_ball sink, plumb_ball *term, plumb_ball *output);
#endif
