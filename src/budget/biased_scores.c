/* biased_scores.c - see biased_scores.h. */
#include "budget/biased_scores.h"

void plumb_join_scores(const double *unit, const double *tiny, plumb_joining joining, size_t keys, plumb_ball *score,
                       plumb_ball *off) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall integer i; 0 <= i < j ==>
          score_biased{Pre}(unit, tiny, joining, keys, i, \at(score[i], Pre), \at(off[i], Pre), score[i], off[i]);
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
        plumb_computed before;
        before.exact = score[j];
        before.off = off[j];
        plumb_computed each = plumb_biased_score(unit, tiny, joining, before, keys, j);
        score[j] = each.exact;
        off[j] = each.off;
        /*@ assert stored: \let i = j; score_biased{Pre}(unit, tiny, joining, keys, i, \at(score[i], Pre),
                                                         \at(off[i], Pre), score[i], off[i]); */
    }
}
