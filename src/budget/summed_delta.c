/* summed_delta.c - see summed_delta.h. */
#include "budget/summed_delta.h"
#include "budget/pair_gradient.h"
#include "budget/products.h"
#include "budget/widened.h"
#include "spec/number/visible_total.h"

/* A ball around P dP of a pair as computed. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      pair_product(u, t, pair, x) ==> in_ball(\result, x);
*/
static plumb_ball product_of(const double *unit, const double *tiny, plumb_gradient_pair pair) {
    plumb_ball probability = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY,
                                                   plumb_pair_probability(unit, tiny, pair));
    plumb_ball gradient = plumb_probability_gradient(unit, tiny, pair);
    plumb_ball computed = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_EXPONENT,
                                                plumb_ball_multiply(probability, gradient));
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_SCORE, computed);
}

/* Sums of the products and of their sizes; the other sums are 0. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(pair + (0 .. pairs - 1)) && \valid_read(visible + (0 .. pairs - 1));
    assigns \nothing;
    ensures count: \result.count <= pairs && \forall subset m; shows(visible, m, pairs) ==>
      \result.count == visible_count(m, pairs);
    ensures sums: \forall seq u, t, x, subset m; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      shows(visible, m, pairs) && pair_products(pair, u, t, x, m, pairs) ==>
      in_ball(\result.weights, visible_total(x, m, pairs)) &&
      in_ball(\result.weight_sizes, visible_total(absolutes(x), m, pairs));
*/
static plumb_product_sums sum_products(const double *unit, const double *tiny, const plumb_gradient_pair *pair,
                                       const unsigned char *visible, size_t pairs) {
    plumb_product_sums sums;
    sums.products = sums.product_sizes = sums.weights = sums.weight_sizes = sums.value_sizes = plumb_ball_zero();
    sums.count = 0;
    /*@ loop invariant index: 0 <= j <= pairs && sums.count <= j;
        loop invariant count: \forall subset m; shows(visible, m, pairs) ==> sums.count == visible_count(m, j);
        loop invariant sums: \forall seq u, t, x, subset m; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && shows(visible, m, pairs) && pair_products(pair, u, t, x, m, pairs) ==>
          in_ball(sums.weights, visible_total(x, m, j)) &&
          in_ball(sums.weight_sizes, visible_total(absolutes(x), m, j));
        loop assigns j, sums;
        loop variant pairs - j;
    */
    for (size_t j = 0; j < pairs; j++)
        if (visible[j]) {
            plumb_ball product = product_of(unit, tiny, pair[j]);
            /*@ assert product: \forall seq u, t, x, subset m; values(unit, u, PLUMB_STEPS) &&
                  values(tiny, t, PLUMB_STEPS) && shows(visible, m, pairs) &&
                  pair_products(pair, u, t, x, m, pairs) ==> in_ball(product, el(x, j)); */
            sums.weights = plumb_ball_add(sums.weights, product);
            sums.weight_sizes = plumb_ball_add(sums.weight_sizes, plumb_ball_absolute(product));
            sums.count++;
        }
    return sums;
}

plumb_ball plumb_summed_delta(const double *unit, const double *tiny, const plumb_gradient_pair *pair,
                              const unsigned char *visible, size_t pairs) {
    plumb_product_sums sums = sum_products(unit, tiny, pair, visible, pairs);
    size_t steps = sums.count + 8;
    if (!plumb_are_roundings(unit, tiny) || !plumb_sum_is_borne(unit, steps))
        return plumb_ball_unknown();
    plumb_ball sum = plumb_ball_widened(sums.weights, plumb_terms_off(unit, tiny, steps, sums));
    /*@ assert sum: \forall seq u, t, x, subset m, real a; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && shows(visible, m, pairs) && pair_products(pair, u, t, x, m, pairs) &&
          visible_terms(u, t, x, m, pairs, product_steps(m, pairs, 0), a) ==> in_ball(sum, a); */
    plumb_ball computed = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_EXPONENT, sum);
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_SCORE, computed);
}
