/* fills.h - fills the tensors of a vector other than q, k and v, by the words of families.def. */
#ifndef PLUMB_VECTORS_FILLS_H
#define PLUMB_VECTORS_FILLS_H
#include "challenge/random.h"
#include <stdbool.h>

/* One element: its index, and its random numbers. */
typedef struct {
    size_t index[8]; /* in the tensor */
    size_t rank;
    const size_t *shape;
    size_t keys;  /* key_length */
    bool boolean; /* 0 hides a key; in a tensor of numbers -infinity does */
    plumb_random *random;
} plumb_fill_place;

typedef double plumb_fill_function(const plumb_fill_place *at);

/* The function of that word; NULL if there is none. */
plumb_fill_function *plumb_fill_find(const char *word);
#endif
