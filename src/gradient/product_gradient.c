/* product_gradient.c - see product_gradient.h. */
#include "gradient/product_gradient.h"

/*@ requires positive: \is_finite(cap) && cap > 0.0;
    assigns \nothing;
    ensures encloses: \forall real x; in_ball(capped, x) ==> in_ball(\result, cap_slope(x, cap));
*/
static plumb_ball slope_of(plumb_ball capped, double cap) {
    plumb_ball part = plumb_ball_divide(capped, plumb_ball_of(cap));
    //@ assert part: \forall real x; in_ball(capped, x) ==> in_ball(part, rdiv(x, cap));
    return plumb_ball_subtract(plumb_ball_of(1.0), plumb_ball_multiply(part, part));
}

void plumb_capped_gradient(const plumb_ball *capped, const unsigned char *visible, size_t keys, double cap,
                           plumb_ball *gradient) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq g, x, subset m;
          \at(encloses_visible(capped, visible, x, m, keys) && encloses_among(gradient, g, m, keys), Pre) ==>
          encloses_among(gradient, capped_gradient(g, x, cap), m, j);
        loop invariant ahead: \forall integer k; j <= k < keys ==> gradient[k] == \at(gradient[k], Pre);
        loop invariant capped: \forall seq x, subset m;
          \at(encloses_among(capped, x, m, keys), Pre) ==> encloses_among(capped, x, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, gradient[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = gradient[j];
        if (visible[j])
            result = plumb_ball_multiply(result, slope_of(capped[j], cap));
        /*@ assert result: \forall seq g, x, subset m;
              \at(encloses_visible(capped, visible, x, m, keys) && encloses_among(gradient, g, m, keys), Pre) &&
              among(m, j) ==> in_ball(result, el(capped_gradient(g, x, cap), j)); */
        gradient[j] = result;
        //@ assert stored: gradient[j] == result;
    }
}

void plumb_scaled_gradient(plumb_ball scale, const unsigned char *visible, size_t keys, plumb_ball *gradient) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq g, subset m, real s;
          \at(encloses_visible(gradient, visible, g, m, keys), Pre) && in_ball(scale, s) ==>
          encloses_among(gradient, scaled_gradient(g, s), m, j);
        loop invariant ahead: \forall integer k; j <= k < keys ==> gradient[k] == \at(gradient[k], Pre);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, gradient[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = gradient[j];
        if (visible[j])
            result = plumb_ball_multiply(scale, result);
        /*@ assert result: \forall seq g, subset m, real s;
              \at(encloses_visible(gradient, visible, g, m, keys), Pre) && in_ball(scale, s) && among(m, j) ==>
              in_ball(result, el(scaled_gradient(g, s), j)); */
        gradient[j] = result;
        //@ assert stored: gradient[j] == result;
    }
}
