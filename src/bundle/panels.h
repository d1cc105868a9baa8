/* panels.h - transposed keys or values of one head, a panel at a time, computed when first needed.  All panels of the
   head are kept if they fit into PLUMB_PANELS_BYTES, else the last one. */
#ifndef PLUMB_BUNDLE_PANELS_H
#define PLUMB_BUNDLE_PANELS_H
#include "fast/lanes.h"
#include <stdbool.h>

#define PLUMB_PANELS_BYTES (8u << 20)

typedef struct {
    size_t panel;       /* numbers in a panel */
    size_t count;       /* panels that fit */
    double *number;     /* [count][panel] */
    size_t *held;       /* [count] the first key of each panel in memory */
    const void *source; /* their keys or values */
} plumb_panels;

/* Allocates an array of that many numbers, aligned to a cache line; NULL if there is not enough memory. */
double *plumb_panels_alloc(size_t numbers);

/* For `keys` keys, with `numbers` numbers in a panel.  Returns 0, or -1 if there is not enough memory. */
int plumb_panels_init(plumb_panels *panels, size_t keys, size_t numbers);
void plumb_panels_free(plumb_panels *panels);

/* Sets the head of the panels.  If it is the same as before, its numbers must not have changed. */
void plumb_panels_of(plumb_panels *panels, const void *source);

/* The panel of the keys from `from` on; NULL if it is not in memory. */
const double *plumb_panels_held(const plumb_panels *panels, size_t from);

/* The panel of the keys from `from`, a multiple of PLUMB_PANEL, to from + keys; valid until the next call. */
const double *plumb_panels_get(plumb_panels *panels, const double *key, size_t from, size_t keys, size_t dim);
const double *plumb_panels_get_balls(plumb_panels *panels, const plumb_ball *key, size_t from, size_t keys, size_t dim);

/* The largest values of the groups of these keys. */
const double *plumb_panels_get_largest(plumb_panels *panels, const double *value, size_t from, size_t keys,
                                       size_t value_dim);
#endif
