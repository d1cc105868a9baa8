/* probe.h - a few rows of a case, chosen so that changes which explain nothing fail on them.

   First come the rows that are most wrong as stated, then rows of other heads, batches and ends of
   the text, and next to where masks begin to hide keys; of a long case more rows follow, evenly
   spread, which only a change that survived the others is tried on. */
#ifndef PLUMB_DIAGNOSE_PROBE_H
#define PLUMB_DIAGNOSE_PROBE_H
#include "diagnose/findings.h"

enum { PLUMB_PROBES = 8, PLUMB_PROBE_ROWS = 64 };

typedef struct {
    size_t row[PLUMB_PROBE_ROWS]; /* in tensor order of rows, each once */
    size_t probes;                /* so many of them were chosen, the others are spread */
    size_t rows;
} plumb_probe;

void plumb_probe_choose(const plumb_case *stated, const plumb_findings *findings,
                        plumb_probe *probe);

/* Whether all elements of all these rows are within their probable budgets; stops at the first
   that is not.  Returns 0, or -1 if memory is short. */
int plumb_probe_passes(const plumb_case *changed, const plumb_precision *precision,
                       const plumb_probe *probe, bool *passes);

/* How many elements of the chosen rows are compared, and how many of them are not within their
   budgets.  Returns 0, or -1 if memory is short. */
int plumb_probe_count(const plumb_case *changed, const plumb_precision *precision,
                      const plumb_probe *probe, size_t *compared, size_t *wrong);
#endif
