/* spec/proposition/sink_gradient.h - the gradient of a value, and why an attention sink is a sink of gradients.

   Source: arXiv 2603.17771.  p holds the weights of all rows, one row of n after the other, whatever computed them, and
   the weight of a hidden key is 0; v holds values of width d; o = outputs(p, v, n, d).  g is the gradient of a loss at
   o.  What is proved is about the values alone: the weights stay as they are. */
#ifndef PLUMB_SPEC_PROPOSITION_SINK_GRADIENT_H
#define PLUMB_SPEC_PROPOSITION_SINK_GRADIENT_H
#include "spec/aggregate/aggregate.h"
#include "spec/measure/sink_share.h"
#include "spec/proposition/scores.h"
#include "spec/proposition/slope.h"

/*@ axiomatic SinkGradient {
      type loss; // a number for the outputs of all rows
      logic real loss_at(loss l, seq o);
      logic seq outputs(seq p, seq v, integer n, integer d);
      logic seq along(seq x, seq e, real t);               // x + t e
      logic seq in_row(seq h, integer j, integer d);       // h in row j of width d, and 0 elsewhere
      logic seq weights_of_key(seq p, integer n, integer j); // what each row gives key j
      logic curve loss_along(loss l, seq o, seq e);        // t -> l(o + t e)
      // t -> l(outputs of the values of which v_j has become v_j + t h)
      logic curve loss_of_value(loss l, seq p, seq v, seq h, integer j, integer n, integer d);
      // sum_{i<rows} p_ij g_i
      logic seq value_gradient(seq p, seq g, integer rows, integer n, integer d, integer j);
    } */

/* of a loss at outputs that are `count` numbers: its slope in any direction is the product with g */
/*@ predicate has_gradient(loss l, seq o, seq g, integer count) =
      \forall seq e; has_slope(loss_along(l, o, e), 0.0, dots(g, e, count)); */
/* key j of n, and rows of d numbers */
/*@ predicate key_of(integer j, integer n, integer d) = 0 <= j < n && 0 < d; */
/* every row gives key j a weight that is not negative, and wants at least gamma of the direction u */
/*@ predicate rows_want(seq p, seq g, seq u, integer rows, integer n, integer d, integer j, real gamma) =
      \forall integer i; 0 <= i < rows ==> el(p, place(i, n, j)) >= 0.0 &&
      dots(drop(g, place(i, d, 0)), u, d) >= gamma; */
/* in every row the weights of keys j and k are shares of 1, and the gradient along u is at most large */
/*@ predicate rows_share(seq p, seq g, seq u, integer rows, integer n, integer d, integer j, integer k, real large) =
      \forall integer i; 0 <= i < rows ==> el(p, place(i, n, k)) >= 0.0 &&
      el(p, place(i, n, j)) + el(p, place(i, n, k)) <= 1.0 && \abs(dots(drop(g, place(i, d, 0)), u, d)) <= large; */

#ifdef PLUMB_DEFINITIONS
/*@ lemma outputs_are_aggregates: \forall seq p, v, subset m, integer n, d, i, c; 0 <= c < d &&
      (\forall integer j; 0 <= j < n && !among(m, j) ==> el(p, place(i, n, j)) == 0.0) ==>
      el(outputs(p, v, n, d), place(i, d, c)) == el(aggregate(drop(p, place(i, n, 0)), m, v, d, n), c); */
/*@ lemma along_is: \forall seq x, e, real t, integer k; el(along(x, e, t), k) == el(x, k) + t * el(e, k); */
/*@ lemma in_row_is: \forall seq h, integer i, j, d, c; 0 <= c < d ==>
      el(in_row(h, j, d), place(i, d, c)) == (i == j ? el(h, c) : 0.0); */
/*@ lemma weights_of_key_is: \forall seq p, integer n, i, j;
      el(weights_of_key(p, n, j), i) == el(p, place(i, n, j)); */
/*@ lemma loss_along_is: \forall loss l, seq o, e, real t;
      curve_at(loss_along(l, o, e), t) == loss_at(l, along(o, e, t)); */
/*@ lemma loss_of_value_is: \forall loss l, seq p, v, h, integer j, n, d, real t;
      curve_at(loss_of_value(l, p, v, h, j, n, d), t) == loss_at(l, outputs(p, along(v, in_row(h, j, d), t), n, d)); */
/*@ lemma value_gradient_of_none: \forall seq p, g, integer n, d, j, c;
      el(value_gradient(p, g, 0, n, d, j), c) == 0.0; */
/*@ lemma value_gradient_of_next: \forall seq p, g, integer rows, n, d, j, c; rows >= 0 ==>
      el(value_gradient(p, g, rows + 1, n, d, j), c) ==
      el(value_gradient(p, g, rows, n, d, j), c) + el(p, place(rows, n, j)) * el(g, place(rows, d, c)); */

/* ---- the gradient of a value ---- */
/* of a linear loss, as an identity of differences: sum_i <g_i, o_i(v_j + h) - o_i(v_j)> = <sum_i p_ij g_i, h> */
/*@ lemma value_gradient_is_adjoint: \forall seq p, v, g, h, integer rows, n, d, j; key_of(j, n, d) && rows >= 0 ==>
      dots(g, outputs(p, along(v, in_row(h, j, d), 1.0), n, d), rows * d) - dots(g, outputs(p, v, n, d), rows * d) ==
      dots(value_gradient(p, g, rows, n, d, j), h, d); */
/* of any loss that has the gradient g at the outputs */
/*@ lemma value_gradient_is_the_gradient: \forall loss l, seq p, v, g, h, integer rows, n, d, j;
      key_of(j, n, d) && rows >= 0 && has_gradient(l, outputs(p, v, n, d), g, rows * d) ==>
      has_slope(loss_of_value(l, p, v, h, j, n, d), 0.0, dots(value_gradient(p, g, rows, n, d, j), h, d)); */
/*@ lemma value_gradient_is_the_only: \forall loss l, seq p, v, g, u, integer rows, n, d, j, c;
      key_of(j, n, d) && 0 <= c < d && rows >= 0 && has_gradient(l, outputs(p, v, n, d), g, rows * d) &&
      (\forall seq h; has_slope(loss_of_value(l, p, v, h, j, n, d), 0.0, dots(u, h, d))) ==>
      el(u, c) == el(value_gradient(p, g, rows, n, d, j), c); */

/* ---- a sink gathers it ---- */
/* rows times the mean weight of key j, times what every row wants of u: so much of u is in the gradient of v_j */
/*@ lemma sink_gathers_gradients: \forall seq p, g, u, integer rows, n, d, j, real gamma;
      rows > 0 && rows_want(p, g, u, rows, n, d, j, gamma) ==>
      rows * sink_share(weights_of_key(p, n, j), rows) * gamma <= dots(value_gradient(p, g, rows, n, d, j), u, d); */
/*@ lemma sink_gradient_is_long: \forall seq p, g, u, integer rows, n, d, j, real gamma;
      rows > 0 && rows_want(p, g, u, rows, n, d, j, gamma) && vector_length(u, d) == 1.0 ==>
      rows * sink_share(weights_of_key(p, n, j), rows) * gamma <=
      vector_length(value_gradient(p, g, rows, n, d, j), d); */
/* and no other key gathers more than the sink leaves */
/*@ lemma other_keys_gather_less: \forall seq p, g, u, integer rows, n, d, j, k, real large;
      rows > 0 && rows_share(p, g, u, rows, n, d, j, k, large) ==>
      \abs(dots(value_gradient(p, g, rows, n, d, k), u, d)) <=
      rows * (1.0 - sink_share(weights_of_key(p, n, j), rows)) * large; */
#endif
#endif
