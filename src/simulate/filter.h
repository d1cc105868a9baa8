/* filter.h - estimates errors of single weights, and of the whole output, from the errors of one output row.

   If the weight of key j is off by x, the output moves by x (v_j - o), in all columns at once.  For errors e with
   variance C, the matched filter estimates x as (v_j - o) C^-1 e over (v_j - o) C^-1 (v_j - o), with its standard
   deviation.  C comes from deviation.h: each column has independent errors; those of the heaviest weights, and of all
   weights together, move the columns together, and hide only movements in these directions. */
#ifndef PLUMB_SIMULATED_FILTER_H
#define PLUMB_SIMULATED_FILTER_H
#include "simulate/deviation.h"

/* Weights whose errors have their own directions; and the same with the common error of all weights. */
enum { PLUMB_FILTER_HEAVY = 16, PLUMB_FILTER_SHARED = PLUMB_FILTER_HEAVY + 1 };

typedef struct {
    const float *value; /* [keys][columns] of the deviation */
    size_t keys, columns;
    size_t heavy[PLUMB_FILTER_HEAVY], heavies;
    double *unit;    /* [columns] of the values: an output of this size counts as 1 */
    double *mean;    /* [columns] o, or 0 if weights do not sum to one */
    double *sum;     /* [columns] of the weighted values */
    double *inverse; /* [columns] of the variances without the shared errors; 0: the column does not count */
    double *shared;  /* [heavies + 1][columns] shared errors, each a standard deviation */
    double square[PLUMB_FILTER_SHARED][PLUMB_FILTER_SHARED]; /* shared inverse shared^T */
    double root[PLUMB_FILTER_SHARED][PLUMB_FILTER_SHARED];   /* root^T root = 1 + square; from the diagonal on */
    double *own;                                             /* [columns] the diagonal of C^-1 */
    double *spread, *rest, *taken; /* [columns] parts of a variance: of weights, of the rest, of the heaviest weights */
    double *answer;                                          /* [columns] C^-1 e */
    double *direction;                                       /* [columns] of the current key */
    float *variance;                                         /* [keys] of a weight, in units of `weight` */
    double weight;
    float *narrow; /* [3][columns] mean, inverse, answer, the latter two in units of their largest */
    double *wide;  /* owns the arrays above */
} plumb_key_filter;

/* The largest apparent error in a row. */
typedef struct {
    double most;        /* the largest error of a weight, in standard deviations */
    double error;       /* the error of the weight, */
    size_t key;         /* and its key */
} plumb_key_finding;

/* Returns 0, or -1 if there is not enough memory. */
int plumb_key_filter_init(plumb_key_filter *filter, const plumb_problem *problem);
void plumb_key_filter_free(plumb_key_filter *filter);

/* Whether keys move outputs in this way: they do not if values depend on the query, too. */
bool plumb_key_filter_asks(const plumb_problem *problem);

/* Prepares the filter for the deviation's current row. output, of_output [value_dim]: enclosures and their deviations;
   NaN: does not count.  Radii count as errors of the middles; in binary64 they hide everything else.  Borrows the
   deviation's values. */
void plumb_key_filter_set(plumb_key_filter *filter, const plumb_deviation *deviation, const plumb_ball *output,
                          const double *of_output);

/* Finds the key whose weight has the largest error. error [value_dim]: of an engine; NaN: does not count. */
plumb_key_finding plumb_key_filter_find(plumb_key_filter *filter, const double *error);

/* Sets weight [value_dim] = C^-1 d, so that weight.e / weight.d estimates x if all outputs d of the row are multiplied
   by 1 + x.  Returns weight.d, the inverse of the variance of x; 0: no estimate. */
double plumb_key_filter_whole(plumb_key_filter *filter, double *weight);

/* The largest error of the heaviest weights, in standard deviations: the result of find for these keys, at a part of
   its cost. */
double plumb_key_filter_glance(plumb_key_filter *filter, const double *error);

/* Whether a key has so much of the row's weight that a glance is worthwhile; keys without such a row have weight in
   many rows. */
bool plumb_key_filter_may_glance(const plumb_deviation *deviation);
#endif
