#include "case/decode.h"
#include "base/file.h"
#include "case/shape.h"
#include <math.h>
#include <string.h>

int plumb_decode_memory_is_short(const plumb_tensor *tensor, plumb_error *error) {
    return plumb_tensor_fail(tensor, error, "not enough memory for its %zu values", tensor->count);
}

/* Element `number` is nan, inf or -inf, "which is `reason`". */
static void refuse(const plumb_tensor *tensor, size_t number, double value, const char *reason, plumb_error *error) {
    char text[PLUMB_SHAPE_TEXT];
    plumb_fail(error, "%s: %s%s is %s, which is %s", tensor->source, tensor->name,
               plumb_shape_index(tensor, number, text),
               isnan(value) ? "nan"
               : value < 0  ? "-inf"
                            : "inf",
               reason);
}

static const char *meant_by(const plumb_tensor *tensor) {
    bool hides = tensor->dtype == PLUMB_DTYPE_BOOL && strcmp(tensor->name, "bias") == 0;
    return hides ? "; booleans of a mask are the tensor allowed" : "";
}

int plumb_decode_format(const plumb_tensor *tensor, plumb_format *format, plumb_error *error) {
    if (!plumb_tensor_format(tensor, format))
        return plumb_tensor_fail(tensor, error, "dtype %s is not one of F64, F32, F16, BF16%s", tensor->dtype_name,
                                 meant_by(tensor));
    return 0;
}

static void let_go(const plumb_tensor *tensor, size_t from, size_t count) {
    if (tensor->passing)
        plumb_file_let_go(tensor->bytes + plumb_tensor_bytes(tensor, from), plumb_tensor_bytes(tensor, count));
}

void plumb_decode_let_go(const plumb_tensor *tensor) {
    let_go(tensor, 0, tensor->count);
}

/* So many elements at a time: what has been decoded goes while the rest is still to be. */
enum { PIECE = 1 << 20 };

static void decode_pieces(const plumb_tensor *tensor, plumb_format format, double *value) {
    for (size_t from = 0, count; from < tensor->count; from += count) {
        count = tensor->count - from < PIECE ? tensor->count - from : PIECE;
        plumb_tensor_decode_part(tensor, format, from, count, value + from);
        let_go(tensor, from, count);
    }
}

const double *plumb_decode(const plumb_tensor *tensor, plumb_format format, plumb_storage *storage,
                           plumb_error *error) {
    double *value = plumb_storage_take(storage, tensor->count, sizeof *value);
    if (value == NULL)
        plumb_decode_memory_is_short(tensor, error);
    else
        decode_pieces(tensor, format, value);
    return value;
}

/* Every element is finite or, where it may hide a key, -infinity. */
static const double *decode_checked(const plumb_tensor *tensor, bool may_hide, plumb_storage *storage,
                                    plumb_error *error) {
    plumb_format format;
    if (plumb_decode_format(tensor, &format, error) != 0)
        return NULL;
    const double *value = plumb_decode(tensor, format, storage, error);
    for (size_t i = 0; value != NULL && i < tensor->count; i++)
        if (!isfinite(value[i]) && !(may_hide && value[i] == -INFINITY)) {
            refuse(tensor, i, value[i], may_hide ? "neither finite nor -inf" : "not finite", error);
            return NULL;
        }
    return value;
}

const double *plumb_decode_finite(const plumb_tensor *tensor, plumb_storage *storage, plumb_error *error) {
    return decode_checked(tensor, false, storage, error);
}

const double *plumb_decode_bias(const plumb_tensor *tensor, plumb_storage *storage, plumb_error *error) {
    return decode_checked(tensor, true, storage, error);
}

const int64_t *plumb_decode_integers(const plumb_tensor *tensor, plumb_storage *storage, plumb_error *error) {
    int64_t *value = plumb_storage_take(storage, tensor->count, sizeof *value);
    if (value == NULL) {
        plumb_decode_memory_is_short(tensor, error);
        return NULL;
    }
    plumb_tensor_decode_integers(tensor, value);
    plumb_decode_let_go(tensor);
    return value;
}
