/* lse_verdict.c - see lse_verdict.h. */
#include "budget/lse_verdict.h"
#include "budget/filled_lse.h"
#include "budget/missed.h"

plumb_possibility plumb_lse_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                    const unsigned char *taking_part, size_t summed, size_t rescalings, int has_sink,
                                    double logit, double number, plumb_verdict_workspace work) {
    if (!plumb_score_part(unit, tiny, row, taking_part, logit, work.score, work.off))
        return PLUMB_POSSIBLE;
    /*@ assert part: \forall subset p; \at(shows(taking_part, p, row.keys), Pre) ==> shows(taking_part, p, row.keys); */
    plumb_append_sink(taking_part, row.keys, has_sink, work.shown);
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert scores: \forall seq u, t, y, v, subset m, p, real x;
          \at(part_scored(unit, tiny, row, u, t, x, y, v, m, p) && shows(taking_part, p, row.keys), Pre) &&
          given(logit, x) && (among(p, row.keys) <==> has_sink != 0) ==>
          shows(work.shown, p, row.keys + 1) && all_computed(work.score, work.off, y, p, row.keys + 1); */
    plumb_ball lse = plumb_filled_lse(unit, tiny, row.keys + 1, summed, rescalings, work);
    /*@ assert lse: \forall seq u, t, subset m, p, real z, x; \at(shows(taking_part, p, row.keys), Pre) &&
          given(logit, z) && (among(p, row.keys) <==> has_sink != 0) &&
          \at(engine_gives_lse(unit, tiny, row, u, t, z, m, p, summed, rescalings, x), Pre) ==> in_ball(lse, x); */
    return plumb_ball_misses(lse, number) ? PLUMB_IMPOSSIBLE : PLUMB_POSSIBLE;
}
