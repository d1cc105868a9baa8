/* error_map.h - where in its tensors an engine errs: for each head a grid of cells, each as bad as
   the worst element in it, and what is counted of its errors. */
#ifndef PLUMB_REPORT_ERROR_MAP_H
#define PLUMB_REPORT_ERROR_MAP_H
#include "judge/compare.h"
#include "report/error_counts.h"
#include <stdbool.h>
#include <stddef.h>

/* From harmless to bad; a cell keeps the greatest. */
typedef enum {
    PLUMB_CELL_NONE,     /* nothing judged */
    PLUMB_CELL_TINY,     /* at most a hundredth of what is expected at most */
    PLUMB_CELL_SMALL,    /* at most a tenth */
    PLUMB_CELL_WITHIN,   /* at most that */
    PLUMB_CELL_UNJUDGED, /* cannot be judged */
    PLUMB_CELL_BEYOND,     /* more than that */
    PLUMB_CELL_FAR,        /* more than ten times that, or other than the definition says */
    PLUMB_CELL_NOT_FINITE, /* NaN or an infinity where a number is due */
    PLUMB_CELLS
} plumb_cell;

/* Larger tensors have several rows and columns to a cell; so have those of so many heads that the cells of a tensor
   would take more than PLUMB_MAP_BYTES. */
enum { PLUMB_MAP_SIDE = 128, PLUMB_MAP_BYTES = 64 << 20 };

typedef struct {
    size_t heads;                     /* batch * query_heads */
    size_t rows;                      /* of cells; queries */
    size_t columns[PLUMB_QUANTITIES]; /* of cells; 0 where the case has no such tensor */
    size_t query_length, width[PLUMB_QUANTITIES], query_heads;
    unsigned char *cell[PLUMB_QUANTITIES]; /* [heads][rows][columns] */
    plumb_error_counts counts[PLUMB_QUANTITIES];
} plumb_error_map;

/* False if memory is short. */
bool plumb_error_map_init(plumb_error_map *map, const plumb_case *judged);
void plumb_error_map_free(plumb_error_map *map);

/* The `element` of plumb_compare_options, whose context is the map. */
void plumb_error_map_element(void *map, plumb_quantity quantity, const plumb_element *element);

plumb_cell plumb_error_map_cell(const plumb_error_map *map, plumb_quantity quantity, size_t head, size_t row,
                                size_t column);

/* The first query of a row of cells, the first column of a column of them; of `cells` the end of all. */
size_t plumb_error_map_first(size_t cell, size_t numbers, size_t cells);

struct plumb_team;
/* The map of member 0 becomes that of all rows.  0, or -1. */
int plumb_error_map_unite(plumb_error_map *map, const struct plumb_team *team);
#endif
