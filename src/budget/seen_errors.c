/* seen_errors.c - see seen_errors.h. */
#include "budget/seen_errors.h"
#include "budget/ends.h"
#include "budget/pull.h"

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

plumb_seen_errors plumb_seen_errors_of(const double *unit, const double *tiny, const plumb_ball *score,
                                       const plumb_ball *off, const unsigned char *visible, size_t keys,
                                       size_t rescalings) {
    plumb_seen_errors errors = {.known = 0, .count = count_seen(visible, keys)};
    errors.size = largest_score(score, off, visible, keys);
    if (!is_borne(unit, tiny, errors.count, rescalings) || !plumb_is_finite(errors.size))
        return errors;
    errors.exponent = plumb_exponent_error_of(unit, tiny, errors.count, rescalings, errors.size);
    errors.most = largest_error(errors.exponent, score, off, visible, keys);
    errors.known = plumb_is_finite(errors.most);
    return errors;
}
