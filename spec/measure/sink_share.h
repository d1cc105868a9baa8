/* spec/measure/sink_share.h - the mean of n weights: what attention a key gets, on average over rows.

   Source: arXiv 2410.10781, section 3: alpha_k = (1/(T - k + 1)) sum_{t=k}^{T} A_{t,k}, the weights that key k
   has in the T - k + 1 rows of itself and of what follows. */
#ifndef PLUMB_SPEC_MEASURE_SINK_SHARE_H
#define PLUMB_SPEC_MEASURE_SINK_SHARE_H
#include "spec/weight/normalised.h"

/*@ axiomatic SinkShare { logic real sink_share(seq w, integer n); } // (1/n) sum_{i<n} w_i */

#ifdef PLUMB_DEFINITIONS
/*@ lemma sink_share_is: \forall seq w, integer n; 0 < n ==> sink_share(w, n) * (real)n == total(w, n); */

/* ---- laws ---- */
/*@ lemma sink_share_between: \forall seq w, real low, high, integer n; 0 < n &&
      (\forall integer i; 0 <= i < n ==> low <= el(w, i) <= high) ==> low <= sink_share(w, n) <= high; */
/*@ lemma sink_share_of_equal: \forall seq w, real c, integer n; 0 < n &&
      (\forall integer i; 0 <= i < n ==> el(w, i) == c) ==> sink_share(w, n) == c; */
#endif

/*@ lemma sink_share_quotient: \forall seq w, integer n; sink_share(w, n) == rdiv(total(w, n), (real)n); */
#endif
