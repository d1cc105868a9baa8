/* assemble.h - makes a case from tensors and a description: checks ranks, shapes, dtypes and conventions against each
   other, and converts values exactly to binary64. */
#ifndef PLUMB_CASE_ASSEMBLE_H
#define PLUMB_CASE_ASSEMBLE_H
#include "base/error.h"
#include "base/storage.h"
#include "case/case.h"
#include "case/description.h"
#include "case/tensor.h"

/* The tensors of a case; NULL where the case has none. */
typedef struct {
    const plumb_tensor *tensor[PLUMB_MEMBERS];
    bool
        lends; /* the bytes stay as long as the storage: query, key, value and answers are borrowed (case/borrowed.h) */
} plumb_case_tensors;

/* Everything in *out is owned by storage, which the caller keeps; source must be owned by it. */
int plumb_case_assemble(const plumb_case_tensors *tensors, const plumb_description *description, const char *source,
                        plumb_storage *storage, plumb_case *out, plumb_error *error);
#endif
