/* spec/number/turns.h - fractions of a turn in units of 2^-128, and the eighth of a turn in which one lies.

   The units of a fraction are an integer below 2^128.  Whole turns do not count: a multiple is taken
   modulo 2^128.  Within its eighth a fraction has a part: an integer from 0 to 2^53, its distance from
   the nearest quarter turn in units of 2^72, rounded down after the quarter turn and up before it. */
#ifndef PLUMB_SPEC_NUMBER_TURNS_H
#define PLUMB_SPEC_NUMBER_TURNS_H
#include "spec/number/real.h"
#include <stdint.h>

/* first / 2^32 + second / 2^64 + third / 2^96 + fourth / 2^128 of a turn */
typedef struct {
    uint32_t first, second, third, fourth;
} plumb_turns;

/*@ axiomatic Turns {
      logic integer turn_units(integer first, integer second, integer third, integer fourth); // digits of 32 bits
      predicate turn_multiple(integer product, integer units, integer count); // product = units * count modulo 2^128
      predicate turn_eighth(integer units, integer eighth, integer part);     // units lies so in this eighth
    } */

/*@ logic integer units_of(plumb_turns t) = turn_units(t.first, t.second, t.third, t.fourth); */

/* at most a product and a carry fit into 64 bits */
/*@ lemma digit_product: \forall integer a, b; 0 <= a <= 0xffffffff && 0 <= b <= 0xffffffff ==>
      0 <= a * b <= 0xfffffffe00000001; */

#ifdef PLUMB_DEFINITIONS
/*@ lemma turn_units_is: \forall integer a, b, c, d; turn_units(a, b, c, d) ==
      a * 0x1000000000000000000000000 + b * 0x10000000000000000 + c * 0x100000000 + d; */
/*@ lemma turn_multiple_is: \forall integer p, u, n; turn_multiple(p, u, n) <==>
      (\exists integer whole; u * n == p + whole * 0x100000000000000000000000000000000); */
/*@ lemma turn_eighth_rising: \forall integer u, quarter, part; turn_eighth(u, 2 * quarter, part) <==>
      0 <= part <= 0x20000000000000 &&
      0 <= u - (quarter * 0x40000000000000000000000000000000 + part * 0x1000000000000000000) < 0x1000000000000000000; */
/*@ lemma turn_eighth_falling: \forall integer u, quarter, part; turn_eighth(u, 2 * quarter - 1, part) <==>
      0 <= part <= 0x20000000000000 &&
      0 <= u - (quarter * 0x40000000000000000000000000000000 - part * 0x1000000000000000000) < 0x1000000000000000000; */
#endif
#endif
