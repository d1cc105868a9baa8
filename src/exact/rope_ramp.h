/* rope_ramp.h - scalings of RoPE that slow down the slow pairs, keep the fast ones and go over from one
   to the other by a ramp: yarn and llama3 of spec/positions.md, section 2. */
#ifndef PLUMB_EXACT_ROPE_RAMP_H
#define PLUMB_EXACT_ROPE_RAMP_H
#include "problem/problem.h"
#include "problem/arb.h"

/* Both scale the frequencies base^(-2m/r) in theta [dim/2].  The ramp of yarn is in m, from c(beta_fast)
   to c(beta_slow). */
void plumb_exact_scale_yarn(arb_ptr theta, const plumb_rope *rope, slong precision);
/* The ramp of llama3 is in the turns that a pair makes over the text, L theta / (2 pi), from the slow
   pairs up to those that stay. */
void plumb_exact_scale_llama3(arb_ptr theta, const plumb_rope *rope, slong precision);
#endif
