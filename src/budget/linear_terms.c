/* linear_terms.c - see linear_terms.h. */
#include "budget/linear_terms.h"
#include "budget/score_parts.h"

/* A bound of the errors of states, whose sizes and whose keys' sizes have these sums. */
/*@ assigns \nothing;
    ensures encloses: \forall real a, b, l, s, k; errors_are(error, a, b, l) && in_ball(states, s) && in_ball(keys, k)
      ==> in_ball(\result, rmul(a, s) + rmul(b, k));
*/
static plumb_ball off_of_states(plumb_state_error error, plumb_ball states, plumb_ball keys) {
    return plumb_ball_add(plumb_ball_multiply(error.unit, states), plumb_ball_multiply(error.of_keys, keys));
}

plumb_ball plumb_terms_scaled_off(const double *unit, plumb_state_error error, plumb_state_sums sums) {
    plumb_ball operand = plumb_operand_unit(unit);
    plumb_ball states = plumb_ball_multiply(plumb_one_and(operand),
                                            off_of_states(error, sums.terms, sums.weighed_keys));
    return plumb_ball_add(plumb_ball_multiply(operand, sums.terms), states);
}

plumb_ball plumb_terms_lost(const double *unit, const double *tiny, size_t head_dim, plumb_state_error error,
                       plumb_state_sums sums) {
    plumb_ball query = plumb_ball_multiply(plumb_one_and(plumb_operand_unit(unit)), sums.query);
    plumb_ball states = plumb_ball_add(sums.states, off_of_states(error, sums.states, sums.keys));
    plumb_ball all = plumb_ball_multiply(plumb_ball_of(plumb_of_size(head_dim)), error.lost);
    return plumb_ball_add(plumb_ball_multiply(query, error.lost),
                          plumb_ball_multiply(plumb_operand_tiny(unit, tiny), plumb_ball_add(states, all)));
}

plumb_ball plumb_terms_sum_off(const double *unit, const double *tiny, size_t head_dim, plumb_ball scaled,
                             plumb_ball high, plumb_ball terms, plumb_ball off, plumb_ball underflow) {
    plumb_ball sum = plumb_sum_unit(unit, head_dim);
    plumb_ball product = plumb_ball_multiply(plumb_ball_of(6.0), plumb_ball_of(tiny[PLUMB_STEP_PRODUCT]));
    plumb_ball products = plumb_ball_multiply(plumb_ball_of(plumb_of_size(head_dim)), product);
    plumb_ball inherited = plumb_ball_add(plumb_ball_multiply(scaled, off),
                                          plumb_ball_multiply(high, plumb_ball_add(underflow, products)));
    return plumb_ball_add(plumb_ball_multiply(sum, plumb_ball_multiply(scaled, terms)),
                          plumb_ball_multiply(plumb_one_and(sum), inherited));
}
