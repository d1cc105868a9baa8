/* spec/compare/position_budget.h - errors of rotations and of the scores that they make (spec/budget.md, section
   17). */
#ifndef PLUMB_SPEC_COMPARE_POSITION_BUDGET_H
#define PLUMB_SPEC_COMPARE_POSITION_BUDGET_H
#include "spec/compare/rounded_sum.h"

/* an element of a pair (a, b) turned by phi, its partner, and their length: the angle off by delta */
/*@ logic real turned(real a, real b, real phi) = a * \cos(phi) - b * \sin(phi); */
/*@ logic real partner(real a, real b, real phi) = a * \sin(phi) + b * \cos(phi); */
/*@ logic real pair_length(real a, real b) = \sqrt(a * a + b * b); */
/*@ lemma rotation_moves: \forall real a, b, phi, delta, d; \abs(delta) <= d ==>
      \abs(turned(a, b, phi + delta) - turned(a, b, phi)) <=
      \min(\abs(partner(a, b, phi)) * d + \abs(turned(a, b, phi)) * (d * d / 2.0),
           pair_length(a, b) + \abs(turned(a, b, phi))); */
/*@ lemma pair_within_length: \forall real a, b, phi;
      \abs(a * \cos(phi)) + \abs(b * \sin(phi)) <= pair_length(a, b) &&
      \abs(a) + \abs(b) <= \sqrt(2.0) * pair_length(a, b); */
/* A product of two pairs is n_q n_k cos of their angle, which depends on the difference of the two turns. */
/*@ lemma product_of_pairs_moves: \forall real nq, nk, phi, delta, d; 0.0 <= nq && 0.0 <= nk && \abs(delta) <= d ==>
      \abs(nq * nk * \cos(phi + delta) - nq * nk * \cos(phi)) <= nq * nk * \min(2.0, d); */
/* angles p theta and q theta of two positions: the error e of the frequency is common to both, f and g are not */
/*@ lemma angle_difference_within: \forall real theta, p, q, e, f, g, k, l;
      0.0 <= theta && \abs(e) <= k && \abs(f) <= l && \abs(g) <= l && 0.0 <= k ==>
      \abs((p * (theta * (1.0 + e)) * (1.0 + f) - q * (theta * (1.0 + e)) * (1.0 + g)) - (p * theta - q * theta)) <=
      k * theta * \abs(p - q) + l * (1.0 + k) * theta * (\abs(p) + \abs(q)); */
#endif
