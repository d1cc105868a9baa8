#include "case/position_tensors.h"
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
    range r = {plumb_position_moves_vectors(position->kind) ? 0 : -PLUMB_POSITION_MAX, PLUMB_POSITION_MAX, 0, INT64_MAX,
               NULL};
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
static int check_position(const char *source, const char *who, int64_t p, const range *r, plumb_error *error) {
    char sum[64] = "";
    if (p < -PLUMB_POSITION_MAX || p > PLUMB_POSITION_MAX)
        return plumb_fail(error, "%s: %s is %" PRId64 ", which is beyond +-2^52", source, who, p);
    if (r->offset != 0)
        snprintf(sum, sizeof sum, ", %" PRId64 " with position_offset", p + r->offset);
    if (p + r->offset < r->least)
        return plumb_fail(error, "%s: %s is %" PRId64 "%s, which is below %" PRId64, source, who, p, sum, r->least);
    if (p + r->offset > r->most && r->limit != NULL)
        return plumb_fail(error, "%s: %s is %" PRId64 "%s, which is beyond %s, 0 to %" PRId64, source, who, p, sum,
                          r->limit, r->most);
    if (p + r->offset > r->most)
        return plumb_fail(error, "%s: %s is %" PRId64 "%s, which is beyond 2^52", source, who, p, sum);
    return 0;
}

/* p_t = t + offset, or p_j = j, up to the last place in a cache: the first and the last say it for
   all. */
static int check_counted(const char *source, const char *name, int64_t offset, size_t length, const range *r,
                         plumb_error *error) {
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

static int check_ids(const plumb_tensor *tensor, const int64_t *position, const range *r, plumb_error *error) {
    for (size_t i = 0; i < tensor->count; i++) {
        char index[PLUMB_SHAPE_TEXT], who[PLUMB_SHAPE_TEXT + 32];
        snprintf(who, sizeof who, "%s%s", tensor->name, plumb_shape_index(tensor, i, index));
        if (check_position(tensor->source, who, position[i], r, error) != 0)
            return -1;
    }
    return 0;
}

static int check_queries(const plumb_tensor *ids, const plumb_problem *p, const char *source, const range *r,
                         plumb_error *error) {
    if (ids != NULL)
        return check_ids(ids, p->position.query_position, r, error);
    return plumb_position_reads_queries(&p->position) ? check_counted(source, "causal_alignment: the position of query",
                                                                      p->causal.offset, p->query_length, r, error)
                                                      : 0;
}

int plumb_position_tensors_check(const plumb_tensor *const tensors[PLUMB_MEMBERS], const char *source,
                                 const plumb_problem *problem, plumb_error *error) {
    const plumb_tensor *keys = tensors[PLUMB_MEMBER_KEY_POSITIONS];
    range r = range_of(&problem->position);
    if (problem->position.kind == PLUMB_POSITION_NONE)
        return 0;
    if (problem->mask.in_cache)
        r.last_place = problem->mask.first + problem->mask.recent - 1;
    if (check_queries(tensors[PLUMB_MEMBER_QUERY_POSITIONS], problem, source, &r, error) != 0)
        return -1;
    return keys != NULL ? check_ids(keys, problem->position.key_position, &r, error)
                        : check_counted(source, "k: the position of key", 0, problem->key_length, &r, error);
}
