#include "diagnose/change.h"
#include "case/position_tensors.h"
#include "diagnose/restate.h"
#include "exact/position.h"
#include "schema/rules.h"
#include <stdlib.h>

bool plumb_positions_fit(const plumb_problem *problem) {
    plumb_error error;
    return plumb_position_tensors_check(problem, "", "", "", &error) == 0;
}

bool plumb_positions_allowed(const plumb_problem *problem) {
    plumb_case c = {.problem = *problem};
    return plumb_case_allowed(&c);
}

int plumb_positions_made(const plumb_problem *problem) {
    return plumb_positions_allowed(problem) ? 1 : 0;
}

bool plumb_sink_meets_positions(const plumb_problem *problem) {
    plumb_sink sink = problem->op.sink;
    return plumb_position_moves_vectors(problem->position.kind) &&
           (sink == PLUMB_SINK_KEY || sink == PLUMB_SINK_KEY_VALUE || sink == PLUMB_SINK_TOKEN);
}

int64_t plumb_place_at(const plumb_problem *problem, bool queries, size_t i) {
    size_t length = queries ? problem->query_length : problem->key_length, axes = plumb_axes_of(&problem->position);
    size_t b = i / length / axes, token = i % length;
    plumb_point point = queries ? plumb_exact_query_point(problem, b, token)
                                : plumb_exact_key_point(problem, b, 0, token);
    return point.on[i / length % axes];
}

/* Where all queries, or all keys, stand. */
static int64_t *places_of(plumb_storage *storage, const plumb_problem *problem, bool queries) {
    size_t count = queries ? plumb_query_places(problem) : plumb_key_places(problem);
    int64_t *position = plumb_storage_take(storage, count, sizeof *position);
    for (size_t i = 0; position != NULL && i < count; i++)
        position[i] = plumb_place_at(problem, queries, i);
    return position;
}

int plumb_state_positions(plumb_storage *storage, plumb_problem *problem, int64_t **query, int64_t **key) {
    plumb_position *position = &problem->position;
    if (position->kind == PLUMB_POSITION_NONE || problem->mask.in_cache)
        return 0;
    bool reads_queries = plumb_position_reads_queries(position);
    int64_t *of_queries = reads_queries ? places_of(storage, problem, true) : NULL;
    bool reads_keys = position->kind != PLUMB_POSITION_TEMPERATURE && !plumb_rotates_output(position);
    int64_t *of_keys = reads_keys ? places_of(storage, problem, false) : NULL;
    if ((reads_queries && of_queries == NULL) || (reads_keys && of_keys == NULL))
        return -1;
    position->query_position = of_queries;
    position->key_position = of_keys;
    if (query != NULL)
        *query = of_queries;
    if (key != NULL)
        *key = of_keys;
    return 1;
}

bool plumb_reads_numbers(const plumb_problem *problem) {
    return problem->position.temperature.factor != 0;
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

int plumb_number_positions(plumb_storage *storage, plumb_problem *problem, int64_t **position, size_t *rows) {
    size_t queries = plumb_query_places(problem), keys = plumb_key_places(problem), count = 0;
    int64_t *query = NULL, *key = NULL;
    int result = plumb_reads_numbers(problem) ? 0 : plumb_state_positions(storage, problem, &query, &key);
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
