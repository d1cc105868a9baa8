/* exp.c - see exp.h and spec/number/exp.h, whose names the steps below bear. */
#define PLUMB_LEMMAS_EXP
#include "number/exp.h"
#include "number/fused.h"

/* p * 2^power, exact: ten conditional multiplications by powers of two, one for each binary digit
   of the power.  Which digits are set changes no instruction, only what is selected. */
/*@ requires range: -1021 <= power <= 1021;
    assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(p) && (significand(p) ==> \result == rmul(p, pow2(power)));
    ensures finite: \is_finite(p) && significand(p) ==> \is_finite(\result);
*/
static double scale_by_power_of_two(double p, int power) {
    int digits = power < 0 ? -power : power;
    double factor = power < 0 ? 0.5 : 2.0;
    //@ ghost int step = power < 0 ? -1 : 1;
    //@ ghost int done = 0;
    double scaled = p;
    /*@ loop invariant place: binary_place(place) && 0 <= digits && digits * place <= 1021;
        loop invariant sign: (power < 0 && step == -place) || (power >= 0 && step == place);
        loop invariant split: digits * place == (power < 0 ? done - power : power - done);
        loop invariant between: power <= done <= 0 || 0 <= done <= power;
        loop invariant factor: \is_finite(factor) && place <= 512 ==> factor == pow2(step);
        loop invariant finite_factor: place <= 512 ==> \is_finite(factor);
        loop invariant finite: \is_finite(p) && significand(p) ==> \is_finite(scaled);
        loop invariant scaled:
          \is_finite(scaled) ==> \is_finite(p) && (significand(p) ==> scaled == rmul(p, pow2(done)));
        loop assigns place, digits, factor, scaled, step, done;
        loop variant 1024 - place;
    */
    for (int place = 1; place < 1024; place *= 2) {
        scaled = digits % 2 != 0 ? plumb_multiply(scaled, factor) : scaled;
        //@ ghost done = digits % 2 != 0 ? done + step : done;
        digits /= 2;
        factor = plumb_multiply(factor, factor);
        //@ ghost step = 2 * step;
    }
    return scaled;
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==>
      \is_finite(sum) && \is_finite(r) && \is_finite(coefficient) && \result == horner(sum, r, coefficient);
    ensures small:
      \is_finite(sum) && \is_finite(r) && \is_finite(coefficient) && \abs(sum) <= 1.0 && \abs(r) <= 0.5 &&
      \abs(coefficient) <= 0.5 ==>
      \is_finite(\result) && \abs(\result) <= 1.0;
*/
static double horner(double sum, double r, double coefficient) {
    return plumb_fused(sum, r, coefficient);
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(r) && \result == exp_polynomial(r);
    ensures finite: \is_finite(r) && \abs(r) <= 0.5 ==> \is_finite(\result);
*/
static double exp_polynomial(double r) {
    double sum = PLUMB_EXP_12;
    sum = horner(sum, r, PLUMB_EXP_11);
    sum = horner(sum, r, PLUMB_EXP_10);
    sum = horner(sum, r, PLUMB_EXP_9);
    sum = horner(sum, r, PLUMB_EXP_8);
    sum = horner(sum, r, PLUMB_EXP_7);
    sum = horner(sum, r, PLUMB_EXP_6);
    sum = horner(sum, r, PLUMB_EXP_5);
    sum = horner(sum, r, PLUMB_EXP_4);
    sum = horner(sum, r, PLUMB_EXP_3);
    sum = horner(sum, r, 0.5);
    return plumb_add(1.0, plumb_fused(plumb_multiply(r, r), sum, r));
}

/*@ requires domain: \is_finite(x) && exp_domain(x);
    assigns \nothing;
    ensures value: \is_finite(\result) && \result == exp_multiple(x);
*/
static double exp_multiple(double x) {
    double turns = plumb_multiply(x, PLUMB_ONE_BY_LN2);
    return plumb_subtract(plumb_add(turns, PLUMB_NO_FRACTION), PLUMB_NO_FRACTION);
}

/*@ requires domain: \is_finite(x) && exp_domain(x) && \is_finite(k) && k == exp_multiple(x);
    assigns \nothing;
    ensures value: \is_finite(\result) && \abs(\result) <= 0.5 && \result == exp_reduced(x);
*/
static double exp_reduced(double x, double k) {
    double coarse = plumb_subtract(x, plumb_multiply(k, PLUMB_LN2));
    return plumb_subtract(coarse, plumb_multiply(k, PLUMB_LN2_REST));
}

/*@ requires domain: \is_finite(x) && exp_domain(x);
    assigns \nothing;
    ensures value: \is_finite(\result) && \result == exp_rounded(x);
*/
static double exponential(double x) {
    double k = exp_multiple(x);
    double p = exp_polynomial(exp_reduced(x, k));
    return scale_by_power_of_two(p, plumb_to_int(k));
}

/*@ requires domain: \is_finite(a.mid) && \is_finite(a.rad) && exp_domain(a.mid) && a.rad <= 1.0;
    assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, rexp(x));
    ensures tight: \abs(a.mid) <= 512.0 && 0.0 <= a.rad ==> is_accurate(\result, 3.0 * a.rad + 0x1p-50, rexp(a.mid));
*/
static plumb_ball exp_inside(plumb_ball a) {
    double y = exponential(a.mid);
    double moved = plumb_fused(a.rad, 0x1.0000000000004p0, 0x1.0000000000004p0);
    double relative = plumb_fused(a.rad, moved, 0x1.0000000000004p-52);
    return plumb_ball_make(y, plumb_fused(y, relative, 0x1p-1000));
}

plumb_ball plumb_ball_exp(plumb_ball a) {
    double top = plumb_add(a.mid, a.rad);
    if (!plumb_is_finite(top))
        return plumb_ball_unknown();
    if (plumb_less(top, -707.0))
        return plumb_ball_make(0.0, 0x1p-1019);
    if (plumb_less(a.mid, -708.0) || plumb_less(708.0, a.mid) || plumb_less(1.0, a.rad))
        return plumb_ball_unknown();
    return exp_inside(a);
}
