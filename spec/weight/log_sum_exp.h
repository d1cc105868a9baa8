/* spec/weight/log_sum_exp.h - the logarithm of the sum over visible i of exp(score[i]), and the same with
   the logit of a sink among the scores.

   Both may be computed from scores shifted by any c, which is then added again (..._shift). */
#ifndef PLUMB_SPEC_WEIGHT_LOG_SUM_EXP_H
#define PLUMB_SPEC_WEIGHT_LOG_SUM_EXP_H
#include "spec/number/log.h"
#include "spec/weight/exponentials.h"

/*@ axiomatic LogSumExp {
      logic real log_sum_exp(seq x, subset m, integer n);
      logic real log_sum_exp_with_sink(seq x, subset m, integer n, real sink);
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma log_sum_exp_is: \forall seq x, subset m, integer n, j; 0 <= j < n && among(m, j) ==>
      log_sum_exp(x, m, n) == \log(exponentials(x, m, 0.0, n)); */
/*@ lemma log_sum_exp_with_sink_is: \forall seq x, subset m, integer n, real sink;
      log_sum_exp_with_sink(x, m, n, sink) == \log(exponentials(x, m, 0.0, n) + \exp(sink)); */
#endif

/*@ lemma log_sum_exp_shift: \forall seq x, subset m, real c, integer n; exponentials(x, m, c, n) > 0.0 ==>
      rlog(exponentials(x, m, c, n)) == log_sum_exp(x, m, n) - c; */
/*@ lemma log_sum_exp_with_sink_shift: \forall seq x, subset m, real c, integer n, real sink;
      rlog(exponentials(x, m, c, n) + rexp(sink - c)) == log_sum_exp_with_sink(x, m, n, sink) - c; */
#endif
