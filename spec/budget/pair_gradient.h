/* spec/budget/pair_gradient.h - what a backward pass has of one pair of query and key: the probability, and the
   gradient in their score (spec/budget.md, section 24).

   Of the pair are known the score and dP = G.v_j as computed, a ball around the log-sum-exp, or around a probability
   that was saved, and one around delta.  Definitions step by step; each rounding may be left out. */
#ifndef PLUMB_SPEC_BUDGET_PAIR_GRADIENT_H
#define PLUMB_SPEC_BUDGET_PAIR_GRADIENT_H
#include "spec/budget/biased.h"
#include "spec/budget/weight_by_lse.h"

typedef struct {
    int saved;                  /* not 0: the forward pass saved the probability, which is not recomputed */
    int stored;                 /* not 0: it may be rounded to `probability` before it multiplies dP - delta */
    plumb_ball probability;     /* where it was saved: around what the backward pass reads */
    plumb_computed score;       /* otherwise: the score, behind all that joins it */
    plumb_ball lse;             /* and around the row's log-sum-exp, as the backward pass reads it */
    plumb_computed gradient;    /* dP, the product of the output's gradient and the value */
    plumb_ball delta;           /* around the row's delta, whatever made it */
    double lse_grad;            /* the loss's gradient in the log-sum-exp, or 0 */
    int has_cap;                /* not 0: the score went through a softcap */
    double cap;
    plumb_computed capped;      /* what the softcap gave */
} plumb_gradient_pair;

/* p is the probability, as the backward pass computes or reads it */
/*@ predicate pair_probability(seq u, seq t, plumb_gradient_pair g, real p) =
      g.saved != 0 ? in_ball(g.probability, p) :
      \exists real y, l; computed_as(g.score.exact, g.score.off, y) && in_ball(g.lse, l) &&
        exponential_by_lse(u, t, y, l, p); */

/* y is dP; where P was saved in a tensor it may be one of the same format, as automatic differentiation makes it */
/*@ predicate probability_gradient(seq u, seq t, plumb_gradient_pair g, real y) = \exists real a;
      computed_as(g.gradient.exact, g.gradient.off, a) && (g.saved != 0 ? rounded_in(u, t, 5, a, y) : y == a); */

/* one operation and the store of its result as a tensor among the scores */
/*@ logic real elementwise_unit(seq u) = joint(el(u, 4), el(u, 3)); */
/*@ logic real elementwise_tiny(seq u, seq t) = rmul(el(t, 4), 1.0 + el(u, 3)) + el(t, 3); */
/* s is p (g - d + l): what it comes of may be the difference, formed from either side, or the products of p with each
   of the three; so two such results are on the way of each */
/*@ logic real difference_tiny(seq u, seq t) =
      rmul(4.0, rmul(1.0 + elementwise_unit(u), elementwise_tiny(u, t))); */
/*@ logic real difference_off(seq u, seq t, real p, real g, real d, real l) =
      rmul(joint(elementwise_unit(u), elementwise_unit(u)), rmul(p, g + d + l))
        + rmul(difference_tiny(u, t), 1.0 + p); */
/*@ predicate difference_weighed(seq u, seq t, real p, real g, real d, real l, real s) =
      near(s, rmul(p, g - d + l), difference_off(u, t, \abs(p), \abs(g), \abs(d), \abs(l))); */
/* x, an element of a tensor among the scores, is a as computed */
/*@ predicate element_stored(seq u, seq t, real a, real x) = \exists real b;
      rounded_in(u, t, 4, a, b) && rounded_in(u, t, 3, b, x); */
/* x is dS, from the probability p, dP, delta, and the gradient l in the log-sum-exp */
/*@ predicate score_gradient_computed(seq u, seq t, integer stored, real p, real g, real d, real l, real x) =
      \exists real a, s; (stored != 0 ? rounded_in(u, t, 5, p, a) : a == p) &&
        difference_weighed(u, t, a, g, d, l, s) && element_stored(u, t, s, x); */
/* f is 1 - (y / c)^2, of y that the softcap c gave: the cap as an input, each of three results stored */
/*@ predicate cap_slope_computed(seq u, seq t, real c, real y, real f) = \exists real a, q, s;
      rounded_in(u, t, 0, c, a) && element_stored(u, t, rdiv(y, a), q) && element_stored(u, t, rmul(q, q), s) &&
      element_stored(u, t, 1.0 - s, f); */
/* x is the gradient z in what the softcap gave, times its slope */
/*@ predicate cap_slope_multiplied(seq u, seq t, plumb_gradient_pair g, real z, real x) =
      g.has_cap != 0 ?
      (\exists real y, f; computed_as(g.capped.exact, g.capped.off, y) && cap_slope_computed(u, t, g.cap, y, f) &&
         element_stored(u, t, rmul(z, f), x)) : x == z; */
/* x is the gradient in the product of query and key, but for the scale */
/*@ predicate pair_gradient(seq u, seq t, plumb_gradient_pair g, real x) =
      \exists real p, y, d, l, z; pair_probability(u, t, g, p) && probability_gradient(u, t, g, y) &&
        in_ball(g.delta, d) && given(g.lse_grad, l) && score_gradient_computed(u, t, g.stored, p, y, d, l, z) &&
        cap_slope_multiplied(u, t, g, z, x); */
#endif
