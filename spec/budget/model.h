/* spec/budget/model.h - a precision model as the tests of an evaluation see it, and what an evaluation in it is
   (spec/budget.md, sections 1 to 6).

   A model is two sequences: step i rounds x to within u_i |x| + t_i.  The roundings themselves may be any.  Two places
   of t that no step needs say how far the shift of a softmax may be from the largest score.
   Definitions: proofs/model/engine.v. */
#ifndef PLUMB_SPEC_BUDGET_MODEL_H
#define PLUMB_SPEC_BUDGET_MODEL_H
#include "spec/number/sequence.h"

/* The steps, in the order of the sequences; proofs/model/engine.v has the same. */
#define PLUMB_STEP_INPUT 0        /* the scale, and scaled queries and keys */
#define PLUMB_STEP_OPERAND 1      /* queries, keys and values as they are multiplied */
#define PLUMB_STEP_PRODUCT 2      /* products and sums of query.key */
#define PLUMB_STEP_SCORE 3        /* scores as stored */
#define PLUMB_STEP_EXPONENT 4     /* the shift, the argument of exp, what its result underflows by */
#define PLUMB_STEP_PROBABILITY 5  /* probabilities as stored */
#define PLUMB_STEP_ACCUMULATE 6   /* sums of probabilities, and of their products with values; the division */
#define PLUMB_STEP_OUTPUT 7       /* results as stored */
#define PLUMB_STEP_TENSOR 8       /* results in the tensor that is judged, where it is coarser */
#define PLUMB_STEP_SHIFTED 9      /* scores less their maximum, where these are stored */
#define PLUMB_STEP_EXPONENTIAL 10 /* exp for a probability */
#define PLUMB_STEP_RESCALING 11   /* exp for a rescaling */
#define PLUMB_STEPS 12
/* In t, how much farther above or below the largest score a shift may be than one that is a maximum. */
#define PLUMB_SHIFT_AHEAD 9
#define PLUMB_SHIFT_BEHIND 10

/* score_computed: y is a score as computed from q and the vector k of its key, of d elements.
   online_softmax: x is the mean of v under the n scores as computed, by an online softmax, rescaled r times at most, or
   by one that divides its probabilities by their sum before they multiply the values.
   stored_as: y is x divided as it is, and stored. */
/*@ axiomatic Engine {
      predicate is_roundings(seq u, seq t);                   // no step has a unit or a tiny below 0
      predicate score_computed(seq u, seq t, real scale, seq q, seq k, integer d, real y);
      predicate online_softmax(seq u, seq t, seq score, seq v, integer n, integer r, real x);
      predicate stored_as(seq u, seq t, real x, real y);
    } */
/*@ lemma is_roundings_is: \forall seq u, t;
      (\forall integer i; 0 <= i < 12 ==> 0.0 <= el(u, i) && 0.0 <= el(t, i)) ==> is_roundings(u, t); */

/* two roundings, one after the other; k of them, for k u < 1 */
/*@ logic real joint(real a, real b) = a + b + rmul(a, b); */
/*@ logic real gamma_up(real k, real u) = rdiv(rmul(k, u), 1.0 - rmul(k, u)); */

/* Counts of roundings that the bounds can bear: of a score of d products; of n keys rescaled r times; of the stores. */
/*@ predicate bears_products(seq u, integer d) = rmul(d + 4.0, el(u, 2)) < 1.0; */
/*@ predicate bears_keys(seq u, integer n, integer r) =
      rmul(28.0, el(u, 4)) < 1.0 && el(u, 10) < 1.0 && rmul(r + 3.0, el(u, 11)) < 1.0 &&
      rmul(n + r + 8.0, el(u, 6)) < 1.0; */
/*@ logic real stored_unit(seq u) = joint(joint(gamma_up(4.0, el(u, 6)), el(u, 7)), el(u, 8)); */
/*@ predicate bears_stores(seq u) = rmul(4.0, el(u, 6)) < 1.0 && stored_unit(u) < 1.0; */

#ifdef PLUMB_DEFINITIONS
#include "spec/compare/rounded_sum.h"
/*@ lemma joint_is: \forall real a, b; joint(a, b) == compound(a, b); */
/*@ lemma gamma_up_is: \forall real k, u; k * u < 1.0 ==> gamma_up(k, u) == gamma_of(k, u); */
#endif
#endif
