/* close_keys.h - the few keys of a row that are worth a close look by its filter. */
#ifndef PLUMB_SIMULATED_CLOSE_KEYS_H
#define PLUMB_SIMULATED_CLOSE_KEYS_H
#include "simulate/filter.h"

/* So many, beside the heaviest. */
enum { PLUMB_CLOSE_KEYS = 4 };

/* Keys that stand out, the most first. */
typedef struct {
    double share[PLUMB_CLOSE_KEYS];
    size_t key[PLUMB_CLOSE_KEYS];
} plumb_close_keys;

/* Those that would stand out if values of different columns had nothing to do with each other. */
plumb_close_keys plumb_close_keys_find(const plumb_key_filter *filter);
#endif
