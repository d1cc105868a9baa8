/* softpick.c - see softpick.h. */
#define PLUMB_OPEN_BALL
#include "weight/softpick.h"
#include "number/exp.h"
#include "number/quotient.h"
#include "number/tanh.h"
#include "number/total.h"

/* Is every number in the ball less than 0? */
/*@ assigns \nothing;
    ensures negative: \result != 0 ==> \forall real x; in_ball(a, x) ==> x < 0.0;
*/
static int is_negative(plumb_ball a) {
    double distance = plumb_negate(a.mid);
    return plumb_is_finite(distance) && plumb_is_finite(a.rad) && plumb_less(a.rad, distance);
}

plumb_ball plumb_larger_score(plumb_ball a, plumb_ball b) {
    if (is_negative(plumb_ball_subtract(a, b)))
        return b;
    if (is_negative(plumb_ball_subtract(b, a)))
        return a;
    return plumb_ball_maximum(a, b);
}

plumb_ball plumb_largest_visible(const plumb_ball *score, const unsigned char *visible, size_t keys) {
    plumb_ball top = plumb_ball_zero();
    int found = 0;
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant found: \forall subset m; shows(visible, m, keys) ==> (found == 0 <==> vacant(m, j));
        loop invariant top: \forall seq x, subset m; encloses_visible(score, visible, x, m, keys) ==>
          in_ball(top, largest(x, m, j));
        loop assigns j, top, found;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        if (visible[j]) {
            plumb_ball next = score[j];
            if (found)
                next = plumb_larger_score(top, next);
            /*@ assert next: \forall seq x, subset m;
                  encloses_visible(score, visible, x, m, keys) ==> in_ball(next, largest(x, m, j + 1)); */
            top = next;
            found = 1;
        }
    }
    return top;
}

/* e^(x - shift) - e^-shift, given e^-shift.  Near 0 the difference cancels; there it is e^-shift times
   e^x - 1 = 2 t / (1 - t) with t = tanh(x / 2). */
/*@ requires shift: \is_finite(shift);
    assigns \nothing;
    ensures encloses: \forall real x; in_ball(score, x) && in_ball(least, rexp(-shift)) ==>
      in_ball(\result, excess(x, shift));
*/
static plumb_ball excess(plumb_ball score, double shift, plumb_ball least) {
    if (plumb_ball_is_zero(score))
        return plumb_ball_zero();
    if (plumb_less(-1.0, score.mid) && plumb_less(score.mid, 1.0)) {
        plumb_ball t = plumb_ball_tanh(plumb_ball_scale(score, 0.5));
        plumb_ball twice = plumb_ball_add(t, t);
        plumb_ball remainder = plumb_ball_subtract(plumb_ball_of(1.0), t);
        plumb_ball above = plumb_ball_divide(twice, remainder);
        /*@ assert above: \forall real x; in_ball(score, x) ==>
              in_ball(above, rdiv(rtanh(rmul(x, 0.5)) + rtanh(rmul(x, 0.5)), 1.0 - rtanh(rmul(x, 0.5)))); */
        return plumb_ball_multiply(least, above);
    }
    plumb_ball shifted = plumb_ball_subtract(score, plumb_ball_of(shift));
    return plumb_ball_subtract(plumb_ball_exp(shifted), least);
}

/* weight[j] = |excess of score[j]| for visible j, 0 for invisible j; returns their sum. */
/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: apart_from_visible(weight, score, visible, keys);
    requires shift: \is_finite(shift);
    assigns weight[0 .. keys - 1];
    ensures sum: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      in_ball(\result, excesses(x, m, shift, keys));
    ensures sizes: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      encloses(weight, excess_sizes(x, m, shift), keys);
*/
static plumb_ball excesses(const plumb_ball *score, const unsigned char *visible, size_t keys,
                           double shift, plumb_ball *weight) {
    plumb_ball least = plumb_ball_exp(plumb_ball_negate(plumb_ball_of(shift)));
    //@ assert least: in_ball(least, rexp(-shift));
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant sizes: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          encloses(weight, excess_sizes(x, m, shift), j);
        loop invariant score: \forall seq x, subset m;
          \at(encloses_among(score, x, m, keys), Pre) ==> encloses_among(score, x, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball size = plumb_ball_zero();
        if (visible[j])
            size = plumb_ball_absolute(excess(score[j], shift, least));
        /*@ assert size: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
              in_ball(size, el(excess_sizes(x, m, shift), j)); */
        weight[j] = size;
        //@ assert stored: weight[j] == size;
    }
    return plumb_strided_total(weight, keys);
}

/* max(0, excess), from its absolute value: where the score may have either sign, a share of it between 0 and 1. */
/*@ assigns \nothing;
    ensures encloses: \forall real x, shift; in_ball(score, x) && in_ball(size, \abs(excess(x, shift))) ==>
      in_ball(\result, \max(excess(x, shift), 0.0));
*/
static plumb_ball rectified(plumb_ball score, plumb_ball size) {
    if (is_negative(score) || plumb_ball_is_zero(score))
        return plumb_ball_zero();
    if (is_negative(plumb_ball_negate(score)))
        return size;
    plumb_ball share = plumb_ball_make(0.5, 0.5);
    //@ assert share: in_ball(share, 0.0) && in_ball(share, 1.0);
    return plumb_ball_multiply(size, share);
}

double plumb_softpick_shift(plumb_ball top) {
    if (plumb_is_finite(top.mid) && plumb_less(0.0, top.mid))
        return top.mid;
    return 0.0;
}

void plumb_softpick(const plumb_ball *score, const unsigned char *visible, size_t keys,
                    double epsilon, plumb_ball *weight) {
    plumb_ball top = plumb_largest_visible(score, visible, keys);
    double shift = plumb_softpick_shift(top);
    plumb_ball factor = plumb_ball_exp(plumb_ball_subtract(top, plumb_ball_of(shift)));
    plumb_ball added = plumb_ball_multiply(plumb_ball_of(epsilon), factor);
    /*@ assert added: \forall seq x, subset m; \is_finite(epsilon) && encloses_visible(score, visible, x, m, keys) ==>
          in_ball(added, rmul(epsilon, rexp(largest(x, m, keys) - shift))); */
    plumb_ball divisor = plumb_ball_add(excesses(score, visible, keys, shift, weight), added);
    /*@ assert divisor: \forall seq x, subset m;
          \is_finite(epsilon) && \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          in_ball(divisor, excesses(x, m, shift, keys) + rmul(epsilon, rexp(largest(x, m, keys) - shift))); */
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq x, subset m;
          \is_finite(epsilon) && \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          encloses(weight, softpick(x, m, keys, epsilon), j);
        loop invariant sizes: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          \forall integer k; j <= k < keys ==> in_ball(weight[k], el(excess_sizes(x, m, shift), k));
        loop invariant score: \forall seq x, subset m;
          \at(encloses_among(score, x, m, keys), Pre) ==> encloses_among(score, x, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_zero();
        if (visible[j])
            result = plumb_ball_quotient(rectified(score[j], weight[j]), divisor);
        /*@ assert result: \forall seq x, subset m;
              \is_finite(epsilon) && \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
              in_ball(result, el(softpick(x, m, keys, epsilon), j)); */
        weight[j] = result;
        //@ assert stored: weight[j] == result;
    }
}
