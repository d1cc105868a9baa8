/* spec/position/angles.h - the cosines and sines by which the pairs of a vector at one position turn.

   turns_m is the frequency of pair m in turns per position. */
#ifndef PLUMB_SPEC_POSITION_ANGLES_H
#define PLUMB_SPEC_POSITION_ANGLES_H
#include "spec/number/angle.h"
#include "spec/number/sequence.h"

/*@ axiomatic RotaryAngles {
      logic seq rotary_cosines(seq turns, integer position, real multiplier); // multiplier cos(2 pi turns_m position)
      logic seq rotary_sines(seq turns, integer position, real multiplier);
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma rotary_cosines_is: \forall seq t, integer p, m, real a;
      el(rotary_cosines(t, p, a), m) == a * turn_cosine(el(t, m) * p); */
/*@ lemma rotary_sines_is: \forall seq t, integer p, m, real a;
      el(rotary_sines(t, p, a), m) == a * turn_sine(el(t, m) * p); */
#endif
/*@ lemma rotary_cosines_element: \forall seq t, integer p, m, real a;
      el(rotary_cosines(t, p, a), m) == rmul(a, turn_cosine(rmul(el(t, m), p))); */
/*@ lemma rotary_sines_element: \forall seq t, integer p, m, real a;
      el(rotary_sines(t, p, a), m) == rmul(a, turn_sine(rmul(el(t, m), p))); */

/* memory that holds frequencies, each to 2^-127 of a turn */
/*@ predicate frequencies{L}(plumb_turns *p, seq t, integer n) =
      \forall integer m; 0 <= m < n ==> turns_near(el(t, m), units_of(p[m])); */
#endif
