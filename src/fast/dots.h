/* dots.h - dot products whose blocks and totals all stay in registers: four queries with sixteen keys. */
#ifndef PLUMB_FAST_DOTS_H
#define PLUMB_FAST_DOTS_H
#include "fast/lanes.h"
#include "number/index.h"

/* Queries and keys of a tile: 4 * 16 sums and as many totals, eight to a register, are half the registers
   of a processor for which plumb_lane_are_long. */
#define PLUMB_DOTS_ROWS 4
#define PLUMB_DOTS_KEYS 16

/* what is read of a query */
/*@ predicate has_query(double *query, integer head_dim, double *sum) =
      \valid_read(query + (0 .. head_dim - 1)) &&
      \separated(sum + (0 .. PLUMB_DOTS_ROWS * PLUMB_PANEL - 1), query + (0 .. head_dim - 1)); */

/* sum[r][j] = query_r.key_j as plumb_dot has it, for the queries and keys of one tile; query_r [head_dim],
   panel [head_dim][PLUMB_PANEL] and sum [4][PLUMB_PANEL], of which the keys from `first` are meant. */
/*@ requires inside: first + PLUMB_DOTS_KEYS <= PLUMB_PANEL && head_dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(panel + (0 .. head_dim * PLUMB_PANEL - 1));
    requires writes: \valid(sum + (0 .. PLUMB_DOTS_ROWS * PLUMB_PANEL - 1));
    requires queries: has_query(query0, head_dim, sum) && has_query(query1, head_dim, sum) &&
                      has_query(query2, head_dim, sum) && has_query(query3, head_dim, sum);
    requires apart:
      \separated(sum + (0 .. PLUMB_DOTS_ROWS * PLUMB_PANEL - 1), panel + (0 .. head_dim * PLUMB_PANEL - 1));
    assigns sum[0 .. PLUMB_DOTS_ROWS * PLUMB_PANEL - 1];
*/
void plumb_tile_dots(const double *query0, const double *query1, const double *query2, const double *query3,
                     const double *panel, size_t head_dim, size_t first, double *sum);
#endif
