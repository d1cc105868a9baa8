/* rows.h - rows of a problem, several at a time: bit for bit what plumb_evaluate_row gives, in a
   fraction of its time.

   Neighbouring rows of one head are evaluated together: their keys are transposed once for all of
   them.  Room for a bundle is room for as many rows as fit into PLUMB_BUNDLE_BYTES, but of long texts for
   PLUMB_LEAST_ROWS: decoding asks for a few rows, and passes the keys once.
   Scores, the weights of every operator and the weighted sums have a form of their own in this folder;
   the other stages are the minimal kernels. */
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
    bool minimal;                    /* set by who wants the minimal kernels alone */
    plumb_row row;                   /* the row last asked for; its arrays are those of its place in the bundle */
    size_t most;                     /* rows of a bundle */
    size_t b, h, first, count;       /* the rows that are held */
    bool keeps_all;                  /* the scores and weights of every row */
    bool keeps_weights;              /* the weights alone, in the planes */
    size_t pitch;                    /* of the planes */
    unsigned char *visible;          /* [most][pitch] */
    size_t visible_keys;             /* up to the end of the last panel of which a row sees a key */
    double *mid, *rad;               /* [most][pitch] the scores, which become the weights; NULL until needed */
    double *capped_mid, *capped_rad; /* [most][pitch] what a softcap gave, where weights are kept; or NULL */
    double *source_mid, *source_rad; /* likewise what weights are made of: scores of a map; a softmax before it is
                                        scaled or clipped; or NULL */
    plumb_ball *score, *weight;      /* [most][key_length] if all are kept, else [key_length] */
    plumb_ball *output, *unturned;   /* [most][value_dim]; unturned: or NULL */
    plumb_ball lse[PLUMB_BUNDLE_ROWS], sink[PLUMB_BUNDLE_ROWS], sink_weight[PLUMB_BUNDLE_ROWS];
    plumb_ball inverse[PLUMB_BUNDLE_ROWS]; /* of the softmax's denominators; or what the weights are divided by */
    plumb_ball total[PLUMB_BUNDLE_ROWS];   /* what the a_j sum to, where they are divided by a number of it */
    double norm[PLUMB_BUNDLE_ROWS], reach[PLUMB_BUNDLE_ROWS]; /* of the queries */
    bool raised; /* no score needs a shift: exponentials are taken before all scores are known */
    plumb_strides strides[PLUMB_BUNDLE_ROWS]; /* their sums */
    bool mean[PLUMB_BUNDLE_ROWS];             /* evaluated as a whole by the minimal kernels */
    plumb_panels panels;                      /* of the keys */
    plumb_panels largest;                     /* of the values */
    double *mapped;                           /* [most][dim] the middles of plumb_row_map's queries */
    plumb_reach mapped_reach[PLUMB_BUNDLE_ROWS];
    plumb_panels queries; /* one of them, for their norms */
    double *workspace;         /* of the sums */
} plumb_rows;

/* How many rows a bundle of at most `most` has. */
size_t plumb_rows_together(const plumb_problem *problem, size_t most);

/* What a row has afterwards: visible and output; or score, weight and lse as well; or visible and lse, and its weights
   and capped scores in the planes: empty rows are zeros, and keys do not differ by row. */
typedef enum { PLUMB_KEEP_OUTPUT, PLUMB_KEEP_ALL, PLUMB_KEEP_WEIGHTS } plumb_rows_kept;

/* Bundles of at most so many rows, of at most PLUMB_BUNDLE_ROWS; 1 for who asks for scattered rows.
   0 on success, -1 if memory is short.  The problem must stay. */
int plumb_rows_init(plumb_rows *rows, const plumb_problem *problem, size_t most, plumb_rows_kept kept);
void plumb_rows_free(plumb_rows *rows);

/* Row (b, h, t), evaluated with its followers unless it is held already; it stays until the next
   call.  Who asks for the rows of a head in order pays for each once. */
plumb_row *plumb_rows_get(plumb_rows *rows, size_t b, size_t h, size_t t);

/* The same of row n of all rows, (b * query_heads + h) * query_length + t. */
plumb_row *plumb_rows_number(plumb_rows *rows, size_t n);
#endif
