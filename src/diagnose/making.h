/* making.h - the arguments of a change: its neighbour, and the case that it changes. */
#ifndef PLUMB_DIAGNOSE_MAKING_H
#define PLUMB_DIAGNOSE_MAKING_H
#include "diagnose/neighbour.h"

struct plumb_making {
    const plumb_neighbour *by;
    plumb_storage *storage;
    plumb_case *changed;
    plumb_problem *p; /* of the changed case */
};
#endif
