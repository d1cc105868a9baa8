/* spec/budget/powered.h - from the scores of a row as computed to what an engine gives for it with a power softmax
   (spec/budget.md, section 15). */
#ifndef PLUMB_SPEC_BUDGET_POWERED_H
#define PLUMB_SPEC_BUDGET_POWERED_H
#include "spec/budget/mapped.h"
#include "spec/weight/power_softmax.h"
#include "spec/weight/softpick.h"

/* ---- what an engine does ---- */

/* By how much f x is off as an argument of exp: the power is an input; three stores of scores, one of their difference,
   and twelve steps. */
/*@ logic real power_relative(seq u, seq t, real p) =
      joint(joint(el(u, 0), gamma_up(3.0, el(u, 3))), joint(el(u, 9), gamma_up(12.0, el(u, 4))))
        + rmul(2.0, rdiv(el(t, 0), p)); */
/*@ logic real power_tiny(seq t) = rmul(16.0, el(t, 4)) + rmul(4.0, el(t, 3)); */
/*@ logic real multiple_off(seq u, seq t, real p, real f, real x) =
      rmul(power_relative(u, t, p), rmul(f, x)) + rmul(1.0 + f, power_tiny(t)); */
/* e is e^w as computed and stored */
/*@ predicate exponential_stored(seq u, seq t, real w, real e) =
      \exists real a; rounded_by(el(u, 10), el(t, 4), rexp(w), a) && rounded_in(u, t, 5, a, e); */
/* e is e^(f (x - m)), f is 1 or p; no score is larger than `size` */
/*@ predicate power_term(seq u, seq t, real p, real f, real size, real x, real m, real e) =
      \exists real w; near(w, rmul(f, x - m), multiple_off(u, t, p, f, rmul(2.0, size))) &&
        exponential_stored(u, t, w, e); */
/*@ predicate power_terms(seq u, seq t, real p, real f, real size, seq y, seq e, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      power_term(u, t, p, f, size, el(y, j), largest(y, m, n), el(e, j)); */
/* q is the power of such an exponential; that of 0 is 0 */
/*@ predicate power_of_exponential(seq u, seq t, real p, real e, real q) = 0.0 <= e &&
      (e == 0.0 ==> rounded_in(u, t, 5, 0.0, q)) &&
      (0.0 < e ==> \exists real w; near(w, rmul(p, rlog(e)), multiple_off(u, t, p, p, \abs(rlog(e)))) &&
        exponential_stored(u, t, w, q)); */
/* q is e^(p (x - m)), by itself or of e^(x - m) */
/*@ predicate powered_term(seq u, seq t, real p, real size, real x, real m, real q) =
      power_term(u, t, p, p, size, x, m, q) ||
      \exists real e; power_term(u, t, p, 1.0, size, x, m, e) && power_of_exponential(u, t, p, e, q); */
/* s is the sum of e^(p (y_j - m)), m the largest score, as it is stored */
/*@ predicate power_sum(seq u, seq t, real p, real size, seq y, subset m, integer n, integer k, real s) =
      \exists seq q, real a; (\forall integer j; 0 <= j < n && among(m, j) ==>
        powered_term(u, t, p, size, el(y, j), largest(y, m, n), el(q, j))) &&
        visible_terms(u, t, q, m, n, k, a) && rounded_in(u, t, 5, a, s); */
/* r is s^(1/p) */
/*@ predicate power_root(seq u, seq t, real p, real s, real r) = 0.0 < s ==>
      \exists real w; near(w, rmul(rdiv(1.0, p), rlog(s)), multiple_off(u, t, p, rdiv(1.0, p), \abs(rlog(s)))) &&
        exponential_stored(u, t, w, r); */
/* e is e^(x - m - log(s)/p) */
/*@ predicate power_exponential(seq u, seq t, real p, real size, real x, real m, real s, real e) = 0.0 < s ==>
      \exists real w; near(w, x - m - rmul(rdiv(1.0, p), rlog(s)),
                           multiple_off(u, t, p, 1.0, rmul(2.0, size))
                             + multiple_off(u, t, p, rdiv(1.0, p), \abs(rlog(s)))) &&
        exponential_stored(u, t, w, e); */
/* no score is larger than this, and one is as large */
/*@ predicate largest_size(seq y, subset m, integer n, real size) =
      (\forall integer j; 0 <= j < n && among(m, j) ==> \abs(el(y, j)) <= size) &&
      \exists integer j; 0 <= j < n && among(m, j) && \abs(el(y, j)) == size; */
/* z is the sum of e^(y_j - m) times the values, with the vectors a if `adds` is not 0, divided by the root; or that of
   each weight by the logarithm */
/*@ predicate divided_by_root(seq u, seq t, real p, real size, integer adds, seq y, seq v, seq a, subset m, integer n,
                              integer k, real s, real z) =
      \exists seq e, real r; power_terms(u, t, p, 1.0, size, y, e, m, n) && power_root(u, t, p, s, r) &&
        weighed_quotients(u, t, adds, e, v, a, m, n, k, r, z); */
/*@ predicate weighed_by_logarithm(seq u, seq t, real p, real size, integer adds, seq y, seq v, seq a, subset m,
                                   integer n, integer k, real s, real z) =
      \exists seq e; (\forall integer j; 0 <= j < n && among(m, j) ==>
        power_exponential(u, t, p, size, el(y, j), largest(y, m, n), s, el(e, j))) &&
        weighed_quotients(u, t, adds, e, v, a, m, n, k, 1.0, z); */
/*@ predicate powered_sum(seq u, seq t, real p, integer adds, seq y, seq v, seq a, subset m, integer n, integer r,
                          real z) =
      \exists real size, s; largest_size(y, m, n, size) &&
        power_sum(u, t, p, size, y, m, n, product_steps(m, n, r), s) &&
        (divided_by_root(u, t, p, size, adds, y, v, a, m, n, product_steps(m, n, r), s, z) ||
         weighed_by_logarithm(u, t, p, size, adds, y, v, a, m, n, product_steps(m, n, r), s, z)); */

/* ---- by how much the weights and their divisor are off ---- */

/*@ predicate bears_power(seq u, integer k) =
      rmul(3.0, el(u, 3)) < 1.0 && rmul(12.0, el(u, 4)) < 1.0 && el(u, 5) < 1.0 && el(u, 10) < 1.0 && bears_sum(u, k);
 */
/* of an exponential as stored: its exponent, and what underflows */
/*@ logic real stored_exponent(seq u) = gamma_up(1.0, el(u, 10)) + gamma_up(1.0, el(u, 5)); */
/*@ logic real power_lost(seq u, seq t) = rmul(1.0 + el(u, 5), el(t, 4)) + el(t, 5); */
/* of e^(f (x - m)), with scores of this size */
/*@ logic real term_off(seq u, seq t, real p, real f, real size) =
      multiple_off(u, t, p, f, rmul(2.0, size)) + stored_exponent(u); */
/* of a term of the sum: of its exponent, no logarithm being larger than `power_size` unless all is lost */
/*@ logic real power_size(seq u, seq t, real p, real size) =
      rmul(2.0, size) + term_off(u, t, p, 1.0, size) + power_lost(u, t) + 1.0; */
/*@ logic real powered_off(seq u, seq t, real p, real size) =
      rmul(p, term_off(u, t, p, 1.0, size)) + multiple_off(u, t, p, p, power_size(u, t, p, size))
        + stored_exponent(u); */
/* and of what underflowed before its power was taken */
/*@ logic real least_exponential(seq u, seq t) = rmul(2.0, \max(power_lost(u, t), 0x1p-900)); */
/*@ logic real least_power(seq u, seq t, real p) =
      \max(rpower(least_exponential(u, t), p), rmul(p, least_exponential(u, t))); */
/*@ logic real powered_lost(seq u, seq t, real p, real size) =
      rmul(rexp(powered_off(u, t, p, size)), least_power(u, t, p)) + power_lost(u, t); */
/*@ predicate gentle_power(seq u, seq t, real p, real size) =
      rmul(p, term_off(u, t, p, 1.0, size) + power_lost(u, t)) <= 0.5 && least_exponential(u, t) <= 1.0 &&
      power_relative(u, t, p) <= 1.0; */
/* of the sum of c terms that are off by l and f: relative to what it would be; of its logarithm */
/*@ logic real power_share(seq u, seq t, integer c, integer k, real l, real f) =
      joint(gamma_up((real)k, el(u, 6)), el(u, 5))
        + rmul(rexp(l), rmul(1.0 + el(u, 5), rmul(1.0 + gamma_up((real)k, el(u, 6)),
            rmul((real)c, f) + rmul(2.0, rmul((real)k, el(t, 6))))) + el(t, 5)); */
/*@ logic real logarithm_off(real l, real share) = l + rdiv(share, 1.0 - share); */
/*@ logic real power_share_of(seq u, seq t, real p, integer c, integer k, real size) =
      power_share(u, t, c, k, powered_off(u, t, p, size), powered_lost(u, t, p, size)); */
/*@ logic real power_sum_off(seq u, seq t, real p, integer c, integer k, real size) =
      logarithm_off(powered_off(u, t, p, size), power_share_of(u, t, p, c, k, size)); */
/* of the root of a sum of c terms at most, whose logarithm is off by g */
/*@ logic real root_off(seq u, seq t, real p, integer c, real g) =
      rmul(rdiv(1.0, p), g) + multiple_off(u, t, p, rdiv(1.0, p), rlog((real)c) + g) + stored_exponent(u); */
/*@ predicate within_power(real x, real l, real lost, real a) =
      \exists real e; near(e, 0.0, l) && near(a, rmul(x, rexp(e)), lost); */
/* q are the weights w with errors of their exponents, at most l; they are divided by a number near 1, at most h off */
/*@ logic real power_weight_off(seq u, seq t, real p, integer c, real size, real g) =
      term_off(u, t, p, 1.0, size) + root_off(u, t, p, c, g); */
/*@ predicate power_weighs(seq u, seq t, real l, seq w, seq q, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> within_power(el(w, j), l, power_lost(u, t), el(q, j)); */
/*@ predicate power_quotient(seq u, seq t, real l, real h, integer adds, seq w, seq v, seq a, subset m, integer n,
                             integer k, real z) =
      \exists seq q, real d; power_weighs(u, t, l, w, q, m, n) && within_power(1.0, h, power_lost(u, t), d) &&
        weighed_quotients(u, t, adds, q, v, a, m, n, k, d, z); */
/*@ predicate scores_within(seq y, subset m, integer n, real size) =
      \forall integer j; 0 <= j < n && among(m, j) ==> \abs(el(y, j)) <= size; */
/* The largest score leaves no trace: the weights are those of the scores as computed. */
/*@ lemma powered_sum_within: \forall seq u, t, y, v, a, subset m, integer adds, n, c, k, r, real p, size, z;
      is_roundings(u, t) && bears_power(u, k) && 0.0 < p && 0 < c && c == visible_count(m, n) &&
      k == product_steps(m, n, r) && 0 <= k && scores_within(y, m, n, size) && gentle_power(u, t, p, size) &&
      power_share_of(u, t, p, c, k, size) < 1.0 && powered_sum(u, t, p, adds, y, v, a, m, n, r, z) ==>
      power_quotient(u, t, power_weight_off(u, t, p, c, size, power_sum_off(u, t, p, c, k, size)),
                     root_off(u, t, p, c, power_sum_off(u, t, p, c, k, size)), adds, power_softmax(y, m, p, n), v, a,
                     m, n, k, z); */
#endif
