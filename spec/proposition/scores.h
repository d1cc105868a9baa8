/* spec/proposition/scores.h - the scores of repeated tokens: the words in which kernels and propositions speak of them.

   Source: arXiv 2410.10781, appendix on repeated tokens.  Query t of the paper is the one that sees the keys 0 .. t - 1
   here; key i of the paper is key i - 1.  docs/propositions.md compares the statements. */
#ifndef PLUMB_SPEC_PROPOSITION_SCORES_H
#define PLUMB_SPEC_PROPOSITION_SCORES_H
#include "spec/number/sequence.h"
#include "spec/number/total.h"

/*@ axiomatic Repetition {
      logic integer visible_count(subset m, integer n); // how many i < n are in m
      // b_j is the slope times the ALiBi distance between a query at position p and key j < t (alibi_bias_is)
      predicate alibi_bias(seq b, integer form, integer p, integer t, real slope);
      // x_j is the scaled product of query q at position t - 1 and key k at position j, both turned by RoPE
      // (rope_scored_is)
      predicate rope_scored(seq x, seq q, seq k, seq turns, real scale, integer layout, integer pairs, integer d,
                            integer t);
    } */

/* of n keys the query sees the first t */
/*@ predicate sees_first(subset m, integer n, integer t) =
      0 < t <= n && (\forall integer j; 0 <= j < n ==> (among(m, j) <==> j < t)); */
/* in memory all visible rows, of width d, are equal */
/*@ predicate equal_rows{L}(double *p, unsigned char *visible, integer n, integer d) =
      \forall integer i, j, c; 0 <= i < n && 0 <= j < n && visible[i] != 0 && visible[j] != 0 && 0 <= c < d ==>
      p[place(i, d, c)] == p[place(j, d, c)]; */

/* all visible scores are c */
/*@ predicate equal_scores(seq x, subset m, integer n, real c) =
      \forall integer j; 0 <= j < n && among(m, j) ==> el(x, j) == c; */
/* what weights and rows of values denote */
/*@ predicate weighed_rows{L}(plumb_ball *weight, unsigned char *visible, double *value, seq w, seq v, subset m,
                              integer n, integer d) =
      encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, d); */
/* the first t scores are equal */
/*@ predicate alike(seq x, integer t) = \forall integer j; 0 <= j < t ==> el(x, j) == el(x, 0); */
/* score j is c plus what g gives its distance from the last visible key */
/*@ predicate by_distance(seq x, seq g, integer t, real c) =
      \forall integer j; 0 <= j < t ==> el(x, j) == c + el(g, t - 1 - j); */
/* the bias g stays the same from distance D on */
/*@ predicate settled(seq g, integer D, integer t) = \forall integer d; D <= d < t ==> el(g, d) == el(g, D); */
/* what is added to a score is what g gives the distance */
/*@ predicate distance_bias(seq b, seq g, integer t) =
      \forall integer j; 0 <= j < t ==> el(b, j) == el(g, t - 1 - j); */
/* the scores rise by the slope from key to key */
/*@ predicate rising(seq x, integer t, real c, real slope) =
      \forall integer j; 0 <= j < t ==> el(x, j) == c + rmul(slope, j); */
/* a form of ALiBi (src/position/forms.h), and a query that is not before its keys */
/*@ predicate looks_back(integer form, integer p, integer t) = 0 <= form <= 3 && t - 1 <= p; */
/* scores between -xi and xi, wherever they come from */
/*@ predicate within(seq x, real xi, integer t) = \forall integer j; 0 <= j < t ==> -xi <= el(x, j) <= xi; */

/* the ball contains a number that is at most b */
/*@ predicate holds_at_most(plumb_ball ball, real b) = \exists real w; in_ball(ball, w) && w <= b; */
/* the length of a vector */
/*@ logic real vector_length(seq x, integer d) = rsqrt(dots(x, x, d)); */
/* xi = scale |q| |k| */
/*@ logic real rope_reach(real scale, seq q, seq k, integer d) =
      rmul(scale, rmul(vector_length(q, d), vector_length(k, d))); */
/* |s| times the lengths of the query and of each of the first t keys is at most xi */
/*@ predicate lengths_within(real s, seq q, seq k, integer d, integer t, real xi) = \forall integer j; 0 <= j < t ==>
      rmul(\abs(s), rmul(vector_length(q, d), vector_length(drop(k, place(j, d, 0)), d))) <= xi; */
/* e^{-slope (t - 1 - i)} (1 - e^{-slope}) / (1 - e^{-slope t}) */
/*@ logic real geometric_share(real slope, integer t, integer i) =
      rdiv(rmul(rexp(rmul(-slope, t - 1 - i)), 1.0 - rexp(-slope)), 1.0 - rexp(rmul(-slope, t))); */
#endif
