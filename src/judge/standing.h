/* standing.h - compares an engine with simulated kernels: the errors of its elements, rows, heads and tensors in
   standard deviations (simulate/deviation.h), and the largest expected ones.

   The limits are multiples of the errors of simulated kernels on this case (simulate/level.h); spec/expected.md has the
   calibration:
     a tensor, or one head of it: 2 (1 + 4 / sqrt(rows)) levels, as roots of the mean square
     a factor of all scores:      the rounding that an engine may give a scale, or twice that of simulated kernels,
                                  or 1.5 times the factor that storing the exact output simulates, plus that of stored
                                  weights of nearly equal scores, plus 5 (1 + 8 / rows that show it) standard errors
     a mean error:                judge/bias.h, for a tensor and each head
     a weight, by its output:     2.5 times the errors of simulated weights of the sample, or 10 standard deviations
     a row:                       3 times the worst simulated row, 8 levels, or 4, whichever is largest
     an element:                  3 times the worst simulated element, 14 levels, or 8, whichever is largest */
#ifndef PLUMB_JUDGE_STANDING_H
#define PLUMB_JUDGE_STANDING_H
#include "judge/bias.h"
#include "simulate/level.h"
#include "problem/problem.h"

double plumb_expected_rows_limit(const plumb_simulated_errors *simulated, double rows);

/* What an output row shows besides the size of its errors. */
typedef struct {
    double along, tilt;               /* sums of errors times tilts, and of squared tilts (deviation.h) */
    double along_stored;              /* the sum `along` that storing the exact output alone would give */
    double tilts;                     /* elements whose tilt is known */
    double largest;                   /* magnitude among the scores */
    double key, key_error, key_place; /* the largest error of a weight: in standard deviations, itself, and its key */
} plumb_row_standing;
enum { PLUMB_ROW_STANDING = sizeof(plumb_row_standing) / sizeof(double) };

/* The errors of each row, in standard deviations. */
typedef struct {
    size_t rows;
    double *square[PLUMB_QUANTITIES];       /* [rows] summed over the elements; NULL: no such tensor */
    double *count[PLUMB_QUANTITIES];        /* [rows] elements */
    size_t from, to, queries;               /* the judged queries of each head, and how many the head has */
    plumb_bias_row *bias[PLUMB_QUANTITIES]; /* [heads][to - from] */
    plumb_row_standing *row;                /* [rows] */
} plumb_standing;

/* For the queries from <= t < to of each head.  Returns 0, or -1 if there is not enough memory. */
int plumb_standing_init(plumb_standing *standing, const plumb_problem *problem, const bool present[PLUMB_QUANTITIES],
                        size_t from, size_t to);

/* The mean errors of a judged row; and the number of such rows. */
plumb_bias_row *plumb_standing_bias(plumb_standing *standing, plumb_quantity quantity, size_t row);
size_t plumb_standing_biases(const plumb_standing *standing);
void plumb_standing_free(plumb_standing *standing);

/* A tensor compared with simulated ones. */
typedef struct {
    plumb_simulated_errors simulated;
    double level;            /* root mean square error of the tensor over that of simulated kernels */
    double head, row, whole; /* worst head, worst row and tensor, each over its limit: above 1 is SUSPECT */
    double scale;       /* the scores of all rows seem to be multiplied by 1 + scale; only for an output */
    double scale_limit; /* the largest that a simulated kernel may seem to have; infinite: not known */
    double scale_noticed;          /* factors 1 + this and 1 - this would be noticed, here or by the mean errors */
    plumb_bias bias, head_bias;    /* mean errors of the tensor, and of the head closest to its limits or beyond, */
    size_t biased_head;            /* b * query_heads + h; a single head has those of the tensor */
    double weight;                 /* the largest error of a weight, judged by its output, over its limit */
    double weight_error;           /* that error */
    size_t worst_head, worst_row;  /* b * query_heads + h; that times query_length + t */
    size_t weight_row, weight_key; /* of that weight */
} plumb_stand;

plumb_stand plumb_stand_of(const plumb_standing *standing, plumb_quantity quantity, const plumb_problem *problem,
                           const plumb_precision *precision, const plumb_expected_level *level);

/* The rows by which the mean errors of a tensor are judged. */
plumb_biased_rows plumb_biased_rows_of(const plumb_standing *standing, plumb_quantity quantity,
                                       const plumb_problem *problem, const plumb_precision *precision,
                                       const plumb_expected_level *level);

/* The larger of the shares of the tensor and of its head (judge/bias.h): above 1 is SUSPECT. */
double plumb_stand_bias_share(const plumb_stand *stand);

bool plumb_stand_is_expected(const plumb_stand *stand);
#endif
