/* visible_weight.c - see visible_weight.h. */
#include "budget/visible_weight.h"
#include "budget/factor.h"
#include "budget/pull.h"
#include "budget/visible_errors.h"
#include "budget/sums.h"
#include "budget/widened.h"
#include "number/exp.h"

/* The errors of the two sums. */
typedef struct {
    plumb_visible_errors keys;
    plumb_sum_error numerator, denominator;
} sum_errors;

/*@ predicate are_known(sum_errors e) = \is_finite(e.keys.most) && \is_finite(e.keys.limit) &&
      \is_finite(e.numerator.relative) && \is_finite(e.numerator.absolute) &&
      \is_finite(e.denominator.relative) && \is_finite(e.denominator.absolute); */
/* w is the weight of a key, for an exponent off by tau */
/*@ predicate weighs(sum_errors e, real p, real tau, real w) =
      weight_divided(rmul(p, rexp(tau)), e.keys.most, e.numerator.relative, e.numerator.absolute,
                     e.denominator.relative, e.denominator.absolute, w); */

/* A ball around a sum as computed, whose exact value is a number of the ball. */
/*@ assigns \nothing;
    ensures encloses: \forall real k, z, x, a; given(error.relative, k) && given(error.absolute, z) &&
      in_ball(exact, x) && summed_as(k, z, x, a) ==> in_ball(\result, a);
*/
static plumb_ball summed(plumb_sum_error error, plumb_ball exact) {
    plumb_ball part = plumb_ball_multiply(plumb_ball_given(error.relative), exact);
    return plumb_ball_widened(exact, plumb_ball_add(part, plumb_ball_given(error.absolute)));
}

/* A ball around e^x for all x whose size is at most a number of the ball. */
/*@ assigns \nothing;
    ensures encloses: \forall real w, x; in_ball(error, w) && \abs(x) <= w ==> in_ball(\result, rexp(x));
*/
static plumb_ball growth(plumb_ball error) {
    return plumb_ball_exp(plumb_ball_widened(plumb_ball_zero(), error));
}

/* A ball around the weight of a key, if all exponentials together grow by a factor of the ball `all`. */
/*@ requires known: are_known(errors);
    assigns \nothing;
    ensures encloses: \forall seq u, t, integer c, r, real size, d, s, p, tau, w;
      in_ball(off, d) && in_ball(score, s) && in_ball(exact, p) &&
      exponent_errs(errors.keys, u, t, c, r, size, s, d, tau) &&
      (\forall real e; \abs(e) <= errors.keys.most ==> in_ball(all, rexp(e))) && weighs(errors, p, tau, w) ==>
      in_ball(\result, w);
*/
static plumb_ball weight_of(sum_errors errors, plumb_ball all, plumb_ball score, plumb_ball off, plumb_ball exact) {
    plumb_ball exponent = plumb_visible_off(errors.keys, score, off);
    plumb_ball one = summed(errors.numerator, plumb_ball_multiply(exact, growth(exponent)));
    return plumb_ball_before_factor(one, summed(errors.denominator, all));
}

/* Replaces the exact weights by the computed ones. */
/*@ requires known: are_known(errors);
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1));
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), off + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq u, t, s, d, p, subset m, integer c, r, i, real size, tau, w;
      \old(encloses_among(score, s, m, keys) &&
      encloses_among(off, d, m, keys) && encloses_among(weight, p, m, keys)) && 0 <= i < keys && among(m, i) &&
      exponent_errs(errors.keys, u, t, c, r, size, el(s, i), el(d, i), tau) && weighs(errors, el(p, i), tau, w) ==>
      in_ball(weight[i], w);
*/
static void fill_weights(sum_errors errors, const plumb_ball *score, const plumb_ball *off, size_t keys,
                         plumb_ball *weight) {
    plumb_ball all = growth(plumb_ball_of(errors.keys.most));
    //@ assert all: \forall real e; \abs(e) <= errors.keys.most ==> in_ball(all, rexp(e));
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq u, t, s, d, p, subset m, integer c, r, i, real size, tau, w;
          \at(encloses_among(score, s, m, keys) &&
          encloses_among(off, d, m, keys) && encloses_among(weight, p, m, keys), Pre) && 0 <= i < j && among(m, i) &&
          exponent_errs(errors.keys, u, t, c, r, size, el(s, i), el(d, i), tau) &&
          weighs(errors, el(p, i), tau, w) ==> in_ball(weight[i], w);
        loop invariant ahead: \forall integer k; j <= k < keys ==> weight[k] == \at(weight[k], Pre);
        loop invariant same: \forall integer k; 0 <= k < keys ==> score[k] == \at(score[k], Pre) &&
          off[k] == \at(off[k], Pre);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball each = weight_of(errors, all, score[j], off[j], weight[j]);
        /*@ assert each: \forall seq u, t, s, d, p, subset m, integer c, r, real size, tau, w;
              \at(encloses_among(score, s, m, keys) &&
              encloses_among(off, d, m, keys) && encloses_among(weight, p, m, keys), Pre) && among(m, j) &&
              exponent_errs(errors.keys, u, t, c, r, size, el(s, j), el(d, j), tau) &&
              weighs(errors, el(p, j), tau, w) ==> in_ball(each, w); */
        weight[j] = each;
        //@ assert stored: weight[j] == each;
    }
}

/*@ assigns \nothing;
    ensures known: \result != 0 ==> errors.keys.known != 0 && \is_finite(errors.numerator.relative) &&
      \is_finite(errors.numerator.absolute) && \is_finite(errors.denominator.relative) &&
      \is_finite(errors.denominator.absolute);
*/
static int is_known(sum_errors errors) {
    return errors.keys.known && plumb_is_finite(errors.numerator.relative) &&
           plumb_is_finite(errors.numerator.absolute) && plumb_is_finite(errors.denominator.relative) &&
           plumb_is_finite(errors.denominator.absolute);
}

int plumb_visible_weights(const double *unit, const double *tiny, const plumb_ball *score, const plumb_ball *off,
                          const unsigned char *visible, size_t keys, size_t rescalings, plumb_ball *weight) {
    sum_errors errors = {.keys = plumb_visible_errors_of(unit, tiny, score, off, visible, keys, rescalings)};
    errors.numerator =
        plumb_numerator_error(unit, tiny, errors.keys.count, rescalings, errors.keys.most, plumb_ball_of(1.0));
    errors.denominator = plumb_denominator_error(unit, tiny, errors.keys.count, rescalings, errors.keys.most);
    if (!is_known(errors))
        return 0;
    /*@ assert sums: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
          sums_within(u, t, errors.keys.count, rescalings, errors.keys.most, 1.0, errors.numerator.relative,
                      errors.numerator.absolute, errors.denominator.relative, errors.denominator.absolute); */
    /*@ assert row: \forall seq u, t, s, d, y, subset m, integer i, real w;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
          visible_off(y, s, d, m, keys) && 0 <= i < keys && among(m, i) &&
          visible_weight(u, t, y, m, keys, rescalings, i, w) ==>
          is_exponent_error(errors.keys.exponent, u, t, errors.keys.count, rescalings, errors.keys.size) &&
          visible_row(u, t, s, d, m, keys, errors.keys.count, rescalings, errors.keys.far, errors.keys.limit,
                      errors.keys.size, errors.keys.most) &&
          sums_within(u, t, errors.keys.count, rescalings, errors.keys.most, 1.0, errors.numerator.relative,
                      errors.numerator.absolute, errors.denominator.relative, errors.denominator.absolute); */
    /*@ assert within: \forall seq u, t, s, d, y, subset m, integer i, real w;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
          visible_off(y, s, d, m, keys) && 0 <= i < keys && among(m, i) &&
          visible_weight(u, t, y, m, keys, rescalings, i, w) ==>
          \exists real tau; \abs(tau) <= exponent_off(u, t, errors.keys.count, rescalings, errors.keys.size,
                                                      el(d, i), \abs(el(s, i))) &&
            (falls(errors.keys.far, errors.keys.limit, el(s, i), el(d, i)) ==> tau == 0.0) &&
            weighs(errors, el(softmax(s, m, keys), i), tau, w); */
    /*@ assert weights: \forall seq u, t, s, d, y, subset m, integer i, real w;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
          visible_off(y, s, d, m, keys) && 0 <= i < keys && among(m, i) &&
          visible_weight(u, t, y, m, keys, rescalings, i, w) ==>
          \exists real tau; exponent_errs(errors.keys, u, t, errors.keys.count, rescalings, errors.keys.size, el(s, i),
                                          el(d, i), tau) &&
            weighs(errors, el(softmax(s, m, keys), i), tau, w); */
    fill_weights(errors, score, off, keys, weight);
    return 1;
}
