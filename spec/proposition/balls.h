/* spec/proposition/balls.h - repeated tokens: what balls contain that enclose the softmax of their scores.

   Source: arXiv 2410.10781, appendix on repeated tokens.  docs/propositions.md compares the statements. */
#ifndef PLUMB_SPEC_PROPOSITION_BALLS_H
#define PLUMB_SPEC_PROPOSITION_BALLS_H
#include "spec/aggregate/aggregate.h"
#include "spec/proposition/scores.h"
#include "spec/weight/softmax.h"

#ifdef PLUMB_DEFINITIONS
/*@ lemma geometric_share_is: \forall real slope, integer t, i; geometric_share(slope, t, i) ==
      \exp(-slope * (t - 1 - i)) * (1.0 - \exp(-slope)) / (1.0 - \exp(-slope * t)); */
#endif

/*@ lemma balls_of_equal_scores{L}: \forall plumb_ball *w, seq x, subset m, integer n, i, real c;
      encloses(w, softmax(x, m, n), n) && equal_scores(x, m, n, c) && 0 <= i < n && among(m, i) ==>
      in_ball(w[i], rdiv(1.0, visible_count(m, n))); */
/*@ lemma balls_of_relative{L}: \forall plumb_ball *w, seq x, g, subset m, integer n, t, i, real c;
      encloses(w, softmax(x, m, n), n) && sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= i < t ==>
      in_ball(w[i], el(softmax(g, m, n), t - 1 - i)); */
/*@ lemma balls_of_settled{L}: \forall plumb_ball *w, seq x, g, subset m, integer n, t, D, real c;
      encloses(w, softmax(x, m, n), n) && sees_first(m, n, t) && by_distance(x, g, t, c) && 0 <= D < t &&
      settled(g, D, t) ==>
      holds_at_most(w[0], rdiv(1.0, t - D)); */
/*@ lemma balls_of_rising{L}: \forall plumb_ball *w, seq x, subset m, integer n, t, i, real c, slope;
      encloses(w, softmax(x, m, n), n) && sees_first(m, n, t) && rising(x, t, c, slope) && slope > 0.0 && 0 <= i < t ==>
      in_ball(w[i], geometric_share(slope, t, i)); */
/*@ lemma rising_weights_increase: \forall seq x, subset m, integer n, t, i, j, real c, slope;
      sees_first(m, n, t) && rising(x, t, c, slope) && slope > 0.0 && 0 <= i < j < t ==>
      el(softmax(x, m, n), i) < el(softmax(x, m, n), j); */
/*@ lemma first_ball_of_rising{L}: \forall plumb_ball *w, seq x, subset m, integer n, t, real c, slope;
      encloses(w, softmax(x, m, n), n) && sees_first(m, n, t) && rising(x, t, c, slope) && slope > 0.0 ==>
      holds_at_most(w[0], rdiv(1.0, t)); */
/*@ lemma balls_within{L}: \forall plumb_ball *w, seq x, subset m, integer n, t, i, real xi;
      encloses(w, softmax(x, m, n), n) && sees_first(m, n, t) && within(x, xi, t) && 0 <= i < t ==>
      holds_at_most(w[i], rdiv(rexp(2.0 * xi), rexp(2.0 * xi) + (t - 1))); */

/* equal values in memory, before (L) and after they are aggregated (K): weights that sum to 1 give that value */
/*@ lemma balls_of_equal_values{L, K}:
      \forall plumb_ball *o, double *value, unsigned char *visible, seq w, v, subset m, integer n, d, i, c;
      \at(equal_rows(value, visible, n, d) && shows(visible, m, n) && rows(value, v, m, n, d), L) &&
      \at(encloses(o, aggregate(w, m, v, d, n), d), K) && visible_total(w, m, n) == 1.0 && 0 <= i < n && among(m, i) &&
      0 <= c < d ==>
      \at(in_ball(o[c], el(v, place(i, d, c))), K); */
/*@ lemma softmax_total: \forall seq x, subset m, integer n, i;
      0 <= i < n && among(m, i) ==> visible_total(softmax(x, m, n), m, n) == 1.0; */
#endif
