/* infer.h - infers what a kernel did from its output.

   diagnose/ changes the case to the conventions of other engines.  Faults of kernels are different: a kernel loses a
   tile of keys, does not rescale a sum, merges its splits with wrong weights, or writes a row elsewhere.  There are too
   many places to try each, but they follow from the exact weights, the values and the wrong output: for a softmax,

       engine_t = sum_j c_tj w_tj v_j / sum_j c_tj w_tj,

   and the unknowns are the factors c_tj.  A hypothesis is formed on a few failing rows and then tested on all.  It is
   reported only if the output that it predicts is the engine's, within the errors of the precision, in every row that
   it covers.  docs/diagnose.md has the list. */
#ifndef PLUMB_INFER_INFER_H
#define PLUMB_INFER_INFER_H
#include "base/error.h"
#include "case/case.h"
#include "precision/precision.h"
#include <stdbool.h>
#include <stddef.h>

/* The findings for the elements of the output, from the judgement. */
typedef struct {
    bool (*failed)(const void *context, size_t row, size_t column);
    const void *context;
    bool suspected;      /* failed means only: beyond the expected error */
    bool no_convention;  /* no single one explains them, so that slopes of all heads, and places, are inferred, too */
} plumb_infer_failures;

/* Whether time is up; called by several threads; is_late NULL: never. */
typedef struct {
    bool (*is_late)(const void *context);
    const void *context;
} plumb_infer_time;

enum { PLUMB_INFERENCES = 4, PLUMB_INFERENCE_TEXT = 400 };

/* One thing that the kernel did. */
typedef struct {
    const char *cause;                /* "blocks", "rescale": docs/diagnose.md lists them */
    char says[PLUMB_INFERENCE_TEXT];  /* "keys 128 to 191 are missing: one tile of 64" */
    char where[PLUMB_INFERENCE_TEXT]; /* "in head 2, queries from 192 on" */
    size_t explains;                  /* failing elements of the output that it explains */
    size_t rows;                      /* rows with such elements */
    bool fitted;                      /* it has a number of its own in each row */
    bool place;                       /* it says where, not why: what explains them may still be found */
} plumb_inference;

typedef struct {
    size_t failed, explained; /* elements of the output, by all inferences together */
    bool suspected;           /* elements beyond the expected error count as failed */
    bool of_gradients;        /* the elements are of gradients, some of one head (diagnose/gradients.h) */
    bool unfinished;          /* time was up before everything was tried */
    size_t count;
    plumb_inference list[PLUMB_INFERENCES];
} plumb_inferences;

/* Infers from a case that FAILs or is SUSPECT.  threads 0: as many as OpenMP is set to.  The list is empty if nothing
   is found or the case has no output; a hypothesis that was not tested on all rows in time is not reported.  Returns 0,
   or -1 with a message. */
int plumb_infer(const plumb_case *judged, const plumb_precision *precision, const plumb_infer_failures *failures,
                plumb_infer_time time, int threads, plumb_inferences *inferences, plumb_error *error);
#endif
