/* draw.h - the inputs of one vector: tensors as they are written, and the case that they make. */
#ifndef PLUMB_VECTORS_DRAW_H
#define PLUMB_VECTORS_DRAW_H
#include "case/case.h"
#include "case/error.h"
#include "case/storage.h"
#include "case/tensor.h"
#include "vectors/families.h"
#include <stdint.h>

enum { PLUMB_VECTOR_TENSORS = 12 };

typedef struct {
    plumb_storage storage;
    size_t count;
    plumb_tensor tensor[PLUMB_VECTOR_TENSORS]; /* their bytes are those of the file */
    double *value[PLUMB_VECTOR_TENSORS];       /* the same numbers */
    const char *description;                   /* the JSON text of the case */
    plumb_case asked;                          /* without an answer */
} plumb_vector_inputs;

/* Returns 0, or -1 with a message; what was drawn is to be freed after 0 alone. */
int plumb_vector_draw(const plumb_candidate *candidate, uint64_t seed, plumb_vector_inputs *out, plumb_error *error);
void plumb_vector_inputs_free(plumb_vector_inputs *inputs);

/* Encodes the numbers as bytes of the tensor's dtype, taken from storage; false if memory is short. */
bool plumb_vector_encode(plumb_storage *storage, const double *value, plumb_tensor *tensor);
#endif
