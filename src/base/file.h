/* file.h - whole files, read at once. */
#ifndef PLUMB_BASE_FILE_H
#define PLUMB_BASE_FILE_H
#include "base/error.h"
#include "base/storage.h"
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

/* The bytes of a regular file in memory of its own, released by free(bytes->data).  Read rather
   than mapped: a mapped file that another program truncates would kill this one, and the handler of the signal is the
   host's.  What a mapping would save, plumb_file_let_go saves, too. */
typedef struct {
    unsigned char *data;
    size_t size;
} plumb_bytes;

int plumb_file_read(const char *path, plumb_bytes *bytes, plumb_error *error);

/* Of bytes that are no case (is_case), or no array: what they seem to be, and what is to be done, as
   "; it is a .npy file, ...", or "". */
const char *plumb_file_kind(const unsigned char *bytes, size_t size, bool is_case);

/* Gives the system the pages back that lie wholly within some of those bytes, which are not read again; the block stays
   taken, and is freed as a whole. */
void plumb_file_let_go(const unsigned char *bytes, size_t size);

/* A file that stays open as long as its storage, so that what was let go can be read again. */
typedef struct plumb_open_file {
    plumb_bytes bytes;
    int descriptor;
    struct timespec changed; /* when it was last, as it was read */
} plumb_open_file;

/* NULL after a message. */
plumb_open_file *plumb_file_open(const char *path, plumb_storage *storage, plumb_error *error);

/* Reads some of its bytes into their place; false if the file has changed since it was opened. */
bool plumb_file_again(const plumb_open_file *file, const unsigned char *bytes, size_t size);
#endif
