/* spec/compare/rescaling.h - an online softmax: probabilities at a shift that rises, and sums that are rescaled when it
   does (spec/budget.md, sections 1 and 4).

   Sources: Milakov, Gimelshein, Online normalizer calculation for softmax, arXiv 1805.02867; Dao, Fu, Ermon, Rudra, Re,
   FlashAttention, arXiv 2205.14135, algorithm 1.  Definitions: proofs/model/rescaling.v. */
#ifndef PLUMB_SPEC_COMPARE_RESCALING_H
#define PLUMB_SPEC_COMPARE_RESCALING_H
#include "spec/compare/rounded_sum.h"

/* rescaling: `factor` is the product of what exp(m - m') came out as while the shift rose from `low` to `high` in
   `count` steps m -> m'; each exponent is off by slope (m' - m) + step at most, each result by `tiny` besides, none
   exceeds 1 + excess. */
/*@ axiomatic Rescaling {
      predicate rescaling(real slope, real step, real tiny, real excess, integer count, real low, real high,
                          real factor);
    } */
/*@ lemma rescaling_start: \forall real g, e, t, f, m; rescaling(g, e, t, f, 0, m, m, 1.0); */
/*@ lemma rescaling_step: \forall real g, e, t, f, low, m, high, c, d, y, integer k;
      rescaling(g, e, t, f, k, low, m, c) && m <= high && \abs(d) <= g * (high - m) + e &&
      0.0 <= y <= 1.0 + f && \abs(y - \exp(m - high + d)) <= t ==> rescaling(g, e, t, f, k + 1, low, high, c * y); */

/* ---- errors of exponentials are errors of exponents ---- */
/*@ lemma factor_is_exponential: \forall real x, y, e; 0.0 <= e < 1.0 && rounds(e, 0.0, x, y) ==>
      \exists real tau; y == x * \exp(tau) && \abs(tau) <= gamma_of(1.0, e); */
/*@ lemma exponent_moves_weight: \forall real x, l; \abs(x) <= l ==>
      \abs(\exp(x) - 1.0) <= \exp(l) - 1.0 && 1.0 - \exp(x) <= 1.0 - \exp(-l); */
/* a score off by delta; score and shift, each within its bound, scaled apart and then subtracted; six roundings more */
/*@ lemma argument_within: \forall real u, t, s, delta, score, m, bound, shift, a, b, x;
      0.0 <= u && 0.0 <= t && 6.0 * u < 1.0 && \abs(score - s) <= delta && \abs(score) <= bound && \abs(m) <= shift &&
      rounds(u, t, score, a) && rounds(u, t, m, b) && roundings(u, t, 6, a - b, x) ==>
      \abs(x - (s - m)) <= delta + gamma_of(6.0, u) * (\abs(s) + delta + shift)
        + (1.0 + gamma_of(6.0, u)) * (u * (bound + shift) + 8.0 * t); */
/* What the lines of the table in section 4 add, beyond the first, is covered.  Where shifts stay behind the maximum,
   they are larger in size than the scores by three lags at most, and rise by four more; the shift and the logarithm of
   a part's sum are larger by six together. */
/*@ lemma shift_covers: \forall real u, bound, keys, lag;
      0.0 <= u && 28.0 * u < 1.0 && 0.0 <= bound && 0.0 <= keys && 0.0 <= lag ==>
      (1.0 + gamma_of(6.0, u)) * (u * (2.0 * bound + 3.0 * lag)) + gamma_of(5.0, u) * (2.0 * bound + 4.0 * lag) +
      gamma_of(4.0, u) * (bound + keys + 6.0 * lag) +
      gamma_of(5.0, u) * (2.0 * bound + keys + 2.0 * (gamma_of(4.0, u) * (bound + keys + 6.0 * lag))) <=
      gamma_of(28.0, u) * (bound + 2.0 * lag) + gamma_of(12.0, u) * keys; */

/* ---- the maxima telescope: only the first, the last and the errors are left ---- */
/*@ lemma rescaling_telescopes: \forall real g, e, t, f, low, high, c, integer k;
      0.0 <= g <= 1.0 && 0.0 <= e && 0.0 <= t && 0.0 <= f && rescaling(g, e, t, f, k, low, high, c) ==>
      \exists real rho; \abs(rho) <= g * (high - low) + k * e &&
        \abs(c - \exp(low - high + rho)) <= k * t * (growth(f, k) * \exp(k * e)); */
/* a key's probability p, computed at the shift m, stored, rescaled: as if computed at the last shift, its exponent off
   by theta; no probability is larger than e^top, and what is stored underflows no more for that */
/*@ lemma probability_rescaled: \forall real g, e, t, f, m, high, c, score, tau, top, p, u, tp, stored, integer k;
      0.0 <= g <= 1.0 && 0.0 <= e && 0.0 <= t && 0.0 <= f && 0.0 <= u && 0.0 <= tp && 0.0 <= top &&
      rescaling(g, e, t, f, k, m, high, c) && score + tau <= m + top && 0.0 <= p &&
      \abs(p - \exp(score - m + tau)) <= t && \abs(stored - p) <= u * p + tp ==>
      \exists real theta; \abs(theta - tau) <= g * (high - m) + k * e &&
        \abs(c * stored - \exp(score - high + theta)) <= u * \exp(score - high + theta)
          + (1.0 + u) * (growth(f, k) * (tp + (k + 1) * t * \exp(k * e + top))); */
/* parts of the keys by themselves, numerator and denominator n and y at the shift m, joined by log-sum-exps: one
   rescaling more, by the same factor for both */
/*@ lemma part_is_rescaled: \forall real m, y, n, high, sigma, rho; y > 0.0 ==>
      \exp(m + \log(y) + sigma - high + rho) * (n / y) == \exp(m - high + (sigma + rho)) * n &&
      \exp(m + \log(y) + sigma - high + rho) == \exp(m - high + (sigma + rho)) * y; */
#endif
