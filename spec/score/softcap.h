/* spec/score/softcap.h - rsoftcap(x) = c tanh(x / c): scores held within -c and c.

   Source: arXiv 2408.00118 (Gemma 2), section 2, "Logit soft-capping". */
#ifndef PLUMB_SPEC_SCORE_SOFTCAP_H
#define PLUMB_SPEC_SCORE_SOFTCAP_H
#include "spec/number/sequence.h"
#include "spec/number/tanh.h"

/*@ axiomatic Softcap {
      logic real rsoftcap(real x, real c);
      logic seq softcapped(seq x, real c);
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma softcap_is: \forall real x, c; c > 0.0 ==> rsoftcap(x, c) == c * rtanh(x / c); */
/*@ lemma softcap_between: \forall real x, c; c > 0.0 ==> -c < rsoftcap(x, c) < c; */
#endif

/*@ lemma softcap_by_tanh: \forall real x, c; rsoftcap(x, c) == rmul(rtanh(rdiv(x, c)), c); */
/*@ lemma softcapped_element: \forall seq x, real c, integer i; el(softcapped(x, c), i) == rsoftcap(el(x, i), c); */
#endif
