/* change_moved.h - what an encoding makes of one vector at many positions, as binary64 numbers. */
#ifndef PLUMB_DIAGNOSE_CHANGE_MOVED_H
#define PLUMB_DIAGNOSE_CHANGE_MOVED_H
#include "diagnose/change.h"

/* moved [rows][head_dim], the vector [head_dim] at position[0 .. rows - 1], within a few units of
   2^-50 of its size. The problem has an encoding that moves vectors. Returns 1, or -1 if memory is
   short. */
int plumb_move_vector(plumb_storage *storage, const plumb_problem *problem, const double *vector,
                      const int64_t *position, size_t rows, double *moved);
#endif
