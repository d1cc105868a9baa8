/* products.c - see products.h. */
#include "budget/products.h"
#include "budget/pull.h"
#include "budget/widened.h"
#include "spec/number/visible_total.h"

/*@ assigns \nothing;
    ensures none: \result.count == 0 && \forall seq p, v, subset m; sums_of(\result, p, v, m, 0);
*/
static plumb_product_sums nothing_yet(void) {
    plumb_product_sums sums;
    sums.products = sums.product_sizes = sums.weights = sums.weight_sizes = sums.value_sizes = plumb_ball_zero();
    sums.count = 0;
    return sums;
}

/* Adds one key. */
/*@ requires work: sums.count < PLUMB_MOST_ELEMENTS;
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
    sums.weights = plumb_ball_add(sums.weights, weight);
    sums.weight_sizes = plumb_ball_add(sums.weight_sizes, weight_size);
    sums.value_sizes = plumb_ball_add(sums.value_sizes, size);
    sums.count++;
    return sums;
}

plumb_product_sums plumb_total_products(const plumb_ball *weight, const unsigned char *visible, const double *value,
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

int plumb_sum_is_borne(const double *unit, size_t steps) {
    plumb_ball all = plumb_ball_multiply(plumb_ball_of(plumb_of_size(steps)),
                                         plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
    plumb_ball less = plumb_ball_subtract(all, plumb_ball_of(1.0));
    /*@ assert less: \forall seq u; values(unit, u, PLUMB_STEPS) ==>
          in_ball(less, rmul((real)steps, el(u, 6)) - 1.0); */
    return plumb_ball_is_negative(less);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      in_ball(\result, gamma_up((real)steps, el(u, 6)));
*/
static plumb_ball unit_of_sum(const double *unit, size_t steps) {
    return plumb_ball_gamma(plumb_of_size(steps), plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
}

/* A bound of the underflow of a sum. */
/*@ requires model: \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq t; values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, rmul(2.0, rmul((real)steps, el(t, 6))));
*/
static plumb_ball tiny_of_sum(const double *tiny, size_t steps) {
    plumb_ball each = plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]);
    return plumb_ball_multiply(plumb_ball_of(2.0), plumb_ball_multiply(plumb_ball_of(plumb_of_size(steps)), each));
}

plumb_ball plumb_terms_off(const double *unit, const double *tiny, size_t steps, plumb_product_sums sums) {
    plumb_ball sum = unit_of_sum(unit, steps);
    plumb_ball underflow = plumb_ball_multiply(one_and(sum), tiny_of_sum(tiny, steps));
    return plumb_ball_add(plumb_ball_multiply(sum, sums.weight_sizes), underflow);
}

plumb_ball plumb_computed_terms(const double *unit, const double *tiny, size_t steps, plumb_product_sums sums) {
    return plumb_ball_widened(sums.weights, plumb_terms_off(unit, tiny, steps, sums));
}

/* A bound of the underflow of a weight, divided or not. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, weight_lost(u, t));
*/
static plumb_ball lost_of_weight(const double *unit, const double *tiny) {
    plumb_ball quotient = plumb_ball_multiply(plumb_ball_of(4.0), plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]));
    plumb_ball stored = plumb_ball_multiply(quotient, one_and(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY])));
    return plumb_ball_add(plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY]), stored);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: sums.count <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real l, p, v; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(larger, l) && in_ball(sums.weight_sizes, p) && in_ball(sums.value_sizes, v) ==>
      in_ball(\result, products_lost(u, t, sums.count, l, p, v));
*/
static plumb_ball lost(const double *unit, const double *tiny, plumb_ball larger, plumb_product_sums sums) {
    plumb_ball operand = plumb_ball_of(tiny[PLUMB_STEP_OPERAND]);
    plumb_ball operands = plumb_ball_multiply(plumb_ball_of(plumb_of_size(sums.count)), operand);
    plumb_ball rounded = plumb_ball_multiply(one_and(plumb_ball_of(unit[PLUMB_STEP_OPERAND])), sums.value_sizes);
    plumb_ball by_weights = plumb_ball_multiply(lost_of_weight(unit, tiny), plumb_ball_add(rounded, operands));
    plumb_ball stored = plumb_ball_multiply(one_and(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY])), operand);
    return plumb_ball_add(plumb_ball_multiply(larger, by_weights), plumb_ball_multiply(stored, sums.weight_sizes));
}

plumb_ball plumb_products_off(const double *unit, const double *tiny, size_t steps, plumb_ball larger,
                              plumb_product_sums sums) {
    plumb_ball sum = unit_of_sum(unit, steps);
    plumb_ball operands = plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]),
                                           plumb_ball_of(unit[PLUMB_STEP_OPERAND]));
    plumb_ball underflow = plumb_ball_add(lost(unit, tiny, larger, sums),
                                          plumb_ball_multiply(larger, tiny_of_sum(tiny, steps)));
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_joint(operands, sum), sums.product_sizes),
                          plumb_ball_multiply(one_and(sum), underflow));
}

plumb_ball plumb_computed_products(const double *unit, const double *tiny, size_t steps, plumb_product_sums sums,
                                   plumb_ball divisor) {
    plumb_ball larger = plumb_ball_maximum(plumb_ball_of(1.0), plumb_ball_absolute(divisor));
    return plumb_ball_widened(sums.products, plumb_products_off(unit, tiny, steps, larger, sums));
}
