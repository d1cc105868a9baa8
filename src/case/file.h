/* file.h - whole files, read at once. */
#ifndef PLUMB_CASE_FILE_H
#define PLUMB_CASE_FILE_H
#include "case/error.h"
#include <stdbool.h>
#include <stddef.h>

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
#endif
