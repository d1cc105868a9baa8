/* spec/proposition/no_op.h - a head that puts nearly all its weight on a key of small value does nearly nothing.

   Source: arXiv 2410.10781, section 7 (sinks as key biases that store extra attention); arXiv 2306.12929 (heads that
   learn to do nothing).  The weights are any shares of at most 1, so those of a softmax with a sink logit are in. */
#ifndef PLUMB_SPEC_PROPOSITION_NO_OP_H
#define PLUMB_SPEC_PROPOSITION_NO_OP_H
#include "spec/aggregate/aggregate.h"
#include "spec/proposition/scores.h"
#include "spec/weight/sink_softmax.h"
#include "spec/weight/softmax.h"

/* the visible weights are shares of at most 1, and visible key s has at least 1 - delta of it */
/*@ predicate attends(seq w, subset m, integer n, integer s, real delta) =
      0 <= s < n && among(m, s) && (\forall integer j; 0 <= j < n && among(m, j) ==> el(w, j) >= 0.0) &&
      visible_total(w, m, n) <= 1.0 && el(w, s) >= 1.0 - delta; */
/* in column c the value of key s is at most small in size, and those of the other visible keys at most large */
/*@ predicate small_value(seq v, subset m, integer n, integer d, integer c, integer s, real small, real large) =
      0.0 <= small <= large && \abs(el(v, place(s, d, c))) <= small &&
      (\forall integer j; 0 <= j < n && among(m, j) && j != s ==> \abs(el(v, place(j, d, c))) <= large); */
/* the same of the lengths of values */
/*@ predicate short_value(seq v, subset m, integer n, integer d, integer s, real small, real large) =
      0.0 <= small <= large && vector_length(drop(v, place(s, d, 0)), d) <= small &&
      (\forall integer j; 0 <= j < n && among(m, j) && j != s ==>
       vector_length(drop(v, place(j, d, 0)), d) <= large); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma sink_output_is_small: \forall seq w, v, subset m, integer n, d, c, s, real delta, small, large;
      attends(w, m, n, s, delta) && small_value(v, m, n, d, c, s, small, large) ==>
      \abs(el(aggregate(w, m, v, d, n), c)) <= (1.0 - delta) * small + delta * large; */
/*@ lemma sink_output_is_short: \forall seq w, v, subset m, integer n, d, s, real delta, small, large;
      attends(w, m, n, s, delta) && short_value(v, m, n, d, s, small, large) ==>
      vector_length(aggregate(w, m, v, d, n), d) <= (1.0 - delta) * small + delta * large; */
/* what the head adds to a number of the residual stream: r is the row of its output projection */
/*@ lemma sink_leaves_residual: \forall seq r, w, v, subset m, integer n, d, s, real delta, small, large;
      attends(w, m, n, s, delta) && short_value(v, m, n, d, s, small, large) ==>
      \abs(dots(r, aggregate(w, m, v, d, n), d)) <= vector_length(r, d) * ((1.0 - delta) * small + delta * large); */
/* no bound is less: two keys reach it */
/*@ lemma sink_output_bound_is_reached: \forall real delta, small, large;
      0.0 <= delta <= 1.0 && 0.0 <= small <= large ==> \exists seq w, v, subset m;
      attends(w, m, 2, 0, delta) && small_value(v, m, 2, 1, 0, 0, small, large) &&
      el(aggregate(w, m, v, 1, 2), 0) == (1.0 - delta) * small + delta * large; */

/* ---- which weights ---- */
/*@ lemma softmax_attends: \forall seq x, subset m, integer n, s, real delta; 0 <= s < n && among(m, s) &&
      el(softmax(x, m, n), s) >= 1.0 - delta ==> attends(softmax(x, m, n), m, n, s, delta); */
/*@ lemma sink_softmax_attends: \forall seq x, subset m, integer n, s, real logit, delta; 0 <= s < n && among(m, s) &&
      el(sink_softmax(x, m, n, logit), s) >= 1.0 - delta ==> attends(sink_softmax(x, m, n, logit), m, n, s, delta); */
/* a sink logit is a sink whose value is 0, and takes its share from all keys */
/*@ lemma sink_logit_leaves: \forall seq x, v, subset m, integer n, d, c, real logit, large; large >= 0.0 &&
      (\forall integer j; 0 <= j < n && among(m, j) ==> \abs(el(v, place(j, d, c))) <= large) ==>
      \abs(el(aggregate(sink_softmax(x, m, n, logit), m, v, d, n), c)) <=
      (1.0 - sink_weight(x, m, n, logit)) * large; */
#endif
#endif
