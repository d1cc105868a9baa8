/* verdict.h - is it certain that no engine of a precision model returns a number as an element of the output?

   Proved functions compute all of it, from doubles to the answer: scores, biases, error bounds, weights, and the test
   of the number.  engine_gives states what an engine of the model may do. */
#ifndef PLUMB_BUDGET_VERDICT_H
#define PLUMB_BUDGET_VERDICT_H
#include "budget/added_values.h"
#include "budget/possibility.h"
#include "budget/taking_part.h"
#include "spec/budget/direct.h"
#include "spec/budget/verdict.h"

/* x is an element of the output of a row.  The keys in m are visible; those in p take part, and, after them, a sink.
   The score of each visible key is computed and biased in some way; that of a hidden one is -cap as computed.  They
   weigh the values v, with the vectors a added if `adds` is not 0, in sums that are rescaled at most r times; f
   finishes. */
/*@ predicate engine_gives{L}(double *unit, double *tiny, plumb_scored_row g, seq u, seq t, real logit,
                              plumb_weighing w, plumb_finish f, integer adds, seq v, seq a, subset m, subset p,
                              integer r, real x) =
      \exists seq y; part_scored(unit, tiny, g, u, t, logit, y, v, m, p) &&
        (among(p, g.keys) ==> el(a, g.keys) == 0.0) && row_gives(u, t, w, f, adds, y, v, a, p, g.keys, r, x); */
#ifdef PLUMB_DEFINITIONS
/* whatever the scores and the number */
/*@ lemma engine_gives_all{L}: \forall double *unit, double *tiny, plumb_scored_row g, seq u, t, y, v, a, real logit,
      plumb_weighing w, plumb_finish f, integer adds, subset m, p, integer r, real x;
      part_scored(unit, tiny, g, u, t, logit, y, v, m, p) && (among(p, g.keys) ==> el(a, g.keys) == 0.0) &&
      row_gives(u, t, w, f, adds, y, v, a, p, g.keys, r, x) ==>
      engine_gives(unit, tiny, g, u, t, logit, w, f, adds, v, a, m, p, r, x); */
#endif

/* The answer.
   unit, tiny   [PLUMB_STEPS]: the model (spec/budget/model.h)
   row          query, keys, mask and biases
   taking_part  [row.keys]: 0 for keys that take no part; hidden keys take part if a softcap follows the mask
   weighed      the values
   rescalings   most rescalings of a sum
   has_sink     0 without a sink
   logit        of the sink
   weighing     from scores to weights
   finish       from the quotient to the output
   number       what the engine returned
   work         workspace for keys + 1 places
   twofold      workspace for 2 (keys + 1) places */
/*@ requires inside: row.keys * row.head_dim <= PLUMB_MOST_ELEMENTS && values_inside(weighed, row.keys);
    requires counts: row.keys < PLUMB_MOST_ROUNDINGS / 4 && row.head_dim <= PLUMB_MOST_ROUNDINGS &&
                     0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_row(row) && \valid_read(taking_part + (0 .. row.keys - 1)) &&
                    reads_values(weighed, row.keys);
    requires writes: writes_work(work, row.keys) && writes_work(twofold, 2 * row.keys + 1);
    requires row_apart: apart_from_row(work.score, unit, tiny, row) && apart_from_row(work.off, unit, tiny, row);
    requires apart: work_apart_from_values(work, unit, tiny, row.visible, weighed, row.keys) &&
                    work_apart_from_values(work, unit, tiny, taking_part, weighed, row.keys) &&
                    work_of_twice_apart(twofold, unit, tiny, work.score, work.off, taking_part, weighed.value,
                                        weighed.added, row.keys, weighed.width);
    assigns work.score[0 .. row.keys], work.off[0 .. row.keys], work.weight[0 .. row.keys],
            work.range[0 .. row.keys], work.column[0 .. row.keys], work.added[0 .. row.keys], work.shown[0 .. row.keys],
            twofold.score[0 .. 2 * row.keys + 1], twofold.off[0 .. 2 * row.keys + 1],
            twofold.weight[0 .. 2 * row.keys + 1], twofold.range[0 .. 2 * row.keys + 1],
            twofold.column[0 .. 2 * row.keys + 1], twofold.shown[0 .. 2 * row.keys + 1];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, v, a, subset m, p, real x;
      \old(shows(taking_part, p, row.keys) && given_values(weighed, v, a, p, row.keys)) &&
      given(logit, x) && (among(p, row.keys) <==> has_sink != 0) ==>
      !\old(engine_gives(unit, tiny, row, u, t, x, weighing, finish, weighed.adds, v, a, m, p, rescalings, number));
*/
plumb_possibility plumb_row_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                    const unsigned char *taking_part, plumb_row_values weighed, size_t rescalings,
                                    int has_sink, double logit, plumb_weighing weighing, plumb_finish finish,
                                    double number, plumb_verdict_workspace work, plumb_verdict_workspace twofold);
#endif
