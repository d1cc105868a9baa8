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
    ensures finite: \result != 0 ==> \forall integer i; 0 <= i < PLUMB_STEPS ==> \is_finite(wider[i]);
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

/* The difference of one key. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    requires finite: \is_finite(all.shift);
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, m, e; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(score, x) && shares(all, m) &&
      excess_scaled(u, t, rescalings, \max(\abs(x), \abs(m)), rexp(m - all.shift), all.shift, x, e) ==>
      in_ball(\result, e);
*/
static plumb_ball excess_of(const double *unit, const double *tiny, size_t rescalings, shared all, plumb_ball score) {
    plumb_ball size = plumb_ball_maximum(plumb_ball_absolute(score), plumb_ball_absolute(all.largest));
    return plumb_scaled_excess(unit, tiny, rescalings, size, all.factor, all.shift, score);
}

/* Its size as it is summed. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real e, a; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(excess, e) && weight_stored(u, t, PLUMB_DIVIDED_BY_ABSOLUTE_SUM, e, a) ==> in_ball(\result, a);
*/
static plumb_ball size_of(const double *unit, const double *tiny, plumb_ball excess) {
    return plumb_ball_absolute(plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, excess));
}

/* What is divided, and what it is divided by, of each key. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1)) &&
                    \valid_read(wider + (0 .. PLUMB_STEPS - 1));
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    requires finite: \is_finite(all.shift);
    requires reads: reads_visible(computed, visible, keys);
    requires writes: \valid(positive + (0 .. keys - 1)) && \valid(size + (0 .. keys - 1));
    requires apart: \separated(positive + (0 .. keys - 1), size + (0 .. keys - 1), computed + (0 .. keys - 1),
                               visible + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1),
                               tiny + (0 .. PLUMB_STEPS - 1), wider + (0 .. PLUMB_STEPS - 1));
    assigns positive[0 .. keys - 1], size[0 .. keys - 1];
    ensures encloses: \forall seq u, t, w, y, e, p, a, subset m; \old(values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && values(wider, w, PLUMB_STEPS) &&
      encloses_visible(computed, visible, y, m, keys)) && shares(all, largest(y, m, keys)) &&
      excesses_scaled(u, t, rescalings, rexp(largest(y, m, keys) - all.shift), all.shift, y, e, m, keys) &&
      rectified_from(e, p, m, keys) && sizes_from(u, w, e, a, m, keys) ==>
      encloses_among(positive, p, m, keys) && encloses_among(size, a, m, keys);
*/
static void weigh(const double *unit, const double *tiny, const double *wider, size_t rescalings, shared all,
                  const plumb_ball *computed, const unsigned char *visible, size_t keys, plumb_ball *positive,
                  plumb_ball *size) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant model: \forall seq u, t, w; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          values(wider, w, PLUMB_STEPS), Pre) ==> values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          values(wider, w, PLUMB_STEPS);
        loop invariant scores: \forall seq y, subset m; \at(encloses_visible(computed, visible, y, m, keys), Pre) ==>
          encloses_visible(computed, visible, y, m, keys);
        loop invariant positive: \forall seq u, t, y, e, p, subset m; \at(values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && encloses_visible(computed, visible, y, m, keys), Pre) &&
          shares(all, largest(y, m, keys)) &&
          excesses_scaled(u, t, rescalings, rexp(largest(y, m, keys) - all.shift), all.shift, y, e, m, keys) &&
          rectified_from(e, p, m, keys) ==> encloses_among(positive, p, m, j);
        loop invariant size: \forall seq u, t, w, y, e, a, subset m; \at(values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && values(wider, w, PLUMB_STEPS) &&
          encloses_visible(computed, visible, y, m, keys), Pre) && shares(all, largest(y, m, keys)) &&
          excesses_scaled(u, t, rescalings, rexp(largest(y, m, keys) - all.shift), all.shift, y, e, m, keys) &&
          sizes_from(u, w, e, a, m, keys) ==> encloses_among(size, a, m, j);
        loop assigns j, positive[0 .. keys - 1], size[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_ball score = computed[j];
            //@ assert score: \forall seq y, subset m; encloses_visible(computed, visible, y, m, keys) ==> among(m, j) && in_ball(score, el(y, j));
            plumb_ball each = excess_of(unit, tiny, rescalings, all, score);
            /*@ assert each: \forall seq u, t, y, e, subset m; values(unit, u, PLUMB_STEPS) &&
                  values(tiny, t, PLUMB_STEPS) && encloses_visible(computed, visible, y, m, keys) &&
                  shares(all, largest(y, m, keys)) &&
                  excesses_scaled(u, t, rescalings, rexp(largest(y, m, keys) - all.shift), all.shift, y, e, m,
                                  keys) ==> in_ball(each, el(e, j)); */
            plumb_ball above = plumb_ball_relu(each);
            /*@ assert above: \forall seq e, p, subset m; in_ball(each, el(e, j)) && among(m, j) &&
                  rectified_from(e, p, m, keys) ==> in_ball(above, el(p, j)); */
            plumb_ball stored = size_of(unit, wider, each);
            /*@ assert size: \forall seq u, w, e, a, subset m; values(unit, u, PLUMB_STEPS) &&
                  values(wider, w, PLUMB_STEPS) && in_ball(each, el(e, j)) && among(m, j) &&
                  sizes_from(u, w, e, a, m, keys) ==> in_ball(stored, el(a, j)); */
            positive[j] = above;
            size[j] = stored;
            //@ assert stored: positive[j] == above && size[j] == stored;
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

/* From what is known of the scores as computed; their balls stand in room.weight. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    requires writes: writes_room(room, keys);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width);
    assigns room.score[0 .. keys], room.off[0 .. keys];
    ensures impossible: \result != 0 ==> \forall seq u, t, y, v, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
           given_column(value, v, m, keys, width, column) &&
           encloses_visible(room.weight, visible, y, m, keys)) && is_roundings(u, t) ==>
      !softpick_row_gives(u, t, epsilon, y, v, m, keys, rescalings, number);
*/
static int is_impossible(const double *unit, const double *tiny, double epsilon, const unsigned char *visible,
                         const double *value, size_t keys, size_t width, size_t column, size_t rescalings,
                         double number, plumb_verdict_room room) {
    double wider[PLUMB_STEPS];
    shared all = shared_of(room.weight, visible, keys);
    if (!plumb_excesses_are_borne(unit, rescalings + 3) || !grow(unit, tiny, rescalings + 3, all.factor, wider))
        return 0;
    //@ assert wider: \exists seq w; values(&wider[0], w, PLUMB_STEPS);
    /*@ assert grown: \forall seq u, t, y, v, w, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
              given_column(value, v, m, keys, width, column) &&
              encloses_visible(room.weight, visible, y, m, keys), Pre) && values(&wider[0], w, PLUMB_STEPS) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          given_column(value, v, m, keys, width, column) && encloses_visible(room.weight, visible, y, m, keys) &&
          shares(all, largest(y, m, keys)) && bears_excesses(u, rescalings + 3) &&
          tiny_grown(u, t, rescalings + 3, rexp(largest(y, m, keys) - all.shift), w); */
    weigh(unit, tiny, wider, rescalings + 3, all, room.weight, visible, keys, room.score, room.off);
    /*@ assert model: \forall seq u, t, y, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
              given_column(value, v, m, keys, width, column) &&
              encloses_visible(room.weight, visible, y, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          given_column(value, v, m, keys, width, column) && shows(visible, m, keys); */
    //@ assert still: \exists seq w; values(&wider[0], w, PLUMB_STEPS);
    return excluded(unit, tiny, wider, epsilon, all.factor, room.score, room.off, visible, value, keys, width, column,
                    rescalings, number);
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
    widen_scores(room.score, room.off, visible, keys, room.weight);
    /*@ assert scores: \forall seq u, t, y, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_column(value, v, m, keys, width, column) && all_computed(room.score, room.off, y, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          given_column(value, v, m, keys, width, column) && encloses_visible(room.weight, visible, y, m, keys); */
    if (is_impossible(unit, tiny, epsilon, visible, value, keys, width, column, rescalings, number, room))
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
