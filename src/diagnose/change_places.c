#include "diagnose/change_places.h"
#include "exact/position.h"

bool plumb_has_ids(const plumb_problem *problem) {
    return problem->position.query_position != NULL || problem->position.key_position != NULL;
}

bool plumb_distances_count(const plumb_problem *problem) {
    const plumb_position *position = &problem->position;
    switch (position->kind) {
    case PLUMB_POSITION_ROPE:
        return position->rope.cosine == NULL && !plumb_sink_meets_positions(problem);
    case PLUMB_POSITION_ALIBI:
        return position->alibi == PLUMB_ALIBI_RELATIVE || position->alibi == PLUMB_ALIBI_SYMMETRIC;
    case PLUMB_POSITION_NONE:
    case PLUMB_POSITION_SINUSOIDAL:
    case PLUMB_POSITION_LEARNED:
        return false;
    default:
        return true;
    }
}

static int64_t least_of(const int64_t *position, size_t count, int64_t least) {
    for (size_t i = 0; i < count; i++)
        least = position[i] < least ? position[i] : least;
    return least;
}

static void lift(int64_t *position, size_t count, int64_t by) {
    for (size_t i = 0; i < count; i++)
        position[i] += by;
}

static bool stand_elsewhere(const plumb_problem *before, const int64_t *query, const int64_t *key) {
    for (size_t i = 0; query != NULL && i < before->batch * before->query_length; i++)
        if (query[i] !=
            plumb_exact_query_position(before, i / before->query_length, i % before->query_length))
            return true;
    for (size_t i = 0; i < before->batch * before->key_length; i++)
        if (key[i] !=
            plumb_exact_key_position(before, i / before->key_length, 0, i % before->key_length))
            return true;
    return false;
}

int plumb_places_made(const plumb_problem *before, const plumb_problem *problem, int64_t *query,
                      int64_t *key) {
    size_t queries = problem->batch * problem->query_length;
    size_t keys = problem->batch * problem->key_length;
    if (!stand_elsewhere(before, query, key))
        return 0;
    int64_t least = least_of(key, keys, query == NULL ? 0 : least_of(query, queries, 0));
    if (least < 0 && problem->position.kind == PLUMB_POSITION_ROPE &&
        plumb_distances_count(problem)) {
        lift(query, queries, -least);
        lift(key, keys, -least);
    }
    return plumb_positions_made(problem);
}

int plumb_count_anew(const plumb_making *m) {
    plumb_problem *problem = m->p, before = *problem;
    int64_t *query = NULL, *key = NULL, offset = problem->causal.offset;
    if (plumb_has_ids(problem) || offset <= 0 || (uint64_t)offset >= problem->key_length)
        return 0;
    int result = plumb_state_positions(m->storage, problem, &query, &key);
    if (result != 1)
        return result;
    for (size_t i = 0; query != NULL && i < problem->batch * problem->query_length; i++)
        query[i] -= offset;
    for (size_t i = 0; i < problem->batch * problem->key_length; i++)
        key[i] -= key[i] < offset ? 0 : offset;
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

int plumb_count_documents(const plumb_making *m) {
    plumb_problem *problem = m->p, before = *problem;
    const plumb_mask *mask = &problem->mask;
    int64_t *query = NULL, *key = NULL;
    if (plumb_has_ids(problem) || mask->query_segment == NULL || mask->key_segment == NULL)
        return 0;
    int result = plumb_state_positions(m->storage, problem, &query, &key);
    if (result != 1)
        return result;
    for (size_t i = 0; query != NULL && i < problem->batch * problem->query_length; i++)
        query[i] -= start_of(problem, i / problem->query_length, mask->query_segment[i]);
    for (size_t i = 0; i < problem->batch * problem->key_length; i++)
        key[i] -= start_of(problem, i / problem->key_length, mask->key_segment[i]);
    return plumb_places_made(&before, problem, query, key);
}
