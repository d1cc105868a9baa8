/* positions.c - see positions.h: calls the verified encodings of src/position. */
#include "row/positions.h"
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
#include "row/t5_thresholds.h"
#include "score/feature_dot.h"
#include "score/position_bias.h"
#include <stdlib.h>
#include <string.h>

/* The kernels know nothing of a position so far away. */
#define NO_POSITION UINT64_MAX

static bool has_buckets(const plumb_problem *p) {
    return p->position.kind == PLUMB_POSITION_T5 || p->position.kind == PLUMB_POSITION_BUCKET_INDEX;
}

static int make_thresholds(plumb_positions *room, const plumb_problem *p) {
    size_t buckets = p->position.bidirectional ? p->position.buckets / 2 : p->position.buckets;
    room->linear = buckets / 2;
    room->logarithmic = buckets - room->linear;
    room->threshold = calloc(room->logarithmic + 1, sizeof *room->threshold);
    if (room->threshold == NULL)
        return -1;
    return plumb_t5_thresholds(room->linear, room->logarithmic, p->position.max_distance,
                               room->threshold);
}

/* One turn less the fraction: that of the angle -theta. */
static plumb_turns opposite(plumb_turns turns) {
    uint64_t low = ~((uint64_t)turns.third << 32 | turns.fourth) + 1;
    uint64_t high = ~((uint64_t)turns.first << 32 | turns.second) + (low == 0);
    return (plumb_turns){(uint32_t)(high >> 32), (uint32_t)high, (uint32_t)(low >> 32),
                         (uint32_t)low};
}

static void make_frequencies(plumb_positions *room, const plumb_problem *p) {
    const plumb_position *position = &p->position;
    if (position->kind == PLUMB_POSITION_SINUSOIDAL)
        room->has_frequency = plumb_sinusoidal_frequencies(
            position->sinusoidal_base, p->head_dim, position->sinusoidal_one_less, room->frequency);
    if (position->kind == PLUMB_POSITION_ROPE && position->rope.cosine == NULL)
        room->has_frequency =
            plumb_rope_frequencies(&position->rope, room->frequency, &room->multiplier);
    for (size_t m = 0; m < p->head_dim / 2; m++)
        room->backward[m] = opposite(room->frequency[m]);
}

/* one element more, so that no length asks for 0 bytes */
static int make_vectors(plumb_positions *room, const plumb_problem *p) {
    size_t pairs = p->head_dim / 2;
    if (p->head_dim > 0 && p->key_length > PLUMB_MOST_ELEMENTS / p->head_dim)
        return -1;
    room->frequency = calloc(pairs + 1, sizeof *room->frequency);
    room->backward = calloc(pairs + 1, sizeof *room->backward);
    room->cosine = calloc(pairs + 1, sizeof *room->cosine);
    room->sine = calloc(pairs + 1, sizeof *room->sine);
    room->query = calloc(p->head_dim + 1, sizeof *room->query);
    room->sink_key = calloc(p->head_dim + 1, sizeof *room->sink_key);
    room->key = calloc(p->key_length * p->head_dim + 1, sizeof *room->key);
    if (!room->frequency || !room->backward || !room->cosine || !room->sine || !room->query ||
        !room->sink_key || !room->key)
        return -1;
    make_frequencies(room, p);
    return 0;
}

static int make_keys(plumb_positions *room, const plumb_problem *p) {
    room->key_index = calloc(p->key_length + 1, sizeof *room->key_index);
    room->index = calloc(p->key_length + 1, sizeof *room->index);
    room->bias = calloc(p->key_length + 1, sizeof *room->bias);
    if (!room->key_index || !room->index || !room->bias)
        return -1;
    for (size_t j = 0; j < p->key_length; j++)
        room->key_index[j] = (int64_t)j;
    return 0;
}

int plumb_positions_init(plumb_positions *positions, const plumb_problem *problem) {
    memset(positions, 0, sizeof *positions);
    if (problem->position.kind == PLUMB_POSITION_NONE)
        return 0;
    bool moves = plumb_position_moves_vectors(problem->position.kind);
    int status = moves ? make_vectors(positions, problem) : 0;
    if (status == 0)
        status = make_keys(positions, problem);
    if (status == 0 && has_buckets(problem))
        status = make_thresholds(positions, problem);
    if (status != 0)
        plumb_positions_free(positions);
    return status;
}

void plumb_positions_free(plumb_positions *positions) {
    free(positions->frequency);
    free(positions->backward);
    free(positions->cosine);
    free(positions->sine);
    free(positions->query);
    free(positions->key);
    free(positions->sink_key);
    free(positions->threshold);
    free(positions->key_index);
    free(positions->index);
    free(positions->bias);
    memset(positions, 0, sizeof *positions);
}

/* Within the cache of a streaming mask: how many keys query t no longer has before its recent ones. */
static int64_t evicted(const plumb_problem *p, size_t t) {
    int64_t kept = p->mask.first + p->mask.recent, gone = (int64_t)t + p->causal.offset + 1 - kept;
    return p->mask.in_cache && gone > 0 ? gone : 0;
}

int64_t plumb_query_position(const plumb_problem *problem, size_t b, size_t t) {
    const int64_t *stated = problem->position.query_position;
    return stated ? stated[b * problem->query_length + t]
                  : (int64_t)t + problem->causal.offset - evicted(problem, t);
}

const int64_t *plumb_key_positions(plumb_positions *positions, const plumb_problem *problem,
                                   size_t b, size_t t) {
    const int64_t *stated = problem->position.key_position;
    if (stated != NULL)
        return stated + b * problem->key_length;
    if (problem->mask.in_cache)
        for (size_t j = 0; j < problem->key_length; j++)
            positions->key_index[j] =
                (int64_t)j - ((int64_t)j < problem->mask.first ? 0 : evicted(problem, t));
    return positions->key_index;
}

static void say_nothing(plumb_ball *ball, size_t count) {
    for (size_t i = 0; i < count; i++)
        ball[i] = plumb_ball_unknown();
}

/* A position below 0 is one above it, in turns backward. */
static const plumb_turns *frequency_at(const plumb_positions *room, int64_t position) {
    return position < 0 ? room->backward : room->frequency;
}

static uint64_t distance_from_zero(const plumb_positions *room, int64_t position) {
    if (!room->has_frequency)
        return NO_POSITION;
    return (uint64_t)(position < 0 ? -position : position);
}

/* Whether the position has a row in a table; learned tables and those of an engine. */
static bool is_row(int64_t position, size_t rows) {
    return position >= 0 && (uint64_t)position < rows;
}

static void set_angles(plumb_positions *room, const plumb_rope *rope, int64_t position) {
    size_t pairs = rope->dim / 2;
    if (rope->cosine == NULL)
        plumb_rotary_angles(frequency_at(room, position), pairs, distance_from_zero(room, position),
                            room->multiplier, room->cosine, room->sine);
    else if (is_row(position, rope->rows))
        plumb_stated_angles(rope->cosine + (size_t)position * pairs,
                            rope->sine + (size_t)position * pairs, pairs, room->cosine, room->sine);
    else {
        say_nothing(room->cosine, pairs);
        say_nothing(room->sine, pairs);
    }
}

static void add_learned(const plumb_problem *p, int64_t position, const double *x,
                        plumb_ball *moved) {
    if (is_row(position, p->position.table_rows))
        plumb_add_row(x, p->position.table + (size_t)position * p->head_dim, p->head_dim, moved);
    else
        say_nothing(moved, p->head_dim);
}

/* x, moved [head_dim] */
static void move(plumb_positions *room, const plumb_problem *p, int64_t position, const double *x,
                 plumb_ball *moved) {
    const plumb_rope *rope = &p->position.rope;
    int64_t index = position + p->position.offset;
    switch (p->position.kind) {
    case PLUMB_POSITION_ROPE:
        set_angles(room, rope, position);
        plumb_rotate(x, p->head_dim, rope->dim, rope->layout, room->cosine, room->sine, moved);
        break;
    case PLUMB_POSITION_SINUSOIDAL:
        plumb_add_sinusoidal(x, p->head_dim, frequency_at(room, index),
                             distance_from_zero(room, index), p->position.sinusoidal, moved);
        break;
    default:
        add_learned(p, index, x, moved);
        break;
    }
}

void plumb_move_vectors(plumb_positions *positions, const plumb_problem *problem, size_t b,
                        size_t t, const double *query, const double *key) {
    move(positions, problem, plumb_query_position(problem, b, t), query, positions->query);
    if (key == positions->key_source && !problem->mask.in_cache)
        return;
    const int64_t *key_position = plumb_key_positions(positions, problem, b, t);
    for (size_t j = 0; j < problem->key_length; j++)
        move(positions, problem, key_position[j], key + j * problem->head_dim,
             positions->key + j * problem->head_dim);
    positions->key_source = key;
}

plumb_ball plumb_moved_sink_product(plumb_positions *positions, const plumb_problem *problem,
                                    const double *sink_key) {
    for (size_t c = 0; c < problem->head_dim; c++)
        positions->sink_key[c] = plumb_ball_of(sink_key[c]);
    return plumb_ball_dot(positions->query, positions->sink_key, problem->head_dim);
}

static plumb_ball slope_of_head(const plumb_problem *p, plumb_ball scale, size_t h) {
    plumb_ball slope = p->position.slopes ? plumb_ball_of(p->position.slopes[h])
                                          : plumb_alibi_slope(p->query_heads, h);
    return p->position.alibi == PLUMB_ALIBI_SCALED_KEY ? plumb_ball_multiply(scale, slope) : slope;
}

static void clip_distances(plumb_positions *room, const plumb_problem *p, size_t b, size_t t,
                           size_t keys) {
    plumb_clipped_distances(plumb_query_position(p, b, t), plumb_key_positions(room, p, b, t), keys,
                            p->position.table_rows / 2, room->index);
}

static void find_buckets(plumb_positions *room, const plumb_problem *p, size_t b, size_t t,
                         size_t keys) {
    plumb_t5_buckets(room->threshold, room->linear, room->logarithmic, p->position.bidirectional,
                     plumb_query_position(p, b, t), plumb_key_positions(room, p, b, t), keys,
                     room->index);
}

void plumb_position_bias(plumb_positions *positions, const plumb_problem *problem, plumb_ball scale,
                         size_t b, size_t h, size_t t, size_t keys) {
    const plumb_position *position = &problem->position;
    switch (position->kind) {
    case PLUMB_POSITION_ALIBI:
        plumb_alibi(position->alibi, slope_of_head(problem, scale, h),
                    plumb_query_position(problem, b, t),
                    plumb_key_positions(positions, problem, b, t), keys, positions->bias);
        break;
    case PLUMB_POSITION_T5:
        find_buckets(positions, problem, b, t, keys);
        plumb_table_bias(position->table, position->buckets, problem->query_heads, h,
                         positions->index, keys, positions->bias);
        break;
    case PLUMB_POSITION_BUCKET_INDEX:
        find_buckets(positions, problem, b, t, keys);
        plumb_index_bias(positions->index, keys, positions->bias);
        break;
    default:
        clip_distances(positions, problem, b, t, keys);
        plumb_table_bias(position->table, position->table_rows, problem->query_heads, h,
                         positions->index, keys, positions->bias);
        break;
    }
}

void plumb_relative_scores(plumb_positions *positions, const plumb_problem *problem,
                           plumb_ball scale, size_t b, size_t t, const double *query,
                           const unsigned char *visible, plumb_ball *score) {
    const plumb_position *position = &problem->position;
    clip_distances(positions, problem, b, t, problem->key_length);
    plumb_shaw_scores(query, position->table, position->table_rows, problem->head_dim,
                      positions->index, problem->key_length, scale, positions->bias);
    plumb_add_position_bias(positions->bias, visible, problem->key_length, score);
}

void plumb_relative_values(plumb_positions *positions, const plumb_problem *problem, size_t b,
                           size_t t, const plumb_ball *weight, plumb_ball *output) {
    const plumb_position *position = &problem->position;
    if (position->value_table == NULL)
        return;
    clip_distances(positions, problem, b, t, problem->key_length);
    plumb_shaw_values(weight, positions->index, problem->key_length, position->value_table,
                      position->table_rows, problem->value_dim, output);
}
