/* power.h - what a case could notice: by how much the output of some rows moves when keys are lost, in standard
   deviations of expected errors. */
#ifndef PLUMB_SIMULATED_POWER_H
#define PLUMB_SIMULATED_POWER_H
#include "simulate/deviation.h"

/* Blocks of 1, 2, 4, ... keys, each aligned to its size. */
enum { PLUMB_LOST_SIZES = 24 };

/* For each block the largest root of the mean square over one row, of all rows that were added; 0 where no row gives it
   any weight.  Blocks of 2^n keys begin at start[n]. */
typedef struct {
    size_t keys, sizes, start[PLUMB_LOST_SIZES + 1];
    double *shift;
    /* Blocks that wait for their right half, one of each size; sum [sizes][value_dim], then that of the block at
       hand, and what the row is asked with. */
    bool waits[PLUMB_LOST_SIZES];
    double weight[PLUMB_LOST_SIZES], *sum;
} plumb_lost_keys;

/* 0, or -1 if memory is short. */
int plumb_lost_keys_init(plumb_lost_keys *lost, const plumb_problem *problem);
void plumb_lost_keys_free(plumb_lost_keys *lost);

/* Whether it is known what an output is without some keys: a mean of the values, or a sum that nothing divides but a
   constant. */
bool plumb_lost_keys_asks(const plumb_problem *problem);

/* Adds the row that the deviation was set to; deviation_of [value_dim]: of its outputs; place: where each of its keys
   is among all keys, rising; NULL: they are all.  Nothing, if it does not ask. */
void plumb_lost_keys_add(plumb_lost_keys *lost, const plumb_deviation *deviation, const double *deviation_of,
                         const size_t *place);

/* How many blocks of 2^n keys have weight in some row, and how many of these move a row by more than the limit. */
void plumb_lost_keys_count(const plumb_lost_keys *lost, size_t n, double limit, double *blocks, double *noticed);
#endif
