/* neighbours_positions_sums.c - sinusoidal and learned encodings: from another row on, added to
   queries or keys alone, twice, to values too, or to larger vectors. */
#include "diagnose/change_sums.h"
#include "diagnose/neighbours_positions.h"
#include <inttypes.h>
#include <math.h>

/* integer: the offset */
static int use_offset(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    plumb_position *position = &changed->problem.position;
    (void)storage;
    if (!plumb_adds_vectors(&changed->problem) || position->offset == neighbour->integer)
        return 0;
    position->offset = neighbour->integer;
    return plumb_positions_made(&changed->problem);
}

typedef enum { QUERIES_ALONE, KEYS_ALONE } which;

/* integer: what the vectors are added to; the others read the row of zeros. */
static int add_to_one(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    bool queries = neighbour->integer == KEYS_ALONE;
    int64_t *query = NULL, *key = NULL;
    double *table = NULL;
    int result = plumb_tabulate_sums(storage, problem, &table);
    if (result == 1)
        result = plumb_state_positions(storage, problem, &query, &key);
    if (result != 1)
        return result;
    size_t count = problem->batch * (queries ? problem->query_length : problem->key_length);
    for (size_t i = 0; i < count; i++)
        (queries ? query : key)[i] = (int64_t)problem->position.table_rows - 1;
    return plumb_positions_made(problem);
}

static int add_twice(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    double *table = NULL;
    (void)neighbour;
    if (problem->position.kind != PLUMB_POSITION_SINUSOIDAL)
        return 0;
    int result = plumb_tabulate_sums(storage, problem, &table);
    if (result != 1)
        return result;
    for (size_t i = 0; i < problem->position.table_rows * problem->head_dim; i++)
        table[i] *= 2;
    return plumb_positions_made(problem);
}

/* Values of key heads have the dimension of the rows, and are moved as their keys are. */
static int add_to_values(const plumb_neighbour *neighbour, plumb_storage *storage,
                         plumb_case *changed) {
    plumb_problem *problem = &changed->problem, tabulated = *problem;
    size_t keys = problem->key_length, dim = problem->head_dim;
    double *table = NULL;
    (void)neighbour;
    if (problem->value_dim != dim)
        return 0;
    int result = plumb_tabulate_sums(storage, &tabulated, &table);
    if (result != 1)
        return result;
    double *value =
        plumb_change_copy(storage, problem->value, plumb_value_elements(problem), sizeof *value);
    if (value == NULL)
        return -1;
    for (size_t i = 0; i < plumb_value_elements(problem); i++) {
        size_t j = i / dim % keys, b = i / dim / keys / problem->key_heads;
        value[i] += table[(size_t)tabulated.position.key_position[b * keys + j] * dim + i % dim];
    }
    problem->value = value;
    return plumb_positions_made(problem);
}

/* Embeddings are multiplied by the root of their dimension before an encoding is added. */
static int enlarge_vectors(const plumb_neighbour *neighbour, plumb_storage *storage,
                           plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    double root = sqrt((double)problem->head_dim);
    (void)neighbour;
    if (!plumb_adds_vectors(problem) || problem->head_dim == 1)
        return 0;
    int result =
        plumb_change_multiply(storage, &problem->query, plumb_query_elements(problem), root);
    return result == 1
               ? plumb_change_multiply(storage, &problem->key, plumb_key_elements(problem), root)
               : result;
}

static void add_offset(plumb_neighbourhood *list, int64_t offset, int64_t stated) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_CONVENTION,
                                 .axis = "position_offset",
                                 .change = use_offset,
                                 .integer = offset};
    plumb_change_member(&neighbour, "\"position_offset\":%" PRId64, offset);
    plumb_change_add(list, neighbour,
                     "adds %" PRId64 " to positions, not the position_offset %" PRId64, offset,
                     stated);
}

/* None, those of OPT and of fairseq, and one or two more or less. */
static void add_offsets(plumb_neighbourhood *list, int64_t stated) {
    const int64_t offsets[] = {0, 2, stated + 1, stated - 1, stated + 2, stated - 2};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        bool listed = offsets[i] == stated;
        for (size_t j = 0; j < i; j++)
            listed = listed || offsets[j] == offsets[i];
        if (!listed)
            add_offset(list, offsets[i], stated);
    }
}

static bool is_sinusoidal(const plumb_case *stated) {
    return stated->problem.position.kind == PLUMB_POSITION_SINUSOIDAL;
}

static const plumb_change_line joins[] = {
    {"adds the encoding to queries, but not to keys", NULL, add_to_one, QUERIES_ALONE, 0, 0},
    {"adds the encoding to keys, but not to queries", NULL, add_to_one, KEYS_ALONE, 0, 0},
    {"adds the encoding to values, too", NULL, add_to_values, 0, 0, 0},
    {"multiplies queries and keys by sqrt(head_dim) before it adds the encoding", NULL,
     enlarge_vectors, 0, 0, 0},
    {"adds the encoding twice", is_sinusoidal, add_twice, 0, 0, 0},
};

void plumb_neighbours_of_sums(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *problem = &stated->problem;
    if (!plumb_adds_vectors(problem))
        return;
    add_offsets(neighbourhood, problem->position.offset);
    plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_FAULT, "encoding joins",
                           PLUMB_LINES(joins));
}
