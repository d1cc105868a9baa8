/* workspace.h - the arrays of a computation, allocated one by one and released together. */
#ifndef PLUMB_BASE_WORKSPACE_H
#define PLUMB_BASE_WORKSPACE_H
#include "base/storage.h"

/* If there is not enough memory for an array, it is NULL, and short_of_memory stays set: one test at the end finds
   every failure.  Starts as all zeros. */
typedef struct {
    plumb_storage storage;
    bool short_of_memory;
} plumb_workspace;

/* An array of count zeros of the given size in bytes, or NULL. */
void *plumb_workspace_take(plumb_workspace *workspace, size_t count, size_t size);

void plumb_workspace_free(plumb_workspace *workspace);
#endif
