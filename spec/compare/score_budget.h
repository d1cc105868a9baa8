/* spec/compare/score_budget.h - errors of a score: its product, scale and stores; features; biases; the softcap
   (spec/budget.md, sections 3, 9 and 10). */
#ifndef PLUMB_SPEC_COMPARE_SCORE_BUDGET_H
#define PLUMB_SPEC_COMPARE_SCORE_BUDGET_H
#include "spec/compare/rounded_sum.h"
#include "spec/number/elu.h"
#include "spec/number/tanh.h"

/* ---- section 3 ---- */
/* x and y: query and key with their parts of the scale; a and b: as they are multiplied.  The products and their sum
   are rounded in any order. */
/*@ lemma product_within: \forall real u, tu, e, s, f, t, p, seq a, b, x, y, one, lost, integer n, d, k;
      0.0 <= u && 0.0 <= tu && 0.0 <= e && 0.0 <= f && 0.0 <= s && 0.0 <= t &&
      (\forall integer c; 0 <= c < n ==> el(one, c) == 1.0 &&
        rounds(e, s, el(x, c), el(a, c)) && rounds(f, t, el(y, c), el(b, c)) &&
        el(lost, c) == s * ((1.0 + f) * \abs(el(y, c)) + t) + t * (1.0 + e) * \abs(el(x, c))) &&
      rescaled_sum(u, tu, 0.0, times(a, b), one, n, d, k, 0, p) ==>
      \abs(p - total(times(x, y), n)) <= compound(compound(e, f), growth(u, d) - 1.0) * absolute_total(times(x, y), n)
        + growth(u, d) * (total(lost, n) + k * tu); */
/* Roundings of the scale, sigma in all, are common to all products; stores hit the score as a whole: section 3's D_j
   with `tiny` for what underflows and `rest` for the stores'. */
/*@ lemma score_within: \forall real s, m, e, tiny, sigma, common, p, stores, rest, score;
      0.0 <= e && 0.0 <= m && 0.0 <= tiny && 0.0 <= stores && \abs(sigma) <= common &&
      \abs(p - (1.0 + sigma) * s) <= e * (\abs(1.0 + sigma) * m) + tiny && rounds(stores, rest, p, score) ==>
      \abs(score - s) <= (e * m + tiny) + compound(common, stores) * (\abs(s) + (e * m + tiny)) + rest; */

/* ---- section 9 ---- */
/*@ lemma features_product_within: \forall seq x, y, a, b, dx, dy, off, integer n;
      (\forall integer c; 0 <= c < n ==>
       \abs(el(a, c) - el(x, c)) <= el(dx, c) && \abs(el(b, c) - el(y, c)) <= el(dy, c) &&
       el(off, c) == el(dx, c) * (\abs(el(y, c)) + el(dy, c)) + \abs(el(x, c)) * el(dy, c)) ==>
      \abs(total(times(a, b), n) - total(times(x, y), n)) <= total(off, n); */
/*@ lemma relu_contracts: \forall real x, y; \abs(\max(0.0, x) - \max(0.0, y)) <= \abs(x - y); */
/* elu(x) = x' - 1, off by `off`, stored; + 1, stored */
/*@ logic real off_when_stored(real off, real unit, real x, real tiny) = off + unit * (\abs(x) + off) + tiny; */
/*@ lemma feature_in_two_steps: \forall real x, off, unit, tiny, y, stored, z; 0.0 <= unit &&
      \abs(y - (x - 1.0)) <= off && rounds(unit, tiny, y, stored) && rounds(unit, tiny, stored + 1.0, z) ==>
      \abs(z - x) <= off_when_stored(off_when_stored(off, unit, x - 1.0, tiny), unit, x, tiny); */

/* ---- section 10; biases are error_grows, twice ---- */
/*@ logic real cap(real c, real x) = c * rtanh(x / c); */
/*@ lemma cap_contracts: \forall real c, x, y; c > 0.0 ==> \abs(cap(c, x) - cap(c, y)) <= \min(\abs(x - y), 2.0 * c); */
/* y sech^2 y <= tanh y: a relative error of the argument is at most one of the function */
/*@ lemma tanh_relative: \forall real x, e;
      \abs(e) <= 1.0 ==> \abs(rtanh((1.0 + e) * x) - rtanh(x)) <= \abs(e) * \abs(rtanh(x)); */
/*@ lemma cap_rounded: \forall real c, x, e; c > 0.0 && \abs(e) < 1.0 ==>
      \abs(cap((1.0 + e) * c, x) - cap(c, x)) <= \abs(e) * \abs(cap(c, x)); */
/* the score off by d, the cap by a rounding e, the argument of tanh by f, tanh by g, and what comes of it stored */
/*@ lemma cap_within: \forall real c, s, score, d, e, unit, f, argument, g, function, stores, tiny, y;
      c > 0.0 && \abs(score - s) <= d && \abs(e) <= unit < 1.0 && \abs(f) <= argument <= 1.0 && \abs(g) <= function &&
      0.0 <= stores && rounds(stores, tiny, (1.0 + e) * c * (rtanh((1.0 + f) * (score / ((1.0 + e) * c))) + g), y) ==>
      \abs(y - cap(c, s)) <=
      \min(d, 2.0 * c) + compound(compound(argument, unit), stores) * (\abs(cap(c, s)) + \min(d, 2.0 * c)) +
      (1.0 + unit) * (1.0 + stores) * c * function + tiny; */
#endif
