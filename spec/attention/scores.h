/* spec/attention/scores.h - from scale * phi(q).phi(k_j) to the final scores: softcap, biases and their order
   (spec/operators.md, section 1); included after plumb_score_bias. */
#ifndef PLUMB_SPEC_ATTENTION_SCORES_H
#define PLUMB_SPEC_ATTENTION_SCORES_H
#include "spec/score/bias.h"
#include "spec/score/capped_mask.h"
#include "spec/score/softcap.h"

/* Each has_... says whether there is such a thing; without it x is unchanged. */
/*@ logic seq capped_if(integer has_cap, real cap, seq x) = has_cap != 0 ? softcapped(x, cap) : x; */
/* b is the bias tensor, a what the positions add (spec/positions.md). */
/*@ logic seq first_biased_if(integer has_first, real first, seq x) = has_first != 0 ? first_biased(x, first) : x; */
/*@ logic seq biased_if(integer has, seq b, seq x) = has != 0 ? biased(x, b) : x; */
/*@ logic seq all_biased(plumb_score_bias bias, seq b, seq a, seq x) =
      biased_if(bias.has_position, a, first_biased_if(bias.has_first, bias.first, biased_if(bias.has_bias, b, x))); */
/* their memory, and what they are in it */
/*@ predicate reads_biases{L}(plumb_score_bias bias, integer n) =
      (bias.has_bias != 0 ==> \valid_read(bias.bias + (0 .. n - 1))) &&
      (bias.has_position != 0 ==> \valid_read(bias.position + (0 .. n - 1))); */
/*@ predicate biases{L}(plumb_score_bias bias, seq b, seq a, subset m, integer n) =
      (bias.has_bias != 0 ==> values_among(bias.bias, b, m, n)) &&
      (bias.has_position != 0 ==> encloses_among(bias.position, a, m, n)); */

/*@ logic seq capped_and_biased(integer order, integer has_cap, real cap, plumb_score_bias bias, seq b, seq a, seq x) =
      order == PLUMB_CAP_BIAS_MASK ? all_biased(bias, b, a, capped_if(has_cap, cap, x))
                                   : capped_if(has_cap, cap, all_biased(bias, b, a, x)); */

/* The softcap after the mask: invisible keys have score -cap and take part. */
/*@ logic integer cap_unmasks(integer order, integer has_cap) = order == PLUMB_BIAS_MASK_CAP ? has_cap : 0; */
/*@ logic subset taking_part(integer unmasks, subset m) = unmasks != 0 ? everything : m; */
/*@ logic seq unmasked_if(integer unmasks, real cap, subset m, seq x) = unmasks != 0 ? capped_mask(x, m, cap) : x; */
#endif
