/* error_map.h - maps of an engine's errors: for each head a grid of cells, each as bad as its worst element, and counts
   of the errors. */
#ifndef PLUMB_REPORT_ERROR_MAP_H
#define PLUMB_REPORT_ERROR_MAP_H
#include "judge/compare.h"
#include "report/error_counts.h"
#include <stdbool.h>
#include <stddef.h>

/* From harmless to bad; a cell keeps the greatest. */
typedef enum {
    PLUMB_CELL_NONE,     /* nothing judged */
    PLUMB_CELL_TINY,     /* at most a hundredth of the expected error */
    PLUMB_CELL_SMALL,    /* at most a tenth */
    PLUMB_CELL_WITHIN,   /* at most the expected error */
    PLUMB_CELL_UNJUDGED, /* cannot be judged */
    PLUMB_CELL_BEYOND,     /* beyond the expected error */
    PLUMB_CELL_FAR,        /* beyond ten times that, or not the number that a definition sets */
    PLUMB_CELL_NOT_FINITE, /* NaN or an infinity instead of a number */
    PLUMB_CELLS
} plumb_cell;

/* In larger tensors a cell has several rows and columns; also if the cells of all heads would take more than
   PLUMB_MAP_BYTES. */
enum { PLUMB_MAP_SIDE = 128, PLUMB_MAP_BYTES = 64 << 20 };

typedef struct {
    plumb_answer_shape shape; /* of the tensor */
    size_t heads;             /* of all batch entries */
    size_t rows, columns;     /* of cells; columns 0: the case has no such tensor */
    unsigned char *cell;      /* [heads][rows][columns] */
    plumb_error_counts counts;
} plumb_tensor_map;

/* By plumb_quantity. */
typedef struct {
    plumb_tensor_map of[PLUMB_ANSWERS];
} plumb_error_map;

/* Returns false if there is not enough memory. */
bool plumb_error_map_init(plumb_error_map *map, const plumb_case *judged);
void plumb_error_map_free(plumb_error_map *map);

/* For plumb_compare_options.element; the context is the map. */
void plumb_error_map_element(void *map, plumb_quantity quantity, const plumb_element *element);

plumb_cell plumb_error_map_cell(const plumb_tensor_map *map, size_t head, size_t row, size_t column);

/* The first row or column of a cell; the end of all for cell == cells. */
size_t plumb_error_map_first(size_t cell, size_t numbers, size_t cells);

struct plumb_team;
/* Gives member 0 the map of all rows.  Returns 0, or -1. */
int plumb_error_map_unite(plumb_error_map *map, const struct plumb_team *team);
#endif
