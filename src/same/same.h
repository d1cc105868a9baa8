/* same.h - whether runs of an engine agree bit for bit, and where they do not, what each is worth: its verdict, and
   which is nearer to the exact values.  For tests of batch invariance, of numbers of splits, of one kernel against
   another. */
#ifndef PLUMB_SAME_SAME_H
#define PLUMB_SAME_SAME_H
#include "same/bits.h"
#include "same/nearness.h"
#include <stdio.h>

/* One run, against the first. */
typedef struct {
    const char *source, *engine_name, *engine_version; /* as plumb_case has them; the source is the request's */
    bool agrees;                                       /* bit for bit with the first; the first does */
    plumb_same_bits bits[PLUMB_ANSWERS];
    bool judged; /* where it differs from the first, and the first where any does; else all below is nothing */
    plumb_verdict verdict;
    const char *precision;
    bool precision_stated;
    plumb_tensor_report tensor[PLUMB_ANSWERS];
    plumb_same_nearness nearness[PLUMB_ANSWERS]; /* number 0 is the first run, number 1 this */
} plumb_same_outcome;

typedef struct {
    const char *const *path;                                  /* the cases, the first before the others */
    size_t runs;                                              /* at least 2 */
    plumb_same_part part;                                     /* of each of the others */
    void (*progress)(void *context, size_t done, size_t all); /* as in plumb_compare_options */
    void *progress_context;
} plumb_same_request;

typedef struct {
    const plumb_same_request *request; /* borrowed */
    plumb_problem problem;             /* the first run's sizes */
    bool present[PLUMB_ANSWERS];
    plumb_format format[PLUMB_ANSWERS];
    plumb_tensor shape[PLUMB_ANSWERS]; /* the first run's, without bytes */
    size_t differing;                  /* runs that do not agree with the first */
    plumb_same_outcome *outcome;       /* [request->runs] */
    plumb_storage storage;
} plumb_same_result;

/* Reads the runs one after the other.  0, or -1 with a message: a file that is no case, another question, no answer to
   compare, memory is short. */
int plumb_same(const plumb_same_request *request, plumb_same_result *result, plumb_error *error);
void plumb_same_free(plumb_same_result *result);

/* Where the first run's element of that number stands; returns how many axes the tensor has. */
size_t plumb_same_index(const plumb_same_result *result, plumb_quantity quantity, size_t element,
                        size_t index[PLUMB_RANK_MAX]);

/* As text, and as JSON; 0, or -1 if memory is short or the stream cannot be written. */
void plumb_same_text(const plumb_same_result *result, FILE *stream);
int plumb_same_json(const plumb_same_result *result, FILE *stream);

/* FAIL if a run that was judged fails, SUSPECT if runs differ, else PASS. */
plumb_verdict plumb_same_verdict(const plumb_same_result *result);
#endif
