/* write.h - writes results to files: .safetensors with several tensors, .npy with one. */
#ifndef PLUMB_CASE_WRITE_H
#define PLUMB_CASE_WRITE_H
#include "base/error.h"
#include "base/new_file.h"
#include "case/tensor.h"
#include "problem/format.h"
#include <stddef.h>

/* A tensor to write; every value must be one that the format holds. */
typedef struct {
    const char *name;
    plumb_format format;
    size_t rank;
    size_t shape[PLUMB_RANK_MAX];
    const double *value;
} plumb_answer;

/* Into a file under construction, which the caller commits or discards. */
int plumb_write_safetensors(plumb_new_file *file, const plumb_answer *answers, size_t count, plumb_error *error);

/* The same of the tensors of a case, as bytes, and the JSON text that states its conventions. */
int plumb_write_tensors(plumb_new_file *file, const plumb_tensor *tensors, size_t count, const char *description,
                        plumb_error *error);

/* BF16 is refused: NumPy has no such dtype. */
int plumb_write_npy(plumb_new_file *file, const plumb_answer *answer, plumb_error *error);
#endif
