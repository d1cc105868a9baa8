/* spec/compare/vanishing_budget.h - keys so far below the others that nothing of them is left (spec/budget.md, section
   10). */
#ifndef PLUMB_SPEC_COMPARE_VANISHING_BUDGET_H
#define PLUMB_SPEC_COMPARE_VANISHING_BUDGET_H
#include "spec/compare/mean_budget.h"

/* As key_weighs, but the score is far below the last shift, exact and as computed.  The shift m at which the
   probability was computed may be any: of a block of which this key is the largest, too. */
/*@ predicate key_vanishes(real g, real e, real te, real f, integer r, real high, real far, real top, real u, real t,
                           real s, real tau, real m, real c, real computed, real stored, real summed) =
      (\exists integer k; k <= r && rescaling(g, e, te, f, k, m, high, c)) && s <= high - far &&
      s + tau <= high - far && s + tau <= m + top && 0.0 <= computed && \abs(computed - \exp(s - m + tau)) <= te &&
      \abs(stored - computed) <= u * computed + t && \abs(summed - computed) <= u * computed + t; */
/* what is left of such a key; g is lost by the roundings of rescalings */
/*@ logic real vanished(real g, real far) = \exp(-((1.0 - g) * far)); */
/* softmax_within, where keys may vanish: their exponents count as exact, and of every key `vanished` more underflows */
/*@ lemma softmax_vanishing:
      \forall seq s, tau, bound, v, w, computed, stored, summed, c, m, off, a, subset everything, integer n, r, d, k,
        real high, travel, far, top, u, t, uv, tv, ua, ta, g, e, te, f, x, y, o, excess, low, lost, eta, zeta;
      0.0 <= u && 0.0 <= t && 0.0 <= uv && 0.0 <= tv && 0.0 <= ua && 0.0 <= ta && 0.0 <= g <= 1.0 && 0.0 <= e &&
      0.0 <= te && 0.0 <= f && 0.0 <= top && 0.0 <= far && 1 <= n &&
      (\forall integer j;
       0 <= j < n ==> among(everything, j) && \abs(el(w, j) - el(v, j)) <= uv * \abs(el(v, j)) + tv) &&
      (\forall integer j; 0 <= j < n ==>
       (\abs(el(tau, j)) <= el(bound, j) && el(off, j) == el(bound, j) + (g * travel + r * e) &&
        key_weighs(g, e, te, f, r, high, travel, top, u, t, el(s, j), el(tau, j), el(m, j), el(c, j), el(computed, j),
                   el(stored, j), el(summed, j))) ||
       (el(off, j) == 0.0 &&
        key_vanishes(g, e, te, f, r, high, far, top, u, t, el(s, j), el(tau, j), el(m, j), el(c, j), el(computed, j),
                     el(stored, j), el(summed, j)))) &&
      rescaled_sum(ua, ta, f, times(stored, w), c, n, d, k, r, x) &&
      rescaled_sum(ua, ta, f, summed, c, n, d, k, r, y) && a == softmax(s, everything, n) &&
      total(times(a, v), n) == o && 1.0 <= excess * exponentials(s, everything, high, n) &&
      compound(u, growth(ua, d) - 1.0) <= 1.0 &&
      lost == lost_weight(e, te, f, r, top, u, t + vanished(g, far) * \exp(r * e + top)) &&
      eta ==
      excess * (growth(ua, d) * (lost * ((1.0 + uv) * absolute_total(v, n) + n * tv) + k * ta * growth(f, r))) +
      growth(ua, d) * ((1.0 + u) * (1.0 + total(times(a, growths(off)), n)) * tv) &&
      zeta == excess * (growth(ua, d) * (n * lost + k * ta * growth(f, r))) &&
      0.0 < low <= least_denominator(a, off, n, compound(u, growth(ua, d) - 1.0), zeta) ==>
      0.0 < y &&
      \abs(x / y - o) <=
      mean_error(a, off, v, n, o, compound(compound(u, uv), growth(ua, d) - 1.0), compound(u, growth(ua, d) - 1.0), eta,
                 zeta) / low; */
/* a distance of 1000, and roundings that take a sixteenth of it: still e^-900, less than 2^-1298 */
/*@ lemma thousand_suffices: \forall real g, far;
      0.0 <= g <= 0.0625 && 1000.0 <= far ==> vanished(g, far) <= \exp(-900.0); */
#endif
