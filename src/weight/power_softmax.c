/* power_softmax.c - see power_softmax.h. */
#include "weight/power_softmax.h"
#include "number/total.h"
#include "weight/exponentials.h"

/* sum over visible j of exp(power * (score[j] - shift)), whose terms stand in `term` afterwards */
/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(term + (0 .. keys - 1));
    requires apart: apart_from_visible(term, score, visible, keys);
    requires shift: \is_finite(shift);
    assigns term[0 .. keys - 1];
    ensures sum: \forall seq x, subset m, real p; \old(encloses_visible(score, visible, x, m, keys)) &&
      in_ball(power, p) ==> in_ball(\result, powered(x, m, p, shift, keys));
*/
static plumb_ball powered_sum(const plumb_ball *score, const unsigned char *visible, size_t keys,
                              plumb_ball power, double shift, plumb_ball *term) {
    plumb_ball shift_ball = plumb_ball_of(shift);
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant terms: \forall seq x, subset m, real p; \at(encloses_visible(score, visible, x, m, keys), Pre) &&
          in_ball(power, p) ==> encloses(term, powered_exponentials(x, m, p, shift), j);
        loop invariant score: \forall seq x, subset m;
          \at(encloses_among(score, x, m, keys), Pre) ==> encloses_among(score, x, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, term[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_zero();
        if (visible[j]) {
            plumb_ball shifted = plumb_ball_subtract(score[j], shift_ball);
            result = plumb_ball_exp(plumb_ball_multiply(power, shifted));
        }
        /*@ assert result: \forall seq x, subset m, real p;
              \at(encloses_visible(score, visible, x, m, keys), Pre) && in_ball(power, p) ==>
              in_ball(result, el(powered_exponentials(x, m, p, shift), j)); */
        term[j] = result;
        //@ assert stored: term[j] == result;
    }
    return plumb_strided_total(term, keys);
}

/* Division by the root is multiplication by its inverse, which is small, not large, for a small
   power. */
void plumb_power_softmax(const plumb_ball *score, const unsigned char *visible, size_t keys,
                         double power, plumb_ball *weight) {
    plumb_ball power_ball = plumb_less(0.0, power) ? plumb_ball_of(power) : plumb_ball_unknown();
    double shift = plumb_largest_score(score, visible, keys);
    plumb_ball shift_ball = plumb_ball_of(shift);
    plumb_ball exponent = plumb_ball_divide(plumb_ball_of(-1.0), power_ball);
    plumb_ball sum = powered_sum(score, visible, keys, power_ball, shift, weight);
    plumb_ball factor = plumb_ball_power(sum, exponent);
    /*@ assert factor: \is_finite(power) && power > 0.0 ==>
          \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          in_ball(factor, rpower(powered(x, m, power, shift, keys), rdiv(-1.0, power))); */
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \is_finite(power) && power > 0.0 ==> \forall seq x, subset m;
          \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          encloses(weight, power_softmax(x, m, power, keys), j);
        loop invariant score: \forall seq x, subset m;
          \at(encloses_among(score, x, m, keys), Pre) ==> encloses_among(score, x, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_zero();
        if (visible[j]) {
            plumb_ball term = plumb_ball_exp(plumb_ball_subtract(score[j], shift_ball));
            result = plumb_ball_multiply(term, factor);
        }
        /*@ assert result: \is_finite(power) && power > 0.0 ==>
              \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
              in_ball(result, el(power_softmax(x, m, power, keys), j)); */
        weight[j] = result;
        //@ assert stored: weight[j] == result;
    }
}
