/* spec/number/power.h - powers with real exponents: x^y = e^(y ln x) for x > 0. */
#ifndef PLUMB_SPEC_NUMBER_POWER_H
#define PLUMB_SPEC_NUMBER_POWER_H
#include "spec/number/log.h"

/*@ axiomatic Power { logic real rpower(real x, real y); } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma rpower_is_power: \forall real x, y; x > 0.0 ==> rpower(x, y) == \pow(x, y); */
#endif

/*@ lemma rpower_is_exponential: \forall real x, y; rexp(rmul(y, rlog(x))) == rpower(x, y); */
#endif
