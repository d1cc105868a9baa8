/* turns.h - random frequencies, and the numbers that a frequency represents. */
#ifndef PLUMB_TESTS_SUPPORT_TURNS_H
#define PLUMB_TESTS_SUPPORT_TURNS_H
#include "number/turns.h"
#include "problem/arb.h"
#include "tests/support/random.h"

/* Multiples of an eighth of a turn and their neighbours, tiny frequencies, and all else. */
plumb_turns random_turns(random_cases *cases);
/* 0, 1, powers of two up to 2^53 and their neighbours, and all between. */
uint64_t random_position(random_cases *cases);

/* turns + units * 2^-128, exactly: a frequency stands for what lies between -2 and 2 units from it. */
void exact_turns(arb_t exact, plumb_turns turns, long units);
/* Sine and cosine of position * frequency, to 2^-300 or so. */
void exact_turn(arb_t sine, arb_t cosine, plumb_turns frequency, long units, uint64_t position);
#endif
