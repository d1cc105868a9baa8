/* spec/budget/shifts.h - shifts that engines have in the place of the largest score are in reach of it, as the
   definition of an online softmax has it (spec/budget.md, section 1): by itself, or as far as a model allows, whose
   sequences are u and t.  Definitions: proofs/model/engine.v and shifts.v.

   Sources: FlashAttention 4 and, in fp8, FlashAttention 3, github.com/Dao-AILab/flash-attention; ggml's kernels for
   CUDA, github.com/ggml-org/llama.cpp. */
#ifndef PLUMB_SPEC_BUDGET_SHIFTS_H
#define PLUMB_SPEC_BUDGET_SHIFTS_H
#include "spec/budget/model.h"
#include "spec/number/sequence.h"

/* shifts_to: an online softmax of n scores may end at this shift, if the maximum leaves out at most the `left` last.
   in_reach: the probability of a score may be computed at this shift.
   lagging_shift: after n scores, where the shift rises to a score only if that is farther above it than the lag. */
/*@ axiomatic Shifts {
      predicate shifts_to(seq t, seq score, integer n, integer left, real high);
      predicate in_reach(seq t, real score, real shift);
      logic real lagging_shift(seq score, real lag, integer n);
    } */
/*@ lemma lagging_shift_first: \forall seq s, real lag; lagging_shift(s, lag, 1) == el(s, 0); */
/*@ lemma lagging_shift_next: \forall seq s, real lag, integer n; 1 <= n ==>
      lagging_shift(s, lag, n + 1) ==
        (lagging_shift(s, lag, n) + lag < el(s, n) ? el(s, n) : lagging_shift(s, lag, n)); */

/* Each probability is computed at a shift in its reach, which then rises to the last one. */
/*@ lemma lagging_shift_is_in_reach: \forall seq u, t, s, integer n, j, left;
      is_roundings(u, t) && 0 <= j < n && 0 <= left ==>
      in_reach(t, el(s, j), lagging_shift(s, 8.0 * \log(2.0), j + 1)) &&
      lagging_shift(s, 8.0 * \log(2.0), j + 1) <= lagging_shift(s, 8.0 * \log(2.0), n) &&
      shifts_to(t, s, n, left, lagging_shift(s, 8.0 * \log(2.0), n)); */
/* A constant, a maximum over hidden keys, too, or one to which something is added or of which it is taken off: no
   farther from the largest score than that, and than the model allows besides. */
/*@ predicate is_maximum(seq s, integer n, real top) = (\forall integer j; 0 <= j < n ==> el(s, j) <= top) &&
      \exists integer i; 0 <= i < n && el(s, i) == top; */
/*@ lemma constant_shift_is_in_reach: \forall seq u, t, s, integer n, j, left, real top, shift;
      is_roundings(u, t) && is_maximum(s, n, top) && 0 <= j < n && 0 <= left &&
      top - shift <= 8.0 * \log(2.0) + el(t, 10) && shift - top <= 3.0 * \log(2.0) + el(t, 9) ==>
      in_reach(t, el(s, j), shift) && shifts_to(t, s, n, left, shift); */
#endif
