#include "report/error_map.h"
#include "judge/team.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Cells to a side, so that those of all heads have room. */
static size_t side_of(const plumb_problem *problem, size_t heads, size_t width) {
    size_t side = PLUMB_MAP_SIDE;
    while (side > 1 &&
           (double)heads * (double)least(problem->query_length, side) * (double)least(width, side) > PLUMB_MAP_BYTES)
        side /= 2;
    return side;
}

static size_t widest(const plumb_case *judged) {
    size_t width = 0;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        size_t own = plumb_quantity_width((plumb_quantity)q, &judged->problem);
        if (plumb_claim_of(judged, (plumb_quantity)q)->present && own > width)
            width = own;
    }
    return width;
}

static bool init_quantity(plumb_error_map *map, plumb_quantity quantity, size_t width, size_t side) {
    map->width[quantity] = width;
    map->columns[quantity] = least(width, side);
    map->cell[quantity] = calloc(map->heads * map->rows * map->columns[quantity] + 1, 1);
    return plumb_error_counts_init(&map->counts[quantity], map->heads, width) && map->cell[quantity] != NULL;
}

bool plumb_error_map_init(plumb_error_map *map, const plumb_case *judged) {
    const plumb_problem *problem = &judged->problem;
    size_t heads = problem->batch * problem->query_heads, side = side_of(problem, heads, widest(judged));
    *map = (plumb_error_map){.heads = heads,
                             .rows = least(problem->query_length, side),
                             .query_length = problem->query_length,
                             .query_heads = problem->query_heads};
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        plumb_quantity quantity = (plumb_quantity)q;
        if (plumb_claim_of(judged, quantity)->present &&
            !init_quantity(map, quantity, plumb_quantity_width(quantity, problem), side)) {
            plumb_error_map_free(map);
            return false;
        }
    }
    return true;
}

void plumb_error_map_free(plumb_error_map *map) {
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        free(map->cell[q]);
        plumb_error_counts_free(&map->counts[q]);
    }
    *map = (plumb_error_map){0};
}

static plumb_cell cell_of(const plumb_element *element) {
    double share = element->error_high / element->probable;
    switch (element->finding) {
    case PLUMB_WITHIN:
        if (element->error_high == 0 || share <= 0.01)
            return PLUMB_CELL_TINY;
        return share <= 0.1 ? PLUMB_CELL_SMALL : PLUMB_CELL_WITHIN;
    case PLUMB_NO_JUDGEMENT:
    case PLUMB_UNINFORMATIVE:
        return PLUMB_CELL_UNJUDGED;
    case PLUMB_NOT_COMPARED:
        return PLUMB_CELL_NONE;
    default:
        if (!isfinite(element->engine))
            return PLUMB_CELL_NOT_FINITE;
        return share <= 10 ? PLUMB_CELL_BEYOND : PLUMB_CELL_FAR;
    }
}

/* The cell, of `cells`, that contains element i of n. */
static size_t place(size_t i, size_t n, size_t cells) {
    return n <= cells ? i : (size_t)((double)i * (double)cells / (double)n);
}

size_t plumb_error_map_first(size_t cell, size_t numbers, size_t cells) {
    size_t i = (size_t)((double)cell * (double)numbers / (double)cells);
    while (i < numbers && place(i, numbers, cells) < cell)
        i++;
    return i;
}

/* Of whatever map: rows of several threads may share a cell, and heads have their counts in common. */
static pthread_mutex_t cell_lock = PTHREAD_MUTEX_INITIALIZER;

void plumb_error_map_element(void *context, plumb_quantity quantity, const plumb_element *element) {
    plumb_error_map *map = context;
    if (plumb_is_gradient(quantity))
        return;
    size_t head = element->batch * map->query_heads + element->head;
    size_t row = place(element->query, map->query_length, map->rows);
    size_t column = place(element->column, map->width[quantity], map->columns[quantity]);
    unsigned char *cell = &map->cell[quantity][(head * map->rows + row) * map->columns[quantity] + column];
    unsigned char found = (unsigned char)cell_of(element);
    pthread_mutex_lock(&cell_lock);
    *cell = found > *cell ? found : *cell;
    plumb_error_counts_element(&map->counts[quantity], head, element);
    pthread_mutex_unlock(&cell_lock);
}

plumb_cell plumb_error_map_cell(const plumb_error_map *map, plumb_quantity quantity, size_t head, size_t row,
                                size_t column) {
    size_t index = (head * map->rows + row) * map->columns[quantity] + column;
    return (plumb_cell)map->cell[quantity][index];
}

int plumb_error_map_unite(plumb_error_map *map, const plumb_team *team) {
    int result = 0;
    for (int q = 0; team != NULL && result == 0 && q < PLUMB_QUANTITIES; q++)
        if (map->cell[q] != NULL)
            result = team->unite_cells(map->cell[q], map->heads * map->rows * map->columns[q]) != 0
                         ? -1
                         : plumb_error_counts_unite(&map->counts[q], team);
    return result;
}
