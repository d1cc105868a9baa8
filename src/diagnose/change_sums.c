#include "diagnose/change.h"
#include "diagnose/changes.h"

bool plumb_adds_vectors(const plumb_problem *problem) {
    return problem->position.kind == PLUMB_POSITION_SINUSOIDAL || problem->position.kind == PLUMB_POSITION_LEARNED;
}

/* What a vector of zeros becomes. */
static int fill_table(plumb_storage *storage, const plumb_problem *problem, const int64_t *position, size_t rows,
                      double *table) {
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

/* The others read the row of zeros. */
int plumb_add_to_one(const plumb_making *m) {
    plumb_problem *problem = m->p;
    bool queries = m->by->integer == PLUMB_KEYS_ALONE;
    int64_t *query = NULL, *key = NULL;
    double *table = NULL;
    int result = plumb_tabulate_sums(m->storage, problem, &table);
    if (result == 1)
        result = plumb_state_positions(m->storage, problem, &query, &key);
    if (result != 1)
        return result;
    size_t count = problem->batch * (queries ? problem->query_length : problem->key_length);
    for (size_t i = 0; i < count; i++)
        (queries ? query : key)[i] = (int64_t)problem->position.table_rows - 1;
    return plumb_positions_made(problem);
}

/* Values of key heads have the dimension of the rows, and are moved as their keys are. */
int plumb_add_to_values(const plumb_making *m) {
    plumb_problem *problem = m->p, tabulated = *problem;
    size_t keys = problem->key_length, dim = problem->head_dim;
    double *table = NULL;
    if (problem->value_dim != dim)
        return 0;
    int result = plumb_tabulate_sums(m->storage, &tabulated, &table);
    if (result != 1)
        return result;
    double *value = plumb_change_copy(m->storage, problem->value, plumb_value_elements(problem), sizeof *value);
    if (value == NULL)
        return -1;
    for (size_t i = 0; i < plumb_value_elements(problem); i++) {
        size_t j = i / dim % keys, b = i / dim / keys / problem->key_heads;
        value[i] += table[(size_t)tabulated.position.key_position[b * keys + j] * dim + i % dim];
    }
    problem->value = value;
    return plumb_positions_made(problem);
}
