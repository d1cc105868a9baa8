/* change_rope.h - what a rotation comes to, whatever states it: its angles and its multiplier as
   binary64 numbers. */
#ifndef PLUMB_DIAGNOSE_CHANGE_ROPE_H
#define PLUMB_DIAGNOSE_CHANGE_ROPE_H
#include "diagnose/change_positions.h"

/* Whether the case rotates by angles that are computed, not stated in tables. */
bool plumb_computes_angles(const plumb_problem *problem);

/* theta_m for the dim/2 pairs of a rotation whose angles are computed; NULL if memory is short. */
double *plumb_rope_angles(plumb_storage *storage, const plumb_rope *rope);

/* mu of such a rotation, and one that is stated, in place of what its rule reads. */
double plumb_rope_factor(const plumb_rope *rope);
void plumb_state_rope_factor(plumb_rope *rope, double factor);

/* Turns a rotation, computed or stated, into one of stated cosines and sines, which are returned to
   be changed: a row for each number of a position, as plumb_number_positions has it, and one row
   more, the last, that turns nothing. *position has the positions of the rows but the last,
   rope.rows - 1. Returns 1, or 0 where positions have no numbers, or -1 if memory is short. */
int plumb_tabulate_rotation(plumb_storage *storage, plumb_problem *problem, int64_t **position,
                            double **cosine, double **sine);

/* The same, but for the rows of positions, which the caller fills. */
int plumb_take_rotation_tables(plumb_storage *storage, plumb_problem *problem, int64_t **position,
                               double **cosine, double **sine);

/* What a change of such a rotation ends with: 1 if it is allowed and differs from the one before,
   in layout, angles or multiplier, by more than rounding; 0 if not; -1 if memory is short. */
int plumb_rotation_made(plumb_storage *storage, const plumb_rope *before,
                        const plumb_problem *problem);
#endif
