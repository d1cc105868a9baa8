/* share.h - the effect of each cause on the weights of a row: changes shares, sources and the divisor, which start as
   stated (shares.h).  All functions return whether the hypothesis covers the row. */
#ifndef PLUMB_INFER_SHARE_H
#define PLUMB_INFER_SHARE_H
#include "infer/predict.h"

/* Factors (share_factors.c). */
bool plumb_share_blocks(const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to, double *divisor);
bool plumb_share_without_bias(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                              plumb_prediction *to, double *divisor);
bool plumb_share_shown(const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to, double *divisor);
bool plumb_share_factors(const plumb_problem *p, const plumb_factors *f, const plumb_evidence *at, plumb_prediction *to,
                         double *divisor, double *sink);
bool plumb_share_descales(const plumb_inquiry *inquiry, const plumb_descales *d, const plumb_evidence *at,
                          plumb_prediction *to, double *divisor);
bool plumb_share_cut(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                     double *divisor);
bool plumb_share_sink(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to, double *divisor, double *sink);

/* Numbers of each row (share_free.c). */
bool plumb_share_free(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to, double *divisor);

/* An online softmax (share_online.c). */
/* Some keys weigh e^lag times as much, to the powers of the hypothesis. */
void plumb_weigh_more(const plumb_hypothesis *h, const plumb_evidence *at, size_t from, size_t end, double lag,
                      plumb_prediction *to, double *divisor);
/* Each tile by itself: PLUMB_RESCALED_WITH_TILE, PLUMB_RESCALED_NEVER. */
bool plumb_share_by_tile(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                         double *divisor);
bool plumb_share_unrescaled(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                            double *divisor);
bool plumb_share_once(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                      double *divisor);
bool plumb_share_splits(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                        plumb_prediction *to, double *divisor);
bool plumb_share_divisor(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                         double *divisor);
bool plumb_share_exponential(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                             double *divisor);

/* Weights of other rows (share_rows.c). */
bool plumb_share_squares(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                         plumb_prediction *to, double *divisor);
bool plumb_share_by_other(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                          plumb_prediction *to, double *divisor);

bool plumb_share_over(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to);
/* The logarithm of the sum of e^score of a key over all queries of a head that see it. */
double plumb_sum_over_queries(const plumb_inquiry *inquiry, size_t b, size_t h, size_t key);

/* Masks (share_masks.c). */
bool plumb_share_tiles(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor);
bool plumb_share_mask(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to,
                      double *divisor);
bool plumb_share_bias_of(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                         plumb_prediction *to, double *divisor);
bool plumb_share_reach(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor);

/* Keys and values from elsewhere (share_sources.c). */
bool plumb_share_transfer(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                          plumb_prediction *to, double *divisor);
bool plumb_share_swapped(const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to);
bool plumb_share_page(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to, double *divisor);
bool plumb_share_head(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to, double *divisor);
bool plumb_share_beyond(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                        plumb_prediction *to, double *divisor);
bool plumb_share_layout(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                        plumb_prediction *to, double *divisor);
bool plumb_share_lag(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                     plumb_prediction *to, double *divisor);

/* Scores (share_tilts.c, share_scores.c). */
bool plumb_share_by_row(const plumb_inquiry *inquiry, const plumb_evidence *at, plumb_prediction *to, double *divisor);
bool plumb_share_tilts(const plumb_inquiry *inquiry, const plumb_tilts *tilts, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor);
bool plumb_share_alike(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor);
bool plumb_share_cap(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                     plumb_prediction *to, double *divisor);
bool plumb_share_query(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor);
#endif
