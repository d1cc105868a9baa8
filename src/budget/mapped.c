/* mapped.c - see mapped.h. */
#include "budget/mapped.h"
#include "budget/activation.h"
#include "budget/added_products.h"
#include "budget/divided.h"
#include "budget/quotient.h"

/* 1 if the bounds hold for the model. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      bears_maps(u) && bears_sum(u, steps);
*/
static int is_borne(const double *unit, size_t steps) {
    return plumb_sum_is_borne(unit, steps) && plumb_maps_are_borne(unit);
}

/* The same from balls around the weights: no z in the ball, times the divisor, is near the sum. */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1)) &&
                    reads_values(row, keys);
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> bears_maps(u);
    ensures excluded: \result != 0 ==> \forall seq u, t, c, v, a, subset m, real z;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      shows(visible, m, keys) && given_values(row, v, a, m, keys) &&
      encloses_among(weight, c, m, keys) && weights_give(u, t, mapping, row.adds, c, v, a, m, keys, rescalings, z) ==>
      !in_ball(number, z);
*/
static int excluded(const double *unit, const double *tiny, plumb_mapping mapping, const plumb_ball *weight,
                    const unsigned char *visible, plumb_row_values row, size_t keys, size_t rescalings,
                    plumb_ball number) {
    plumb_weighed_sums sums = plumb_total_weighed(weight, visible, row, keys);
    size_t steps = sums.values.count + rescalings + 8;
    if (!plumb_is_finite(mapping.epsilon) || !is_borne(unit, steps))
        return 0;
    plumb_ball divisor = plumb_computed_divisor(unit, tiny, mapping, steps, keys, sums.values);
    plumb_ball computed = plumb_computed_weighed(unit, tiny, steps, sums, divisor);
    /*@ assert sums: \forall seq c, v, a, subset m; shows(visible, m, keys) && given_values(row, v, a, m, keys) &&
          encloses_among(weight, c, m, keys) ==> weighed_sums_of(sums, c, v, a, m, keys) &&
          steps == product_steps(m, keys, rescalings); */
    /*@ assert computed: \forall seq u, t, c, v, a, subset m, real d, z;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          weighed_sums_of(sums, c, v, a, m, keys) && divisor_computed(u, t, mapping.division, mapping.epsilon, c, m,
            keys, steps, d) && weighed_quotients(u, t, row.adds, c, v, a, m, keys, steps, d, z) ==>
          in_ball(divisor, d) && in_ball(computed, rmul(z, d)); */
    return plumb_quotient_excluded(computed, divisor, number);
}

int plumb_mapped_row_excluded(const double *unit, const double *tiny, plumb_mapping mapping,
                              const unsigned char *visible, plumb_row_values row, size_t keys, size_t rescalings,
                              plumb_ball number, plumb_verdict_workspace work) {
    plumb_weigh_scores(unit, tiny, mapping, work.score, work.off, visible, keys, work.weight);
    /*@ assert weights: \forall seq u, t, y, c, v, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_values(row, v, a, m, keys) && all_computed(work.score, work.off, y, m, keys), Pre) &&
          is_roundings(u, t) ==> values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          shows(visible, m, keys) && given_values(row, v, a, m, keys) &&
          (bears_maps(u) && weights_computed(u, t, mapping, y, c, m, keys) ==>
           encloses_among(work.weight, c, m, keys)); */
    return excluded(unit, tiny, mapping, work.weight, visible, row, keys, rescalings, number);
}
