/* spec/number/sigmoid.h - the logistic sigmoid 1 / (1 + e^-x). */
#ifndef PLUMB_SPEC_NUMBER_SIGMOID_H
#define PLUMB_SPEC_NUMBER_SIGMOID_H
#include "spec/number/real.h"

/*@ axiomatic Sigmoid { logic real rsigmoid(real x); } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma rsigmoid_is: \forall real x; rsigmoid(x) == 1.0 / (1.0 + \exp(-x)); */
/*@ lemma rsigmoid_between: \forall real x; 0.0 < rsigmoid(x) < 1.0; */
#endif

/* the first without overflow unless x is far below 0, the second unless x is far above 0 */
/*@ lemma rsigmoid_right: \forall real x; rsigmoid(x) == rdiv(1.0, 1.0 + rexp(-x)); */
/*@ lemma rsigmoid_left: \forall real x; rsigmoid(x) == rdiv(rexp(x), 1.0 + rexp(x)); */
/*@ lemma rsigmoid_bounded: \forall real x; near(rsigmoid(x), 0.5, 0.5); */
#endif
