/* softmax_output.c - see softmax_output.h. */
#define PLUMB_LEMMAS_EXPONENTIALS
#define PLUMB_LEMMAS_PRODUCT
#include "attention/softmax_output.h"
#include "aggregate/aggregate.h"
#include "weight/exponentials.h"
#include "weight/sink_softmax.h"

/*@ requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures finite: \is_finite(\result);
*/
static double shift_of(const plumb_ball *score, const unsigned char *visible, size_t keys,
                       int has_sink, plumb_ball sink) {
    double largest = plumb_largest_score(score, visible, keys);
    return has_sink ? plumb_sink_shift(largest, sink) : plumb_score_shift(largest);
}

/* Fills the terms and returns the denominator. */
/*@ requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(term + (0 .. keys - 1));
    requires apart: \separated(term + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(term + (0 .. keys - 1), visible + (0 .. keys - 1));
    requires shift: \is_finite(shift);
    assigns term[0 .. keys - 1];
    ensures terms: \forall seq x, subset m; \old(shows(visible, m, keys) && encloses_among(score, x, m, keys)) ==>
      encloses_among(term, shifted_exponentials(x, m, shift), m, keys);
    ensures plain: has_sink == 0 ==> \forall seq x, subset m;
      \old(shows(visible, m, keys) && encloses_among(score, x, m, keys)) ==>
      in_ball(\result, exponentials(x, m, shift, keys));
    ensures with_sink: has_sink != 0 ==> \forall seq x, subset m, real s;
      \old(shows(visible, m, keys) && encloses_among(score, x, m, keys)) && in_ball(sink, s) ==>
      in_ball(\result, exponentials(x, m, shift, keys) + rexp(s - shift));
*/
static plumb_ball exponentiate(const plumb_ball *score, const unsigned char *visible, size_t keys,
                               int has_sink, plumb_ball sink, double shift, plumb_ball *term) {
    plumb_ball sum = plumb_exponentials(score, visible, keys, shift, term);
    //@ assert sum: \forall seq x, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys), Pre) ==> in_ball(sum, exponentials(x, m, shift, keys));
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
*/
static void multiply_each(plumb_ball *output, size_t value_dim, plumb_ball factor) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant done: \forall seq o, real f; \at(encloses(output, o, value_dim), Pre) && in_ball(factor, f) ==>
          multiplied(output, o, f, c);
        loop invariant rest: \forall seq o; \at(encloses(output, o, value_dim), Pre) ==>
          \forall integer k; c <= k < value_dim ==> in_ball(output[k], el(o, k));
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        plumb_ball product = plumb_ball_multiply(output[c], factor);
        //@ assert product: \forall seq o, real f; \at(encloses(output, o, value_dim), Pre) && in_ball(factor, f) ==> in_ball(product, rmul(el(o, c), f));
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
    //@ assert value: \forall seq v, subset m; \at(rows(value, v, m, keys, value_dim), Pre) ==> rows(value, v, m, keys, value_dim);
    plumb_aggregate(term, visible, value, keys, value_dim, output);
    //@ assert sums: \forall seq x, v, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys) && rows(value, v, m, keys, value_dim), Pre) ==> encloses(output, aggregate(shifted_exponentials(x, m, shift), m, v, value_dim, keys), value_dim);
    //@ assert still_visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
    if (sees_any(visible, keys)) {
        plumb_ball inverse = plumb_ball_divide(plumb_ball_of(1.0), sum);
        //@ assert inverse: has_sink == 0 ==> \forall seq x, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys), Pre) ==> in_ball(inverse, rdiv(1.0, exponentials(x, m, shift, keys)));
        //@ assert inverse_with_sink: has_sink != 0 ==> \forall seq x, subset m, real s; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys), Pre) && in_ball(sink, s) ==> in_ball(inverse, rdiv(1.0, exponentials(x, m, shift, keys) + rexp(s - shift)));
        multiply_each(output, value_dim, inverse);
        //@ assert quotient: has_sink == 0 ==> \forall seq x, v, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys) && rows(value, v, m, keys, value_dim), Pre) ==> multiplied(output, aggregate(shifted_exponentials(x, m, shift), m, v, value_dim, keys), rdiv(1.0, exponentials(x, m, shift, keys)), value_dim);
        //@ assert quotient_with_sink: has_sink != 0 ==> \forall seq x, v, subset m, real s; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys) && rows(value, v, m, keys, value_dim), Pre) && in_ball(sink, s) ==> multiplied(output, aggregate(shifted_exponentials(x, m, shift), m, v, value_dim, keys), rdiv(1.0, exponentials(x, m, shift, keys) + rexp(s - shift)), value_dim);
    }
}
