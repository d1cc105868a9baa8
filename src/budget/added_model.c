/* added_model.c - see added_model.h. */
#include "budget/added_model.h"
#include "budget/added_up.h"
#include "budget/ends.h"
#include "budget/multiplied.h"
#include "budget/products.h"
#include "budget/relative_error.h"
#include "budget/stored.h"

/* The error after a rounding of what has the error `off`: (1 + unit) off + tiny. */
/*@ assigns \nothing;
    ensures encloses: \forall real x, e, f; in_ball(off, x) && in_ball(unit, e) && in_ball(tiny, f) ==>
      in_ball(\result, rmul(x, 1.0 + e) + f);
*/
static plumb_ball after_rounding(plumb_ball off, plumb_ball unit, plumb_ball tiny) {
    return plumb_ball_add(plumb_ball_multiply(off, plumb_ball_add(plumb_ball_of(1.0), unit)), tiny);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, outputs_unit(u));
*/
static plumb_ball outputs_unit(const double *unit) {
    return plumb_ball_joint(plumb_stored_unit(unit), plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
}

plumb_ball plumb_outputs_tiny(const double *unit, const double *tiny) {
    plumb_ball both = plumb_ball_multiply(plumb_ball_of(2.0), plumb_stored_tiny(unit, tiny));
    /*@ assert both: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
          in_ball(both, rmul(2.0, stored_tiny(u, t))); */
    plumb_ball underflow = plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]);
    plumb_ball sum = after_rounding(both, plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]), underflow);
    /*@ assert sum: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
          in_ball(sum, rmul(rmul(2.0, stored_tiny(u, t)), 1.0 + el(u, 6)) + el(t, 6)); */
    return sum;
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, value_formed_unit(u));
*/
static plumb_ball formed_unit(const double *unit) {
    return plumb_ball_joint(plumb_formed_unit(unit), plumb_ball_of(unit[PLUMB_STEP_OPERAND]));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, value_formed_tiny(u, t));
*/
static plumb_ball formed_tiny(const double *unit, const double *tiny) {
    return after_rounding(plumb_formed_tiny(unit, tiny), plumb_ball_of(unit[PLUMB_STEP_OPERAND]),
                          plumb_ball_of(tiny[PLUMB_STEP_OPERAND]));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, value_apart_unit(u));
*/
static plumb_ball apart_unit(const double *unit) {
    plumb_ball taken = plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_INPUT]), plumb_ball_of(unit[PLUMB_STEP_OPERAND]));
    return plumb_ball_joint(taken, outputs_unit(unit));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, value_apart_tiny(u, t));
*/
static plumb_ball apart_tiny(const double *unit, const double *tiny) {
    plumb_ball taken = after_rounding(plumb_ball_of(tiny[PLUMB_STEP_INPUT]), plumb_ball_of(unit[PLUMB_STEP_OPERAND]),
                                      plumb_ball_of(tiny[PLUMB_STEP_OPERAND]));
    return plumb_ball_multiply(taken, plumb_ball_add(plumb_ball_of(1.0), outputs_unit(unit)));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, rmul(rmul(2.0, el(t, 6)), 1.0 + outputs_unit(u)));
*/
static plumb_ball summed_tiny(const double *unit, const double *tiny) {
    plumb_ball both = plumb_ball_multiply(plumb_ball_of(2.0), plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]));
    return plumb_ball_multiply(both, plumb_ball_add(plumb_ball_of(1.0), outputs_unit(unit)));
}

/* A number above all numbers of both balls. */
/*@ assigns \nothing;
    ensures above: \is_finite(\result) ==> \forall real x, y; in_ball(a, x) && in_ball(b, y) ==>
      x <= \result && y <= \result;
*/
static double top_of(plumb_ball a, plumb_ball b) {
    plumb_ball larger = plumb_ball_maximum(a, b);
    /*@ assert larger: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(larger, \max(x, y)); */
    return plumb_ball_top(larger);
}

int plumb_widen_for_vectors(const double *unit, const double *tiny, size_t steps, double *wider, double *tinier) {
    double operand = top_of(formed_unit(unit), apart_unit(unit));
    double lost = top_of(formed_tiny(unit, tiny), apart_tiny(unit, tiny));
    double summed = plumb_ball_top(summed_tiny(unit, tiny));
    double weight = plumb_ball_top(plumb_added_up_unit(unit, steps));
    double underflow = plumb_ball_top(plumb_added_up_tiny(unit, tiny, steps));
    int borne = plumb_sum_is_borne(unit, steps);
    plumb_copy_model(unit, tiny, wider, tinier);
    wider[PLUMB_STEP_OPERAND] = operand;
    tinier[PLUMB_STEP_OPERAND] = lost;
    tinier[PLUMB_STEP_ACCUMULATE] = summed;
    wider[PLUMB_STEP_PROBABILITY] = weight;
    tinier[PLUMB_STEP_PROBABILITY] = underflow;
    return borne && plumb_is_finite(operand) && plumb_is_finite(lost) && plumb_is_finite(summed) &&
           plumb_is_finite(weight) && plumb_is_finite(underflow);
}
