/* visible_errors.c - large scores have large errors.  A score far below the last shift is therefore left aside: its
   exponential is so small that its error does not matter.  The bounds for the other scores are those for the largest
   of them in size. */
#include "budget/visible_errors.h"
#include "budget/ends.h"
#include "budget/pull.h"

/* Some key that the query sees, but of the last two of `count`, has a score that is no larger in size, off by -d. */
/*@ predicate some_score_within(seq s, seq d, subset m, integer n, integer count, real size) =
      \exists integer k; 0 <= k < n && among(m, k) && visible_count(m, k) < count - 2 &&
        \abs(el(s, k) - el(d, k)) <= size; */

/*@ requires reads: \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures count: \result <= keys && \forall subset m; shows(visible, m, keys) ==> \result == visible_count(m, keys);
*/
static size_t count_visible(const unsigned char *visible, size_t keys) {
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

int plumb_falls(plumb_visible_errors errors, plumb_ball score, plumb_ball off) {
    if (!errors.far)
        return 0;
    plumb_ball above = plumb_ball_subtract(plumb_ball_add(score, off), plumb_ball_of(errors.limit));
    //@ assert above: \forall real s, d; in_ball(score, s) && in_ball(off, d) ==> in_ball(above, s + d - errors.limit);
    return plumb_ball_is_negative(above);
}

plumb_ball plumb_visible_off(plumb_visible_errors errors, plumb_ball score, plumb_ball off) {
    if (plumb_falls(errors, score, off))
        return plumb_ball_zero();
    return plumb_exponent_off(errors.exponent, off, plumb_ball_absolute(score));
}

/* No less than the size of some visible score as computed, but of the last two; or not finite. */
/*@ requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires counts: count <= keys <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures some: \is_finite(\result) ==> \forall seq s, d, subset m;
      encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
      count == visible_count(m, keys) ==> some_score_within(s, d, m, keys, count, \result);
*/
static double size_of_some(const plumb_ball *score, const plumb_ball *off, const unsigned char *visible, size_t keys,
                           size_t count) {
    plumb_ball unknown = plumb_ball_unknown();
    double least = plumb_ball_top(unknown);
    //@ assert none: \is_finite(least) ==> in_ball(unknown, least + 1.0);
    size_t earlier = 0;
    /*@ loop invariant index: 0 <= j <= keys && 0 <= earlier <= j;
        loop invariant count: \forall subset m; shows(visible, m, keys) ==> earlier == visible_count(m, j);
        loop invariant some: \is_finite(least) ==> \forall seq s, d, subset m;
          encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
          count == visible_count(m, keys) ==> some_score_within(s, d, m, j, count, least);
        loop assigns j, earlier, least;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        if (visible[j]) {
            double size = plumb_ball_top(plumb_ball_absolute(plumb_ball_subtract(score[j], off[j])));
            /*@ assert size: \is_finite(size) ==> \forall seq s, d, subset m;
                  encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) ==>
                  among(m, j) && \abs(el(s, j) - el(d, j)) <= size; */
            if (earlier + 2 < count && plumb_is_finite(size) && (!plumb_is_finite(least) || plumb_less(size, least)))
                least = size;
            earlier++;
        }
    }
    return least;
}

/* A number far below all scores that are no larger in size, or not finite. */
/*@ requires model: \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures below: \is_finite(\result) ==> \is_finite(size) &&
      \forall seq t; values(tiny, t, PLUMB_STEPS) ==> \result + 128.0 + reached(t) <= -size;
*/
static double limit_below(const double *tiny, double size) {
    if (!plumb_is_finite(size))
        return size;
    plumb_ball far = plumb_ball_add(plumb_ball_of(128.0), plumb_shift_reach(tiny));
    plumb_ball depth = plumb_ball_add(plumb_ball_of(size), far);
    //@ assert depth: \forall seq t; values(tiny, t, PLUMB_STEPS) ==> in_ball(depth, size + (128.0 + reached(t)));
    return plumb_negate(plumb_ball_top(depth));
}

/* A bound of the sizes of all visible scores as computed that do not fall, or not finite. */
/*@ requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires limit: \is_finite(errors.limit);
    assigns \nothing;
    ensures within: \is_finite(\result) ==> \forall seq s, d, subset m;
      encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) ==>
      visible_sizes(s, d, m, keys, errors.far, errors.limit, \result);
*/
static double largest_score(plumb_visible_errors errors, const plumb_ball *score, const plumb_ball *off,
                            const unsigned char *visible, size_t keys) {
    double largest = 0.0;
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant finite: \is_finite(largest);
        loop invariant within: \forall seq s, d, subset m;
          encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) ==>
          visible_sizes(s, d, m, j, errors.far, errors.limit, largest);
        loop assigns j, largest;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        if (visible[j] && !plumb_falls(errors, score[j], off[j])) {
            double size = plumb_ball_top(plumb_ball_add(plumb_ball_absolute(score[j]), off[j]));
            if (!plumb_is_finite(size))
                return size;
            if (plumb_less(largest, size))
                largest = size;
        }
    }
    return largest;
}

/* A bound of the errors of the exponents of all visible keys that do not fall, or not finite. */
/*@ requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires limit: \is_finite(errors.limit);
    assigns \nothing;
    ensures most: \is_finite(\result) ==> \forall seq u, t, s, d, subset m, integer c, r, real size;
      is_exponent_error(errors.exponent, u, t, c, r, size) && encloses_visible(score, visible, s, m, keys) &&
      encloses_among(off, d, m, keys) ==>
      visible_exponents(u, t, s, d, m, keys, c, r, errors.far, errors.limit, size, \result);
*/
static double largest_error(plumb_visible_errors errors, const plumb_ball *score, const plumb_ball *off,
                            const unsigned char *visible, size_t keys) {
    double largest = 0.0;
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant finite: \is_finite(largest);
        loop invariant most: \forall seq u, t, s, d, subset m, integer c, r, real size;
          is_exponent_error(errors.exponent, u, t, c, r, size) && encloses_visible(score, visible, s, m, keys) &&
          encloses_among(off, d, m, keys) ==>
          visible_exponents(u, t, s, d, m, j, c, r, errors.far, errors.limit, size, largest);
        loop assigns j, largest;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        if (visible[j] && !plumb_falls(errors, score[j], off[j])) {
            double each = plumb_ball_top(plumb_exponent_off(errors.exponent, off[j], plumb_ball_absolute(score[j])));
            if (!plumb_is_finite(each))
                return each;
            if (plumb_less(largest, each))
                largest = each;
        }
    }
    return largest;
}

/* 1 if the bounds hold for the model, and a key is visible. */
/*@ requires counts: 0 <= count <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures borne: \result != 0 ==> 0 < count && \forall seq u, t; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) ==> is_roundings(u, t) && bears_keys(u, count, rescalings);
*/
static int is_borne(const double *unit, const double *tiny, size_t count, size_t rescalings) {
    return count > 0 && plumb_are_roundings(unit, tiny) && plumb_keys_are_borne(unit, count, rescalings);
}

/* 1 if the errors of exponents are small for scores of this size. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures little: \result != 0 ==> \forall seq u, t; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) ==> rmul(rmul(28.0, el(u, 4)), size + reached(t)) <= 8.0;
*/
static int is_little(const double *unit, const double *tiny, double size) {
    plumb_ball roundings = plumb_ball_multiply(plumb_ball_of(28.0), plumb_ball_of(unit[PLUMB_STEP_EXPONENT]));
    plumb_ball scores = plumb_ball_given(size);
    //@ assert scores: given(size, size) && in_ball(scores, size);
    plumb_ball shift = plumb_ball_add(scores, plumb_shift_reach(tiny));
    //@ assert shift: \forall seq t; values(tiny, t, PLUMB_STEPS) ==> in_ball(shift, size + reached(t));
    plumb_ball off = plumb_ball_multiply(roundings, shift);
    return plumb_ball_is_negative(plumb_ball_subtract(off, plumb_ball_of(8.0)));
}

/* Sets the limit, and the largest size of the scores that do not fall. */
/*@ requires counts: errors.count <= keys <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures same: \result.known == errors.known && \result.count == errors.count;
    ensures finite: \is_finite(\result.limit);
    ensures limit: \is_finite(\result.size) ==> \forall seq u, t, s, d, subset m;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
      errors.count == visible_count(m, keys) ==>
      visible_limit(u, t, s, d, m, keys, \result.far, \result.limit, \result.size) &&
      visible_sizes(s, d, m, keys, \result.far, \result.limit, \result.size);
*/
static plumb_visible_errors with_limit(plumb_visible_errors errors, const double *unit, const double *tiny,
                                       const plumb_ball *score, const plumb_ball *off, const unsigned char *visible,
                                       size_t keys) {
    errors.limit = limit_below(tiny, size_of_some(score, off, visible, keys, errors.count));
    errors.far = plumb_is_finite(errors.limit);
    if (!errors.far)
        errors.limit = 0.0;
    errors.size = largest_score(errors, score, off, visible, keys);
    if (!errors.far || is_little(unit, tiny, errors.size))
        return errors;
    errors.far = 0;
    errors.size = largest_score(errors, score, off, visible, keys);
    return errors;
}

plumb_visible_errors plumb_visible_errors_of(const double *unit, const double *tiny, const plumb_ball *score,
                                             const plumb_ball *off, const unsigned char *visible, size_t keys,
                                             size_t rescalings) {
    plumb_visible_errors errors = {.known = 0, .count = count_visible(visible, keys)};
    errors = with_limit(errors, unit, tiny, score, off, visible, keys);
    if (!is_borne(unit, tiny, errors.count, rescalings) || !plumb_is_finite(errors.size))
        return errors;
    errors.exponent = plumb_exponent_error_of(unit, tiny, errors.count, rescalings, errors.size);
    errors.most = largest_error(errors, score, off, visible, keys);
    errors.known = plumb_is_finite(errors.most);
    return errors;
}
