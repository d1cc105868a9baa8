/* merge.h - the results of two parts of the keys become the result of both (spec/merge.md):
   lse = log(e^lse_a + e^lse_b), output[c] = (output_a[c] e^lse_a + output_b[c] e^lse_b) / (e^lse_a + e^lse_b).

   Source: arXiv 2112.05682, section 3; FlashDecoding, cascades and ring attention (arXiv 2310.01889) merge so.
   output, other_output [value_dim].  A part is empty where has_keys is 0: it sees no key, its numbers are not read,
   and the other one stays as it is.  Exponentials are of what log-sum-exps are below the larger: of finite ones none
   overflows. */
#ifndef PLUMB_AGGREGATE_MERGE_H
#define PLUMB_AGGREGATE_MERGE_H
#include "number/log.h"
#include "spec/aggregate/merge.h"
#include <stddef.h>

/* Merges the other part into one; returns whether that then sees a key. */
/*@ requires reads: \valid_read(other_lse) && \valid_read(other_output + (0 .. value_dim - 1));
    requires writes: \valid(lse) && \valid(output + (0 .. value_dim - 1));
    requires output_apart: \separated(output + (0 .. value_dim - 1), other_output + (0 .. value_dim - 1)) &&
                           \separated(output + (0 .. value_dim - 1), other_lse) &&
                           \separated(output + (0 .. value_dim - 1), lse);
    requires lse_apart: \separated(lse, other_output + (0 .. value_dim - 1)) && \separated(lse, other_lse);
    assigns *lse, output[0 .. value_dim - 1];
    ensures encloses: \forall key_part a, b;
      \old(denotes(has_keys, lse, output, a, value_dim) && denotes(other_has_keys, other_lse, other_output, b,
                    value_dim)) ==>
      denotes(\result, lse, output, merged(a, b), value_dim);
*/
int plumb_merge(int has_keys, plumb_ball *lse, plumb_ball *output, int other_has_keys, const plumb_ball *other_lse,
                const plumb_ball *other_output, size_t value_dim);
#endif
