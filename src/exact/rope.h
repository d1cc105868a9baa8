/* rope.h - spec/positions.md, section 2: the angles by which rotary pairs turn at each position. */
#ifndef PLUMB_EXACT_ROPE_H
#define PLUMB_EXACT_ROPE_H
#include "problem/problem.h"
#include "problem/arb.h"

/* power = base^(-numerator/denominator) */
void plumb_exact_decay(arb_t power, const arb_t base, ulong numerator, ulong denominator, slong precision);

/* Which axis of the position ids pair m reads. */
size_t plumb_exact_axis(const plumb_rope *rope, size_t m);

/* frequency[m] = theta_m for the dim/2 pairs; multiplier = mu.  Indeterminate where the scaling's rule
   divides by 0: ntk and dynamic with dim 2, a base of 1 with yarn, equal ends of a ramp of llama3. */
void plumb_exact_rope_frequencies(arb_ptr frequency, const plumb_rope *rope, slong precision);
void plumb_exact_rope_multiplier(arb_t multiplier, const plumb_rope *rope, slong precision);
#endif
