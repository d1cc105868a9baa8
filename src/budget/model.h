/* model.h - a precision model in doubles, and what roundings in it add up to. */
#ifndef PLUMB_BUDGET_MODEL_H
#define PLUMB_BUDGET_MODEL_H
#include "number/ball.h"
#include "spec/budget/model.h"

/* No step takes more: such a number is a double. */
#define PLUMB_MOST_ROUNDINGS 0x1000000000000

/* (1 + a)(1 + b) - 1 */
/*@ assigns \nothing;
    ensures encloses: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(\result, joint(x, y));
*/
plumb_ball plumb_ball_joint(plumb_ball a, plumb_ball b);

/* k u / (1 - k u), which k roundings do not exceed while k u < 1 */
/*@ assigns \nothing;
    ensures encloses: \forall real u; \is_finite(k) && in_ball(unit, u) ==> in_ball(\result, gamma_up(k, u));
*/
plumb_ball plumb_ball_gamma(double k, plumb_ball unit);

/* Are all of them roundings, none below 0? */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures positive: \result != 0 ==> \forall seq u, t;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==> is_roundings(u, t);
*/
int plumb_are_roundings(const double *unit, const double *tiny);

/* Are they few enough for the bounds: of scores of head_dim products, of keys that are rescaled so often, of stores? */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> bears_products(u, head_dim);
*/
int plumb_products_are_borne(const double *unit, size_t head_dim);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> bears_keys(u, keys, rescalings);
*/
int plumb_keys_are_borne(const double *unit, size_t keys, size_t rescalings);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> bears_stores(u);
*/
int plumb_stores_are_borne(const double *unit);
#endif
