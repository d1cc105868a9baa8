/* angle_table.h - cosines and sines of the pairs that a rotation turns, kept from one key head to the next, and for
   queries that stand where a key does.

   Room for one thread.  A position has one place in it, that of its last bits, and takes it from another. */
#ifndef PLUMB_ROW_ANGLE_TABLE_H
#define PLUMB_ROW_ANGLE_TABLE_H
#include "number/ball.h"
#include "number/turns.h"
#include "problem/problem.h"

typedef struct {
    size_t pairs, places; /* places: a power of 2 */
    plumb_point *point;   /* [places] whose angles stand there */
    bool *filled;         /* [places] */
    plumb_ball *angle;    /* [places][2][pairs] cosines, then sines */
} plumb_angle_table;

/* One place for each key, of many keys for some.  0, or -1 if memory is short. */
int plumb_angle_table_init(plumb_angle_table *table, size_t pairs, size_t keys);
void plumb_angle_table_free(plumb_angle_table *table);

/* Cosines and sines [2][pairs] of that position; `known` says whether they stand there, else they are to be written. */
plumb_ball *plumb_angle_table_at(plumb_angle_table *table, plumb_point point, bool *known);

/* One turn less the fraction: that of the angle -theta. */
plumb_turns plumb_opposite_turns(plumb_turns turns);
#endif
