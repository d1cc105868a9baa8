/* powered.c - exact weights p, and bounds of the errors of their exponents, give balls around the weights as computed.
   With these, the sums and the divisor are as for weights that depend on single scores (budget/mapped.h). */
#include "budget/powered.h"
#include "budget/added_products.h"
#include "budget/ends.h"
#include "budget/power_error.h"
#include "budget/quotient.h"
#include "budget/widened.h"
#include "number/exp.h"
#include "weight/power_softmax.h"

/* The visible scores: how many, and a bound of their sizes as computed, or a number that is not finite. */
typedef struct {
    size_t count;
    double size;
} visible_scores;

/*@ assigns \nothing;
    ensures encloses: \forall real y; computed_as(exact, off, y) ==> in_ball(\result, y);
*/
static plumb_ball in_one(plumb_ball exact, plumb_ball off) {
    return plumb_ball_widened(exact, off);
}

/* Adds one key. */
/*@ requires count: scores.count < PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures count: \result.count == scores.count + 1;
    ensures size: \is_finite(\result.size) ==> \is_finite(scores.size) && scores.size <= \result.size &&
      \forall real y; in_ball(score, y) ==> \abs(y) <= \result.size;
*/
static visible_scores add_score(visible_scores scores, plumb_ball score) {
    double size = plumb_ball_top(plumb_ball_absolute(score));
    scores.count++;
    if (plumb_is_finite(scores.size) && (!plumb_is_finite(size) || plumb_less(scores.size, size)))
        scores.size = size;
    return scores;
}

/* One ball around each score as computed. */
/*@ requires counts: keys < PLUMB_MOST_ROUNDINGS;
    requires reads: \valid_read(off + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), off + (0 .. keys - 1)) &&
                    \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns score[0 .. keys - 1];
    ensures count: \result.count <= keys &&
      \forall subset m; \old(shows(visible, m, keys)) ==> \result.count == visible_count(m, keys);
    ensures encloses: \forall seq y, subset m; \old(shows(visible, m, keys) && all_computed(score, off, y, m, keys)) ==>
      encloses_visible(score, visible, y, m, keys) &&
      (\is_finite(\result.size) ==> scores_within(y, m, keys, \result.size));
*/
static visible_scores widen_scores(plumb_ball *score, const plumb_ball *off, const unsigned char *visible,
                                   size_t keys) {
    visible_scores scores = {0, 0.0};
    /*@ loop invariant index: 0 <= j <= keys && scores.count <= j;
        loop invariant count: \forall subset m; \at(shows(visible, m, keys), Pre) ==>
          shows(visible, m, keys) && scores.count == visible_count(m, j);
        loop invariant done: \forall seq y, subset m;
          \at(shows(visible, m, keys) && all_computed(score, off, y, m, keys), Pre) ==>
          encloses_among(score, y, m, j) && (\is_finite(scores.size) ==> scores_within(y, m, j, scores.size));
        loop invariant ahead: \forall integer k; j <= k < keys ==> score[k] == \at(score[k], Pre);
        loop assigns j, scores, score[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_ball each = in_one(score[j], off[j]);
            /*@ assert each: \forall seq y, subset m;
                  \at(shows(visible, m, keys) && all_computed(score, off, y, m, keys), Pre) && among(m, j) ==>
                  in_ball(each, el(y, j)); */
            score[j] = each;
            //@ assert stored: score[j] == each;
            scores = add_score(scores, each);
        }
    return scores;
}

/* A ball around the numbers that differ from those of the ball by an error of the exponent and by underflow. */
/*@ assigns \nothing;
    ensures encloses: \forall real x, l, f, a; in_ball(exact, x) && in_ball(exponent, l) && in_ball(lost, f) &&
      within_power(x, l, f, a) ==> in_ball(\result, a);
*/
static plumb_ball within_power(plumb_ball exact, plumb_ball exponent, plumb_ball lost) {
    plumb_ball factor = plumb_ball_exp(plumb_ball_widened(plumb_ball_zero(), exponent));
    /*@ assert factor: \forall real l, e; in_ball(exponent, l) && near(e, 0.0, l) ==> in_ball(factor, rexp(e)); */
    return plumb_ball_widened(plumb_ball_multiply(exact, factor), lost);
}

/* Replaces the exact weights by the computed ones. */
/*@ requires writes: \valid(weight + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq u, t, w, q, subset m, real l; \old(encloses(weight, w, keys)) &&
      in_ball(error.weight, l) && in_ball(error.lost, power_lost(u, t)) && power_weighs(u, t, l, w, q, m, keys) ==>
      encloses_among(weight, q, m, keys);
*/
static void widen_weights(plumb_power_error error, size_t keys, plumb_ball *weight) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq u, t, w, q, subset m, real l; \at(encloses(weight, w, keys), Pre) &&
          in_ball(error.weight, l) && in_ball(error.lost, power_lost(u, t)) && power_weighs(u, t, l, w, q, m, keys) ==>
          encloses_among(weight, q, m, j);
        loop invariant ahead: \forall integer k; j <= k < keys ==> weight[k] == \at(weight[k], Pre);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball each = within_power(weight[j], error.weight, error.lost);
        /*@ assert each: \forall seq u, t, w, q, subset m, real l; \at(encloses(weight, w, keys), Pre) &&
              in_ball(error.weight, l) && in_ball(error.lost, power_lost(u, t)) &&
              power_weighs(u, t, l, w, q, m, keys) && among(m, j) ==> in_ball(each, el(q, j)); */
        weight[j] = each;
        //@ assert stored: weight[j] == each;
    }
}

/* The answer from the weights as computed. */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys <= PLUMB_MOST_ROUNDINGS / 2 && 4 <= steps <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1)) &&
                    reads_values(row, keys);
    assigns \nothing;
    ensures excluded: \result != 0 ==> \forall seq u, t, q, v, a, subset m, real h, d, z;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && bears_sum(u, steps) &&
      shows(visible, m, keys) && given_values(row, v, a, m, keys) &&
      encloses_among(weight, q, m, keys) && in_ball(error.root, h) && in_ball(error.lost, power_lost(u, t)) &&
      within_power(1.0, h, power_lost(u, t), d) && weighed_quotients(u, t, row.adds, q, v, a, m, keys, steps, d, z) ==>
      !in_ball(number, z);
*/
static int sum_excluded(const double *unit, const double *tiny, plumb_power_error error, const plumb_ball *weight,
                        const unsigned char *visible, plumb_row_values row, size_t keys, size_t steps,
                        plumb_ball number) {
    plumb_weighed_sums sums = plumb_total_weighed(weight, visible, row, keys);
    plumb_ball divisor = within_power(plumb_ball_of(1.0), error.root, error.lost);
    plumb_ball computed = plumb_computed_weighed(unit, tiny, steps, sums, divisor);
    /*@ assert computed: \forall seq u, t, q, v, a, subset m, real h, d, z;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && bears_sum(u, steps) &&
          shows(visible, m, keys) && given_values(row, v, a, m, keys) &&
          encloses_among(weight, q, m, keys) && in_ball(error.root, h) && in_ball(error.lost, power_lost(u, t)) &&
          within_power(1.0, h, power_lost(u, t), d) &&
          weighed_quotients(u, t, row.adds, q, v, a, m, keys, steps, d, z) ==>
          in_ball(divisor, d) && in_ball(computed, rmul(z, d)); */
    return plumb_quotient_excluded(computed, divisor, number);
}

/* The answer from the exact weights, which the computed ones replace. */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys <= PLUMB_MOST_ROUNDINGS / 2 && 4 <= steps <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && reads_values(row, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), row.value + (0 .. keys * row.width - 1)) &&
                    \separated(weight + (0 .. keys - 1), row.added + (0 .. keys * row.width - 1)) &&
                    \separated(weight + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(weight + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns weight[0 .. keys - 1];
    ensures excluded: \result != 0 ==> \forall seq u, t, w, v, a, subset m, real l, h, z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_values(row, v, a, m, keys) && encloses(weight, w, keys)) && is_roundings(u, t) &&
      bears_sum(u, steps) && in_ball(error.weight, l) && in_ball(error.root, h) &&
      in_ball(error.lost, power_lost(u, t)) && power_quotient(u, t, l, h, row.adds, w, v, a, m, keys, steps, z) ==>
      !in_ball(number, z);
*/
static int quotient_excluded(const double *unit, const double *tiny, plumb_power_error error,
                             const unsigned char *visible, plumb_row_values row, size_t keys, size_t steps,
                             plumb_ball number, plumb_ball *weight) {
    widen_weights(error, keys, weight);
    /*@ assert row: \forall seq u, t, v, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_values(row, v, a, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
          given_values(row, v, a, m, keys); */
    return sum_excluded(unit, tiny, error, weight, visible, row, keys, steps, number);
}

int plumb_powered_row_excluded(const double *unit, const double *tiny, double power, const unsigned char *visible,
                               plumb_row_values row, size_t keys, size_t rescalings, plumb_ball number,
                               plumb_verdict_workspace work) {
    visible_scores scores = widen_scores(work.score, work.off, visible, keys);
    if (scores.count == 0 || !plumb_is_finite(scores.size) || !plumb_is_finite(power) || !plumb_less(0.0, power))
        return 0;
    size_t steps = scores.count + rescalings + 8;
    plumb_power_error error = plumb_power_error_of(unit, tiny, power, scores.count, steps, scores.size);
    if (!error.known)
        return 0;
    /*@ assert quotient: \forall seq u, t, y, v, a, subset m, real z; is_roundings(u, t) &&
          is_power_error(error, u, t, power, scores.count, steps, scores.size) &&
          scores.count == visible_count(m, keys) &&
          scores_within(y, m, keys, scores.size) &&
          powered_sum(u, t, power, row.adds, y, v, a, m, keys, rescalings, z) ==>
          power_quotient(u, t,
            power_weight_off(u, t, power, scores.count, scores.size,
              power_sum_off(u, t, power, scores.count, steps, scores.size)),
            root_off(u, t, power, scores.count, power_sum_off(u, t, power, scores.count, steps, scores.size)),
            row.adds, power_softmax(y, m, power, keys), v, a, m, keys, steps, z); */
    plumb_power_softmax(work.score, visible, keys, power, work.weight);
    /*@ assert row: \forall seq u, t, y, v, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_values(row, v, a, m, keys), Pre) ==> values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) && given_values(row, v, a, m, keys); */
    /*@ assert scores: \forall seq y, subset m;
          \at(shows(visible, m, keys) && all_computed(work.score, work.off, y, m, keys), Pre) ==>
          scores.count == visible_count(m, keys) && scores_within(y, m, keys, scores.size) &&
          encloses(work.weight, power_softmax(y, m, power, keys), keys); */
    /*@ assert error: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          is_power_error(error, u, t, power, scores.count, steps, scores.size); */
    return quotient_excluded(unit, tiny, error, visible, row, keys, steps, number, work.weight);
}
