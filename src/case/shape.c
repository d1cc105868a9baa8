#include "case/shape.h"
#include <stdbool.h>
#include <stdio.h>

int plumb_shape_refuse(const plumb_tensor *tensor, const char *wanted, plumb_error *error) {
    char got[PLUMB_SHAPE_TEXT];
    return plumb_fail(error, "%s: %s: shape %s is not %s", tensor->source, tensor->name,
                      plumb_shape_text(tensor->shape, tensor->rank, got), wanted);
}

const char *plumb_shape_index(const plumb_tensor *tensor, size_t number,
                              char text[PLUMB_SHAPE_TEXT]) {
    size_t index[PLUMB_RANK_MAX];
    for (size_t i = tensor->rank; i-- > 0;) {
        index[i] = number % tensor->shape[i];
        number /= tensor->shape[i];
    }
    return plumb_shape_text(index, tensor->rank, text);
}

int plumb_shape_broadcast(const plumb_tensor *tensor, const plumb_problem *problem,
                          plumb_strides *strides, plumb_error *error) {
    const size_t full[] = {problem->batch, problem->query_heads, problem->query_length,
                           problem->key_length};
    char wanted[PLUMB_SHAPE_TEXT + 8];
    bool fits = tensor->rank == 4 && tensor->shape[3] == full[3];
    for (size_t i = 0; i < 3 && fits; i++)
        fits = tensor->shape[i] == full[i] || tensor->shape[i] == 1;
    snprintf(wanted, sizeof wanted, "[%zu|1,%zu|1,%zu|1,%zu]", full[0], full[1], full[2], full[3]);
    if (!fits)
        return plumb_shape_refuse(tensor, wanted, error);
    size_t stride = full[3];
    strides->query = tensor->shape[2] == 1 ? 0 : stride;
    stride *= tensor->shape[2];
    strides->head = tensor->shape[1] == 1 ? 0 : stride;
    stride *= tensor->shape[1];
    strides->batch = tensor->shape[0] == 1 ? 0 : stride;
    return 0;
}
