/* filled_lse.h - a ball around the log-sum-exp of a row whose scores are in the workspace. */
#ifndef PLUMB_BUDGET_FILLED_LSE_H
#define PLUMB_BUDGET_FILLED_LSE_H
#include "budget/verdict_workspace.h"
#include "spec/budget/known_scores.h"
#include "spec/budget/lse.h"

/* Sets shown [keys + 1]: which keys take part, and, after them, whether there is a sink. */
/*@ requires counts: keys < PLUMB_MOST_ROUNDINGS;
    requires reads: \valid_read(taking_part + (0 .. keys - 1));
    requires writes: \valid(shown + (0 .. keys));
    requires apart: \separated(shown + (0 .. keys), taking_part + (0 .. keys - 1));
    assigns shown[0 .. keys];
    ensures shown: \forall subset p; \old(shows(taking_part, p, keys)) && (among(p, keys) <==> has_sink != 0) ==>
      shows(shown, p, keys + 1);
*/
void plumb_append_sink(const unsigned char *taking_part, size_t keys, int has_sink, unsigned char *shown);

/* The ball; sets the exact weights in the workspace.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   places      keys, and a sink
   summed      places of the sum, the first ones
   rescalings  most rescalings of the sum
   work        the row: score, off, shown [places] */
/*@ requires counts: summed <= places <= PLUMB_MOST_ROUNDINGS && 0 < places && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires writes: writes_work(work, places - 1);
    requires apart: \separated(work.score + (0 .. places - 1), work.off + (0 .. places - 1),
                               work.weight + (0 .. places - 1), work.shown + (0 .. places - 1),
                               unit + (0 .. PLUMB_STEPS - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns work.weight[0 .. places - 1];
    ensures encloses: \forall seq u, t, y, subset p, real x;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(work.shown, p, places) &&
           all_computed(work.score, work.off, y, p, places)) &&
      visible_lse(u, t, y, p, places, summed, rescalings, x) ==> in_ball(\result, x);
*/
plumb_ball plumb_filled_lse(const double *unit, const double *tiny, size_t places, size_t summed, size_t rescalings,
                            plumb_verdict_workspace work);
#endif
