/* spec/budget/moved.h - how far a score is off whose vectors an engine has moved, each off by itself (spec/budget.md,
   sections 9, 17 and 18).

   x and z are the vectors of query and key as computed, p and k the exact ones.  What is known of the former are sizes
   of their elements, and by how much their product is off. */
#ifndef PLUMB_SPEC_BUDGET_MOVED_H
#define PLUMB_SPEC_BUDGET_MOVED_H
#include "spec/budget/score.h"
#include "spec/number/total.h"

/*@ predicate bounded(seq x, seq size, integer d) = \forall integer c; 0 <= c < d ==> \abs(el(x, c)) <= el(size, c); */
/*@ predicate moved_within(seq x, seq p, seq off, integer d) =
      \forall integer c; 0 <= c < d ==> near(el(x, c), el(p, c), el(off, c)); */
/* the same in memory; and said of each element by itself */
/*@ predicate vector_moved{L}(double *size, double *off, seq x, seq p, integer d) = \exists seq s, o;
      values(size, s, d) && values(off, o, d) && bounded(x, s, d) && bounded(p, s, d) && moved_within(x, p, o, d); */
/*@ predicate element_moved(double size, double off, real x, real p) = \is_finite(size) && \is_finite(off) &&
      \abs(x) <= size && \abs(p) <= size && near(x, p, off); */
/*@ predicate elements_moved{L}(double *size, double *off, seq x, seq p, integer d) =
      \forall integer c; 0 <= c < d ==> element_moved(size[c], off[c], el(x, c), el(p, c)); */
/*@ lemma elements_are_moved{L}: \forall double *size, double *off, seq x, p, integer d;
      elements_moved(size, off, x, p, d) ==> vector_moved(size, off, x, p, d); */
/* by how much the product is off, each element of the vectors by a and b */
/*@ logic real product_moved_by(seq a, seq b, seq q_size, seq k_size, integer d) =
      dots(a, k_size, d) + dots(q_size, b, d); */
/*@ lemma product_moves: \forall seq x, z, p, k, a, b, q_size, k_size, integer d; 0 <= d &&
      moved_within(x, p, a, d) && moved_within(z, k, b, d) && bounded(x, q_size, d) && bounded(k, k_size, d) ==>
      near(dots(x, z, d), dots(p, k, d), product_moved_by(a, b, q_size, k_size, d)); */
/* as score_off, of vectors of these sizes and of a score of this size, which inherits e */
/*@ logic real moved_score_off(seq u, seq t, real scale, seq q_size, seq k_size, integer d, real e, real size) =
      rmul(part_of_magnitude(u, t, d, \abs(scale), \max(1.0, \abs(scale))), dots(q_size, k_size, d))
        + rmul(part_of_sizes(u, t, d, \max(1.0, \abs(scale))), total(q_size, d) + total(k_size, d))
        + rmul(part_of_score(u), size + rmul(\abs(scale), e))
        + part_of_nothing(u, t, d, \max(1.0, \abs(scale))) + rmul(\abs(scale), e); */
/*@ lemma moved_score_within: \forall seq u, t, x, z, p, k, q_size, k_size, integer d, real scale, e, y;
      is_roundings(u, t) && 0 <= d && bears_products(u, d) && bounded(x, q_size, d) && bounded(z, k_size, d) &&
      near(dots(x, z, d), dots(p, k, d), e) && score_computed(u, t, scale, x, z, d, y) ==>
      near(y, rmul(scale, dots(p, k, d)),
           moved_score_off(u, t, scale, q_size, k_size, d, e, \abs(rmul(scale, dots(p, k, d))))); */
#endif
