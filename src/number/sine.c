/* sine.c - see sine.h and spec/number/sine.h, whose names the steps below bear. */
#define PLUMB_OPEN_BALL
#include "number/sine.h"

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==>
      \is_finite(sum) && \is_finite(z) && \is_finite(coefficient) && \result == series_step(sum, z, coefficient);
*/
static double series_step(double sum, double z, double coefficient) {
    return plumb_add(plumb_multiply(sum, z), coefficient);
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(z) && \result == sine_series(z);
*/
static double sine_series(double z) {
    double sum = 0x1.952c77030ad4ap-49;
    sum = series_step(sum, z, -0x1.ae7f3e733b81fp-41);
    sum = series_step(sum, z, 0x1.6124613a86d09p-33);
    sum = series_step(sum, z, -0x1.ae64567f544e4p-26);
    sum = series_step(sum, z, 0x1.71de3a556c734p-19);
    sum = series_step(sum, z, -0x1.a01a01a01a01ap-13);
    sum = series_step(sum, z, 0x1.1111111111111p-7);
    return series_step(sum, z, -0x1.5555555555555p-3);
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(z) && \result == cosine_series(z);
*/
static double cosine_series(double z) {
    double sum = 0x1.ae7f3e733b81fp-45;
    sum = series_step(sum, z, -0x1.93974a8c07c9dp-37);
    sum = series_step(sum, z, 0x1.1eed8eff8d898p-29);
    sum = series_step(sum, z, -0x1.27e4fb7789f5cp-22);
    sum = series_step(sum, z, 0x1.a01a01a01a01ap-16);
    sum = series_step(sum, z, -0x1.6c16c16c16c17p-10);
    sum = series_step(sum, z, 0x1.5555555555555p-5);
    return series_step(sum, z, -0.5);
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(x) && \result == sine_rounded(x);
*/
static double sine(double x) {
    double z = plumb_multiply(x, x);
    double above_linear = plumb_multiply(x, plumb_multiply(z, sine_series(z)));
    return plumb_add(x, above_linear);
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(x) && \result == cosine_rounded(x);
*/
static double cosine(double x) {
    double z = plumb_multiply(x, x);
    return plumb_add(1.0, plumb_multiply(z, cosine_series(z)));
}

/*@ assigns \nothing;
    ensures value: \result != 0 ==> \is_finite(a.mid) && \is_finite(a.rad) && series_domain(a.mid);
*/
static int series_is_good(plumb_ball a) {
    return plumb_is_finite(a.mid) && plumb_is_finite(a.rad) &&
           !plumb_less(0.8125, plumb_absolute(a.mid)) && !plumb_less(1.0, a.rad);
}

/* Both functions lie between -1 and 1; a ball without information gives none. */
/*@ assigns \nothing;
    ensures sine: \forall real x; in_ball(\result, rsine(x));
    ensures cosine: \forall real x; in_ball(\result, rcosine(x));
*/
static plumb_ball within_one(plumb_ball a) {
    if (!plumb_is_finite(a.mid) || !plumb_is_finite(a.rad))
        return plumb_ball_unknown();
    return plumb_ball_make(0.0, 1.0);
}

plumb_ball plumb_ball_sine(plumb_ball a) {
    if (!series_is_good(a))
        return within_one(a);
    return plumb_ball_make(sine(a.mid), plumb_sum_up(a.rad, 0x1p-52));
}

plumb_ball plumb_ball_cosine(plumb_ball a) {
    if (!series_is_good(a))
        return within_one(a);
    return plumb_ball_make(cosine(a.mid), plumb_sum_up(a.rad, 0x1p-52));
}
