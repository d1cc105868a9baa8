#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/verbs.h"

bool plumb_has_ids(const plumb_problem *problem) {
    return problem->position.query_position != NULL || problem->position.key_position != NULL;
}

bool plumb_distances_count(const plumb_problem *problem) {
    const plumb_position *position = &problem->position;
    switch (position->kind) {
    case PLUMB_POSITION_ROPE:
        return position->rope.cosine == NULL && position->temperature.factor == 0 &&
               !plumb_sink_meets_positions(problem);
    case PLUMB_POSITION_ALIBI:
        return position->alibi == PLUMB_ALIBI_RELATIVE || position->alibi == PLUMB_ALIBI_SYMMETRIC;
    case PLUMB_POSITION_NONE:
    case PLUMB_POSITION_ROPE_OUTPUT:
    case PLUMB_POSITION_SINUSOIDAL:
    case PLUMB_POSITION_LEARNED:
    case PLUMB_POSITION_TEMPERATURE:
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
    for (size_t i = 0; query != NULL && i < plumb_query_places(before); i++)
        if (query[i] != plumb_place_at(before, true, i))
            return true;
    for (size_t i = 0; key != NULL && i < plumb_key_places(before); i++)
        if (key[i] != plumb_place_at(before, false, i))
            return true;
    return false;
}

int plumb_places_made(const plumb_problem *before, const plumb_problem *problem, int64_t *query, int64_t *key) {
    size_t queries = plumb_query_places(problem), keys = plumb_key_places(problem);
    if (!stand_elsewhere(before, query, key))
        return 0;
    int64_t least = least_of(key, key == NULL ? 0 : keys, query == NULL ? 0 : least_of(query, queries, 0));
    if (least < 0 && problem->position.kind == PLUMB_POSITION_ROPE && plumb_distances_count(problem)) {
        lift(query, queries, -least);
        lift(key, keys, -least);
    }
    return plumb_positions_made(problem);
}

static void count_anew(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const int64_t *from = *view->place;
    int64_t how = m->by->integer;
    for (size_t i = 0; i < view->count; i++) {
        int64_t offset = plumb_offset_of(m->p, i / view->size[PLUMB_LENGTH] / view->size[PLUMB_AXES]);
        int64_t moved = how == PLUMB_FROM_0 ? -offset : how == PLUMB_ONE_FURTHER ? 1 : -1;
        ((int64_t *)to)[i] = from[i] < offset ? from[i] : how == PLUMB_ALL_AT_0 ? 0 : from[i] + moved;
    }
}

int plumb_count_anew(const plumb_making *m) {
    int64_t offset = m->p->causal.offset;
    bool behind_others = offset > 0 && (uint64_t)offset < m->p->key_length;
    return behind_others && !plumb_has_ids(m->p) ? plumb_change_tensors(m, count_anew) : 0;
}

/* The first key of a document; 0 where it has none. */
static int64_t start_of(const plumb_problem *problem, size_t b, int64_t segment) {
    const int64_t *key_segment = problem->mask.key_segment + b * problem->key_length;
    for (size_t j = 0; j < problem->key_length; j++)
        if (key_segment[j] == segment)
            return (int64_t)j;
    return 0;
}

static void count_documents(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const plumb_mask *mask = &m->p->mask;
    const int64_t *from = *view->place;
    const int64_t *segment = from == m->p->position.key_position ? mask->key_segment : mask->query_segment;
    size_t length = view->size[PLUMB_LENGTH];
    for (size_t i = 0; i < view->count; i++) {
        size_t b = i / length / view->size[PLUMB_AXES];
        ((int64_t *)to)[i] = from[i] - start_of(m->p, b, segment[b * length + i % length]);
    }
}

int plumb_count_documents(const plumb_making *m) {
    bool tells = m->p->mask.query_segment != NULL && m->p->mask.key_segment != NULL;
    return tells && !plumb_has_ids(m->p) ? plumb_change_tensors(m, count_documents) : 0;
}
