/* sink_softmax.c - see sink_softmax.h. */
#define PLUMB_LEMMAS_SOFTMAX
#include "weight/sink_softmax.h"
#include "number/exp.h"
#include "spec/weight/softmax.h"
#include "weight/exponentials.h"

double plumb_sink_shift(double largest, plumb_ball sink) {
    double larger = plumb_is_finite(sink.mid) && plumb_less(largest, sink.mid) ? sink.mid : largest;
    return plumb_score_shift(larger);
}

plumb_ball plumb_sink_softmax(const plumb_ball *score, const unsigned char *visible, size_t keys,
                              plumb_ball sink, plumb_ball *weight) {
    double shift = plumb_sink_shift(plumb_largest_score(score, visible, keys), sink);
    plumb_ball sink_term = plumb_ball_exp(plumb_shifted_score(sink, shift));
    plumb_ball sum =
        plumb_ball_add(plumb_exponentials(score, visible, keys, shift, weight), sink_term);
    /*@ assert sum: \forall seq x, subset m, real s;
          \at(encloses_visible(score, visible, x, m, keys), Pre) && in_ball(sink, s) ==>
          in_ball(sum, exponentials(x, m, shift, keys) + rexp(s - shift)); */
    plumb_ball inverse = plumb_ball_divide(plumb_ball_of(1.0), sum);
    /*@ assert inverse: \forall seq x, subset m, real s;
          \at(encloses_visible(score, visible, x, m, keys), Pre) && in_ball(sink, s) ==>
          in_ball(inverse, rdiv(1.0, exponentials(x, m, shift, keys) + rexp(s - shift))); */
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq x, subset m, real s;
          \at(encloses_visible(score, visible, x, m, keys), Pre) && in_ball(sink, s) ==>
          encloses(weight, sink_softmax(x, m, keys, s), j);
        loop invariant terms: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          \forall integer k; j <= k < keys && among(m, k) ==> in_ball(weight[k], rexp(el(x, k) - shift));
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_zero();
        if (visible[j])
            result = plumb_ball_multiply(weight[j], inverse);
        /*@ assert result: \forall seq x, subset m, real s;
              \at(encloses_visible(score, visible, x, m, keys), Pre) && in_ball(sink, s) ==>
              in_ball(result, el(sink_softmax(x, m, keys, s), j)); */
        weight[j] = result;
        //@ assert stored: weight[j] == result;
    }
    return plumb_ball_divide(sink_term, sum);
}
