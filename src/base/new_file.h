/* new_file.h - files that appear whole or not at all. */
#ifndef PLUMB_BASE_NEW_FILE_H
#define PLUMB_BASE_NEW_FILE_H
#include "base/error.h"
#include <stdbool.h>
#include <stdio.h>

/* A file under construction, in the folder of its target under another name, so that the target is always either the
   complete new file or the old one. */
typedef struct {
    FILE *stream;    /* to write to; NULL when none is under construction */
    char *path;      /* as given */
    char *target;    /* the final file: the target of path if it is a symbolic link */
    char *temporary; /* base/temporary.h */
} plumb_new_file;

int plumb_new_file_begin(const char *path, plumb_new_file *file, plumb_error *error);

/* Both end the construction and release it; commit removes the temporary file if it fails. */
int plumb_new_file_commit(plumb_new_file *file, plumb_error *error);
void plumb_new_file_discard(plumb_new_file *file);

/* Writes file i of several under construction.  Returns 0, or -1 with a message. */
typedef int plumb_file_writer(const void *context, size_t i, plumb_new_file *file, plumb_error *error);

/* Writes the files at these paths; skips NULL. All are complete before the first replaces its target; none is left
   under construction. */
int plumb_new_files_write(const char *const *paths, size_t count, plumb_file_writer *write, const void *context,
                          plumb_error *error);

/* Whether two paths name the same file, through links or otherwise, existing or not. */
bool plumb_same_file(const char *one, const char *other);
#endif
