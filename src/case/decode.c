#include "case/decode.h"

int plumb_decode_memory_is_short(const plumb_tensor *tensor, plumb_error *error) {
    return plumb_fail(error, "%s: %s: not enough memory for its %zu values", tensor->source,
                      tensor->name, tensor->count);
}

int plumb_decode_format(const plumb_tensor *tensor, plumb_format *format, plumb_error *error) {
    if (!plumb_tensor_format(tensor, format))
        return plumb_fail(error, "%s: %s: dtype %s is not one of F64, F32, F16, BF16",
                          tensor->source, tensor->name, tensor->dtype_name);
    return 0;
}

const double *plumb_decode(const plumb_tensor *tensor, plumb_format format, plumb_storage *storage,
                           plumb_error *error) {
    double *value = plumb_storage_take(storage, tensor->count, sizeof *value);
    if (value == NULL)
        plumb_decode_memory_is_short(tensor, error);
    else
        plumb_tensor_decode(tensor, format, value);
    return value;
}
