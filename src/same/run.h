/* run.h - one run of an engine: a case whose tensors keep the bits of the file. */
#ifndef PLUMB_SAME_RUN_H
#define PLUMB_SAME_RUN_H
#include "base/error.h"
#include "base/file.h"
#include "base/storage.h"
#include "case/case.h"
#include "case/tensor.h"
#include "schema/description.h"

typedef struct {
    const char *source;                        /* the path */
    plumb_problem problem;                     /* only sizes, scale and offset */
    plumb_description description;             /* resolved: with the defaults of what is not stated */
    const plumb_tensor *tensor[PLUMB_MEMBERS]; /* NULL: not in the file; padded if the batch is ragged */
    size_t rows[2];                            /* in a ragged batch: queries and keys that count */
    plumb_bytes bytes;
    plumb_storage storage;
} plumb_same_run;

/* Reads a .safetensors case and checks its numbers and its precision.  Borrows the path.  Returns 0, or -1 with a
   message. */
int plumb_same_run_read(const char *path, plumb_same_run *run, plumb_error *error);

/* Decodes the case to binary64, which takes several times the memory of the file.  Returns 0, or -1 with a message. */
int plumb_same_run_decode(const plumb_same_run *run, plumb_case *out, plumb_error *error);

/* Frees the run; does nothing for a run that is all zeros. */
void plumb_same_run_free(plumb_same_run *run);
#endif
