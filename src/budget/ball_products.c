/* ball_products.c - see ball_products.h. */
#include "budget/ball_products.h"
#include "spec/number/visible_total.h"

/* The sums with one more key. */
/*@ requires work: sums.count < PLUMB_MOST_ELEMENTS;
    assigns \nothing;
    ensures count: \result.count == sums.count + 1;
    ensures sums: \forall seq p, v, subset m, integer j, k; 0 <= j < k <= j + 1 && among(m, j) &&
      sums_of(sums, p, v, m, j) && in_ball(weight, el(p, j)) && in_ball(value, el(v, j)) ==>
      sums_of(\result, p, v, m, k);
*/
static plumb_product_sums with_key(plumb_product_sums sums, plumb_ball weight, plumb_ball value) {
    plumb_ball weight_size = plumb_ball_absolute(weight), value_size = plumb_ball_absolute(value);
    plumb_product_sums with = {plumb_ball_add(sums.products, plumb_ball_multiply(weight, value)),
                               plumb_ball_add(sums.product_sizes, plumb_ball_multiply(weight_size, value_size)),
                               plumb_ball_add(sums.weights, weight),
                               plumb_ball_add(sums.weight_sizes, weight_size),
                               plumb_ball_add(sums.value_sizes, value_size),
                               sums.count + 1};
    return with;
}

plumb_product_sums plumb_total_ball_products(const plumb_ball *weight, const unsigned char *visible,
                                             const plumb_ball *value, size_t keys) {
    plumb_ball zero = plumb_ball_zero();
    plumb_product_sums sums = {zero, zero, zero, zero, zero, 0};
    //@ assert none: \forall seq p, v, subset m; sums_of(sums, p, v, m, 0);
    /*@ loop invariant index: 0 <= j <= keys && sums.count <= j;
        loop invariant sums: \forall seq p, v, subset m; shows(visible, m, keys) &&
          encloses_among(weight, p, m, keys) && encloses_among(value, v, m, keys) ==> sums_of(sums, p, v, m, j);
        loop assigns j, sums;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j])
            sums = with_key(sums, weight[j], value[j]);
    return sums;
}
