/* multiplied.c - see multiplied.h. */
#include "budget/multiplied.h"
#include "budget/ends.h"

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real f; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(factor, f) ==> in_ball(\result, multiplied_unit(u, t, f));
*/
static plumb_ball multiplied_unit(const double *unit, const double *tiny, plumb_ball factor) {
    plumb_ball stored = plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]);
    plumb_ball rounded = plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]);
    plumb_ball lost = plumb_ball_divide(plumb_ball_of(tiny[PLUMB_STEP_INPUT]), factor);
    plumb_ball input = plumb_ball_add(plumb_ball_of(unit[PLUMB_STEP_INPUT]), lost);
    return plumb_ball_joint(plumb_ball_joint(stored, stored),
                            plumb_ball_joint(input, plumb_ball_joint(rounded, rounded)));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real f; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(factor, f) ==> in_ball(\result, multiplied_tiny(u, t, f));
*/
static plumb_ball multiplied_tiny(const double *unit, const double *tiny, plumb_ball factor) {
    plumb_ball growth = plumb_ball_add(plumb_ball_of(1.0), multiplied_unit(unit, tiny, factor));
    plumb_ball stored = plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY]);
    plumb_ball rounded = plumb_ball_multiply(plumb_ball_of(2.0), plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]));
    plumb_ball behind = plumb_ball_divide(plumb_ball_add(stored, rounded), factor);
    return plumb_ball_multiply(growth, plumb_ball_add(stored, behind));
}

/*@ requires model: \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq t, real f; values(tiny, t, PLUMB_STEPS) && in_ball(factor, f) ==>
      in_ball(\result, el(t, 6) + rdiv(el(t, 6), f));
*/
static plumb_ball summed_tiny(const double *tiny, plumb_ball factor) {
    plumb_ball summed = plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]);
    return plumb_ball_add(summed, plumb_ball_divide(summed, factor));
}

void plumb_copy_model(const double *unit, const double *tiny, double *wider, double *tinier) {
    /*@ loop invariant index: 0 <= i <= PLUMB_STEPS;
        loop invariant copied: \forall seq u, t;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && values(wider, u, i) && values(tinier, t, i);
        loop assigns i, wider[0 .. PLUMB_STEPS - 1], tinier[0 .. PLUMB_STEPS - 1];
        loop variant PLUMB_STEPS - i;
    */
    for (size_t i = 0; i < PLUMB_STEPS; i++) {
        wider[i] = unit[i];
        tinier[i] = tiny[i];
    }
}

int plumb_widen_for_factor(const double *unit, const double *tiny, plumb_ball factor, double *wider, double *tinier) {
    double stored = plumb_ball_top(multiplied_unit(unit, tiny, factor));
    double lost = plumb_ball_top(multiplied_tiny(unit, tiny, factor));
    double summed = plumb_ball_top(summed_tiny(tiny, factor));
    plumb_copy_model(unit, tiny, wider, tinier);
    wider[PLUMB_STEP_PROBABILITY] = stored;
    tinier[PLUMB_STEP_PROBABILITY] = lost;
    tinier[PLUMB_STEP_ACCUMULATE] = summed;
    return plumb_is_finite(stored) && plumb_is_finite(lost) && plumb_is_finite(summed);
}
