/* variant.h - what backward passes do wrong while the forward pass is right (variants.def), and the gradients that come
   of it, in binary64.  Nothing is claimed of these numbers: whoever compares an engine's with them allows for what its
   precision rounds.  Notation: spec/gradient.md. */
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
    PLUMB_DELTA_GIVEN /* as the caller has it */
} plumb_backward_delta;

typedef enum { PLUMB_LSE_OWN, PLUMB_LSE_WITHOUT_SINK, PLUMB_LSE_OF_BASE_TWO } plumb_backward_lse;
typedef enum { PLUMB_HEADS_ALL, PLUMB_HEADS_FIRST, PLUMB_HEADS_LAST } plumb_backward_heads;
typedef enum { PLUMB_LSE_GRADIENT_ADDED, PLUMB_LSE_GRADIENT_LEFT_OUT, PLUMB_LSE_GRADIENT_NEGATED } plumb_lse_gradient;

/* Of a softmax that is scaled or clipped: what is taken for how it changes. */
typedef enum { PLUMB_CHANGE_OWN, PLUMB_CHANGE_LEFT_OUT, PLUMB_CHANGE_UNCLIPPED } plumb_softmax_slope;

/* Of a weight that is a map of its score: what is taken for the slope of that. */
typedef enum { PLUMB_SLOPE_OWN, PLUMB_SLOPE_ONE, PLUMB_SLOPE_OF_WEIGHT } plumb_map_slope;

typedef struct {
    const char *cause, *says;
    bool (*applies)(const plumb_problem *problem);
    plumb_backward_mask mask;
    plumb_backward_delta delta;
    plumb_backward_lse lse;
    plumb_lse_gradient lse_gradient;
    plumb_backward_heads heads; /* of a group, those whose parts dk and dv have */
    bool without_slope, without_bias;
    plumb_backward_turn query_turn, key_turn;
    plumb_map_slope map_slope;
    plumb_softmax_slope softmax_slope;
} plumb_backward_variant;

/* Where the weights of keys are taken from another log-sum-exp, that of a sink may be, too, or not. */
static inline bool plumb_variant_leaves_sinks_open(const plumb_backward_variant *variant) {
    return variant->lse != PLUMB_LSE_OWN;
}

/* So many at most. */
enum { PLUMB_BACKWARD_VARIANTS = 32 };

/* One by one, from index 0 on; NULL when index is past these.  The first is no variant: the right backward pass. */
const plumb_backward_variant *plumb_backward_variant_at(size_t index);

/* Of a row and a variant. */
typedef struct {
    const plumb_case *of;
    plumb_row bias;           /* room for what joins the scores */
    const double *delta;      /* [rows] of all rows */
    double *score, *unbiased; /* [key_length] of all keys, hidden ones too; before what joins them */
    double *gradient;         /* [key_length] y_j of all keys */
    unsigned char *sees;      /* [key_length] as the variant does */
    double *weight;           /* [key_length] p_j, and then of the row: */
    double *product;          /* [key_length] dz_j */
    double *bias_gradient;    /* [key_length] db_j */
    double sink;              /* the row's part of dsinks */
    bool adds;                /* whether the row has a part in dk and dv */
} plumb_variant_row;

/* delta [rows]: sum_c G_c o_c of each row, of the engine's own outputs, where the case has them: about what they are.
   NULL if memory is short. */
double *plumb_variant_deltas(const plumb_case *of);

/* The delta are kept by the caller.  0, or -1 if memory is short. */
int plumb_variant_row_init(plumb_variant_row *variant, const plumb_case *of, const double *delta);
void plumb_variant_row_free(plumb_variant_row *variant);

/* The scores of a row, which serve all variants; the row stays in use. */
void plumb_variant_row_score(plumb_variant_row *variant, const plumb_backward_row *row);
/* Weights and products of the row under a variant. */
void plumb_variant_row_set(plumb_variant_row *variant, const plumb_backward_row *row, const plumb_backward_variant *as);
/* Adds the row's dq, and its parts in dk and dv of a key, to [head_dim], [head_dim] and [value_dim]. */
void plumb_variant_row_add_query(const plumb_variant_row *variant, const plumb_backward_row *row, double *query);
void plumb_variant_row_add_key(const plumb_variant_row *variant, const plumb_backward_row *row, size_t j, double *key,
                               double *value);
#endif
