/* candidate.h - one or several changes that may explain a case: applies them, tries them on a few rows, and judges them
   on all. */
#ifndef PLUMB_DIAGNOSE_CANDIDATE_H
#define PLUMB_DIAGNOSE_CANDIDATE_H
#include "diagnose/acceptance.h"
#include "diagnose/changed.h"
#include "diagnose/diagnose.h"
#include "diagnose/probe.h"
#include "thread/workers.h"

/* How near a change by itself comes. */
typedef struct {
    bool applies;
    plumb_probe_count count;
} plumb_near;

typedef struct {
    const plumb_neighbour *change[PLUMB_CHANGES];
    size_t changes;
    bool applies, survives; /* nothing is wrong on the rows of the probe */
    bool output_right;      /* there, nothing of the output, which is wrong as stated, as other tensors are */
    bool untried;           /* time was up */
    bool too_large;         /* it would take too much memory */
    bool light;             /* which is little: others are not made */
    bool coarser;           /* it is a coarser precision, */
    bool excuse;            /* that the outputs do not show: it allows more and explains nothing */
    double left, squares;   /* of the errors there; plumb_probe_count */
} plumb_candidate;

/* What all candidates are tried against. */
typedef struct {
    plumb_case stated; /* with the precision of the options */
    const plumb_diagnose_options *options;
    const plumb_case *given; /* with its choice of keys, of which no change is asked */
    plumb_diagnosis *diagnosis; /* its verdict as stated stands; explanations are added to it */
    plumb_findings findings;
    plumb_probe probe;
    int threads;         /* 0: the usual number */
    plumb_error *error;  /* why the search fails: memory is short, unless a part knows better */
    double start, inferring_since, limit; /* seconds */
    size_t listed;       /* neighbours; after them come those that are fitted in between */
    plumb_candidate *single; /* [listed] */
    bool *explains;          /* [listed] by itself */
    plumb_near *near;    /* [listed] on the chosen rows; NULL until they are counted */
} plumb_search;

/* Whether the search has taken longer than it may, and whether it would if all rows were judged once more. */
bool plumb_search_is_late(const plumb_search *search);
bool plumb_search_has_time(const plumb_search *search);

plumb_candidate plumb_single(const plumb_search *search, size_t neighbour);

/* The case that it makes of the stated one. */
typedef struct {
    plumb_storage storage;
    plumb_case judged;
    plumb_precision precision;
    bool coarser;   /* it is the stated case but for its precision */
    bool too_large; /* it was not made, for it would take too much memory */
} plumb_candidate_case;

/* Returns 1, or 0 if the candidate does not apply or is too large, or -1 if memory is short.  Another precision
   model applies only where the engine's outputs are such as it stores (diagnose/grid.h), and
   beside another change only where they show it, for a coarse precision allows what a wrong
   convention does.  A case that PASSes needs none. */
int plumb_candidate_make(const plumb_search *search, const plumb_candidate *tried, plumb_candidate_case *made);
void plumb_candidate_free(plumb_candidate_case *made);

/* Calls each(context, i) for 0 <= i < count, on the threads of the search.  Returns 0, or -1 if a call
   did or a thread cannot compute. */
int plumb_search_each(const plumb_search *search, size_t count, plumb_item_work *each, void *context);

/* Tries it on the rows of the probe.  Returns 0, or -1 if memory is short. */
int plumb_candidate_probe(const plumb_search *search, plumb_candidate *tried);

/* Counts what is wrong under it on the chosen rows.  Returns 0, or -1 if memory is short. */
int plumb_candidate_measure(const plumb_search *search, const plumb_candidate *tried, plumb_near *near);

/* Whether without any one of its changes far more of the errors would be left on the chosen rows: 1 or 0, or -1 if
   memory is short. */
int plumb_candidate_needs_all(const plumb_search *search, const plumb_candidate *tried);

/* Judges all rows of a changed case.  *accounts: what was wrong as stated is accounted for, apart
   from the verdict; *left: what part of its errors is left.  Returns 0, or -1 if memory is short. */
int plumb_candidate_judge(const plumb_search *search, const plumb_candidate_case *made, plumb_report *report,
                          bool *accounts, double *left);

/* Judges all rows of one that survives, and adds it to the explanations if it is one.  Where there is no time for
   that, it is undecided, and what was wrong as stated is explained on the rows of the probe alone.  Returns 0, or -1
   if memory is short. */
int plumb_candidate_explain(plumb_search *search, const plumb_candidate *tried, bool *explains);

double plumb_worst_probable_ratio(const plumb_report *report);

/* Adds the explanation with the candidate's changes. */
int plumb_add_explanation(plumb_search *search, const plumb_candidate *tried, plumb_explanation explanation);
#endif
