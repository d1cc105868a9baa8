#include "case/position_tensors.h"
#include "case/decode.h"
#include "case/shape.h"
#include "schema/rules.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The positions that a position can stand for. */
typedef struct {
    int64_t least, most;
    int64_t offset;     /* added to each before it is held against the two */
    int64_t last_place; /* positions that are counted, not stated, stop there */
    const char *limit;  /* in words, what lies at most; NULL: 2^52 */
} range;

static range range_of(const plumb_position *position) {
    range r = {plumb_position_moves_vectors(position->kind) ? 0 : -PLUMB_POSITION_MAX,
               PLUMB_POSITION_MAX, 0, INT64_MAX, NULL};
    if (position->kind == PLUMB_POSITION_SINUSOIDAL || position->kind == PLUMB_POSITION_LEARNED)
        r.offset = position->offset;
    if (position->kind == PLUMB_POSITION_LEARNED) {
        r.most = (int64_t)position->table_rows - 1;
        r.limit = "the rows of position_table";
    }
    if (position->kind == PLUMB_POSITION_ROPE && position->rope.cosine != NULL) {
        r.most = (int64_t)position->rope.rows - 1;
        r.limit = "the rows of rope_cos";
    }
    return r;
}

/* who: "query_positions[0,3]" or "causal_alignment: query 3". */
static int check_position(const char *source, const char *who, int64_t p, const range *r,
                          plumb_error *error) {
    char sum[64] = "";
    if (p < -PLUMB_POSITION_MAX || p > PLUMB_POSITION_MAX)
        return plumb_fail(error, "%s: %s is %" PRId64 ", which is beyond +-2^52", source, who, p);
    if (r->offset != 0)
        snprintf(sum, sizeof sum, ", %" PRId64 " with position_offset", p + r->offset);
    if (p + r->offset < r->least)
        return plumb_fail(error, "%s: %s is %" PRId64 "%s, which is below %" PRId64, source, who, p,
                          sum, r->least);
    if (p + r->offset > r->most && r->limit != NULL)
        return plumb_fail(error, "%s: %s is %" PRId64 "%s, which is beyond %s, 0 to %" PRId64,
                          source, who, p, sum, r->limit, r->most);
    if (p + r->offset > r->most)
        return plumb_fail(error, "%s: %s is %" PRId64 "%s, which is beyond 2^52", source, who, p,
                          sum);
    return 0;
}

/* p_t = t + offset, or p_j = j, up to the last place in a cache: the first and the last say it for
   all. */
static int check_counted(const char *source, const char *name, int64_t offset, size_t length,
                         const range *r, plumb_error *error) {
    const size_t ends[] = {0, length - 1};
    for (size_t i = 0; length > 0 && i < 2; i++) {
        char who[64];
        int64_t p = (int64_t)ends[i] + offset;
        snprintf(who, sizeof who, "%s %zu", name, ends[i]);
        if (check_position(source, who, p < r->last_place ? p : r->last_place, r, error) != 0)
            return -1;
    }
    return 0;
}

static int assemble_ids(const plumb_tensor *tensor, size_t batch, size_t length, const range *r,
                        plumb_storage *storage, const int64_t **out, plumb_error *error) {
    const int64_t *position = plumb_decode_integers(tensor, batch, length, storage, error);
    if (position == NULL)
        return -1;
    for (size_t i = 0; i < tensor->count; i++) {
        char index[PLUMB_SHAPE_TEXT], who[PLUMB_SHAPE_TEXT + 32];
        snprintf(who, sizeof who, "%s%s", tensor->name, plumb_shape_index(tensor, i, index));
        if (check_position(tensor->source, who, position[i], r, error) != 0)
            return -1;
    }
    *out = position;
    return 0;
}

static int assemble_positions(const plumb_tensor *const *tensors, const char *source,
                              plumb_storage *storage, plumb_problem *p, plumb_error *error) {
    const plumb_tensor *queries = tensors[PLUMB_MEMBER_QUERY_POSITIONS],
                       *keys = tensors[PLUMB_MEMBER_KEY_POSITIONS];
    plumb_position *position = &p->position;
    range r = range_of(position);
    if (p->mask.in_cache)
        r.last_place = p->mask.first + p->mask.recent - 1;
    int result = 0;
    if (queries != NULL)
        result = assemble_ids(queries, p->batch, p->query_length, &r, storage,
                              &position->query_position, error);
    else if (plumb_position_reads_queries(position))
        result = check_counted(source, "causal_alignment: the position of query", p->causal.offset,
                               p->query_length, &r, error);
    if (result != 0)
        return -1;
    if (keys != NULL)
        return assemble_ids(keys, p->batch, p->key_length, &r, storage, &position->key_position,
                            error);
    return check_counted(source, "k: the position of key", 0, p->key_length, &r, error);
}

/* The numbers of a tensor of a right shape; none without a tensor. */
static int assemble_numbers(const plumb_tensor *const *tensors, plumb_member member, const plumb_problem *p,
                            plumb_storage *storage, const double **out, plumb_error *error) {
    const plumb_tensor *tensor = tensors[member];
    if (tensor == NULL)
        return 0;
    if (plumb_shape_check(tensor, member, p, error) != 0)
        return -1;
    *out = plumb_decode_finite(tensor, storage, error);
    return *out == NULL ? -1 : 0;
}

static int check_divisors(const plumb_tensor *tensor, const double *divisor, plumb_error *error) {
    for (size_t i = 0; tensor != NULL && i < tensor->count; i++) {
        char index[PLUMB_SHAPE_TEXT];
        if (divisor[i] <= 0)
            return plumb_fail(error, "%s: %s%s is %.17g, which is not above 0", tensor->source,
                              tensor->name, plumb_shape_index(tensor, i, index), divisor[i]);
    }
    return 0;
}

static int assemble_divisors(const plumb_tensor *const *t, plumb_member member, const plumb_problem *p,
                             plumb_storage *storage, const double **out, plumb_error *error) {
    if (assemble_numbers(t, member, p, storage, out, error) != 0)
        return -1;
    return check_divisors(t[member], *out, error);
}

static int assemble_tables(const plumb_tensor *const *t, plumb_storage *storage, plumb_problem *p,
                           plumb_error *error) {
    plumb_position *position = &p->position;
    plumb_rope *rope = &position->rope;
    const plumb_tensor *table = t[PLUMB_MEMBER_POSITION_TABLE], *cosine = t[PLUMB_MEMBER_ROPE_COS];
    if (assemble_numbers(t, PLUMB_MEMBER_POSITION_TABLE, p, storage, &position->table, error) != 0 ||
        assemble_numbers(t, PLUMB_MEMBER_ROPE_COS, p, storage, &rope->cosine, error) != 0)
        return -1;
    position->table_rows = table != NULL ? table->shape[0] : 0;
    rope->rows = cosine != NULL ? cosine->shape[0] : 0;
    if (assemble_numbers(t, PLUMB_MEMBER_POSITION_VALUES, p, storage, &position->value_table, error) != 0 ||
        assemble_numbers(t, PLUMB_MEMBER_SLOPES, p, storage, &position->slopes, error) != 0 ||
        assemble_numbers(t, PLUMB_MEMBER_ROPE_SIN, p, storage, &rope->sine, error) != 0 ||
        assemble_divisors(t, PLUMB_MEMBER_ROPE_LONG, p, storage, &rope->long_divisor, error) != 0 ||
        assemble_divisors(t, PLUMB_MEMBER_ROPE_SHORT, p, storage, &rope->short_divisor, error) != 0)
        return -1;
    return 0;
}

int plumb_position_tensors_assemble(const plumb_tensor *const tensors[PLUMB_MEMBERS],
                                    const char *source, plumb_storage *storage,
                                    plumb_problem *problem, plumb_error *error) {
    if (problem->position.kind == PLUMB_POSITION_NONE)
        return 0;
    if (assemble_tables(tensors, storage, problem, error) != 0)
        return -1;
    return assemble_positions(tensors, source, storage, problem, error);
}
