/* rows.h - evaluates rows of a problem, several at a time, with the bits of plumb_evaluate_row in a fraction of its
   time.

   Neighbouring rows of one head are a bundle: their keys are transposed once for all of them.  A bundle has as many
   rows as fit into PLUMB_BUNDLE_BYTES, but at least PLUMB_LEAST_ROWS: decoding evaluates a few rows of a long text and
   should read the keys once.  This folder has its own code for scores, the weights of every operator and the weighted
   sums; the other stages are the minimal kernels. */
#ifndef PLUMB_BUNDLE_ROWS_H
#define PLUMB_BUNDLE_ROWS_H
#include "bundle/panels.h"
#include "fast/planes.h"
#include "fast/strides.h"
#include "number/sum.h"
#include "row/evaluate.h"

#define PLUMB_BUNDLE_BYTES (10u << 20)
enum { PLUMB_LEAST_ROWS = 4 };

/* Each thread has its own. */
typedef struct {
    const plumb_problem *problem;
    plumb_ball scale;
    bool minimal;                    /* set by a caller: use only the minimal kernels */
    plumb_row row;                   /* the last returned row; its arrays belong to the bundle */
    size_t most;                     /* rows of a bundle */
    size_t b, h, first, count;       /* the rows of the current bundle */
    bool keeps_all;                  /* the scores and weights of every row */
    bool keeps_weights;              /* the weights alone, in the planes */
    size_t pitch;                    /* of the planes */
    unsigned char *visible;          /* [most][pitch] */
    size_t visible_keys;             /* up to the end of the last panel with a visible key */
    double *mid, *rad;               /* [most][pitch] the scores, later the weights; NULL until needed */
    double *capped_mid, *capped_rad; /* [most][pitch] results of a softcap, if weights are kept; or NULL */
    double *source_mid, *source_rad; /* likewise the sources of weights: scores of a map; a softmax before it is
                                        scaled or clipped; or NULL */
    plumb_ball *score, *weight;      /* [most][key_length] if all are kept, else [key_length] */
    plumb_ball *output, *unrotated;   /* [most][value_dim]; unrotated: or NULL */
    plumb_ball lse[PLUMB_BUNDLE_ROWS], sink[PLUMB_BUNDLE_ROWS], sink_weight[PLUMB_BUNDLE_ROWS];
    plumb_ball inverse[PLUMB_BUNDLE_ROWS]; /* of the softmax's denominators; or the divisor of the weights */
    plumb_ball total[PLUMB_BUNDLE_ROWS];   /* the sum of the a_j, if their divisor depends on it */
    double norm[PLUMB_BUNDLE_ROWS], reach[PLUMB_BUNDLE_ROWS]; /* of the queries */
    bool raised; /* no score needs a shift: exponentials are computed before all scores are known */
    plumb_strides strides[PLUMB_BUNDLE_ROWS]; /* their sums */
    bool mean[PLUMB_BUNDLE_ROWS];             /* evaluated entirely by the minimal kernels */
    plumb_panels panels;                      /* of the keys */
    plumb_panels largest;                     /* of the values */
    double *mapped;                           /* [most][dim] the middles of plumb_row_map's queries */
    plumb_reach mapped_reach[PLUMB_BUNDLE_ROWS];
    plumb_panels queries; /* one of them, for their norms */
    double *workspace;         /* of the sums */
} plumb_rows;

/* The number of rows of a bundle, at most `most`. */
size_t plumb_rows_together(const plumb_problem *problem, size_t most);

/* What is kept of a row: visible and output; or score, weight and lse as well; or visible and lse, with its weights and
   capped scores in the planes: empty rows are zeros, and keys do not differ by row. */
typedef enum { PLUMB_KEEP_OUTPUT, PLUMB_KEEP_ALL, PLUMB_KEEP_WEIGHTS } plumb_rows_kept;

/* most: the largest number of rows in a bundle, at most PLUMB_BUNDLE_ROWS; 1 for scattered rows.  Borrows the problem.
   Returns 0, or -1 if there is not enough memory. */
int plumb_rows_init(plumb_rows *rows, const plumb_problem *problem, size_t most, plumb_rows_kept kept);
void plumb_rows_free(plumb_rows *rows);

/* Row (b, h, t), valid until the next call.  Evaluates it with the following rows, unless it is in the current bundle:
   in order, the rows of a head are evaluated once each. */
plumb_row *plumb_rows_get(plumb_rows *rows, size_t b, size_t h, size_t t);

/* The same for row n = (b * query_heads + h) * query_length + t. */
plumb_row *plumb_rows_number(plumb_rows *rows, size_t n);
#endif
