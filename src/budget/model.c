/* model.c - see model.h. */
#include "budget/model.h"
#include "budget/pull.h"

plumb_ball plumb_ball_joint(plumb_ball a, plumb_ball b) {
    return plumb_ball_add(plumb_ball_add(a, b), plumb_ball_multiply(a, b));
}

plumb_ball plumb_ball_gamma(double k, plumb_ball unit) {
    plumb_ball sum = plumb_ball_multiply(plumb_ball_of(k), unit);
    return plumb_ball_divide(sum, plumb_ball_subtract(plumb_ball_of(1.0), sum));
}

int plumb_are_roundings(const double *unit, const double *tiny) {
    /*@ loop invariant index: 0 <= i <= PLUMB_STEPS;
        loop invariant positive: \forall seq u, t;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
          \forall integer k; 0 <= k < i ==> 0.0 <= el(u, k) && 0.0 <= el(t, k);
        loop assigns i;
        loop variant PLUMB_STEPS - i;
    */
    for (size_t i = 0; i < PLUMB_STEPS; i++)
        if (plumb_less(unit[i], 0.0) || plumb_less(tiny[i], 0.0))
            return 0;
    return 1;
}

/* Is every number of the ball below 1? */
/*@ assigns \nothing;
    ensures below: \result != 0 ==> \forall real x; in_ball(a, x) ==> x < 1.0;
*/
static int is_below_one(plumb_ball a) {
    return plumb_ball_is_negative(plumb_ball_subtract(a, plumb_ball_of(1.0)));
}

/* Are so many roundings of this unit less than the whole? */
/*@ assigns \nothing;
    ensures below: \result != 0 ==> \is_finite(k) ==> \is_finite(unit) ==> rmul(k, unit) < 1.0;
*/
static int is_borne(double k, double unit) {
    return is_below_one(plumb_ball_multiply(plumb_ball_of(k), plumb_ball_of(unit)));
}

int plumb_products_are_borne(const double *unit, size_t head_dim) {
    return is_borne(plumb_of_size(head_dim + 4), unit[PLUMB_STEP_PRODUCT]);
}

int plumb_keys_are_borne(const double *unit, size_t keys, size_t rescalings) {
    return is_borne(28.0, unit[PLUMB_STEP_EXPONENT]) &&
           is_below_one(plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL])) &&
           is_borne(plumb_of_size(rescalings + 3), unit[PLUMB_STEP_RESCALING]) &&
           is_borne(plumb_of_size(keys + rescalings + 8), unit[PLUMB_STEP_ACCUMULATE]);
}

int plumb_stores_are_borne(const double *unit) {
    plumb_ball quotient = plumb_ball_gamma(4.0, plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
    plumb_ball output = plumb_ball_of(unit[PLUMB_STEP_OUTPUT]);
    plumb_ball tensor = plumb_ball_of(unit[PLUMB_STEP_TENSOR]);
    return is_borne(4.0, unit[PLUMB_STEP_ACCUMULATE]) &&
           is_below_one(plumb_ball_joint(plumb_ball_joint(quotient, output), tensor));
}
