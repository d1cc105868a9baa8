/* seen.c - see seen.h. */
#include "budget/seen.h"
#include "budget/direct.h"
#include "budget/ends.h"
#include "budget/exponent.h"
#include "budget/pull.h"
#include "budget/range.h"
#include "budget/sums.h"

/*@ requires reads: \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures count: \result <= keys && \forall subset m; shows(visible, m, keys) ==> \result == visible_count(m, keys);
*/
static size_t count_seen(const unsigned char *visible, size_t keys) {
    size_t count = 0;
    /*@ loop invariant index: 0 <= j <= keys && 0 <= count <= j;
        loop invariant count: \forall subset m; shows(visible, m, keys) ==> count == visible_count(m, j);
        loop assigns j, count;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j])
            count++;
    return count;
}

/* At least |x| for every x that a visible score can be as computed, or not finite. */
/*@ requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures within: \is_finite(\result) ==> \forall seq s, d, subset m;
      encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) ==>
      seen_sizes(s, d, m, keys, \result);
*/
static double largest_score(const plumb_ball *score, const plumb_ball *off, const unsigned char *visible, size_t keys) {
    double largest = 0.0;
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant finite: \is_finite(largest);
        loop invariant within: \forall seq s, d, subset m;
          encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) ==>
          seen_sizes(s, d, m, j, largest);
        loop assigns j, largest;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        if (visible[j]) {
            double size = plumb_ball_top(plumb_ball_add(plumb_ball_absolute(score[j]), off[j]));
            if (!plumb_is_finite(size))
                return size;
            if (plumb_less(largest, size))
                largest = size;
        }
    }
    return largest;
}

/* At least the error of every visible key's exponent, or not finite. */
/*@ requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures most: \is_finite(\result) ==> \forall seq u, t, s, d, subset m, integer c, r, real size;
      is_exponent_error(error, u, t, c, r, size) && encloses_visible(score, visible, s, m, keys) &&
      encloses_among(off, d, m, keys) ==> seen_exponents(u, t, s, d, m, keys, c, r, size, \result);
*/
static double largest_error(plumb_exponent_error error, const plumb_ball *score, const plumb_ball *off,
                            const unsigned char *visible, size_t keys) {
    double largest = 0.0;
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant finite: \is_finite(largest);
        loop invariant most: \forall seq u, t, s, d, subset m, integer c, r, real size;
          is_exponent_error(error, u, t, c, r, size) && encloses_visible(score, visible, s, m, keys) &&
          encloses_among(off, d, m, keys) ==> seen_exponents(u, t, s, d, m, j, c, r, size, largest);
        loop assigns j, largest;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        if (visible[j]) {
            double each = plumb_ball_top(plumb_exponent_off(error, off[j], plumb_ball_absolute(score[j])));
            if (!plumb_is_finite(each))
                return each;
            if (plumb_less(largest, each))
                largest = each;
        }
    }
    return largest;
}

/* The range of one weight. */
/*@ assigns \nothing;
    ensures range: \forall seq u, t, integer c, r, real size, d, s, w, tau;
      is_exponent_error(error, u, t, c, r, size) && in_ball(off, d) && in_ball(score, s) && in_ball(weight, w) &&
      0.0 <= w && \abs(tau) <= exponent_off(u, t, c, r, size, d, \abs(s)) ==>
      within_range(\result, rmul(w, rexp(tau)));
*/
static plumb_range range_of(plumb_exponent_error error, plumb_ball score, plumb_ball off, plumb_ball weight) {
    double exponent = plumb_ball_top(plumb_exponent_off(error, off, plumb_ball_absolute(score)));
    /*@ assert exponent: \is_finite(exponent) ==> \forall seq u, t, integer c, r, real size, d, s;
          is_exponent_error(error, u, t, c, r, size) && in_ball(off, d) && in_ball(score, s) ==>
          exponent_off(u, t, c, r, size, d, \abs(s)) <= exponent; */
    return plumb_exponent_range(weight, exponent);
}

/* The ranges of the weights, of those that are not visible, too. */
/*@ requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(weight + (0 .. keys - 1));
    requires writes: \valid(range + (0 .. keys - 1));
    requires apart: \separated(range + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(range + (0 .. keys - 1), off + (0 .. keys - 1)) &&
                    \separated(range + (0 .. keys - 1), weight + (0 .. keys - 1));
    assigns range[0 .. keys - 1];
    ensures ranges: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
      is_exponent_error(error, u, t, c, r, size) && \old(encloses_among(score, s, m, keys) &&
      encloses_among(off, d, m, keys) && encloses_among(weight, w, m, keys)) &&
      seen_weights(u, t, w, p, s, d, m, keys, c, r, size) ==> weighs_within(range, p, m, keys);
*/
static void fill_ranges(plumb_exponent_error error, const plumb_ball *score, const plumb_ball *off,
                        const plumb_ball *weight, size_t keys, plumb_range *range) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant same: \forall integer i; 0 <= i < keys ==> score[i] == \at(score[i], Pre) &&
          off[i] == \at(off[i], Pre) && weight[i] == \at(weight[i], Pre);
        loop invariant ranges: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
          is_exponent_error(error, u, t, c, r, size) && \at(encloses_among(score, s, m, keys) &&
          encloses_among(off, d, m, keys) && encloses_among(weight, w, m, keys), Pre) &&
          seen_weights(u, t, w, p, s, d, m, keys, c, r, size) ==>
          \forall integer i; 0 <= i < j && among(m, i) ==> within_range(range[i], el(p, i));
        loop assigns j, range[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        /*@ assert balls: \forall seq s, d, w, subset m; \at(encloses_among(score, s, m, keys) &&
              encloses_among(off, d, m, keys) && encloses_among(weight, w, m, keys), Pre) && among(m, j) ==>
              in_ball(score[j], el(s, j)) && in_ball(off[j], el(d, j)) && in_ball(weight[j], el(w, j)); */
        plumb_range each = range_of(error, score[j], off[j], weight[j]);
        /*@ assert one: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
              is_exponent_error(error, u, t, c, r, size) && in_ball(score[j], el(s, j)) && in_ball(off[j], el(d, j)) &&
              in_ball(weight[j], el(w, j)) && among(m, j) &&
              seen_weights(u, t, w, p, s, d, m, keys, c, r, size) ==> within_range(each, el(p, j)); */
        /*@ assert each: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
              is_exponent_error(error, u, t, c, r, size) && \at(encloses_among(score, s, m, keys) &&
              encloses_among(off, d, m, keys) && encloses_among(weight, w, m, keys), Pre) && among(m, j) &&
              seen_weights(u, t, w, p, s, d, m, keys, c, r, size) ==> within_range(each, el(p, j)); */
        range[j] = each;
    }
}

/* A ball around the sum of the sizes of the visible values of a column. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(value + (0 .. keys * width - 1)) && \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures encloses: \forall seq v, subset m; shows(visible, m, keys) &&
      given_column(value, v, m, keys, width, column) ==> in_ball(\result, visible_total(absolutes(v), m, keys));
*/
static plumb_ball size_of_column(const double *value, const unsigned char *visible, size_t keys, size_t width,
                                 size_t column) {
    plumb_ball sum = plumb_ball_zero();
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant sum: \forall seq v, subset m; shows(visible, m, keys) &&
          given_column(value, v, m, keys, width, column) ==> in_ball(sum, visible_total(absolutes(v), m, j));
        loop assigns j, sum;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        if (visible[j]) {
            plumb_ball each = plumb_ball_given(value[plumb_element_offset(j, column, width, keys)]);
            sum = plumb_ball_add(sum, plumb_ball_absolute(each));
        }
    }
    return sum;
}

/* Can the bounds bear the model, and is there a key? */
/*@ requires counts: 0 <= count <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures borne: \result != 0 ==> 0 < count && \forall seq u, t; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) ==> is_roundings(u, t) && bears_keys(u, count, rescalings);
*/
static int is_borne(const double *unit, const double *tiny, size_t count, size_t rescalings) {
    return count > 0 && plumb_are_roundings(unit, tiny) && plumb_keys_are_borne(unit, count, rescalings);
}

/*@ assigns \nothing;
    ensures finite: \result != 0 ==> \is_finite(error.relative) && \is_finite(error.absolute);
*/
static int is_known(plumb_sum_error error) {
    return plumb_is_finite(error.relative) && plumb_is_finite(error.absolute);
}

int plumb_softmax_excluded(const double *unit, const double *tiny, const plumb_ball *score, const plumb_ball *off,
                           const plumb_ball *weight, const unsigned char *visible, const double *value, size_t keys,
                           size_t width, size_t column, size_t rescalings, plumb_ball number, plumb_range *range) {
    size_t count = count_seen(visible, keys);
    double size = largest_score(score, off, visible, keys);
    if (!is_borne(unit, tiny, count, rescalings) || !plumb_is_finite(size))
        return 0;
    plumb_exponent_error error = plumb_exponent_error_of(unit, tiny, count, rescalings, size);
    double most = largest_error(error, score, off, visible, keys);
    if (!plumb_is_finite(most))
        return 0;
    plumb_ball sizes = size_of_column(value, visible, keys, width, column);
    plumb_sum_error numerator = plumb_numerator_error(unit, tiny, count, rescalings, most, sizes);
    plumb_sum_error denominator = plumb_denominator_error(unit, tiny, count, rescalings, most);
    if (!is_known(numerator) || !is_known(denominator))
        return 0;
    /*@ assert borne: 0 < count && \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
          is_roundings(u, t) && bears_keys(u, count, rescalings) &&
          is_exponent_error(error, u, t, count, rescalings, size); */
    /*@ assert scores: \forall seq u, t, s, d, subset m; encloses_visible(score, visible, s, m, keys) &&
          encloses_among(off, d, m, keys) ==> count == visible_count(m, keys) && seen_sizes(s, d, m, keys, size) &&
          (is_exponent_error(error, u, t, count, rescalings, size) ==>
           seen_exponents(u, t, s, d, m, keys, count, rescalings, size, most)); */
    /*@ assert sums: \forall seq u, t, v, subset m; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column) ==>
          sums_within(u, t, count, rescalings, most, visible_total(absolutes(v), m, keys), numerator.relative,
                      numerator.absolute, denominator.relative, denominator.absolute); */
    /*@ assert evaluates: \forall seq u, t, s, d, y, v, subset m, real x;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
          given_column(value, v, m, keys, width, column) &&
          seen_off(y, s, d, m, keys) && seen_softmax(u, t, y, v, m, keys, rescalings, x) ==> \exists seq p;
          seen_weights(u, t, softmax(s, m, keys), p, s, d, m, keys, count, rescalings, size) &&
          evaluates(p, v, m, keys, numerator.relative, numerator.absolute, denominator.relative, denominator.absolute,
                    x); */
    /*@ assert placed: \forall seq v, subset m; given_column(value, v, m, keys, width, column) ==>
          placed_column(value, v, m, keys, width, column); */
    fill_ranges(error, score, off, weight, keys, range);
    /*@ assert ranges: \forall seq u, t, s, d, p, subset m; \at(values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && encloses_visible(score, visible, s, m, keys) &&
          encloses_among(off, d, m, keys) && encloses_among(weight, softmax(s, m, keys), m, keys), Pre) &&
          seen_weights(u, t, softmax(s, m, keys), p, s, d, m, keys, count, rescalings, size) ==>
          weighs_within(range, p, m, keys); */
    /*@ assert same: \forall seq v, subset m; \at(shows(visible, m, keys) &&
          given_column(value, v, m, keys, width, column), Pre) ==>
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column); */
    int excluded = plumb_ball_excluded(range, visible, value, keys, width, column, numerator, denominator, number);
    /*@ assert excluded: excluded != 0 ==> \forall seq p, v, subset m, real x; shows(visible, m, keys) &&
          weighs_within(range, p, m, keys) && given_column(value, v, m, keys, width, column) && in_ball(number, x) ==>
          !evaluates(p, v, m, keys, numerator.relative, numerator.absolute, denominator.relative,
                     denominator.absolute, x); */
    return excluded;
}
