/* variant.h - the gradients of wrong backward passes after a correct forward pass (variants.def), in binary64.  They
   are not certified: a caller that compares an engine's gradients with them allows for the roundings of its precision.
   Notation: spec/gradient.md. */
#ifndef PLUMB_BACKWARD_VARIANT_H
#define PLUMB_BACKWARD_VARIANT_H
#include "backward/row.h"
#include "backward/rotated.h"
#include "case/case.h"

typedef enum {
    PLUMB_BACKWARD_SEES_AS_STATED,
    PLUMB_BACKWARD_SEES_ALL,
    PLUMB_BACKWARD_LAST_DROPPED,
    PLUMB_BACKWARD_ONE_MORE,
    PLUMB_BACKWARD_FIRST_DROPPED,
    PLUMB_BACKWARD_ONE_BEFORE
} plumb_backward_mask;

typedef enum {
    PLUMB_DELTA_OWN,
    PLUMB_DELTA_LEFT_OUT,
    PLUMB_DELTA_OF_HEAD_BEFORE,
    PLUMB_DELTA_OF_NEXT_HEAD,
    PLUMB_DELTA_OF_ROW_BEFORE,
    PLUMB_DELTA_OF_NEXT_ROW,
    PLUMB_DELTA_GIVEN /* given by the caller */
} plumb_backward_delta;

typedef enum { PLUMB_LSE_OWN, PLUMB_LSE_WITHOUT_SINK, PLUMB_LSE_OF_BASE_TWO } plumb_backward_lse;
typedef enum { PLUMB_HEADS_ALL, PLUMB_HEADS_FIRST, PLUMB_HEADS_LAST } plumb_backward_heads;
typedef enum { PLUMB_LSE_GRADIENT_ADDED, PLUMB_LSE_GRADIENT_LEFT_OUT, PLUMB_LSE_GRADIENT_NEGATED } plumb_lse_gradient;

/* The derivative used for a scaled or clipped softmax. */
typedef enum { PLUMB_CHANGE_OWN, PLUMB_CHANGE_LEFT_OUT, PLUMB_CHANGE_UNCLIPPED } plumb_softmax_slope;

/* The derivative used for a weight that is a map of its score. */
typedef enum { PLUMB_SLOPE_OWN, PLUMB_SLOPE_ONE, PLUMB_SLOPE_OF_WEIGHT } plumb_map_slope;

typedef struct {
    const char *cause, *says;
    bool (*applies)(const plumb_problem *problem);
    plumb_backward_mask mask;
    plumb_backward_delta delta;
    plumb_backward_lse lse;
    plumb_lse_gradient lse_gradient;
    plumb_backward_heads heads; /* those heads of a group that dk and dv include */
    bool without_slope, without_bias;
    plumb_backward_turn query_turn, key_turn;
    plumb_map_slope map_slope;
    plumb_softmax_slope softmax_slope;
} plumb_backward_variant;

/* Whether a variant may or may not apply to the weight of a sink: one that uses another log-sum-exp. */
static inline bool plumb_variant_leaves_sinks_open(const plumb_backward_variant *variant) {
    return variant->lse != PLUMB_LSE_OWN;
}

/* The most variants. */
enum { PLUMB_BACKWARD_VARIANTS = 32 };

/* The variant of that index, from 0 on; NULL beyond the last.  The first is the correct backward pass. */
const plumb_backward_variant *plumb_backward_variant_at(size_t index);

/* The numbers of a row under a variant. */
typedef struct {
    const plumb_case *of;
    plumb_row bias;           /* workspace: numbers added to the scores */
    const double *delta;      /* [rows] of all rows */
    double *score, *unbiased; /* [key_length] of all keys, hidden ones too; and without the added numbers */
    double *gradient;         /* [key_length] y_j of all keys */
    unsigned char *sees;      /* [key_length] the keys that the variant sees */
    double *weight;           /* [key_length] p_j */
    double *product;          /* [key_length] dz_j */
    double *bias_gradient;    /* [key_length] db_j */
    double sink;              /* the row's part of dsinks */
    bool adds;                /* whether dk and dv include the row */
} plumb_variant_row;

/* Returns delta [rows], approximately sum_c G_c o_c of each row, from the engine's own outputs if the case has them.
   NULL if there is not enough memory. */
double *plumb_variant_deltas(const plumb_case *of);

/* Borrows the case and delta [rows].  Returns 0, or -1 if there is not enough memory. */
int plumb_variant_row_init(plumb_variant_row *variant, const plumb_case *of, const double *delta);
void plumb_variant_row_free(plumb_variant_row *variant);

/* Computes the scores of a row for all variants; borrows the row. */
void plumb_variant_row_score(plumb_variant_row *variant, const plumb_backward_row *row);
/* Computes weights and products of the row under a variant. */
void plumb_variant_row_set(plumb_variant_row *variant, const plumb_backward_row *row, const plumb_backward_variant *as);
/* Adds the row's dq to query [head_dim], and its parts of dk and dv to key [head_dim] and value [value_dim]. */
void plumb_variant_row_add_query(const plumb_variant_row *variant, const plumb_backward_row *row, double *query);
void plumb_variant_row_add_key(const plumb_variant_row *variant, const plumb_backward_row *row, size_t j, double *key,
                               double *value);
#endif
