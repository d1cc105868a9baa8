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
    double sum = 0x1.1f75a3caadff5p-29;
    sum = horner(sum, r, 0x1.af5282aacdb2ep-26);
    sum = horner(sum, r, 0x1.27e4da1e12fb1p-22);
    sum = horner(sum, r, 0x1.71ddfff6573d6p-19);
    sum = horner(sum, r, 0x1.a01a01a74077ap-16);
    sum = horner(sum, r, 0x1.a01a01ac9de9ep-13);
    sum = horner(sum, r, 0x1.6c16c16c16214p-10);
    sum = horner(sum, r, 0x1.111111110ff8bp-7);
    sum = horner(sum, r, 0x1.5555555555556p-5);
    sum = horner(sum, r, 0x1.5555555555557p-3);
    sum = horner(sum, r, 0.5);
    return plumb_add(1.0, plumb_fused(plumb_multiply(r, r), sum, r));
}

/* Adding 1.5 * 2^52 leaves no room for a fraction: the sum is rounded to an integer. */
/*@ requires domain: \is_finite(x) && exp_domain(x);
    assigns \nothing;
    ensures value: \is_finite(\result) && \result == exp_multiple(x);
*/
static double exp_multiple(double x) {
    double turns = plumb_multiply(x, 0x1.71547652b82fep+0);
    return plumb_subtract(plumb_add(turns, 0x1.8p52), 0x1.8p52);
}

/* ln 2 in two parts: the product of k with the first is exact, the second is the rest of ln 2. */
/*@ requires domain: \is_finite(x) && exp_domain(x) && \is_finite(k) && k == exp_multiple(x);
    assigns \nothing;
    ensures value: \is_finite(\result) && \abs(\result) <= 0.5 && \result == exp_reduced(x);
*/
static double exp_reduced(double x, double k) {
    double coarse = plumb_subtract(x, plumb_multiply(k, 0x1.62e42fefa3800p-1));
    return plumb_subtract(coarse, plumb_multiply(k, 0x1.ef35793c76730p-45));
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
