/* verdict_workspace.h - arrays for the keys of a row and a sink. */
#ifndef PLUMB_BUDGET_VERDICT_WORKSPACE_H
#define PLUMB_BUDGET_VERDICT_WORKSPACE_H
#include "budget/model.h"
#include "budget/row_values.h"
#include "spec/budget/range.h"

/* Workspace for the keys of a row and a sink. */
typedef struct {
    plumb_ball *score, *off, *weight;
    plumb_range *range;
    double *column, *added;
    unsigned char *shown;
} plumb_verdict_workspace;

/*@ predicate writes_work{L}(plumb_verdict_workspace r, integer n) =
      \valid(r.score + (0 .. n)) && \valid(r.off + (0 .. n)) && \valid(r.weight + (0 .. n)) &&
      \valid(r.range + (0 .. n)) && \valid(r.column + (0 .. n)) && \valid(r.added + (0 .. n)) &&
      \valid(r.shown + (0 .. n)); */
/*@ predicate work_apart{L}(plumb_verdict_workspace r, double *unit, double *tiny, unsigned char *visible,
                            double *value, integer n, integer width) =
      \separated(r.score + (0 .. n), r.off + (0 .. n), r.weight + (0 .. n), r.range + (0 .. n), r.column + (0 .. n),
                 r.added + (0 .. n), r.shown + (0 .. n), unit + (0 .. PLUMB_STEPS - 1), tiny + (0 .. PLUMB_STEPS - 1),
                 visible + (0 .. n - 1), value + (0 .. n * width - 1)); */
/*@ predicate work_apart_from_values{L}(plumb_verdict_workspace r, double *unit, double *tiny, unsigned char *visible,
                                        plumb_row_values values, integer n) =
      work_apart(r, unit, tiny, visible, values.value, n, values.width) &&
      work_apart(r, unit, tiny, visible, values.added, n, values.width); */
#endif
