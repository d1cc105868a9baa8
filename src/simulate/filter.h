/* filter.h - what the errors of one output row say of single keys, and of the output as a whole.

   A key j whose weight is off by x moves the output by x (v_j - o), in all columns at once.  Of errors e with variance
   C the matched filter tells x: (v_j - o) C^-1 e over (v_j - o) C^-1 (v_j - o), and its standard deviation.  C is what
   deviation.h says of the row: each column errs by itself, but errors of the heaviest weights, and of all weights
   together, move the columns together and hide nothing that moves them otherwise. */
#ifndef PLUMB_SIMULATED_FILTER_H
#define PLUMB_SIMULATED_FILTER_H
#include "simulate/deviation.h"

/* Weights whose errors are told apart, and with them the error of all weights together. */
enum { PLUMB_FILTER_HEAVY = 16, PLUMB_FILTER_SHARED = PLUMB_FILTER_HEAVY + 1 };

typedef struct {
    const float *value; /* [keys][columns] of the deviation */
    size_t keys, columns;
    size_t heavy[PLUMB_FILTER_HEAVY], heavies;
    double *unit;    /* [columns] of the values; an output of so much is 1 */
    double *mean;    /* [columns] o, or 0 where weights do not sum to one */
    double *sum;     /* [columns] of the weighted values */
    double *inverse; /* [columns] of the variances, but for what columns share; 0: the column does not count */
    double *shared;  /* [heavies + 1][columns] what they share, each a standard deviation */
    double square[PLUMB_FILTER_SHARED][PLUMB_FILTER_SHARED]; /* shared inverse shared^T */
    double root[PLUMB_FILTER_SHARED][PLUMB_FILTER_SHARED];   /* root^T root = 1 + square; from the diagonal on */
    double *own;                                             /* [columns] the diagonal of C^-1 */
    double *spread, *rest, *taken; /* [columns] parts of a variance: of weights, of all else, of the heaviest weights */
    double *answer;                                          /* [columns] C^-1 e */
    double *direction;                                       /* [columns] of the key at hand */
    float *variance;                                         /* [keys] of a weight, in units of `weight` */
    double weight;
    float *narrow; /* [3][columns] mean, inverse, answer, the latter two in units of their largest */
    double *wide;  /* owns the arrays above */
} plumb_key_filter;

/* What stands out of a row. */
typedef struct {
    double most;        /* the largest error of a weight, in standard deviations */
    double error;       /* that error, */
    size_t key;         /* and whose */
} plumb_key_finding;

/* 0, or -1 if memory is short. */
int plumb_key_filter_init(plumb_key_filter *filter, const plumb_problem *problem);
void plumb_key_filter_free(plumb_key_filter *filter);

/* Whether keys move outputs as said above: where values depend on the query, too, they do not. */
bool plumb_key_filter_asks(const plumb_problem *problem);

/* For the row that the deviation is asked about.  output, of_output [value_dim]: enclosures
   and their deviations; NaN: does not count.  Radii are taken for errors of the middles, which in binary64 are all
   there is to see.  The deviation's values stay in use. */
void plumb_key_filter_set(plumb_key_filter *filter, const plumb_deviation *deviation, const plumb_ball *output,
                          const double *of_output);

/* error [value_dim]: of an engine; NaN: does not count. */
plumb_key_finding plumb_key_filter_find(plumb_key_filter *filter, const double *error);

/* How the errors e of the row tell by what factor 1 + x all its outputs d are multiplied: x = weight.e / weight.d, with
   weight [value_dim] = C^-1 d.  Returns weight.d, the inverse of the variance of x; 0: nothing is told. */
double plumb_key_filter_whole(plumb_key_filter *filter, double *weight);

/* The largest error of the weights that err most, in standard deviations: what find would say of these keys, at a part
   of its cost. */
double plumb_key_filter_glance(plumb_key_filter *filter, const double *error);

/* Whether a key has so much of the row's weight that the row is worth a glance: where none has, keys have their weight
   in many rows. */
bool plumb_key_filter_may_glance(const plumb_deviation *deviation);
#endif
