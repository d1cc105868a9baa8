/* spec/budget/evaluation.h - what an evaluation of a weighted mean is (spec/budget.md, sections 4 and 5).

   The evaluation weighs key j by p_j >= 0.  It sums p_j v_j and p_j over the keys that the query sees, with errors,
   and divides.  Of p_j an enclosure is known, or a lower bound alone.
   Definitions: proofs/model/evaluation.v. */
#ifndef PLUMB_SPEC_BUDGET_EVALUATION_H
#define PLUMB_SPEC_BUDGET_EVALUATION_H
#include "spec/number/sequence.h"

/* Between these numbers lies what a key weighs as computed.  One that is not finite says nothing. */
typedef struct {
    double least, most;
} plumb_range;

/* A computed sum of p_j x_j is off by at most relative sum_j p_j |x_j| + absolute, where these are finite. */
typedef struct {
    double relative, absolute;
} plumb_sum_error;

/* evaluates: some N within kv sum_j p_j |v_j| + eta of sum_j p_j v_j, and some Y within k sum_j p_j + zeta of
   sum_j p_j, have N = x Y; the keys j < n that are visible take part.
   pull: the most by which a key moves side (N - x Y), for a weight of 1, while side (x - end) >= 0 and |x| <= size;
   `common` is k size. */
/*@ axiomatic Evaluation {
      predicate evaluates(seq p, seq v, subset m, integer n, real kv, real eta, real k, real zeta, real x);
      logic seq column_of(seq v, integer width, integer column);             // v_{place(j, width, column)}
      logic seq pulls(seq v, real side, real end, real kv, real common);     // side (v_j - end) + kv |v_j| + common
    } */

#ifdef PLUMB_DEFINITIONS
#include "spec/compare/rounded_sum.h"
/*@ lemma evaluates_is: \forall seq p, v, subset m, integer n, real kv, eta, k, zeta, x;
      evaluates(p, v, m, n, kv, eta, k, zeta, x) <==>
      \exists real a, b; a == x * b &&
        \abs(a - visible_total(times(p, v), m, n)) <= kv * visible_total(times(p, absolutes(v)), m, n) + eta &&
        \abs(b - visible_total(p, m, n)) <= k * visible_total(p, m, n) + zeta; */
/* errors term by term: each product off by a part a_j of itself, each weight by a part b_j */
/*@ lemma evaluates_by_terms: \forall seq p, v, a, b, subset m, integer n, real kv, eta, k, zeta, h, z, x;
      (\forall integer j; 0 <= j < n && among(m, j) ==>
        0.0 <= el(p, j) && \abs(el(a, j)) <= kv && \abs(el(b, j)) <= k) &&
      \abs(h) <= eta && \abs(z) <= zeta &&
      visible_total(times(p, v), m, n) + visible_total(times(times(p, a), v), m, n) + h ==
        x * (visible_total(p, m, n) + visible_total(times(p, b), m, n) + z) ==>
      evaluates(p, v, m, n, kv, eta, k, zeta, x); */
/* whoever errs less, evaluates, too */
/*@ lemma evaluates_wider: \forall seq p, v, subset m, integer n, real kv, eta, k, zeta, kv1, eta1, k1, zeta1, x;
      (\forall integer j; 0 <= j < n && among(m, j) ==> 0.0 <= el(p, j)) &&
      kv <= kv1 && eta <= eta1 && k <= k1 && zeta <= zeta1 && evaluates(p, v, m, n, kv, eta, k, zeta, x) ==>
      evaluates(p, v, m, n, kv1, eta1, k1, zeta1, x); */
/* the unit in which probabilities are counted does not matter */
/*@ lemma evaluates_in_any_unit: \forall seq p, q, v, subset m, integer n, real kv, eta, k, zeta, x, unit;
      0.0 < unit && (\forall integer j; el(q, j) == unit * el(p, j)) && evaluates(p, v, m, n, kv, eta, k, zeta, x) ==>
      evaluates(q, v, m, n, kv, unit * eta, k, unit * zeta, x); */
/* upside down */
/*@ lemma evaluates_mirrored: \forall seq p, v, u, subset m, integer n, real kv, eta, k, zeta, x;
      (\forall integer j; el(u, j) == -el(v, j)) && evaluates(p, v, m, n, kv, eta, k, zeta, x) ==>
      evaluates(p, u, m, n, kv, eta, k, zeta, -x); */
/* with no errors at all: x is the mean of the values */
/*@ lemma mean_evaluates: \forall seq p, v, subset m, integer n; visible_total(p, m, n) != 0.0 ==>
      evaluates(p, v, m, n, 0.0, 0.0, 0.0, 0.0, visible_total(times(p, v), m, n) / visible_total(p, m, n)); */
#endif
/*@ lemma column_of_is: \forall seq v, integer w, c, j; el(column_of(v, w, c), j) == el(v, place(j, w, c)); */
/*@ lemma pulls_is: \forall seq v, real side, end, kv, common, integer j;
      el(pulls(v, side, end, kv, common), j) == rmul(el(v, j) - end, side) + rmul(kv, \abs(el(v, j))) + common; */

/* A number in memory that is finite is r; of another nothing is known. */
/*@ predicate given(double x, real r) = \is_finite(x) ==> r == x; */
/* x lies beyond the end on this side, and nowhere else than within size of 0 */
/*@ predicate beyond(real side, real end, real size, real x) =
      ((side == 1.0 && end <= x) || (side == -1.0 && x <= end)) && \abs(x) <= size; */
/*@ predicate weighs_within{L}(plumb_range *range, seq p, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      0.0 <= el(p, j) && (\is_finite(range[j].least) ==> range[j].least <= el(p, j)) &&
      (\is_finite(range[j].most) ==> el(p, j) <= range[j].most); */
/*@ predicate given_column{L}(double *value, seq v, subset m, integer n, integer width, integer column) =
      \forall integer j; 0 <= j < n && among(m, j) ==> given(value[place(j, width, column)], el(v, j)); */
#endif
