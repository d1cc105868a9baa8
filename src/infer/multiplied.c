#include "infer/multiplied.h"
#include "problem/traits.h"
#include "row/positions.h"

/* Elements that are moved at most. */
#define MOST_MOVED ((size_t)1 << 26)

static double *copy_middles(const plumb_ball *moved, size_t count, double *to) {
    for (size_t c = 0; c < count; c++)
        to[c] = moved[c].mid;
    return to + count;
}

static void move_queries(const plumb_problem *p, plumb_positions *positions, double *to) {
    const double *query = p->query;
    for (size_t head = 0; head < p->batch * p->query_heads; head++)
        for (size_t t = 0; t < p->query_length; t++, query += p->head_dim) {
            plumb_move_query(positions, p, head / p->query_heads, t, query);
            to = copy_middles(positions->query, p->head_dim, to);
        }
}

static void move_keys(const plumb_problem *p, plumb_positions *positions, double *to) {
    const double *key = p->key;
    size_t elements = p->key_length * p->head_dim;
    for (size_t head = 0; head < p->batch * p->key_heads; head++, key += elements) {
        plumb_move_keys(positions, p, head / p->key_heads, 0, key, 0, p->key_length);
        to = copy_middles(positions->key, elements, to);
    }
}

int plumb_multiplied_of(const plumb_problem *p, plumb_workspace *memory, plumb_problem *multiplied) {
    size_t queries = p->batch * p->query_heads * p->query_length * p->head_dim;
    size_t keys = p->batch * p->key_heads * p->key_length * p->head_dim;
    *multiplied = *p;
    if (!plumb_position_moves_vectors(p->position.kind) || p->mask.in_cache || queries + keys > MOST_MOVED)
        return 0;
    double *query = plumb_workspace_take(memory, queries, sizeof *query),
           *key = plumb_workspace_take(memory, keys, sizeof *key);
    plumb_positions positions;
    if (memory->short_of_memory || plumb_positions_init(&positions, p) != 0)
        return -1;
    move_queries(p, &positions, query);
    move_keys(p, &positions, key);
    plumb_positions_free(&positions);
    multiplied->query = query;
    multiplied->key = key;
    multiplied->position = (plumb_position){.kind = PLUMB_POSITION_NONE};
    return 0;
}
