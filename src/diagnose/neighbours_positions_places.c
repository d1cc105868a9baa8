/* neighbours_positions_places.c - where queries and keys that are counted stand: one off, or from 0
   in place of behind a cache. */
#include "diagnose/change_places.h"
#include "diagnose/neighbours_positions.h"
#include <inttypes.h>

enum { QUERIES = 1, KEYS = 2 };

/* integer: queries or keys or both; second: what is added to their positions. */
static int shift(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_problem *problem = &changed->problem, before = *problem;
    int64_t *query = NULL, *key = NULL;
    int result = plumb_state_positions(storage, problem, &query, &key);
    if (result != 1)
        return result;
    if ((neighbour->integer & QUERIES) != 0)
        for (size_t i = 0; query != NULL && i < problem->batch * problem->query_length; i++)
            query[i] += neighbour->second;
    if ((neighbour->integer & KEYS) != 0)
        for (size_t i = 0; i < problem->batch * problem->key_length; i++)
            key[i] += neighbour->second;
    return plumb_places_made(&before, problem, query, key);
}

/* Queries count from 0, and so do the keys that came with them, behind those of the cache. */
static int count_anew(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    plumb_problem *problem = &changed->problem, before = *problem;
    int64_t *query = NULL, *key = NULL, offset = problem->causal.offset;
    (void)neighbour;
    if (plumb_has_ids(problem) || offset <= 0 || (uint64_t)offset >= problem->key_length)
        return 0;
    int result = plumb_state_positions(storage, problem, &query, &key);
    if (result != 1)
        return result;
    for (size_t i = 0; query != NULL && i < problem->batch * problem->query_length; i++)
        query[i] -= offset;
    for (size_t i = 0; i < problem->batch * problem->key_length; i++)
        key[i] -= key[i] < offset ? 0 : offset;
    return plumb_places_made(&before, problem, query, key);
}

typedef enum { FIRST_QUERY, LAST_QUERY } one_query;

/* integer: the query where all others of its batch entry stand. */
static int gather_queries(const plumb_neighbour *neighbour, plumb_storage *storage,
                          plumb_case *changed) {
    plumb_problem *problem = &changed->problem, before = *problem;
    int64_t *query = NULL, *key = NULL;
    size_t length = problem->query_length;
    size_t there = neighbour->integer == FIRST_QUERY ? 0 : length - 1;
    int result = plumb_state_positions(storage, problem, &query, &key);
    if (result != 1 || query == NULL)
        return result == 1 ? 0 : result;
    for (size_t b = 0; b < problem->batch; b++) {
        int64_t p = query[b * length + there];
        for (size_t t = 0; t < length; t++)
            query[b * length + t] = p;
    }
    return plumb_places_made(&before, problem, query, key);
}

static void add_shift(plumb_neighbourhood *list, int64_t which, int64_t by, const char *does) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = which == KEYS ? "key_positions" : "query_positions",
                                 .change = shift,
                                 .integer = which,
                                 .second = by};
    plumb_change_add(list, neighbour, "%s", does);
}

static void add_steps(const plumb_problem *problem, plumb_neighbourhood *list) {
    if (plumb_distances_count(problem)) {
        add_shift(list, QUERIES, -1,
                  "takes 1 from the positions of queries, or adds 1 to those of keys");
        add_shift(list, QUERIES, 1,
                  "adds 1 to the positions of queries, or takes 1 from those of keys");
        return;
    }
    if (problem->position.kind != PLUMB_POSITION_ALIBI) {
        add_shift(list, QUERIES, -1, "takes 1 from the positions of queries");
        add_shift(list, QUERIES, 1, "adds 1 to the positions of queries");
    }
    add_shift(list, KEYS, -1, "takes 1 from the positions of keys");
    add_shift(list, KEYS, 1, "adds 1 to the positions of keys");
    if (problem->position.kind != PLUMB_POSITION_ROPE)
        return;
    add_shift(list, QUERIES | KEYS, -1, "takes 1 from every position");
    add_shift(list, QUERIES | KEYS, 1, "adds 1 to every position");
}

static void add_offsets(const plumb_problem *problem, plumb_neighbourhood *list) {
    int64_t offset = problem->causal.offset;
    int64_t last = (int64_t)problem->key_length - (int64_t)problem->query_length;
    plumb_neighbour neighbour = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "query_positions", .change = shift};
    neighbour.integer = QUERIES;
    if (problem->position.query_position != NULL)
        return;
    neighbour.second = -offset;
    if (offset != 0)
        plumb_change_add(list, neighbour, "counts positions of queries from 0, not from %" PRId64,
                         offset);
    neighbour.second = last - offset;
    if (last != offset && last != 0)
        plumb_change_add(list, neighbour,
                         "counts positions of queries from %" PRId64 ", not from %" PRId64
                         ": the last query stands at the last key",
                         last, offset);
    neighbour.second = offset;
    if (offset != 0)
        plumb_change_add(list, neighbour,
                         "adds the offset %" PRId64 " to positions of queries twice", offset);
    neighbour.change = count_anew;
    if (offset > 0)
        plumb_change_add(list, neighbour,
                         "counts queries, and the keys from %" PRId64 " on, from position 0",
                         offset);
}

static void add_gathered(const plumb_problem *problem, plumb_neighbourhood *list) {
    plumb_neighbour neighbour = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "query_positions", .change = gather_queries};
    if (problem->query_length < 2)
        return;
    neighbour.integer = FIRST_QUERY;
    plumb_change_add(list, neighbour, "gives every query the position of the first");
    neighbour.integer = LAST_QUERY;
    plumb_change_add(list, neighbour, "gives every query the position of the last");
}

void plumb_neighbours_of_places(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *problem = &stated->problem;
    add_steps(problem, neighbourhood);
    add_offsets(problem, neighbourhood);
    add_gathered(problem, neighbourhood);
}
