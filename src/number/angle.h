/* angle.h - sine and cosine of position * frequency turns, as rotary embeddings need them.

   frequency is known to 2^-127 of a turn.  Up to position 2^53 the radius is then at most 2^-50,
   however many turns the angle makes: they are dropped in exact integer arithmetic.  A position
   beyond gives no information. */
#ifndef PLUMB_NUMBER_ANGLE_H
#define PLUMB_NUMBER_ANGLE_H
#include "number/ball.h"
#include "number/turns.h"
#include "spec/number/angle.h"

/*@ assigns \nothing;
    ensures encloses: \forall real t;
      turns_near(t, units_of(frequency)) ==> in_ball(\result, turn_sine(rmul(t, position)));
*/
plumb_ball plumb_turn_sine(plumb_turns frequency, uint64_t position);

/*@ assigns \nothing;
    ensures encloses: \forall real t;
      turns_near(t, units_of(frequency)) ==> in_ball(\result, turn_cosine(rmul(t, position)));
*/
plumb_ball plumb_turn_cosine(plumb_turns frequency, uint64_t position);
#endif
