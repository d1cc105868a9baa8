/* frequency.h - the fraction of a turn by which each pair of a vector rotates per position: theta_m / (2 pi),
   from the exact parameters of a case (spec/positions.md, sections 1 and 2).

   Not a kernel: Arb raises its precision until each fraction is certain.  Whole turns are dropped,
   since positions are integers.  The kernels get the fractions from here (position/angles.h). */
#ifndef PLUMB_ROW_FREQUENCY_H
#define PLUMB_ROW_FREQUENCY_H
#include "number/ball.h"
#include "number/turns.h"
#include "problem/position.h"
#include <stdbool.h>
#include <stddef.h>

/* frequency [dim/2], within 2^-127 of a turn; multiplier: mu.  False if the parameters make one of
   them no finite number; the multiplier then gives no information. */
bool plumb_rope_frequencies(const plumb_rope *rope, plumb_turns *frequency, plumb_ball *multiplier);

/* frequency [dim/2] of sinusoidal positions; one_less: base^{-m/(dim/2-1)}.  False as above. */
bool plumb_sinusoidal_frequencies(double base, size_t dim, bool one_less, plumb_turns *frequency);
#endif
