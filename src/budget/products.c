/* products.c - see products.h. */
#include "budget/products.h"
#include "budget/pull.h"
#include "budget/widened.h"

/*@ assigns \nothing;
    ensures none: \result.count == 0 && \forall seq p, v, subset m; sums_of(\result, p, v, m, 0);
*/
static plumb_product_sums nothing_yet(void) {
    plumb_product_sums sums;
    sums.products = sums.product_sizes = sums.weight_sizes = sums.value_sizes = plumb_ball_zero();
    sums.count = 0;
    return sums;
}

/* One key more. */
/*@ requires room: sums.count < PLUMB_MOST_ELEMENTS;
    assigns \nothing;
    ensures count: \result.count == sums.count + 1;
    ensures sums: \forall seq p, v, subset m, integer j, k; 0 <= j < k <= j + 1 && among(m, j) &&
      sums_of(sums, p, v, m, j) && in_ball(weight, el(p, j)) && given(value, el(v, j)) ==>
      sums_of(\result, p, v, m, k);
*/
static plumb_product_sums add_key(plumb_product_sums sums, plumb_ball weight, double value) {
    plumb_ball v = plumb_ball_given(value), size = plumb_ball_absolute(v), weight_size = plumb_ball_absolute(weight);
    sums.products = plumb_ball_add(sums.products, plumb_ball_multiply(weight, v));
    sums.product_sizes = plumb_ball_add(sums.product_sizes, plumb_ball_multiply(weight_size, size));
    sums.weight_sizes = plumb_ball_add(sums.weight_sizes, weight_size);
    sums.value_sizes = plumb_ball_add(sums.value_sizes, size);
    sums.count++;
    return sums;
}

plumb_product_sums plumb_sum_products(const plumb_ball *weight, const unsigned char *visible, const double *value,
                                      size_t keys, size_t width, size_t column) {
    plumb_product_sums sums = nothing_yet();
    /*@ assert placed: \forall seq v, subset m; given_column(value, v, m, keys, width, column) ==>
          placed_column(value, v, m, keys, width, column); */
    /*@ loop invariant index: 0 <= j <= keys && sums.count <= j;
        loop invariant sums: \forall seq p, v, subset m; shows(visible, m, keys) &&
          encloses_among(weight, p, m, keys) && given_column(value, v, m, keys, width, column) ==>
          sums_of(sums, p, v, m, j);
        loop assigns j, sums;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j])
            sums = add_key(sums, weight[j], value[plumb_element_offset(j, column, width, keys)]);
    return sums;
}

/* 1 + x */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, 1.0 + x);
*/
static plumb_ball one_and(plumb_ball a) {
    return plumb_ball_add(plumb_ball_of(1.0), a);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: count <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, v; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(weights, p) && in_ball(sizes, v) ==> in_ball(\result, products_lost(u, t, count, p, v));
*/
static plumb_ball lost(const double *unit, const double *tiny, size_t count, plumb_ball weights, plumb_ball sizes) {
    plumb_ball operand = plumb_ball_of(tiny[PLUMB_STEP_OPERAND]);
    plumb_ball operands = plumb_ball_multiply(plumb_ball_of(plumb_of_size(count)), operand);
    plumb_ball rounded = plumb_ball_multiply(one_and(plumb_ball_of(unit[PLUMB_STEP_OPERAND])), sizes);
    plumb_ball by_weights =
        plumb_ball_multiply(plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY]), plumb_ball_add(rounded, operands));
    plumb_ball stored = plumb_ball_multiply(one_and(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY])), operand);
    return plumb_ball_add(by_weights, plumb_ball_multiply(stored, weights));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: sums.count <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s, p, v; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(sums.product_sizes, s) && in_ball(sums.weight_sizes, p) && in_ball(sums.value_sizes, v) ==>
      in_ball(\result, products_off(u, t, sums.count, steps, s, p, v));
*/
static plumb_ball off(const double *unit, const double *tiny, size_t steps, plumb_product_sums sums) {
    plumb_ball count = plumb_ball_of(plumb_of_size(steps));
    plumb_ball sum = plumb_ball_gamma(plumb_of_size(steps), plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
    plumb_ball operands = plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]),
                                           plumb_ball_of(unit[PLUMB_STEP_OPERAND]));
    plumb_ball each = plumb_ball_multiply(count, plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]));
    plumb_ball underflow = plumb_ball_add(lost(unit, tiny, sums.count, sums.weight_sizes, sums.value_sizes),
                                          plumb_ball_multiply(plumb_ball_of(2.0), each));
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_joint(operands, sum), sums.product_sizes),
                          plumb_ball_multiply(one_and(sum), underflow));
}

plumb_ball plumb_computed_products(const double *unit, const double *tiny, size_t steps, plumb_product_sums sums) {
    return plumb_ball_widened(sums.products, off(unit, tiny, steps, sums));
}
