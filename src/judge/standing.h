/* standing.h - an engine beside simulated evaluations: the errors of its numbers, rows, heads and tensors in standard
   deviations (simulate/deviation.h), and the largest that are expected.

   Stated multiples of what simulated evaluations of the case err (simulate/level.h), the calibration in
   spec/expected.md:
     a tensor, or one head of it: 2 (1 + 4 / sqrt(rows)) levels, as roots of the mean square
     all scores:                  multiplied by a factor that is off by no more than an engine may round a scale by, or
                                  twice what simulated ones seem to be, or 1.5 times what storing the exact output makes
                                  it seem, and what stored weights of nearly equal scores make, and
                                  5 (1 + 8 / rows that tell it) standard errors
     a mean error:                judge/bias.h, of a tensor and of each head
     a weight, by its output:     off by 2.5 times what simulated ones of the sample are, or 10 standard deviations
     a row:                       3 times the worst simulated row, 8 levels, or 4, whichever is most
     an element:                  3 times the worst simulated element, 14 levels, or 8, whichever is most */
#ifndef PLUMB_JUDGE_STANDING_H
#define PLUMB_JUDGE_STANDING_H
#include "judge/bias.h"
#include "simulate/level.h"
#include "problem/problem.h"

double plumb_expected_rows_limit(const plumb_simulated_errors *simulated, double rows);

/* What an output row says beside the size of its errors. */
typedef struct {
    double along, tilt;               /* sums of errors times tilts, and of squared tilts (deviation.h) */
    double along_stored;              /* the first of what storing the exact output does to it */
    double tilts;                     /* elements whose tilt is known */
    double largest;                   /* magnitude among the scores */
    double key, key_error, key_place; /* the weight that is farthest off, in standard deviations; by how much, whose */
} plumb_row_standing;
enum { PLUMB_ROW_STANDING = sizeof(plumb_row_standing) / sizeof(double) };

/* The errors of each row, in standard deviations. */
typedef struct {
    size_t rows;
    double *square[PLUMB_QUANTITIES];       /* [rows] summed over the elements; NULL: no such tensor */
    double *count[PLUMB_QUANTITIES];        /* [rows] elements */
    size_t from, to, queries;               /* of each head, those that are judged, of so many */
    plumb_bias_row *bias[PLUMB_QUANTITIES]; /* [heads][to - from] */
    plumb_row_standing *row;                /* [rows] */
} plumb_standing;

/* Of the queries from <= t < to of each head.  0, or -1 if memory is short. */
int plumb_standing_init(plumb_standing *standing, const plumb_problem *problem, const bool present[PLUMB_QUANTITIES],
                        size_t from, size_t to);

/* The mean errors of a row that is judged; how many rows they are. */
plumb_bias_row *plumb_standing_bias(plumb_standing *standing, plumb_quantity quantity, size_t row);
size_t plumb_standing_biases(const plumb_standing *standing);
void plumb_standing_free(plumb_standing *standing);

/* How far a tensor stands from simulated ones. */
typedef struct {
    plumb_simulated_errors simulated;
    double level;            /* of the engine: root of the mean square over the tensor, over the simulated one */
    double head, row, whole; /* the worst head, the worst row, the tensor, over their limits: above 1 is too far */
    double scale;       /* the scores of all rows together seem to be multiplied by 1 + scale; an output alone has it */
    double scale_limit; /* as far from 0 a simulated engine may seem to be; infinite: nothing is said */
    double scale_noticed;          /* a factor 1 + this, or 1 - this, would be noticed, here or by the mean errors */
    plumb_bias bias, head_bias;    /* mean errors; of the head where they are nearest to their limits, or beyond, */
    size_t biased_head;            /* which is b * query_heads + h; a single head has those of the tensor */
    double weight;                 /* the weight that is farthest off, by its output, over its limit */
    double weight_error;           /* by how much it is off */
    size_t worst_head, worst_row;  /* b * query_heads + h; that times query_length + t */
    size_t weight_row, weight_key; /* of that weight */
} plumb_stand;

plumb_stand plumb_stand_of(const plumb_standing *standing, plumb_quantity quantity, const plumb_problem *problem,
                           const plumb_precision *precision, const plumb_expected_level *level);

/* What the mean errors of a tensor are judged by. */
plumb_biased_rows plumb_biased_rows_of(const plumb_standing *standing, plumb_quantity quantity,
                                       const plumb_problem *problem, const plumb_precision *precision,
                                       const plumb_expected_level *level);

/* The larger of those of the tensor and of its head (judge/bias.h): above 1 is too far. */
double plumb_stand_bias_share(const plumb_stand *stand);

bool plumb_stand_is_expected(const plumb_stand *stand);
#endif
