/* scaled_row.h - a sample in units of its tolerance, for least squares: its error, and the effect of each key. */
#ifndef PLUMB_INFER_SCALED_ROW_H
#define PLUMB_INFER_SCALED_ROW_H
#include "infer/predict.h"

/* Of a normalised row whose keys of a block weigh 1 - y times what they should,
       error = y (engine W - N),    W = sum_block w_j,  N = sum_block w_j v_j;
   only in the sum of values: error = -y N;  only in that of weights: error = y engine W. */
typedef struct {
    const plumb_evidence *at;
    const double *weight;         /* [key_length] w of N */
    const double *divided;        /* [key_length] w of W */
    const double *value;          /* [key_length][width] */
    double *error;                /* [width] each 0 in columns that never fail */
    double *engine;               /* [width] */
    double *unit;                 /* [width] what a value is multiplied by */
    double square, engine_square; /* of error and engine */
} plumb_scaled_row;

/* Whose weights they are: of the keys that a row sees; of those that masks hide, which with y = -1 are seen, too; what
   weights lose, which with y = 1 they have lost, where keys are 0, where their values are 0, too, and where no bias is
   added. */
typedef enum {
    PLUMB_SEEN_KEYS,
    PLUMB_HIDDEN_KEYS,
    PLUMB_ZERO_KEYS,
    PLUMB_ZERO_VALUES,
    PLUMB_UNBIASED_KEYS
} plumb_scaled_keys;

/* One for each sample of an inquiry. */
plumb_scaled_row *plumb_scaled_rows(const plumb_inquiry *inquiry, plumb_scaled_keys keys, plumb_workspace *memory);

/* sum [width + 1] grows by sign times the terms of key j: N, and at the end W. */
void plumb_add_key(const plumb_scaled_row *row, size_t width, size_t j, double sign, double *sum);

/* What of error and of a block's column, its sum of N and W, the least squares are made of. */
typedef struct {
    double both, square; /* error . column, column . column */
    double weight;       /* W, as a part of all weights, where the sum of weights lacks it */
    double empty;        /* what is left where no weight is: kernels return 0, or 0/0 */
} plumb_fit;

/* The square of what is left of the error, if that was `square`, in units of the output: the equations above are
   multiplied by what is left of the sum of weights, and all keys lost would leave nothing. */
double plumb_left(const plumb_fit *fit, double square, double y);

/* The best y, for `square` above 0. */
static inline double plumb_best_factor(const plumb_fit *fit) {
    return fit->square > 0 ? fit->both / fit->square : 0;
}
void plumb_fit_block(const plumb_scaled_row *row, size_t width, const double *error, const double *sum,
                     plumb_fit fit[PLUMB_PLACES]);
#endif
