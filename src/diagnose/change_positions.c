#include "diagnose/change_positions.h"
#include "case/positions.h"
#include "exact/position.h"
#include <math.h>
#include <stdlib.h>

/* The largest number of buckets that a case can state. */
enum { BUCKETS_MAX = 1024 };

static bool positive(double x) {
    return isfinite(x) && x > 0;
}

static bool factor_allowed(const plumb_rope *rope) {
    bool read = rope->scaling != PLUMB_ROPE_LONGROPE ||
                rope->length_rule == PLUMB_ROPE_BY_MAXIMUM || rope->multiplier == 0;
    return !read || positive(rope->factor);
}

static bool length_allowed(const plumb_rope *rope) {
    return rope->length_rule == PLUMB_ROPE_BY_MAXIMUM || positive(rope->length);
}

static bool divisors_allowed(const plumb_rope *rope) {
    bool allowed = rope->long_divisor != NULL && rope->short_divisor != NULL;
    for (size_t m = 0; allowed && m < rope->dim / 2; m++)
        allowed = positive(rope->long_divisor[m]) && positive(rope->short_divisor[m]);
    return allowed;
}

static bool scaling_allowed(const plumb_rope *rope) {
    bool original = positive(rope->original), factor = factor_allowed(rope);
    switch (rope->scaling) {
    case PLUMB_ROPE_UNSCALED:
        return true;
    case PLUMB_ROPE_LINEAR:
        return factor;
    case PLUMB_ROPE_NTK:
        return factor && rope->dim > 2;
    case PLUMB_ROPE_DYNAMIC:
        return factor && original && length_allowed(rope) && rope->dim > 2;
    case PLUMB_ROPE_YARN:
        return factor && original && rope->base > 1 && positive(rope->beta_fast) &&
               positive(rope->beta_slow);
    case PLUMB_ROPE_LLAMA3:
        return factor && original && positive(rope->low_frequency) &&
               isfinite(rope->high_frequency) && rope->high_frequency > rope->low_frequency;
    case PLUMB_ROPE_LONGROPE:
    default:
        return factor && rope->original > 1 && length_allowed(rope) && divisors_allowed(rope);
    }
}

static bool rope_allowed(const plumb_rope *rope, size_t head_dim) {
    if (rope->dim < 2 || rope->dim % 2 != 0 || rope->dim > head_dim)
        return false;
    if (rope->cosine != NULL)
        return rope->sine != NULL && rope->rows > 0;
    return positive(rope->base) && isfinite(rope->multiplier) && rope->multiplier >= 0 &&
           scaling_allowed(rope);
}

static bool buckets_allowed(const plumb_position *position) {
    size_t buckets = position->buckets, least = position->bidirectional ? 4 : 2;
    size_t linear = (position->bidirectional ? buckets / 2 : buckets) / 2;
    return buckets >= least && buckets <= BUCKETS_MAX &&
           !(position->bidirectional && buckets % 2 != 0) && position->max_distance > linear &&
           position->max_distance <= (size_t)PLUMB_POSITION_MAX;
}

static bool distances_allowed(const plumb_problem *problem) {
    const plumb_position *position = &problem->position;
    bool plain = problem->extra.gate == NULL && problem->extra.value_bias == NULL;
    return position->table != NULL && position->table_rows % 2 == 1 &&
           (position->value_table == NULL || plain);
}

static bool encoding_allowed(const plumb_problem *problem) {
    const plumb_position *position = &problem->position;
    switch (position->kind) {
    case PLUMB_POSITION_SINUSOIDAL:
        return problem->head_dim % 2 == 0 && positive(position->sinusoidal_base) &&
               !(position->sinusoidal_one_less && problem->head_dim < 4);
    case PLUMB_POSITION_LEARNED:
        return position->table != NULL && position->table_rows > 0;
    case PLUMB_POSITION_ROPE:
        return rope_allowed(&position->rope, problem->head_dim);
    case PLUMB_POSITION_T5:
        return position->table != NULL && buckets_allowed(position);
    case PLUMB_POSITION_BUCKET_INDEX:
        return buckets_allowed(position);
    case PLUMB_POSITION_RELATIVE_TABLE:
    case PLUMB_POSITION_SHAW:
        return distances_allowed(problem);
    case PLUMB_POSITION_NONE:
    case PLUMB_POSITION_ALIBI:
    default:
        return true;
    }
}

/* The operators whose features are not those of a moved vector, and what else does not go
   together. */
static bool company_allowed(const plumb_problem *problem) {
    const plumb_position *position = &problem->position;
    plumb_operator_kind kind = problem->op.kind;
    bool of_vectors =
        plumb_position_moves_vectors(position->kind) || position->kind == PLUMB_POSITION_SHAW;
    bool ids = position->query_position != NULL || position->key_position != NULL;
    if (of_vectors && (kind == PLUMB_ELU_KERNEL || kind == PLUMB_MLP_KERNEL))
        return false;
    if (position->query_position != NULL && !plumb_position_reads_queries(position))
        return false;
    return !problem->mask.in_cache ||
           (!ids && problem->mask.streaming && problem->mask.recent > 0 &&
            problem->op.sink != PLUMB_SINK_FIRST_KEYS);
}

/* Positions that an encoding knows, after the offset is added. */
typedef struct {
    int64_t least, most, offset;
} known_positions;

static known_positions known_by(const plumb_position *position) {
    bool moves = plumb_position_moves_vectors(position->kind);
    known_positions known = {moves ? 0 : -PLUMB_POSITION_MAX, PLUMB_POSITION_MAX, 0};
    if (position->kind == PLUMB_POSITION_SINUSOIDAL || position->kind == PLUMB_POSITION_LEARNED)
        known.offset = position->offset;
    if (position->kind == PLUMB_POSITION_LEARNED)
        known.most = (int64_t)position->table_rows - 1;
    if (position->kind == PLUMB_POSITION_ROPE && position->rope.cosine != NULL)
        known.most = (int64_t)position->rope.rows - 1;
    return known;
}

static bool is_known(known_positions known, int64_t p) {
    return p >= -PLUMB_POSITION_MAX && p <= PLUMB_POSITION_MAX &&
           known.offset >= -PLUMB_POSITION_MAX && known.offset <= PLUMB_POSITION_MAX &&
           p + known.offset >= known.least && p + known.offset <= known.most;
}

/* Of positions that are counted the first and the last say it for all; last: where they stop. */
static bool are_known(known_positions known, const int64_t *position, size_t count, size_t length,
                      int64_t first, int64_t last) {
    if (length == 0)
        return true;
    if (position == NULL) {
        int64_t end = first + (int64_t)length - 1;
        return is_known(known, first < last ? first : last) &&
               is_known(known, end < last ? end : last);
    }
    for (size_t i = 0; i < count; i++)
        if (!is_known(known, position[i]))
            return false;
    return true;
}

bool plumb_positions_allowed(const plumb_problem *problem) {
    const plumb_position *position = &problem->position;
    const plumb_mask *mask = &problem->mask;
    known_positions known = known_by(position);
    if (position->kind == PLUMB_POSITION_NONE)
        return !mask->in_cache;
    if (!company_allowed(problem) || !encoding_allowed(problem))
        return false;
    int64_t last = mask->in_cache ? mask->first + mask->recent - 1 : INT64_MAX;
    bool keys = are_known(known, position->key_position, problem->batch * problem->key_length,
                          problem->key_length, 0, last);
    return keys &&
           (!plumb_position_reads_queries(position) ||
            are_known(known, position->query_position, problem->batch * problem->query_length,
                      problem->query_length, problem->causal.offset, last));
}

int plumb_positions_made(const plumb_problem *problem) {
    return plumb_positions_allowed(problem) ? 1 : 0;
}

bool plumb_sink_meets_positions(const plumb_problem *problem) {
    plumb_sink sink = problem->op.sink;
    return plumb_position_moves_vectors(problem->position.kind) &&
           (sink == PLUMB_SINK_KEY || sink == PLUMB_SINK_KEY_VALUE || sink == PLUMB_SINK_TOKEN);
}

static int64_t *query_positions(plumb_storage *storage, const plumb_problem *problem) {
    size_t length = problem->query_length;
    int64_t *position = plumb_storage_take(storage, problem->batch * length, sizeof *position);
    for (size_t i = 0; position != NULL && i < problem->batch * length; i++)
        position[i] = plumb_exact_query_position(problem, i / length, i % length);
    return position;
}

static int64_t *key_positions(plumb_storage *storage, const plumb_problem *problem) {
    size_t length = problem->key_length;
    int64_t *position = plumb_storage_take(storage, problem->batch * length, sizeof *position);
    for (size_t i = 0; position != NULL && i < problem->batch * length; i++)
        position[i] = plumb_exact_key_position(problem, i / length, 0, i % length);
    return position;
}

int plumb_state_positions(plumb_storage *storage, plumb_problem *problem, int64_t **query,
                          int64_t **key) {
    plumb_position *position = &problem->position;
    if (position->kind == PLUMB_POSITION_NONE || problem->mask.in_cache)
        return 0;
    bool reads_queries = plumb_position_reads_queries(position);
    int64_t *of_queries = reads_queries ? query_positions(storage, problem) : NULL;
    int64_t *of_keys = key_positions(storage, problem);
    if ((reads_queries && of_queries == NULL) || of_keys == NULL)
        return -1;
    position->query_position = of_queries;
    position->key_position = of_keys;
    if (query != NULL)
        *query = of_queries;
    if (key != NULL)
        *key = of_keys;
    return 1;
}

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void number(int64_t *position, size_t count, const int64_t *row, size_t rows) {
    for (size_t i = 0; i < count; i++) {
        const int64_t *found = bsearch(&position[i], row, rows, sizeof *row, by_size);
        position[i] = found - row;
    }
}

int plumb_number_positions(plumb_storage *storage, plumb_problem *problem, int64_t **position,
                           size_t *rows) {
    size_t queries = problem->batch * problem->query_length;
    size_t keys = problem->batch * problem->key_length, count = 0;
    int64_t *query = NULL, *key = NULL;
    int result = plumb_state_positions(storage, problem, &query, &key);
    if (result != 1 || query == NULL)
        return result == 1 ? 0 : result;
    int64_t *row = plumb_storage_take(storage, queries + keys, sizeof *row);
    if (row == NULL)
        return -1;
    for (size_t i = 0; i < queries + keys; i++)
        row[i] = i < queries ? query[i] : key[i - queries];
    qsort(row, queries + keys, sizeof *row, by_size);
    for (size_t i = 0; i < queries + keys; i++)
        if (count == 0 || row[i] != row[count - 1])
            row[count++] = row[i];
    number(query, queries, row, count);
    number(key, keys, row, count);
    *position = row;
    *rows = count;
    return 1;
}
