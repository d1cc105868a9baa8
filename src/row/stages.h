/* stages.h - the stages of evaluate.h, which prepare the inputs of a row's verified kernels, for b, h and t as there.
   row->visible must be filled (row/visible.h). */
#ifndef PLUMB_ROW_STAGES_H
#define PLUMB_ROW_STAGES_H
#include "attention/operator_row.h"
#include "attention/place.h"
#include "row/evaluate.h"

plumb_shape plumb_problem_shape(const plumb_problem *problem);

/* phi(q) [dim] and phi(k_j) [key_length][dim]: what a feature map or a position makes of query and
   keys; NULL where they stay what they are. */
typedef struct {
    const plumb_ball *query, *key;
    size_t dim;
} plumb_row_vectors;

/* query and key are those of the row; the vectors stay until the next call, the keys while batch and
   key head do, unless the mask has a cache. */
plumb_row_vectors plumb_row_map(const plumb_problem *problem, const double *query, const double *key, size_t b,
                                size_t t, plumb_row *row);

/* row->score[j] = scale * phi(q).phi(k_j), and what Shaw's positions add. */
void plumb_row_scores(const plumb_problem *problem, plumb_ball scale, const double *query, const double *key, size_t b,
                      size_t t, plumb_row *row);

/* Whether something joins the scores. */
bool plumb_adds_bias(const plumb_problem *problem);

/* What joins the scores of the first keys; its arrays stay until the next call. */
plumb_score_bias plumb_row_bias(const plumb_problem *problem, plumb_ball scale, size_t b, size_t h, size_t t,
                                size_t keys, plumb_row *row);

/* The logit of the sink, 0 without one.  Where a position moves queries, plumb_row_map of the same row
   comes first. */
plumb_ball plumb_row_sink(const plumb_problem *problem, plumb_ball scale, const double *query, size_t h,
                          plumb_row *row);

/* What joins the output. */
plumb_output_parts plumb_row_parts(const plumb_problem *problem, size_t b, size_t h, size_t t);

/* Rotates row->output back and keeps the original in row->unrotated, if the position has that. */
void plumb_row_rotate_output(const plumb_problem *problem, size_t b, size_t t, plumb_row *row);

/* Whether the row is the mean of all values: it would be empty. */
bool plumb_row_is_mean(const plumb_problem *problem, const plumb_row *row);

/* From row->score and the logit of the sink. */
plumb_ball plumb_row_lse(const plumb_problem *problem, plumb_ball sink, const plumb_row *row);
#endif
