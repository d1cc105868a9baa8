/* shares.h - the weight of each value under a hypothesis. */
#ifndef PLUMB_INFER_SHARES_H
#define PLUMB_INFER_SHARES_H
#include "infer/predict.h"

/* Fills share and source, and what the sum of values is divided by, in the unit of the stated weights.  *sink: what the
   value of the sink, if it has one, is weighed by.  Returns false if the hypothesis says nothing of this row. */
bool plumb_shares(const plumb_inquiry *inquiry, const plumb_hypothesis *hypothesis, const plumb_evidence *at,
                  plumb_prediction *to, double *divisor, double *sink);

/* The weight that a key would have, had its product with the query been that; of a visible key where a number is added
   to scores. */
double plumb_weight_of_product(const plumb_inquiry *inquiry, const plumb_evidence *at, size_t key, double product);

/* A number with so many bits behind the first, none of them finer than 2^-steps. */
double plumb_in_few_bits(double x, int bits, int steps);

/* The weight of a key of zeros, to whose score nothing is added. */
double plumb_weight_of_zeros(const plumb_evidence *at);

/* What a number of PLUMB_TILT_DISTANCE and those after it is multiplied by in the score of a key. */
void plumb_cut_scores(const plumb_hypothesis *hypothesis, const plumb_evidence *at, size_t keys, double *score);
double plumb_tilt_product(const plumb_problem *p, const plumb_tilts *f, const plumb_evidence *at, size_t key,
                          size_t group);
double plumb_tilt_feature(const plumb_problem *problem, const plumb_tilts *tilts, const plumb_evidence *at, size_t key);

/* The key at which a mask by tiles ends, or a window by tiles begins. */
long long plumb_tile_of_row(const plumb_problem *problem, const plumb_hypothesis *hypothesis, size_t b, size_t t);

/* Where the keys begin, or end, that a row sees. */
int64_t plumb_end_of(const plumb_problem *problem, plumb_end end, bool last, const plumb_evidence *at);

/* The head whose sink a row reads. */
size_t plumb_sink_read(const plumb_problem *problem, const plumb_sink_index *index, size_t b, size_t h, size_t t);

/* The first row of the tensor of values that a head of a batch entry reads. */
size_t plumb_first_value(const plumb_problem *problem, size_t b, size_t h);
#endif
