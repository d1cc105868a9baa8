/* temperature.h - what a query is multiplied by for its position (spec/positions.md, section 6):
   1 + factor ln(1 + floor((position + offset) / length)).

   Not a kernel: Arb.  The quotient is one of integers, rounded down exactly. */
#ifndef PLUMB_ROW_TEMPERATURE_H
#define PLUMB_ROW_TEMPERATURE_H
#include "number/ball.h"
#include "problem/problem.h"

/* Exactly 1 where there is none, and up to `length`; without information below position 0. */
plumb_ball plumb_temperature_at(const plumb_temperature *temperature, int64_t position);

/* Multiplies the vector [dim] by that factor, which is returned; one of 1 leaves it as it is. */
plumb_ball plumb_heat(const plumb_temperature *temperature, int64_t position, plumb_ball *vector, size_t dim);

/* The largest of all queries. */
plumb_ball plumb_largest_temperature(const plumb_problem *problem);
#endif
