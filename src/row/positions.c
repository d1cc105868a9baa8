/* positions.c - tables made from problem/positions.def map each encoding to the verified kernels of src/position that
   move its vectors or add to its scores, so a new encoding is a row there and its functions here.  A position below 0
   counts as its distance from 0 with the opposite frequency.  A position without a row in its table, or without finite
   frequencies, gives balls without information and is no error. */
#include "row/positions.h"
#include "gradient/rotation_gradient.h"
#include "position/alibi.h"
#include "position/angles.h"
#include "position/distance.h"
#include "position/learned.h"
#include "position/rotation.h"
#include "position/shaw.h"
#include "position/sinusoidal.h"
#include "position/t5_bucket.h"
#include "position/table_bias.h"
#include "row/frequency.h"
#include "row/points.h"
#include "row/sections.h"
#include "row/temperature.h"
#include "row/t5_thresholds.h"
#include "score/feature_dot.h"
#include "score/position_bias.h"
#include <stdlib.h>
#include <string.h>

#define NO_POSITION UINT64_MAX /* the kernels give no information there */

static int64_t query_position(const plumb_problem *p, size_t b, size_t t) {
    return plumb_query_point(p, b, t).on[0];
}

static const int64_t *keys_at(plumb_positions *own, const plumb_problem *p, size_t b, size_t t) {
    return plumb_key_positions(p, b, t, own->key_index);
}

static void say_nothing(plumb_ball *ball, size_t count) {
    for (size_t i = 0; i < count; i++)
        ball[i] = plumb_ball_unknown();
}

/* A position below 0 turns backward by its distance from 0. */
static const plumb_turns *frequency_at(const plumb_positions *own, int64_t position) {
    return position < 0 ? own->backward : own->frequency;
}

static uint64_t distance_from_zero(const plumb_positions *own, int64_t position) {
    if (!own->has_frequency)
        return NO_POSITION;
    return (uint64_t)(position < 0 ? -position : position);
}

/* Whether the position has a row in a table, learned or stated. */
static bool is_row(int64_t position, size_t rows) {
    return position >= 0 && (uint64_t)position < rows;
}

/* ---- encodings that move queries and keys: x, moved [head_dim] ---- */

static void find_sinusoidal_frequencies(plumb_positions *own, const plumb_problem *p) {
    const plumb_position *position = &p->position;
    own->has_frequency = plumb_sinusoidal_frequencies(position->sinusoidal_base, p->head_dim,
                                                      position->sinusoidal_one_less, own->frequency);
}

static void move_sinusoidal(plumb_positions *own, const plumb_problem *p, plumb_point point, const double *x,
                            plumb_ball *moved) {
    int64_t index = point.on[0] + p->position.offset;
    plumb_add_sinusoidal(x, p->head_dim, frequency_at(own, index), distance_from_zero(own, index),
                         p->position.sinusoidal, moved);
}

static void move_learned(plumb_positions *own, const plumb_problem *p, plumb_point point, const double *x,
                         plumb_ball *moved) {
    int64_t index = point.on[0] + p->position.offset;
    (void)own;
    if (is_row(index, p->position.table_rows))
        plumb_add_row(x, p->position.table + (size_t)index * p->head_dim, p->head_dim, moved);
    else
        say_nothing(moved, p->head_dim);
}

static void find_rope_frequencies(plumb_positions *own, const plumb_problem *p) {
    const plumb_rope *rope = &p->position.rope;
    if (rope->cosine == NULL)
        own->has_frequency = plumb_rope_frequencies(rope, own->frequency, &own->multiplier);
}

/* Of the pairs from `first` on, which read one axis. */
static void set_angles(const plumb_positions *own, const plumb_rope *rope, size_t first, size_t pairs,
                       int64_t position, plumb_ball *cosine, plumb_ball *sine) {
    size_t row = (size_t)position * (rope->dim / 2) + first;
    if (rope->cosine == NULL)
        plumb_rotary_angles(frequency_at(own, position) + first, pairs, distance_from_zero(own, position),
                            own->multiplier, cosine, sine);
    else if (is_row(position, rope->rows))
        plumb_stated_angles(rope->cosine + row, rope->sine + row, pairs, cosine, sine);
    else {
        say_nothing(cosine, pairs);
        say_nothing(sine, pairs);
    }
}

static void set_all_angles(plumb_positions *own, const plumb_rope *rope, plumb_point point) {
    bool known;
    plumb_ball *cosine = plumb_angle_table_at(&own->angles, point, &known), *sine = cosine + own->angles.pairs;
    own->cosine = cosine;
    own->sine = sine;
    for (size_t m = 0, alike; m < rope->dim / 2 && !known; m += alike) {
        alike = plumb_pairs_alike(rope, m);
        set_angles(own, rope, m, alike, point.on[plumb_axis_of_pair(rope, m)], cosine + m, sine + m);
    }
}

static void move_rope(plumb_positions *own, const plumb_problem *p, plumb_point point, const double *x,
                      plumb_ball *moved) {
    const plumb_rope *rope = &p->position.rope;
    set_all_angles(own, rope, point);
    /* Before the rotated part a rotation of no element keeps what is there. */
    size_t from = plumb_rotated_from(rope, p->head_dim);
    plumb_rotate(x, from, 0, rope->layout, own->cosine, own->sine, moved);
    plumb_rotate(x + from, p->head_dim - from, rope->dim, rope->layout, own->cosine, own->sine, moved + from);
}

static void stay(plumb_positions *own, const plumb_problem *p, plumb_point point, const double *x,
                 plumb_ball *moved) {
    (void)own;
    (void)point;
    plumb_rotate(x, p->head_dim, 0, PLUMB_ROPE_HALF, NULL, NULL, moved);
}

static void turn_back(plumb_positions *own, const plumb_problem *p, plumb_point point, const plumb_ball *moved,
                      plumb_ball *gradient) {
    const plumb_rope *rope = &p->position.rope;
    size_t from = plumb_rotated_from(rope, p->head_dim);
    set_all_angles(own, rope, point);
    memcpy(gradient, moved, from * sizeof *gradient);
    plumb_rotation_gradient(moved + from, p->head_dim - from, rope->dim, rope->layout, own->cosine, own->sine,
                            gradient + from);
}

/* What is added to a vector leaves its gradient as it is. */
static void leave(plumb_positions *own, const plumb_problem *p, plumb_point point, const plumb_ball *moved,
                  plumb_ball *gradient) {
    (void)own;
    (void)point;
    memcpy(gradient, moved, p->head_dim * sizeof *gradient);
}

typedef struct {
    void (*find_frequencies)(plumb_positions *own, const plumb_problem *p); /* NULL: it has none */
    void (*move)(plumb_positions *own, const plumb_problem *p, plumb_point point, const double *x, plumb_ball *moved);
    void (*gradient)(plumb_positions *own, const plumb_problem *p, plumb_point point, const plumb_ball *moved,
                     plumb_ball *gradient);
} mover;

static const mover *mover_of(const plumb_problem *p) {
    static const mover sinusoidal = {find_sinusoidal_frequencies, move_sinusoidal, leave},
                       learned = {NULL, move_learned, leave}, rope = {find_rope_frequencies, move_rope, turn_back},
                       temperature = {NULL, stay, leave};
    static const mover *const movers[] = {
#define MOVES_VECTORS(kind, name) [kind] = &(name),
#include "problem/positions.def"
    };
    return plumb_rotates_output(&p->position) ? &rope : movers[p->position.kind];
}

void plumb_move_query(plumb_positions *positions, const plumb_problem *problem, size_t b, size_t t,
                      const double *query) {
    plumb_point point = plumb_query_point(problem, b, t);
    mover_of(problem)->move(positions, problem, point, query, positions->query);
    positions->temperature =
        plumb_heat(&problem->position.temperature, point.on[0], positions->query, problem->head_dim);
}

void plumb_move_keys(plumb_positions *positions, const plumb_problem *problem, size_t b, size_t t, const double *key,
                     size_t from, size_t to) {
    const mover *encoding = mover_of(problem);
    const int64_t *key_position = keys_at(positions, problem, b, t);
    for (size_t j = from; j < to; j++)
        encoding->move(positions, problem, plumb_key_point(problem, key_position, j), key + j * problem->head_dim,
                       positions->key + j * problem->head_dim);
}

void plumb_move_vectors(plumb_positions *positions, const plumb_problem *problem, size_t b, size_t t,
                        const double *query, const double *key) {
    plumb_move_query(positions, problem, b, t, query);
    if (key == positions->key_source && !problem->mask.in_cache)
        return;
    plumb_move_keys(positions, problem, b, t, key, 0, problem->key_length);
    positions->key_source = key;
}

void plumb_query_gradient(plumb_positions *positions, const plumb_problem *problem, size_t b, size_t t,
                          const plumb_ball *moved, plumb_ball *gradient) {
    mover_of(problem)->gradient(positions, problem, plumb_query_point(problem, b, t), moved, gradient);
}

void plumb_key_gradient(plumb_positions *positions, const plumb_problem *problem, size_t b, size_t j,
                        const plumb_ball *moved, plumb_ball *gradient) {
    plumb_point point = plumb_key_point(problem, keys_at(positions, problem, b, 0), j);
    mover_of(problem)->gradient(positions, problem, point, moved, gradient);
}

plumb_ball plumb_moved_sink_product(plumb_positions *positions, const plumb_problem *problem, const double *sink_key) {
    for (size_t c = 0; c < problem->head_dim; c++)
        positions->sink_key[c] = plumb_ball_of(sink_key[c]);
    return plumb_ball_dot(positions->query, positions->sink_key, problem->head_dim);
}

/* ---- encodings that add to the scores: positions->bias of the first keys ---- */

plumb_ball plumb_slope_of_head(const plumb_problem *problem, size_t h) {
    const double *slopes = problem->position.slopes;
    return slopes != NULL ? plumb_ball_of(slopes[h]) : plumb_alibi_slope(problem->query_heads, h);
}

static plumb_ball scaled_slope(const plumb_problem *p, plumb_ball scale, size_t h) {
    plumb_ball slope = plumb_slope_of_head(p, h);
    return p->position.alibi == PLUMB_ALIBI_SCALED_KEY ? plumb_ball_multiply(scale, slope) : slope;
}

static void add_alibi(plumb_positions *own, const plumb_problem *p, plumb_ball scale, size_t b, size_t h, size_t t,
                      size_t keys) {
    plumb_alibi(p->position.alibi, scaled_slope(p, scale, h), query_position(p, b, t), keys_at(own, p, b, t), keys,
                own->bias);
}

static void find_buckets(plumb_positions *own, const plumb_problem *p, size_t b, size_t t, size_t keys) {
    plumb_t5_buckets(own->threshold, own->linear, own->logarithmic, p->position.bidirectional, query_position(p, b, t),
                     keys_at(own, p, b, t), keys, own->index);
}

static void add_t5(plumb_positions *own, const plumb_problem *p, plumb_ball scale, size_t b, size_t h, size_t t,
                   size_t keys) {
    (void)scale;
    find_buckets(own, p, b, t, keys);
    plumb_table_bias(p->position.table, p->position.buckets, p->query_heads, h, own->index, keys, own->bias);
}

static void add_bucket_index(plumb_positions *own, const plumb_problem *p, plumb_ball scale, size_t b, size_t h,
                             size_t t, size_t keys) {
    (void)scale;
    (void)h;
    find_buckets(own, p, b, t, keys);
    plumb_index_bias(own->index, keys, own->bias);
}

static void clip_distances(plumb_positions *own, const plumb_problem *p, size_t b, size_t t, size_t keys) {
    plumb_clipped_distances(query_position(p, b, t), keys_at(own, p, b, t), keys, p->position.table_rows / 2,
                            own->index);
}

static void add_relative_table(plumb_positions *own, const plumb_problem *p, plumb_ball scale, size_t b, size_t h,
                               size_t t, size_t keys) {
    (void)scale;
    clip_distances(own, p, b, t, keys);
    plumb_table_bias(p->position.table, p->position.table_rows, p->query_heads, h, own->index, keys, own->bias);
}

typedef struct {
    bool has_buckets;
    void (*add)(plumb_positions *own, const plumb_problem *p, plumb_ball scale, size_t b, size_t h, size_t t,
                size_t keys);
} adder;

/* NULL: the encoding adds nothing. */
static const adder *adder_of(const plumb_problem *p) {
    static const adder alibi = {false, add_alibi}, t5 = {true, add_t5}, bucket_index = {true, add_bucket_index},
                       relative_table = {false, add_relative_table};
    static const adder *const adders[] = {
#define ADDS_BIAS(kind, name) [kind] = &(name),
#include "problem/positions.def"
    };
    return adders[p->position.kind];
}

void plumb_position_bias(plumb_positions *positions, const plumb_problem *problem, plumb_ball scale, size_t b, size_t h,
                         size_t t, size_t keys) {
    adder_of(problem)->add(positions, problem, scale, b, h, t, keys);
}

/* ---- what they add, by its parameters ---- */

size_t plumb_position_parameters(const plumb_problem *p) {
    return p->position.kind == PLUMB_POSITION_ALIBI            ? 1
           : p->position.kind == PLUMB_POSITION_T5             ? p->position.buckets
           : p->position.kind == PLUMB_POSITION_RELATIVE_TABLE ? p->position.table_rows
                                                               : 0;
}

void plumb_position_parts(plumb_positions *own, const plumb_problem *p, plumb_ball scale, size_t b, size_t t,
                          size_t keys) {
    const plumb_ball one = plumb_ball_of(1.0);
    for (size_t j = 0; j < keys; j++) {
        own->index[j] = 0;
        own->bias[j] = one;
    }
    if (p->position.kind == PLUMB_POSITION_ALIBI) /* of the slope 1 */
        plumb_alibi(p->position.alibi, p->position.alibi == PLUMB_ALIBI_SCALED_KEY ? scale : one,
                    query_position(p, b, t), keys_at(own, p, b, t), keys, own->bias);
    else if (p->position.kind == PLUMB_POSITION_T5)
        find_buckets(own, p, b, t, keys);
    else
        clip_distances(own, p, b, t, keys);
}

/* ---- the encoding whose rows join keys and values ---- */

void plumb_relative_scores(plumb_positions *positions, const plumb_problem *problem, plumb_ball scale, size_t b,
                           size_t t, const double *query, const unsigned char *visible, plumb_ball *score) {
    const plumb_position *position = &problem->position;
    clip_distances(positions, problem, b, t, problem->key_length);
    plumb_shaw_scores(query, position->table, position->table_rows, problem->head_dim, positions->index,
                      problem->key_length, scale, positions->bias);
    plumb_add_position_bias(positions->bias, visible, problem->key_length, score);
}

void plumb_relative_values(plumb_positions *positions, const plumb_problem *problem, size_t b, size_t t,
                           const plumb_ball *weight, plumb_ball *output) {
    const plumb_position *position = &problem->position;
    if (position->value_table == NULL)
        return;
    clip_distances(positions, problem, b, t, problem->key_length);
    plumb_shaw_values(weight, positions->index, problem->key_length, position->value_table, position->table_rows,
                      problem->value_dim, output);
}

/* ---- arrays ---- */

static int make_thresholds(plumb_positions *own, const plumb_problem *p) {
    size_t buckets = p->position.bidirectional ? p->position.buckets / 2 : p->position.buckets;
    own->linear = buckets / 2;
    own->logarithmic = buckets - own->linear;
    own->threshold = calloc(own->logarithmic + 1, sizeof *own->threshold);
    if (own->threshold == NULL)
        return -1;
    return plumb_t5_thresholds(own->linear, own->logarithmic, p->position.max_distance, own->threshold);
}

static void make_frequencies(plumb_positions *own, const plumb_problem *p) {
    const mover *encoding = mover_of(p);
    if (encoding->find_frequencies != NULL)
        encoding->find_frequencies(own, p);
    for (size_t m = 0; m < p->head_dim / 2; m++)
        own->backward[m] = plumb_opposite_turns(own->frequency[m]);
}

/* one element more, so that no length asks for 0 bytes */
static int make_vectors(plumb_positions *own, const plumb_problem *p) {
    size_t pairs = p->head_dim / 2;
    if (p->head_dim > 0 && p->key_length > PLUMB_MOST_ELEMENTS / p->head_dim)
        return -1;
    own->frequency = calloc(pairs + 1, sizeof *own->frequency);
    own->backward = calloc(pairs + 1, sizeof *own->backward);
    own->query = calloc(p->head_dim + 1, sizeof *own->query);
    own->sink_key = calloc(p->head_dim + 1, sizeof *own->sink_key);
    own->key = calloc(p->key_length * p->head_dim + 1, sizeof *own->key);
    if (!own->frequency || !own->backward || !own->query || !own->sink_key || !own->key)
        return -1;
    if (mover_of(p)->gradient == turn_back &&
        plumb_angle_table_init(&own->angles, p->position.rope.dim / 2, p->key_length) != 0)
        return -1;
    make_frequencies(own, p);
    return 0;
}

static int make_keys(plumb_positions *own, const plumb_problem *p) {
    own->key_index = calloc(p->key_length + 1, sizeof *own->key_index);
    own->index = calloc(p->key_length + 1, sizeof *own->index);
    own->bias = calloc(p->key_length + 1, sizeof *own->bias);
    if (!own->key_index || !own->index || !own->bias)
        return -1;
    for (size_t j = 0; j < p->key_length; j++)
        own->key_index[j] = (int64_t)j;
    return 0;
}

int plumb_positions_init(plumb_positions *positions, const plumb_problem *problem) {
    memset(positions, 0, sizeof *positions);
    if (problem->position.kind == PLUMB_POSITION_NONE)
        return 0;
    int status = mover_of(problem) != NULL ? make_vectors(positions, problem) : 0;
    if (status == 0)
        status = make_keys(positions, problem);
    if (status == 0 && adder_of(problem) != NULL && adder_of(problem)->has_buckets)
        status = make_thresholds(positions, problem);
    if (status != 0)
        plumb_positions_free(positions);
    return status;
}

void plumb_positions_free(plumb_positions *positions) {
    void *const arrays[] = {positions->frequency, positions->backward,  positions->query, positions->key,
                            positions->sink_key,  positions->threshold, positions->key_index, positions->index,
                            positions->bias};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    plumb_angle_table_free(&positions->angles);
    memset(positions, 0, sizeof *positions);
}
