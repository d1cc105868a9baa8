/* powered.c - see powered.h. */
#include "budget/powered.h"
#include "budget/added_products.h"
#include "budget/ends.h"
#include "budget/power_error.h"
#include "budget/quotient.h"
#include "budget/widened.h"
#include "number/exp.h"
#include "weight/power_softmax.h"

/* The scores that a query sees: how many, and at least the size of each as computed, or a number that is not finite. */
typedef struct {
    size_t count;
    double size;
} seen_scores;

/*@ assigns \nothing;
    ensures encloses: \forall real y; computed_as(exact, off, y) ==> in_ball(\result, y);
*/
static plumb_ball in_one(plumb_ball exact, plumb_ball off) {
    return plumb_ball_widened(exact, off);
}

/* One key more. */
/*@ requires count: seen.count < PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures count: \result.count == seen.count + 1;
    ensures size: \is_finite(\result.size) ==> \is_finite(seen.size) && seen.size <= \result.size &&
      \forall real y; in_ball(score, y) ==> \abs(y) <= \result.size;
*/
static seen_scores add_score(seen_scores seen, plumb_ball score) {
    double size = plumb_ball_top(plumb_ball_absolute(score));
    seen.count++;
    if (plumb_is_finite(seen.size) && (!plumb_is_finite(size) || plumb_less(seen.size, size)))
        seen.size = size;
    return seen;
}

/* The scores as computed, each in one ball. */
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
static seen_scores widen_scores(plumb_ball *score, const plumb_ball *off, const unsigned char *visible, size_t keys) {
    seen_scores seen = {0, 0.0};
    /*@ loop invariant index: 0 <= j <= keys && seen.count <= j;
        loop invariant count: \forall subset m; \at(shows(visible, m, keys), Pre) ==>
          shows(visible, m, keys) && seen.count == visible_count(m, j);
        loop invariant done: \forall seq y, subset m;
          \at(shows(visible, m, keys) && all_computed(score, off, y, m, keys), Pre) ==>
          encloses_among(score, y, m, j) && (\is_finite(seen.size) ==> scores_within(y, m, j, seen.size));
        loop invariant ahead: \forall integer k; j <= k < keys ==> score[k] == \at(score[k], Pre);
        loop assigns j, seen, score[0 .. keys - 1];
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
            seen = add_score(seen, each);
        }
    return seen;
}

/* What is as large as a number of the ball, but for an error of its exponent and for what underflows. */
/*@ assigns \nothing;
    ensures encloses: \forall real x, l, f, a; in_ball(exact, x) && in_ball(exponent, l) && in_ball(lost, f) &&
      within_power(x, l, f, a) ==> in_ball(\result, a);
*/
static plumb_ball within_power(plumb_ball exact, plumb_ball exponent, plumb_ball lost) {
    plumb_ball factor = plumb_ball_exp(plumb_ball_widened(plumb_ball_zero(), exponent));
    /*@ assert factor: \forall real l, e; in_ball(exponent, l) && near(e, 0.0, l) ==> in_ball(factor, rexp(e)); */
    return plumb_ball_widened(plumb_ball_multiply(exact, factor), lost);
}

/* The weights as computed, in the place of the exact ones. */
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

/* From the weights as computed. */
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

/* From the exact weights, whose place those as computed take. */
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
    seen_scores seen = widen_scores(work.score, work.off, visible, keys);
    if (seen.count == 0 || !plumb_is_finite(seen.size) || !plumb_is_finite(power) || !plumb_less(0.0, power))
        return 0;
    size_t steps = seen.count + rescalings + 8;
    plumb_power_error error = plumb_power_error_of(unit, tiny, power, seen.count, steps, seen.size);
    if (!error.known)
        return 0;
    /*@ assert quotient: \forall seq u, t, y, v, a, subset m, real z; is_roundings(u, t) &&
          is_power_error(error, u, t, power, seen.count, steps, seen.size) && seen.count == visible_count(m, keys) &&
          scores_within(y, m, keys, seen.size) &&
          powered_sum(u, t, power, row.adds, y, v, a, m, keys, rescalings, z) ==>
          power_quotient(u, t,
            power_weight_off(u, t, power, seen.count, seen.size,
              power_sum_off(u, t, power, seen.count, steps, seen.size)),
            root_off(u, t, power, seen.count, power_sum_off(u, t, power, seen.count, steps, seen.size)),
            row.adds, power_softmax(y, m, power, keys), v, a, m, keys, steps, z); */
    plumb_power_softmax(work.score, visible, keys, power, work.weight);
    /*@ assert row: \forall seq u, t, y, v, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_values(row, v, a, m, keys), Pre) ==> values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) && given_values(row, v, a, m, keys); */
    /*@ assert seen: \forall seq y, subset m;
          \at(shows(visible, m, keys) && all_computed(work.score, work.off, y, m, keys), Pre) ==>
          seen.count == visible_count(m, keys) && scores_within(y, m, keys, seen.size) &&
          encloses(work.weight, power_softmax(y, m, power, keys), keys); */
    /*@ assert error: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          is_power_error(error, u, t, power, seen.count, steps, seen.size); */
    return quotient_excluded(unit, tiny, error, visible, row, keys, steps, number, work.weight);
}
