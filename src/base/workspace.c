#include "base/workspace.h"
#include <string.h>

void *plumb_workspace_take(plumb_workspace *workspace, size_t count, size_t size) {
    void *array = plumb_storage_take(&workspace->storage, count, size);
    if (array == NULL)
        workspace->short_of_memory = true;
    return array != NULL ? memset(array, 0, count * size) : NULL;
}

void plumb_workspace_free(plumb_workspace *workspace) {
    plumb_storage_free(&workspace->storage);
    workspace->short_of_memory = false;
}
