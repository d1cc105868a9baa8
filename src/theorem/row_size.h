/* row_size.h - how large the numbers of a row may become from which its weights are made: what is asked of them is
   whether they stay within their formats (overflow.h).

   The keys of a row are those that take part in it, and with a sink that adds a logit one more, behind all others. */
#ifndef PLUMB_THEOREM_ROW_SIZE_H
#define PLUMB_THEOREM_ROW_SIZE_H
#include "theorem/vector_size.h"
#include "row/evaluate.h"

/* Of a column of values: the sum of magnitudes, the largest magnitude, the largest and the largest below 0. */
typedef struct {
    double sum, largest, above, below;
} plumb_value_size;

/* Each thread has its own. */
typedef struct {
    const plumb_problem *problem;
    plumb_precision precision; /* that of bounds */
    plumb_workspace workspace;
    plumb_vector_sizes vectors;
    double scale, least_scale; /* bounds of its magnitude */
    /* of all keys of the head whose values start there */
    const double *value_source;
    plumb_value_size *value; /* [value_dim] */
    /* of the row */
    size_t b, h, t;
    const plumb_row *row;
    plumb_vector_size query;
    bool mean_of_all;         /* it sees no key and is the mean of all values */
    size_t keys;              /* that take part */
    unsigned char *takes_part; /* [key_length + 1] */
    unsigned char *vanishing;  /* [key_length + 1] a bias has put the key out of reach of every format */
    double *error;             /* [key_length + 1] an engine's score may be so far off */
    double *score;             /* [key_length + 1] and is no larger than this */
    plumb_ball sink;           /* its logit */
    double rescalings, steps;  /* steps: roundings of one accumulator */
    double largest_score, largest_from; /* of those that do not vanish; the largest exact one lies above this */
    double largest_error; /* of scores that do not vanish */
    double log_keys;
    double slack;                    /* a probability exceeds its exact one, relative to the largest, by this factor */
    double shift_above, shift_below; /* e^x for a shift that is x above or below the largest visible score, else 1 */
} plumb_row_size;

/* Returns 0, or -1 if memory is short. */
int plumb_row_size_init(plumb_row_size *size, const plumb_problem *problem, const plumb_precision *precision);
void plumb_row_size_free(plumb_row_size *size);

/* Of a row whose scores are known; it stays in use. */
void plumb_row_size_set(plumb_row_size *size, size_t b, size_t h, size_t t, const plumb_row *row);

/* One more value of a column. */
void plumb_value_size_add(plumb_value_size *size, double value);

/* A ball around the exact score of a key that takes part. */
plumb_ball plumb_size_score(const plumb_row_size *size, size_t key);

/* |scale| times the sum of the magnitudes of which the product with a vector is made. */
double plumb_product_size(const plumb_row_size *size, plumb_vector_size key);

/* How far what a position adds to a score of head h may be off, whose magnitude is a. */
double plumb_position_bias_error(const plumb_row_size *size, double a);
#endif
