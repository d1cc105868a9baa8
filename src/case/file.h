/* file.h - whole files, read at once. */
#ifndef PLUMB_CASE_FILE_H
#define PLUMB_CASE_FILE_H
#include "case/error.h"
#include <stddef.h>

/* The bytes of a regular file in memory of its own, released by free(bytes->data).  Read rather
   than mapped: a mapped file that another program truncates would kill this one. */
typedef struct {
    unsigned char *data;
    size_t size;
} plumb_bytes;

int plumb_file_read(const char *path, plumb_bytes *bytes, plumb_error *error);
#endif
