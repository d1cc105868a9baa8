/* gradients.h - the gradients of a loss with respect to queries, keys, values, sink logits and biases, a bundle of rows
   at a time.

   Formulas: spec/gradient.md.  For the rows t of one head, with the output's gradient G_t [value_dim], that of the
   log-sum-exp l_t, weights p_tj and visible keys j:

       weight gradient    dP_tj  = G_t . v_j
       delta_t                   = sum over visible j of p_tj dP_tj
       product gradient   dz_tj  = scale p_tj (dP_tj - delta_t + l_t) (1 - (u_tj / softcap)^2)
       of a query         dq_t   = sum over visible j of dz_tj k_j, rotated back if q_t was rotated
       of a key           dk_j  += sum over the rows t that see it of dz_tj q_t, rotated back likewise at the end
       of a value         dv_j  += sum over the rows t that see it of p_tj G_t
       of a sink logit    dS    += sum over the rows t of p_tS (l_t - delta_t)
       of a bias          db_tj  = p_tj (dP_tj - delta_t + l_t), if it is added after the softcap,
                                   (1 - (u_tj / softcap)^2) times as much if before it

   where u is the result of the softcap; without one, the factor with u is 1.  The balls have the bits of the minimal
   kernels: plumb_scaled_dot, plumb_score_gradient, plumb_capped_gradient, plumb_scaled_gradient, plumb_aggregate over
   keys, and plumb_sharp_aggregate over the rows of the bundle; plumb_ball_add adds their sums for visible keys to
   those of earlier bundles.  Moved vectors are balls: their middles are summed in this way, and each sum is widened
   by the sum of the absolute multipliers times the largest radius; plumb_rotation_gradient rotates back.  Gradients
   of a bias that all queries share are summed like those of keys, with queries that are the number 1. */
#ifndef PLUMB_BUNDLE_GRADIENTS_H
#define PLUMB_BUNDLE_GRADIENTS_H
#include "bundle/moved.h"
#include "bundle/rows.h"

/* Each thread has its own.  The balls of row r and key j are at r * pitch + j of the planes; those of hidden keys have
   no meaning. rows.lse [row] holds log-sum-exps if they were requested. */
typedef struct {
    plumb_rows rows;               /* the current rows: rows.count, from rows.first on */
    plumb_planes weight;           /* p */
    plumb_planes weight_gradient;  /* dP */
    plumb_planes pair_gradient;    /* dz, or db */
    plumb_ball delta[PLUMB_BUNDLE_ROWS], lse_gradient[PLUMB_BUNDLE_ROWS];
    plumb_moved_vectors moved;     /* the vectors that pair gradients multiply */
    plumb_panels values;           /* transposed */
    plumb_panels output_gradients; /* one panel, for norms */
    plumb_panels key_sizes;        /* the largest values of their groups */
    double *workspace;                  /* of sums */
    plumb_ball *part;              /* [PLUMB_PANEL][head_dim or value_dim] the sums of a bundle */
    plumb_ball *vector;            /* [head_dim] the gradient of a moved vector */
} plumb_gradients;

/* Borrows the problem, which must have a loss, and for which plumb_gradients_refusal must return NULL. Returns 0, or -1
   if there is not enough memory. */
int plumb_gradients_init(plumb_gradients *gradients, const plumb_problem *problem, bool with_lse);
void plumb_gradients_free(plumb_gradients *gradients);

/* Why the gradients of a problem are not available; NULL: they are. */
const char *plumb_gradients_refusal(const plumb_problem *problem);

/* What to compute of a bundle: weights alone suffice for values; bias gradients serve only biases. */
typedef enum { PLUMB_WEIGHTS_ALONE, PLUMB_PRODUCT_GRADIENTS, PLUMB_BIAS_GRADIENTS } plumb_gradients_kept;

/* Computes the bundle of head (b, h) that begins with query `first`.  Returns its number of rows: plumb_rows_together,
   fewer at the end.  The rows are valid until the next call. */
size_t plumb_gradients_of_rows(plumb_gradients *gradients, size_t b, size_t h, size_t first, plumb_gradients_kept kept);

/* dq [rows.count][head_dim] of the current rows. */
void plumb_gradients_of_queries(plumb_gradients *gradients, plumb_ball *query_gradient);

/* Adds the current rows to the sums.  Those of keys are gradients of the moved keys until plumb_gradients_end_keys. */
void plumb_gradients_add_keys(plumb_gradients *gradients, plumb_ball *key);     /* [key_length][head_dim] */
void plumb_gradients_end_keys(plumb_gradients *gradients, size_t b, plumb_ball *key);
void plumb_gradients_add_values(plumb_gradients *gradients, plumb_ball *value); /* [key_length][value_dim] */
void plumb_gradients_add_sink(const plumb_gradients *gradients, plumb_ball *sink);

/* The same for PLUMB_BIAS_GRADIENTS: each row separately, or all rows together. */
void plumb_gradients_add_biases(const plumb_gradients *gradients, plumb_ball *bias); /* [rows.count][key_length] */
void plumb_gradients_add_shared_bias(plumb_gradients *gradients, plumb_ball *bias);  /* [key_length] */
/* For slopes and tables: position and the workspace row are [plumb_position_parameters] of the head. */
void plumb_gradients_add_positions(plumb_gradients *gradients, plumb_ball *row, plumb_ball *position);
#endif
