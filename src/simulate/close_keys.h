/* close_keys.h - the few keys of a row that its filter examines closely. */
#ifndef PLUMB_SIMULATED_CLOSE_KEYS_H
#define PLUMB_SIMULATED_CLOSE_KEYS_H
#include "simulate/filter.h"

/* At most this many, in addition to the heaviest. */
enum { PLUMB_CLOSE_KEYS = 4 };

/* Keys with the largest apparent errors, the largest first. */
typedef struct {
    double share[PLUMB_CLOSE_KEYS];
    size_t key[PLUMB_CLOSE_KEYS];
} plumb_close_keys;

/* Finds them as if the columns of the values were independent. */
plumb_close_keys plumb_close_keys_find(const plumb_key_filter *filter);
#endif
