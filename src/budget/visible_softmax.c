/* visible_softmax.c - bounds of the errors of all exponents give each weight a range, and those of the two sums their
   errors.  One pass over the keys then finds out whether weights in these ranges can give the number
   (budget/direct.h).  If errors are so large that every key may have all of the weight, the output still lies among the
   values (budget/softmax_hull.h). */
#include "budget/visible_softmax.h"
#include "budget/direct.h"
#include "budget/ends.h"
#include "budget/pull.h"
#include "budget/range.h"
#include "budget/visible_errors.h"
#include "budget/softmax_hull.h"
#include "budget/sums.h"

/* If exponents are off by less, numbers outside the hull of the values are excluded by the ranges of the weights. */
#define LARGE_ERROR 1.0

/* The range of one weight. */
/*@ requires limit: \is_finite(errors.limit);
    assigns \nothing;
    ensures range: \forall seq u, t, integer c, r, real size, d, s, w, tau; in_ball(off, d) && in_ball(score, s) &&
      in_ball(weight, w) && 0.0 <= w && exponent_errs(errors, u, t, c, r, size, s, d, tau) ==>
      within_range(\result, rmul(w, rexp(tau)));
*/
static plumb_range range_of(plumb_visible_errors errors, plumb_ball score, plumb_ball off, plumb_ball weight) {
    plumb_ball most = plumb_visible_off(errors, score, off);
    double exponent = plumb_ball_top(most);
    //@ assert above: \is_finite(exponent) ==> \forall real tau; within_some(most, tau) ==> \abs(tau) <= exponent;
    return plumb_exponent_range(weight, exponent);
}

/* The ranges of all weights, those of hidden keys included. */
/*@ requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(weight + (0 .. keys - 1));
    requires writes: \valid(range + (0 .. keys - 1));
    requires apart: \separated(range + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(range + (0 .. keys - 1), off + (0 .. keys - 1)) &&
                    \separated(range + (0 .. keys - 1), weight + (0 .. keys - 1));
    requires limit: \is_finite(errors.limit);
    assigns range[0 .. keys - 1];
    ensures ranges: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
      is_exponent_error(errors.exponent, u, t, c, r, size) && \old(encloses_among(score, s, m, keys) &&
      encloses_among(off, d, m, keys) && encloses_among(weight, w, m, keys)) &&
      visible_weights(u, t, w, p, s, d, m, keys, c, r, errors.far, errors.limit, size) ==>
      weighs_within(range, p, m, keys);
*/
static void fill_ranges(plumb_visible_errors errors, const plumb_ball *score, const plumb_ball *off,
                        const plumb_ball *weight, size_t keys, plumb_range *range) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant same: \forall integer i; 0 <= i < keys ==> score[i] == \at(score[i], Pre) &&
          off[i] == \at(off[i], Pre) && weight[i] == \at(weight[i], Pre);
        loop invariant ranges: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
          is_exponent_error(errors.exponent, u, t, c, r, size) && \at(encloses_among(score, s, m, keys) &&
          encloses_among(off, d, m, keys) && encloses_among(weight, w, m, keys), Pre) &&
          visible_weights(u, t, w, p, s, d, m, keys, c, r, errors.far, errors.limit, size) ==>
          \forall integer i; 0 <= i < j && among(m, i) ==> within_range(range[i], el(p, i));
        loop assigns j, range[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        /*@ assert balls: \forall seq s, d, w, subset m; \at(encloses_among(score, s, m, keys) &&
              encloses_among(off, d, m, keys) && encloses_among(weight, w, m, keys), Pre) && among(m, j) ==>
              in_ball(score[j], el(s, j)) && in_ball(off[j], el(d, j)) && in_ball(weight[j], el(w, j)); */
        plumb_range each = range_of(errors, score[j], off[j], weight[j]);
        /*@ assert errs: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
              is_exponent_error(errors.exponent, u, t, c, r, size) && among(m, j) &&
              visible_weights(u, t, w, p, s, d, m, keys, c, r, errors.far, errors.limit, size) ==> 0.0 <= el(w, j) &&
              \exists real tau; exponent_errs(errors, u, t, c, r, size, el(s, j), el(d, j), tau) &&
                el(p, j) == rmul(el(w, j), rexp(tau)); */
        /*@ assert one: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
              is_exponent_error(errors.exponent, u, t, c, r, size) && in_ball(score[j], el(s, j)) &&
              in_ball(off[j], el(d, j)) && in_ball(weight[j], el(w, j)) && among(m, j) &&
              visible_weights(u, t, w, p, s, d, m, keys, c, r, errors.far, errors.limit, size) ==>
              within_range(each, el(p, j)); */
        /*@ assert each: \forall seq u, t, s, d, w, p, subset m, integer c, r, real size;
              is_exponent_error(errors.exponent, u, t, c, r, size) && \at(encloses_among(score, s, m, keys) &&
              encloses_among(off, d, m, keys) && encloses_among(weight, w, m, keys), Pre) && among(m, j) &&
              visible_weights(u, t, w, p, s, d, m, keys, c, r, errors.far, errors.limit, size) ==>
              within_range(each, el(p, j)); */
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

/*@ assigns \nothing;
    ensures finite: \result != 0 ==> \is_finite(error.relative) && \is_finite(error.absolute);
*/
static int is_known(plumb_sum_error error) {
    return plumb_is_finite(error.relative) && plumb_is_finite(error.absolute);
}

int plumb_softmax_excluded(const double *unit, const double *tiny, const plumb_ball *score, const plumb_ball *off,
                           const plumb_ball *weight, const unsigned char *visible, const double *value, size_t keys,
                           size_t width, size_t column, size_t rescalings, plumb_ball number, plumb_range *range) {
    plumb_visible_errors errors = plumb_visible_errors_of(unit, tiny, score, off, visible, keys, rescalings);
    if (!errors.known)
        return 0;
    plumb_ball sizes = size_of_column(value, visible, keys, width, column);
    /*@ assert errors: \forall seq u, t, s, d, subset m; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) ==>
          are_visible_errors(errors, u, t, s, d, m, keys, rescalings); */
    /*@ assert sizes: \forall seq v, s, subset m; encloses_visible(score, visible, s, m, keys) &&
          given_column(value, v, m, keys, width, column) ==> in_ball(sizes, visible_total(absolutes(v), m, keys)); */
    plumb_sum_error numerator = plumb_numerator_error(unit, tiny, errors.count, rescalings, errors.most, sizes);
    plumb_sum_error denominator = plumb_denominator_error(unit, tiny, errors.count, rescalings, errors.most);
    if (!is_known(numerator) || !is_known(denominator))
        return 0;
    /*@ assert sums: \forall seq u, t, v, subset m; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column) ==>
          sums_within(u, t, errors.count, rescalings, errors.most, visible_total(absolutes(v), m, keys),
                      numerator.relative, numerator.absolute, denominator.relative, denominator.absolute); */
    /*@ assert evaluates: \forall seq u, t, s, d, y, v, subset m, real x;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
          given_column(value, v, m, keys, width, column) &&
          visible_off(y, s, d, m, keys) && visible_softmax(u, t, y, v, m, keys, rescalings, x) ==> \exists seq p;
          visible_weights(u, t, softmax(s, m, keys), p, s, d, m, keys, errors.count, rescalings, errors.far,
                          errors.limit, errors.size) &&
          evaluates(p, v, m, keys, numerator.relative, numerator.absolute, denominator.relative, denominator.absolute,
                    x); */
    /*@ assert placed: \forall seq v, subset m; given_column(value, v, m, keys, width, column) ==>
          placed_column(value, v, m, keys, width, column); */
    fill_ranges(errors, score, off, weight, keys, range);
    /*@ assert ranges: \forall seq u, t, s, d, p, subset m; \at(values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && encloses_visible(score, visible, s, m, keys) &&
          encloses_among(off, d, m, keys) && encloses_among(weight, softmax(s, m, keys), m, keys), Pre) &&
          visible_weights(u, t, softmax(s, m, keys), p, s, d, m, keys, errors.count, rescalings, errors.far,
                          errors.limit, errors.size) ==>
          weighs_within(range, p, m, keys); */
    /*@ assert same: \forall seq v, subset m; \at(shows(visible, m, keys) &&
          given_column(value, v, m, keys, width, column), Pre) ==>
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column); */
    int excluded = plumb_ball_excluded(range, visible, value, keys, width, column, numerator, denominator, number);
    /*@ assert excluded: excluded != 0 ==> \forall seq p, v, subset m, real x; shows(visible, m, keys) &&
          weighs_within(range, p, m, keys) && given_column(value, v, m, keys, width, column) && in_ball(number, x) ==>
          !evaluates(p, v, m, keys, numerator.relative, numerator.absolute, denominator.relative,
                     denominator.absolute, x); */
    if (excluded || plumb_less(errors.most, LARGE_ERROR))
        return excluded;
    int outside = plumb_softmax_hull_excluded(unit, tiny, errors, visible, value, keys, width, column, sizes,
                                              rescalings, number);
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert outside: outside != 0 ==> \forall seq u, t, s, d, y, v, subset m, real x;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
              encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
              given_column(value, v, m, keys, width, column), Pre) &&
          visible_off(y, s, d, m, keys) && in_ball(number, x) ==>
          !visible_softmax(u, t, y, v, m, keys, rescalings, x); */
    return outside;
}
