/* deviation.h - by how much gradients usually err in a precision: standard deviations, to first order, of roundings
   that behave like independent errors, as those of a row's numbers (simulate/deviation.h).

   With the notation of spec/gradient.md, tau_j^2 the relative variance of an exponential, u a unit of the precision
   model, R(k, u) = 0.18 k u^2, n the terms of a sum, slope_j the softcap's:

       var y_j  = R(2 + value_dim / 16, u_product) sum_c (G_c v_jc)^2 + (R(1, u_score) + R(1, u_probability)) y_j^2
       var d    = R(1, u_output) sum_c (G_c o_c)^2 + R(1, u_probability) sum_j p_j^2 y_j^2 + sums       of delta
       var dx_j = tau_j^2 (dx_j^2 - 2 dx_j p_j (dx_j + p_j z_j)) + dx_j^2 A + 2 dx_j p_j B + p_j^2 C
                  + p_j^2 (var y_j + var d) + R(2, u_exponent) lse^2 dx_j^2,
                  z_j = y_j - delta,   A, B, C = sum_i tau_i^2 p_i^2 (1, z_i, z_i^2)
       stored   = R(1, u_probability) + R(4, u_exponent), and R(2, u_score) of steps that are tensors
       var dq   = scale^2 sum_j slope_j^2 (var of a key's own dx_j + stored dx_j^2) k_jc^2 + what all keys share
       var dk   = scale^2 sum over the queries of slope_j^2 (var dx_j + stored dx_j^2) q_c^2
       var dv   = sum over the queries of p_j^2 (tau_j^2 (1 - 2 p_j) + A + R(1, u_probability) + ...) G_c^2
       var dS   = sum over the rows of the same of p_S (l - delta)
       var db   = sum over the rows of var dx_j, where it is added before the softcap slope_j^2 times as much;
                  of slopes and tables as of dq, with what the parameter is multiplied by in place of k_jc

   and R(2 + n / 16, u_accumulate) of the terms and of the sum.  Where outputs have fewer bits than sums, R(1, u_output)
   times the square of each sum that is kept: of a head after each tile of queries (precision/tiles.h), and of each of
   several heads; of a bias that serves several rows, after each.  These need not be right, only alike for an engine and
   for the simulated ones beside it
   (backward/level.h). */
#ifndef PLUMB_BACKWARD_DEVIATION_H
#define PLUMB_BACKWARD_DEVIATION_H
#include "backward/row.h"
#include "simulate/deviation.h"

/* Rows whose parts in the sums of keys are added up together. */
enum { PLUMB_HELD_ROWS = 8 };

/* Rows whose parts are still to be added to sums of keys and values. */
typedef struct {
    double *query, *gradient;  /* [PLUMB_HELD_ROWS][head_dim], [..][value_dim] */
    double *of_key, *of_value; /* [key_length][PLUMB_HELD_ROWS] what they are multiplied by */
} plumb_held_rows;

/* Each thread has its own. */
typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    plumb_deviation scores; /* of the rows' exponentials */
    size_t rows;            /* so many queries are in the sums of a key */
    size_t bias_rows;       /* so many rows are in that of a bias, and so many pairs in that of a slope or a table; */
    size_t pairs;           /* set by who has fewer */
    const double *value_source;
    double *value_square; /* [key_length] |v_j|^2 */
    double *value_share;  /* [value_dim] of each column in the squares of the values */
    double *variance;     /* [key_length] of dx_j: what the keys of dk see of it, */
    double *own;          /* [key_length] and what is a key's own */
    double *common;       /* [2][head_dim] sums over the keys of what a row shares, */
    double *of_parameters; /* [2][parameters] and over those of each slope or number of a table */
    double sums, stored;  /* relative variances: of a sum of a row's keys, of dx as it is stored */
    double moved;         /* and of a query or key at its position */
    size_t held;          /* so many rows */
    plumb_held_rows squares, plain;
    double *to_key, *to_value;     /* sums of the squares: variances */
    double kept;                   /* relative variance of a sum that is kept as an output; 0: none is, and the rest not
                                      in use */
    double *kept_key, *kept_value; /* [key_length][head_dim], [..][value_dim] sums of the head at hand, */
    size_t head, heads, queries;   /* this one, after so many others, with so many queries so far */
} plumb_gradient_deviation;

/* What variances are added to; NULL: not asked for. */
typedef struct {
    double *query; /* [head_dim] written */
    double *key;   /* [key_length][head_dim] */
    double *value; /* [key_length][value_dim] */
    double *sink;  /* one */
    double *bias;  /* [key_length] */
    double *position; /* [parameters] of slopes and tables */
} plumb_gradient_variances;

/* rows: so many queries are added up for a key.  0, or -1 if memory is short. */
int plumb_gradient_deviation_init(plumb_gradient_deviation *deviation, const plumb_problem *problem,
                                  const plumb_precision *precision, size_t rows);
void plumb_gradient_deviation_free(plumb_gradient_deviation *deviation);

/* Of one row; sums of keys and values are complete when it is ended. */
void plumb_gradient_deviation_end(plumb_gradient_deviation *deviation);
void plumb_gradient_deviation_add(plumb_gradient_deviation *deviation, const plumb_backward_row *row,
                                  const plumb_gradient_variances *to);

/* The standard deviation of a number, from the variance that was added up, as a tensor of that format holds it. */
double plumb_gradient_deviation_of(const plumb_gradient_deviation *deviation, plumb_gradient gradient, double variance,
                                   double exact, plumb_format format);
#endif
