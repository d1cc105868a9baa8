#include "case/position_tensors.h"
#include "schema/rules.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

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
    if ((position->kind == PLUMB_POSITION_ROPE || plumb_rotates_output(position)) && position->rope.cosine != NULL) {
        r.least = 0;
        r.most = (int64_t)position->rope.rows - 1;
        r.limit = "the rows of rope_cos";
    }
    return r;
}

/* Whether it is a position that they are, with the offset. */
static bool is_known(const range *r, int64_t p) {
    return p >= -PLUMB_POSITION_MAX && p <= PLUMB_POSITION_MAX && p + r->offset >= r->least && p + r->offset <= r->most;
}

/* who: "query_positions[0,3]" or "causal_alignment: query 3", of a position that is not known. */
static int refuse_position(const char *source, const char *who, int64_t p, const range *r, plumb_error *error) {
    char sum[64] = "";
    if (p < -PLUMB_POSITION_MAX || p > PLUMB_POSITION_MAX)
        return plumb_fail(error, "%s: %s is %" PRId64 ", which is beyond +-2^52", source, who, p);
    if (r->offset != 0)
        snprintf(sum, sizeof sum, ", %" PRId64 " with position_offset", p + r->offset);
    if (p + r->offset < r->least)
        return plumb_fail(error, "%s: %s is %" PRId64 "%s, which is below %" PRId64, source, who, p, sum, r->least);
    if (r->limit != NULL)
        return plumb_fail(error, "%s: %s is %" PRId64 "%s, which is beyond %s, 0 to %" PRId64, source, who, p, sum,
                          r->limit, r->most);
    return plumb_fail(error, "%s: %s is %" PRId64 "%s, which is beyond 2^52", source, who, p, sum);
}

/* p_t = t + offset, or p_j = j, up to the last place in a cache: the first and the last say it for
   all. */
static int check_counted(const char *source, const char *name, int64_t offset, size_t length, const range *r,
                         plumb_error *error) {
    const size_t ends[] = {0, length - 1};
    for (size_t i = 0; length > 0 && i < 2; i++) {
        char who[64];
        int64_t p = (int64_t)ends[i] + offset;
        p = p < r->last_place ? p : r->last_place;
        if (is_known(r, p))
            continue;
        snprintf(who, sizeof who, "%s %zu", name, ends[i]);
        return refuse_position(source, who, p, r, error);
    }
    return 0;
}

/* As the file has them, [batch,length] or [axes,batch,length]. */
static int check_ids(const char *source, const char *name, const int64_t *position, const plumb_problem *problem,
                     size_t length, const range *r, plumb_error *error) {
    size_t sections = problem->position.rope.sections.count, axes = plumb_axes_of(&problem->position);
    for (size_t i = 0; i < problem->batch * axes * length; i++) {
        char who[96], axis[32] = "";
        if (is_known(r, position[i]))
            continue;
        if (sections > 0)
            snprintf(axis, sizeof axis, "%zu,", i / length % axes);
        snprintf(who, sizeof who, "%s[%s%zu,%zu]", name, axis, i / length / axes, i % length);
        return refuse_position(source, who, position[i], r, error);
    }
    return 0;
}

/* Entries that are all alike are asked once. */
static int check_queries(const plumb_problem *problem, const char *source, const range *r, plumb_error *error) {
    const int64_t *length = problem->sequences.length;
    size_t entries = problem->mask.entry_offset != NULL || length != NULL ? problem->batch : 1;
    for (size_t b = 0; b < entries; b++)
        if (check_counted(source, "causal_alignment: the position of query", plumb_offset_of(problem, b),
                          length != NULL ? (size_t)length[b] : problem->query_length, r, error) != 0)
            return -1;
    return 0;
}

int plumb_position_tensors_check(const plumb_problem *problem, const char *of_queries, const char *of_keys,
                                 const char *source, plumb_error *error) {
    const plumb_position *position = &problem->position;
    range r = range_of(position);
    int result = 0;
    if (position->kind == PLUMB_POSITION_NONE)
        return 0;
    if (problem->mask.in_cache)
        r.last_place = problem->mask.first + problem->mask.recent - 1;
    if (position->query_position != NULL)
        result = check_ids(of_queries, "query_positions", position->query_position, problem,
                           problem->query_length, &r, error);
    else if (plumb_position_reads_queries(position))
        result = check_queries(problem, source, &r, error);
    if (result != 0 || plumb_rotates_output(position))
        return result;
    return position->key_position != NULL ? check_ids(of_keys, "key_positions", position->key_position, problem,
                                                      problem->key_length, &r, error)
                                          : check_counted(source, "k: the position of key", 0, problem->key_length, &r,
                                                          error);
}
