/* angles.h - the rotations of the pairs of a vector: cosine[m] = multiplier cos(position theta_m), sine[m] alike.

   Source: arXiv 2104.09864, section 3; the multiplier (attention factor): arXiv 2309.00071, section 3.4.
   frequency [pairs]: theta_m / 2 pi, turns per position, each known to 2^-127; cosine, sine [pairs].
   Up to position 2^53 the radii are at most 2^-50 beside those of the multiplier, however many turns an
   angle makes; a position beyond gives balls without information. */
#ifndef PLUMB_POSITION_ANGLES_H
#define PLUMB_POSITION_ANGLES_H
#include "spec/position/angles.h"
#include <stddef.h>

/*@ requires reads: \valid_read(frequency + (0 .. pairs - 1));
    requires writes: \valid(cosine + (0 .. pairs - 1)) && \valid(sine + (0 .. pairs - 1));
    requires apart: \separated(cosine + (0 .. pairs - 1), sine + (0 .. pairs - 1)) &&
                    \separated(cosine + (0 .. pairs - 1), frequency + (0 .. pairs - 1)) &&
                    \separated(sine + (0 .. pairs - 1), frequency + (0 .. pairs - 1));
    assigns cosine[0 .. pairs - 1], sine[0 .. pairs - 1];
    ensures encloses: \forall seq t, real a; \old(frequencies(frequency, t, pairs)) && in_ball(multiplier, a) ==>
      encloses(cosine, rotary_cosines(t, position, a), pairs) && encloses(sine, rotary_sines(t, position, a), pairs);
*/
void plumb_rotary_angles(const plumb_turns *frequency, size_t pairs, uint64_t position, plumb_ball multiplier,
                         plumb_ball *cosine, plumb_ball *sine);

/* Cosines and sines that an engine states, taken as the exact numbers that they are.  One that is not
   finite gives a ball without information. */
/*@ requires reads: \valid_read(cosine_row + (0 .. pairs - 1)) && \valid_read(sine_row + (0 .. pairs - 1));
    requires writes: \valid(cosine + (0 .. pairs - 1)) && \valid(sine + (0 .. pairs - 1));
    requires apart: \separated(cosine + (0 .. pairs - 1), sine + (0 .. pairs - 1)) &&
                    \separated(cosine + (0 .. pairs - 1), cosine_row + (0 .. pairs - 1)) &&
                    \separated(cosine + (0 .. pairs - 1), sine_row + (0 .. pairs - 1)) &&
                    \separated(sine + (0 .. pairs - 1), cosine_row + (0 .. pairs - 1)) &&
                    \separated(sine + (0 .. pairs - 1), sine_row + (0 .. pairs - 1));
    assigns cosine[0 .. pairs - 1], sine[0 .. pairs - 1];
    ensures cosines: \forall seq c; \old(values(cosine_row, c, pairs)) ==> encloses(cosine, c, pairs);
    ensures sines: \forall seq s; \old(values(sine_row, s, pairs)) ==> encloses(sine, s, pairs);
*/
void plumb_stated_angles(const double *cosine_row, const double *sine_row, size_t pairs, plumb_ball *cosine,
                         plumb_ball *sine);
#endif
