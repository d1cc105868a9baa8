/* keys_first.c - see keys_first.h. */
#include "budget/keys_first.h"
#include "budget/divisor.h"
#include "budget/finished.h"
#include "budget/linear.h"
#include "budget/quotient.h"

/* Is it a model that the bounds can bear? */
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

/* A ball around what the row is divided by. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: keys <= PLUMB_MOST_ROUNDINGS && head_dim <= PLUMB_MOST_ROUNDINGS &&
                     steps <= PLUMB_MOST_ROUNDINGS && sums.count <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, q, k, v, subset m, real s, e;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      bears_products(u, head_dim) && bears_sum(u, steps) && in_ball(scale, s) && \is_finite(mapping.epsilon) &&
      linear_sums(sums, q, k, v, m, keys, head_dim) && linear_counts(sums, v, m, keys) &&
      keys_first_divisor(u, t, mapping.division, mapping.epsilon, s, q, k, m, keys, head_dim, steps, e) ==>
      in_ball(\result, e);
*/
static plumb_ball divisor_of(const double *unit, const double *tiny, plumb_mapping mapping, size_t keys,
                             size_t head_dim, size_t steps, plumb_ball scale, plumb_linear_sums sums) {
    plumb_ball sum = plumb_linear_denominator(unit, tiny, head_dim, steps, scale, sums);
    return plumb_divisor_from(unit, tiny, mapping.division, mapping.epsilon, keys, sum);
}

int plumb_keys_first_excluded(const double *unit, const double *tiny, const plumb_ball *query, const plumb_ball *key,
                              const unsigned char *visible, const double *value, size_t keys, size_t head_dim,
                              size_t width, size_t column, size_t rescalings, plumb_ball scale,
                              plumb_mapping mapping, plumb_finish finish, double number) {
    if (mapping.division == PLUMB_DIVIDED_BY_ABSOLUTE_SUM)
        return 1; /* such a divisor is no sum over the keys of what does not know the query */
    plumb_linear_sums sums = plumb_total_features(query, key, visible, value, keys, head_dim, width, column);
    size_t steps = sums.count + rescalings + 8;
    if (!plumb_is_finite(mapping.epsilon) || !is_borne(unit, tiny, head_dim, steps))
        return 0;
    plumb_ball numerator = plumb_linear_numerator(unit, tiny, head_dim, steps, scale, sums);
    plumb_ball divisor = divisor_of(unit, tiny, mapping, keys, head_dim, steps, scale, sums);
    plumb_ball before = plumb_before_finish(unit, tiny, finish, number);
    /*@ assert sums: \forall seq u, t, q, k, v, subset m, real s, y, e;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(scale, s) &&
          encloses(query, q, head_dim) && shows(visible, m, keys) && features_within(key, k, m, keys, head_dim) &&
          given_column(value, v, m, keys, width, column) &&
          linear_numerator(u, t, s, q, k, v, m, keys, head_dim, product_steps(m, keys, rescalings), y) &&
          keys_first_divisor(u, t, mapping.division, mapping.epsilon, s, q, k, m, keys, head_dim,
                             product_steps(m, keys, rescalings), e) ==>
          in_ball(numerator, y) && in_ball(divisor, e); */
    /*@ assert before: \forall seq u, t, real z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          finished_as(u, t, finish, z, number) ==> in_ball(before, z); */
    return plumb_quotient_excluded(numerator, divisor, before);
}
