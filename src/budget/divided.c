/* divided.c - see divided.h. */
#include "budget/divided.h"
#include "budget/activation.h"
#include "budget/pull.h"
#include "budget/widened.h"

/* A weight as it is summed. */
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

/* A sum of two numbers. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y, a; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(sum, x) && in_ball(term, y) && sum_stored(u, t, x, y, a) ==> in_ball(\result, a);
*/
static plumb_ball added(const double *unit, const double *tiny, plumb_ball sum, plumb_ball term) {
    plumb_ball both = plumb_ball_add(sum, term);
    plumb_ball size = plumb_ball_maximum(plumb_ball_absolute(sum), plumb_ball_absolute(both));
    plumb_ball part = plumb_ball_multiply(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]), size);
    return plumb_ball_widened(both, plumb_ball_add(part, plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY])));
}

/* A sum and epsilon. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real e, s, d; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(epsilon, e) && in_ball(sum, s) && epsilon_added(u, t, e, s, d) ==> in_ball(\result, d);
*/
static plumb_ball with_epsilon(const double *unit, const double *tiny, plumb_ball epsilon, plumb_ball sum) {
    plumb_ball given = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_INPUT, epsilon);
    plumb_ball stored_epsilon = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, given);
    plumb_ball both = added(unit, tiny, sum, stored_epsilon);
    plumb_ball once = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_ACCUMULATE, both);
    plumb_ball twice = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_ACCUMULATE, once);
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, twice);
}

plumb_ball plumb_divisor_of_sum(const double *unit, const double *tiny, plumb_ball epsilon, size_t steps,
                                plumb_product_sums sums) {
    return with_epsilon(unit, tiny, epsilon, plumb_computed_terms(unit, tiny, steps, sums));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires count: keys <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, real d; values(unit, u, PLUMB_STEPS) &&
      rounded_by(el(u, 4), 0.0, (real)keys, d) ==> in_ball(\result, d);
*/
static plumb_ball of_length(const double *unit, size_t keys) {
    return plumb_ball_rounded(plumb_ball_of(unit[PLUMB_STEP_EXPONENT]), plumb_ball_zero(),
                              plumb_ball_of(plumb_of_size(keys)));
}

plumb_ball plumb_computed_divisor(const double *unit, const double *tiny, plumb_mapping mapping, size_t steps,
                                  size_t keys, plumb_product_sums sums) {
    plumb_ball one = plumb_ball_of(1.0);
    if (mapping.division == PLUMB_DIVIDED_BY_NOTHING)
        return one;
    if (mapping.division == PLUMB_DIVIDED_BY_LENGTH)
        return of_length(unit, keys);
    if (mapping.division == PLUMB_DIVIDED_BY_AT_LEAST_ONE)
        return plumb_ball_maximum(
            plumb_ball_absolute(plumb_divisor_of_sum(unit, tiny, plumb_ball_zero(), steps, sums)), one);
    return plumb_divisor_of_sum(unit, tiny, plumb_ball_of(mapping.epsilon), steps, sums);
}
