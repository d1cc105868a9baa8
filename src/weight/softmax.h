/* softmax.h - weights: weight[j] = exp(score[j]) / sum over visible i of exp(score[i]).

   Source: arXiv 2410.10781, section 2.  score, visible, weight [keys].  The largest visible score
   is subtracted first where an exponential could overflow (plumb_score_shift); the real result does not
   depend on it.
   Invisible keys get weight 0 exactly; their scores are not read.  With no visible key every
   weight is 0.  Where the middles of the visible scores lie between -128 and 128 and their radii are at most r, a
   weight is a ball of a radius of at most 81 r + (3 keys + 317) 2^-50 of the share that the middles have.

   The behaviours are the propositions on repeated tokens (docs/propositions.md): x are the scores that the
   balls enclose, whatever computed them. */
#ifndef PLUMB_WEIGHT_SOFTMAX_H
#define PLUMB_WEIGHT_SOFTMAX_H
#include "number/ball.h"
#include "spec/proposition/scores.h"
#include "spec/weight/softmax.h"
#include <stddef.h>

/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: apart_from_visible(weight, score, visible, keys);
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      encloses(weight, softmax(x, m, keys), keys);
    ensures tight: \forall seq x, subset m, real r, integer k; \old(known_visible(score, visible, x, m, r, keys)) &&
      accuracy_holds(r, keys) && 0 <= k < keys && among(m, k) ==>
      is_tight(weight[k], softmax_tightness(r, keys), el(softmax(x, m, keys), k));

    behavior repeated_equal:
    ensures equal_share: \forall seq x, subset m, integer i, real c;
      \old(encloses_visible(score, visible, x, m, keys)) && equal_scores(x, m, keys, c) &&
      0 <= i < keys && among(m, i) ==> in_ball(weight[i], rdiv(1.0, visible_count(m, keys)));

    behavior repeated_relative:
    ensures softmax_of_bias: \forall seq x, g, subset m, integer t, i, real c;
      \old(encloses_visible(score, visible, x, m, keys)) && sees_first(m, keys, t) &&
      by_distance(x, g, t, c) && 0 <= i < t ==> in_ball(weight[i], el(softmax(g, m, keys), t - 1 - i));
    ensures settled: \forall seq x, g, subset m, integer t, D, real c;
      \old(encloses_visible(score, visible, x, m, keys)) && sees_first(m, keys, t) &&
      by_distance(x, g, t, c) && 0 <= D < t && settled(g, D, t) ==>
      holds_at_most(weight[0], rdiv(1.0, t - D));

    behavior repeated_rising:
    ensures geometric: \forall seq x, subset m, integer t, i, real c, slope;
      \old(encloses_visible(score, visible, x, m, keys)) && sees_first(m, keys, t) &&
      rising(x, t, c, slope) && slope > 0.0 && 0 <= i < t ==> in_ball(weight[i], geometric_share(slope, t, i));
    ensures increasing: \forall seq x, subset m, integer t, i, j, real c, slope;
      \old(encloses_visible(score, visible, x, m, keys)) && sees_first(m, keys, t) &&
      rising(x, t, c, slope) && slope > 0.0 && 0 <= i < j < t ==>
      in_ball(weight[i], el(softmax(x, m, keys), i)) && in_ball(weight[j], el(softmax(x, m, keys), j)) &&
      el(softmax(x, m, keys), i) < el(softmax(x, m, keys), j);
    ensures first: \forall seq x, subset m, integer t, real c, slope;
      \old(encloses_visible(score, visible, x, m, keys)) && sees_first(m, keys, t) &&
      rising(x, t, c, slope) && slope > 0.0 ==> holds_at_most(weight[0], rdiv(1.0, t));

    behavior repeated_within:
    ensures at_most: \forall seq x, subset m, integer t, i, real xi;
      \old(encloses_visible(score, visible, x, m, keys)) && sees_first(m, keys, t) &&
      within(x, xi, t) && 0 <= i < t ==>
      holds_at_most(weight[i], rdiv(rexp(2.0 * xi), rexp(2.0 * xi) + (t - 1)));
*/
void plumb_softmax(const plumb_ball *score, const unsigned char *visible, size_t keys, plumb_ball *weight);
#endif
