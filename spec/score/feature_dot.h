/* spec/score/feature_dot.h - rows of balls that enclose the rows of a matrix. */
#ifndef PLUMB_SPEC_SCORE_FEATURE_DOT_H
#define PLUMB_SPEC_SCORE_FEATURE_DOT_H
#include "spec/score/scaled_dot.h"

/* as rows of spec/number/sequence.h, of balls */
/*@ predicate ball_rows{L}(plumb_ball *p, seq x, subset m, integer n, integer d) =
      \forall integer j, k; 0 <= j < n && 0 <= k < d && among(m, j) ==>
      0 <= place(j, d, k) < n * d && in_ball(p[place(j, d, k)], el(x, place(j, d, k))); */
/*@ lemma row_encloses{L}: \forall plumb_ball *p, seq x, subset m, integer j, n, d;
      0 <= j < n && among(m, j) && ball_rows(p, x, m, n, d) ==>
      encloses(p + place(j, d, 0), drop(x, place(j, d, 0)), d); */
/* one row more */
/*@ lemma ball_rows_none{L}: \forall plumb_ball *p, seq x, subset m, integer d; ball_rows(p, x, m, 0, d); */
/*@ lemma ball_rows_next{L}: \forall plumb_ball *p, seq x, subset m, integer n, k, d;
      0 <= n < k <= n + 1 && 0 <= d && ball_rows(p, x, m, n, d) &&
      (among(m, n) ==> encloses(p + place(n, d, 0), drop(x, place(n, d, 0)), d)) ==> ball_rows(p, x, m, k, d); */
#endif
