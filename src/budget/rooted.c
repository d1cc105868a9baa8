/* rooted.c - see rooted.h. */
#include "budget/rooted.h"
#include "budget/raised.h"
#include "budget/root.h"
#include "budget/visible_weight.h"
#include "budget/weighed_row.h"
#include "budget/widened.h"
#include "spec/budget/known_scores.h"
#include "weight/softmax.h"

/* A ball around a weight, divided and stored. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, b, w; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(weight, x) && rounded_by(gamma_up(4.0, el(u, 6)), rmul(8.0, el(t, 6)), x, b) &&
      rounded_in(u, t, 5, b, w) ==> in_ball(\result, w);
*/
static plumb_ball kept(const double *unit, const double *tiny, plumb_ball weight) {
    plumb_ball quotient = plumb_ball_gamma(4.0, plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
    plumb_ball lost = plumb_ball_multiply(plumb_ball_of(8.0), plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]));
    plumb_ball divided = plumb_ball_rounded(quotient, lost, weight);
    /*@ assert divided: \forall seq u, t, real x, b; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(weight, x) && rounded_by(gamma_up(4.0, el(u, 6)), rmul(8.0, el(t, 6)), x, b) ==>
          in_ball(divided, b); */
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, divided);
}

/* Replaces the weights by their roots. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires power: \is_finite(power) && power > 0.0;
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(weight + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq u, t, integer j, real x, b, w, c;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) && is_roundings(u, t) &&
      bears_roots(u, t, power) && 0 <= j < keys && \old(in_ball(weight[j], x)) &&
      rounded_by(gamma_up(4.0, el(u, 6)), rmul(8.0, el(t, 6)), x, b) && rounded_in(u, t, 5, b, w) &&
      root_stored(u, t, power, w, c) ==> in_ball(weight[j], c);
*/
static void take_roots(const double *unit, const double *tiny, double power, size_t keys, plumb_ball *weight) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre)
          ==> values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS);
        loop invariant done: \forall seq u, t, integer i, real x, b, w, c;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && is_roundings(u, t) &&
          bears_roots(u, t, power) && 0 <= i < j && in_ball(\at(weight[i], Pre), x) &&
          rounded_by(gamma_up(4.0, el(u, 6)), rmul(8.0, el(t, 6)), x, b) && rounded_in(u, t, 5, b, w) &&
          root_stored(u, t, power, w, c) ==> in_ball(weight[i], c);
        loop invariant ahead: \forall integer k; j <= k < keys ==> weight[k] == \at(weight[k], Pre);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball each = plumb_stored_root(unit, tiny, power, kept(unit, tiny, weight[j]));
        weight[j] = each;
        //@ assert stored: weight[j] == each;
    }
}

/* Sets the weights as they are summed, from the scores times the power. */
/*@ requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires power: \is_finite(power) && power > 0.0;
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), off + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(weight + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \result != 0 ==> \forall seq u, t, x, c, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           all_computed(score, off, x, m, keys)) && is_roundings(u, t) && bears_roots(u, t, power) &&
      softmax_rooted(u, t, power, x, c, m, keys, rescalings) ==> encloses_among(weight, c, m, keys);
*/
static int weigh(const double *unit, const double *tiny, double power, const plumb_ball *score, const plumb_ball *off,
                 const unsigned char *visible, size_t keys, size_t rescalings, plumb_ball *weight) {
    plumb_softmax(score, visible, keys, weight);
    /*@ assert known: \forall seq x, subset m; \at(shows(visible, m, keys) && all_computed(score, off, x, m, keys), Pre)
          ==> \exists seq s, d; encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
            encloses_among(weight, softmax(s, m, keys), m, keys) && visible_off(x, s, d, m, keys); */
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    if (!plumb_visible_weights(unit, tiny, score, off, visible, keys, rescalings, weight))
        return 0;
    /*@ assert weights: \forall seq u, t, x, subset m, integer j, real w;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              all_computed(score, off, x, m, keys), Pre) && 0 <= j < keys && among(m, j) &&
          visible_weight(u, t, x, m, keys, rescalings, j, w) ==> in_ball(weight[j], w); */
    /*@ assert kept: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    take_roots(unit, tiny, power, keys, weight);
    return 1;
}

int plumb_rooted_row_excluded(const double *unit, const double *tiny, double power, const plumb_ball *score,
                              const plumb_ball *off, const unsigned char *visible, plumb_row_values row, size_t keys,
                              size_t rescalings, plumb_ball number, plumb_verdict_workspace work) {
    if (!plumb_is_finite(power) || !plumb_less(0.0, power) || !plumb_roots_are_borne(unit, tiny, power))
        return 0;
    plumb_raise_scores(unit, tiny, power, score, off, keys, work.score, work.off);
    /*@ assert raised: \forall seq u, t, y, x, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              all_computed(score, off, y, m, keys), Pre) && is_roundings(u, t) &&
          scores_raised(u, t, power, y, x, m, keys) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
          bears_roots(u, t, power) && all_computed(work.score, work.off, x, m, keys); */
    /*@ assert kept: \forall seq u, t, v, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_values(row, v, a, m, keys), Pre) ==> values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) && given_values(row, v, a, m, keys); */
    if (!weigh(unit, tiny, power, work.score, work.off, visible, keys, rescalings, work.weight))
        return 0;
    /*@ assert row: \forall seq u, t, v, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_values(row, v, a, m, keys), Pre) ==> values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) && given_values(row, v, a, m, keys); */
    /*@ assert roots: \forall seq u, t, y, x, c, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              all_computed(score, off, y, m, keys), Pre) && is_roundings(u, t) &&
          scores_raised(u, t, power, y, x, m, keys) && softmax_rooted(u, t, power, x, c, m, keys, rescalings) ==>
          encloses_among(work.weight, c, m, keys); */
    return plumb_weighed_row_excluded(unit, tiny, work.weight, visible, row, keys, rescalings, number);
}
