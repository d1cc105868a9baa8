/* round.h - correct rounding of an enclosed real number to a binary format. */
#ifndef PLUMB_EXACT_ROUND_H
#define PLUMB_EXACT_ROUND_H
#include "number/ball.h"
#include "problem/format.h"
#include "problem/arb.h"
#include <stdbool.h>
#include <stddef.h>

/* x rounded to nearest, ties to even (IEEE 754-2019, 4.3.1), with gradual underflow, overflow to
   infinity at the midpoint above the largest finite number, and every zero as +0: a sign of zero
   cannot be certified from a ball around it, and both zeros are the same number.
   NaN gives NaN. */
double plumb_round_arf(const arf_t x, plumb_format format);
double plumb_round_double(double x, plumb_format format);

/* True, with the rounded number, if every real number in the ball rounds to the same one; false if
   the ball straddles a rounding boundary or carries no information. */
bool plumb_round_arb(double *rounded, const arb_t ball, plumb_format format);
bool plumb_round_ball(double *rounded, plumb_ball ball, plumb_format format);

/* Rounds those of several balls for which a look at their bits is enough; left[i] is 1 for the others, of
   which plumb_round_ball may still tell more. */
void plumb_round_balls(const plumb_ball *ball, size_t count, plumb_format format, double *rounded, unsigned char *left);
#endif
