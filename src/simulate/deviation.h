/* deviation.h - standard deviations of the errors of a row's numbers in a precision, to first order, as if roundings
   were independent errors.

   A rounding that moves x by at most unit * |x| has the variance 0.18 unit^2 x^2, the mean over one binade.  These
   variances propagate through the row: from products to scores, from scores to weights, from weights to sums.  The
   result is only a common measure for an engine and the simulated evaluations (level.h). */
#ifndef PLUMB_SIMULATED_DEVIATION_H
#define PLUMB_SIMULATED_DEVIATION_H
#include "exact/quantity.h"
#include "simulate/activations.h"
#include "simulate/moments.h"
#include "precision/precision.h"
#include <stdbool.h>

/* The error of storing a number in a tensor. */
typedef struct {
    double step, tiny; /* standard deviation relative to the number; and absolute */
} plumb_store;

/* The most rows of a head whose values are summed together. */
enum { PLUMB_DEVIATION_ROWS = 8 };

typedef struct {
    size_t t, end;                /* keys from `end` on do not count */
    float *factor;                /* [key_length] factors of the values */
    float *scored;                /* [key_length] weight times score */
    float *first, *second, *tilt; /* [value_dim] sums of the values (moments.h), in units of value_unit */
    bool tilts;                   /* whether tilts are computed */
    plumb_size_terms size;
    plumb_key_sums sums;
    double unit; /* the unit of first and second */
    double query_norm; /* |scale| |q|, if sizes of products are wanted */
    double most; /* the largest |score| */
    double rest; /* of a softmax: the weight of its sink */
    double of_rest; /* the relative variance of that weight */
} plumb_deviation_row;

typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    plumb_store stores[PLUMB_QUANTITIES][PLUMB_FORMATS];
    double alpha, angle;                     /* |scale|; mean square of the frequencies, 0 without angles */
    double store, summed, merged; /* relative variances: of a stored weight, of a sum of weighted values, of stored
                                     sums of parts */
    /* of the key head that starts at key_source */
    const double *key_source;
    double *key_square;   /* [key_length] |k_j|^2 */
    double *share;        /* [head_dim] share of each channel in the squares of the keys */
    float *value;         /* [key_length][value_dim] in units of value_unit */
    double *value_square; /* [value_dim] mean squares in these units */
    double value_unit;
    /* of the rows that were taken, and of the current one */
    size_t b, h, taken;
    plumb_deviation_row held[PLUMB_DEVIATION_ROWS], *own;
    const plumb_row *row;
    double *score;    /* [key_length] variance of a score, for the row taken last */
    double *relative; /* [key_length] of its exponential, relative */
    double *moment;   /* [key_length] of its weight, stored */
    double *position; /* [key_length] p_j */
    float *factors, *columns;
    float *size;    /* [key_length] of the factors of the values in `reach` */
    float *reach;   /* [value_dim] sums of magnitudes (moments.h), in units of value_unit */
    size_t reached; /* keys counted in `reach` */
    double products; /* sum of the products' parts of |weight_j| size_j, for these keys */
} plumb_deviation;

/* Returns 0, or -1 if there is not enough memory. */
int plumb_deviation_init(plumb_deviation *deviation, const plumb_problem *problem, const plumb_precision *precision);
void plumb_deviation_free(plumb_deviation *deviation);

/* The number of keys of an evaluated row, up to the last that counts. */
size_t plumb_keys_that_count(const plumb_problem *problem, const plumb_row *row);

/* Takes evaluated rows of a head one by one, sums them together, then makes each the current row by its number.
   Borrows the current row.  size: the sizes for plumb_deviation_reach; tilts: whether tilts will be needed.  Weights
   and scores are known only for the row taken last. */
void plumb_deviation_start(plumb_deviation *deviation, size_t b, size_t h);
void plumb_deviation_take(plumb_deviation *deviation, size_t t, const plumb_row *row, plumb_size_terms size,
                          bool tilts);
void plumb_deviation_sum(plumb_deviation *deviation);
void plumb_deviation_ask(plumb_deviation *deviation, size_t number, const plumb_row *row);

/* The same for a single row. */
void plumb_deviation_set(plumb_deviation *deviation, size_t b, size_t h, size_t t, const plumb_row *row);

/* The sum of |weight_j| size_j |v_j| of a column (moments.h), over the keys counted so far, at first none: a lower
   bound of the sum over all keys. plumb_deviation_reach_farther counts some more, and returns false if all are
   counted. */
double plumb_deviation_reach(const plumb_deviation *deviation, size_t column);
/* The same, minus the products' part for values that all equal `exact`. */
double plumb_deviation_reach_from(const plumb_deviation *deviation, size_t column, double exact);
bool plumb_deviation_reach_farther(plumb_deviation *deviation);

#endif
