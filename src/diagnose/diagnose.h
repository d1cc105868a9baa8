/* diagnose.h - which neighbouring convention an engine's numbers are right under.

   The changes of diagnose/neighbour.h are tried one by one, then beside a number that is fitted again
   by descent, and in pairs (diagnose/search.h).  A change explains the
   numbers if nothing of the changed case is wrong (diagnose/acceptance.h says what more);
   first a few rows are tried, which most wrong changes do not survive, then all.  What the numbers of
   a case that FAILs say of the kernel (infer/infer.h) is asked before; several changes are not tried where that
   accounts for every failing element.
   docs/diagnose.md says all this to who reads the answer. */
#ifndef PLUMB_DIAGNOSE_DIAGNOSE_H
#define PLUMB_DIAGNOSE_DIAGNOSE_H
#include "base/error.h"
#include "judge/compare.h"
#include "diagnose/concentration.h"
#include "diagnose/explain.h"
#include "diagnose/findings.h"
#include "diagnose/neighbour.h"
#include "infer/infer.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A change under which far fewer elements fail: no explanation. */
typedef struct {
    const plumb_neighbour *change;
    /* Elements of all tensors; failed: those beyond what is expected; unjudged: so many more than as stated. */
    size_t failed, unjudged, compared;
    bool output_right; /* nothing of the output is wrong under it */
} plumb_nearer;

enum { PLUMB_NEARER = 3 };

typedef struct {
    plumb_report stated; /* the verdict as stated, or in the precision of: */
    char *stored_as;     /* what the outputs show of how they are stored (diagnose/stored.h); NULL: nothing else */
    plumb_neighbourhood neighbourhood;
    plumb_explanations explanations; /* of a case that PASSes: what it does not tell from its own
                                        convention */
    size_t tried;                    /* single changes that apply */
    size_t undecided;                /* changes that all rows could not be asked about in time */
    size_t untried;                  /* single changes that were not tried, for time was up, */
    size_t too_large;                /* or for they would take too much memory */
    size_t pairs_tried, pairs;       /* pairs tried, of how many */
    plumb_concentration concentration;
    plumb_inferences inferences;       /* of a case that does not PASS: what the numbers say of the kernel */
    const plumb_neighbour *beside;     /* under this convention; NULL: under the stated ones */
    plumb_nearer nearer[PLUMB_NEARER]; /* where nothing explains, or precision alone; first and alone what explains the
                                          output, but no other tensor */
    size_t nearer_count;
    double seconds;
} plumb_diagnosis;

typedef struct {
    const char *precision; /* as in plumb_compare_options */
    const plumb_judged *judged; /* of the case as stated, which is judged unless this says how; borrowed */
    int threads;
    bool without_pairs;
    double seconds; /* for all but the verdict as stated; 0: the usual 5 */
    void (*progress)(void *context, size_t done, size_t all); /* of the verdict as stated */
    void *progress_context;
} plumb_diagnose_options;

/* Judges the case as stated, and whatever the verdict looks for changes that PASS.  Of a case
   that PASSes as stated these are what it cannot tell from the stated convention; pairs are then
   not tried. options may be NULL.  The diagnosis borrows the case.  Returns 0, or -1 with a
   message. */
int plumb_diagnose(const plumb_case *stated, const plumb_diagnose_options *options, plumb_diagnosis *diagnosis,
                   plumb_error *error);

/* The same with changes of the caller's choice, which the diagnosis takes over, also where it
   fails. */
int plumb_diagnose_among(const plumb_case *stated, plumb_neighbourhood *neighbourhood,
                         const plumb_diagnose_options *options, plumb_diagnosis *diagnosis, plumb_error *error);

void plumb_diagnosis_free(plumb_diagnosis *diagnosis);

/* As text, and as JSON of the format "plumbline-diagnose-2" (docs/diagnose.md); 0, or -1 if memory is short or the
   stream cannot be written. */
void plumb_diagnosis_text(const plumb_diagnosis *diagnosis, FILE *stream);
int plumb_diagnosis_json(const plumb_diagnosis *diagnosis, FILE *stream);

/* Whether what the numbers tell of the kernel stands before the changes that explain them: where none does, or only a
   fault whose number was fitted and may be chance, and the kernel is known by all that fails. */
bool plumb_inferred_first(const plumb_diagnosis *diagnosis);

/* The change that explains the output, but no other tensor, or NULL. */
const plumb_nearer *plumb_output_explained(const plumb_diagnosis *diagnosis);

/* What the engine computes instead, in one line: what the text says first; "" if the case PASSes or nothing explains
   it. */
void plumb_diagnosis_summary(const plumb_diagnosis *diagnosis, char *text, size_t size);
#endif
