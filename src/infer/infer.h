/* infer.h - what a kernel did, inferred from what it returned.

   diagnose/ changes the case to what whole engines do by convention.  A kernel errs otherwise: it loses a
   tile of keys, does not rescale a sum, merges its splits with wrong weights, writes a row elsewhere.  There
   are too many places to try each, but the exact weights, the values and the wrong numbers together tell:
   where weights are a softmax,

       engine_t = sum_j c_tj w_tj v_j / sum_j c_tj w_tj,

   and the factors c_tj are what is asked for.  A hypothesis is formed on a few failing rows and then held
   against all: it is told only if the numbers that it predicts are the engine's, as nearly as the
   engine's precision explains, in every row of which it speaks.  docs/diagnose.md has the list. */
#ifndef PLUMB_INFER_INFER_H
#define PLUMB_INFER_INFER_H
#include "base/error.h"
#include "case/case.h"
#include "precision/precision.h"
#include <stdbool.h>
#include <stddef.h>

/* What was found of the elements of the output, by who judged them. */
typedef struct {
    bool (*failed)(const void *context, size_t row, size_t column);
    const void *context;
    bool suspected;      /* no more than that simulated engines do not end there */
    bool no_convention;  /* none that is tried by itself explains them: slopes of all heads may be said, too */
} plumb_infer_failures;

/* Whether time is up, asked from several threads; NULL: it never is. */
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
    size_t explains;                  /* failing elements of the output that it accounts for */
    size_t rows;                      /* that have such elements */
} plumb_inference;

typedef struct {
    size_t failed, explained; /* elements of the output, by all inferences together */
    bool suspected;           /* what is suspected counts as failed */
    bool of_gradients;        /* these are of gradients, of which some of one head are asked (diagnose/gradients.h) */
    bool unfinished;          /* time was up before all was tried */
    size_t count;
    plumb_inference list[PLUMB_INFERENCES];
} plumb_inferences;

/* Infers from a case that FAILs or is SUSPECT.  threads: 0 as many as OpenMP is set to.  Where nothing is found, or the
   case has no output, the list is empty; what is not held against all rows in time is not told.  Returns 0, or -1 with
   a message. */
int plumb_infer(const plumb_case *judged, const plumb_precision *precision, const plumb_infer_failures *failures,
                plumb_infer_time time, int threads, plumb_inferences *inferences, plumb_error *error);
#endif
