#include "challenge/drawn.h"
#include "case/encode.h"
#include "case/read.h"
#include "exact/round.h"
#include <string.h>

int plumb_drawn_add(plumb_drawn_case *drawn, const char *name, plumb_dtype dtype, size_t rank, const size_t *shape,
                    plumb_error *error) {
    if (drawn->count == PLUMB_DRAWN_TENSORS)
        return plumb_fail(error, "%s: %s: more than %d tensors", drawn->where, name, PLUMB_DRAWN_TENSORS);
    plumb_tensor *tensor = &drawn->tensor[drawn->count];
    *tensor = plumb_tensor_of(name, dtype, rank, shape);
    tensor->source = drawn->where;
    double *value = plumb_shape_count(shape, rank, &tensor->count)
                        ? plumb_storage_take(&drawn->storage, tensor->count, sizeof *value)
                        : NULL;
    if (value == NULL)
        return plumb_fail(error, "%s: %s: not enough memory", drawn->where, name);
    memset(value, 0, tensor->count * sizeof *value);
    drawn->value[drawn->count++] = value;
    return 0;
}

void plumb_drawn_round(plumb_drawn_case *drawn, size_t tensor) {
    plumb_format format;
    if (plumb_tensor_format(&drawn->tensor[tensor], &format))
        for (size_t i = 0; i < drawn->tensor[tensor].count; i++)
            drawn->value[tensor][i] = plumb_round_double(drawn->value[tensor][i], format);
}

int plumb_drawn_read(plumb_drawn_case *drawn, plumb_case *out, plumb_error *error) {
    for (size_t i = 0; i < drawn->count; i++)
        if (!plumb_encode_tensor(&drawn->storage, drawn->value[i], &drawn->tensor[i]))
            return plumb_fail(error, "%s: not enough memory", drawn->where);
    return plumb_case_from_tensors(drawn->tensor, drawn->count, drawn->description, drawn->where, out, error);
}

int plumb_drawn_write(const plumb_drawn_case *drawn, plumb_new_file *file, plumb_error *error) {
    return plumb_write_tensors(file, drawn->tensor, drawn->count, drawn->description, error);
}

void plumb_drawn_case_free(plumb_drawn_case *drawn) {
    plumb_case_free(&drawn->asked);
    plumb_storage_free(&drawn->storage);
}
