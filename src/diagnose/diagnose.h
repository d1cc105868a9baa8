/* diagnose.h - finds the change to a case under which the output of the engine is correct.

   The changes of diagnose/neighbour.h are tried one by one, then together with a number that is fitted again by
   descent, and in pairs (diagnose/search.h).  A change explains the output if nothing is wrong in the changed case
   (diagnose/acceptance.h adds conditions); it is tried on a few rows first, which excludes most wrong changes, and then
   on all.  For a case that FAILs, infer/infer.h first infers from the output what the kernel did; if that explains
   every failing element, no combinations of changes are tried.  docs/diagnose.md describes this for users. */
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

/* A change under which far fewer elements fail: not an explanation. */
typedef struct {
    const plumb_neighbour *change;
    /* Elements of all tensors.  failed: beyond their expected error; unjudged: how many more than as stated. */
    size_t failed, unjudged, compared;
    bool output_right; /* no element of the output is wrong under it */
} plumb_nearer;

enum { PLUMB_NEARER = 3 };

typedef struct {
    plumb_report stated; /* the verdict on the case as stated, or in this precision: */
    char *stored_as;     /* the format in which the outputs are evidently stored (diagnose/stored.h); NULL: as stated */
    plumb_neighbourhood neighbourhood;
    plumb_explanations explanations; /* for a PASS: changes that the case cannot distinguish from its
                                        own convention */
    size_t tried;                    /* single changes that apply */
    size_t undecided;                /* changes that were not tried on all rows in time */
    size_t untried;                  /* single changes that were not tried for lack of time, */
    size_t too_large;                /* or because they need too much memory */
    size_t pairs_tried, pairs;       /* pairs tried, of how many */
    plumb_concentration concentration;
    plumb_inferences inferences;       /* unless the case PASSes: what the output shows about the kernel */
    const plumb_neighbour *beside;     /* the inferences hold under this convention; NULL: under the stated ones */
    plumb_nearer nearer[PLUMB_NEARER]; /* if nothing explains the output, or only a precision; a change that explains
                                          the output but no other tensor is first and alone */
    size_t nearer_count;
    double seconds;
} plumb_diagnosis;

typedef struct {
    const char *precision; /* as in plumb_compare_options */
    const plumb_judged *judged; /* the judgement of the case as stated; NULL: it is judged; borrowed */
    int threads;
    bool without_pairs;
    double seconds; /* for everything after the verdict as stated; 0: the default, 5 */
    void (*progress)(void *context, size_t done, size_t all); /* of the verdict as stated */
    void *progress_context;
} plumb_diagnose_options;

/* Judges the case as stated, and searches for changes that PASS, whatever the verdict is.  For a case that PASSes as
   stated, these are the conventions that it cannot distinguish from the stated ones; pairs are then not tried.  options
   may be NULL.  The diagnosis borrows the case.  Returns 0, or -1 with a message. */
int plumb_diagnose(const plumb_case *stated, const plumb_diagnose_options *options, plumb_diagnosis *diagnosis,
                   plumb_error *error);

/* The same with changes that the caller chooses; the diagnosis takes ownership of them, even if it fails. */
int plumb_diagnose_among(const plumb_case *stated, plumb_neighbourhood *neighbourhood,
                         const plumb_diagnose_options *options, plumb_diagnosis *diagnosis, plumb_error *error);

void plumb_diagnosis_free(plumb_diagnosis *diagnosis);

/* Write the diagnosis as text, and as JSON in the format "plumbline-diagnose-2" (docs/diagnose.md).  Returns 0, or -1
   if there is not enough memory or the stream cannot be written. */
void plumb_diagnosis_text(const plumb_diagnosis *diagnosis, FILE *stream);
int plumb_diagnosis_json(const plumb_diagnosis *diagnosis, FILE *stream);

/* Whether the inferences are reported before the changes: if no change explains the output, or only a fault whose
   number was fitted and may fit by chance, and the inferences explain every failing element. */
bool plumb_inferred_first(const plumb_diagnosis *diagnosis);

/* The change that explains the output, but no other tensor, or NULL. */
const plumb_nearer *plumb_output_explained(const plumb_diagnosis *diagnosis);

/* Writes in one line what the engine computes instead, the first result of the text; "" if the case PASSes or nothing
   explains it. */
void plumb_diagnosis_summary(const plumb_diagnosis *diagnosis, char *text, size_t size);
#endif
