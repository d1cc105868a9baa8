/* storage.h - memory that is taken bit by bit and released as a whole: that of a case, or of a computation. */
#ifndef PLUMB_BASE_STORAGE_H
#define PLUMB_BASE_STORAGE_H
#include <stdbool.h>
#include <stddef.h>

typedef struct plumb_storage_block plumb_storage_block;

/* Starts as { NULL }. */
typedef struct {
    plumb_storage_block *first;
    size_t most;  /* bytes that it may take; 0: any number */
    size_t taken; /* bytes */
    bool refused; /* some were refused, for that would have been more */
} plumb_storage;

/* Room for count elements of the given size, uninitialised and aligned for any type.
   NULL if memory is short or refused or count * size overflows; never NULL for count = 0. */
void *plumb_storage_take(plumb_storage *storage, size_t count, size_t size);

/* What plumb_storage_take gave is handed to on_free before it is released. */
void plumb_storage_on_free(void *data, void (*on_free)(void *data));

/* A copy of the text; NULL if memory is short. */
char *plumb_storage_text(plumb_storage *storage, const char *text);

void plumb_storage_free(plumb_storage *storage);
#endif
