/* panels.h - the panels of one key head: transposed when first asked for, kept while rows of that head
   are evaluated if they fit into PLUMB_PANELS_BYTES, else one at a time. */
#ifndef PLUMB_FAST_PANELS_H
#define PLUMB_FAST_PANELS_H
#include "fast/lanes.h"
#include <stdbool.h>

#define PLUMB_PANELS_BYTES (8u << 20)

typedef struct {
    size_t panel;       /* numbers in one */
    size_t count;       /* that there is room for */
    double *number;     /* [count][panel] */
    bool *filled;       /* [count] */
    const void *source; /* the keys that they are of */
} plumb_panels;

/* For `keys` keys of dim numbers, or of dim balls; 0 on success, -1 if memory is short. */
int plumb_panels_init(plumb_panels *panels, size_t keys, size_t dim, bool balls);
void plumb_panels_free(plumb_panels *panels);

/* From now on the panels are of these keys, which have not changed if they were before. */
void plumb_panels_of(plumb_panels *panels, const void *source);

/* Keys from `from`, a multiple of PLUMB_PANEL, to from + keys; the panel stays until the next call. */
const double *plumb_panels_get(plumb_panels *panels, const double *key, size_t from, size_t keys,
                               size_t dim);
const double *plumb_panels_get_balls(plumb_panels *panels, const plumb_ball *key, size_t from,
                                     size_t keys, size_t dim);
#endif
