/* merge_fault.h - what a wrong merge of given parts computes instead: faults of engines, each tried on every row. */
#ifndef PLUMB_JUDGE_MERGE_FAULT_H
#define PLUMB_JUDGE_MERGE_FAULT_H
#include "base/error.h"
#include "case/case.h"
#include <stdbool.h>
#include <stddef.h>

/* In the order in which they are tried. */
typedef enum {
    PLUMB_MERGE_RIGHT,         /* nothing is known */
    PLUMB_MERGE_DROPS,         /* the part takes no part */
    PLUMB_MERGE_TWICE,         /* the part counts twice */
    PLUMB_MERGE_ONLY,          /* the part alone is the answer */
    PLUMB_MERGE_MEAN,          /* of the parts that see a key, whatever they weigh */
    PLUMB_MERGE_MEAN_OF_ALL,   /* of all parts, empty ones included */
    PLUMB_MERGE_ADDED,         /* the parts are added */
    PLUMB_MERGE_UNDIVIDED,     /* weights below the largest are not divided by their sum */
    PLUMB_MERGE_UNSHIFTED,     /* nor are those of exponentials themselves */
    PLUMB_MERGE_LOG2_AS_LOG,   /* e^lse, with log-sum-exps in base 2 */
    PLUMB_MERGE_LOG_AS_LOG2,   /* 2^lse, with natural ones */
    PLUMB_MERGE_COUNTS_EMPTY,  /* an empty part has the log-sum-exp 0 */
    PLUMB_MERGE_OF_OTHER_PART, /* by the log-sum-exp of the part that comes so many later */
    PLUMB_MERGE_OF_OTHER_QUERY, /* of the query that is so far away */
    PLUMB_MERGE_OF_OTHER_HEAD, /* of the head that comes so many later */
    PLUMB_MERGE_BY_MAXIMA,     /* by the largest scores of the parts */
    PLUMB_MERGE_LSE_LARGEST,   /* of a right output: the log-sum-exp is the largest of the parts' */
    PLUMB_MERGE_LSE_OF_PART,   /* that of the part alone */
    PLUMB_MERGE_LSE_OF_TWO,    /* the right one in base 2 */
    PLUMB_MERGE_LSE_OF_E,      /* times ln 2: a natural one that is said to be of base 2 */
    PLUMB_MERGE_FAULTS
} plumb_merge_fault_kind;

typedef struct {
    plumb_merge_fault_kind kind;
    size_t part;   /* which */
    int64_t apart; /* how far away */
} plumb_merge_fault;

/* What was given of the rows that can be merged: those whose parts are numbers. */
typedef struct {
    size_t rows, parts, width;
    size_t *row;         /* [rows] its number among all rows of the case */
    double *lse;         /* [rows][parts], 0 of empty parts */
    double *value;       /* [rows][parts][width], 0 of empty parts */
    unsigned char *has_keys; /* [rows][parts] 1 where the part sees a key */
    double *output;      /* [rows][width] what the engine merged them into */
    double *merged_lse;  /* [rows]; NULL where it answered none */
    size_t left_out;     /* rows that cannot be */
} plumb_merge_rows;

/* The first fault that gives every row; PLUMB_MERGE_RIGHT if none does, or the right merge is as near.  Returns 0, or
   -1 with a message: memory is short. */
int plumb_merge_fault_find(const plumb_case *judged, const plumb_merge_rows *m, plumb_merge_fault *fault,
                           plumb_error *error);

/* "part 2 is left out of the merge"; "" of PLUMB_MERGE_RIGHT. */
enum { PLUMB_MERGE_FAULT_TEXT = 160 };
const char *plumb_merge_fault_text(const plumb_merge_fault *fault, char text[PLUMB_MERGE_FAULT_TEXT]);
#endif
