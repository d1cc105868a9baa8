/* key_budget.h - what rounding can do to the score and the weight of one key (spec/budget.md,
   sections 3 and 4, whose letters stand in brackets). */
#ifndef PLUMB_COMPARE_KEY_BUDGET_H
#define PLUMB_COMPARE_KEY_BUDGET_H
#include "precision/precision.h"
#include "number/ball.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    double weight;         /* [w] upper bound of the exact weight */
    double score;          /* [|s|] upper bound */
    double magnitude;      /* [M] of the sum that the score is */
    double score_error;    /* [D] */
    double exponent_error; /* [L] */
    double growth;         /* [H] = e^L - 1 */
    double loss;           /* [l] = 1 - e^-L */
    bool vanishing;        /* its weight is below every format, whatever its error */
} plumb_key_budget;

/* What all keys of a row share. */
typedef struct {
    const plumb_precision *precision;
    size_t head_dim;
    double scale;         /* [alpha] upper bound of |scale| */
    double rescalings;    /* [r] */
    double largest_score; /* [S] bounds every score, as the engine has it */
    double log_keys;      /* upper bound of log(keys) */
} plumb_row_terms;

/* Beyond this exponent error a weight is unknown to a factor e^300: the row is not perturbed but
   lost, and growth is infinite. */
#define PLUMB_LOST 300.0

/* e^error - 1: what an error of an exponent is to the weight, infinite where the weight is lost. */
double plumb_grown(double error);

/* What is computed here in binary64 is off, too, by these parts of its size (spec/budget.md): after
   one rounding by half a unit in the last place, a score by a unit for each operation, what takes a
   few operations by four. */
#define PLUMB_OWN_HALF_UNIT 0x1p-53
#define PLUMB_OWN_UNIT 0x1p-52
#define PLUMB_OWN_FOUR_UNITS 0x1p-50

/* The larger end of a ball, in magnitude. */
static inline double plumb_upper(plumb_ball ball) {
    return fabs(ball.mid) + ball.rad;
}

/* gamma(k, u) = k u / (1 - k u) bounds the compound relative error of k roundings; infinite where
   k u reaches 1. */
static inline double plumb_gamma(double k, double unit) {
    return k * unit < 1 ? k * unit / (1 - k * unit) : (double)INFINITY;
}

/* (1 + a)(1 + b) - 1, without cancellation. */
static inline double plumb_compound(double a, double b) {
    return a + b + a * b;
}

/* A bound that overflowed on the way and is no number, such as 0 times infinity or a difference of
   infinities: nothing is known.  fmax and fmin pass over a NaN, so that it would count as nothing. */
static inline double plumb_known(double bound) {
    return isnan(bound) ? (double)INFINITY : bound;
}

/* The relative error of a positive parameter as an engine stores it, what underflows included. */
double plumb_parameter_unit(const plumb_precision *precision, double parameter);

/* What the shift by a maximum, rescalings and the joining of partial sums add to the exponent of
   any weight, and what their exponentials do. */
double plumb_shift_error(const plumb_row_terms *row);
double plumb_exponential_error(const plumb_row_terms *row);

/* The rounding of a score less the maximum, and of what may be done to it before exp; score bounds
   the computed one. */
double plumb_argument_error(const plumb_row_terms *row, double score);

/* Relative errors of a product, and of what is scaled and stored, in every score of a row. */
typedef struct {
    double product, stored;
} plumb_score_units;

plumb_score_units plumb_score_units_of(const plumb_row_terms *row);

/* Fills score and score_error from the vectors. */
void plumb_key_score_budget(plumb_key_budget *key, const plumb_row_terms *row, const double *query,
                            const double *key_vector, double score);
void plumb_key_score_budget_in(plumb_key_budget *key, const plumb_row_terms *row, const plumb_score_units *units,
                               const double *query, const double *key_vector, double score);

/* What every exponent of a row inherits, once largest_score is known. */
typedef struct {
    double argument; /* relative to the score and the largest one */
    double shift, exponentials;
} plumb_exponent_units;

plumb_exponent_units plumb_exponent_units_of(const plumb_row_terms *row);

/* Fills the rest, once largest_score is known. */
void plumb_key_weight_budget(plumb_key_budget *key, const plumb_row_terms *row, double weight);
void plumb_key_weight_budget_in(plumb_key_budget *key, const plumb_row_terms *row, const plumb_exponent_units *units,
                                double weight);

/* The same weights seen relative to the weight of one key, the pivot: its error becomes an error of
   every other key, and it has none left.  pivot is a copy from before any error was moved. */
void plumb_key_move_error(plumb_key_budget *key, const plumb_key_budget *pivot, bool is_pivot);
#endif
