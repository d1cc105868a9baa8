/* deviation.h - standard deviations of the errors of gradients in a precision, to first order, as if roundings were
   independent errors, as for a row's numbers (simulate/deviation.h).

   With the notation of spec/gradient.md, tau_j^2 the relative variance of an exponential, u a unit of the precision
   model, R(k, u) = 0.18 k u^2, n the terms of a sum, slope_j the softcap's:

       var y_j  = R(2 + value_dim / 16, u_product) sum_c (G_c v_jc)^2 + (R(1, u_score) + R(1, u_probability)) y_j^2
       var d    = R(1, u_output) sum_c (G_c o_c)^2 + R(1, u_probability) sum_j p_j^2 y_j^2 + sums       of delta
                  + R(merge_levels, u_part) (sum_c (G_c o_c)^2 + |G|^2 sum_j p_j^2 |v_j|^2)
       var dx_j = tau_j^2 (dx_j^2 - 2 dx_j p_j (dx_j + p_j z_j)) + dx_j^2 A + 2 dx_j p_j B + p_j^2 C
                  + p_j^2 (var y_j + var d) + R(2, u_exponent) lse^2 dx_j^2,
                  and tau_j^2 dx_j^2 more if scores are not stored: then they may be computed again
                  and the slope of a softcap c: slope_j^2 of all this, and dx_j^2 (4 u_j^2 / c^4 var u_j
                  + R(5, u_exponent) (u_j / c)^4) more, u_j the capped score
                  z_j = y_j - delta,   A, B, C = sum_i tau_i^2 p_i^2 (1, z_i, z_i^2)
       stored   = R(1, u_probability) + R(4, u_exponent), and R(2, u_score) of steps that are tensors
       var dq   = scale^2 sum_j slope_j^2 (var of a key's own dx_j + stored dx_j^2) k_jc^2 + what all keys share
       var dk   = scale^2 sum over the queries of slope_j^2 (var dx_j + stored dx_j^2) q_c^2
       var dv   = sum over the queries of p_j^2 (tau_j^2 (1 - 2 p_j) + A + R(1, u_probability) + ...) G_c^2
       var dS   = sum over the rows of the same of p_S (l - delta)
       var db   = sum over the rows of var dx_j, slope_j^2 times as much if it is added before the softcap;
                  for slopes and tables as for dq, with the factor of the parameter instead of k_jc

   and R(2 + n / 16, u_accumulate) of the terms and of the sum.  If outputs have fewer bits than sums, R(1, u_output)
   times the square of each stored sum: of a head after each tile of queries (precision/tiles.h), and of each of several
   heads; of a bias that several rows share, after each row.  These need not be right, only the same for an engine and
   for the simulated ones (backward/level.h). */
#ifndef PLUMB_BACKWARD_DEVIATION_H
#define PLUMB_BACKWARD_DEVIATION_H
#include "backward/row.h"
#include "simulate/deviation.h"

/* Rows whose parts of the keys' sums are added together. */
enum { PLUMB_HELD_ROWS = 8 };

/* Rows whose parts are not yet added to the sums of keys and values. */
typedef struct {
    double *query, *gradient;  /* [PLUMB_HELD_ROWS][head_dim], [..][value_dim] */
    double *of_key, *of_value; /* [key_length][PLUMB_HELD_ROWS] their factors */
} plumb_held_rows;

/* Each thread has its own. */
typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    plumb_deviation scores; /* of the rows' exponentials */
    size_t rows;            /* the number of queries in the sums of a key */
    size_t bias_rows;       /* the number of rows in that of a bias, and of pairs in that of a slope or a table; */
    size_t pairs;           /* set by a caller that has fewer */
    const double *value_source;
    double *value_square; /* [key_length] |v_j|^2 */
    double *value_share;  /* [value_dim] share of each column in the squares of the values */
    double *variance;     /* [key_length] of dx_j, for dk, */
    double *own;          /* [key_length] and a key's own part */
    double *common;       /* [2][head_dim] sums over the keys of a row's common errors, */
    double *of_parameters; /* [2][parameters] and for each slope or number of a table */
    double sums, stored;  /* relative variances: of a sum of a row's keys, of a stored dx */
    double moved;         /* and of a query or key at its position */
    size_t held;          /* number of rows in squares and plain */
    plumb_held_rows squares, plain;
    double *to_key, *to_value;     /* sums of the squares: variances */
    double kept;                   /* relative variance of a sum stored like an output; 0: none is, and the
                                      members below are unused */
    double *kept_key, *kept_value; /* [key_length][head_dim], [..][value_dim] sums of the current head, */
    size_t head, heads, queries;   /* which is this, after `heads` others, with `queries` queries so far */
} plumb_gradient_deviation;

/* The sums of variances; NULL: not computed. */
typedef struct {
    double *query; /* [head_dim] written */
    double *key;   /* [key_length][head_dim] */
    double *value; /* [key_length][value_dim] */
    double *sink;  /* one */
    double *bias;  /* [key_length] */
    double *position; /* [parameters] of slopes and tables */
} plumb_gradient_variances;

/* rows: the number of queries in the sum of a key.  Returns 0, or -1 if there is not enough memory. */
int plumb_gradient_deviation_init(plumb_gradient_deviation *deviation, const plumb_problem *problem,
                                  const plumb_precision *precision, size_t rows);
void plumb_gradient_deviation_free(plumb_gradient_deviation *deviation);

/* Adds the variances of one row.  The sums of keys and values are complete after plumb_gradient_deviation_end. */
void plumb_gradient_deviation_end(plumb_gradient_deviation *deviation);
void plumb_gradient_deviation_add(plumb_gradient_deviation *deviation, const plumb_backward_row *row,
                                  const plumb_gradient_variances *to);

/* The standard deviation of a number in a tensor of that format, from its summed variance. */
double plumb_gradient_deviation_of(const plumb_gradient_deviation *deviation, plumb_gradient gradient, double variance,
                                   double exact, plumb_format format);
#endif
