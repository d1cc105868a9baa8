/* chunks.c - see chunks.h. */
#include "budget/chunks.h"
#include "budget/divisor.h"
#include "budget/finished.h"
#include "budget/linear.h"
#include "budget/quotient.h"
#include "budget/roundings.h"
#include "budget/widened.h"

/* 1 if the bounds hold for the model. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: head_dim <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      is_roundings(u, t) && bears_products(u, head_dim) && bears_sum(u, steps);
*/
static int is_borne(const double *unit, const double *tiny, size_t head_dim, size_t steps) {
    return plumb_are_roundings(unit, tiny) && plumb_products_are_borne(unit, head_dim) &&
           plumb_sum_is_borne(unit, steps);
}

/* A bound of the error of both sums, added. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y, z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(first, x) && in_ball(second, y) && in_ball(size, z) ==> in_ball(\result, joined_off(u, t, x, y, z));
*/
static plumb_ball off_of_both(const double *unit, const double *tiny, plumb_ball first, plumb_ball second,
                              plumb_ball size) {
    plumb_ball score = plumb_ball_of(unit[PLUMB_STEP_SCORE]), tiny_score = plumb_ball_of(tiny[PLUMB_STEP_SCORE]);
    plumb_ball both = plumb_ball_add(first, plumb_ball_moved(score, tiny_score, second, size));
    plumb_ball sum = plumb_ball_moved(plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]),
                                      plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]), both, size);
    return plumb_ball_moved(score, tiny_score, sum, size);
}

/* A ball around the sum with the values. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: head_dim <= PLUMB_MOST_ROUNDINGS && 4 <= steps <= PLUMB_MOST_ROUNDINGS &&
                     first.count <= PLUMB_MOST_ROUNDINGS && second.count <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, q, k, c, v, subset m, integer n, real s, y;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      bears_products(u, head_dim) && bears_sum(u, steps) && in_ball(scale, s) && 0 <= n &&
      sums_of_row(first, second, q, k, c, v, m, n, head_dim) &&
      chunked_numerator(u, t, s, q, k, c, v, m, n, head_dim, steps, y) ==> in_ball(\result, y);
*/
static plumb_ball numerator_of(const double *unit, const double *tiny, size_t head_dim, size_t steps,
                               plumb_ball scale, plumb_linear_sums first, plumb_product_sums second) {
    plumb_ball of_first = plumb_first_numerator_off(unit, tiny, head_dim, steps, scale, first);
    plumb_ball of_second = plumb_products_off(unit, tiny, steps, plumb_ball_of(1.0), second);
    /*@ assert second: \forall seq u, t, c, v, subset m, integer n; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && sums_of(second, c, v, m, n) ==>
          in_ball(of_second, second_numerator_off(u, t, c, v, m, n, steps)); */
    plumb_ball off = off_of_both(unit, tiny, of_first, of_second, second.product_sizes);
    /*@ assert off: \forall seq u, t, q, k, c, v, subset m, integer n, real s; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && in_ball(scale, s) &&
          sums_of_row(first, second, q, k, c, v, m, n, head_dim) ==>
          in_ball(off, joined_off(u, t, first_numerator_off(u, t, s, q, k, v, m, n, head_dim, steps),
                                  second_numerator_off(u, t, c, v, m, n, steps), product_sizes(c, v, m, n))); */
    return plumb_ball_widened(second.products, off);
}

/* A ball around the divisor of the row. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: keys <= PLUMB_MOST_ROUNDINGS && head_dim <= PLUMB_MOST_ROUNDINGS &&
                     steps <= PLUMB_MOST_ROUNDINGS && first.count <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, q, k, c, v, subset m, real s, e;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      bears_products(u, head_dim) && bears_sum(u, steps) && in_ball(scale, s) && \is_finite(mapping.epsilon) &&
      sums_of_row(first, second, q, k, c, v, m, keys, head_dim) &&
      chunked_divisor(u, t, mapping.division, mapping.epsilon, s, q, k, c, m, keys, head_dim, steps, e) ==>
      in_ball(\result, e);
*/
static plumb_ball divisor_of(const double *unit, const double *tiny, plumb_mapping mapping, size_t keys,
                             size_t head_dim, size_t steps, plumb_ball scale, plumb_linear_sums first,
                             plumb_product_sums second) {
    plumb_ball of_first = plumb_first_denominator_off(unit, tiny, head_dim, steps, scale, first);
    plumb_ball of_second = plumb_terms_off(unit, tiny, steps, second);
    plumb_ball off = off_of_both(unit, tiny, of_first, of_second, second.weight_sizes);
    plumb_ball sum = plumb_ball_widened(second.weights, off);
    /*@ assert sum: \forall seq u, t, q, k, c, v, subset m, real s, y;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          bears_products(u, head_dim) && bears_sum(u, steps) && in_ball(scale, s) &&
          sums_of_row(first, second, q, k, c, v, m, keys, head_dim) &&
          chunked_denominator(u, t, s, q, k, c, m, keys, head_dim, steps, y) ==> in_ball(sum, y); */
    return plumb_divisor_from(unit, tiny, mapping.division, mapping.epsilon, keys, sum);
}

int plumb_chunks_excluded(const double *unit, const double *tiny, plumb_linear_sums first, plumb_product_sums second,
                          size_t keys, size_t head_dim, size_t rescalings, plumb_ball scale, plumb_mapping mapping,
                          plumb_finish finish, double number) {
    if (mapping.division == PLUMB_DIVIDED_BY_ABSOLUTE_SUM)
        return 1; /* such a divisor is no sum over the keys that can do without the query */
    size_t steps = first.count + rescalings + 8;
    if (!plumb_is_finite(mapping.epsilon) || !is_borne(unit, tiny, head_dim, steps))
        return 0;
    plumb_ball numerator = numerator_of(unit, tiny, head_dim, steps, scale, first, second);
    plumb_ball divisor = divisor_of(unit, tiny, mapping, keys, head_dim, steps, scale, first, second);
    plumb_ball before = plumb_before_finish(unit, tiny, finish, number);
    /*@ assert parts: \forall seq u, t, q, k, a, b, v, subset m, real s, y, e;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(scale, s) &&
          sums_of_row(first, second, q, k, a, v, m, keys, head_dim) &&
          sums_of_row(first, second, q, k, b, v, m, keys, head_dim) &&
          chunked_numerator(u, t, s, q, k, a, v, m, keys, head_dim, product_steps(m, keys, rescalings), y) &&
          chunked_divisor(u, t, mapping.division, mapping.epsilon, s, q, k, b, m, keys, head_dim,
                          product_steps(m, keys, rescalings), e) ==> in_ball(numerator, y) && in_ball(divisor, e); */
    /*@ assert before: \forall seq u, t, real z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          finished_as(u, t, finish, z, number) ==> in_ball(before, z); */
    return plumb_quotient_excluded(numerator, divisor, before);
}
