/* panels.h - what is made of the keys or the values of one head, a panel at a time: when first asked for;
   kept while rows of that head are evaluated if all fit into PLUMB_PANELS_BYTES, else the last one. */
#ifndef PLUMB_BUNDLE_PANELS_H
#define PLUMB_BUNDLE_PANELS_H
#include "fast/lanes.h"
#include <stdbool.h>

#define PLUMB_PANELS_BYTES (8u << 20)

typedef struct {
    size_t panel;       /* numbers in one */
    size_t count;       /* that there is room for */
    double *number;     /* [count][panel] */
    size_t *held;       /* [count] the first key of the panel that stands there */
    const void *source; /* the keys or values that they are of */
} plumb_panels;

/* Room for so many numbers, at the start of a line of the cache; NULL if memory is short. */
double *plumb_panels_alloc(size_t numbers);

/* For `keys` keys, so many numbers a panel; 0 on success, -1 if memory is short. */
int plumb_panels_init(plumb_panels *panels, size_t keys, size_t numbers);
void plumb_panels_free(plumb_panels *panels);

/* From now on the panels are of this head, which has not changed if they were before. */
void plumb_panels_of(plumb_panels *panels, const void *source);

/* The panel of the keys from `from` on, NULL if it is not there. */
const double *plumb_panels_held(const plumb_panels *panels, size_t from);

/* Keys from `from`, a multiple of PLUMB_PANEL, to from + keys; the panel stays until the next call. */
const double *plumb_panels_get(plumb_panels *panels, const double *key, size_t from, size_t keys, size_t dim);
const double *plumb_panels_get_balls(plumb_panels *panels, const plumb_ball *key, size_t from, size_t keys, size_t dim);

/* The largest values of the groups of these keys. */
const double *plumb_panels_get_largest(plumb_panels *panels, const double *value, size_t from, size_t keys,
                                       size_t value_dim);
#endif
