#include "report/error_map.h"
#include "judge/team.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Cells to a side, so that those of all heads have room. */
static size_t side_of(const plumb_answer_shape *shape) {
    double heads = (double)shape->batch * (double)shape->heads;
    size_t side = PLUMB_MAP_SIDE;
    while (side > 1 && heads * (double)least(shape->rows, side) * (double)least(shape->width, side) > PLUMB_MAP_BYTES)
        side /= 2;
    return side;
}

static bool init_tensor(plumb_tensor_map *map, plumb_answer_shape shape) {
    size_t side = side_of(&shape);
    map->shape = shape;
    map->heads = shape.batch * shape.heads;
    map->rows = least(shape.rows, side);
    map->columns = least(shape.width, side);
    map->cell = calloc(map->heads * map->rows * map->columns + 1, 1);
    return plumb_error_counts_init(&map->counts, map->heads, shape.width) && map->cell != NULL;
}

bool plumb_error_map_init(plumb_error_map *map, const plumb_case *judged) {
    *map = (plumb_error_map){{{.heads = 0}}};
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        plumb_quantity quantity = (plumb_quantity)q;
        if (plumb_claim_of(judged, quantity)->present &&
            !init_tensor(&map->of[q], plumb_shape_of_answer(judged, quantity))) {
            plumb_error_map_free(map);
            return false;
        }
    }
    return true;
}

void plumb_error_map_free(plumb_error_map *map) {
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        free(map->of[q].cell);
        plumb_error_counts_free(&map->of[q].counts);
    }
    *map = (plumb_error_map){{{.heads = 0}}};
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
    plumb_tensor_map *map = &((plumb_error_map *)context)->of[quantity];
    size_t head = element->batch * map->shape.heads + element->head;
    size_t row = place(element->query, map->shape.rows, map->rows);
    size_t column = place(element->column, map->shape.width, map->columns);
    unsigned char *cell = &map->cell[(head * map->rows + row) * map->columns + column];
    unsigned char found = (unsigned char)cell_of(element);
    pthread_mutex_lock(&cell_lock);
    *cell = found > *cell ? found : *cell;
    plumb_error_counts_element(&map->counts, head, element);
    pthread_mutex_unlock(&cell_lock);
}

plumb_cell plumb_error_map_cell(const plumb_tensor_map *map, size_t head, size_t row, size_t column) {
    return (plumb_cell)map->cell[(head * map->rows + row) * map->columns + column];
}

/* Of gradients each member has counted all. */
int plumb_error_map_unite(plumb_error_map *map, const plumb_team *team) {
    int result = 0;
    for (plumb_tensor_map *of = map->of; team != NULL && result == 0 && of < map->of + PLUMB_QUANTITIES; of++)
        if (of->cell != NULL)
            result = team->unite_cells(of->cell, of->heads * of->rows * of->columns) != 0
                         ? -1
                         : plumb_error_counts_unite(&of->counts, team);
    return result;
}
