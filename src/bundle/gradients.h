/* gradients.h - the gradients of a loss in queries, keys, values, sink logits and biases, a bundle of rows at a
   time.

   Formulas: spec/gradient.md.  For the rows t of one head, with the output's gradient G_t [value_dim], that of the
   log-sum-exp l_t, weights p_tj and visible keys j:

       weight gradient    dP_tj  = G_t . v_j
       delta_t                   = sum over visible j of p_tj dP_tj
       product gradient   dz_tj  = scale p_tj (dP_tj - delta_t + l_t) (1 - (u_tj / softcap)^2)
       of a query         dq_t   = sum over visible j of dz_tj k_j, turned back where q_t was rotated
       of a key           dk_j  += sum over the rows t that see it of dz_tj q_t, turned back likewise in the end
       of a value         dv_j  += sum over the rows t that see it of p_tj G_t
       of a sink logit    dS    += sum over the rows t of p_tS (l_t - delta_t)
       of a bias          db_tj  = p_tj (dP_tj - delta_t + l_t), where it is added behind the softcap,
                                   (1 - (u_tj / softcap)^2) times as much where before it

   where u is what the softcap gave, and its factor 1 without one.  The balls have the bits of the minimal kernels:
   plumb_scaled_dot, plumb_score_gradient, plumb_capped_gradient, plumb_scaled_gradient, plumb_aggregate over keys, and
   plumb_sharp_aggregate over the rows of the bundle, whose sums for keys that they see join those of bundles before by
   plumb_ball_add.  Moved vectors are balls: their middles are summed so, and each sum is widened by that of the sizes
   of its multiples times the largest radius; plumb_rotation_gradient turns back.  Gradients of a bias that serves all
   queries are summed as those of keys are, of queries that are the number 1. */
#ifndef PLUMB_BUNDLE_GRADIENTS_H
#define PLUMB_BUNDLE_GRADIENTS_H
#include "bundle/moved.h"
#include "bundle/rows.h"

/* Each thread has its own.  The balls of row r and key j stand at r * pitch + j of the planes; those of keys that the
   row does not see have no meaning.  rows.lse [row] holds log-sum-exps, if they are asked for. */
typedef struct {
    plumb_rows rows;               /* the rows that are held: rows.count, from rows.first on */
    plumb_planes weight;           /* p */
    plumb_planes weight_gradient;  /* dP */
    plumb_planes pair_gradient;    /* dz, or db */
    plumb_ball delta[PLUMB_BUNDLE_ROWS], lse_gradient[PLUMB_BUNDLE_ROWS];
    plumb_moved_vectors moved;     /* what pair gradients multiply */
    plumb_panels values;           /* transposed */
    plumb_panels output_gradients; /* one of them, for their norms */
    plumb_panels key_sizes;        /* the largest of their groups */
    double *workspace;                  /* of sums */
    plumb_ball *part;              /* [PLUMB_PANEL][head_dim or value_dim] what a bundle adds */
    plumb_ball *vector;            /* [head_dim] a gradient in a moved vector */
} plumb_gradients;

/* 0 on success, -1 if memory is short.  The problem, which must stay, has a loss; plumb_gradients_refusal has nothing
   against it. */
int plumb_gradients_init(plumb_gradients *gradients, const plumb_problem *problem, bool with_lse);
void plumb_gradients_free(plumb_gradients *gradients);

/* What keeps a problem's gradients from being available, in words; NULL: nothing. */
const char *plumb_gradients_refusal(const plumb_problem *problem);

/* What of a bundle is asked for: the weights alone are enough for values; those of biases are no use to others. */
typedef enum { PLUMB_WEIGHTS_ALONE, PLUMB_PRODUCT_GRADIENTS, PLUMB_BIAS_GRADIENTS } plumb_gradients_kept;

/* The bundle of head (b, h) that begins with query `first`; returns how many rows it has, which plumb_rows_together
   says, fewer at the end.  They are held until the next call. */
size_t plumb_gradients_of_rows(plumb_gradients *gradients, size_t b, size_t h, size_t first, plumb_gradients_kept kept);

/* dq [rows.count][head_dim] of the rows that are held. */
void plumb_gradients_of_queries(plumb_gradients *gradients, plumb_ball *query_gradient);

/* What the rows that are held add to; the sums of keys are those in the keys as they were moved, until they end. */
void plumb_gradients_add_keys(plumb_gradients *gradients, plumb_ball *key);     /* [key_length][head_dim] */
void plumb_gradients_end_keys(plumb_gradients *gradients, size_t b, plumb_ball *key);
void plumb_gradients_add_values(plumb_gradients *gradients, plumb_ball *value); /* [key_length][value_dim] */
void plumb_gradients_add_sink(const plumb_gradients *gradients, plumb_ball *sink);

/* The same of PLUMB_BIAS_GRADIENTS: the numbers of each row by themselves, or of all rows together. */
void plumb_gradients_add_biases(const plumb_gradients *gradients, plumb_ball *bias); /* [rows.count][key_length] */
void plumb_gradients_add_shared_bias(plumb_gradients *gradients, plumb_ball *bias);  /* [key_length] */
/* [plumb_position_parameters] of the head: of slopes and tables, as are the sums of a row, which there is room for. */
void plumb_gradients_add_positions(plumb_gradients *gradients, plumb_ball *row, plumb_ball *position);
#endif
