/* neighbours_positions_tables.c - the tables of t5, relative-table, shaw and learned: read in
   another order, multiplied, or left out. */
#include "diagnose/change_positions.h"
#include "diagnose/neighbours_positions.h"
#include <math.h>
#include <string.h>

static bool has_table(const plumb_position *position) {
    return position->kind == PLUMB_POSITION_T5 || position->kind == PLUMB_POSITION_LEARNED ||
           position->kind == PLUMB_POSITION_RELATIVE_TABLE || position->kind == PLUMB_POSITION_SHAW;
}

static bool has_heads(const plumb_position *position) {
    return position->kind == PLUMB_POSITION_T5 || position->kind == PLUMB_POSITION_RELATIVE_TABLE;
}

static bool has_reach(const plumb_position *position) {
    return position->kind == PLUMB_POSITION_RELATIVE_TABLE || position->kind == PLUMB_POSITION_SHAW;
}

static size_t rows_of(const plumb_position *position) {
    return position->kind == PLUMB_POSITION_T5 ? position->buckets : position->table_rows;
}

static size_t columns_of(const plumb_problem *problem) {
    return has_heads(&problem->position) ? problem->query_heads : problem->head_dim;
}

typedef enum {
    TRANSPOSED,   /* the table is [columns][rows] in memory */
    NEXT_HEAD,    /* the column of the next head */
    FIRST_HEAD,   /* the column of head 0 */
    BACKWARDS,    /* the columns in reverse order */
    OF_KEY_HEADS, /* the column of the number of the key head */
} order;

/* Which number of the table stands in row i, column c. */
static size_t place_of(order which, const plumb_problem *problem, size_t i, size_t c) {
    size_t rows = rows_of(&problem->position), columns = columns_of(problem);
    switch (which) {
    case TRANSPOSED:
        return c * rows + i;
    case NEXT_HEAD:
        return i * columns + (c + 1) % columns;
    case FIRST_HEAD:
        return i * columns;
    case BACKWARDS:
        return i * columns + columns - 1 - c;
    case OF_KEY_HEADS:
    default:
        return i * columns + c / (columns / problem->key_heads);
    }
}

/* integer: the order */
static int use_order(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_position *position = &problem->position;
    order which = (order)neighbour->integer;
    if (!has_table(position) || (which != TRANSPOSED && !has_heads(position)))
        return 0;
    size_t rows = rows_of(position), columns = columns_of(problem);
    const double *before = position->table;
    double *table = plumb_storage_take(storage, rows * columns, sizeof *table);
    if (table == NULL)
        return -1;
    for (size_t i = 0; i < rows; i++)
        for (size_t c = 0; c < columns; c++)
            table[i * columns + c] = before[place_of(which, problem, i, c)];
    position->table = table;
    return memcmp(table, before, rows * columns * sizeof *table) != 0;
}

static double *reversed(plumb_storage *storage, const double *table, size_t rows, size_t columns) {
    double *backwards = plumb_storage_take(storage, rows * columns, sizeof *backwards);
    for (size_t i = 0; backwards != NULL && i < rows; i++)
        memcpy(backwards + i * columns, table + (rows - 1 - i) * columns, columns * sizeof *table);
    return backwards;
}

enum { KEY_ROWS = 1, VALUE_ROWS = 2 };

/* integer: which tables are read by p_t - p_j. */
static int reverse_rows(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_position *position = &problem->position;
    bool of_keys = (neighbour->integer & KEY_ROWS) != 0;
    bool of_values = (neighbour->integer & VALUE_ROWS) != 0 && position->value_table != NULL;
    if (!has_reach(position) || (!of_keys && !of_values))
        return 0;
    const double *table = position->table, *values = position->value_table;
    if (of_keys)
        table = reversed(storage, table, position->table_rows, columns_of(problem));
    if (of_values)
        values = reversed(storage, values, position->table_rows, problem->value_dim);
    if (table == NULL || (of_values && values == NULL))
        return -1;
    position->table = table;
    position->value_table = values;
    return position->table_rows > 1;
}

typedef enum { NEGATED, SCALED, UNSCALED, WITHOUT_LOG2_E, TWICE, NOTHING } table_factor;

/* integer: what the table is multiplied by. */
static int multiply_table(const plumb_neighbour *neighbour, plumb_storage *storage,
                          plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_position *position = &problem->position;
    double scale = plumb_change_scale(problem);
    const double factors[] = {
        [NEGATED] = -1, [SCALED] = scale, [UNSCALED] = 1 / scale, [WITHOUT_LOG2_E] = log(2),
        [TWICE] = 2,    [NOTHING] = 0};
    double factor = factors[neighbour->integer];
    if (!has_table(position) || factor == 1 || !isfinite(factor))
        return 0;
    size_t count = rows_of(position) * columns_of(problem);
    return plumb_change_multiply(storage, &position->table, count, factor);
}

static int leave_values_out(const plumb_neighbour *neighbour, plumb_storage *storage,
                            plumb_case *changed) {
    plumb_position *position = &changed->problem.position;
    (void)neighbour;
    (void)storage;
    if (position->kind != PLUMB_POSITION_SHAW || position->value_table == NULL)
        return 0;
    position->value_table = NULL;
    return 1;
}

static bool has_several_heads(const plumb_case *stated) {
    return has_heads(&stated->problem.position) && stated->problem.query_heads > 1;
}

static bool has_groups(const plumb_case *stated) {
    const plumb_problem *p = &stated->problem;
    return has_heads(&p->position) && p->key_heads > 1 && p->key_heads < p->query_heads;
}

static bool adds_numbers(const plumb_case *stated) {
    return has_heads(&stated->problem.position);
}

static bool adds_products(const plumb_case *stated) {
    return stated->problem.position.kind == PLUMB_POSITION_SHAW;
}

static bool has_values(const plumb_case *stated) {
    return stated->problem.position.value_table != NULL;
}

static const plumb_change_line factors[] = {
    {"adds position_table twice", NULL, multiply_table, TWICE, 0, 0},
    {"subtracts position_table", NULL, multiply_table, NEGATED, 0, 0},
    {"multiplies position_table by the scale, too", adds_numbers, multiply_table, SCALED, 0, 0},
    {"adds position_table to scores in base 2 without log2 e", adds_numbers, multiply_table,
     WITHOUT_LOG2_E, 0, 0},
    {"adds q.position_table to scores without the scale", adds_products, multiply_table, UNSCALED,
     0, 0},
    {"leaves position_table out, but not position_values", has_values, multiply_table, NOTHING, 0,
     0},
};

static const plumb_change_line orders[] = {
    {"reads position_table transposed in memory", NULL, use_order, TRANSPOSED, 0, 0},
    {"reads the column of the next head in position_table", has_several_heads, use_order, NEXT_HEAD,
     0, 0},
    {"reads the column of head 0 in position_table for all heads", has_several_heads, use_order,
     FIRST_HEAD, 0, 0},
    {"reads the columns of position_table in reverse order of heads", has_several_heads, use_order,
     BACKWARDS, 0, 0},
    {"reads the column of the key head's number in position_table", has_groups, use_order,
     OF_KEY_HEADS, 0, 0},
};

static bool has_a_reach(const plumb_case *stated) {
    return has_reach(&stated->problem.position);
}

static bool has_reach_and_values(const plumb_case *stated) {
    return has_a_reach(stated) && has_values(stated);
}

static const plumb_change_line reversals[] = {
    {"reads row p_t - p_j + reach of position_table", has_a_reach, reverse_rows,
     KEY_ROWS | VALUE_ROWS, 0, 0},
    {"reads row p_t - p_j + reach of position_table, not of position_values", has_reach_and_values,
     reverse_rows, KEY_ROWS, 0, 0},
    {"reads row p_t - p_j + reach of position_values alone", has_reach_and_values, reverse_rows,
     VALUE_ROWS, 0, 0},
};

static const plumb_change_line values[] = {
    {"leaves position_values out", has_values, leave_values_out, 0, 0, 0},
};

void plumb_neighbours_of_tables(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    plumb_neighbourhood *list = neighbourhood;
    if (!has_table(&stated->problem.position))
        return;
    plumb_change_add_lines(list, stated, PLUMB_NEIGHBOUR_FAULT, "distances",
                           PLUMB_LINES(reversals));
    plumb_change_add_lines(list, stated, PLUMB_NEIGHBOUR_CONVENTION, "position_values",
                           PLUMB_LINES(values));
    plumb_change_add_lines(list, stated, PLUMB_NEIGHBOUR_FAULT, "table factor",
                           PLUMB_LINES(factors));
    plumb_change_add_lines(list, stated, PLUMB_NEIGHBOUR_FAULT, "position_table",
                           PLUMB_LINES(orders));
}
