/* score_parts.h - the units of a score and of its vectors as a model rounds them (spec/budget.md, section 3). */
#ifndef PLUMB_BUDGET_SCORE_PARTS_H
#define PLUMB_BUDGET_SCORE_PARTS_H
#include "budget/model.h"
#include "spec/budget/score.h"

/* 1 + x */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, 1.0 + x);
*/
plumb_ball plumb_one_and(plumb_ball a);

/* What can be lost to underflow of the scale; `larger` is the scale's size, or 1. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(larger, s) ==> in_ball(\result, scale_tiny(u, t, s));
*/
plumb_ball plumb_scale_tiny(const double *unit, const double *tiny, plumb_ball larger);

/* How large a part of the scale is at most. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(larger, s) ==> in_ball(\result, amplified(u, t, s));
*/
plumb_ball plumb_amplified(const double *unit, const double *tiny, plumb_ball larger);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, operand_unit(u));
*/
plumb_ball plumb_operand_unit(const double *unit);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, operand_tiny(u, t));
*/
plumb_ball plumb_operand_tiny(const double *unit, const double *tiny);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, input_unit(u));
*/
plumb_ball plumb_input_unit(const double *unit);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, score_unit(u));
*/
plumb_ball plumb_score_unit(const double *unit);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, sum_unit(u, head_dim));
*/
plumb_ball plumb_sum_unit(const double *unit, size_t head_dim);
#endif
