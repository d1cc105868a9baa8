/* share.h - the effect of each cause on the weights of a row: changes shares, sources and the divisor, which start as
   stated (shares.h).  All functions return whether the hypothesis covers the row. */
#ifndef PLUMB_INFER_SHARE_H
#define PLUMB_INFER_SHARE_H
#include "infer/predict.h"

/* What they have to know: all, the problem, how many keys there are, or the row alone. */
typedef bool plumb_share_of_inquiry(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                                    plumb_prediction *to, double *divisor);
typedef bool plumb_share_of_problem(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                                    plumb_prediction *to, double *divisor);
typedef bool plumb_share_of_keys(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                                 double *divisor);
typedef bool plumb_share_of_row(const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to,
                                double *divisor);

/* Factors (share_factors.c). */
plumb_share_of_row plumb_share_block, plumb_share_shown;
plumb_share_of_problem plumb_share_without_bias;
plumb_share_of_keys plumb_share_cut;
bool plumb_share_factors(const plumb_problem *p, const plumb_factors *f, const plumb_evidence *at, plumb_prediction *to,
                         double *divisor, double *sink);
bool plumb_share_descales(const plumb_inquiry *inquiry, const plumb_descales *d, const plumb_evidence *at,
                          plumb_prediction *to, double *divisor);
bool plumb_share_sink(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to, double *divisor, double *sink);

/* Numbers of each row (share_free.c). */
plumb_share_of_inquiry plumb_share_free;

/* An online softmax (share_online.c): some keys weigh e^lag times as much, to the powers of the hypothesis; each tile
   by itself, PLUMB_RESCALED_WITH_TILE or PLUMB_RESCALED_NEVER. */
void plumb_weigh_more(const plumb_hypothesis *h, const plumb_evidence *at, size_t from, size_t end, double lag,
                      plumb_prediction *to, double *divisor);
plumb_share_of_keys plumb_share_by_tile, plumb_share_unrescaled, plumb_share_once, plumb_share_exponential;
plumb_share_of_inquiry plumb_share_splits;
double plumb_score_of_row(const plumb_inquiry *inquiry, size_t b, size_t h, size_t t, size_t key);
bool plumb_share_divisor(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                         double *divisor);

/* Weights of other rows, and sums over other axes: over all queries of a head that see a key the logarithm of the sum
   of e^score (share_rows.c). */
plumb_share_of_inquiry plumb_share_squares, plumb_share_by_other;
bool plumb_share_over(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to);
double plumb_sum_over_queries(const plumb_inquiry *inquiry, size_t b, size_t h, size_t key);

/* Masks (share_masks.c). */
plumb_share_of_problem plumb_share_tiles, plumb_share_mask, plumb_share_bias_of, plumb_share_reach;

/* Keys and values from elsewhere (share_sources.c). */
plumb_share_of_inquiry plumb_share_transfer, plumb_share_page, plumb_share_head, plumb_share_beyond, plumb_share_layout,
    plumb_share_lag;
bool plumb_share_swapped(const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to);

/* Scores (share_tilts.c, share_scores.c). */
plumb_share_of_problem plumb_share_alike;
plumb_share_of_inquiry plumb_share_cap, plumb_share_query;
bool plumb_share_by_row(const plumb_inquiry *inquiry, const plumb_evidence *at, plumb_prediction *to, double *divisor);
bool plumb_share_tilts(const plumb_inquiry *inquiry, const plumb_tilts *tilts, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor);
#endif
