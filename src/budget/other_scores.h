/* other_scores.h - the scores of a row that are no products: of keys that a mask hid from a softcap, and of a sink. */
#ifndef PLUMB_BUDGET_OTHER_SCORES_H
#define PLUMB_BUDGET_OTHER_SCORES_H
#include "budget/model.h"
#include "spec/budget/evaluation.h"
#include "spec/budget/hidden.h"
#include "spec/budget/biased.h"

/* behind n keys a place for a sink, which weighs no value: it is there if it is in m */
/*@ predicate sink_behind(seq u, seq t, real logit, seq v, seq y, subset m, integer n) =
      among(m, n) ==> logit_computed(u, t, logit, el(y, n)) && el(v, n) == 0.0; */

/* The scores of hidden keys that take part, behind those of the visible ones. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(taking_part + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(off + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), off + (0 .. keys - 1), visible + (0 .. keys - 1)) &&
                    \separated(score + (0 .. keys - 1), off + (0 .. keys - 1), taking_part + (0 .. keys - 1));
    assigns score[0 .. keys - 1], off[0 .. keys - 1];
    ensures computed: \forall seq u, t, y, subset m, p;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           shows(taking_part, p, keys) && all_computed(score, off, y, m, keys)) && is_roundings(u, t) &&
      hidden_keys(u, t, cap, y, m, p, keys) ==> all_computed(score, off, y, p, keys);
*/
void plumb_add_hidden(const double *unit, const double *tiny, double cap, const unsigned char *visible,
                      const unsigned char *taking_part, size_t keys, plumb_ball *score, plumb_ball *off);

/* Behind the scores of the keys a sink's logit. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires writes: \valid(score + (0 .. keys)) && \valid(off + (0 .. keys));
    requires apart: \separated(score + (0 .. keys), off + (0 .. keys));
    assigns score[keys], off[keys];
    ensures computed: \forall seq u, t, v, y, subset m, real x;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && all_computed(score, off, y, m, keys)) &&
      is_roundings(u, t) && given(logit, x) && sink_behind(u, t, x, v, y, m, keys) ==>
      all_computed(score, off, y, m, keys + 1);
*/
void plumb_append_logit(const double *unit, const double *tiny, double logit, size_t keys, plumb_ball *score,
                        plumb_ball *off);
#endif
