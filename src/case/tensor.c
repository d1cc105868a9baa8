/* Elements are built from bytes in little-endian order, so neither the processor's byte order nor the alignment of the
   file matters, and decoded to binary64, which holds every number of these formats exactly.  Decoding a part goes
   through the pages of the tensor if it has some, then through its quantisation if it has one.  A product of a shape is
   checked for overflow, but one axis of 0 makes it 0 whatever the others are. */
#include "case/tensor.h"
#include "base/little_endian.h"
#include "case/pages.h"
#include "case/quantised.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    size_t size;
} dtypes[] = {
    [PLUMB_DTYPE_F64] = {"F64", 8},   [PLUMB_DTYPE_F32] = {"F32", 4},   [PLUMB_DTYPE_F16] = {"F16", 2},
    [PLUMB_DTYPE_BF16] = {"BF16", 2}, [PLUMB_DTYPE_BOOL] = {"BOOL", 1}, [PLUMB_DTYPE_I32] = {"I32", 4},
    [PLUMB_DTYPE_I64] = {"I64", 8},   [PLUMB_DTYPE_I8] = {"I8", 1},   [PLUMB_DTYPE_U8] = {"U8", 1},
    [PLUMB_DTYPE_F8_E4M3] = {"F8_E4M3", 1}, [PLUMB_DTYPE_F8_E5M2] = {"F8_E5M2", 1},
    [PLUMB_DTYPE_F8_E8M0] = {"F8_E8M0", 1},
    [PLUMB_DTYPE_OTHER] = {"another", 0},
};

static const plumb_dtype format_dtype[] = {
    [PLUMB_F64] = PLUMB_DTYPE_F64,
    [PLUMB_F32] = PLUMB_DTYPE_F32,
    [PLUMB_F16] = PLUMB_DTYPE_F16,
    [PLUMB_BF16] = PLUMB_DTYPE_BF16,
};

int plumb_tensor_fail(const plumb_tensor *tensor, plumb_error *error, const char *format, ...) {
    char text[4 * PLUMB_ERROR_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    plumb_fail(error, "%s: %s: %s", tensor->source, tensor->name, text);
    return plumb_fail_of(error, tensor->name, NULL, NULL);
}

plumb_dtype plumb_dtype_from_name(const char *name) {
    for (int i = 0; i < PLUMB_DTYPE_OTHER; i++)
        if (strcmp(name, dtypes[i].name) == 0)
            return (plumb_dtype)i;
    return PLUMB_DTYPE_OTHER;
}

size_t plumb_dtype_size(plumb_dtype dtype) {
    return dtypes[dtype].size;
}

const char *plumb_dtype_name(plumb_dtype dtype) {
    return dtypes[dtype].name;
}

plumb_tensor plumb_tensor_of(const char *name, plumb_dtype dtype, size_t rank, const size_t *shape) {
    plumb_tensor tensor = {.name = name, .dtype = dtype, .dtype_name = plumb_dtype_name(dtype), .rank = rank};
    memcpy(tensor.shape, shape, rank * sizeof *shape);
    return tensor;
}

plumb_dtype plumb_format_dtype(plumb_format format) {
    return format_dtype[format];
}

bool plumb_shape_count(const size_t *shape, size_t rank, size_t *count) {
    size_t product = 1;
    bool overflow = false;
    for (size_t i = 0; i < rank; i++) {
        if (shape[i] == 0) {
            *count = 0;
            return true;
        }
        if (product > SIZE_MAX / shape[i])
            overflow = true;
        product *= shape[i];
    }
    *count = product;
    return !overflow;
}

const char *plumb_shape_text(const size_t *shape, size_t rank, char text[PLUMB_SHAPE_TEXT]) {
    size_t length = 1;
    text[0] = '[';
    for (size_t i = 0; i < rank; i++)
        length += (size_t)snprintf(text + length, PLUMB_SHAPE_TEXT - length, "%s%zu", i == 0 ? "" : ",", shape[i]);
    text[length] = ']';
    text[length + 1] = 0;
    return text;
}

size_t plumb_tensor_bytes(const plumb_tensor *tensor, size_t elements) {
    return tensor->quantised != NULL ? plumb_quantised_place(tensor->quantised, elements)
                                     : elements * plumb_dtype_size(tensor->dtype);
}

bool plumb_tensor_format(const plumb_tensor *tensor, plumb_format *format) {
    if (tensor->quantised != NULL) {
        *format = PLUMB_F32;
        return true;
    }
    for (int i = PLUMB_F64; i <= PLUMB_BF16; i++)
        if (tensor->dtype == format_dtype[i]) {
            *format = (plumb_format)i;
            return true;
        }
    return false;
}

static double decode_f64(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static int64_t decode_i64(uint64_t bits) {
    int64_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static int32_t decode_i32(uint32_t bits) {
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void plumb_tensor_decode(const plumb_tensor *tensor, plumb_format format, double *value) {
    const unsigned char *bytes = tensor->bytes;
    switch (format) {
    case PLUMB_F64:
        for (size_t i = 0; i < tensor->count; i++)
            value[i] = decode_f64(plumb_load(bytes + 8 * i, 8));
        break;
    case PLUMB_F32:
        for (size_t i = 0; i < tensor->count; i++)
            value[i] = plumb_decode_f32((uint32_t)plumb_load(bytes + 4 * i, 4));
        break;
    case PLUMB_F16:
        for (size_t i = 0; i < tensor->count; i++)
            value[i] = plumb_decode_f16((uint16_t)plumb_load(bytes + 2 * i, 2));
        break;
    case PLUMB_BF16:
        for (size_t i = 0; i < tensor->count; i++)
            value[i] = plumb_decode_bf16((uint16_t)plumb_load(bytes + 2 * i, 2));
        break;
    }
}

void plumb_tensor_decode_run(const plumb_tensor *tensor, plumb_format format, size_t at, size_t element, size_t count,
                             double *value) {
    plumb_tensor part = *tensor;
    part.bytes = tensor->bytes + plumb_tensor_bytes(tensor, at);
    part.count = count;
    if (tensor->quantised != NULL)
        plumb_quantised_decode(tensor->quantised, part.bytes, element, count, value);
    else
        plumb_tensor_decode(&part, format, value);
}

void plumb_tensor_decode_part(const plumb_tensor *tensor, plumb_format format, size_t from, size_t count,
                              double *value) {
    if (tensor->pages != NULL)
        plumb_pages_decode(tensor, format, from, count, value);
    else
        plumb_tensor_decode_run(tensor, format, from, from, count, value);
}

void plumb_tensor_decode_integers(const plumb_tensor *tensor, int64_t *value) {
    size_t size = plumb_dtype_size(tensor->dtype);
    for (size_t i = 0; i < tensor->count; i++) {
        uint64_t bits = plumb_load(tensor->bytes + i * size, size);
        value[i] = tensor->dtype == PLUMB_DTYPE_I64 ? decode_i64(bits) : decode_i32((uint32_t)bits);
    }
}
