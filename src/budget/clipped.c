/* clipped.c - see clipped.h. */
#include "budget/clipped.h"
#include "budget/few.h"
#include "budget/pull.h"
#include "budget/visible_weight.h"
#include "budget/weighed_row.h"
#include "budget/widened.h"
#include "number/relu.h"

/* A ball around min(1, x), exactly 1 if the whole ball is above 1. */
/*@ assigns \nothing;
    ensures cut: \forall real x; in_ball(a, x) ==> in_ball(\result, \min(1.0, x));
*/
static plumb_ball at_most_one(plumb_ball a) {
    plumb_ball one = plumb_ball_of(1.0);
    if (plumb_ball_is_negative(plumb_ball_subtract(one, a)))
        return one;
    return plumb_ball_minimum(one, a);
}

/* The unit of several roundings in the format of a step. */
/*@ requires step: 0 <= step < PLUMB_STEPS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires finite: \is_finite(count);
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, gamma_up(count, el(u, step)));
*/
static plumb_ball roundings(const double *unit, double count, size_t step) {
    return plumb_ball_gamma(count, plumb_ball_of(unit[step]));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, stretched_relative(u));
*/
static plumb_ball stretched_relative(const double *unit) {
    plumb_ball input = plumb_ball_of(unit[PLUMB_STEP_INPUT]);
    plumb_ball steps = roundings(unit, 4.0, PLUMB_STEP_EXPONENT), stores = roundings(unit, 3.0, PLUMB_STEP_PROBABILITY);
    plumb_ball own = plumb_ball_joint(plumb_ball_joint(input, input), plumb_ball_joint(steps, stores));
    return plumb_ball_joint(own, roundings(unit, 4.0, PLUMB_STEP_ACCUMULATE));
}

/*@ requires model: \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq t, real w; values(tiny, t, PLUMB_STEPS) && in_ball(size, \abs(w)) ==>
      in_ball(\result, stretched_lost(t, w));
*/
static plumb_ball stretched_lost(const double *tiny, plumb_ball size) {
    plumb_ball input = plumb_ball_of(tiny[PLUMB_STEP_INPUT]), probability = plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY]);
    plumb_ball stated = plumb_ball_multiply(input, plumb_ball_add(plumb_ball_of(1.0), size));
    plumb_ball stored = plumb_ball_add(plumb_ball_add(probability, plumb_ball_of(tiny[PLUMB_STEP_EXPONENT])),
                                       plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]));
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_of(2.0), stated),
                          plumb_ball_multiply(plumb_ball_of(4.0), stored));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real g, z, w; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(gamma, g) && in_ball(zeta, z) && in_ball(weight, w) ==> in_ball(\result, stretched_off(u, t, g, z, w));
*/
static plumb_ball stretched_off(const double *unit, const double *tiny, plumb_ball gamma, plumb_ball zeta,
                                plumb_ball weight) {
    plumb_ball from = plumb_ball_absolute(gamma), size = plumb_ball_absolute(weight);
    plumb_ball width = plumb_ball_add(plumb_ball_absolute(zeta), from);
    plumb_ball terms = plumb_ball_add(plumb_ball_multiply(width, size), from);
    return plumb_ball_add(plumb_ball_multiply(stretched_relative(unit), terms), stretched_lost(tiny, size));
}

/* 1 if the bounds hold for the model. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> bears_stretch(u);
*/
static int is_borne(const double *unit) {
    return plumb_are_few(unit, 4.0, PLUMB_STEP_EXPONENT) && plumb_are_few(unit, 3.0, PLUMB_STEP_PROBABILITY) &&
           plumb_are_few(unit, 4.0, PLUMB_STEP_ACCUMULATE);
}

/* A ball around a clipped weight. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real w, c; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      bears_stretch(u) && in_ball(weight, w) && clipped_as(u, t, clip.gamma, clip.zeta, w, c) ==> in_ball(\result, c);
*/
static plumb_ball clipped(const double *unit, const double *tiny, plumb_clip clip, plumb_ball weight) {
    plumb_ball gamma = plumb_ball_given(clip.gamma), zeta = plumb_ball_given(clip.zeta);
    plumb_ball line = plumb_ball_add(plumb_ball_multiply(weight, plumb_ball_subtract(zeta, gamma)), gamma);
    plumb_ball stretched = plumb_ball_widened(line, stretched_off(unit, tiny, gamma, zeta, weight));
    /*@ assert stretched: \forall seq u, t, real w, s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(weight, w) && near(s, rmul(w, clip.zeta - clip.gamma) + clip.gamma,
                                     stretched_off(u, t, clip.gamma, clip.zeta, w)) ==> in_ball(stretched, s); */
    return at_most_one(plumb_ball_relu(stretched));
}

/* Replaces the weights by clipped ones. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(weight + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq u, t, integer j, real w, c;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) && bears_stretch(u) && 0 <= j < keys &&
      \old(in_ball(weight[j], w)) && clipped_as(u, t, clip.gamma, clip.zeta, w, c) ==> in_ball(weight[j], c);
*/
static void clip_all(const double *unit, const double *tiny, plumb_clip clip, size_t keys, plumb_ball *weight) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre)
          ==> values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS);
        loop invariant done: \forall seq u, t, integer i, real w, c;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && bears_stretch(u) && 0 <= i < j &&
          in_ball(\at(weight[i], Pre), w) && clipped_as(u, t, clip.gamma, clip.zeta, w, c) ==> in_ball(weight[i], c);
        loop invariant ahead: \forall integer k; j <= k < keys ==> weight[k] == \at(weight[k], Pre);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball each = clipped(unit, tiny, clip, weight[j]);
        weight[j] = each;
        //@ assert stored: weight[j] == each;
    }
}

int plumb_clipped_excluded(const double *unit, const double *tiny, plumb_clip clip, const plumb_ball *score,
                           const plumb_ball *off, const unsigned char *visible, plumb_row_values row, size_t keys,
                           size_t rescalings, plumb_ball number, plumb_ball *weight) {
    if (!is_borne(unit) || !plumb_visible_weights(unit, tiny, score, off, visible, keys, rescalings, weight))
        return 0;
    /*@ assert weights: \forall seq u, t, s, d, y, subset m, integer j, real w;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
              encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
              encloses_among(weight, softmax(s, m, keys), m, keys), Pre) && visible_off(y, s, d, m, keys) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && bears_stretch(u) &&
          (0 <= j < keys && among(m, j) && visible_weight(u, t, y, m, keys, rescalings, j, w) ==>
           in_ball(weight[j], w)); */
    /*@ assert row: \forall seq u, t, v, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_values(row, v, a, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && bears_stretch(u) &&
          shows(visible, m, keys) && given_values(row, v, a, m, keys); */
    clip_all(unit, tiny, clip, keys, weight);
    /*@ assert kept: \forall seq u, t, v, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_values(row, v, a, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && bears_stretch(u) &&
          shows(visible, m, keys) && given_values(row, v, a, m, keys); */
    /*@ assert clipped: \forall seq u, t, s, d, y, c, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
              encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
              encloses_among(weight, softmax(s, m, keys), m, keys), Pre) && visible_off(y, s, d, m, keys) &&
          weights_clipped(u, t, clip, y, c, m, keys, rescalings) ==> encloses_among(weight, c, m, keys); */
    return plumb_weighed_row_excluded(unit, tiny, weight, visible, row, keys, rescalings, number);
}
