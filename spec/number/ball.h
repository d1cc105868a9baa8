/* spec/number/ball.h - what a ball claims.

   in_ball(b, x): if the radius of b is finite, then its middle is finite and x lies within the
   radius of it.  To the SMT provers the claim is an opaque
   predicate, which kernels only pass on.  The sums open it by claims_opens; the ball operations are
   proved in Coq on its definition (proofs/model/ball.v).  All read this one text, so they cannot
   drift apart. */
#ifndef PLUMB_SPEC_NUMBER_BALL_H
#define PLUMB_SPEC_NUMBER_BALL_H
#include "spec/number/tight.h"

/* If rad is finite then mid is finite and |exact - mid| <= rad.
   A radius that is not finite means "no information", never a wrong claim. */
typedef struct {
    double mid;
    double rad;
} plumb_ball;

/*@ axiomatic Ball { predicate claims(double mid, double rad, real x); } */
/*@ predicate in_ball(plumb_ball b, real x) = claims(b.mid, b.rad, x); */

/* The ball informs, and is narrow beside `size`. */
/*@ predicate is_tight(plumb_ball b, real t, real size) =
      \is_finite(b.mid) && \is_finite(b.rad) && tight(b.mid, b.rad, t, size); */
/*@ predicate is_accurate(plumb_ball b, real t, real size) =
      \is_finite(b.mid) && \is_finite(b.rad) && accurate(b.mid, b.rad, t, size); */

#if defined PLUMB_DEFINITIONS || defined PLUMB_OPEN_BALL
/*@ lemma claims_opens: \forall double mid, rad, real x;
      claims(mid, rad, x) <==> (\is_finite(rad) ==> \is_finite(mid) && near(x, mid, rad)); */
#endif
#endif
