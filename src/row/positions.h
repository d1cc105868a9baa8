/* positions.h - positional encodings in a row: moved queries and keys, and what positions add to the
   scores and to the output (spec/positions.md).

   For one thread.  Frequencies and thresholds are computed once; moved keys are kept for a batch entry and key head,
   unless each query counts them in its own cache.  A position outside its table, or a frequency that is not finite,
   gives no information. */
#ifndef PLUMB_ROW_POSITIONS_H
#define PLUMB_ROW_POSITIONS_H
#include "number/ball.h"
#include "number/turns.h"
#include "problem/problem.h"
#include "row/angle_table.h"

typedef struct {
    plumb_turns *frequency; /* [head_dim / 2] turns per position: sinusoidal, rope */
    plumb_turns *backward;  /* the same the other way, for positions below 0 */
    bool has_frequency;     /* they are finite numbers */
    plumb_ball multiplier;
    plumb_angle_table angles;  /* rope */
    const plumb_ball *cosine, *sine; /* [rope.dim / 2] of them, those of the position that was moved last */
    plumb_ball *query;         /* [head_dim] moved */
    plumb_ball temperature;    /* what it was multiplied by, last of all */
    plumb_ball *key;           /* [key_length][head_dim] moved, of the key head that starts at key_source */
    const double *key_source;
    plumb_ball *sink_key; /* [head_dim] */
    uint64_t *threshold;  /* [logarithmic - 1] */
    size_t linear, logarithmic;
    int64_t *key_index; /* [key_length] 0, 1, ...: positions of keys without position ids */
    size_t *index;      /* [key_length] bucket, or row of the table */
    plumb_ball *bias;   /* [key_length] */
} plumb_positions;

/* 0 on success, -1 if memory is short.  Without a position there is nothing to hold. */
int plumb_positions_init(plumb_positions *positions, const plumb_problem *problem);
void plumb_positions_free(plumb_positions *positions);

/* query [head_dim] of query t, key [key_length][head_dim] of its key head: for the positions that move
   them, positions->query and positions->key. */
void plumb_move_vectors(plumb_positions *positions, const plumb_problem *problem, size_t b, size_t t,
                        const double *query, const double *key);

/* The query alone; the keys `from` to `to` - 1 alone, whatever positions->key holds. */
void plumb_move_query(plumb_positions *positions, const plumb_problem *problem, size_t b, size_t t,
                      const double *query);
void plumb_move_keys(plumb_positions *positions, const plumb_problem *problem, size_t b, size_t t, const double *key,
                     size_t from, size_t to);

/* From the gradient of a loss in the moved query t, or key j, to that in the vector as given; [head_dim], apart.  Not
   of keys that each query counts in a cache of its own. */
void plumb_query_gradient(plumb_positions *positions, const plumb_problem *problem, size_t b, size_t t,
                          const plumb_ball *moved, plumb_ball *gradient);
void plumb_key_gradient(plumb_positions *positions, const plumb_problem *problem, size_t b, size_t j,
                        const plumb_ball *moved, plumb_ball *gradient);

/* The moved query times k* [head_dim], which is not moved. */
plumb_ball plumb_moved_sink_product(plumb_positions *positions, const plumb_problem *problem, const double *sink_key);

/* ALiBi's slope, stated or by rule, before any scale. */
plumb_ball plumb_slope_of_head(const plumb_problem *problem, size_t h);

/* For the positions that add a bias: positions->bias of query t of head h and the first keys. */
void plumb_position_bias(plumb_positions *positions, const plumb_problem *problem, plumb_ball scale, size_t b, size_t h,
                         size_t t, size_t keys);

/* Of positions whose bias has parameters with a gradient, ALiBi's slopes and the numbers of a table by heads: how many
   of these each head has; 0 of other positions. */
size_t plumb_position_parameters(const plumb_problem *problem);

/* Which of them joins the score of each of the first keys, positions->index, and what it is multiplied by,
   positions->bias. */
void plumb_position_parts(plumb_positions *positions, const plumb_problem *problem, plumb_ball scale, size_t b,
                          size_t t, size_t keys);

/* Shaw: scale * query.table[clipped distance] joins the score of each visible key. */
void plumb_relative_scores(plumb_positions *positions, const plumb_problem *problem, plumb_ball scale, size_t b,
                           size_t t, const double *query, const unsigned char *visible, plumb_ball *score);

/* Shaw: weight * value_table[clipped distance] joins the output [value_dim], if there is that table. */
void plumb_relative_values(plumb_positions *positions, const plumb_problem *problem, size_t b, size_t t,
                           const plumb_ball *weight, plumb_ball *output);
#endif
