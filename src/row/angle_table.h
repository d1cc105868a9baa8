/* angle_table.h - cosines and sines of rotated pairs, kept from one key head to the next, and for queries at the
   position of a key.

   For one thread.  Each position has one place in the table, given by its last bits, and replaces another position
   there. */
#ifndef PLUMB_ROW_ANGLE_TABLE_H
#define PLUMB_ROW_ANGLE_TABLE_H
#include "number/ball.h"
#include "number/turns.h"
#include "problem/problem.h"

typedef struct {
    size_t pairs, places; /* places: a power of 2 */
    plumb_point *point;   /* [places] the position of each place */
    bool *filled;         /* [places] */
    plumb_ball *angle;    /* [places][2][pairs] cosines, then sines */
} plumb_angle_table;

/* One place for each key, up to a limit.  Returns 0, or -1 if there is not enough memory. */
int plumb_angle_table_init(plumb_angle_table *table, size_t pairs, size_t keys);
void plumb_angle_table_free(plumb_angle_table *table);

/* Cosines and sines [2][pairs] of that position. *known: they are set; otherwise the caller writes them. */
plumb_ball *plumb_angle_table_at(plumb_angle_table *table, plumb_point point, bool *known);

/* One turn minus the fraction: that of the angle -theta. */
plumb_turns plumb_opposite_turns(plumb_turns turns);
#endif
