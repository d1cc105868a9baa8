/* score_verdict.c - see score_verdict.h. */
#include "budget/score_verdict.h"
#include "budget/missed.h"
#include "budget/widened.h"

plumb_possibility plumb_score_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                      const unsigned char *taking_part, size_t key, double number, plumb_ball *score,
                                      plumb_ball *off) {
    if (!taking_part[key] || !plumb_score_row(unit, tiny, row, score, off))
        return PLUMB_POSSIBLE;
    /*@ assert visible: \forall seq u, t, y, subset m; \at(row_scored(unit, tiny, row, u, t, y, m), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          shows(row.visible, m, row.keys) && all_computed(score, off, y, m, row.keys); */
    /*@ assert part: \forall subset p; \at(shows(taking_part, p, row.keys), Pre) ==>
          shows(taking_part, p, row.keys); */
    plumb_add_hidden(unit, tiny, row.joining.cap, row.visible, taking_part, row.keys, score, off);
    /*@ assert computed: \forall seq u, t, y, subset m, p;
          \at(row_scored(unit, tiny, row, u, t, y, m) && shows(taking_part, p, row.keys), Pre) &&
          hidden_keys(u, t, row.joining.cap, y, m, p, row.keys) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && all_computed(score, off, y, p, row.keys); */
    plumb_ball computed = plumb_ball_widened(score[key], off[key]);
    /*@ assert one: \forall seq u, t, y, subset m, p;
          \at(row_scored(unit, tiny, row, u, t, y, m) && shows(taking_part, p, row.keys), Pre) &&
          hidden_keys(u, t, row.joining.cap, y, m, p, row.keys) && among(p, key) ==> in_ball(computed, el(y, key)); */
    plumb_ball held = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_TENSOR, computed);
    /*@ assert held: \forall seq u, t, subset m, p, real x; \at(shows(taking_part, p, row.keys), Pre) &&
          \at(engine_gives_score(unit, tiny, row, u, t, m, p, key, x), Pre) ==> in_ball(held, x); */
    return plumb_ball_misses(held, number) ? PLUMB_IMPOSSIBLE : PLUMB_POSSIBLE;
}
