/* scaled_softmax.c - see scaled_softmax.h. */
#include "budget/scaled_softmax.h"
#include "budget/ends.h"
#include "budget/factor.h"
#include "budget/pull.h"
#include "budget/seen.h"

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

/* A model, step by step. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires writes: \valid(wider + (0 .. PLUMB_STEPS - 1)) && \valid(tinier + (0 .. PLUMB_STEPS - 1));
    requires apart: \separated(wider + (0 .. PLUMB_STEPS - 1), tinier + (0 .. PLUMB_STEPS - 1),
                               unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(wider + (0 .. PLUMB_STEPS - 1), tinier + (0 .. PLUMB_STEPS - 1),
                               tiny + (0 .. PLUMB_STEPS - 1));
    assigns wider[0 .. PLUMB_STEPS - 1], tinier[0 .. PLUMB_STEPS - 1];
    ensures copied: \forall seq u, t; \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) ==>
      values(wider, u, PLUMB_STEPS) && values(tinier, t, PLUMB_STEPS);
*/
static void copy_model(const double *unit, const double *tiny, double *wider, double *tinier) {
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

/* The wider model; 0 if a step may be off by any number. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires writes: \valid(wider + (0 .. PLUMB_STEPS - 1)) && \valid(tinier + (0 .. PLUMB_STEPS - 1));
    requires apart: \separated(wider + (0 .. PLUMB_STEPS - 1), tinier + (0 .. PLUMB_STEPS - 1),
                               unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(wider + (0 .. PLUMB_STEPS - 1), tinier + (0 .. PLUMB_STEPS - 1),
                               tiny + (0 .. PLUMB_STEPS - 1));
    assigns wider[0 .. PLUMB_STEPS - 1], tinier[0 .. PLUMB_STEPS - 1];
    ensures finite: \result != 0 ==> \forall seq u, t;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) ==>
      finite(wider, PLUMB_STEPS) && finite(tinier, PLUMB_STEPS);
    ensures bears: \result != 0 ==> \forall seq u, t, a, b, real f;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) && in_ball(factor, f) &&
      values(wider, a, PLUMB_STEPS) && values(tinier, b, PLUMB_STEPS) ==> bears_factor(u, t, f, a, b);
*/
static int widen(const double *unit, const double *tiny, plumb_ball factor, double *wider, double *tinier) {
    double stored = plumb_ball_top(multiplied_unit(unit, tiny, factor));
    double lost = plumb_ball_top(multiplied_tiny(unit, tiny, factor));
    double summed = plumb_ball_top(summed_tiny(tiny, factor));
    copy_model(unit, tiny, wider, tinier);
    wider[PLUMB_STEP_PROBABILITY] = stored;
    tinier[PLUMB_STEP_PROBABILITY] = lost;
    tinier[PLUMB_STEP_ACCUMULATE] = summed;
    return plumb_is_finite(stored) && plumb_is_finite(lost) && plumb_is_finite(summed);
}

int plumb_scaled_softmax_excluded(const double *unit, const double *tiny, double factor, const plumb_ball *score,
                                  const plumb_ball *off, const plumb_ball *weight, const unsigned char *visible,
                                  const double *value, size_t keys, size_t width, size_t column, size_t rescalings,
                                  plumb_ball number, plumb_range *range) {
    double wider[PLUMB_STEPS], tinier[PLUMB_STEPS];
    plumb_ball alpha = plumb_ball_given(factor);
    if (!plumb_ball_is_negative(plumb_ball_negate(alpha)) || !widen(unit, tiny, alpha, wider, tinier))
        return 0;
    /*@ assert wider: \forall seq u, t, y, v, subset m, real x;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && is_roundings(u, t) &&
          scaled_softmax(u, t, factor, y, v, m, keys, rescalings, x) ==> \exists seq a, b, real z;
          values(&wider[0], a, PLUMB_STEPS) && values(&tinier[0], b, PLUMB_STEPS) && x == rmul(z, factor) &&
          seen_softmax(a, b, y, v, m, keys, rescalings, z); */
    plumb_ball quotient = plumb_ball_before_factor(number, alpha);
    /*@ assert quotient: \forall real z; in_ball(number, rmul(z, factor)) ==> in_ball(quotient, z); */
    return plumb_softmax_excluded(wider, tinier, score, off, weight, visible, value, keys, width, column, rescalings,
                                  quotient, range);
}
