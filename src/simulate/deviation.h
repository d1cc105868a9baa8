/* deviation.h - by how much the numbers of a row usually err in a precision: standard deviations, to first order, of
   roundings that behave like independent errors.

   A rounding that moves x by unit * |x| at most has the variance 0.18 unit^2 x^2, the mean over one binade.  These
   variances are carried through the row: from products to scores, from scores to weights, from weights to sums.  The
   result is a measure, the same for an engine and for the simulated evaluations beside it (level.h); nothing is claimed
   of it. */
#ifndef PLUMB_SIMULATED_DEVIATION_H
#define PLUMB_SIMULATED_DEVIATION_H
#include "exact/quantity.h"
#include "simulate/activations.h"
#include "simulate/moments.h"
#include "precision/precision.h"
#include <stdbool.h>

/* What storing a number in a tensor does to it. */
typedef struct {
    double step, tiny; /* standard deviation relative to the number; added to that */
} plumb_store;

/* Rows of one head, at most, whose values are summed together. */
enum { PLUMB_DEVIATION_ROWS = 8 };

typedef struct {
    size_t t, end;                /* no key from `end` on counts */
    float *factor;                /* [key_length] what values are multiplied by */
    float *scored;                /* [key_length] weight times score */
    float *first, *second, *tilt; /* [value_dim] sums of the values (moments.h), in units of value_unit */
    bool tilts;                   /* whether tilts are asked for */
    plumb_size_terms size;
    plumb_key_sums sums;
    double unit; /* what first and second are to be multiplied by */
    double query_norm; /* |scale| |q|, where sizes of products are asked for */
    double most; /* the largest |score| */
    double rest; /* of a softmax: the weight of its sink */
} plumb_deviation_row;

typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    plumb_store stores[PLUMB_QUANTITIES][4]; /* by plumb_format */
    double alpha, angle;                     /* |scale|; mean square of the frequencies, 0 where no angle is computed */
    double store, summed, merged; /* relative variances: of a weight as it is stored, of a sum of weighted values, of
                                     such sums of parts as they are stored */
    /* of the key head that starts at key_source */
    const double *key_source;
    double *key_square;   /* [key_length] |k_j|^2 */
    double *share;        /* [head_dim] of each channel in the squares of the keys */
    float *value;         /* [key_length][value_dim] in units of value_unit */
    double *value_square; /* [value_dim] mean squares in these units */
    double value_unit;
    /* of the rows that were taken, and of the one that is asked about */
    size_t b, h, taken;
    plumb_deviation_row held[PLUMB_DEVIATION_ROWS], *own;
    const plumb_row *row;
    double *score;    /* [key_length] variance of a score, of the row that was taken last */
    double *relative; /* [key_length] of its exponential, relative */
    double *moment;   /* [key_length] of its weight, stored */
    double *position; /* [key_length] p_j */
    float *factors, *columns;
    float *size;    /* [key_length] of what values are multiplied by in `reach` */
    float *reach;   /* [value_dim] sums of magnitudes (moments.h), in units of value_unit */
    size_t reached; /* keys that are in `reach` */
    double products; /* sum of what products add to |weight_j| size_j, of these */
} plumb_deviation;

/* 0, or -1 if memory is short. */
int plumb_deviation_init(plumb_deviation *deviation, const plumb_problem *problem, const plumb_precision *precision);
void plumb_deviation_free(plumb_deviation *deviation);

/* The keys of an evaluated row up to the last that counts. */
size_t plumb_keys_that_count(const plumb_problem *problem, const plumb_row *row);

/* Rows of a head that were evaluated are taken, then summed at once, then asked about one after the other, by their
   number; the row that is asked about stays in use.  size is for who asks for its reach, tilts: whether tilts will be
   asked for.  Weights and scores can be asked of the row that was taken last. */
void plumb_deviation_start(plumb_deviation *deviation, size_t b, size_t h);
void plumb_deviation_take(plumb_deviation *deviation, size_t t, const plumb_row *row, plumb_size_terms size,
                          bool tilts);
void plumb_deviation_sum(plumb_deviation *deviation);
void plumb_deviation_ask(plumb_deviation *deviation, size_t number, const plumb_row *row);

/* All of that for one row. */
void plumb_deviation_set(plumb_deviation *deviation, size_t b, size_t h, size_t t, const plumb_row *row);

/* The sum of |weight_j| size_j |v_j| of a column (moments.h), over the keys reached so far; no more than that over all
   of them.  None are at first; farther: over some more, false if these were all. */
double plumb_deviation_reach(const plumb_deviation *deviation, size_t column);
/* Less what the share of products in that is if all values are `exact`. */
double plumb_deviation_reach_from(const plumb_deviation *deviation, size_t column, double exact);
bool plumb_deviation_reach_farther(plumb_deviation *deviation);

#endif
