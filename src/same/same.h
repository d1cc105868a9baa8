/* same.h - whether runs of an engine agree bit for bit; if not, the verdict of each, and which is nearer to the exact
   values.  For tests of batch invariance, numbers of splits, and versions of a kernel. */
#ifndef PLUMB_SAME_SAME_H
#define PLUMB_SAME_SAME_H
#include "same/bits.h"
#include "same/nearness.h"
#include <stdio.h>

/* One run, compared with the first. */
typedef struct {
    const char *source, *engine_name, *engine_version; /* as in plumb_case; the source is borrowed from the request */
    bool agrees;                                       /* bit for bit with the first; true for the first */
    plumb_same_bits bits[PLUMB_ANSWERS];
    bool judged; /* if it differs from the first; the first, if any differs; else the members below are unset */
    plumb_verdict verdict;
    const char *precision;
    bool precision_stated;
    plumb_tensor_report tensor[PLUMB_ANSWERS];
    plumb_same_nearness nearness[PLUMB_ANSWERS]; /* index 0 is the first run, index 1 this one */
} plumb_same_outcome;

typedef struct {
    const char *const *path;                                  /* the cases */
    size_t runs;                                              /* at least 2 */
    plumb_same_part part;                                     /* the part of the other runs to compare */
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

/* Reads and compares the runs one after another.  Returns 0, or -1 with a message: an invalid case, another question,
   no results to compare, not enough memory. */
int plumb_same(const plumb_same_request *request, plumb_same_result *result, plumb_error *error);
void plumb_same_free(plumb_same_result *result);

/* Sets index to that of an element of the first run; returns the number of axes of the tensor. */
size_t plumb_same_index(const plumb_same_result *result, plumb_quantity quantity, size_t element,
                        size_t index[PLUMB_RANK_MAX]);

/* Write the result as text, and as JSON. plumb_same_json returns 0, or -1 if there is not enough memory or the stream
   cannot be written. */
void plumb_same_text(const plumb_same_result *result, FILE *stream);
int plumb_same_json(const plumb_same_result *result, FILE *stream);

/* FAIL if a judged run FAILs, SUSPECT if runs differ, else PASS. */
plumb_verdict plumb_same_verdict(const plumb_same_result *result);
#endif
