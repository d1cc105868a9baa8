/* power.h - which lost keys a case would reveal: how far the output of some rows moves, in standard deviations of
   expected errors. */
#ifndef PLUMB_SIMULATED_POWER_H
#define PLUMB_SIMULATED_POWER_H
#include "simulate/deviation.h"

/* Blocks of 1, 2, 4, ... keys, each aligned to its size. */
enum { PLUMB_LOST_SIZES = 24 };

/* For each block, the largest root mean square of the movement of a row, over all rows that were added; 0 if it has no
   weight in any row.  Blocks of 2^n keys begin at start[n]. */
typedef struct {
    size_t keys, sizes, start[PLUMB_LOST_SIZES + 1];
    double *shift;
    /* Blocks that wait for their right neighbour, one of each size; sum [sizes][value_dim], then that of the current
       block, and workspace of the row. */
    bool waits[PLUMB_LOST_SIZES];
    double weight[PLUMB_LOST_SIZES], *sum;
} plumb_lost_keys;

/* Returns 0, or -1 if there is not enough memory. */
int plumb_lost_keys_init(plumb_lost_keys *lost, const plumb_problem *problem);
void plumb_lost_keys_free(plumb_lost_keys *lost);

/* Whether the output without some keys is known: it is a mean of the values, or a sum divided at most by a constant. */
bool plumb_lost_keys_asks(const plumb_problem *problem);

/* Adds the deviation's current row; deviation_of [value_dim]: of its outputs; place: index of each of its keys among
   all keys, ascending; NULL: it has all keys.  Does nothing if plumb_lost_keys_asks is false. */
void plumb_lost_keys_add(plumb_lost_keys *lost, const plumb_deviation *deviation, const double *deviation_of,
                         const size_t *place);

/* Sets *blocks to the number of blocks of 2^n keys that have weight in some row, and *noticed to the number of those
   that move a row by more than the limit. */
void plumb_lost_keys_count(const plumb_lost_keys *lost, size_t n, double limit, double *blocks, double *noticed);
#endif
