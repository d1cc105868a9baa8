/* read.h - reads a case from its file or files. */
#ifndef PLUMB_CASE_READ_H
#define PLUMB_CASE_READ_H
#include "base/error.h"
#include "case/case.h"
#include "case/description.h"
#include "case/tensor.h"
#include <stdbool.h>
#include <stddef.h>

/* Reads a .safetensors case: the tensors of schema/members.def, query, key and value of one dtype, the others of any
   (case/extras.h).  Every dimension is at least 1 but key_length, which may be 0.

   Tensors besides those of a case are refused, for one that an engine used and this version does not know would
   silently change what is asked; names that begin with "extra." are free for whatever else is to be kept. */
int plumb_case_read(const char *path, plumb_case *out, plumb_error *error);

/* The same; query, key, value and answers are borrowed (case/borrowed.h), and the file stays open. */
int plumb_case_read_borrowed(const char *path, plumb_case *out, plumb_error *error);

/* The same as plumb_case_read from the bytes of such a file. */
int plumb_case_read_bytes(const unsigned char *bytes, size_t size, const char *source, plumb_case *out,
                          plumb_error *error);

/* The same from tensors with the names above and the JSON text that stands under the metadata key;
   nothing of them is kept. */
int plumb_case_from_tensors(const plumb_tensor *tensor, size_t count, const char *description, const char *source,
                            plumb_case *out, plumb_error *error);

/* A case as .npy files, with the description that a safetensors file carries in its metadata. */
typedef struct {
    const char *file[PLUMB_MEMBERS]; /* of tensors: q, k and v are required; NULL: none */
    bool bfloat16;                   /* '<u2' arrays hold bfloat16 bit patterns */
    bool lends;                      /* as plumb_case_read_borrowed does */
    plumb_description description;
} plumb_npy_case;

/* The texts of the description must outlive *out. */
int plumb_case_read_npy(const plumb_npy_case *files, plumb_case *out, plumb_error *error);

/* Releases what a successful reading took. */
void plumb_case_free(plumb_case *c);
#endif
