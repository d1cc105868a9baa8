/* lse.c - see lse.h. */
#include "budget/lse.h"
#include "budget/ends.h"
#include "budget/logarithm.h"
#include "budget/pull.h"
#include "budget/visible_errors.h"
#include "budget/sums.h"
#include "budget/widened.h"
#include "number/exp.h"
#include "spec/number/visible_total.h"
#include "weight/log_sum_exp.h"

/* A ball around e^x for all x of at most this size. */
/*@ requires finite: \is_finite(error);
    assigns \nothing;
    ensures encloses: \forall real x; \abs(x) <= error ==> in_ball(\result, rexp(x));
*/
static plumb_ball growth(double error) {
    double fall = plumb_negate(error);
    if (!plumb_is_finite(fall))
        return plumb_ball_unknown();
    plumb_ball low = plumb_ball_exp(plumb_ball_of(fall)), high = plumb_ball_exp(plumb_ball_of(error));
    //@ assert low: in_ball(low, rexp((real)fall));
    //@ assert high: in_ball(high, rexp((real)error));
    //@ assert ends: \forall real x; \abs(x) <= error ==> fall <= x && x <= error;
    //@ assert rises: \forall real x; \abs(x) <= error ==> lies_between(rexp((real)fall), rexp((real)error), rexp(x));
    return plumb_ball_between(low, high);
}

/* A ball around the weight of a key whose exponent has an error. */
/*@ requires limit: \is_finite(errors.limit);
    assigns \nothing;
    ensures encloses: \forall seq u, t, integer c, r, real size, d, s, w, tau; in_ball(off, d) && in_ball(score, s) &&
      in_ball(weight, w) && exponent_errs(errors, u, t, c, r, size, s, d, tau) ==>
      in_ball(\result, rmul(w, rexp(tau)));
*/
static plumb_ball weight_of(plumb_visible_errors errors, plumb_ball score, plumb_ball off, plumb_ball weight) {
    plumb_ball most = plumb_visible_off(errors, score, off);
    double error = plumb_ball_top(most);
    if (!plumb_is_finite(error))
        return plumb_ball_unknown();
    //@ assert above: \forall real tau; within_some(most, tau) ==> \abs(tau) <= error;
    return plumb_ball_multiply(weight, growth(error));
}

/* A ball around the sum of these weights over visible keys. */
/*@ requires limit: \is_finite(errors.limit);
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures sum: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
      is_exponent_error(errors.exponent, u, t, c, r, size) && encloses_visible(score, visible, s, m, keys) &&
      encloses_among(off, d, m, keys) && encloses_among(weight, w, m, keys) &&
      visible_weights(u, t, w, p, s, d, m, keys, c, r, errors.far, errors.limit, size) ==>
      in_ball(\result, visible_total(p, m, keys));
*/
static plumb_ball sum_of_weights(plumb_visible_errors errors, const plumb_ball *score, const plumb_ball *off,
                                 const plumb_ball *weight, const unsigned char *visible, size_t keys) {
    plumb_ball sum = plumb_ball_zero();
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant sum: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
          is_exponent_error(errors.exponent, u, t, c, r, size) && encloses_visible(score, visible, s, m, keys) &&
          encloses_among(off, d, m, keys) && encloses_among(weight, w, m, keys) &&
          visible_weights(u, t, w, p, s, d, m, keys, c, r, errors.far, errors.limit, size) ==>
          in_ball(sum, visible_total(p, m, j));
        loop assigns j, sum;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        if (visible[j]) {
            plumb_ball each = weight_of(errors, score[j], off[j], weight[j]);
            /*@ assert errs: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
                  is_exponent_error(errors.exponent, u, t, c, r, size) && among(m, j) &&
                  visible_weights(u, t, w, p, s, d, m, keys, c, r, errors.far, errors.limit, size) ==>
                  \exists real tau; exponent_errs(errors, u, t, c, r, size, el(s, j), el(d, j), tau) &&
                    el(p, j) == rmul(el(w, j), rexp(tau)); */
            /*@ assert each: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
                  is_exponent_error(errors.exponent, u, t, c, r, size) &&
                  encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
                  encloses_among(weight, w, m, keys) &&
                  visible_weights(u, t, w, p, s, d, m, keys, c, r, errors.far, errors.limit, size) ==>
                  among(m, j) && in_ball(each, el(p, j)); */
            sum = plumb_ball_add(sum, each);
        }
    }
    return sum;
}

/* A ball around that sum as computed. */
/*@ assigns \nothing;
    ensures encloses: \forall real k, z, x, a; given(error.relative, k) && given(error.absolute, z) &&
      in_ball(exact, x) && summed_as(k, z, x, a) ==> in_ball(\result, a);
*/
static plumb_ball summed_up(plumb_sum_error error, plumb_ball exact) {
    plumb_ball part = plumb_ball_multiply(plumb_ball_given(error.relative), exact);
    return plumb_ball_widened(exact, plumb_ball_add(part, plumb_ball_given(error.absolute)));
}

/* The roundings of the shift, the logarithm and their sum, and the stores. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real l, x; \is_finite(size) && in_ball(exact, l) &&
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && lse_stored(u, t, size, l, x) ==>
      in_ball(\result, x);
*/
static plumb_ball stored(const double *unit, const double *tiny, double size, plumb_ball exact) {
    plumb_ball exponent = plumb_ball_of(unit[PLUMB_STEP_EXPONENT]);
    plumb_ball sizes = plumb_ball_add(plumb_ball_of(size), plumb_shift_reach(tiny));
    plumb_ball of_size = plumb_ball_multiply(plumb_ball_gamma(12.0, exponent), sizes);
    plumb_ball of_sum = plumb_ball_multiply(plumb_ball_gamma(8.0, exponent), plumb_ball_absolute(exact));
    plumb_ball underflow = plumb_ball_multiply(plumb_ball_of(10.0), plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]));
    plumb_ball off = plumb_ball_add(plumb_ball_add(of_size, of_sum), underflow);
    /*@ assert off: \forall seq u, t, real l; \is_finite(size) && in_ball(exact, l) &&
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
          in_ball(off, logarithm_off(u, t, size, l)); */
    plumb_ball added = plumb_ball_widened(exact, off);
    plumb_ball first = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_EXPONENT, added);
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_TENSOR, first);
}

/*@ assigns \nothing;
    ensures finite: \result != 0 ==> \is_finite(error.relative) && \is_finite(error.absolute);
*/
static int is_known(plumb_sum_error error) {
    return plumb_is_finite(error.relative) && plumb_is_finite(error.absolute);
}

plumb_ball plumb_visible_lse(const double *unit, const double *tiny, const plumb_ball *score, const plumb_ball *off,
                             const plumb_ball *weight, const unsigned char *visible, size_t keys, size_t summed,
                             size_t rescalings) {
    plumb_visible_errors errors = plumb_visible_errors_of(unit, tiny, score, off, visible, keys, rescalings);
    if (!errors.known || !plumb_is_finite(errors.size))
        return plumb_ball_unknown();
    plumb_sum_error error = plumb_denominator_error(unit, tiny, errors.count, rescalings, errors.most);
    if (!is_known(error))
        return plumb_ball_unknown();
    plumb_ball weights = sum_of_weights(errors, score, off, weight, visible, summed);
    plumb_ball sum = summed_up(error, weights);
    /*@ assert error: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
          denominator_within(u, t, errors.count, rescalings, errors.most, error.relative, error.absolute); */
    /*@ assert row: \forall seq u, t, s, d, subset m; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && encloses_visible(score, visible, s, m, keys) &&
          encloses_among(off, d, m, keys) ==>
          is_exponent_error(errors.exponent, u, t, errors.count, rescalings, errors.size) &&
          visible_row(u, t, s, d, m, keys, errors.count, rescalings, errors.far, errors.limit, errors.size,
                      errors.most); */
    /*@ assert within: \forall seq u, t, s, d, y, subset m, real x; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && encloses_visible(score, visible, s, m, keys) &&
          encloses_among(off, d, m, keys) && visible_off(y, s, d, m, keys) &&
          visible_lse(u, t, y, m, keys, summed, rescalings, x) ==>
          \exists seq p, real a; visible_weights(u, t, softmax(s, m, keys), p, s, d, m, keys, errors.count, rescalings,
                                                 errors.far, errors.limit, errors.size) &&
            summed_as(error.relative, error.absolute, visible_total(p, m, summed), a) && 0.0 < a &&
            lse_stored(u, t, errors.size, log_sum_exp(s, m, keys) + rlog(a), x); */
    /*@ assert sums: \forall seq u, t, s, d, y, subset m, real x; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && encloses_visible(score, visible, s, m, keys) &&
          encloses_among(off, d, m, keys) && encloses_among(weight, softmax(s, m, keys), m, keys) &&
          visible_off(y, s, d, m, keys) && visible_lse(u, t, y, m, keys, summed, rescalings, x) ==>
          \exists real a; in_ball(sum, a) && lse_stored(u, t, errors.size, log_sum_exp(s, m, keys) + rlog(a), x); */
    plumb_ball exact = plumb_log_sum_exp(score, visible, keys);
    return stored(unit, tiny, errors.size, plumb_ball_add(exact, plumb_ball_wide_log(sum)));
}
