/* spec/position/shaw.h - o_c + sum_j w_j r_{j,c}: an output, and weights times the rows of a table gathered for the
   keys.

   Source: arXiv 1803.02155, equation 3. */
#ifndef PLUMB_SPEC_POSITION_SHAW_H
#define PLUMB_SPEC_POSITION_SHAW_H
#include "spec/position/table_bias.h"
#include "spec/score/scaled_dot.h"

/*@ axiomatic Shaw { logic seq with_relative_values(seq o, seq w, seq r, integer value_dim, integer n); } */

#ifdef PLUMB_DEFINITIONS
/* the weighted sum of values v_j + r_j, whatever weights there are */
/*@ lemma relative_values_join: \forall seq o, w, v, r, s, subset m, integer d, n, c;
      (\forall integer j;
       0 <= j < n ==> among(m, j) && el(s, place(j, d, c)) == el(v, place(j, d, c)) + el(r, place(j, d, c))) &&
      el(o, c) == weighted(w, m, v, d, c, n) ==>
      el(with_relative_values(o, w, r, d, n), c) == weighted(w, m, s, d, c, n); */
#endif

/*@ lemma relative_values_none: \forall seq o, w, r, integer d, c;
      el(with_relative_values(o, w, r, d, 0), c) == el(o, c); */
/*@ lemma relative_values_next: \forall seq o, w, r, integer d, c, n, k; 0 <= n < k <= n + 1 ==>
      el(with_relative_values(o, w, r, d, k), c) ==
      el(with_relative_values(o, w, r, d, n), c) + rmul(el(w, n), el(r, place(n, d, c))); */
#endif
