/* row_size.h - bounds the numbers from which the weights of a row are computed, to check that they stay within their
   formats (overflow.h).

   The keys of a row are those that take part in it.  A sink with a logit is one more key, after all others. */
#ifndef PLUMB_THEOREM_ROW_SIZE_H
#define PLUMB_THEOREM_ROW_SIZE_H
#include "theorem/vector_size.h"
#include "row/evaluate.h"

/* For a column of values: the sum of magnitudes, the largest magnitude, the largest value, and the largest magnitude
   below 0. */
typedef struct {
    double sum, largest, above, below;
} plumb_value_size;

/* Each thread has its own. */
typedef struct {
    const plumb_problem *problem;
    plumb_precision precision; /* the one that bounds use */
    plumb_workspace workspace;
    plumb_vector_sizes vectors;
    double scale, least_scale; /* bounds on its magnitude */
    /* of all keys of the head whose values start at value_source */
    const double *value_source;
    plumb_value_size *value; /* [value_dim] */
    /* of the row */
    size_t b, h, t;
    const plumb_row *row;
    plumb_vector_size query;
    bool mean_of_all;         /* the row sees no key and is the mean of all values */
    size_t keys;              /* keys that take part */
    unsigned char *takes_part; /* [key_length + 1] */
    unsigned char *vanishing;  /* [key_length + 1] a bias puts the key beyond the range of every format */
    double *error;             /* [key_length + 1] largest error of an engine's score */
    double *score;             /* [key_length + 1] and its largest magnitude */
    plumb_ball sink;           /* its logit */
    double rescalings, steps;  /* steps: roundings of one accumulator */
    double largest_score, largest_from; /* of keys that do not vanish; the largest exact score is above largest_from */
    double largest_error; /* of scores of keys that do not vanish */
    double log_keys;
    double slack;                    /* largest ratio of a probability to its exact one, relative to the largest */
    double shift_above, shift_below; /* e^x for a shift that is x above or below the largest visible score, else 1 */
} plumb_row_size;

/* Returns 0, or -1 if there is not enough memory. */
int plumb_row_size_init(plumb_row_size *size, const plumb_problem *problem, const plumb_precision *precision);
void plumb_row_size_free(plumb_row_size *size);

/* Sets the row, whose scores must be known; borrows it. */
void plumb_row_size_set(plumb_row_size *size, size_t b, size_t h, size_t t, const plumb_row *row);

/* Adds one value of a column. */
void plumb_value_size_add(plumb_value_size *size, double value);

/* A ball around the exact score of a key that takes part. */
plumb_ball plumb_size_score(const plumb_row_size *size, size_t key);

/* |scale| times a bound on the sum of the magnitudes in the product with a vector. */
double plumb_product_size(const plumb_row_size *size, plumb_vector_size key);

/* The largest error of the number of magnitude a that a position adds to a score of head h. */
double plumb_position_bias_error(const plumb_row_size *size, double a);
#endif
