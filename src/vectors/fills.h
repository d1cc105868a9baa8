/* fills.h - what the tensors of a vector besides q, k and v hold, by the words of families.def. */
#ifndef PLUMB_VECTORS_FILLS_H
#define PLUMB_VECTORS_FILLS_H
#include "challenge/random.h"
#include <stdbool.h>

/* One element: where it stands, and what it is drawn from. */
typedef struct {
    size_t index[8]; /* in the tensor */
    size_t rank;
    const size_t *shape;
    size_t keys;  /* key_length */
    bool boolean; /* 0 is hidden; of numbers -infinity is */
    plumb_random *random;
} plumb_fill_place;

typedef double plumb_fill_function(const plumb_fill_place *at);

/* NULL if there is no such word. */
plumb_fill_function *plumb_fill_find(const char *word);
#endif
