/* softmax_output.c - see softmax_output.h. */
#define PLUMB_LEMMAS_TIGHT
#define PLUMB_LEMMAS_EXPONENTIALS
#define PLUMB_LEMMAS_PRODUCT
#include "attention/softmax_output.h"
#include "aggregate/aggregate.h"
#include "weight/exponentials.h"
#include "weight/sink_softmax.h"

/*@ requires reads: reads_visible(score, visible, keys);
    assigns \nothing;
    ensures finite: \is_finite(\result);
    ensures unshifted: has_sink == 0 ==> \forall seq x, subset m, real r, integer j;
      known_visible(score, visible, x, m, r, keys) && 0 <= j < keys && among(m, j) ==> \result == 0.0;
*/
static double shift_of(const plumb_ball *score, const unsigned char *visible, size_t keys,
                       int has_sink, plumb_ball sink) {
    double largest = plumb_largest_score(score, visible, keys);
    return has_sink ? plumb_sink_shift(largest, sink) : plumb_score_shift(largest);
}

/* Fills the terms and returns the denominator. */
/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(term + (0 .. keys - 1));
    requires apart: apart_from_visible(term, score, visible, keys);
    requires shift: \is_finite(shift);
    assigns term[0 .. keys - 1];
    ensures terms: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      encloses_among(term, shifted_exponentials(x, m, shift), m, keys);
    ensures plain: has_sink == 0 ==> \forall seq x, subset m;
      \old(encloses_visible(score, visible, x, m, keys)) ==>
      in_ball(\result, exponentials(x, m, shift, keys));
    ensures with_sink: has_sink != 0 ==> \forall seq x, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys)) && in_ball(sink, s) ==>
      in_ball(\result, exponentials(x, m, shift, keys) + rexp(s - shift));
    ensures tight_terms: \forall seq x, subset m, real r; shift == 0.0 && r <= 0x1p-6 &&
      \old(known_visible(score, visible, x, m, r, keys)) ==>
      tight_among(term, shifted_exponentials(x, m, shift), m, exponential_accuracy(r), keys);
    ensures tight_sum: has_sink == 0 ==> \forall seq x, subset m, real r, integer k;
      shift == 0.0 && accuracy_holds(r, keys) && \old(known_visible(score, visible, x, m, r, keys)) && 0 <= k < keys &&
      among(m, k) ==>
      is_accurate(\result, sum_accuracy(r, keys), exponentials(x, m, shift, keys));
*/
static plumb_ball exponentiate(const plumb_ball *score, const unsigned char *visible, size_t keys,
                               int has_sink, plumb_ball sink, double shift, plumb_ball *term) {
    plumb_ball sum = plumb_exponentials(score, visible, keys, shift, term);
    /*@ assert sum: \forall seq x, subset m;
          \at(encloses_visible(score, visible, x, m, keys), Pre) ==> in_ball(sum, exponentials(x, m, shift, keys)); */
    /*@ assert positive: \forall seq x, subset m, real r, integer k;
          \at(known_visible(score, visible, x, m, r, keys), Pre) && shift == 0.0 && 0 <= k < keys && among(m, k) ==>
          rexp(el(x, k) - shift) >= 0.0; */
    /*@ assert tight_terms: \forall seq x, subset m, real r;
          \at(known_visible(score, visible, x, m, r, keys), Pre) && shift == 0.0 && r <= 0x1p-6 ==>
          tight_among(term, shifted_exponentials(x, m, shift), m, exponential_accuracy(r), keys); */
    if (has_sink)
        return plumb_ball_add(sum, plumb_ball_exp(plumb_shifted_score(sink, shift)));
    return sum;
}

/*@ requires reads: \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures none: \result == 0 ==> \forall subset m; shows(visible, m, keys) ==> none_of(m, keys);
*/
static int sees_any(const unsigned char *visible, size_t keys) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant none: \forall subset m; shows(visible, m, keys) ==> none_of(m, j);
        loop assigns j;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j])
            return 1;
    return 0;
}

/*@ requires writes: \valid(output + (0 .. value_dim - 1));
    assigns output[0 .. value_dim - 1];
    ensures products: \forall seq o, real f; \old(encloses(output, o, value_dim)) && in_ball(factor, f) ==>
      multiplied(output, o, f, value_dim);
    ensures tight: \forall integer c, real x, y, s, t;
      0 <= c < value_dim && 0.0 <= s <= 1.0 && 0.0 <= t <= 1.0 && moderate(x) && moderate(y) && moderate(rmul(x, y)) &&
      \old(is_tight(output[c], s, x)) && is_tight(factor, t, y) ==>
      is_tight(output[c], 3.0 * (s + t) + 0x1p-49, rmul(x, y));
*/
static void multiply_each(plumb_ball *output, size_t value_dim, plumb_ball factor) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant done: \forall seq o, real f; \at(encloses(output, o, value_dim), Pre) && in_ball(factor, f) ==>
          multiplied(output, o, f, c);
        loop invariant tight: \forall integer k, real x, y, s, t;
          0 <= k < c && 0.0 <= s <= 1.0 && 0.0 <= t <= 1.0 && moderate(x) && moderate(y) && moderate(rmul(x, y)) &&
          \at(is_tight(output[k], s, x), Pre) && is_tight(factor, t, y) ==>
          is_tight(output[k], 3.0 * (s + t) + 0x1p-49, rmul(x, y));
        loop invariant tight_rest: \forall integer k, real x, s;
          c <= k < value_dim && \at(is_tight(output[k], s, x), Pre) ==> is_tight(output[k], s, x);
        loop invariant rest: \forall seq o; \at(encloses(output, o, value_dim), Pre) ==>
          \forall integer k; c <= k < value_dim ==> in_ball(output[k], el(o, k));
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        plumb_ball product = plumb_ball_multiply(output[c], factor);
        /*@ assert product: \forall seq o, real f;
              \at(encloses(output, o, value_dim), Pre) && in_ball(factor, f) ==> in_ball(product, rmul(el(o, c), f)); */
        /*@ assert tight: \forall integer k, real x, y, s, t;
              k == c && 0.0 <= s <= 1.0 && 0.0 <= t <= 1.0 && moderate(x) && moderate(y) && moderate(rmul(x, y)) &&
              \at(is_tight(output[k], s, x), Pre) && is_tight(factor, t, y) ==>
              is_tight(product, 3.0 * (s + t) + 0x1p-49, rmul(x, y)); */
        output[c] = product;
        //@ assert stored: output[c] == product;
    }
}

void plumb_softmax_output(const plumb_ball *score, const unsigned char *visible,
                          const double *value, size_t keys, size_t value_dim, int has_sink,
                          plumb_ball sink, plumb_ball *term, plumb_ball *output) {
    double shift = shift_of(score, visible, keys, has_sink, sink);
    plumb_ball sum = exponentiate(score, visible, keys, has_sink, sink, shift, term);
    //@ assert visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
    /*@ assert value: \forall seq v, subset m;
          \at(rows(value, v, m, keys, value_dim), Pre) ==> rows(value, v, m, keys, value_dim); */
    /*@ assert unshifted: has_sink == 0 ==> \forall seq x, subset m, real r, integer k;
          \at(known_visible(score, visible, x, m, r, keys), Pre) && 0 <= k < keys && among(m, k) ==>
          shift == 0.0 && r >= 0.0; */
    /*@ assert range: \forall seq x, subset m, real r, q;
          \at(known_visible(score, visible, x, m, r, keys), Pre) && accuracy_holds(r, keys) && some_of(m, keys) &&
          modest(q) ==>
          moderate(q) && moderate(exponentials(x, m, 0.0, keys)) &&
          moderate(rdiv(1.0, exponentials(x, m, 0.0, keys))) && moderate(rmul(exponentials(x, m, 0.0, keys), q)) &&
          rmul(rmul(exponentials(x, m, 0.0, keys), q), rdiv(1.0, exponentials(x, m, 0.0, keys))) == q; */
    /*@ assert bounded: \forall subset m, integer c, real q;
          \at(bounded_column(value, m, keys, value_dim, c, q), Pre) ==>
          bounded_column(value, m, keys, value_dim, c, q); */
    plumb_aggregate(term, visible, value, keys, value_dim, output);
    /*@ assert sums: \forall seq x, v, subset m;
          \at(encloses_visible(score, visible, x, m, keys) && rows(value, v, m, keys, value_dim), Pre) ==>
          encloses(output, aggregate(shifted_exponentials(x, m, shift), m, v, value_dim, keys), value_dim); */
    /*@ assert tight_sums: has_sink == 0 ==> \forall seq x, subset m, real r, q, integer c;
          \at(known_visible(score, visible, x, m, r, keys), Pre) && accuracy_holds(r, keys) && some_of(m, keys) &&
          modest(q) && 0 <= c < value_dim && \at(bounded_column(value, m, keys, value_dim, c, q), Pre) ==>
          is_tight(output[c], weighted_accuracy(exponential_accuracy(r), keys),
                   rmul(exponentials(x, m, 0.0, keys), q)); */
    //@ assert still_visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
    if (sees_any(visible, keys)) {
        plumb_ball one = plumb_ball_of(1.0);
        //@ assert one: is_tight(one, 0.0, 1.0);
        plumb_ball inverse = plumb_ball_divide(one, sum);
        /*@ assert tight_inverse: has_sink == 0 ==> \forall seq x, subset m, real r;
              \at(known_visible(score, visible, x, m, r, keys), Pre) && accuracy_holds(r, keys) && some_of(m, keys) ==>
              is_tight(inverse, 4.0 * sum_accuracy(r, keys) + 0x1p-46, rdiv(1.0, exponentials(x, m, 0.0, keys))); */
        /*@ assert inverse: has_sink == 0 ==>
              \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
              in_ball(inverse, rdiv(1.0, exponentials(x, m, shift, keys))); */
        /*@ assert inverse_with_sink: has_sink != 0 ==> \forall seq x, subset m, real s;
              \at(encloses_visible(score, visible, x, m, keys), Pre) && in_ball(sink, s) ==>
              in_ball(inverse, rdiv(1.0, exponentials(x, m, shift, keys) + rexp(s - shift))); */
        multiply_each(output, value_dim, inverse);
        /*@ assert tight_quotient: has_sink == 0 ==> \forall seq x, subset m, real r, q, integer c;
              \at(known_visible(score, visible, x, m, r, keys), Pre) && accuracy_holds(r, keys) && some_of(m, keys) &&
              modest(q) && 0 <= c < value_dim && \at(bounded_column(value, m, keys, value_dim, c, q), Pre) ==>
              is_tight(output[c], softmax_output_accuracy(r, keys), q); */
        /*@ assert quotient: has_sink == 0 ==> \forall seq x, v, subset m;
              \at(encloses_visible(score, visible, x, m, keys) && rows(value, v, m, keys, value_dim), Pre) ==>
              multiplied(output, aggregate(shifted_exponentials(x, m, shift), m, v, value_dim, keys),
                         rdiv(1.0, exponentials(x, m, shift, keys)), value_dim); */
        /*@ assert quotient_with_sink: has_sink != 0 ==> \forall seq x, v, subset m, real s;
              \at(encloses_visible(score, visible, x, m, keys) && rows(value, v, m, keys, value_dim), Pre) &&
              in_ball(sink, s) ==>
              multiplied(output, aggregate(shifted_exponentials(x, m, shift), m, v, value_dim, keys),
                         rdiv(1.0, exponentials(x, m, shift, keys) + rexp(s - shift)), value_dim); */
    }
    /*@ assert tight_columns: has_sink == 0 ==> \forall seq x, subset m, real r, q, integer c;
          \at(known_visible(score, visible, x, m, r, keys), Pre) && accuracy_holds(r, keys) && some_of(m, keys) &&
          modest(q) && 0 <= c < value_dim && \at(bounded_column(value, m, keys, value_dim, c, q), Pre) ==>
          is_tight(output[c], softmax_output_accuracy(r, keys), q); */
    /*@ assert bounded_columns: \forall seq v, subset m, integer c, real q;
          \at(rows(value, v, m, keys, value_dim), Pre) && bounded_rows(v, m, keys, value_dim, q) &&
          0 <= c < value_dim ==>
          \at(bounded_column(value, m, keys, value_dim, c, q), Pre); */
}
