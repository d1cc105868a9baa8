/* turns.h - exact multiples of a fraction of a turn, without whole turns.

   An angle that grows with a position is position * frequency turns.  Only its fraction matters, and
   in integers that fraction is exact however large the position is: no reduction is needed. */
#ifndef PLUMB_NUMBER_TURNS_H
#define PLUMB_NUMBER_TURNS_H
#include "spec/number/turns.h"

/* An eighth of a turn, counted from 0: the even ones begin at a quarter turn, the odd ones end at one.
   part is the distance from that quarter turn in units of 2^-56 of a turn, made an integer by
   dropping the last bits of the angle: rounded down after the quarter turn, up before it. */
typedef struct {
    uint32_t eighth;
    uint64_t part;
} plumb_eighth;

/* count * turns without its whole turns, exactly */
/*@ assigns \nothing;
    ensures multiple: turn_multiple(units_of(\result), units_of(turns), count);
*/
plumb_turns plumb_turns_multiply(plumb_turns turns, uint64_t count);

/*@ assigns \nothing;
    ensures range: 0 <= \result.eighth <= 7 && 0 <= \result.part <= 0x20000000000000;
    ensures eighth: turn_eighth(units_of(turns), \result.eighth, \result.part);
*/
plumb_eighth plumb_turns_eighth(plumb_turns turns);
#endif
