/* score_gradient.c - see score_gradient.h. */
#include "gradient/score_gradient.h"
#include "number/total.h"
#include "spec/gradient/visible_products.h"

plumb_ball plumb_sink_gradient(plumb_ball weight, plumb_ball lse_gradient, plumb_ball delta) {
    return plumb_ball_multiply(weight, plumb_ball_subtract(lse_gradient, delta));
}

/* `product` is workspace for the products. */
/*@ requires reads: reads_visible(weight, visible, keys) && \valid_read(weight_gradient + (0 .. keys - 1));
    requires writes: \valid(product + (0 .. keys - 1));
    requires apart: apart_from_visible(product, weight, visible, keys) &&
                    \separated(product + (0 .. keys - 1), weight_gradient + (0 .. keys - 1));
    assigns product[0 .. keys - 1];
    ensures encloses: \forall seq p, y, subset m;
      \old(encloses_visible(weight, visible, p, m, keys) && encloses_among(weight_gradient, y, m, keys)) ==>
      in_ball(\result, visible_total(products(p, y), m, keys));
*/
static plumb_ball delta_of(const plumb_ball *weight, const plumb_ball *weight_gradient, const unsigned char *visible,
                           size_t keys, plumb_ball *product) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq p, y, subset m;
          \at(encloses_visible(weight, visible, p, m, keys) && encloses_among(weight_gradient, y, m, keys), Pre) ==>
          encloses(product, visible_products(p, y, m), j);
        loop invariant weight: \forall seq p, subset m;
          \at(encloses_among(weight, p, m, keys), Pre) ==> encloses_among(weight, p, m, keys);
        loop invariant weight_gradient: \forall seq y, subset m;
          \at(encloses_among(weight_gradient, y, m, keys), Pre) ==> encloses_among(weight_gradient, y, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, product[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball term = plumb_ball_zero();
        if (visible[j])
            term = plumb_ball_multiply(weight[j], weight_gradient[j]);
        /*@ assert term: \forall seq p, y, subset m;
              \at(encloses_visible(weight, visible, p, m, keys) && encloses_among(weight_gradient, y, m, keys), Pre) ==>
              in_ball(term, el(visible_products(p, y, m), j)); */
        product[j] = term;
        //@ assert stored: product[j] == term;
    }
    plumb_ball sum = plumb_strided_total(product, keys);
    /*@ assert sum: \forall seq p, y, subset m;
          \at(encloses_visible(weight, visible, p, m, keys) && encloses_among(weight_gradient, y, m, keys), Pre) ==>
          in_ball(sum, total(visible_products(p, y, m), keys)); */
    return sum;
}

plumb_ball plumb_score_gradient(const plumb_ball *weight, const plumb_ball *weight_gradient,
                                const unsigned char *visible, size_t keys, plumb_ball lse_gradient,
                                plumb_ball *gradient) {
    plumb_ball delta = delta_of(weight, weight_gradient, visible, keys, gradient);
    plumb_ball shared = plumb_ball_subtract(lse_gradient, delta);
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq p, y, subset m, real l;
          \at(encloses_visible(weight, visible, p, m, keys) && encloses_among(weight_gradient, y, m, keys), Pre) &&
          in_ball(lse_gradient, l) ==> encloses(gradient, softmax_gradient(p, y, m, l, keys), j);
        loop invariant weight: \forall seq p, subset m;
          \at(encloses_among(weight, p, m, keys), Pre) ==> encloses_among(weight, p, m, keys);
        loop invariant weight_gradient: \forall seq y, subset m;
          \at(encloses_among(weight_gradient, y, m, keys), Pre) ==> encloses_among(weight_gradient, y, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, gradient[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_zero();
        if (visible[j])
            result = plumb_ball_multiply(weight[j], plumb_ball_add(weight_gradient[j], shared));
        /*@ assert result: \forall seq p, y, subset m, real l;
              \at(encloses_visible(weight, visible, p, m, keys) && encloses_among(weight_gradient, y, m, keys), Pre) &&
              in_ball(lse_gradient, l) ==> in_ball(result, el(softmax_gradient(p, y, m, l, keys), j)); */
        gradient[j] = result;
        //@ assert stored: gradient[j] == result;
    }
    return delta;
}
