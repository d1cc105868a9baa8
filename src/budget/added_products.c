/* added_products.c - see added_products.h. */
#include "budget/added_products.h"
#include "budget/added_model.h"
#include "budget/pull.h"
#include "budget/widened.h"

plumb_weighed_sums plumb_total_weighed(const plumb_ball *weight, const unsigned char *visible, plumb_row_values row,
                                       size_t keys) {
    plumb_weighed_sums sums;
    sums.values = plumb_total_products(weight, visible, row.value, keys, row.width, row.column);
    sums.vectors = sums.values;
    if (row.adds)
        sums.vectors = plumb_total_products(weight, visible, row.added, keys, row.width, row.column);
    sums.adds = row.adds;
    return sums;
}

/* Sums over twice the keys, each with its value and with its vector. */
/*@ predicate both_sums_of(plumb_product_sums sums, seq p, seq v, seq a, subset m, integer n) =
      in_ball(sums.products, products_of(p, v, m, n) + products_of(p, a, m, n)) &&
      in_ball(sums.product_sizes, product_sizes(p, v, m, n) + product_sizes(p, a, m, n)) &&
      in_ball(sums.weight_sizes, visible_total(absolutes(p), m, n) + visible_total(absolutes(p), m, n)) &&
      in_ball(sums.value_sizes, visible_total(absolutes(v), m, n) + visible_total(absolutes(a), m, n)) &&
      sums.count == 2 * visible_count(m, n); */
/*@ requires counts: values.count <= PLUMB_MOST_ROUNDINGS / 2;
    assigns \nothing;
    ensures count: \result.count == 2 * values.count;
    ensures sums: \forall seq p, v, a, subset m, integer n; sums_of(values, p, v, m, n) &&
      sums_of(vectors, p, a, m, n) ==> both_sums_of(\result, p, v, a, m, n);
*/
static plumb_product_sums both(plumb_product_sums values, plumb_product_sums vectors) {
    plumb_product_sums sums;
    sums.products = plumb_ball_add(values.products, vectors.products);
    sums.product_sizes = plumb_ball_add(values.product_sizes, vectors.product_sizes);
    sums.weights = plumb_ball_add(values.weights, vectors.weights);
    sums.weight_sizes = plumb_ball_add(values.weight_sizes, vectors.weight_sizes);
    sums.value_sizes = plumb_ball_add(values.value_sizes, vectors.value_sizes);
    sums.count = 2 * values.count;
    return sums;
}

/* In a model that is wide enough for what u and t round; lost: what stored outputs underflow by there. */
/*@ requires model: \valid_read(wider + (0 .. PLUMB_STEPS - 1)) && \valid_read(tinier + (0 .. PLUMB_STEPS - 1));
    requires counts: values.count <= PLUMB_MOST_ROUNDINGS / 2 && 4 <= steps <= PLUMB_MOST_ROUNDINGS / 2;
    assigns \nothing;
    ensures encloses: \forall seq u, t, g, h, p, v, a, subset m, integer n, real d, z;
      values(wider, g, PLUMB_STEPS) && values(tinier, h, PLUMB_STEPS) && bears_vectors(u, t, steps, g, h) &&
      is_roundings(u, t) && bears_sum(g, 2 * steps) && in_ball(lost, outputs_tiny(u, t)) && 0 <= n &&
      sums_of(values, p, v, m, n) && sums_of(vectors, p, a, m, n) && in_ball(divisor, d) &&
      visible_added_quotients(u, t, p, v, a, m, n, steps, d, z) ==> in_ball(\result, rmul(z, d));
*/
static plumb_ball computed_in_wider(const double *wider, const double *tinier, size_t steps, plumb_product_sums values,
                                    plumb_product_sums vectors, plumb_ball divisor, plumb_ball lost) {
    plumb_product_sums sums = both(values, vectors);
    plumb_ball size = plumb_ball_absolute(divisor), larger = plumb_ball_maximum(plumb_ball_of(1.0), size);
    plumb_ball off = plumb_products_off(wider, tinier, 2 * steps, larger, sums);
    /*@ assert off: \forall seq g, h, p, v, a, subset m, integer n, real d; values(wider, g, PLUMB_STEPS) &&
          values(tinier, h, PLUMB_STEPS) && both_sums_of(sums, p, v, a, m, n) && in_ball(divisor, d) ==>
          in_ball(off, added_products_off(g, h, p, v, a, m, n, steps, d)); */
    plumb_ball all = plumb_ball_add(off, plumb_ball_multiply(lost, size));
    /*@ assert all: \forall seq u, t, g, h, p, v, a, subset m, integer n, real d; values(wider, g, PLUMB_STEPS) &&
          values(tinier, h, PLUMB_STEPS) && in_ball(lost, outputs_tiny(u, t)) &&
          both_sums_of(sums, p, v, a, m, n) && in_ball(divisor, d) ==>
          in_ball(all, added_products_off(g, h, p, v, a, m, n, steps, d) + rmul(outputs_tiny(u, t), \abs(d))); */
    return plumb_ball_widened(sums.products, all);
}

/* The same with vectors. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: values.count <= PLUMB_MOST_ROUNDINGS / 2 && 4 <= steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, p, v, a, subset m, integer n, real d, z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) && is_roundings(u, t) && 0 <= n &&
      sums_of(values, p, v, m, n) && sums_of(vectors, p, a, m, n) && in_ball(divisor, d) &&
      visible_added_quotients(u, t, p, v, a, m, n, steps, d, z) ==> in_ball(\result, rmul(z, d));
*/
static plumb_ball computed_with_vectors(const double *unit, const double *tiny, size_t steps, plumb_product_sums values,
                                        plumb_product_sums vectors, plumb_ball divisor) {
    double wider[PLUMB_STEPS], tinier[PLUMB_STEPS];
    if (steps > PLUMB_MOST_ROUNDINGS / 2 || !plumb_widen_for_vectors(unit, tiny, steps, wider, tinier) ||
        !plumb_sum_is_borne(wider, 2 * steps))
        return plumb_ball_unknown();
    /*@ assert kept: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert finite: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          \exists seq g, h; values(&wider[0], g, PLUMB_STEPS) && values(&tinier[0], h, PLUMB_STEPS); */
    /*@ assert bears: \forall seq u, t, g, h; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) &&
          values(&wider[0], g, PLUMB_STEPS) && values(&tinier[0], h, PLUMB_STEPS) ==>
          bears_vectors(u, t, steps, g, h) && bears_sum(g, 2 * steps); */
    plumb_ball lost = plumb_outputs_tiny(unit, tiny);
    /*@ assert lost: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          in_ball(lost, outputs_tiny(u, t)); */
    plumb_ball product = computed_in_wider(wider, tinier, steps, values, vectors, divisor, lost);
    /*@ assert product: \forall seq u, t, g, h, p, v, a, subset m, integer n, real d, z;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) &&
          values(&wider[0], g, PLUMB_STEPS) && values(&tinier[0], h, PLUMB_STEPS) && is_roundings(u, t) && 0 <= n &&
          sums_of(values, p, v, m, n) && sums_of(vectors, p, a, m, n) && in_ball(divisor, d) &&
          visible_added_quotients(u, t, p, v, a, m, n, steps, d, z) ==> in_ball(product, rmul(z, d)); */
    return product;
}

plumb_ball plumb_computed_weighed(const double *unit, const double *tiny, size_t steps, plumb_weighed_sums sums,
                                  plumb_ball divisor) {
    if (sums.adds)
        return computed_with_vectors(unit, tiny, steps, sums.values, sums.vectors, divisor);
    return plumb_computed_products(unit, tiny, steps, sums.values, divisor);
}
