/* spec/compare/activation_budget.h - weights r_j / Z that are no softmax: the quotient, and what errors of scores do to
   sigmoid, elu, softpick, power and clipped weights; what follows the sum over the values (spec/budget.md, sections 12
   to 16). */
#ifndef PLUMB_SPEC_COMPARE_ACTIVATION_BUDGET_H
#define PLUMB_SPEC_COMPARE_ACTIVATION_BUDGET_H
#include "spec/compare/score_budget.h"
#include "spec/number/sigmoid.h"

/* ---- section 12 ---- */
/* N/Y - o = (N - o Z - o (Y - Z)) / Y */
/*@ lemma ratio_within: \forall real a, b, x, z, o, zeta; 0.0 < \abs(z) - zeta && o * z == x && \abs(b - z) <= zeta ==>
      0.0 < \abs(b) && \abs(a / b - o) <= (\abs(a - x) + \abs(o) * zeta) / (\abs(z) - zeta); */
/* numerators q_j off by rho_j, multiplied with the values and summed */
/*@ lemma numerator_within: \forall seq r, rho, v, q, reach, integer n, real a, kv, eta;
      0.0 <= kv &&
      (\forall integer j;
       0 <= j < n ==> \abs(el(q, j) - el(r, j)) <= el(rho, j) && el(reach, j) == \abs(el(r, j)) + el(rho, j)) &&
      \abs(a - total(times(q, v), n)) <= kv * total(times(absolutes(q), absolutes(v)), n) + eta ==>
      \abs(a - total(times(r, v), n)) <=
      total(times(rho, absolutes(v)), n) + kv * total(times(reach, absolutes(v)), n) + eta; */
/*@ lemma at_least_one_contracts: \forall real x, y; \abs(\max(\abs(x), 1.0) - \max(\abs(y), 1.0)) <= \abs(x - y); */
/*@ lemma absolute_contracts: \forall real x, y; \abs(\abs(x) - \abs(y)) <= \abs(x - y); */

/* ---- section 13 ---- */
/*@ lemma sigmoid_moves: \forall real x, delta, d; \abs(delta) <= d ==>
      \abs(rsigmoid(x + delta) - rsigmoid(x)) <= d / 4.0 &&
      \abs(rsigmoid(x + delta) - rsigmoid(x)) <= rsigmoid(x) * (1.0 - rsigmoid(x)) * (\exp(d) - 1.0) &&
      \abs(rsigmoid(x + delta) - rsigmoid(x)) <= rsigmoid(x + d); */
/* an error of its exponential is one of the score, in both usual forms */
/*@ lemma sigmoid_of_exponential: \forall real x, tau;
      1.0 / (1.0 + \exp(-x) * \exp(tau)) == rsigmoid(x - tau) &&
      \exp(x) * \exp(tau) / (1.0 + \exp(x) * \exp(tau)) == rsigmoid(x + tau); */
/*@ lemma elu_moves: \forall real x, delta, d; \abs(delta) <= d ==>
      \abs(elu_plus_one(x + delta) - elu_plus_one(x)) <= d * \min(1.0, \exp(x + d)); */

/* ---- section 14 ---- */
/*@ lemma difference_within: \forall real x, m, tau, sigma, l, k, u, t, y;
      \abs(tau) <= l && \abs(sigma) <= k && 0.0 <= u && rounds(u, t, \exp(x + tau) - \exp(m + sigma), y) ==>
      \abs(y - (\exp(x) - \exp(m))) <=
      (\exp(x) * (\exp(l) - 1.0) + \exp(m) * (\exp(k) - 1.0)) +
      u * (\abs(\exp(x) - \exp(m)) + (\exp(x) * (\exp(l) - 1.0) + \exp(m) * (\exp(k) - 1.0))) + t; */
/* max(0, .) is relu_contracts */

/* ---- section 15 ---- */
/* weights pi_i = A_i^p, which sum to 1, with exponents p delta_i off: the root of their sum */
/*@ lemma root_within: \forall seq pi, delta, err, moved, up, down, integer n, real p, top; p > 0.0 &&
      (\forall integer i; 0 <= i < n ==> 0.0 <= el(pi, i) && \abs(el(delta, i)) <= el(err, i) <= top &&
        el(moved, i) == el(pi, i) * \exp(p * el(delta, i)) && el(up, i) == el(pi, i) * (\exp(p * el(err, i)) - 1.0) &&
        el(down, i) == el(pi, i) * (1.0 - \exp(-(p * el(err, i))))) &&
      total(pi, n) == 1.0 && total(down, n) < 1.0 ==>
      \abs(\log(total(moved, n)) / p) <=
        \min(\max(-\log(1.0 - total(down, n)) / p, \log(1.0 + total(up, n)) / p), top); */
/*@ lemma clip_contracts: \forall real x, y;
      \abs(\min(1.0, \max(0.0, x)) - \min(1.0, \max(0.0, y))) <= \min(\abs(x - y), 1.0); */
/* where all that may be computed is clipped to one side there is no error */
/*@ lemma clip_settled: \forall real x, e, y; \abs(y - x) <= e && (x + e < 0.0 || x - e > 1.0) ==>
      \min(1.0, \max(0.0, y)) == \min(1.0, \max(0.0, x)); */

/* ---- section 16; the value bias and every store are error_grows ---- */
/*@ lemma gated_within: \forall real y, b, o, s, g, f;
      \abs(y - o) <= b && 0.0 <= s && \abs(g - s) <= f * s && 0.0 <= f ==>
      \abs(y * g - o * s) <= s * b + f * s * (\abs(o) + b); */
#endif
