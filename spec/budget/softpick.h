/* spec/budget/softpick.h - from the scores of a row as computed to what an engine gives for it with softpick
   (spec/budget.md, section 14).  Definitions: proofs/model/softpick_engine.v. */
#ifndef PLUMB_SPEC_BUDGET_SOFTPICK_H
#define PLUMB_SPEC_BUDGET_SOFTPICK_H
#include "spec/budget/excess.h"
#include "spec/budget/mapped.h"
#include "spec/weight/softpick.h"

/* softpick_quotient: z is a sum of max(0, e_j) times the values over the n keys in m, with the vectors a if `adds` is
   not 0, divided by the sum of the sizes |e_j| and epsilon.  e_j is a difference of powers at the largest score y_i
   that was found so far, rescaled r times at most; there are at most k other roundings on the way of a term. */
/*@ axiomatic SoftpickEngine {
      predicate softpick_quotient(seq u, seq t, real epsilon, integer adds, seq y, seq v, seq a, subset m, integer n,
                                  integer k, integer r, real z);
    } */
/* of differences e: what is divided, and what it is divided by */
/*@ predicate rectified_from(seq e, seq p, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> el(p, j) == \max(el(e, j), 0.0); */
/*@ predicate sizes_from(seq u, seq t, seq e, seq a, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      weight_stored(u, t, PLUMB_DIVIDED_BY_ABSOLUTE_SUM, el(e, j), el(a, j)); */
/* parts that are joined are rescaled three times more */
/*@ predicate softpick_sum(seq u, seq t, real epsilon, integer adds, seq y, seq v, seq a, subset m, integer n,
                           integer r, real z) =
      softpick_quotient(u, t, epsilon, adds, y, v, a, m, n, product_steps(m, n, r), r + 3, z); */

/* ---- in units of e^-c ---- */
/*@ predicate excesses_scaled(seq u, seq t, integer r, real c, seq y, seq e, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      excess_scaled(u, t, r, largest(y, m, n), rexp(largest(y, m, n) - c), c, el(y, j), el(e, j)); */
/* w: what underflows in such units, whatever rescales it; f: e^(m - c) */
/*@ predicate tiny_grown(seq u, seq t, integer r, real f, seq w) = \forall integer i; 0 <= i < 12 ==>
      rmul(rescaling_growth(u, r), el(t, i)) <= el(w, i) &&
      rmul(f, rmul(rescaling_growth(u, r), el(t, i))) <= el(w, i); */
/* z is a quotient of the differences e */
/*@ predicate excesses_divided(seq u, seq w, real epsilon, integer adds, seq e, seq v, seq a, subset m, integer n,
                               integer k, real z) =
      \exists seq p, b, real d; rectified_from(e, p, m, n) && sizes_from(u, w, e, b, m, n) &&
        divisor_of_sum(u, w, epsilon, b, m, n, k, d) && weighed_quotients(u, w, adds, p, v, a, m, n, k, d, z); */
/*@ predicate divided_in_units(seq u, seq t, real epsilon, integer adds, real f, seq e, seq v, seq a, subset m,
                               integer n, integer k, integer r, real z) =
      \forall seq w; tiny_grown(u, t, r, f, w) ==>
      is_roundings(u, w) && excesses_divided(u, w, rmul(f, epsilon), adds, e, v, a, m, n, k, z); */
/*@ predicate softpick_in_units(seq u, seq t, real epsilon, integer adds, real c, seq y, seq v, seq a, subset m,
                                integer n, integer k, integer r, real z) =
      \exists seq e; excesses_scaled(u, t, r, c, y, e, m, n) &&
        divided_in_units(u, t, epsilon, adds, rexp(largest(y, m, n) - c), e, v, a, m, n, k, r, z); */
/* The quotient stays as it is in any unit; only epsilon knows the largest score. */
/*@ lemma softpick_scaled: \forall seq u, t, y, v, a, subset m, integer adds, n, k, r, real epsilon, c, z;
      is_roundings(u, t) && bears_excesses(u, r) && 1 <= r &&
      softpick_quotient(u, t, epsilon, adds, y, v, a, m, n, k, r, z) ==>
      softpick_in_units(u, t, epsilon, adds, c, y, v, a, m, n, k, r, z); */
#include "spec/budget/finite.h"
#endif
