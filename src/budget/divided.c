/* divided.c - see divided.h. */
#include "budget/divided.h"
#include "budget/activation.h"
#include "budget/divisor.h"
#include "budget/widened.h"

/* A ball around a weight as it is summed. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real a, c; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(weight, a) && weight_stored(u, t, division, a, c) ==> in_ball(\result, c);
*/
static plumb_ball stored(const double *unit, const double *tiny, plumb_division division, plumb_ball weight) {
    if (division == PLUMB_DIVIDED_BY_NOTHING)
        return weight;
    plumb_ball rounded = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, weight);
    return division == PLUMB_DIVIDED_BY_ABSOLUTE_SUM ? plumb_ball_absolute(rounded) : rounded;
}

void plumb_weigh_scores(const double *unit, const double *tiny, plumb_mapping mapping, const plumb_ball *score,
                        const plumb_ball *off, const unsigned char *visible, size_t keys, plumb_ball *weight) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq u, t, y, c, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              all_computed(score, off, y, m, keys), Pre) && is_roundings(u, t) && bears_maps(u) &&
          weights_computed(u, t, mapping, y, c, m, keys) ==> encloses_among(weight, c, m, j);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_computed each;
            each.exact = score[j];
            each.off = off[j];
            plumb_ball mapped = plumb_mapped_score(unit, tiny, mapping.map, each);
            plumb_ball result = stored(unit, tiny, mapping.division, mapped);
            /*@ assert result: \forall seq u, t, y, c, subset m;
                  \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
                      all_computed(score, off, y, m, keys), Pre) && is_roundings(u, t) && bears_maps(u) &&
                  weights_computed(u, t, mapping, y, c, m, keys) && among(m, j) ==> in_ball(result, el(c, j)); */
            weight[j] = result;
            //@ assert stored: weight[j] == result;
        }
}

plumb_ball plumb_divisor_of_sum(const double *unit, const double *tiny, plumb_ball epsilon, size_t steps,
                                plumb_product_sums sums) {
    return plumb_with_epsilon(unit, tiny, epsilon, plumb_computed_terms(unit, tiny, steps, sums));
}

plumb_ball plumb_computed_divisor(const double *unit, const double *tiny, plumb_mapping mapping, size_t steps,
                                  size_t keys, plumb_product_sums sums) {
    plumb_ball sum = plumb_computed_terms(unit, tiny, steps, sums);
    return plumb_divisor_from(unit, tiny, mapping.division, mapping.epsilon, keys, sum);
}
