#include "diagnose/change_sums.h"
#include "diagnose/change_moved.h"

bool plumb_adds_vectors(const plumb_problem *problem) {
    return problem->position.kind == PLUMB_POSITION_SINUSOIDAL ||
           problem->position.kind == PLUMB_POSITION_LEARNED;
}

/* What a vector of zeros becomes. */
static int fill_table(plumb_storage *storage, const plumb_problem *problem, const int64_t *position,
                      size_t rows, double *table) {
    size_t dim = problem->head_dim;
    double *zeros = table + rows * dim;
    for (size_t c = 0; c < dim; c++)
        zeros[c] = 0;
    return plumb_move_vector(storage, problem, zeros, position, rows, table);
}

int plumb_tabulate_sums(plumb_storage *storage, plumb_problem *problem, double **table) {
    plumb_position *position = &problem->position;
    plumb_problem before = *problem;
    int64_t *row = NULL;
    size_t rows = 0;
    if (!plumb_adds_vectors(problem))
        return 0;
    int result = plumb_number_positions(storage, problem, &row, &rows);
    if (result != 1)
        return result;
    *table = plumb_storage_take(storage, (rows + 1) * problem->head_dim, sizeof **table);
    if (*table == NULL || fill_table(storage, &before, row, rows, *table) != 1)
        return -1;
    position->kind = PLUMB_POSITION_LEARNED;
    position->offset = 0;
    position->table = *table;
    position->table_rows = rows + 1;
    return 1;
}
