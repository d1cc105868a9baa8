/* other_scores.c - see other_scores.h. */
#include "budget/other_scores.h"
#include "budget/capped.h"
#include "budget/biased.h"

void plumb_add_hidden(const double *unit, const double *tiny, double cap, const unsigned char *visible,
                      const unsigned char *taking_part, size_t keys, plumb_ball *score, plumb_ball *off) {
    plumb_computed hidden = plumb_hidden_score(unit, tiny, cap);
    /*@ assert hidden: \forall seq u, t, real y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && hidden_computed(u, t, cap, y) ==> computed_as(hidden.exact, hidden.off, y); */
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq u, t, y, subset m, p;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              shows(taking_part, p, keys) && all_computed(score, off, y, m, keys), Pre) && is_roundings(u, t) &&
          hidden_keys(u, t, cap, y, m, p, keys) ==> all_computed(score, off, y, p, j);
        loop invariant ahead: \forall integer i; j <= i < keys ==>
          score[i] == \at(score[i], Pre) && off[i] == \at(off[i], Pre);
        loop assigns j, score[0 .. keys - 1], off[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (taking_part[j] && !visible[j]) {
            score[j] = hidden.exact;
            off[j] = hidden.off;
            //@ assert stored: score[j] == hidden.exact && off[j] == hidden.off;
        }
}

void plumb_append_logit(const double *unit, const double *tiny, double logit, size_t keys, plumb_ball *score,
                        plumb_ball *off) {
    plumb_computed sink = plumb_logit_computed(unit, tiny, logit);
    /*@ assert sink: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && given(logit, x) && logit_computed(u, t, x, y) ==>
          computed_as(sink.exact, sink.off, y); */
    score[keys] = sink.exact;
    off[keys] = sink.off;
    //@ assert stored: score[keys] == sink.exact && off[keys] == sink.off;
}
