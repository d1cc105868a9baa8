/* workspace.h - the arrays of a computation, taken one by one and released together. */
#ifndef PLUMB_BASE_WORKSPACE_H
#define PLUMB_BASE_WORKSPACE_H
#include "base/storage.h"

/* Where memory is short for an array, NULL is what it gets, and short_of_memory stays set: one test in the end finds
   every shortage.  Starts as all zeros. */
typedef struct {
    plumb_storage storage;
    bool short_of_memory;
} plumb_workspace;

/* An array of count zeros of the given size in bytes, or NULL. */
void *plumb_workspace_take(plumb_workspace *workspace, size_t count, size_t size);

void plumb_workspace_free(plumb_workspace *workspace);
#endif
