/* file.h - whole files: read at once, or replaced at once. */
#ifndef PLUMB_CASE_FILE_H
#define PLUMB_CASE_FILE_H
#include "case/error.h"
#include <stddef.h>
#include <stdio.h>

/* The bytes of a regular file in memory of its own, released by free(bytes->data).  Read rather
   than mapped: a mapped file that another program truncates would kill this one. */
typedef struct {
    unsigned char *data;
    size_t size;
} plumb_bytes;

int plumb_file_read(const char *path, plumb_bytes *bytes, plumb_error *error);

/* A file under construction, beside its final place and under another name, so that the place
   holds either the complete new file or what it held before. */
typedef struct {
    FILE *stream; /* to write to; NULL when none is under construction */
    char *path;
    char *temporary;
} plumb_new_file;

int plumb_new_file_begin(const char *path, plumb_new_file *file, plumb_error *error);

/* Both end the construction and release it; commit removes the temporary file if it fails. */
int plumb_new_file_commit(plumb_new_file *file, plumb_error *error);
void plumb_new_file_discard(plumb_new_file *file);
#endif
