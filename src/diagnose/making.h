/* making.h - the arguments of a change: its neighbour, and the case that it changes. */
#ifndef PLUMB_DIAGNOSE_MAKING_H
#define PLUMB_DIAGNOSE_MAKING_H
#include "diagnose/neighbour.h"

/* A batch entry, a head and a query. */
typedef struct {
    size_t b, h, t;
} plumb_row_place;

struct plumb_making {
    const plumb_neighbour *by;
    plumb_storage *storage;
    plumb_case *changed;
    plumb_problem *p;           /* of the changed case */
    const plumb_row_place *row; /* the only one that is judged: numbers that it does not read need not be made; NULL:
                                   all rows are */
};

/* plumb_neighbour_make of that row alone. */
int plumb_neighbour_make_row(const plumb_neighbour *neighbour, const plumb_row_place *row, plumb_storage *storage,
                             plumb_case *changed);
#endif
