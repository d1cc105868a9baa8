/* grown.c - see grown.h. */
#include "budget/grown.h"
#include "budget/ends.h"
#include "budget/excess.h"

/* The bound of one step. */
/*@ requires step: 0 <= step < PLUMB_STEPS;
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures grown: \is_finite(\result) ==> \forall seq u, t, real f;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(factor, f) ==>
      rmul(rescaling_growth(u, rescalings), el(t, step)) <= \result &&
      rmul(f, rmul(rescaling_growth(u, rescalings), el(t, step))) <= \result;
*/
static double grown(const double *unit, const double *tiny, size_t rescalings, plumb_ball factor, size_t step) {
    plumb_ball once = plumb_ball_multiply(plumb_rescaling_growth(unit, rescalings), plumb_ball_of(tiny[step]));
    plumb_ball scaled = plumb_ball_multiply(factor, once);
    return plumb_ball_top(plumb_ball_maximum(once, scaled));
}

int plumb_grow_tiny(const double *unit, const double *tiny, size_t rescalings, plumb_ball factor, double *wider) {
    /*@ loop invariant index: 0 <= i <= PLUMB_STEPS;
        loop invariant finite: finite(wider, i);
        loop invariant model: \forall seq u, t;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS);
        loop invariant grown: \forall seq u, t, real f;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && in_ball(factor, f) ==>
          \forall integer k; 0 <= k < i ==>
          rmul(rescaling_growth(u, rescalings), el(t, k)) <= wider[k] &&
          rmul(f, rmul(rescaling_growth(u, rescalings), el(t, k))) <= wider[k];
        loop assigns i, wider[0 .. PLUMB_STEPS - 1];
        loop variant PLUMB_STEPS - i;
    */
    for (size_t i = 0; i < PLUMB_STEPS; i++) {
        double each = grown(unit, tiny, rescalings, factor, i);
        if (!plumb_is_finite(each))
            return 0;
        wider[i] = each;
        //@ assert stored: wider[i] == each;
    }
    return 1;
}
