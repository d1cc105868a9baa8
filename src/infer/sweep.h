/* sweep.h - all rows of a case, shared among threads. */
#ifndef PLUMB_INFER_SWEEP_H
#define PLUMB_INFER_SWEEP_H
#include "infer/inquiry.h"

/* The exact outputs of all rows.  Returns 0, or -1. */
int plumb_sweep_exact(plumb_inquiry *inquiry);

/* What became of a row under a hypothesis. */
typedef enum {
    PLUMB_ROW_SILENT,      /* it passes, and the hypothesis says nothing of it */
    PLUMB_ROW_SAME,        /* it passes as stated and under the hypothesis */
    PLUMB_ROW_EXPLAINED,   /* it fails as stated, and not under the hypothesis */
    PLUMB_ROW_UNEXPLAINED, /* it fails under both, or has no exact value */
    PLUMB_ROW_BROKEN       /* it passes as stated, and not under the hypothesis */
} plumb_row_state;

typedef struct {
    unsigned char *state; /* [rows] plumb_row_state; borrowed */
    size_t rows;          /* explained */
    size_t explained;     /* failing elements in these */
    double evidence;      /* how many times nearer their numbers are than as stated, in logarithms added up */
    double least[PLUMB_TOLD], most[PLUMB_TOLD]; /* factors in these; of masks by tiles [0]: where they end */
    double misfit;                                  /* of these, the mean */
} plumb_sweep;

/* Holds the hypothesis against all rows.  sweep->state: room.  Returns 0, or -1. */
int plumb_sweep_rows(plumb_inquiry *inquiry, const plumb_hypothesis *hypothesis, plumb_sweep *sweep);

/* The same of a few failing rows that stand for thousands.  *hopeless: none is explained, or they are no nearer
   to the hypothesis than to the stated formula: all rows need not be asked. */
int plumb_sweep_few(plumb_inquiry *inquiry, const plumb_hypothesis *hypothesis, plumb_sweep *sweep, bool *hopeless);
#endif
