/* spec/position/sinusoidal.h - the sines and cosines that stand for a position   (Vaswani et al. 2017, 3.5).

   turns_m is frequency m in turns per position, layout the order of sines and cosines (src/position/forms.h). */
#ifndef PLUMB_SPEC_POSITION_SINUSOIDAL_H
#define PLUMB_SPEC_POSITION_SINUSOIDAL_H
#include "spec/position/forms.h"
#include "spec/position/angles.h"
#include "spec/position/learned.h"

/*@ axiomatic Sinusoidal { logic seq sinusoid(seq turns, integer position, integer layout, integer pairs); } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma sinusoid_concatenated: \forall seq t, integer p, pairs, m; 0 <= m < pairs ==>
      el(sinusoid(t, p, PLUMB_SINUSOIDAL_CONCATENATED, pairs), m) == turn_sine(el(t, m) * p) &&
      el(sinusoid(t, p, PLUMB_SINUSOIDAL_CONCATENATED, pairs), m + pairs) == turn_cosine(el(t, m) * p); */
/*@ lemma sinusoid_interleaved: \forall seq t, integer p, pairs, m; 0 <= m < pairs ==>
      el(sinusoid(t, p, PLUMB_SINUSOIDAL_INTERLEAVED, pairs), 2 * m) == turn_sine(el(t, m) * p) &&
      el(sinusoid(t, p, PLUMB_SINUSOIDAL_INTERLEAVED, pairs), 2 * m + 1) == turn_cosine(el(t, m) * p); */
#endif

/* The same by the element e. */
/*@ lemma concatenated_sine: \forall seq t, integer p, pairs, e; 0 <= e < pairs ==>
      el(sinusoid(t, p, PLUMB_SINUSOIDAL_CONCATENATED, pairs), e) == turn_sine(rmul(el(t, e), p)); */
/*@ lemma concatenated_cosine: \forall seq t, integer p, pairs, e; pairs <= e < 2 * pairs ==>
      el(sinusoid(t, p, PLUMB_SINUSOIDAL_CONCATENATED, pairs), e) == turn_cosine(rmul(el(t, e - pairs), p)); */
/*@ lemma interleaved_sine: \forall seq t, integer p, pairs, e; 0 <= e < 2 * pairs && e % 2 == 0 ==>
      el(sinusoid(t, p, PLUMB_SINUSOIDAL_INTERLEAVED, pairs), e) == turn_sine(rmul(el(t, e / 2), p)); */
/*@ lemma interleaved_cosine: \forall seq t, integer p, pairs, e; 0 <= e < 2 * pairs && e % 2 == 1 ==>
      el(sinusoid(t, p, PLUMB_SINUSOIDAL_INTERLEAVED, pairs), e) == turn_cosine(rmul(el(t, e / 2), p)); */
#endif
