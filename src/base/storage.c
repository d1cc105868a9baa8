#include "base/storage.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Numbers start where a line of the cache does: no vector of a row then lies in two of them. */
#define LINE 64

struct plumb_storage_block {
    plumb_storage_block *next;
    void (*on_free)(void *data);
    _Alignas(LINE) unsigned char data[];
};

/* Whether so many bytes may be taken. */
static bool may_take(plumb_storage *storage, size_t bytes) {
    bool more = storage->most > 0 && (bytes > storage->most || storage->taken > storage->most - bytes);
    storage->refused = storage->refused || more;
    storage->taken += more ? 0 : bytes;
    return !more;
}

void *plumb_storage_take(plumb_storage *storage, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX - sizeof(plumb_storage_block)) / size)
        return NULL;
    if (!may_take(storage, count * size))
        return NULL;
    void *memory;
    if (posix_memalign(&memory, LINE, sizeof(plumb_storage_block) + count * size) != 0)
        return NULL;
    plumb_storage_block *block = memory;
    block->next = storage->first;
    block->on_free = NULL;
    storage->first = block;
    return block->data;
}

void plumb_storage_on_free(void *data, void (*on_free)(void *data)) {
    plumb_storage_block *block =
        (plumb_storage_block *)(void *)((unsigned char *)data - offsetof(struct plumb_storage_block, data));
    block->on_free = on_free;
}

char *plumb_storage_text(plumb_storage *storage, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = plumb_storage_take(storage, size, 1);
    return copy == NULL ? NULL : memcpy(copy, text, size);
}

void plumb_storage_free(plumb_storage *storage) {
    while (storage->first != NULL) {
        plumb_storage_block *next = storage->first->next;
        if (storage->first->on_free != NULL)
            storage->first->on_free(storage->first->data);
        free(storage->first);
        storage->first = next;
    }
}
