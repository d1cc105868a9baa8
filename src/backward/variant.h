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
    PLUMB_BACKWARD_ONE_BEFORE,
    PLUMB_BACKWARD_WHOLE_TILES,     /* also all keys of the query's own tile */
    PLUMB_BACKWARD_WINDOW_BY_TILES, /* the window begins with the tile of its first key */
    PLUMB_BACKWARD_WINDOW_IN_TILES, /* or with the first tile after it */
    PLUMB_BACKWARD_WINDOW_OF,       /* the window reaches mask_left keys back */
    PLUMB_BACKWARD_OTHER_ALIGNMENT, /* causal from the other end of the keys */
    PLUMB_BACKWARD_CAUSAL_FIRST,    /* causal, while the forward pass is not: query 0 sees key 0, */
    PLUMB_BACKWARD_CAUSAL_LAST,     /* or the last query the last key */
    PLUMB_BACKWARD_NO_WINDOW
} plumb_backward_mask;

typedef enum {
    PLUMB_DELTA_OWN,
    PLUMB_DELTA_LEFT_OUT,
    PLUMB_DELTA_GIVEN,      /* given by the caller */
    PLUMB_DELTA_UNDIVIDED,  /* of the output before the division by the sum of weights */
    PLUMB_DELTA_OF_FIRST_HALF /* of the columns */
} plumb_backward_delta;

typedef enum {
    PLUMB_LSE_OWN,
    PLUMB_LSE_WITHOUT_SINK,
    PLUMB_LSE_OF_BASE_TWO,
    PLUMB_LSE_LARGEST, /* the largest score: weights are not divided by their sum */
    PLUMB_LSE_IN_BF16,
    PLUMB_LSE_IN_F16
} plumb_backward_lse;
typedef enum {
    PLUMB_HEADS_ALL,
    PLUMB_HEADS_FIRST,
    PLUMB_HEADS_LAST,
    PLUMB_HEADS_BY_MODULO /* query head h counts for key head h mod key_heads */
} plumb_backward_heads;
typedef enum {
    PLUMB_LSE_GRADIENT_ADDED,
    PLUMB_LSE_GRADIENT_LEFT_OUT,
    PLUMB_LSE_GRADIENT_NEGATED,
    PLUMB_LSE_GRADIENT_TWICE
} plumb_lse_gradient;

/* dx_j of a softmax, with y = y_j and delta less lse_grad. */
typedef enum {
    PLUMB_PAIR_OWN,           /* p (y - delta) */
    PLUMB_PAIR_ADDED,         /* p (y + delta) */
    PLUMB_PAIR_OUTSIDE,       /* p y - delta */
    PLUMB_PAIR_WEIGHED_TWICE, /* p^2 (y - delta) */
    PLUMB_PAIR_UNWEIGHED      /* y - delta */
} plumb_pair_form;

/* The derivative of the softcap at a score x, capped to u = c tanh(x / c). */
typedef enum {
    PLUMB_CAP_SLOPE_OWN,        /* 1 - (u / c)^2 */
    PLUMB_CAP_SLOPE_ONE,
    PLUMB_CAP_SLOPE_LINEAR,     /* 1 - |u / c| */
    PLUMB_CAP_SLOPE_UNDIVIDED,  /* 1 - u^2 */
    PLUMB_CAP_SLOPE_DIVIDED_ONCE, /* 1 - u^2 / c */
    PLUMB_CAP_SLOPE_TWICE,      /* (1 - (u / c)^2)^2 */
    PLUMB_CAP_SLOPE_OF_SCORE,   /* 1 - (x / c)^2 */
    PLUMB_CAP_SLOPE_TANH        /* u / c */
} plumb_cap_slope;

/* What multiplies scores that are computed again, which the log-sum-exp of the forward pass does not have. */
typedef enum {
    PLUMB_SCORES_OWN,
    PLUMB_SCORES_TIMES_SCALE,
    PLUMB_SCORES_OVER_SCALE,
    PLUMB_SCORES_TIMES_LOG2_E,
    PLUMB_SCORES_TIMES_LN_2
} plumb_score_factor;

/* The weights of dv; undivided: not divided by their sum. */
typedef enum { PLUMB_VALUE_WEIGHT_OWN, PLUMB_VALUE_WEIGHT_UNDIVIDED } plumb_value_weight;

/* A head that takes the place of query head h: the first of all, the first that reads the same key head, or the head
   with the number of the key head. */
typedef enum { PLUMB_HEAD_OWN, PLUMB_HEAD_FIRST, PLUMB_HEAD_FIRST_OF_GROUP, PLUMB_HEAD_OF_KEY_HEAD } plumb_other_head;

/* Another row, whose number or vector is read instead of the row's own: so many batch entries, heads or queries away,
   beyond the last from the first on; the first query of its tile; another head.  All 0: the row itself. */
typedef struct {
    int64_t entries, heads, queries;
    size_t tile;
    plumb_other_head head;
} plumb_other_row;

/* Another key, likewise; by_modulo: that of key head h mod key_heads. */
typedef struct {
    int64_t heads, keys;
    bool by_modulo;
} plumb_other_key;

/* The derivative used for a scaled or clipped softmax. */
typedef enum { PLUMB_CHANGE_OWN, PLUMB_CHANGE_LEFT_OUT, PLUMB_CHANGE_UNCLIPPED } plumb_softmax_slope;

/* The derivative used for a weight that is a map of its score. */
typedef enum { PLUMB_SLOPE_OWN, PLUMB_SLOPE_ONE, PLUMB_SLOPE_OF_WEIGHT } plumb_map_slope;

typedef struct {
    const char *cause, *says;
    bool (*applies)(const plumb_problem *problem);
    plumb_backward_mask mask;
    size_t mask_tile; /* the number of keys of its tiles */
    int64_t mask_left;
    plumb_backward_delta delta;
    plumb_backward_lse lse;
    plumb_lse_gradient lse_gradient;
    plumb_backward_heads key_heads, value_heads; /* those query heads that dk and dv of a key head include */
    plumb_pair_form form;
    plumb_cap_slope cap_slope;
    plumb_score_factor score_factor;
    bool without_cap; /* in scores */
    bool without_bias, transposed_bias; /* transposed: that of query j and key t */
    plumb_backward_turn query_turn, key_turn;
    plumb_map_slope map_slope;
    plumb_softmax_slope softmax_slope;
    plumb_value_weight value_weight;
    /* where numbers and vectors of rows come from */
    plumb_other_row delta_of, lse_of, lse_gradient_of;
    plumb_other_row weighing_gradient; /* out_grad in y_j */
    plumb_other_row value_gradient;    /* out_grad in dv */
    plumb_other_row query_of;          /* the query in dk */
    plumb_other_row scored_query;      /* the query in scores */
    plumb_other_row bias_of;
    plumb_other_key key_of, value_of;  /* the key in dq, the value in y_j */
} plumb_backward_variant;

/* Whether a variant may or may not apply to the weight of a sink: one that uses another log-sum-exp. */
static inline bool plumb_variant_leaves_sinks_open(const plumb_backward_variant *variant) {
    return variant->lse != PLUMB_LSE_OWN;
}

/* The most variants. */
enum { PLUMB_BACKWARD_VARIANTS = 32 };

/* The variant of that index, from 0 on; NULL beyond the last.  The first is the correct backward pass. */
const plumb_backward_variant *plumb_backward_variant_at(size_t index);

/* Those of further_variants.def, likewise from 0 on. */
const plumb_backward_variant *plumb_further_variant_at(size_t index);

/* Numbers of all rows, [rows]. */
typedef struct {
    double *delta;         /* approximately sum_c G_c o_c, from the engine's own outputs if the case has them */
    double *lse, *largest; /* the log-sum-exp and the largest score of a softmax */
} plumb_variant_rows;

/* Returns 0, or -1 if there is not enough memory. */
int plumb_variant_rows_init(plumb_variant_rows *rows, const plumb_case *of);
void plumb_variant_rows_free(plumb_variant_rows *rows);

/* The numbers of a row under a variant. */
typedef struct {
    const plumb_case *of;
    plumb_row bias;                 /* workspace: numbers added to the scores */
    const plumb_variant_rows *rows; /* of all rows */
    const size_t *key;              /* only these keys are computed; NULL: all */
    size_t keys;
    const plumb_backward_variant *as; /* the current one */
    double *score, *unbiased; /* [key_length] of all keys, hidden ones too; and without the added numbers */
    double *gradient;         /* [key_length] y_j of all keys */
    unsigned char *sees;      /* [key_length] the keys that the variant sees */
    bool sees_as_stated;      /* it has the keys that the row sees */
    double *weight;           /* [key_length] p_j */
    double *product;          /* [key_length] dz_j */
    double *bias_gradient;    /* [key_length] db_j */
    double sink;              /* the row's part of dsinks */
    bool adds_key, adds_value; /* whether dk and dv include the row */
} plumb_variant_row;

/* Borrows the case and the numbers of its rows.  Returns 0, or -1 if there is not enough memory. */
int plumb_variant_row_init(plumb_variant_row *variant, const plumb_case *of, const plumb_variant_rows *rows);
void plumb_variant_row_free(plumb_variant_row *variant);

/* From here on only these keys are computed, which are borrowed; NULL: all of them. */
void plumb_variant_row_limit(plumb_variant_row *variant, const size_t *key, size_t keys);

/* Computes the scores of a row for all variants; borrows the row. */
void plumb_variant_row_score(plumb_variant_row *variant, const plumb_backward_row *row);
/* Computes weights and products of the row under a variant. */
void plumb_variant_row_set(plumb_variant_row *variant, const plumb_backward_row *row, const plumb_backward_variant *as);
/* Adds the row's dq to query [head_dim], and its parts of dk and dv to key [head_dim] and value [value_dim]. */
void plumb_variant_row_add_query(const plumb_variant_row *variant, const plumb_backward_row *row, double *query);
void plumb_variant_row_add_key(const plumb_variant_row *variant, const plumb_backward_row *row, size_t j, double *key,
                               double *value);
#endif
