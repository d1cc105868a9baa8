#include "case/storage.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Numbers start where a line of the cache does: no vector of a row then lies in two of them. */
#define LINE 64

struct plumb_block {
    plumb_block *next;
    _Alignas(LINE) unsigned char data[];
};

void *plumb_storage_take(plumb_storage *storage, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX - sizeof(plumb_block)) / size)
        return NULL;
    void *memory;
    if (posix_memalign(&memory, LINE, sizeof(plumb_block) + count * size) != 0)
        return NULL;
    plumb_block *block = memory;
    block->next = storage->first;
    storage->first = block;
    return block->data;
}

char *plumb_storage_text(plumb_storage *storage, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = plumb_storage_take(storage, size, 1);
    return copy == NULL ? NULL : memcpy(copy, text, size);
}

void plumb_storage_free(plumb_storage *storage) {
    while (storage->first != NULL) {
        plumb_block *next = storage->first->next;
        free(storage->first);
        storage->first = next;
    }
}
