/* log_sum_exp.c - see log_sum_exp.h. */
#include "weight/log_sum_exp.h"
#include "weight/exponentials.h"

/* sum over visible j of exp(score[j] - shift) */
/*@ requires reads: reads_visible(score, visible, keys);
    requires shift: \is_finite(shift);
    assigns \nothing;
    ensures sum: \forall seq x, subset m; encloses_visible(score, visible, x, m, keys) ==>
      in_ball(\result, exponentials(x, m, shift, keys));
*/
static plumb_ball sum_of_exponentials(const plumb_ball *score, const unsigned char *visible,
                                      size_t keys, double shift) {
    plumb_ball shift_ball = plumb_ball_of(shift);
    plumb_ball sum = plumb_ball_zero();
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant sum: \forall seq x, subset m; encloses_visible(score, visible, x, m, keys) ==>
          in_ball(sum, exponentials(x, m, shift, j));
        loop assigns j, sum;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_ball term = plumb_ball_exp(plumb_ball_subtract(score[j], shift_ball));
            /*@ assert term: \forall seq x, subset m; encloses_visible(score, visible, x, m, keys) ==>
                  among(m, j) && in_ball(term, rexp(el(x, j) - shift)); */
            sum = plumb_ball_add(sum, term);
        }
    return sum;
}

plumb_ball plumb_log_sum_exp(const plumb_ball *score, const unsigned char *visible, size_t keys) {
    double shift = plumb_largest_score(score, visible, keys);
    plumb_ball sum = sum_of_exponentials(score, visible, keys, shift);
    plumb_ball logarithm = plumb_ball_log(sum);
    /*@ assert logarithm: \forall seq x, subset m;
          encloses_visible(score, visible, x, m, keys) ==> in_ball(logarithm, log_sum_exp(x, m, keys) - shift); */
    return plumb_ball_add(logarithm, plumb_ball_of(shift));
}

plumb_ball plumb_log_sum_exp_with_sink(const plumb_ball *score, const unsigned char *visible,
                                       size_t keys, plumb_ball sink) {
    double largest = plumb_largest_score(score, visible, keys);
    double shift = plumb_is_finite(sink.mid) && plumb_less(largest, sink.mid) ? sink.mid : largest;
    plumb_ball sink_term = plumb_ball_exp(plumb_ball_subtract(sink, plumb_ball_of(shift)));
    plumb_ball sum = plumb_ball_add(sum_of_exponentials(score, visible, keys, shift), sink_term);
    plumb_ball logarithm = plumb_ball_log(sum);
    /*@ assert logarithm: \forall seq x, subset m, real s;
          encloses_visible(score, visible, x, m, keys) && in_ball(sink, s) ==>
          in_ball(logarithm, log_sum_exp_with_sink(x, m, keys, s) - shift); */
    return plumb_ball_add(logarithm, plumb_ball_of(shift));
}
