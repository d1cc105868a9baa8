/* spec/budget/sums.h - by how much the two sums of an online softmax are off: kappa, eta and zeta of spec/budget.md,
   section 5. */
#ifndef PLUMB_SPEC_BUDGET_SUMS_H
#define PLUMB_SPEC_BUDGET_SUMS_H
#include "spec/budget/model.h"
#include "spec/budget/total_size.h"

/* roundings on the way of a term: n keys, r rescalings, 8 for joining parts and normalising */
/*@ logic real accumulated(seq u, integer n, integer r) = gamma_up(n + r + 8.0, el(u, 6)); */
/*@ logic real numerator_relative(seq u, integer n, integer r) =
      joint(joint(el(u, 5), el(u, 1)), accumulated(u, n, r)); */
/*@ logic real denominator_relative(seq u, integer n, integer r) = joint(el(u, 5), accumulated(u, n, r)); */

/* A shift may be 3 log(2) above the largest score, and what the model allows besides: then probabilities and their sum
   are so many times smaller.  Or it may be 8 log(2) below, and they are so many times larger. */
/*@ logic real times_smaller(seq t) = rmul(8.0, rexp(el(t, 9))); */
/*@ logic real times_larger(seq t) = rmul(512.0, rexp(el(t, 10))); */
/* What underflows, or is left of a key far below the others, relative to the sum: of a probability; of a sum.  What e^x
   underflows by is rescaled with the probabilities.  The sum of the exact ones may be smaller by e^{5 most} besides, if
   no exponent is off by more than `most`. */
/*@ logic real lost_probability(seq u, seq t, integer r) =
      rmul(times_smaller(t),
           rmul(1.0 + el(u, 5), el(t, 5) + rmul(times_larger(t), rmul(r + 1.0, el(t, 4))) + 0x1p-79)); */
/*@ logic real lost_sum(seq t, integer n, integer r) =
      rmul(times_smaller(t), rmul(3.0, rmul(n + r + 8.0, el(t, 6)))); */
/*@ logic real underflow_gain(seq u, integer n, integer r, real most) =
      rmul(1.0 + accumulated(u, n, r), rexp(rmul(5.0, most))); */
/*@ logic real lost_total(seq u, seq t, integer n, integer r) =
      rmul((real)n, lost_probability(u, t, r)) + lost_sum(t, n, r); */
/*@ logic real denominator_absolute(seq u, seq t, integer n, integer r, real most) =
      rmul(underflow_gain(u, n, r, most), lost_total(u, t, n, r)); */

/* Where probabilities are divided by their sum and stored before they multiply the values, a quotient underflows, too,
   and what underflows is relative to that sum, which in units of the exact one is `dividing` at most, but for
   exponents.  The values, of this total size, are rounded as operands. */
/*@ logic real dividing(seq u, seq t, integer n, integer r) =
      rmul(1.0 + accumulated(u, n, r), 1.0 + lost_total(u, t, n, r)); */
/*@ logic real lost_quotient(seq u, seq t, integer r) =
      lost_probability(u, t, r) + rmul(1.0 + el(u, 5), rmul(4.0, rmul(1.0 + el(u, 5), el(t, 6)))); */
/*@ logic real numerator_absolute(seq u, seq t, integer n, integer r, real most, real size) =
      rmul(rmul(underflow_gain(u, n, r, most), dividing(u, t, n, r)),
           rmul(lost_quotient(u, t, r), rmul(1.0 + el(u, 1), size) + rmul((real)n, el(t, 1)))
             + rmul(1.0 + el(u, 5), lost_sum(t, n, r) + el(t, 1))); */
#endif
