#include "diagnose/change_columns.h"

static int permute(plumb_storage *storage, const double **vectors, size_t count, size_t dim, const size_t *from) {
    double *moved = plumb_storage_take(storage, count * dim, sizeof *moved);
    if (moved == NULL)
        return -1;
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < dim; c++)
            moved[i * dim + c] = (*vectors)[i * dim + from[c]];
    *vectors = moved;
    return 1;
}

int plumb_permute_queries(plumb_storage *storage, plumb_problem *problem, const size_t *from) {
    size_t dim = problem->head_dim;
    return permute(storage, &problem->query, plumb_query_elements(problem) / dim, dim, from);
}

int plumb_permute_keys(plumb_storage *storage, plumb_problem *problem, const size_t *from) {
    size_t dim = problem->head_dim;
    return permute(storage, &problem->key, plumb_key_elements(problem) / dim, dim, from);
}

int plumb_permute_sinks(plumb_storage *storage, plumb_problem *problem, const size_t *from) {
    if (problem->extra.sink_key == NULL)
        return 1;
    return permute(storage, &problem->extra.sink_key, problem->query_heads, problem->head_dim, from);
}

int plumb_permute_vectors(plumb_storage *storage, plumb_problem *problem, const size_t *from) {
    if (plumb_permute_queries(storage, problem, from) != 1 || plumb_permute_keys(storage, problem, from) != 1)
        return -1;
    return plumb_permute_sinks(storage, problem, from);
}
