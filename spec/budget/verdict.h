/* spec/budget/verdict.h - from the scores of a row as computed to what an engine gives for it (spec/budget.md, sections
   3 to 6, 10 and 11). */
#ifndef PLUMB_SPEC_BUDGET_VERDICT_H
#define PLUMB_SPEC_BUDGET_VERDICT_H
#include "spec/budget/clipped.h"
#include "spec/budget/finished.h"
#include "spec/budget/known_scores.h"
#include "spec/budget/powered.h"
#include "spec/budget/scaled_softmax.h"
#include "spec/budget/softpick.h"

typedef enum {
    PLUMB_WEIGHED_BY_SOFTMAX,
    PLUMB_WEIGHED_BY_SCALED_SOFTMAX,  /* factor: of each weight */
    PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX, /* clip */
    PLUMB_WEIGHED_BY_MAP,             /* mapping: of each score by itself */
    PLUMB_WEIGHED_BY_SOFTPICK,        /* epsilon */
    PLUMB_WEIGHED_BY_POWER_SOFTMAX    /* power */
} plumb_weighing_kind;

/* How scores weigh values; only the parameters of the kind are read. */
typedef struct {
    plumb_weighing_kind kind;
    plumb_clip clip;
    plumb_mapping mapping;
    double factor, epsilon, power;
} plumb_weighing;

/* z is what comes of the values v under the scores y as computed, of the n keys in m */
/*@ predicate softmax_sum(seq u, seq t, plumb_weighing w, seq y, seq v, subset m, integer n, integer r, real z) =
      w.kind == PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX ? clipped_sum(u, t, w.clip, y, v, m, n, r, z) :
      w.kind == PLUMB_WEIGHED_BY_SCALED_SOFTMAX ? scaled_softmax(u, t, w.factor, y, v, m, n, r, z) :
      seen_softmax(u, t, y, v, m, n, r, z); */
/* the same, where behind the keys of a softmax a sink may stand */
/*@ predicate row_sum(seq u, seq t, plumb_weighing w, seq y, seq v, subset m, integer n, integer r, real z) =
      w.kind == PLUMB_WEIGHED_BY_MAP ? mapped_sum(u, t, w.mapping, y, v, m, n, r, z) :
      w.kind == PLUMB_WEIGHED_BY_SOFTPICK ? softpick_sum(u, t, w.epsilon, y, v, m, n, r, z) :
      w.kind == PLUMB_WEIGHED_BY_POWER_SOFTMAX ? powered_sum(u, t, w.power, y, v, m, n, r, z) :
      softmax_sum(u, t, w, y, v, m, n + 1, r, z); */
/* x is an element of a row as it ends */
/*@ predicate row_gives(seq u, seq t, plumb_weighing w, plumb_finish f, seq y, seq v, subset m, integer n, integer r,
                        real x) =
      \exists real z; row_sum(u, t, w, y, v, m, n, r, z) && finished_as(u, t, f, z, x); */
#endif
