/* spec/number/sequence.h - sequences of real numbers, and the sums that attention takes of them.

   Stages speak of abstract sequences, not of memory: a kernel's contract says "if these doubles
   are the values of sequence x, then the balls enclose f(x)", so stages compose whatever produced
   their inputs.  A sequence gives a real for every integer index, a subset says which indices take
   part (the keys that a query sees).  Definitions: proofs/model/sequence.v. */
#ifndef PLUMB_SPEC_NUMBER_SEQUENCE_H
#define PLUMB_SPEC_NUMBER_SEQUENCE_H
#include "spec/number/ball.h"

/*@ axiomatic Sequence {
      type seq;
      type subset;
      logic real el(seq x, integer i);
      logic integer place(integer row, integer width, integer column); // row * width + column
      predicate among(subset m, integer i);
      logic seq drop(seq x, integer offset);                  // el(drop(x, o), i) = el(x, o + i)
      logic real dots(seq a, seq b, integer n);               // sum_{k<n} a_k b_k
      logic real weighted(seq w, subset m, seq v, integer width, integer column, integer n);
                                                              // sum_{j<n, j in m} w_j v_{place(j, width, column)}
    } */

/*@ axiomatic VisibleTotal { logic real visible_total(seq w, subset m, integer n); } // sum_{j<n, j in m} w_j
 */

#ifdef PLUMB_DEFINITIONS
/*@ lemma place_is: \forall integer r, w, c; place(r, w, c) == r * w + c; */
/*@ lemma drop_is: \forall seq x, integer o, i; el(drop(x, o), i) == el(x, o + i); */
/*@ lemma dots_of_none: \forall seq a, b; dots(a, b, 0) == 0.0; */
/*@ lemma dots_of_next: \forall seq a, b, integer n; n >= 0 ==>
      dots(a, b, n + 1) == dots(a, b, n) + el(a, n) * el(b, n); */
/*@ lemma weighted_of_none: \forall seq w, v, subset m, integer s, c; weighted(w, m, v, s, c, 0) == 0.0; */
/*@ lemma weighted_of_next: \forall seq w, v, subset m, integer s, c, n; n >= 0 ==>
      (among(m, n) ==>
       weighted(w, m, v, s, c, n + 1) == weighted(w, m, v, s, c, n) + el(w, n) * el(v, place(n, s, c))) &&
      (!among(m, n) ==> weighted(w, m, v, s, c, n + 1) == weighted(w, m, v, s, c, n)); */
/*@ lemma visible_total_of_none: \forall seq w, subset m; visible_total(w, m, 0) == 0.0; */
/*@ lemma visible_total_of_next: \forall seq w, subset m, integer n; n >= 0 ==>
      (among(m, n) ==> visible_total(w, m, n + 1) == visible_total(w, m, n) + el(w, n)) &&
      (!among(m, n) ==> visible_total(w, m, n + 1) == visible_total(w, m, n)); */
#endif

/* The same facts in the form that SMT provers use well: the products opaque, and a step from n to
   m = n + 1 written with both indices, so that no step triggers the next. */
/*@ lemma place_in_row: \forall integer r, w, c; place(r, w, c) == place(r, w, 0) + c; */
/*@ lemma drop_element: \forall seq x, integer o, i; el(drop(x, o), i) == el(x, o + i); */
/*@ lemma dots_none: \forall seq a, b; dots(a, b, 0) == 0.0; */
/*@ lemma dots_next: \forall seq a, b, integer n, m; 0 <= n < m <= n + 1 ==>
      dots(a, b, m) == dots(a, b, n) + rmul(el(a, n), el(b, n)); */
/*@ lemma weighted_none: \forall seq w, v, subset m, integer s, c; weighted(w, m, v, s, c, 0) == 0.0; */
/*@ lemma weighted_next: \forall seq w, v, subset m, integer s, c, n, k; 0 <= n < k <= n + 1 && among(m, n) ==>
      weighted(w, m, v, s, c, k) == weighted(w, m, v, s, c, n) + rmul(el(w, n), el(v, place(n, s, c))); */
/*@ lemma weighted_skip: \forall seq w, v, subset m, integer s, c, n, k; 0 <= n < k <= n + 1 && !among(m, n) ==>
      weighted(w, m, v, s, c, k) == weighted(w, m, v, s, c, n); */

/* memory that denotes a sequence or a subset */
/*@ predicate shows{L}(unsigned char *visible, subset m, integer n) =
      \forall integer j; 0 <= j < n ==> (visible[j] != 0 <==> among(m, j)); */
/*@ predicate values{L}(double *p, seq x, integer n) =
      \forall integer k; 0 <= k < n ==> \is_finite(p[k]) && el(x, k) == p[k]; */
/* rows j < n of width d, finite where visible; that places lie inside is a fact, said for the provers */
/*@ predicate rows{L}(double *p, seq x, subset m, integer n, integer d) =
      \forall integer j, k; 0 <= j < n && 0 <= k < d && among(m, j) ==>
      0 <= place(j, d, k) < n * d && \is_finite(p[place(j, d, k)]) && el(x, place(j, d, k)) == p[place(j, d, k)]; */
/*@ lemma row_values{L}: \forall double *p, seq x, subset m, integer j, n, d;
      0 <= j < n && among(m, j) && rows(p, x, m, n, d) ==> values(p + place(j, d, 0), drop(x, place(j, d, 0)), d); */
/* the elements of visible rows are at most q in size; those of column c in memory are, and finite, where places lie
   inside, as of rows */
/*@ predicate bounded_rows(seq x, subset m, integer n, integer d, real q) =
      \forall integer j, k; 0 <= j < n && 0 <= k < d && among(m, j) ==> \abs(el(x, place(j, d, k))) <= q; */
/*@ predicate bounded_column{L}(double *p, subset m, integer n, integer d, integer c, real q) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      0 <= place(j, d, c) < n * d && \is_finite(p[place(j, d, c)]) && \abs(p[place(j, d, c)]) <= q; */
/*@ predicate encloses{L}(plumb_ball *b, seq x, integer n) =
      \forall integer j; 0 <= j < n ==> in_ball(b[j], el(x, j)); */
/*@ predicate encloses_among{L}(plumb_ball *b, seq x, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> in_ball(b[j], el(x, j)); */
/* the balls of the visible enclose x, and `visible` shows which these are, m */
/*@ predicate encloses_visible{L}(plumb_ball *b, unsigned char *visible, seq x, subset m, integer n) =
      shows(visible, m, n) && encloses_among(b, x, m, n); */
/* memory of n balls and of which of them are visible; memory of n balls apart from it */
/*@ predicate reads_visible{L}(plumb_ball *b, unsigned char *visible, integer n) =
      \valid_read(b + (0 .. n - 1)) && \valid_read(visible + (0 .. n - 1)); */
/*@ predicate apart_from_visible{L}(plumb_ball *result, plumb_ball *b, unsigned char *visible, integer n) =
      \separated(result + (0 .. n - 1), b + (0 .. n - 1)) &&
      \separated(result + (0 .. n - 1), visible + (0 .. n - 1)); */
/* balls that inform, each within t of its size w_j */
/*@ predicate tight_among{L}(plumb_ball *b, seq w, subset m, real t, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> is_tight(b[j], t, el(w, j)); */
#endif
