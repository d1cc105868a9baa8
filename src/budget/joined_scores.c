/* joined_scores.c - see joined_scores.h. */
#include "budget/joined_scores.h"

/* What join makes of the product of key j. */
/*@ predicate score_joined{L}(double *unit, double *tiny, plumb_joining g, integer n, integer j, plumb_ball product,
                              plumb_ball product_off, plumb_ball exact, plumb_ball off) =
      \forall seq u, t, b, subset m, real first, x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && joining_of(g, b, first, m, n) && among(m, j) && computed_as(product, product_off, x) &&
      joins(u, t, g, b, first, j, x, y) ==> computed_as(exact, off, y); */

void plumb_join_scores(const double *unit, const double *tiny, plumb_joining joining, size_t keys, plumb_ball *score,
                       plumb_ball *off) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall integer i; 0 <= i < j ==>
          score_joined{Pre}(unit, tiny, joining, keys, i, \at(score[i], Pre), \at(off[i], Pre), score[i], off[i]);
        loop invariant ahead: \forall integer i; j <= i < keys ==>
          score[i] == \at(score[i], Pre) && off[i] == \at(off[i], Pre);
        loop assigns j, score[0 .. keys - 1], off[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        /*@ assert model: \forall seq u, t;
              \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
              values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
        /*@ assert bias: \forall seq b, subset m, real first;
              \at(joining_of(joining, b, first, m, keys), Pre) ==> joining_of(joining, b, first, m, keys); */
        plumb_computed product;
        product.exact = score[j];
        product.off = off[j];
        plumb_computed each = plumb_joined_score(unit, tiny, joining, product, keys, j);
        score[j] = each.exact;
        off[j] = each.off;
        /*@ assert stored: \let i = j; score_joined{Pre}(unit, tiny, joining, keys, i, \at(score[i], Pre),
                                                         \at(off[i], Pre), score[i], off[i]); */
    }
}
