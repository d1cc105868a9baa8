/* softpick.c - see softpick.h. */
#include "budget/softpick.h"
#include "budget/divided.h"
#include "budget/ends.h"
#include "budget/excess.h"
#include "budget/quotient.h"
#include "budget/widened.h"
#include "number/exp.h"
#include "number/relu.h"
#include "weight/softpick.h"

/* What the keys share: the largest score m as computed, c near it, and e^(m - c). */
typedef struct {
    plumb_ball largest, factor;
    double shift;
} shared;

/*@ predicate shares(shared s, real most) =
      in_ball(s.largest, most) && \is_finite(s.shift) && in_ball(s.factor, rexp(most - s.shift)); */

/*@ assigns \nothing;
    ensures encloses: \forall real y; computed_as(score.exact, score.off, y) ==> in_ball(\result, y);
*/
static plumb_ball in_one(plumb_computed score) {
    return plumb_ball_widened(score.exact, score.off);
}

/* The scores as computed, each in one ball. */
/*@ requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(computed + (0 .. keys - 1));
    requires apart: \separated(computed + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(computed + (0 .. keys - 1), off + (0 .. keys - 1)) &&
                    \separated(computed + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns computed[0 .. keys - 1];
    ensures encloses: \forall seq y, subset m; \old(shows(visible, m, keys) && all_computed(score, off, y, m, keys)) ==>
      encloses_visible(computed, visible, y, m, keys);
*/
static void widen_scores(const plumb_ball *score, const plumb_ball *off, const unsigned char *visible, size_t keys,
                         plumb_ball *computed) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq y, subset m;
          \at(shows(visible, m, keys) && all_computed(score, off, y, m, keys), Pre) ==>
          encloses_among(computed, y, m, j);
        loop assigns j, computed[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_computed pair;
            pair.exact = score[j];
            pair.off = off[j];
            plumb_ball each = in_one(pair);
            /*@ assert each: \forall seq y, subset m;
                  \at(shows(visible, m, keys) && all_computed(score, off, y, m, keys), Pre) && among(m, j) ==>
                  in_ball(each, el(y, j)); */
            computed[j] = each;
            //@ assert stored: computed[j] == each;
        }
}

/*@ requires reads: reads_visible(computed, visible, keys);
    assigns \nothing;
    ensures finite: \is_finite(\result.shift);
    ensures shares: \forall seq y, subset m; encloses_visible(computed, visible, y, m, keys) ==>
      shares(\result, largest(y, m, keys));
*/
static shared shared_of(const plumb_ball *computed, const unsigned char *visible, size_t keys) {
    shared all;
    all.largest = plumb_largest_visible(computed, visible, keys);
    all.shift = plumb_softpick_shift(all.largest);
    all.factor = plumb_ball_exp(plumb_ball_subtract(all.largest, plumb_ball_of(all.shift)));
    return all;
}

/* What one step underflows by, in units of e^-c, whatever rescales it. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires step: 0 <= step < PLUMB_STEPS;
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures grown: \is_finite(\result) ==> \forall seq u, t, real f; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(factor, f) ==>
      rmul(rescaling_growth(u, rescalings), el(t, step)) <= \result &&
      rmul(f, rmul(rescaling_growth(u, rescalings), el(t, step))) <= \result;
*/
static double grown(const double *unit, const double *tiny, size_t rescalings, plumb_ball factor, size_t step) {
    plumb_ball once = plumb_ball_multiply(plumb_rescaling_growth(unit, rescalings), plumb_ball_of(tiny[step]));
    plumb_ball scaled = plumb_ball_multiply(factor, once);
    return plumb_ball_top(plumb_ball_maximum(once, scaled));
}

/* Of all steps; 0 if one is not finite. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires writes: \valid(wider + (0 .. PLUMB_STEPS - 1));
    requires apart: \separated(wider + (0 .. PLUMB_STEPS - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(wider + (0 .. PLUMB_STEPS - 1), tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns wider[0 .. PLUMB_STEPS - 1];
    ensures grown: \result != 0 ==> \forall seq u, t, w, real f; \old(values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS)) && in_ball(factor, f) && values(wider, w, PLUMB_STEPS) ==>
      tiny_grown(u, t, rescalings, f, w);
    ensures finite: \result != 0 ==> finite(wider, PLUMB_STEPS);
*/
static int grow(const double *unit, const double *tiny, size_t rescalings, plumb_ball factor, double *wider) {
    /*@ loop invariant index: 0 <= i <= PLUMB_STEPS;
        loop invariant finite: \forall integer k; 0 <= k < i ==> \is_finite(wider[k]);
        loop invariant model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre)
          ==> values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS);
        loop invariant grown: \forall seq u, t, real f; \at(values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS), Pre) && in_ball(factor, f) ==> \forall integer k; 0 <= k < i ==>
          rmul(rescaling_growth(u, rescalings), el(t, k)) <= wider[k] &&
          rmul(f, rmul(rescaling_growth(u, rescalings), el(t, k))) <= wider[k];
        loop assigns i, wider[0 .. PLUMB_STEPS - 1];
        loop variant PLUMB_STEPS - i;
    */
    for (size_t i = 0; i < PLUMB_STEPS; i++) {
        double each = grown(unit, tiny, rescalings, factor, i);
        if (!plumb_is_finite(each))
            return 0;
        /*@ assert each: \forall seq u, t, real f; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS),
              Pre) && in_ball(factor, f) ==> rmul(rescaling_growth(u, rescalings), el(t, i)) <= each &&
              rmul(f, rmul(rescaling_growth(u, rescalings), el(t, i))) <= each; */
        wider[i] = each;
        //@ assert stored: wider[i] == each;
    }
    return 1;
}

/* The size of a difference as it is summed. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real e, a; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(excess, e) && weight_stored(u, t, PLUMB_DIVIDED_BY_ABSOLUTE_SUM, e, a) ==> in_ball(\result, a);
*/
static plumb_ball size_of(const double *unit, const double *tiny, plumb_ball excess) {
    return plumb_ball_absolute(plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, excess));
}

/* The differences of all keys. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    requires finite: \is_finite(all.shift);
    requires reads: reads_visible(computed, visible, keys);
    requires writes: \valid(excess + (0 .. keys - 1));
    requires apart: apart_from_visible(excess, computed, visible, keys) &&
                    \separated(excess + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(excess + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns excess[0 .. keys - 1];
    ensures encloses: \forall seq u, t, y, e, subset m, real most, f; \old(values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && encloses_visible(computed, visible, y, m, keys)) && in_ball(all.largest, most) &&
      in_ball(all.factor, f) && excesses_scaled(u, t, rescalings, most, f, all.shift, y, e, m, keys) ==>
      encloses_among(excess, e, m, keys);
*/
static void fill_excesses(const double *unit, const double *tiny, size_t rescalings, shared all,
                          const plumb_ball *computed, const unsigned char *visible, size_t keys, plumb_ball *excess) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq u, t, y, e, subset m, real most, f; \at(values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && encloses_visible(computed, visible, y, m, keys), Pre) &&
          in_ball(all.largest, most) && in_ball(all.factor, f) &&
          excesses_scaled(u, t, rescalings, most, f, all.shift, y, e, m, keys) ==> encloses_among(excess, e, m, j);
        loop assigns j, excess[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_ball each =
                plumb_scaled_excess(unit, tiny, rescalings, all.largest, all.factor, all.shift, computed[j]);
            /*@ assert each: \forall seq u, t, y, e, subset m, real most, f; \at(values(unit, u, PLUMB_STEPS) &&
                  values(tiny, t, PLUMB_STEPS) && encloses_visible(computed, visible, y, m, keys), Pre) &&
                  among(m, j) && in_ball(all.largest, most) && in_ball(all.factor, f) &&
                  excesses_scaled(u, t, rescalings, most, f, all.shift, y, e, m, keys) ==>
                  in_ball(each, el(e, j)); */
            excess[j] = each;
            //@ assert stored: excess[j] == each;
        }
}

/* What is divided. */
/*@ requires reads: reads_visible(excess, visible, keys);
    requires writes: \valid(positive + (0 .. keys - 1));
    requires apart: apart_from_visible(positive, excess, visible, keys);
    assigns positive[0 .. keys - 1];
    ensures encloses: \forall seq e, p, subset m; \old(encloses_visible(excess, visible, e, m, keys)) &&
      rectified_from(e, p, m, keys) ==> encloses_among(positive, p, m, keys);
*/
static void fill_positive(const plumb_ball *excess, const unsigned char *visible, size_t keys, plumb_ball *positive) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq e, p, subset m; \at(encloses_visible(excess, visible, e, m, keys), Pre) &&
          rectified_from(e, p, m, keys) ==> encloses_among(positive, p, m, j);
        loop assigns j, positive[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_ball above = plumb_ball_relu(excess[j]);
            /*@ assert above: \forall seq e, p, subset m; \at(encloses_visible(excess, visible, e, m, keys), Pre) &&
                  rectified_from(e, p, m, keys) ==> in_ball(above, el(p, j)); */
            positive[j] = above;
            //@ assert stored: positive[j] == above;
        }
}

/* What it is divided by. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_visible(excess, visible, keys);
    requires writes: \valid(size + (0 .. keys - 1));
    requires apart: apart_from_visible(size, excess, visible, keys) &&
                    \separated(size + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(size + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns size[0 .. keys - 1];
    ensures encloses: \forall seq u, t, e, a, subset m; \old(values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && encloses_visible(excess, visible, e, m, keys)) &&
      sizes_from(u, t, e, a, m, keys) ==> encloses_among(size, a, m, keys);
*/
static void fill_sizes(const double *unit, const double *tiny, const plumb_ball *excess, const unsigned char *visible,
                       size_t keys, plumb_ball *size) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq u, t, e, a, subset m; \at(values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && encloses_visible(excess, visible, e, m, keys), Pre) &&
          sizes_from(u, t, e, a, m, keys) ==> encloses_among(size, a, m, j);
        loop assigns j, size[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_ball stored = size_of(unit, tiny, excess[j]);
            /*@ assert stored: \forall seq u, t, e, a, subset m; \at(values(unit, u, PLUMB_STEPS) &&
                  values(tiny, t, PLUMB_STEPS) && encloses_visible(excess, visible, e, m, keys), Pre) &&
                  among(m, j) && weight_stored(u, t, PLUMB_DIVIDED_BY_ABSOLUTE_SUM, el(e, j), el(a, j)) ==>
                  in_ball(stored, el(a, j)); */
            size[j] = stored;
            //@ assert kept: size[j] == stored;
        }
}

/* From what is known of the weights, in units of e^-c. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1)) &&
                    \valid_read(wider + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(positive + (0 .. keys - 1)) && \valid_read(size + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    assigns \nothing;
    ensures impossible: \result != 0 ==> \forall seq u, t, w, p, a, v, subset m, real f, d, z;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && values(wider, w, PLUMB_STEPS) &&
      is_roundings(u, t) && is_roundings(u, w) && shows(visible, m, keys) &&
      given_column(value, v, m, keys, width, column) && encloses_among(positive, p, m, keys) &&
      encloses_among(size, a, m, keys) && in_ball(factor, f) &&
      divisor_of_sum(u, w, rmul(f, epsilon), a, m, keys, product_steps(m, keys, rescalings), d) &&
      seen_quotients(u, w, p, v, m, keys, product_steps(m, keys, rescalings), d, z) ==> !stored_as(u, t, z, number);
*/
static int excluded(const double *unit, const double *tiny, const double *wider, double epsilon, plumb_ball factor,
                    const plumb_ball *positive, const plumb_ball *size, const unsigned char *visible,
                    const double *value, size_t keys, size_t width, size_t column, size_t rescalings, double number) {
    plumb_product_sums sums = plumb_total_products(positive, visible, value, keys, width, column);
    plumb_product_sums sizes = plumb_total_products(size, visible, value, keys, width, column);
    size_t steps = sums.count + rescalings + 8;
    if (!plumb_is_finite(epsilon) || !plumb_sum_is_borne(unit, steps))
        return 0;
    plumb_ball added = plumb_ball_multiply(factor, plumb_ball_of(epsilon));
    plumb_ball divisor = plumb_divisor_of_sum(unit, wider, added, steps, sizes);
    plumb_ball computed = plumb_computed_products(unit, wider, steps, sums, divisor);
    /*@ assert sums: \forall seq u, w, p, a, v, subset m, real f, d, z; values(unit, u, PLUMB_STEPS) &&
          values(wider, w, PLUMB_STEPS) && is_roundings(u, w) && shows(visible, m, keys) &&
          given_column(value, v, m, keys, width, column) && encloses_among(positive, p, m, keys) &&
          encloses_among(size, a, m, keys) && in_ball(factor, f) &&
          divisor_of_sum(u, w, rmul(f, epsilon), a, m, keys, product_steps(m, keys, rescalings), d) &&
          seen_quotients(u, w, p, v, m, keys, product_steps(m, keys, rescalings), d, z) ==>
          in_ball(divisor, d) && in_ball(computed, rmul(z, d)); */
    return plumb_quotient_excluded(unit, tiny, computed, divisor, number);
}

/* From what is known of the differences, which stand in room.score. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1)) &&
                    \valid_read(wider + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    requires writes: writes_room(room, keys);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width) &&
                    room_apart(room, unit, wider, visible, value, keys, width);
    assigns room.off[0 .. keys], room.weight[0 .. keys];
    ensures impossible: \result != 0 ==> \forall seq u, t, w, e, p, a, v, subset m, real f, d, z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && values(wider, w, PLUMB_STEPS) &&
           given_column(value, v, m, keys, width, column) && encloses_visible(room.score, visible, e, m, keys)) &&
      is_roundings(u, t) && is_roundings(u, w) && rectified_from(e, p, m, keys) && sizes_from(u, w, e, a, m, keys) &&
      in_ball(factor, f) &&
      divisor_of_sum(u, w, rmul(f, epsilon), a, m, keys, product_steps(m, keys, rescalings), d) &&
      seen_quotients(u, w, p, v, m, keys, product_steps(m, keys, rescalings), d, z) ==> !stored_as(u, t, z, number);
*/
static int excluded_by(const double *unit, const double *tiny, const double *wider, double epsilon,
                       plumb_ball factor, const unsigned char *visible, const double *value, size_t keys,
                       size_t width, size_t column, size_t rescalings, double number, plumb_verdict_room room) {
    fill_positive(room.score, visible, keys, room.weight);
    /*@ assert positive: \forall seq u, t, w, e, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && values(wider, w, PLUMB_STEPS) &&
              given_column(value, v, m, keys, width, column) &&
              encloses_visible(room.score, visible, e, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && values(wider, w, PLUMB_STEPS) &&
          given_column(value, v, m, keys, width, column) && encloses_visible(room.score, visible, e, m, keys) &&
          (\forall seq p; rectified_from(e, p, m, keys) ==> encloses_among(room.weight, p, m, keys)); */
    fill_sizes(unit, wider, room.score, visible, keys, room.off);
    /*@ assert sizes: \forall seq u, t, w, e, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && values(wider, w, PLUMB_STEPS) &&
              given_column(value, v, m, keys, width, column) &&
              encloses_visible(room.score, visible, e, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && values(wider, w, PLUMB_STEPS) &&
          given_column(value, v, m, keys, width, column) && shows(visible, m, keys) &&
          (\forall seq p; rectified_from(e, p, m, keys) ==> encloses_among(room.weight, p, m, keys)) &&
          (\forall seq a; sizes_from(u, w, e, a, m, keys) ==> encloses_among(room.off, a, m, keys)); */
    return excluded(unit, tiny, wider, epsilon, factor, room.weight, room.off, visible, value, keys, width, column,
                    rescalings, number);
}

/* The same, with room for what underflows in units of e^-c. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    requires writes: writes_room(room, keys) && \valid(wider + (0 .. PLUMB_STEPS - 1));
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width) &&
                    room_apart(room, unit, wider, visible, value, keys, width) &&
                    \separated(wider + (0 .. PLUMB_STEPS - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns wider[0 .. PLUMB_STEPS - 1], room.off[0 .. keys], room.weight[0 .. keys];
    ensures impossible: \result != 0 ==> \forall seq u, t, y, v, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_column(value, v, m, keys, width, column)) &&
      is_roundings(u, t) && bears_excesses(u, rescalings + 3) && shares(all, largest(y, m, keys)) &&
      (\forall seq e; excesses_scaled(u, t, rescalings + 3, largest(y, m, keys),
         rexp(largest(y, m, keys) - all.shift), all.shift, y, e, m, keys) ==> \old(encloses_among(room.score, e, m, keys))) ==>
      !softpick_row_gives(u, t, epsilon, y, v, m, keys, rescalings, number);
*/
static int excluded_in_units(const double *unit, const double *tiny, double epsilon, shared all,
                             const unsigned char *visible, const double *value, size_t keys, size_t width,
                             size_t column, size_t rescalings, double number, plumb_verdict_room room,
                             double *wider) {
    if (!grow(unit, tiny, rescalings + 3, all.factor, wider))
        return 0;
    //@ assert finite: finite(wider, PLUMB_STEPS);
    /*@ assert kept: \forall seq u, t, e, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_column(value, v, m, keys, width, column) && encloses_among(room.score, e, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          given_column(value, v, m, keys, width, column) && encloses_visible(room.score, visible, e, m, keys); */
    /*@ assert grown: \forall seq u, t, w, real f; \at(values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS), Pre) && in_ball(all.factor, f) && values(wider, w, PLUMB_STEPS) ==>
          tiny_grown(u, t, rescalings + 3, f, w); */
    //@ assert values: \exists seq w; values(wider, w, PLUMB_STEPS);
    /*@ assert scaled: \forall seq u, t, y, v, w, subset m, real z;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && is_roundings(u, t) &&
          bears_excesses(u, rescalings + 3) && shares(all, largest(y, m, keys)) && values(wider, w, PLUMB_STEPS) &&
          softpick_quotient(u, t, epsilon, y, v, m, keys, product_steps(m, keys, rescalings), rescalings + 3, z) ==>
          \exists seq e, p, a, real d; is_roundings(u, w) &&
          excesses_scaled(u, t, rescalings + 3, largest(y, m, keys),
            rexp(largest(y, m, keys) - all.shift), all.shift, y, e, m, keys) &&
          rectified_from(e, p, m, keys) && sizes_from(u, w, e, a, m, keys) && divisor_of_sum(u, w,
            rmul(rexp(largest(y, m, keys) - all.shift), epsilon), a, m, keys, product_steps(m, keys, rescalings), d) &&
          seen_quotients(u, w, p, v, m, keys, product_steps(m, keys, rescalings), d, z); */
    return excluded_by(unit, tiny, wider, epsilon, all.factor, visible, value, keys, width, column, rescalings, number,
                       room);
}

/* What the scores share, and the differences, in room.score in their place. */
/*@ requires counts: rescalings <= PLUMB_MOST_ROUNDINGS && keys < PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(room.score + (0 .. keys)) && \valid(room.off + (0 .. keys)) &&
                     \valid(room.weight + (0 .. keys));
    requires apart: \separated(room.score + (0 .. keys), room.off + (0 .. keys), room.weight + (0 .. keys),
                               unit + (0 .. PLUMB_STEPS - 1), visible + (0 .. keys - 1)) &&
                    \separated(room.score + (0 .. keys), room.weight + (0 .. keys), tiny + (0 .. PLUMB_STEPS - 1));
    assigns room.score[0 .. keys], room.weight[0 .. keys];
    ensures finite: \is_finite(\result.shift);
    ensures excesses: \forall seq u, t, y, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           all_computed(room.score, room.off, y, m, keys)) ==> shares(\result, largest(y, m, keys)) &&
      (\forall seq e; excesses_scaled(u, t, rescalings, largest(y, m, keys),
         rexp(largest(y, m, keys) - \result.shift), \result.shift, y, e, m, keys) ==> encloses_among(room.score, e, m, keys));
*/
static shared take_excesses(const double *unit, const double *tiny, size_t rescalings, const unsigned char *visible,
                            size_t keys, plumb_verdict_room room) {
    widen_scores(room.score, room.off, visible, keys, room.weight);
    shared all = shared_of(room.weight, visible, keys);
    /*@ assert scores: \forall seq u, t, y, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              all_computed(room.score, room.off, y, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          encloses_visible(room.weight, visible, y, m, keys) && shares(all, largest(y, m, keys)); */
    fill_excesses(unit, tiny, rescalings, all, room.weight, visible, keys, room.score);
    return all;
}

/* From what is known of the scores. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    requires writes: writes_room(room, keys);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width);
    assigns room.score[0 .. keys], room.off[0 .. keys], room.weight[0 .. keys];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, y, v, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_column(value, v, m, keys, width, column) && all_computed(room.score, room.off, y, m, keys)) &&
      is_roundings(u, t) ==> !softpick_row_gives(u, t, epsilon, y, v, m, keys, rescalings, number);
*/
static plumb_possibility judge(const double *unit, const double *tiny, double epsilon, const unsigned char *visible,
                               const double *value, size_t keys, size_t width, size_t column, size_t rescalings,
                               double number, plumb_verdict_room room) {
    double wider[PLUMB_STEPS];
    if (!plumb_excesses_are_borne(unit, rescalings + 3))
        return PLUMB_POSSIBLE;
    shared all = take_excesses(unit, tiny, rescalings + 3, visible, keys, room);
    /*@ assert excesses: \forall seq u, t, y, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_column(value, v, m, keys, width, column) && all_computed(room.score, room.off, y, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
          given_column(value, v, m, keys, width, column) && bears_excesses(u, rescalings + 3) &&
          shares(all, largest(y, m, keys)) &&
          (\forall seq e; excesses_scaled(u, t, rescalings + 3, largest(y, m, keys),
             rexp(largest(y, m, keys) - all.shift), all.shift, y, e, m, keys) ==> encloses_among(room.score, e, m, keys)); */
    if (excluded_in_units(unit, tiny, epsilon, all, visible, value, keys, width, column, rescalings, number, room,
                          wider))
        return PLUMB_IMPOSSIBLE;
    return PLUMB_POSSIBLE;
}

plumb_possibility plumb_softpick_verdict(const double *unit, const double *tiny, const double *query,
                                         const double *key, const unsigned char *visible, const double *value,
                                         size_t keys, size_t head_dim, size_t width, size_t column, size_t rescalings,
                                         plumb_ball scale, plumb_joining joining, double epsilon, double number,
                                         plumb_verdict_room room) {
    /*@ assert placed: \forall seq v, subset m; given_column(value, v, m, keys, width, column) ==>
          placed_column(value, v, m, keys, width, column); */
    if (!plumb_computed_scores(unit, tiny, query, key, visible, joining, keys, head_dim, scale, room.score, room.off))
        return PLUMB_POSSIBLE;
    /*@ assert scores: \forall seq u, t, q, k, b, y, subset m, real first, s;
          \at(row_of(unit, tiny, query, key, visible, joining, u, t, q, k, b, first, m, keys, head_dim), Pre) &&
          in_ball(scale, s) && row_computed(u, t, joining, s, q, k, b, first, m, head_dim, keys, y) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
          is_roundings(u, t) && all_computed(room.score, room.off, y, m, keys); */
    /*@ assert column: \forall seq v, subset m;
          \at(shows(visible, m, keys) && given_column(value, v, m, keys, width, column), Pre) ==>
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column); */
    return judge(unit, tiny, epsilon, visible, value, keys, width, column, rescalings, number, room);
}

plumb_possibility plumb_moved_softpick_verdict(const double *unit, const double *tiny, plumb_moved_row row,
                                               const unsigned char *visible, const double *value, size_t keys,
                                               size_t head_dim, size_t width, size_t column, size_t rescalings,
                                               plumb_ball scale, plumb_joining joining, double epsilon, double number,
                                               plumb_verdict_room room) {
    /*@ assert placed: \forall seq v, subset m; given_column(value, v, m, keys, width, column) ==>
          placed_column(value, v, m, keys, width, column); */
    if (!plumb_moved_scores(unit, tiny, row, visible, joining, keys, head_dim, scale, room.score, room.off))
        return PLUMB_POSSIBLE;
    /*@ assert scores: \forall seq u, t, p, k, x, z, b, y, subset m, real first, s;
          \at(moved_row_of(unit, tiny, row, visible, joining, u, t, p, k, x, z, b, first, m, keys, head_dim), Pre) &&
          in_ball(scale, s) && row_computed(u, t, joining, s, x, z, b, first, m, head_dim, keys, y) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
          is_roundings(u, t) && all_computed(room.score, room.off, y, m, keys); */
    /*@ assert column: \forall seq v, subset m;
          \at(shows(visible, m, keys) && given_column(value, v, m, keys, width, column), Pre) ==>
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column); */
    return judge(unit, tiny, epsilon, visible, value, keys, width, column, rescalings, number, room);
}
