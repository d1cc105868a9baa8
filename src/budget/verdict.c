/* verdict.c - see verdict.h. */
#include "budget/verdict.h"
#include "budget/finished.h"
#include "budget/row_excluded.h"

plumb_possibility plumb_row_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                    const unsigned char *taking_part, plumb_row_values weighed, size_t rescalings,
                                    int has_sink, double logit, plumb_weighing weighing, plumb_finish finish,
                                    double number, plumb_verdict_workspace work, plumb_verdict_workspace twofold) {
    /*@ assert placed: \forall seq v, subset m;
          (given_column(weighed.value, v, m, row.keys, weighed.width, weighed.column) ==>
           placed_column(weighed.value, v, m, row.keys, weighed.width, weighed.column)) &&
          (given_column(weighed.added, v, m, row.keys, weighed.width, weighed.column) ==>
           placed_column(weighed.added, v, m, row.keys, weighed.width, weighed.column)); */
    if (!plumb_score_part(unit, tiny, row, taking_part, logit, work.score, work.off))
        return PLUMB_POSSIBLE;
    /*@ assert model: \forall seq u, t;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t); */
    /*@ assert shown: \forall subset p; \at(shows(taking_part, p, row.keys), Pre) ==>
          shows(taking_part, p, row.keys); */
    /*@ assert column: \forall seq v, a, subset p; \at(given_values(weighed, v, a, p, row.keys), Pre) ==>
          given_values(weighed, v, a, p, row.keys); */
    plumb_ball before = plumb_before_finish(unit, tiny, finish, number);
    /*@ assert before: \forall seq u, t, real z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && finished_as(u, t, finish, z, number) ==> in_ball(before, z); */
    if (plumb_row_excluded(unit, tiny, weighing, taking_part, weighed, row.keys, rescalings, has_sink, before, work,
                           twofold))
        return PLUMB_IMPOSSIBLE;
    return PLUMB_POSSIBLE;
}
