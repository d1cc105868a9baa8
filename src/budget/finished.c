/* finished.c - see finished.h. */
#include "budget/finished.h"
#include "budget/activation.h"
#include "budget/factor.h"
#include "budget/pull.h"
#include "budget/stored.h"
#include "budget/widened.h"

/* A stated number as an engine has it: a bias, or the factor of a scaled softmax. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real c; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      rounded_in(u, t, 0, stated, c) ==> in_ball(\result, c);
*/
static plumb_ball input_of(const double *unit, const double *tiny, double stated) {
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_INPUT, plumb_ball_given(stated));
}

/* The sigmoid of the gate as an engine multiplies with it. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s, f; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_maps(u) && sigmoid_computed(u, t, gate, s) && rounded_in(u, t, 7, s, f) ==>
      in_ball(\result, f);
*/
static plumb_ball sigmoid_of(const double *unit, const double *tiny, double gate) {
    plumb_computed argument = {plumb_ball_given(gate), plumb_ball_zero()};
    //@ assert parts: in_ball(argument.exact, (real)gate) && in_ball(argument.off, 0.0);
    //@ assert argument: computed_as(argument.exact, argument.off, (real)gate);
    plumb_ball sigmoid = plumb_mapped_score(unit, tiny, PLUMB_MAP_SIGMOID, argument);
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_OUTPUT, sigmoid);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real z, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_stores(u) && in_ball(product, y) && factor_multiplied(u, t, factor, z, y) ==>
      in_ball(\result, z);
*/
static plumb_ball before_factor(const double *unit, const double *tiny, double factor, plumb_ball product) {
    return plumb_before_stores(unit, tiny, plumb_ball_before_factor(product, input_of(unit, tiny, factor)));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real z, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_stores(u) && in_ball(sum, y) && bias_added(u, t, bias, z, y) ==>
      in_ball(\result, z);
*/
static plumb_ball before_bias(const double *unit, const double *tiny, double bias, plumb_ball sum) {
    return plumb_before_stores(unit, tiny, plumb_ball_subtract(sum, input_of(unit, tiny, bias)));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real z, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_stores(u) && in_ball(product, y) && gate_multiplied(u, t, gate, z, y) ==>
      in_ball(\result, z);
*/
static plumb_ball before_gate(const double *unit, const double *tiny, double gate, plumb_ball product) {
    if (!plumb_maps_are_borne(unit))
        return plumb_ball_unknown();
    return plumb_before_stores(unit, tiny, plumb_ball_before_factor(product, sigmoid_of(unit, tiny, gate)));
}

plumb_ball plumb_before_finish(const double *unit, const double *tiny, plumb_finish finish, double number) {
    if (!plumb_stores_are_borne(unit))
        return plumb_ball_unknown();
    plumb_ball before = plumb_before_stores(unit, tiny, plumb_ball_given(number));
    if (finish.has_gate)
        before = before_gate(unit, tiny, finish.gate, before);
    if (finish.has_bias)
        before = before_bias(unit, tiny, finish.bias, before);
    if (finish.has_factor)
        before = before_factor(unit, tiny, finish.factor, before);
    return before;
}
