/* change_rope.h - what a rotation comes to, whatever states it: its angles and its multiplier as
   binary64 numbers. */
#ifndef PLUMB_DIAGNOSE_CHANGE_ROPE_H
#define PLUMB_DIAGNOSE_CHANGE_ROPE_H
#include "diagnose/change_positions.h"
#include "diagnose/making.h"

/* Whether the case rotates by angles that are computed, not stated in tables. */
bool plumb_computes_angles(const plumb_problem *problem);

/* theta_m for the dim/2 pairs of a rotation whose angles are computed; NULL if memory is short. */
double *plumb_rope_angles(plumb_storage *storage, const plumb_rope *rope);

/* mu of such a rotation, and one that is stated, in place of what its rule reads. */
double plumb_rope_factor(const plumb_rope *rope);
/* YaRN's 0.1 c ln s + 1. */
double plumb_rope_growth(const plumb_rope *rope, double c);
void plumb_state_rope_factor(plumb_rope *rope, double factor);

/* Turns a rotation, computed or stated, into one of stated cosines and sines, which are returned to
   be changed: a row for each number of a position, as plumb_number_positions has it, and one row
   more, the last, that turns nothing. *position has the positions of the rows but the last,
   rope.rows - 1. Returns 1, or 0 where positions have no numbers, or -1 if memory is short. */
int plumb_tabulate_rotation(plumb_storage *storage, plumb_problem *problem, int64_t **position, double **cosine,
                            double **sine);

/* The same, but for the rows of positions, which the caller fills. */
int plumb_take_rotation_tables(plumb_storage *storage, plumb_problem *problem, int64_t **position, double **cosine,
                               double **sine);

/* Whether one rotation differs from the other in layout, angles or multiplier by more than rounding: 1 or 0, or -1 if
   memory is short. */
int plumb_rotation_differs(plumb_storage *storage, const plumb_problem *before, const plumb_problem *after);

/* Changes (diagnose/making.h). */
int plumb_rotate_last(const plumb_making *m);            /* the last elements, not the first */
int plumb_rotate_across_head(const plumb_making *m);     /* second: by powers of the whole head's */
int plumb_divide_whole_positions(const plumb_making *m); /* by rope_factor, the rest dropped */
int plumb_multiply_whole_scores(const plumb_making *m);  /* by the square of the factor */
int plumb_multiply_scale_besides(const plumb_making *m); /* by the square of YaRN's */
int plumb_swap_ramp(const plumb_making *m);              /* llama3's, where it is one; second: everywhere */
int plumb_round_angles(const plumb_making *m);           /* integer: what is rounded; second: the format */

/* Changes of change_turns.c: the other way, twice, and one of both alone. */
int plumb_turn_back(const plumb_making *m);
int plumb_turn_twice(const plumb_making *m);
int plumb_turn_one(const plumb_making *m); /* integer: which */
enum { PLUMB_QUERIES_TURN, PLUMB_KEYS_TURN };

/* What plumb_round_angles rounds; several may be. */
enum { PLUMB_FREQUENCIES = 1, PLUMB_POSITIONS = 2, PLUMB_ANGLES = 4 };
#endif
