/* spec/budget/backward_in_steps.h - what computes a backward pass step by step, as kernels do, is an engine of the
   model (spec/budget.md, section 24).

   No bound rests on these lemmas.  As those of step_by_step.h do, they hold the definitions from below: one that left
   out a rounding, an order or a form that ships would leave a lemma open. */
#ifndef PLUMB_SPEC_BUDGET_BACKWARD_IN_STEPS_H
#define PLUMB_SPEC_BUDGET_BACKWARD_IN_STEPS_H
#include "spec/budget/gradient_sum.h"
#include "spec/budget/pair_gradient.h"
#include "spec/budget/turned_gradient.h"
#include "spec/number/sine.h"

/* ---- dS ---- */
/* x is a, computed in the exponent's format, and stored among the scores, as eager engines do */
/*@ predicate element_computed(seq u, seq t, real a, real x) = \exists real b;
      \abs(b - a) <= el(u, 4) * \abs(a) + el(t, 4) && \abs(x - b) <= el(u, 3) * \abs(b) + el(t, 3); */
/* FlashAttention: delta - l comes first */
/*@ lemma score_gradient_by_difference: \forall seq u, t, real p, g, d, l, e, c, x;
      is_roundings(u, t) && element_computed(u, t, d - l, e) && element_computed(u, t, g - e, c) &&
      element_computed(u, t, p * c, x) ==> score_gradient_computed(u, t, 0, p, g, d, l, x); */
/* l comes last */
/*@ lemma score_gradient_with_last: \forall seq u, t, real p, g, d, l, e, c, x;
      is_roundings(u, t) && element_computed(u, t, g - d, e) && element_computed(u, t, e + l, c) &&
      element_computed(u, t, p * c, x) ==> score_gradient_computed(u, t, 0, p, g, d, l, x); */
/* the products of P with dP, delta and l */
/*@ lemma score_gradient_by_products: \forall seq u, t, real p, g, d, l, a, b, c, e, x;
      is_roundings(u, t) && element_computed(u, t, p * g, a) && element_computed(u, t, p * d, b) &&
      element_computed(u, t, a - b, c) && element_computed(u, t, p * l, e) &&
      element_computed(u, t, c + e, x) ==> score_gradient_computed(u, t, 0, p, g, d, l, x); */
/* of a probability that was stored before */
/*@ lemma score_gradient_of_stored: \forall seq u, t, real p, q, g, d, l, e, c, x;
      is_roundings(u, t) && \abs(q - p) <= el(u, 5) * \abs(p) + el(t, 5) && element_computed(u, t, d - l, e) &&
      element_computed(u, t, g - e, c) && element_computed(u, t, q * c, x) ==>
      score_gradient_computed(u, t, 1, p, g, d, l, x); */
/* dP of a probability that was saved is a tensor of the same format */
/*@ lemma probability_gradient_as_tensor: \forall seq u, t, plumb_gradient_pair g, real a, y;
      is_roundings(u, t) && g.saved != 0 && computed_as(g.gradient.exact, g.gradient.off, a) &&
      \abs(y - a) <= el(u, 5) * \abs(a) + el(t, 5) ==> probability_gradient(u, t, g, y); */

/* ---- sums ---- */
/* s_n is the sum of the products q_i of p and w, one added after the other */
/*@ predicate added_in_order(seq u, seq t, seq p, seq w, seq q, seq s, integer n) = el(s, 0) == 0.0 &&
      \forall integer i; 0 <= i < n ==>
      \abs(el(q, i) - el(p, i) * el(w, i)) <= el(u, 6) * \abs(el(p, i) * el(w, i)) + el(t, 6) &&
      \abs(el(s, i + 1) - (el(s, i) + el(q, i))) <= el(u, 6) * \abs(el(s, i) + el(q, i)) + el(t, 6); */
/* p are the weights x, rounded once to the format of probabilities */
/*@ predicate weights_rounded(seq u, seq t, seq x, seq p, integer n) = \forall integer i; 0 <= i < n ==>
      \abs(el(p, i) - el(x, i)) <= el(u, 5) * \abs(el(x, i)) + el(t, 5); */
/*@ predicate result_rounded(seq u, seq t, real y, real z) = \abs(z - y) <= el(u, 7) * \abs(y) + el(t, 7); */
/* dv of a flash kernel */
/*@ lemma value_gradient_in_order: \forall seq u, t, x, v, p, q, s, integer n, real z;
      is_roundings(u, t) && 0 <= n && weights_rounded(u, t, x, p, n) && added_in_order(u, t, p, v, q, s, n) &&
      result_rounded(u, t, el(s, n), z) ==> gradient_summed(u, t, PLUMB_SCALE_NOWHERE, 1.0, x, v, n, n + 8, 0, z); */
/* dq and dk of a flash kernel: dS rounded once, the scale at the end */
/*@ lemma gradient_in_order: \forall seq u, t, x, v, p, q, s, integer n, real scale, c, y, z;
      is_roundings(u, t) && 0 <= n && weights_rounded(u, t, x, p, n) && added_in_order(u, t, p, v, q, s, n) &&
      \abs(c - scale) <= el(u, 0) * \abs(scale) + el(t, 0) &&
      \abs(y - c * el(s, n)) <= el(u, 6) * \abs(c * el(s, n)) + el(t, 6) && result_rounded(u, t, y, z) ==>
      gradient_summed(u, t, PLUMB_SCALE_END, scale, x, v, n, n + 8, 0, z); */
/* of an eager engine: dS scaled and stored, which the scale may be before, too */
/*@ lemma gradient_of_scaled: \forall seq u, t, x, v, e, p, q, s, integer n, real scale, c, z;
      is_roundings(u, t) && 0 <= n && \abs(c - scale) <= el(u, 0) * \abs(scale) + el(t, 0) &&
      (\forall integer i; 0 <= i < n ==> \abs(el(e, i) - c * el(x, i)) <= el(u, 6) * \abs(c * el(x, i)) + el(t, 6)) &&
      weights_rounded(u, t, e, p, n) && added_in_order(u, t, p, v, q, s, n) && result_rounded(u, t, el(s, n), z) ==>
      gradient_summed(u, t, PLUMB_SCALE_WEIGHT, scale, x, v, n, n + 8, 0, z); */
/* dq of a kernel to the base 2: keys are scaled and stored as inputs, log 2 multiplies the sum */
/*@ lemma gradient_to_base_two: \forall seq u, t, x, v, w, p, q, s, integer n, real scale, a, d, y, z;
      is_roundings(u, t) && 0 <= n &&
      \abs(a - rdiv(scale, rlog(2.0))) <= el(u, 0) * \abs(rdiv(scale, rlog(2.0))) + el(t, 0) &&
      (\forall integer i; 0 <= i < n ==> \abs(el(w, i) - a * el(v, i)) <= el(u, 0) * \abs(a * el(v, i)) + el(t, 0)) &&
      weights_rounded(u, t, x, p, n) && added_in_order(u, t, p, w, q, s, n) &&
      \abs(d - rlog(2.0)) <= el(u, 0) * \abs(rlog(2.0)) + el(t, 0) &&
      \abs(y - d * el(s, n)) <= el(u, 6) * \abs(d * el(s, n)) + el(t, 6) && result_rounded(u, t, y, z) ==>
      gradient_summed(u, t, PLUMB_SCALE_BASE_END, scale, x, v, n, n + 8, 0, z); */
/* dbias: dS of the pairs that an element joins, s_n of the first n, added one after the other; or of one pair, which is
   stored as it is */
/*@ predicate added_one_by_one(seq u, seq t, seq x, seq s, integer n) = el(s, 0) == 0.0 &&
      \forall integer i; 0 <= i < n ==>
      \abs(el(s, i + 1) - (el(s, i) + el(x, i))) <= el(u, 6) * \abs(el(s, i) + el(x, i)) + el(t, 6); */
/*@ predicate all_ones(seq v, integer n) = \forall integer i; 0 <= i < n ==> el(v, i) == 1.0; */
/*@ lemma bias_gradient_in_order: \forall seq u, t, x, v, s, integer n, real z;
      is_roundings(u, t) && 0 <= n && all_ones(v, n) && added_one_by_one(u, t, x, s, n) &&
      result_rounded(u, t, el(s, n), z) ==> gradient_summed(u, t, PLUMB_SCALE_NOWHERE, 1.0, x, v, n, n + 8, 0, z); */
/*@ lemma bias_gradient_of_pair: \forall seq u, t, x, v, real z;
      is_roundings(u, t) && all_ones(v, 1) && result_rounded(u, t, el(x, 0), z) ==>
      gradient_summed(u, t, PLUMB_SCALE_NOWHERE, 1.0, x, v, 1, 9, 0, z); */
/* Of a kernel that keeps the sum as a result from tile to tile: y are the products of tile b, of so many neighbours,
   and 0 elsewhere; T_b is their sum, o_b what is kept before it is added. */
/*@ predicate tile_products(seq p, seq w, integer width, integer b, seq y) = \forall integer i;
      el(y, i) == (b * width <= i < (b + 1) * width ? el(p, i) * el(w, i) : 0.0); */
/*@ predicate tile_kept(seq u, seq t, real o, real s, real x) = \exists real y;
      \abs(y - (o + s)) <= el(u, 6) * \abs(o + s) + el(t, 6) && result_rounded(u, t, y, x); */
/*@ lemma tiles_in_order: \forall seq u, t, p, w, s, o, integer width, n, k, r;
      is_roundings(u, t) && 0 < width && 0 <= n <= r * width && 0 <= k && el(o, 0) == 0.0 &&
      (\forall integer b; 0 <= b < r ==> tile_kept(u, t, el(o, b), el(s, b), el(o, b + 1)) &&
         \exists seq y; tile_products(p, w, width, b, y) && terms_summed(u, t, y, n, k, el(s, b))) ==>
      tiles_summed(u, t, 0, 1.0, p, w, n, k, r, el(o, r)); */

/* ---- RoPE ---- */
/* y is x, stored as a tensor between two kernels: in the format of what an engine takes, or of what it gives */
/*@ predicate tensor_rounded(seq u, seq t, integer i, real x, real y) = (i == 0 || i == 7) &&
      \abs(y - x) <= el(u, i) * \abs(x) + el(t, i); */
/* x is a cosine or a sine, of c times mu: a function within 4 units, rounded once as it is multiplied, and stored */
/*@ predicate turn_computed(seq u, seq t, integer i, real mu, real c, real x) = \exists real a, b;
      \abs(a - c) <= 8.0 * el(u, 4) * \abs(mu) && \abs(b - a) <= el(u, 4) * \abs(a) + el(t, 4) &&
      tensor_rounded(u, t, i, b, x); */
/* x and y are those of an angle that is off */
/*@ predicate angle_computed(seq u, seq t, integer i, real delta, real mu, real c, real s, real x, real y) =
      \exists real e; \abs(e) <= delta && turn_computed(u, t, i, mu, c * rcosine(e) - s * rsine(e), x) &&
        turn_computed(u, t, i, mu, s * rcosine(e) + c * rsine(e), y); */
/* p is the product of g, as an input, and x, stored; z a sum of such, stored twice, as where it is cast */
/*@ predicate turn_multiplied(seq u, seq t, integer i, real g, real x, real p) = \exists real a;
      \abs(a - g) <= el(u, 0) * \abs(g) + el(t, 0) && tensor_rounded(u, t, i, a * x, p); */
/*@ predicate stored_and_cast(seq u, seq t, integer i, integer j, real x, real z) = \exists real a;
      tensor_rounded(u, t, i, x, a) && tensor_rounded(u, t, j, a, z); */
/* what is rotated by automatic differentiation, or by a kernel */
/*@ lemma first_turned_in_steps: \forall seq u, t, integer i, j, real delta, mu, c, s, x, y, g, h, p, q, z;
      is_roundings(u, t) && angle_computed(u, t, i, delta, mu, c, s, x, y) && turn_multiplied(u, t, i, g, x, p) &&
      turn_multiplied(u, t, i, h, y, q) && stored_and_cast(u, t, i, j, p + q, z) ==>
      turned_back(u, t, PLUMB_TURNED_FIRST, delta, 1, mu, c, s, g, h, z); */
/*@ lemma second_turned_in_steps: \forall seq u, t, integer i, j, real delta, mu, c, s, x, y, g, h, p, q, z;
      is_roundings(u, t) && angle_computed(u, t, i, delta, mu, c, s, x, y) && turn_multiplied(u, t, i, h, x, p) &&
      turn_multiplied(u, t, i, g, y, q) && stored_and_cast(u, t, i, j, p - q, z) ==>
      turned_back(u, t, PLUMB_TURNED_SECOND, delta, 1, mu, c, s, g, h, z); */
/* dq or dk of rotated vectors: the sums of a flash kernel, whose results a second kernel turns back */
/*@ predicate gradient_scaled(seq u, seq t, real c, real s, real z) = \exists real y;
      \abs(y - c * s) <= el(u, 6) * \abs(c * s) + el(t, 6) && result_rounded(u, t, y, z); */
/*@ lemma rotated_gradient_in_order: \forall seq u, t, x, v, w, p, a, b, d, e, integer n, i, j,
      real scale, l, delta, mu, c, s, g, h, k, q, y;
      is_roundings(u, t) && 0 <= n && weights_rounded(u, t, x, p, n) && added_in_order(u, t, p, v, a, b, n) &&
      added_in_order(u, t, p, w, d, e, n) && \abs(l - scale) <= el(u, 0) * \abs(scale) + el(t, 0) &&
      gradient_scaled(u, t, l, el(b, n), g) && gradient_scaled(u, t, l, el(e, n), h) &&
      angle_computed(u, t, i, delta, mu, c, s, k, q) && (\exists real o, f; turn_multiplied(u, t, i, g, k, o) &&
        turn_multiplied(u, t, i, h, q, f) && stored_and_cast(u, t, i, j, o + f, y)) ==>
      turned_sum(u, t, PLUMB_SCALE_END, scale, x, v, w, n, n + 8, 0, PLUMB_TURNED_FIRST, delta, 1, mu, c, s, y); */
#endif
