/* spec/number/log.h - the natural logarithm. */
#ifndef PLUMB_SPEC_NUMBER_LOG_H
#define PLUMB_SPEC_NUMBER_LOG_H
#include "spec/number/real.h"

/*@ axiomatic Log { logic real rlog(real x); } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma rlog_is_logarithm: \forall real x; x > 0.0 ==> rlog(x) == \log(x); */
/*@ lemma rlog_inverts_exponential: \forall real x; rlog(rexp(x)) == x; */
#endif
#endif
