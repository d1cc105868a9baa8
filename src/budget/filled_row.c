/* filled_row.c - see filled_row.h. */
#include "budget/filled_row.h"
#include "budget/clipped.h"
#include "budget/scaled_softmax.h"
#include "budget/visible_softmax.h"
#include "weight/softmax.h"

/* What the workspace has. */
/*@ predicate row_stands{L}(plumb_verdict_workspace work, double *added, integer places, seq y, seq v, seq a,
                            subset m) =
      shows(work.shown, m, places) && given_column(work.column, v, m, places, 1, 0) &&
      given_column(added, a, m, places, 1, 0) && all_computed(work.score, work.off, y, m, places); */

int plumb_filled_row_excluded(const double *unit, const double *tiny, plumb_weighing weighing, const double *added,
                              int adds, size_t places, size_t rescalings, plumb_ball number,
                              plumb_verdict_workspace work) {
    plumb_softmax(work.score, work.shown, places, work.weight);
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert scores: \forall seq y, subset m; \at(all_computed(work.score, work.off, y, m, places), Pre) ==>
          all_computed(work.score, work.off, y, m, places); */
    /*@ assert columns: \forall seq v, a, subset m;
          (\at(given_column(work.column, v, m, places, 1, 0), Pre) ==> given_column(work.column, v, m, places, 1, 0)) &&
          (\at(given_column(added, a, m, places, 1, 0), Pre) ==> given_column(added, a, m, places, 1, 0)); */
    /*@ assert known: \forall seq y, subset m;
          \at(shows(work.shown, m, places) && all_computed(work.score, work.off, y, m, places), Pre) ==>
          \exists seq s, d; encloses_visible(work.score, work.shown, s, m, places) &&
            encloses_among(work.off, d, m, places) && encloses_among(work.weight, softmax(s, m, places), m, places) &&
            visible_off(y, s, d, m, places); */
    plumb_row_values row = {work.column, added, 1, 0, adds};
    if (weighing.kind == PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX) {
        int clipped = plumb_clipped_excluded(unit, tiny, weighing.clip, work.score, work.off, work.shown, row, places,
                                             rescalings, number, work.weight);
        /*@ assert clipped: clipped != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
              \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
                  row_stands(work, added, places, y, v, a, m), Pre) && is_roundings(u, t) && in_ball(number, z) ==>
              !clipped_sum(u, t, weighing.clip, adds, y, v, a, m, places, rescalings, z); */
        return clipped;
    }
    if (weighing.kind == PLUMB_WEIGHED_BY_SCALED_SOFTMAX) {
        int scaled = plumb_scaled_softmax_excluded(unit, tiny, weighing.factor, work.score, work.off, work.weight,
                                                   work.shown, work.column, places, 1, 0, rescalings, number,
                                                   work.range);
        /*@ assert scaled: scaled != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
              \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
                  row_stands(work, added, places, y, v, a, m), Pre) && is_roundings(u, t) && in_ball(number, z) ==>
              !scaled_softmax(u, t, weighing.factor, y, v, m, places, rescalings, z); */
        return scaled;
    }
    int plain = plumb_softmax_excluded(unit, tiny, work.score, work.off, work.weight, work.shown, work.column, places,
                                       1, 0, rescalings, number, work.range);
    /*@ assert plain: plain != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
              row_stands(work, added, places, y, v, a, m), Pre) && in_ball(number, z) ==>
          !visible_softmax(u, t, y, v, m, places, rescalings, z); */
    return plain;
}
