/* spec/budget/softpick.h - from the scores of a row as computed to what an engine gives for it with softpick
   (spec/budget.md, section 14).  Definitions: proofs/model/softpick_engine.v. */
#ifndef PLUMB_SPEC_BUDGET_SOFTPICK_H
#define PLUMB_SPEC_BUDGET_SOFTPICK_H
#include "spec/budget/mapped.h"
#include "spec/weight/softpick.h"

/* excess_computed: y is e^(x - m) - e^-m as computed, m the largest score that was found so far, and `factor` what it is
   rescaled by, r times at most, until m is the largest.
   rescaled_terms: s is the sum of the first n terms, term j rescaled by c_j, with at most k roundings on its way.
   rescaled_quotients: z is the same of p_j v_j, each p_j stored and each v_j an operand, divided by d; where nothing is
   rescaled, the division may come before. */
/*@ axiomatic SoftpickEngine {
      predicate excess_computed(seq u, seq t, integer r, real largest, real x, real factor, real y);
      predicate rescaled_terms(seq u, seq t, seq p, seq c, integer n, integer k, integer r, real s);
      predicate rescaled_quotients(seq u, seq t, seq p, seq c, seq v, integer n, integer k, integer r, real d, real z);
    } */
/* the differences e of the keys in m, and their factors c */
/*@ predicate excesses_computed(seq u, seq t, integer r, seq y, seq c, seq e, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      excess_computed(u, t, r, largest(y, m, n), el(y, j), el(c, j), el(e, j)); */
/* what is divided, and what it is divided by */
/*@ predicate rectified_from(seq e, seq p, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> el(p, j) == \max(el(e, j), 0.0); */
/*@ predicate sizes_from(seq u, seq t, seq e, seq a, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      weight_stored(u, t, PLUMB_DIVIDED_BY_ABSOLUTE_SUM, el(e, j), el(a, j)); */
/* z is the sum of max(0, e_j) v_j, divided by that of |e_j| and epsilon */
/*@ predicate softpick_quotient(seq u, seq t, real epsilon, seq y, seq v, subset m, integer n, integer k, integer r,
                                real z) =
      \exists seq c, e, p, a, real s, d; excesses_computed(u, t, r, y, c, e, m, n) && rectified_from(e, p, m, n) &&
        sizes_from(u, t, e, a, m, n) &&
        rescaled_terms(u, t, seen_of(m, n, a), seen_of(m, n, c), visible_count(m, n), k, r, s) &&
        epsilon_added(u, t, epsilon, s, d) &&
        rescaled_quotients(u, t, seen_of(m, n, p), seen_of(m, n, c), seen_of(m, n, v), visible_count(m, n), k, r, d,
                           z); */
/* x is an element of the row as stored; parts that are joined are rescaled three times more */
/*@ predicate softpick_row_gives(seq u, seq t, real epsilon, seq y, seq v, subset m, integer n, integer r, real x) =
      \exists real z; softpick_quotient(u, t, epsilon, y, v, m, n, product_steps(m, n, r), r + 3, z) &&
        stored_as(u, t, z, x); */

/*@ predicate bears_excesses(seq u, integer r) = rmul(28.0, el(u, 4)) < 1.0 && el(u, 3) < 1.0 && el(u, 10) < 1.0 &&
      rmul((real)r, el(u, 11)) < 1.0; */
/* By how much the exponents of both powers are off, of numbers of this size: the argument of exp, that as stored twice,
   both powers, the factor. */
/*@ logic real power_argument_off(seq u, seq t, real size) =
      rmul(gamma_up(6.0, el(u, 4)), size + size)
        + rmul(1.0 + gamma_up(6.0, el(u, 4)), rmul(rmul(2.0, el(u, 4)), size) + rmul(8.0, el(t, 4))); */
/*@ logic real power_off(seq u, seq t, real size) =
      moved(el(u, 3), el(t, 3), moved(el(u, 9), el(t, 4), power_argument_off(u, t, size), size + size), size + size)
        + (gamma_up(1.0, el(u, 10)) + gamma_up(1.0, el(u, 3))); */
/*@ logic real factor_off(seq u, seq t, integer r, real size) =
      rmul(gamma_up(5.0, el(u, 4)), size + size)
        + rmul((real)r, gamma_up(1.0, el(u, 11)) + rmul(6.0, el(t, 4))); */
/*@ logic real excess_off(seq u, seq t, integer r, real size) = power_off(u, t, size) + factor_off(u, t, r, size); */
/* the stores of the difference; what underflows of it, where x is the score */
/*@ logic real excess_relative(seq u) = joint(gamma_up(3.0, el(u, 4)), el(u, 3)); */
/*@ logic real rescaling_growth(seq u, integer r) = 1.0 + gamma_up((real)r, el(u, 11)); */
/*@ logic real excess_lost(seq u, seq t, integer r, real size, real x) = rmul(rescaling_growth(u, r),
      rmul(1.0 + excess_relative(u),
           rmul(2.0, rmul(1.0 + el(u, 3), el(t, 4)) + el(t, 3))
             + rmul(rmul((real)r, el(t, 4)), rmul(rexp(excess_off(u, t, r, size)), 1.0 + rexp(-x))))
        + (rmul(gamma_tiny(u, t, 3.0), 1.0 + el(u, 3)) + el(t, 3))); */
/* e is the difference of the score x as computed, times f: in units of e^-c, where f is e^(m - c) */
/*@ predicate excess_scaled(seq u, seq t, integer r, real size, real f, real c, real x, real e) =
      \exists real a, b; \abs(a) <= excess_off(u, t, r, size) && \abs(b) <= excess_off(u, t, r, size) &&
        near(e, rexp(x - c + a) - rexp(b - c),
             rmul(excess_relative(u), \abs(rexp(x - c + a) - rexp(b - c))) + rmul(f, excess_lost(u, t, r, size, x))); */
/*@ predicate excesses_scaled(seq u, seq t, integer r, real f, real c, seq y, seq e, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      excess_scaled(u, t, r, \max(\abs(el(y, j)), \abs(largest(y, m, n))), f, c, el(y, j), el(e, j)); */
/* w: what underflows in such units, whatever rescaled it */
/*@ predicate tiny_grown(seq u, seq t, integer r, real f, seq w) = \forall integer i; 0 <= i < 12 ==>
      rmul(rescaling_growth(u, r), el(t, i)) <= el(w, i) &&
      rmul(f, rmul(rescaling_growth(u, r), el(t, i))) <= el(w, i); */
/* The quotient stays as it is in any unit; only epsilon knows the largest score. */
/*@ lemma softpick_scaled: \forall seq u, t, w, y, v, subset m, integer n, k, r, real epsilon, c, f, z;
      is_roundings(u, t) && bears_excesses(u, r) && 1 <= r && tiny_grown(u, t, r, f, w) && f == rexp(largest(y, m, n) - c) &&
      softpick_quotient(u, t, epsilon, y, v, m, n, k, r, z) ==>
      \exists seq e, p, a, real d; is_roundings(u, w) && excesses_scaled(u, t, r, f, c, y, e, m, n) &&
        rectified_from(e, p, m, n) && sizes_from(u, w, e, a, m, n) &&
        divisor_of_sum(u, w, rmul(f, epsilon), a, m, n, k, d) && seen_quotients(u, w, p, v, m, n, k, d, z); */
/* doubles that are finite denote numbers */
/*@ lemma finite_are_values{L}: \forall double *p, integer n; (\forall integer k; 0 <= k < n ==> \is_finite(p[k])) ==>
      \exists seq x; values(p, x, n); */
#endif
