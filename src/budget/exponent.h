/* exponent.h - by how much the exponent of a weight as computed is off (spec/budget.md, section 4). */
#ifndef PLUMB_BUDGET_EXPONENT_H
#define PLUMB_BUDGET_EXPONENT_H
#include "budget/model.h"
#include "spec/budget/exponent.h"

/* What all keys of a row share. */
typedef struct {
    plumb_ball argument;     /* of the argument of exp, for each unit of sizes */
    plumb_ball shifted;      /* of that as stored */
    plumb_ball shift;        /* of the shift, rescalings and joined parts */
    plumb_ball exponentials; /* of e^x itself */
    plumb_ball largest;      /* of a shift, in size */
} plumb_exponent_error;

/*@ predicate is_exponent_error(plumb_exponent_error e, seq u, seq t, integer n, integer r, real size) =
      in_ball(e.argument, gamma_up(6.0, el(u, 4))) && in_ball(e.shifted, el(u, 9)) &&
      in_ball(e.shift, shift_off(u, t, n, r, size)) && in_ball(e.exponentials, exponentials_off(u, r)) &&
      in_ball(e.largest, size + reached(t)); */

/* By no more is a shift larger in size than every score. */
/*@ requires model: \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq t; values(tiny, t, PLUMB_STEPS) ==> in_ball(\result, reached(t));
*/
plumb_ball plumb_shift_reach(const double *tiny);

/* size: at least that of every score as computed. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures parts: \forall seq u, t; \is_finite(size) && values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) ==> is_exponent_error(\result, u, t, keys, rescalings, size);
*/
plumb_exponent_error plumb_exponent_error_of(const double *unit, const double *tiny, size_t keys, size_t rescalings,
                                             double size);

/* For a score of a size in the one ball that is off by as much as the other says. */
/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, integer n, r, real size, d, s;
      is_exponent_error(error, u, t, n, r, size) && in_ball(off, d) && in_ball(score_size, s) ==>
      in_ball(\result, exponent_off(u, t, n, r, size, d, s));
*/
plumb_ball plumb_exponent_off(plumb_exponent_error error, plumb_ball off, plumb_ball score_size);
#endif
