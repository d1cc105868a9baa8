/* merge_fault.h - finds what a wrong merge of given parts computes instead: tries each known fault on every row. */
#ifndef PLUMB_JUDGE_MERGE_FAULT_H
#define PLUMB_JUDGE_MERGE_FAULT_H
#include "base/error.h"
#include "case/case.h"
#include <stdbool.h>
#include <stddef.h>

/* In the order in which they are tried. */
typedef enum {
    PLUMB_MERGE_RIGHT,         /* no fault was found */
    PLUMB_MERGE_DROPS,         /* a part is left out */
    PLUMB_MERGE_TWICE,         /* a part is merged twice */
    PLUMB_MERGE_ONLY,          /* the output is one part */
    PLUMB_MERGE_MEAN,          /* the mean of the parts that see a key, regardless of weights */
    PLUMB_MERGE_MEAN_OF_ALL,   /* the mean of all parts, including empty ones */
    PLUMB_MERGE_ADDED,         /* the parts are added */
    PLUMB_MERGE_UNDIVIDED,     /* not divided by the sum of the weights e^(lse - largest lse) */
    PLUMB_MERGE_UNSHIFTED,     /* not divided by the sum of the weights e^lse */
    PLUMB_MERGE_LOG2_AS_LOG,   /* e^lse, with log-sum-exps in base 2 */
    PLUMB_MERGE_LOG_AS_LOG2,   /* 2^lse, with natural ones */
    PLUMB_MERGE_COUNTS_EMPTY,  /* an empty part has the log-sum-exp 0 */
    PLUMB_MERGE_OF_OTHER_PART, /* weights from the log-sum-exp of the part `apart` later */
    PLUMB_MERGE_OF_OTHER_QUERY, /* weights from the query `apart` away */
    PLUMB_MERGE_OF_OTHER_HEAD, /* weights from the head `apart` later */
    PLUMB_MERGE_BY_MAXIMA,     /* weights from the largest scores of the parts */
    PLUMB_MERGE_LSE_LARGEST,   /* correct output; the log-sum-exp is the largest of the parts' */
    PLUMB_MERGE_LSE_OF_PART,   /* correct output; the log-sum-exp of one part */
    PLUMB_MERGE_LSE_OF_TWO,    /* correct output; the log-sum-exp in base 2 */
    PLUMB_MERGE_LSE_OF_E,      /* correct output; a natural log-sum-exp that is stated to be in base 2 */
    PLUMB_MERGE_FAULTS
} plumb_merge_fault_kind;

typedef struct {
    plumb_merge_fault_kind kind;
    size_t part;   /* which */
    int64_t apart; /* distance in parts, queries or heads */
} plumb_merge_fault;

/* The given parts of the rows that can be merged: those whose parts are all finite numbers. */
typedef struct {
    size_t rows, parts, width;
    size_t *row;         /* [rows] its number among all rows of the case */
    double *lse;         /* [rows][parts], 0 of empty parts */
    double *value;       /* [rows][parts][width], 0 of empty parts */
    unsigned char *has_keys; /* [rows][parts] 1 if the part sees a key */
    double *output;      /* [rows][width] the engine's merged output */
    double *merged_lse;  /* [rows]; NULL: the engine gave none */
    size_t left_out;     /* rows that cannot be merged */
} plumb_merge_rows;

/* Finds the first fault that reproduces every row; PLUMB_MERGE_RIGHT if none does, or if the correct merge is as near.
   Returns 0, or -1 with a message: not enough memory. */
int plumb_merge_fault_find(const plumb_case *judged, const plumb_merge_rows *m, plumb_merge_fault *fault,
                           plumb_error *error);

/* "part 2 is left out of the merge"; "" for PLUMB_MERGE_RIGHT. */
enum { PLUMB_MERGE_FAULT_TEXT = 160 };
const char *plumb_merge_fault_text(const plumb_merge_fault *fault, char text[PLUMB_MERGE_FAULT_TEXT]);
#endif
