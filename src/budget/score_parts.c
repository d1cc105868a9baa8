/* score_parts.c - see score_parts.h. */
#include "budget/score_parts.h"

plumb_ball plumb_one_and(plumb_ball a) {
    return plumb_ball_add(plumb_ball_of(1.0), a);
}

plumb_ball plumb_scale_tiny(const double *unit, const double *tiny, plumb_ball larger) {
    plumb_ball input = plumb_one_and(plumb_ball_of(unit[PLUMB_STEP_INPUT]));
    plumb_ball underflow = plumb_ball_of(tiny[PLUMB_STEP_INPUT]);
    plumb_ball twice = plumb_ball_multiply(plumb_ball_of(2.0), plumb_ball_multiply(input, larger));
    return plumb_ball_multiply(underflow, plumb_ball_add(twice, underflow));
}

plumb_ball plumb_amplified(const double *unit, const double *tiny, plumb_ball larger) {
    plumb_ball input = plumb_one_and(plumb_ball_of(unit[PLUMB_STEP_INPUT]));
    return plumb_ball_add(plumb_ball_multiply(input, larger),
                          plumb_ball_of(tiny[PLUMB_STEP_INPUT]));
}

plumb_ball plumb_operand_unit(const double *unit) {
    return plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_INPUT]),
                            plumb_ball_of(unit[PLUMB_STEP_OPERAND]));
}

plumb_ball plumb_operand_tiny(const double *unit, const double *tiny) {
    plumb_ball operand = plumb_one_and(plumb_ball_of(unit[PLUMB_STEP_OPERAND]));
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_of(tiny[PLUMB_STEP_INPUT]), operand),
                          plumb_ball_of(tiny[PLUMB_STEP_OPERAND]));
}

plumb_ball plumb_input_unit(const double *unit) {
    plumb_ball input = plumb_ball_of(unit[PLUMB_STEP_INPUT]);
    return plumb_ball_joint(input, input);
}

plumb_ball plumb_score_unit(const double *unit) {
    plumb_ball store = plumb_ball_of(unit[PLUMB_STEP_SCORE]);
    return plumb_ball_joint(store, plumb_ball_joint(store, store));
}

plumb_ball plumb_sum_unit(const double *unit, size_t head_dim) {
    return plumb_ball_gamma(plumb_of_size(head_dim + 4), plumb_ball_of(unit[PLUMB_STEP_PRODUCT]));
}
