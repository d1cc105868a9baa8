/* exp.h - the exponential: branch-free, and the same bits on every IEEE 754 machine.

   plumb_exp(x) is within 2^-52 of e^x relatively, for -708 <= x <= 708 (there e^x is a normal
   number): exp_is_accurate in spec/number/exp.h.  plumb_ball_exp(a) contains e^x for every x in a;
   below -707 it is the ball 0 +- 2^-1019, and where a reaches above 708 or is wider than 1 it
   carries no information.  A ball of radius r around m, for |m| <= 512 and r <= 1, comes out with a radius of at most
   (3 r + 2^-50) e^m. */
#ifndef PLUMB_NUMBER_EXP_H
#define PLUMB_NUMBER_EXP_H
#include "number/ball.h"

#ifdef PLUMB_LEMMAS_EXP
#include "spec/number/exp.h"
#endif

/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, rexp(x));
    ensures tight: \is_finite(a.mid) && \is_finite(a.rad) && -512.0 <= a.mid <= 512.0 && 0.0 <= a.rad <= 1.0 ==>
      is_accurate(\result, 3.0 * a.rad + 0x1p-50, rexp(a.mid));
*/
plumb_ball plumb_ball_exp(plumb_ball a);
#endif
