/* spec/budget/step_by_step.h - what computes step by step, as kernels do, is an engine of the model (spec/budget.md,
   section 2).

   No bound rests on these lemmas.  They hold the definitions of an engine from below: one that left out a rounding, an
   order or a form that ships would leave a lemma open.  Each step is any number within its rounding. */
#ifndef PLUMB_SPEC_BUDGET_STEP_BY_STEP_H
#define PLUMB_SPEC_BUDGET_STEP_BY_STEP_H
#include "spec/budget/activation.h"
#include "spec/budget/capped.h"
#include "spec/budget/finished.h"
#include "spec/budget/online.h"
#include "spec/budget/score.h"
#include "spec/budget/weight.h"

/* ---- scores ---- */
/* The scale multiplies the query (a), the key (b) or their product (c), or its root multiplies both. */
/*@ predicate scale_placed(seq u, seq t, real scale, real a, real b, real c) =
      (rounded_in(u, t, 0, scale, a) && b == 1.0 && c == 1.0) ||
      (a == 1.0 && rounded_in(u, t, 0, scale, b) && c == 1.0) ||
      (a == 1.0 && b == 1.0 && rounded_in(u, t, 0, scale, c)) ||
      (\exists real root; root * root == scale && rounded_in(u, t, 0, root, a) && rounded_in(u, t, 0, root, b) &&
       c == 1.0); */
/* x is the vector v times a, stored as an input and then as a matrix unit takes it */
/*@ predicate vector_stored(seq u, seq t, real a, seq v, seq stored, seq x, integer d) =
      \forall integer i; 0 <= i < d ==>
      rounded_in(u, t, 0, a * el(v, i), el(stored, i)) && rounded_in(u, t, 1, el(stored, i), el(x, i)); */
/* s_d is the sum of the products p_i of x and z, one added after the other */
/*@ predicate summed_in_order(seq u, seq t, seq x, seq z, seq p, seq s, integer d) = el(s, 0) == 0.0 &&
      \forall integer i; 0 <= i < d ==> rounded_in(u, t, 2, el(x, i) * el(z, i), el(p, i)) &&
      rounded_in(u, t, 2, el(s, i) + el(p, i), el(s, i + 1)); */
/* s is that sum from a matrix unit that aligns all products to the largest, and cuts what sticks out of each */
/*@ predicate summed_at_once(seq u, seq t, seq x, seq z, integer d, real s) =
      \abs(s - dots(x, z, d)) <= d * (el(u, 2) * dots(absolutes(x), absolutes(z), d) + el(t, 2)); */
/* the sum is stored, multiplied by what is left of the scale and stored, and stored once more behind a mask of zeros */
/*@ predicate score_stored(seq u, seq t, real c, real sum, real y) = \exists real stored, scaled;
      rounded_in(u, t, 3, sum, stored) && rounded_in(u, t, 3, c * stored, scaled) && rounded_in(u, t, 3, scaled, y); */
/*@ lemma score_in_order: \forall seq u, t, q, k, v, w, x, z, p, s, integer d, real scale, a, b, c, y;
      is_roundings(u, t) && 0 <= d && scale_placed(u, t, scale, a, b, c) && vector_stored(u, t, a, q, v, x, d) &&
      vector_stored(u, t, b, k, w, z, d) && summed_in_order(u, t, x, z, p, s, d) &&
      score_stored(u, t, c, el(s, d), y) ==> score_computed(u, t, scale, q, k, d, y); */
/*@ lemma score_at_once: \forall seq u, t, q, k, v, w, x, z, integer d, real scale, a, b, c, s, y;
      is_roundings(u, t) && 0 <= d && scale_placed(u, t, scale, a, b, c) && vector_stored(u, t, a, q, v, x, d) &&
      vector_stored(u, t, b, k, w, z, d) && summed_at_once(u, t, x, z, d, s) &&
      score_stored(u, t, c, s, y) ==> score_computed(u, t, scale, q, k, d, y); */

/* ---- what joins a score ---- */
/*@ lemma bias_in_steps: \forall seq u, t, real e, f, b, own, y;
      rounded_by(e, f, b, own) && rounded_in(u, t, 3, own, y) ==> bias_computed(u, t, e, f, b, y); */
/*@ lemma sum_in_steps: \forall seq u, t, real e, f, x, b, own, sum, y;
      rounded_by(e, f, x + b, own) && rounded_in(u, t, 4, own, sum) && rounded_in(u, t, 3, sum, y) ==>
      sum_computed(u, t, e, f, x, b, y); */
/*@ lemma logit_in_steps: \forall seq u, t, real x, stored, y;
      rounded_in(u, t, 0, x, stored) && rounded_in(u, t, 3, stored, y) ==> logit_computed(u, t, x, y); */
/* y is x after two or four roundings in the exponent's format */
/*@ predicate rounded_twice(seq u, seq t, real x, real y) = \exists real a;
      rounded_in(u, t, 4, x, a) && rounded_in(u, t, 4, a, y); */
/*@ predicate rounded_four_times(seq u, seq t, real x, real y) = \exists real a;
      rounded_twice(u, t, x, a) && rounded_twice(u, t, a, y); */
/* by how much a tanh by exponentials is off */
/*@ predicate tanh_computed(seq u, seq t, real x, real y) =
      \abs(y - rtanh(x)) <= 2.0 * el(u, 10) + 8.0 * el(u, 4) + el(t, 4); */
/* c tanh(x / c), each step a tensor among the scores; the cap is held as an input, by itself in each place */
/*@ lemma cap_in_steps: \forall seq u, t, real c, x, divisor, factor, quotient, argument, value, stored, product, y;
      rounded_in(u, t, 0, c, divisor) && rounded_in(u, t, 0, c, factor) &&
      rounded_twice(u, t, x / divisor, quotient) && rounded_in(u, t, 3, quotient, argument) &&
      tanh_computed(u, t, argument, value) && rounded_in(u, t, 3, value, stored) &&
      rounded_twice(u, t, factor * stored, product) && rounded_in(u, t, 3, product, y) ==>
      cap_computed(u, t, c, x, y); */
/* the same of -infinity */
/*@ lemma hidden_in_steps: \forall seq u, t, real c, factor, value, stored, product, last, y;
      rounded_in(u, t, 0, c, factor) && \abs(value - -1.0) <= 2.0 * el(u, 10) + 8.0 * el(u, 4) + el(t, 4) &&
      rounded_in(u, t, 3, value, stored) && rounded_four_times(u, t, factor * stored, product) &&
      rounded_in(u, t, 3, product, last) && rounded_in(u, t, 3, last, y) ==> hidden_computed(u, t, c, y); */
/*@ lemma hidden_one_by_one: \forall seq u, t, y, subset m, p, integer n, real c;
      (\forall integer j; 0 <= j < n && among(p, j) && !among(m, j) ==> hidden_computed(u, t, c, el(y, j))) ==>
      hidden_keys(u, t, c, y, m, p, n); */

/* ---- maps ---- */
/*@ predicate exponential_computed(seq u, seq t, real x, real y) =
      0.0 <= y && \abs(y - \exp(x)) <= el(u, 10) * \exp(x) + el(t, 4); */
/* by e^-x, and by e^x */
/*@ lemma sigmoid_in_steps: \forall seq u, t, real x, argument, power, y;
      rounded_four_times(u, t, x, argument) && exponential_computed(u, t, -argument, power) &&
      rounded_four_times(u, t, 1.0 / (1.0 + power), y) ==> sigmoid_computed(u, t, x, y); */
/*@ lemma sigmoid_by_rising_power: \forall seq u, t, real x, argument, power, y;
      rounded_four_times(u, t, x, argument) && exponential_computed(u, t, argument, power) &&
      rounded_four_times(u, t, power / (1.0 + power), y) ==> sigmoid_computed(u, t, x, y); */
/* x itself, or e^x - 1, as a difference or with an error that shrinks with it; stored; 1 added */
/*@ predicate elu_begun(seq u, seq t, real x, real y) = (0.0 < x && y == x) ||
      (x <= 0.0 && exponential_computed(u, t, x, y + 1.0)) ||
      (x <= 0.0 && \abs(y - (\exp(x) - 1.0)) <= el(u, 10) * (1.0 - \exp(x)) + el(t, 4)); */
/*@ lemma elu_in_steps: \forall seq u, t, real x, first, computed, stored, y;
      is_roundings(u, t) && elu_begun(u, t, x, first) && rounded_twice(u, t, first, computed) &&
      rounded_in(u, t, 3, computed, stored) && rounded_twice(u, t, stored + 1.0, y) ==> elu_computed(u, t, x, y); */

/* ---- the end of a row ---- */
/* the quotient, and three more roundings where parts are joined and normalised; two stores */
/*@ predicate quotient_stored(seq u, seq t, real x, real y) = \exists real a, b, c, quotient, output;
      rounded_in(u, t, 6, x, a) && rounded_in(u, t, 6, a, b) && rounded_in(u, t, 6, b, c) &&
      rounded_in(u, t, 6, c, quotient) && rounded_in(u, t, 7, quotient, output) && rounded_in(u, t, 8, output, y); */
/*@ lemma stored_in_steps: \forall seq u, t, real x, y; quotient_stored(u, t, x, y) ==> stored_as(u, t, x, y); */
/* a factor, a value bias and a gate, each stored result by result */
/*@ lemma finished_in_steps: \forall seq u, t, plumb_finish f,
      real z, first, factor, second, bias, third, power, gate, x;
      f.has_factor != 0 && f.has_bias != 0 && f.has_gate != 0 &&
      quotient_stored(u, t, z, first) && rounded_in(u, t, 0, f.factor, factor) &&
      quotient_stored(u, t, first * factor, second) && rounded_in(u, t, 0, f.bias, bias) &&
      quotient_stored(u, t, second + bias, third) && sigmoid_computed(u, t, f.gate, power) &&
      rounded_in(u, t, 7, power, gate) && quotient_stored(u, t, third * gate, x) ==> finished_as(u, t, f, z, x); */
/*@ lemma finished_by_storing: \forall seq u, t, plumb_finish f, real z, x;
      f.has_factor == 0 && f.has_bias == 0 && f.has_gate == 0 && quotient_stored(u, t, z, x) ==>
      finished_as(u, t, f, z, x); */

/* ---- weights ---- */
/* x is the weight of key k as a quotient: probabilities at the last shift, divided by their sum and stored */
/*@ axiomatic WeightAsQuotient {
      predicate weight_as_quotient(seq u, seq t, seq score, integer n, integer r, integer k, real x);
    } */
/*@ lemma weight_in_steps: \forall seq u, t, y, integer n, r, k, real x;
      is_roundings(u, t) && 0 <= k < n && 0 <= r && weight_as_quotient(u, t, y, n, r, k, x) ==>
      online_softmax(u, t, y, indicator(k), n, r, x); */
#endif
