#include "diagnose/change.h"
#include "row/positions.h"
#include <string.h>

/* The same encoding, of one query and so many keys of one head. */
static plumb_problem of_keys(const plumb_problem *problem, const double *key, const int64_t *position, size_t rows) {
    plumb_problem p = *problem;
    p.batch = p.query_heads = p.key_heads = p.query_length = 1;
    p.key_length = rows;
    p.query = p.key = key;
    p.mask = (plumb_mask){0};
    p.position.query_position = p.position.key_position = position;
    return p;
}

int plumb_move_vector(plumb_storage *storage, const plumb_problem *problem, const double *vector,
                      const int64_t *position, size_t rows, double *moved) {
    size_t dim = problem->head_dim;
    double *key = plumb_storage_take(storage, rows * dim, sizeof *key);
    int64_t *places = plumb_storage_take(storage, plumb_axes_of(&problem->position) * rows, sizeof *places);
    plumb_positions workspace;
    if (rows == 0)
        return 1;
    if (key == NULL || places == NULL)
        return -1;
    for (size_t a = 0; a < plumb_axes_of(&problem->position); a++)
        memcpy(places + a * rows, position, rows * sizeof *places);
    for (size_t i = 0; i < rows; i++)
        memcpy(key + i * dim, vector, dim * sizeof *vector);
    plumb_problem p = of_keys(problem, key, places, rows);
    if (plumb_positions_init(&workspace, &p) != 0)
        return -1;
    plumb_move_vectors(&workspace, &p, 0, 0, p.query, p.key);
    for (size_t i = 0; i < rows * dim; i++)
        moved[i] = workspace.key[i].mid;
    plumb_positions_free(&workspace);
    return 1;
}
