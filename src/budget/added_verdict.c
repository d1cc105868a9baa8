/* added_verdict.c - see added_verdict.h. */
#include "budget/added_verdict.h"
#include "budget/finished.h"

plumb_possibility plumb_added_row_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                          const unsigned char *taking_part, const double *value, const double *added,
                                          size_t width, size_t column, size_t rescalings, int has_sink, double logit,
                                          plumb_finish finish, double number, plumb_verdict_room room,
                                          plumb_verdict_room twofold) {
    /*@ assert placed: \forall seq v, subset m; (given_column(value, v, m, row.keys, width, column) ==>
          placed_column(value, v, m, row.keys, width, column)) &&
          (given_column(added, v, m, row.keys, width, column) ==>
           placed_column(added, v, m, row.keys, width, column)); */
    if (!plumb_score_part(unit, tiny, row, taking_part, logit, room.score, room.off))
        return PLUMB_POSSIBLE;
    /*@ assert model: \forall seq u, t;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t); */
    /*@ assert column: \forall seq v, a, subset p; \at(shows(taking_part, p, row.keys) &&
          given_column(value, v, p, row.keys, width, column) && given_column(added, a, p, row.keys, width, column),
          Pre) ==> shows(taking_part, p, row.keys) && given_column(value, v, p, row.keys, width, column) &&
          given_column(added, a, p, row.keys, width, column); */
    plumb_ball before = plumb_before_finish(unit, tiny, finish, number);
    /*@ assert before: \forall seq u, t, real z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && finished_as(u, t, finish, z, number) ==> in_ball(before, z); */
    if (plumb_added_values_excluded(unit, tiny, room.score, room.off, taking_part, value, added, row.keys, width,
                                    column, rescalings, has_sink, before, twofold))
        return PLUMB_IMPOSSIBLE;
    return PLUMB_POSSIBLE;
}
