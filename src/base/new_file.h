/* new_file.h - files that appear whole or not at all. */
#ifndef PLUMB_BASE_NEW_FILE_H
#define PLUMB_BASE_NEW_FILE_H
#include "base/error.h"
#include <stdbool.h>
#include <stdio.h>

/* A file under construction, beside its final place and under another name, so that the place
   holds either the complete new file or what it held before. */
typedef struct {
    FILE *stream;    /* to write to; NULL when none is under construction */
    char *path;      /* as it was given */
    char *target;    /* the place: where path leads if it is a symbolic link, which stays */
    char *temporary; /* base/temporary.h */
} plumb_new_file;

int plumb_new_file_begin(const char *path, plumb_new_file *file, plumb_error *error);

/* Both end the construction and release it; commit removes the temporary file if it fails. */
int plumb_new_file_commit(plumb_new_file *file, plumb_error *error);
void plumb_new_file_discard(plumb_new_file *file);

/* Writes file i of several under construction; 0, or -1 after a message. */
typedef int plumb_file_writer(const void *context, size_t i, plumb_new_file *file, plumb_error *error);

/* Files at these places, of which NULL is passed over.  All are complete before the first takes its place; none is
   left under construction. */
int plumb_new_files_write(const char *const *paths, size_t count, plumb_file_writer *write, const void *context,
                          plumb_error *error);

/* Whether two paths lead to one file: to one that exists, by links or otherwise, or to one place where none
   exists yet. */
bool plumb_same_file(const char *one, const char *other);
#endif
