/* neighbours_keys_contents.c - keys and values that engines read from elsewhere, and elements that
   they pass over. */
#include "diagnose/change.h"
#include "diagnose/gather.h"
#include "diagnose/neighbours_keys.h"
#include <string.h>

/* Which tensors. */
enum { KEYS = 1, VALUES = 2 };

/* What stands in place of the last keys. */
typedef enum { ZEROS, THE_KEY_BEFORE } filling;

static void fill(double *matrix, size_t keys, size_t count, size_t width, filling with) {
    for (size_t j = keys - count; j < keys; j++)
        for (size_t c = 0; c < width; c++)
            matrix[j * width + c] = with == ZEROS ? 0 : matrix[(j - 1) * width + c];
}

static int fill_last(plumb_storage *storage, const double **tensor, const plumb_problem *p,
                     size_t width, size_t count, filling with, bool *differs) {
    size_t matrices = p->batch * p->key_heads, size = p->key_length * width;
    double *filled = plumb_change_copy(storage, *tensor, matrices * size, sizeof *filled);
    if (filled == NULL)
        return -1;
    for (size_t n = 0; n < matrices; n++)
        fill(filled + n * size, p->key_length, count, width, with);
    *differs = *differs || !plumb_same_numbers(filled, *tensor, matrices * size);
    *tensor = filled;
    return 0;
}

/* integer: which tensors; second: the filling; number: how many of the last keys, or 0 for as many
   as there are queries */
static int replace_last(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem problem = changed->problem;
    size_t count = neighbour->number > 0 ? (size_t)neighbour->number : problem.query_length;
    filling with = (filling)neighbour->second;
    bool differs = false;
    if (count >= problem.key_length)
        return 0;
    if ((neighbour->integer & KEYS) != 0 &&
        fill_last(storage, &problem.key, &problem, problem.head_dim, count, with, &differs) != 0)
        return -1;
    if ((neighbour->integer & VALUES) != 0 &&
        fill_last(storage, &problem.value, &problem, problem.value_dim, count, with, &differs) != 0)
        return -1;
    if (!differs)
        return 0;
    changed->problem = problem;
    return 1;
}

/* What stands where no key is before the first, or after the last. */
typedef enum { ROUND, ENDS, NOTHING } beyond;

static void shift(double *to, const double *from, size_t keys, size_t width, int64_t by,
                  beyond ends) {
    for (size_t j = 0; j < keys; j++) {
        int64_t source = (int64_t)j - by, last = (int64_t)keys - 1;
        bool inside = source >= 0 && source <= last;
        if (!inside)
            source =
                ends == ROUND ? (source + (int64_t)keys) % (int64_t)keys : (source < 0 ? 0 : last);
        memcpy(to + j * width, from + (size_t)source * width, width * sizeof *to);
        if (!inside && ends == NOTHING)
            memset(to + j * width, 0, width * sizeof *to);
    }
}

/* integer: by how many keys; second: what lies beyond */
static int shift_values(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    size_t count = plumb_value_elements(p), size = p->key_length * p->value_dim;
    if (p->key_length < 2)
        return 0;
    double *value = plumb_storage_take(storage, count, sizeof *value);
    if (value == NULL)
        return -1;
    for (size_t n = 0; n < p->batch * p->key_heads; n++)
        shift(value + n * size, p->value + n * size, p->key_length, p->value_dim,
              neighbour->integer, (beyond)neighbour->second);
    if (plumb_same_numbers(value, p->value, count))
        return 0;
    p->value = value;
    return 1;
}

/* integer: which tensors are read from the other */
static int exchange(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    const double *key = p->key, *value = p->value;
    (void)storage;
    if (p->head_dim != p->value_dim || plumb_same_numbers(p->key, p->value, plumb_key_elements(p)))
        return 0;
    if ((neighbour->integer & KEYS) != 0)
        p->key = value;
    if ((neighbour->integer & VALUES) != 0)
        p->value = key;
    return 1;
}

/* integer: the block.  Only of products of the vectors as they are. */
static int pass_over_elements(const plumb_neighbour *neighbour, plumb_storage *storage,
                              plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    size_t block = (size_t)neighbour->integer, dim = p->head_dim, kept = dim / block * block;
    size_t count = plumb_query_elements(p);
    if (kept == 0 || kept == dim || plumb_position_moves_vectors(p->position.kind) ||
        p->position.kind == PLUMB_POSITION_SHAW || p->op.kind == PLUMB_ELU_KERNEL ||
        p->op.kind == PLUMB_MLP_KERNEL)
        return 0;
    double *query = plumb_change_copy(storage, p->query, count, sizeof *query);
    if (query == NULL)
        return -1;
    for (size_t i = 0; i < count; i++)
        if (i % dim >= kept)
            query[i] = 0;
    if (plumb_same_numbers(query, p->query, count))
        return 0;
    p->query = query;
    return 1;
}

static bool may_exchange(const plumb_case *stated) {
    return stated->problem.head_dim == stated->problem.value_dim;
}

static const plumb_change_line contents[] = {
    {"has zeros for the last key and its value", NULL, replace_last, KEYS | VALUES, ZEROS, 1},
    {"has zeros for the value of the last key", NULL, replace_last, VALUES, ZEROS, 1},
    {"has zeros for the last key, not for its value", NULL, replace_last, KEYS, ZEROS, 1},
    {"reads the key before the last in its place, too", NULL, replace_last, KEYS | VALUES,
     THE_KEY_BEFORE, 1},
    {"has zeros for the last query_length keys and their values", plumb_decodes_several,
     replace_last, KEYS | VALUES, ZEROS, 0},
    {"weighs the value of the key before, for the first that of the last", NULL, shift_values, 1,
     ROUND, 0},
    {"weighs the value of the key before, for the first its own", NULL, shift_values, 1, ENDS, 0},
    {"weighs the value of the key before, for the first 0", NULL, shift_values, 1, NOTHING, 0},
    {"weighs the value of the key after, for the last that of the first", NULL, shift_values, -1,
     ROUND, 0},
    {"weighs the value of the key after, for the last its own", NULL, shift_values, -1, ENDS, 0},
    {"weighs the value of the key after, for the last 0", NULL, shift_values, -1, NOTHING, 0},
    {"exchanges keys and values", may_exchange, exchange, KEYS | VALUES, 0, 0},
    {"weighs the keys in place of the values", may_exchange, exchange, VALUES, 0, 0},
    {"multiplies queries by the values, not the keys", may_exchange, exchange, KEYS, 0, 0},
};

static void add_elements(plumb_neighbourhood *list, size_t dim) {
    size_t last = dim;
    for (size_t block = 8; block <= 64; block *= 2) {
        size_t kept = dim / block * block;
        if (kept == 0 || kept == last)
            continue;
        last = kept;
        plumb_change_add(list,
                         (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_FAULT,
                                           .axis = "head_dim",
                                           .change = pass_over_elements,
                                           .integer = (int64_t)block},
                         "sums q.k over %zu of %zu elements, up to a multiple of %zu", kept, dim,
                         block);
    }
}

void plumb_neighbours_of_contents(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_FAULT, "keys",
                           PLUMB_LINES(contents));
    add_elements(neighbourhood, stated->problem.head_dim);
}
