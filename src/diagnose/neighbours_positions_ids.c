/* neighbours_positions_ids.c - position ids passed over or shared, positions counted within
   documents or within a cache, and positions in few bits. */
#include "diagnose/change_places.h"
#include "diagnose/change_round.h"
#include "diagnose/neighbours_positions.h"
#include <inttypes.h>
#include <math.h>

/* Whose ids are passed over. */
enum { OF_QUERIES = 1, OF_KEYS = 2 };

static void count_from(int64_t first, int64_t *position, size_t batch, size_t length) {
    for (size_t i = 0; i < batch * length; i++)
        position[i] = first + (int64_t)(i % length);
}

/* integer: whose; second: the position of the first query, all being counted from there and keys
   from 0. */
static int pass_over_ids(const plumb_neighbour *neighbour, plumb_storage *storage,
                         plumb_case *changed) {
    plumb_problem *problem = &changed->problem, before = *problem;
    int64_t *query = NULL, *key = NULL;
    if (!plumb_has_ids(problem))
        return 0;
    int result = plumb_state_positions(storage, problem, &query, &key);
    if (result != 1)
        return result;
    if ((neighbour->integer & OF_QUERIES) != 0 && query != NULL)
        count_from(neighbour->second, query, problem->batch, problem->query_length);
    if ((neighbour->integer & OF_KEYS) != 0)
        count_from(0, key, problem->batch, problem->key_length);
    return plumb_places_made(&before, problem, query, key);
}

/* Every batch entry has the position ids of the first. */
static int share_ids(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    plumb_problem *problem = &changed->problem, before = *problem;
    int64_t *query = NULL, *key = NULL;
    (void)neighbour;
    if (!plumb_has_ids(problem))
        return 0;
    int result = plumb_state_positions(storage, problem, &query, &key);
    if (result != 1)
        return result;
    for (size_t i = 0; query != NULL && i < problem->batch * problem->query_length; i++)
        query[i] = query[i % problem->query_length];
    for (size_t i = 0; i < problem->batch * problem->key_length; i++)
        key[i] = key[i % problem->key_length];
    return plumb_places_made(&before, problem, query, key);
}

/* The first key of a document; 0 where it has none. */
static int64_t start_of(const plumb_problem *problem, size_t b, int64_t segment) {
    const int64_t *key_segment = problem->mask.key_segment + b * problem->key_length;
    for (size_t j = 0; j < problem->key_length; j++)
        if (key_segment[j] == segment)
            return (int64_t)j;
    return 0;
}

/* Positions count from the start of each document. */
static int count_documents(const plumb_neighbour *neighbour, plumb_storage *storage,
                           plumb_case *changed) {
    plumb_problem *problem = &changed->problem, before = *problem;
    const plumb_mask *mask = &problem->mask;
    int64_t *query = NULL, *key = NULL;
    (void)neighbour;
    if (plumb_has_ids(problem) || mask->query_segment == NULL || mask->key_segment == NULL)
        return 0;
    int result = plumb_state_positions(storage, problem, &query, &key);
    if (result != 1)
        return result;
    for (size_t i = 0; query != NULL && i < problem->batch * problem->query_length; i++)
        query[i] -= start_of(problem, i / problem->query_length, mask->query_segment[i]);
    for (size_t i = 0; i < problem->batch * problem->key_length; i++)
        key[i] -= start_of(problem, i / problem->key_length, mask->key_segment[i]);
    return plumb_places_made(&before, problem, query, key);
}

static bool round_all(int64_t *position, size_t count, plumb_format format) {
    for (size_t i = 0; position != NULL && i < count; i++) {
        double p = plumb_round_twice((double)position[i], format);
        if (!isfinite(p))
            return false;
        position[i] = (int64_t)p;
    }
    return true;
}

/* second: the format of positions. */
static int round_positions(const plumb_neighbour *neighbour, plumb_storage *storage,
                           plumb_case *changed) {
    plumb_problem *problem = &changed->problem, before = *problem;
    plumb_format format = (plumb_format)neighbour->second;
    int64_t *query = NULL, *key = NULL;
    int result = plumb_state_positions(storage, problem, &query, &key);
    if (result != 1)
        return result;
    if (!round_all(query, problem->batch * problem->query_length, format) ||
        !round_all(key, problem->batch * problem->key_length, format))
        return 0;
    return plumb_places_made(&before, problem, query, key);
}

/* Positions within the cache of a streaming mask, or in the text. */
static int toggle_cache(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    (void)neighbour;
    (void)storage;
    if (!problem->mask.streaming || problem->position.kind == PLUMB_POSITION_NONE)
        return 0;
    problem->mask.in_cache = !problem->mask.in_cache;
    return plumb_positions_made(problem);
}

static void add_counted(const plumb_problem *problem, plumb_neighbourhood *list, int64_t first) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "query_positions",
                                 .change = pass_over_ids,
                                 .second = first};
    bool of_both =
        problem->position.query_position != NULL && problem->position.key_position != NULL;
    neighbour.integer = OF_QUERIES | OF_KEYS;
    plumb_change_add(list, neighbour, "passes over position ids and counts, queries from %" PRId64,
                     first);
    neighbour.integer = OF_QUERIES;
    if (of_both)
        plumb_change_add(list, neighbour,
                         "passes over position ids of queries and counts from %" PRId64, first);
}

static void add_ids(const plumb_problem *problem, plumb_neighbourhood *list) {
    plumb_neighbour keys = {.kind = PLUMB_NEIGHBOUR_FAULT,
                            .axis = "query_positions",
                            .change = pass_over_ids,
                            .integer = OF_KEYS};
    plumb_neighbour shared = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "query_positions", .change = share_ids};
    int64_t last = (int64_t)problem->key_length - (int64_t)problem->query_length;
    if (!plumb_has_ids(problem))
        return;
    add_counted(problem, list, problem->causal.offset);
    if (last != problem->causal.offset)
        add_counted(problem, list, last);
    if (problem->position.query_position != NULL && problem->position.key_position != NULL)
        plumb_change_add(list, keys, "passes over position ids of keys and counts from 0");
    if (problem->batch > 1)
        plumb_change_add(list, shared, "uses the position ids of batch entry 0 for all");
}

static void add_rounded(plumb_neighbourhood *list, plumb_format format, const char *name) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "query_positions",
                                 .change = round_positions,
                                 .second = format};
    plumb_change_add(list, neighbour, "rounds positions to %s", name);
}

static void add_others(const plumb_problem *problem, plumb_neighbourhood *list) {
    plumb_neighbour documents = {
        .kind = PLUMB_NEIGHBOUR_CONVENTION, .axis = "query_positions", .change = count_documents};
    plumb_neighbour cache = {
        .kind = PLUMB_NEIGHBOUR_CONVENTION, .axis = "streaming_positions", .change = toggle_cache};
    const plumb_mask *mask = &problem->mask;
    plumb_change_member(&cache, "\"streaming_positions\":\"%s\"",
                        mask->in_cache ? "text" : "cache");
    if (mask->query_segment != NULL && !plumb_distances_count(problem))
        plumb_change_add(list, documents, "counts positions from the start of each document");
    if (mask->streaming)
        plumb_change_add(list, cache, "counts positions %s",
                         mask->in_cache ? "in the text, not within the cache"
                                        : "within the cache of the streaming mask");
}

void plumb_neighbours_of_ids(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *problem = &stated->problem;
    add_ids(problem, neighbourhood);
    add_rounded(neighbourhood, PLUMB_BF16, "bf16");
    add_rounded(neighbourhood, PLUMB_F16, "f16");
    add_others(problem, neighbourhood);
}
