/* log_sum_exp.h - log(sum over visible j of exp(score[j])), and log(that sum + exp(sink)).

   Source: arXiv 2307.08691, section 3.1: what a softmax kernel hands on for merging and for the
   backward pass.  score, visible [keys].  The largest visible score is subtracted before and added
   after, so that no exponential overflows; the real result does not depend on it.  Scores of
   invisible keys are not read.  With no visible key and no sink the result, minus infinity, is no
   real number, and the ball carries no information. */
#ifndef PLUMB_WEIGHT_LOG_SUM_EXP_H
#define PLUMB_WEIGHT_LOG_SUM_EXP_H
#include "number/log.h"
#include "spec/weight/log_sum_exp.h"
#include <stddef.h>

/*@ requires reads: reads_visible(score, visible, keys);
    assigns \nothing;
    ensures encloses: \forall seq x, subset m; encloses_visible(score, visible, x, m, keys) ==>
      in_ball(\result, log_sum_exp(x, m, keys));
*/
plumb_ball plumb_log_sum_exp(const plumb_ball *score, const unsigned char *visible, size_t keys);

/*@ requires reads: reads_visible(score, visible, keys);
    assigns \nothing;
    ensures encloses: \forall seq x, subset m, real s; encloses_visible(score, visible, x, m, keys) &&
      in_ball(sink, s) ==> in_ball(\result, log_sum_exp_with_sink(x, m, keys, s));
*/
plumb_ball plumb_log_sum_exp_with_sink(const plumb_ball *score, const unsigned char *visible, size_t keys,
                                       plumb_ball sink);
#endif
