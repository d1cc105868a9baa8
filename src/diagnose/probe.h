/* probe.h - a few rows of a case, chosen so that changes which explain nothing fail on them.

   First come the rows that are most wrong as stated, then rows of other heads, batches and ends of
   the text, and next to where masks begin to hide keys; of a long case more rows follow, one drawn
   from each of as many parts of equal size, which only a change that survived the others is tried on. */
#ifndef PLUMB_DIAGNOSE_PROBE_H
#define PLUMB_DIAGNOSE_PROBE_H
#include "diagnose/findings.h"

enum { PLUMB_PROBES = 8, PLUMB_PROBE_ROWS = 64 };

typedef struct {
    size_t row[PLUMB_PROBE_ROWS]; /* in tensor order of rows, each once */
    size_t probes;                /* so many of them were chosen, the others are drawn */
    size_t rows;
    const plumb_findings *findings;       /* of the stated case; borrowed */
    bool strict;                          /* what cannot be judged is wrong, too: nothing fails as stated */
    bool (*is_late)(const void *context); /* asked between rows */
    const void *context;
} plumb_probe;

/* What was found on some rows. */
typedef struct {
    size_t compared, wrong, wrong_in_output;
    size_t not_finite;        /* of the wrong ones, those that have no finite error */
    size_t not_finite_before; /* the same as stated */
    double before, after;     /* errors of what was wrong as stated, added up: as stated and as changed */
    double squares;           /* of the errors of all elements that are as expected, added up; of each at least its last
                                 rounding */
    bool late;                /* time was up before the last row */
    bool output_right;        /* of a try: no element of the output is wrong */
} plumb_probe_count;

/* What part of the errors is left; 0 where there were none. */
double plumb_probe_left(const plumb_probe_count *count);

/* Whether something is wrong on these rows as stated. */
bool plumb_probe_shows(const plumb_probe *probe);

void plumb_probe_choose(const plumb_case *stated, const plumb_findings *findings, plumb_probe *probe);

/* Looks at all these rows, up to the first element that is wrong: of the output first.  Returns 0, or -1 if memory is
   short. */
int plumb_probe_try(const plumb_case *changed, const plumb_precision *precision, const plumb_probe *probe,
                    plumb_probe_count *count);

/* Looks at all elements of the chosen rows.  Returns 0, or -1 if memory is short. */
int plumb_probe_measure(const plumb_case *changed, const plumb_precision *precision, const plumb_probe *probe,
                        plumb_probe_count *count);
#endif
