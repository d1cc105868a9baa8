/* spec/budget/finished.h - from the quotient to an element as an engine gives it, behind the factor of a scaled
   softmax, a value bias and a gate (spec/budget.md, sections 11 and 16). */
#ifndef PLUMB_SPEC_BUDGET_FINISHED_H
#define PLUMB_SPEC_BUDGET_FINISHED_H
#include "spec/budget/activation.h"
#include "spec/budget/stored.h"

/* What comes behind the quotient, each of it or not, in this order. */
typedef struct {
    int has_factor, has_bias, has_gate;
    double factor, bias, gate;
} plumb_finish;

/* y is z, stored, times the factor f as an input */
/*@ predicate factor_multiplied(seq u, seq t, real f, real z, real y) =
      \exists real a, c; stored_as(u, t, z, a) && rounded_in(u, t, 0, f, c) && y == rmul(a, c); */
/* y is z, stored, plus the bias b as an input */
/*@ predicate bias_added(seq u, seq t, real b, real z, real y) =
      \exists real a, c; stored_as(u, t, z, a) && rounded_in(u, t, 0, b, c) && y == a + c; */
/* y is z, stored, times the sigmoid of the gate g, which is stored, too */
/*@ predicate gate_multiplied(seq u, seq t, real g, real z, real y) =
      \exists real a, s, f; stored_as(u, t, z, a) && sigmoid_computed(u, t, g, s) && rounded_in(u, t, 7, s, f) &&
        y == rmul(a, f); */
/*@ predicate factor_finishes(integer has, seq u, seq t, real f, real z, real y) =
      has != 0 ? factor_multiplied(u, t, f, z, y) : y == z; */
/*@ predicate bias_finishes(integer has, seq u, seq t, real b, real z, real y) =
      has != 0 ? bias_added(u, t, b, z, y) : y == z; */
/*@ predicate gate_finishes(integer has, seq u, seq t, real g, real z, real y) =
      has != 0 ? gate_multiplied(u, t, g, z, y) : y == z; */
/* x is what the quotient z ends as: stored_as, where nothing comes behind it */
/*@ predicate finished_as(seq u, seq t, plumb_finish f, real z, real x) =
      \exists real a, b, c; factor_finishes(f.has_factor, u, t, f.factor, z, a) &&
        bias_finishes(f.has_bias, u, t, f.bias, a, b) && gate_finishes(f.has_gate, u, t, f.gate, b, c) &&
        stored_as(u, t, c, x); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma finished_is_stored: \forall seq u, t, plumb_finish f, real z, x;
      f.has_factor == 0 && f.has_bias == 0 && f.has_gate == 0 ==>
      (finished_as(u, t, f, z, x) <==> stored_as(u, t, z, x)); */
#endif
#endif
