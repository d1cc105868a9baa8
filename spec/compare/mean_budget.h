/* spec/compare/mean_budget.h - a quotient of computed sums against the exact mean of the values (spec/budget.md,
   section 5). */
#ifndef PLUMB_SPEC_COMPARE_MEAN_BUDGET_H
#define PLUMB_SPEC_COMPARE_MEAN_BUDGET_H
#include "spec/compare/rescaling.h"
#include "spec/weight/softmax.h"

/*@ axiomatic MeanBudget {
      logic seq growths(seq l);                          // e^{l_j} - 1
      logic seq shrinkages(seq l);                       // 1 - e^{-l_j}
    } */
/*@ lemma growths_is: \forall seq l, integer j; el(growths(l), j) == \exp(el(l, j)) - 1.0; */
/*@ lemma shrinkages_is: \forall seq l, integer j; el(shrinkages(l), j) == 1.0 - \exp(-el(l, j)); */

/* ---- the quotient ---- */
/* a stored probability c q near p, times a value w near v */
/*@ lemma weighted_value_within: \forall real c, q, p, v, w, u, t, uv, tv;
      0.0 <= p && 0.0 <= u && 0.0 <= t && \abs(c * q - p) <= u * p + t && \abs(w - v) <= uv * \abs(v) + tv ==>
      \abs(c * (q * w) - p * v) <=
      compound(u, uv) * \abs(p * v) + (t * ((1.0 + uv) * \abs(v) + tv) + (1.0 + u) * p * tv); */

/* weights w that sum to 1 and their mean o; p_j = z w_j e^{theta_j}, |theta_j| <= l_j, for any z: what is common to all
   keys cancels */
/*@ predicate perturbed(seq w, seq l, seq theta, seq p, seq v, integer n, real z, real o) = z > 0.0 &&
      (\forall integer j; 0 <= j < n ==> 0.0 <= el(w, j) && \abs(el(theta, j)) <= el(l, j) &&
        el(p, j) == z * el(w, j) * \exp(el(theta, j))) &&
      total(w, n) == 1.0 && total(times(w, v), n) == o; */
/*@ logic real spread(seq w, seq l, seq v, integer n, real o) =
      total(times(times(w, growths(l)), distances(v, o)), n); */
/*@ logic real magnitude(seq w, seq l, seq v, integer n) =
      total(times(w, absolutes(v)), n) + total(times(times(w, growths(l)), absolutes(v)), n); */
/*@ logic real mean_error(seq w, seq l, seq v, integer n, real o, real kv, real k, real eta, real zeta) =
      spread(w, l, v, n, o) + kv * magnitude(w, l, v, n) + k * \abs(o) * (1.0 + total(times(w, growths(l)), n))
        + eta + \abs(o) * zeta; */
/*@ logic real least_denominator(seq w, seq l, integer n, real k, real zeta) =
      (1.0 - k) * (1.0 - total(times(w, shrinkages(l)), n)) - zeta; */
/*@ lemma mean_within: \forall seq w, l, theta, p, v, integer n, real z, o, x, y, kv, k, eta, zeta, low;
      perturbed(w, l, theta, p, v, n, z, o) && 0.0 <= k <= 1.0 && 0.0 <= kv &&
      \abs(x - total(times(p, v), n)) <= kv * total(times(p, absolutes(v)), n) + eta * z &&
      \abs(y - total(p, n)) <= k * total(p, n) + zeta * z &&
      0.0 < low <= least_denominator(w, l, n, k, zeta) ==>
      0.0 < y && \abs(x / y - o) <= mean_error(w, l, v, n, o, kv, k, eta, zeta) / low; */
/* the error of one key is moved to the others, by another z */
/*@ lemma error_moved: \forall seq w, l, theta, p, v, moved, error, integer n, i, real z, o;
      perturbed(w, l, theta, p, v, n, z, o) && 0 <= i < n &&
      (\forall integer j; el(moved, j) == el(theta, j) - el(theta, i)) &&
      el(error, i) == 0.0 && (\forall integer j; 0 <= j < n && j != i ==> el(error, j) == el(l, j) + el(l, i)) ==>
      perturbed(w, error, moved, p, v, n, z * \exp(el(theta, i)), o) && z <= z * \exp(el(theta, i)) * \exp(el(l, i)); */
/* probabilities q divided by their sum y before they multiply the values: the sum x is as good as x y over y */
/*@ lemma divided_before: \forall seq p, q, v, integer n, real x, y, kv, eta;
      y > 0.0 && (\forall integer j; 0 <= j < n ==> el(q, j) == el(p, j) / y) &&
      \abs(x - total(times(q, v), n)) <= kv * total(times(q, absolutes(v)), n) + eta ==>
      \abs(x * y - total(times(p, v), n)) <= kv * total(times(p, absolutes(v)), n) + eta * y; */

/* ---- a mean of the values, whatever its weights ---- */
/*@ lemma any_mean_within: \forall seq p, v, integer n, real t, z, top, c, x, y, kv, k, eta, zeta;
      0.0 < z <= t && (\forall integer j; 0 <= j < n ==> 0.0 <= el(p, j) && \abs(el(v, j)) <= top) && 0.0 <= top &&
      total(p, n) == t && c == total(times(p, v), n) / t && 0.0 <= kv && 0.0 <= k && 0.0 <= eta && 0.0 <= zeta &&
      \abs(x - total(times(p, v), n)) <= kv * total(times(p, absolutes(v)), n) + eta * z &&
      \abs(y - t) <= k * t + zeta * z && 0.0 < 1.0 - k - zeta ==>
      \abs(c) <= top && 0.0 < y && \abs(x / y - c) <= (kv * top + eta + top * (k + zeta)) / (1.0 - k - zeta); */
/*@ lemma two_means_within: \forall seq p, v, integer n, real c, o, low, high, t; t > 0.0 &&
      (\forall integer j; 0 <= j < n ==> 0.0 <= el(p, j) && low <= el(v, j) <= high) &&
      total(p, n) == t && c == total(times(p, v), n) / t ==> \abs(c - o) <= \max(high - o, o - low); */
/* a sum y of weights, relative to the exact one, seen through the logarithm */
/*@ lemma log_within: \forall real y, x, low; 0.0 < low <= y && y <= 1.0 + x ==>
      \abs(\log(y)) <= \max(x, (1.0 - low) / low); */
/* m and log(z y), each within three roundings, and two of their sum; exact is m + log(z) */
/*@ lemma log_sum_exp_within: \forall real u, t, m, z, y, r, bound, a, b, s;
      0.0 <= u && 0.0 <= t && 16.0 * u < 1.0 && 0.0 < z && 0.0 < y && \abs(\log(y)) <= r && \abs(m) <= bound &&
      roundings(u, t, 3, m, a) && roundings(u, t, 3, \log(z * y), b) && roundings(u, t, 2, a + b, s) ==>
      \abs(s - (m + \log(z))) <= r + gamma_of(8.0, u) * (bound + \abs(m + \log(z)) + r) + 16.0 * t; */

/* ---- the whole: an online softmax in any order and blocking ---- */
/* A key: its exact score s, its exponent off by tau when its probability was computed at the shift m, rescaled by c
   since; `computed` is that probability, `stored` what multiplies the value, `summed` what is added to the
   denominator. */
/*@ predicate key_weighs(real g, real e, real te, real f, integer r, real high, real travel, real top, real u, real t,
                         real s, real tau, real m, real c, real computed, real stored, real summed) =
      (\exists integer k; k <= r && rescaling(g, e, te, f, k, m, high, c)) && high - m <= travel &&
      s + tau <= m + top && 0.0 <= computed && \abs(computed - \exp(s - m + tau)) <= te &&
      \abs(stored - computed) <= u * computed + t && \abs(summed - computed) <= u * computed + t; */
/*@ logic real lost_weight(real e, real te, real f, integer r, real top, real u, real t) =
      (1.0 + u) * (growth(f, r) * (t + (r + 1) * te * \exp(r * e + top))); */
/*@ lemma softmax_within:
      \forall seq s, tau, bound, v, w, computed, stored, summed, c, m, off, a, subset everything, integer n, r, d, k,
        real high, travel, top, u, t, uv, tv, ua, ta, g, e, te, f, x, y, o, excess, low, lost, eta, zeta;
      0.0 <= u && 0.0 <= t && 0.0 <= uv && 0.0 <= tv && 0.0 <= ua && 0.0 <= ta && 0.0 <= g <= 1.0 && 0.0 <= e &&
      0.0 <= te && 0.0 <= f && 0.0 <= top && 1 <= n &&
      (\forall integer j; 0 <= j < n ==>
       among(everything, j) && \abs(el(tau, j)) <= el(bound, j) &&
       \abs(el(w, j) - el(v, j)) <= uv * \abs(el(v, j)) + tv &&
       key_weighs(g, e, te, f, r, high, travel, top, u, t, el(s, j), el(tau, j), el(m, j), el(c, j), el(computed, j),
                  el(stored, j), el(summed, j))) &&
      rescaled_sum(ua, ta, f, times(stored, w), c, n, d, k, r, x) &&
      rescaled_sum(ua, ta, f, summed, c, n, d, k, r, y) &&
      (\forall integer j; 0 <= j < n ==> el(off, j) == el(bound, j) + (g * travel + r * e)) &&
      a == softmax(s, everything, n) && total(times(a, v), n) == o &&
      1.0 <= excess * exponentials(s, everything, high, n) && compound(u, growth(ua, d) - 1.0) <= 1.0 &&
      lost == lost_weight(e, te, f, r, top, u, t) &&
      eta ==
      excess * (growth(ua, d) * (lost * ((1.0 + uv) * absolute_total(v, n) + n * tv) + k * ta * growth(f, r))) +
      growth(ua, d) * ((1.0 + u) * (1.0 + total(times(a, growths(off)), n)) * tv) &&
      zeta == excess * (growth(ua, d) * (n * lost + k * ta * growth(f, r))) &&
      0.0 < low <= least_denominator(a, off, n, compound(u, growth(ua, d) - 1.0), zeta) ==>
      0.0 < y &&
      \abs(x / y - o) <=
      mean_error(a, off, v, n, o, compound(compound(u, uv), growth(ua, d) - 1.0), compound(u, growth(ua, d) - 1.0), eta,
                 zeta) / low; */
/* the sum of the exact weights at the last shift, which is at most the largest score as computed */
/*@ lemma excess_suffices: \forall seq s, subset everything, integer n, i, real high, excess;
      0 <= i < n && among(everything, i) && high <= el(s, i) + excess ==>
      1.0 <= \exp(excess) * exponentials(s, everything, high, n); */
#endif
