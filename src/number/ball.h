/* ball.h - ball arithmetic: a value and a radius that provably contain the exact real result.

   Each operation returns a ball that contains f(x, y) for every x and y in the given balls.
   Overflow, NaN and infinities need no precondition: the result has no information.
   A radius that is not exactly 0 is at least 2^-1001.
   Clauses `tight` state the converse: for operands of moderate size the result has information, with a radius that is
   a small part of the result's size (spec/number/tight.h). */
#ifndef PLUMB_NUMBER_BALL_H
#define PLUMB_NUMBER_BALL_H
#include "number/upward.h"
#include "spec/number/ball.h"

/* A radius for a middle that may have overflowed: an infinite or NaN middle becomes the radius. */
/*@ assigns \nothing;
    ensures value: \is_finite(\result.rad) ==> \is_finite(mid) && \is_finite(rad) &&
      \is_finite(\result.mid) && \result.mid == mid && \result.rad == rad;
    ensures finite: \is_finite(mid) && \is_finite(rad) ==> \is_finite(\result.rad);
*/
static inline plumb_ball plumb_ball_make(double mid, double rad) {
    plumb_ball result = {mid, plumb_is_finite(mid) ? rad : mid};
    return result;
}

/* The ball that claims nothing. */
/*@ assigns \nothing;
    ensures nothing: \forall real x; in_ball(\result, x);
*/
plumb_ball plumb_ball_unknown(void);

/*@ assigns \nothing;
    ensures encloses: in_ball(\result, 0.0);
    ensures exact: \is_finite(\result.mid) && \is_finite(\result.rad) && \result.mid == 0.0 && \result.rad == 0.0;
*/
plumb_ball plumb_ball_zero(void);

/*@ assigns \nothing;
    ensures encloses: \is_finite(x) ==> in_ball(\result, x);
    ensures exact:
      \is_finite(x) ==> \is_finite(\result.mid) && \is_finite(\result.rad) && \result.mid == x && \result.rad == 0.0;
*/
plumb_ball plumb_ball_of(double x);

/*@ assigns \nothing;
    ensures encloses: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(\result, x + y);
*/
plumb_ball plumb_ball_add(plumb_ball a, plumb_ball b);

/*@ assigns \nothing;
    ensures encloses: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(\result, x - y);
*/
plumb_ball plumb_ball_subtract(plumb_ball a, plumb_ball b);

/*@ assigns \nothing;
    ensures encloses: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(\result, rmul(x, y));
    ensures tight: \forall real x, y, s, t;
      0.0 <= s <= 1.0 && 0.0 <= t <= 1.0 && moderate(x) && moderate(y) && moderate(rmul(x, y)) && is_tight(a, s, x) &&
      is_tight(b, t, y) ==>
      is_tight(\result, 3.0 * (s + t) + 0x1p-49, rmul(x, y));
*/
plumb_ball plumb_ball_multiply(plumb_ball a, plumb_ball b);

/* No information if b may contain 0. */
/*@ assigns \nothing;
    ensures encloses: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(\result, rdiv(x, y));
    ensures tight: \forall real x, y, s, t;
      0.0 <= s <= 1.0 && 0.0 <= t <= 0.125 && moderate(x) && moderate(y) && moderate(rdiv(x, y)) && is_tight(a, s, x) &&
      is_accurate(b, t, y) ==>
      is_tight(\result, 4.0 * (s + t) + 0x1p-46, rdiv(x, y));
*/
plumb_ball plumb_ball_divide(plumb_ball a, plumb_ball b);

/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, \abs(x));
*/
plumb_ball plumb_ball_absolute(plumb_ball a);

/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, -x);
*/
plumb_ball plumb_ball_negate(plumb_ball a);

/*@ assigns \nothing;
    ensures encloses: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(\result, \max(x, y));
*/
plumb_ball plumb_ball_maximum(plumb_ball a, plumb_ball b);

/*@ assigns \nothing;
    ensures encloses: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(\result, \min(x, y));
*/
plumb_ball plumb_ball_minimum(plumb_ball a, plumb_ball b);

/* The product with an exactly known factor, for instance a power of two. */
/*@ assigns \nothing;
    ensures encloses: \forall real x; \is_finite(factor) && in_ball(a, x) ==> in_ball(\result, rmul(x, factor));
*/
plumb_ball plumb_ball_scale(plumb_ball a, double factor);
#endif
