/* output_delta.c - see output_delta.h. */
#include "budget/output_delta.h"
#include "budget/products.h"
#include "budget/pull.h"
#include "budget/stored.h"
#include "budget/widened.h"

/* Sums of the products, and of their sizes. */
typedef struct {
    plumb_ball sum, sizes;
} product_sums;

/* A ball around an element of the output as it is multiplied. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real w; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_stores(u) && \is_finite(output) && output_taken(u, t, from_stored, w, output) ==>
      in_ball(\result, w);
*/
static plumb_ball taken(const double *unit, const double *tiny, double output, int from_stored) {
    plumb_ball given = plumb_ball_of(output);
    return from_stored ? given : plumb_before_stores(unit, tiny, given);
}

/* A ball around a product as computed. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_stores(u) && \is_finite(gradient) && \is_finite(output) &&
      output_product(u, t, from_stored, gradient, output, x) ==> in_ball(\result, x);
*/
static plumb_ball product_of(const double *unit, const double *tiny, double gradient, double output,
                             int from_stored) {
    return plumb_ball_multiply(plumb_ball_of(gradient), taken(unit, tiny, output, from_stored));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(gradient + (0 .. value_dim - 1)) && \valid_read(output + (0 .. value_dim - 1));
    assigns \nothing;
    ensures sums: \forall seq u, t, g, o, x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_stores(u) && values(gradient, g, value_dim) && values(output, o, value_dim) &&
      output_products(u, t, from_stored, g, o, x, value_dim) ==>
      in_ball(\result.sum, total(x, value_dim)) && in_ball(\result.sizes, absolute_total(x, value_dim));
*/
static product_sums sum_products(const double *unit, const double *tiny, const double *gradient, const double *output,
                                 size_t value_dim, int from_stored) {
    product_sums sums;
    sums.sum = sums.sizes = plumb_ball_zero();
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant sums: \forall seq u, t, g, o, x; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && bears_stores(u) && values(gradient, g, value_dim) &&
          values(output, o, value_dim) && output_products(u, t, from_stored, g, o, x, value_dim) ==>
          in_ball(sums.sum, total(x, c)) && in_ball(sums.sizes, absolute_total(x, c));
        loop assigns c, sums;
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        plumb_ball product = product_of(unit, tiny, gradient[c], output[c], from_stored);
        /*@ assert product: \forall seq u, t, g, o, x; values(unit, u, PLUMB_STEPS) &&
              values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && bears_stores(u) &&
              values(gradient, g, value_dim) && values(output, o, value_dim) &&
              output_products(u, t, from_stored, g, o, x, value_dim) ==> in_ball(product, el(x, c)); */
        sums.sum = plumb_ball_add(sums.sum, product);
        sums.sizes = plumb_ball_add(sums.sizes, plumb_ball_absolute(product));
    }
    return sums;
}

plumb_ball plumb_output_delta(const double *unit, const double *tiny, const double *gradient, const double *output,
                              size_t value_dim, int from_stored) {
    size_t steps = value_dim + 8;
    if (!plumb_are_roundings(unit, tiny) || !plumb_stores_are_borne(unit) || !plumb_sum_is_borne(unit, steps))
        return plumb_ball_unknown();
    product_sums products = sum_products(unit, tiny, gradient, output, value_dim, from_stored);
    plumb_product_sums sums;
    sums.products = sums.product_sizes = sums.value_sizes = plumb_ball_zero();
    sums.weights = products.sum;
    sums.weight_sizes = products.sizes;
    sums.count = value_dim;
    plumb_ball off = plumb_terms_off(unit, tiny, steps, sums);
    /*@ assert off: \forall seq u, t, x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(products.sizes, absolute_total(x, value_dim)) ==>
          in_ball(off, terms_off(u, t, value_dim + 8, absolute_total(x, value_dim))); */
    return plumb_ball_widened(products.sum, off);
}
