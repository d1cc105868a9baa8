/* run.h - one run of an engine: a case whose tensors stay bit by bit as they lie in the file. */
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
    plumb_problem problem;                     /* sizes, scale and offset alone */
    plumb_description description;             /* resolved: with what is meant where nothing is stated */
    const plumb_tensor *tensor[PLUMB_MEMBERS]; /* NULL where the file has none; of a ragged batch padded */
    size_t rows[2];                            /* of a ragged batch: those of queries and of keys that count */
    plumb_bytes bytes;
    plumb_storage storage;
} plumb_same_run;

/* A .safetensors case that is right in all its numbers and states a precision which there is, if any.  The path must
   outlive the run.  0, or -1 with a message. */
int plumb_same_run_read(const char *path, plumb_same_run *run, plumb_error *error);

/* The case with its numbers in binary64, which take some times the memory of the file.  0, or -1 with a message. */
int plumb_same_run_decode(const plumb_same_run *run, plumb_case *out, plumb_error *error);

/* Releases what was read; a run that is all zeros has nothing. */
void plumb_same_run_free(plumb_same_run *run);
#endif
