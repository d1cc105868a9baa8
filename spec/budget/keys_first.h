/* spec/budget/keys_first.h - what an engine gives for a row of a linear operator that sums the keys first
   (spec/budget.md, section 12). */
#ifndef PLUMB_SPEC_BUDGET_KEYS_FIRST_H
#define PLUMB_SPEC_BUDGET_KEYS_FIRST_H
#include "spec/budget/divisor.h"
#include "spec/budget/finished.h"
#include "spec/budget/linear.h"
#include "spec/budget/mapped.h"

/* d divides the row; of keys that are summed first nobody has the absolute weights */
/*@ predicate keys_first_divisor(seq u, seq t, integer division, real epsilon, real scale, seq q, seq k, subset m,
                                 integer n, integer d, integer steps, real e) =
      division != PLUMB_DIVIDED_BY_ABSOLUTE_SUM && \exists real s;
        (sum_divides(division) ==> linear_denominator(u, t, scale, q, k, m, n, d, steps, s)) &&
        divides_by(u, t, division, epsilon, n, s, e); */
/* x is an element of the output, of the features q and k of query and keys as computed, in r blocks at most */
/*@ predicate keys_first_gives(seq u, seq t, integer division, real epsilon, plumb_finish f, real scale, seq q, seq k,
                               seq v, subset m, integer n, integer d, integer r, real x) =
      \exists real s, e, z;
        linear_numerator(u, t, scale, q, k, v, m, n, d, product_steps(m, n, r), s) &&
        keys_first_divisor(u, t, division, epsilon, scale, q, k, m, n, d, product_steps(m, n, r), e) &&
        e != 0.0 && rmul(z, e) == s && finished_as(u, t, f, z, x); */
#endif
