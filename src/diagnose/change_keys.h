/* change_keys.h - keys left out, counted twice, padded or read from elsewhere (diagnose/making.h). */
#ifndef PLUMB_DIAGNOSE_CHANGE_KEYS_H
#define PLUMB_DIAGNOSE_CHANGE_KEYS_H
#include "diagnose/making.h"

int plumb_leave_out_keys(const plumb_making *m); /* those from integer to second - 1 */
int plumb_count_twice(const plumb_making *m);    /* key integer; second: 1, the one at a query's own position */

/* Keys and values read from the other tensor.  integer: which of them. */
int plumb_exchange_keys(const plumb_making *m);
enum { PLUMB_READ_KEYS = 1, PLUMB_READ_VALUES = 2 };

/* Keys of zeros after the last, up to a multiple of a block, that queries see: their scores are those of zeros, their
   values add nothing (change_padding.c).  integer: the block; second: how masks that are stated treat them. */
int plumb_pad_keys(const plumb_making *m);
typedef enum { PLUMB_MASKS_COUNT_ON, PLUMB_MASKS_SHOW_THEM } plumb_treatment;
bool plumb_may_pad(const plumb_problem *problem, plumb_treatment treated);
#endif
