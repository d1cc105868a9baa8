/* angle.c - see angle.h and spec/number/angle.h. */
#define PLUMB_OPEN_BALL
#include "number/angle.h"
#include "number/sine.h"

#define MOST_POSITION 0x20000000000000

/* The angle from the nearest quarter turn, in radians. */
/*@ requires range: 0 <= place.eighth <= 7 && 0 <= place.part <= MOST_POSITION;
    assigns \nothing;
    ensures encloses: \forall real t; near(eighth_distance(t, place.eighth), place.part, 0x1.0001p0) ==>
      in_ball(\result, eighth_angle(t, place.eighth));
*/
static plumb_ball angle_in_eighth(plumb_eighth place) {
    plumb_ball distance = plumb_ball_make(plumb_of_size(place.part), 0x1.0001p0);
    plumb_ball unit = plumb_ball_make(0x1.921fb54442d18p-54, 0x1.2p-108);
    //@ assert unit: in_ball(unit, unit_angle);
    return plumb_ball_multiply(distance, unit);
}

/*@ assigns \nothing;
    ensures value: \result != 0 <==> crossed(eighth);
*/
static int is_crossed(uint32_t eighth) {
    return eighth == 1 || eighth == 2 || eighth == 5 || eighth == 6;
}

/*@ assigns \nothing;
    ensures as_it_is: \forall real x; !negative && in_ball(a, x) ==> in_ball(\result, x);
    ensures negated: \forall real x; negative && in_ball(a, x) ==> in_ball(\result, -x);
*/
static plumb_ball with_sign(int negative, plumb_ball a) {
    return negative ? plumb_ball_negate(a) : a;
}

plumb_ball plumb_turn_sine(plumb_turns frequency, uint64_t position) {
    if (position > MOST_POSITION)
        return plumb_ball_unknown();
    plumb_eighth place = plumb_turns_eighth(plumb_turns_multiply(frequency, position));
    plumb_ball angle = angle_in_eighth(place);
    plumb_ball value = is_crossed(place.eighth) ? plumb_ball_cosine(angle) : plumb_ball_sine(angle);
    return with_sign(place.eighth >= 4, value);
}

plumb_ball plumb_turn_cosine(plumb_turns frequency, uint64_t position) {
    if (position > MOST_POSITION)
        return plumb_ball_unknown();
    plumb_eighth place = plumb_turns_eighth(plumb_turns_multiply(frequency, position));
    plumb_ball angle = angle_in_eighth(place);
    plumb_ball value = is_crossed(place.eighth) ? plumb_ball_sine(angle) : plumb_ball_cosine(angle);
    return with_sign(2 <= place.eighth && place.eighth <= 5, value);
}
