/* spec/budget/softpick.h - from the scores of a row as computed to what an engine gives for it with softpick
   (spec/budget.md, section 14).  Definitions: proofs/model/softpick_engine.v. */
#ifndef PLUMB_SPEC_BUDGET_SOFTPICK_H
#define PLUMB_SPEC_BUDGET_SOFTPICK_H
#include "spec/budget/excess.h"
#include "spec/budget/mapped.h"
#include "spec/weight/softpick.h"

/* rescaled_terms: s is the sum of the first n terms, term j rescaled by c_j, with at most k roundings on its way.
   rescaled_quotients: z is the same of p_j v_j, each p_j stored and each v_j an operand, divided by d; where nothing is
   rescaled, the division may come before. */
/*@ axiomatic SoftpickEngine {
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
