/* taking_part.c - see taking_part.h. */
#include "budget/taking_part.h"

int plumb_score_part(const double *unit, const double *tiny, plumb_scored_row row, const unsigned char *taking_part,
                     double logit, plumb_ball *score, plumb_ball *off) {
    if (!plumb_score_row(unit, tiny, row, score, off))
        return 0;
    /*@ assert visible: \forall seq u, t, y, subset m; \at(row_scored(unit, tiny, row, u, t, y, m), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          shows(row.visible, m, row.keys) && all_computed(score, off, y, m, row.keys); */
    /*@ assert part: \forall subset p; \at(shows(taking_part, p, row.keys), Pre) ==>
          shows(taking_part, p, row.keys); */
    plumb_add_hidden(unit, tiny, row.joining.cap, row.visible, taking_part, row.keys, score, off);
    /*@ assert hidden: \forall seq u, t, y, subset m, p;
          \at(row_scored(unit, tiny, row, u, t, y, m) && shows(taking_part, p, row.keys), Pre) &&
          hidden_keys(u, t, row.joining.cap, y, m, p, row.keys) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          all_computed(score, off, y, p, row.keys); */
    plumb_append_logit(unit, tiny, logit, row.keys, score, off);
    return 1;
}
