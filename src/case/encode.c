#include "case/encode.h"
#include "base/little_endian.h"
#include <math.h>

/* Stored significand bits and exponent bits of each format. */
static const struct {
    int significand, exponent;
} layouts[] = {[PLUMB_F64] = {52, 11}, [PLUMB_F32] = {23, 8}, [PLUMB_F16] = {10, 5}, [PLUMB_BF16] = {7, 8}};

static bool shift_out_zeros(uint64_t *significand, int shift) {
    if (shift > 63 || (*significand & ((UINT64_C(1) << shift) - 1)) != 0)
        return false;
    *significand >>= shift;
    return true;
}

/* The magnitude bits of 2^exponent * significand / 2^52, with 2^52 <= significand < 2^53. */
static bool encode_magnitude(int significand_bits, int exponent_bits, int exponent, uint64_t significand,
                             uint64_t *bits) {
    int bias = (1 << (exponent_bits - 1)) - 1;
    if (exponent > bias)
        return false;
    if (exponent >= 1 - bias) {
        if (!shift_out_zeros(&significand, 52 - significand_bits))
            return false;
        /* The significand's leading bit, which is not stored, adds the last 1 to the exponent. */
        *bits = ((uint64_t)(exponent + bias - 1) << significand_bits) + significand;
        return true;
    }
    if (!shift_out_zeros(&significand, 52 - significand_bits + (1 - bias - exponent)))
        return false;
    *bits = significand;
    return true;
}

bool plumb_encode(plumb_format format, double value, uint64_t *bits) {
    int significand_bits = layouts[format].significand;
    int exponent_bits = layouts[format].exponent;
    uint64_t infinity = ((UINT64_C(1) << exponent_bits) - 1) << significand_bits;
    uint64_t sign = (uint64_t)(signbit(value) != 0) << (significand_bits + exponent_bits);
    if (isnan(value)) {
        *bits = infinity | UINT64_C(1) << (significand_bits - 1);
        return true;
    }
    *bits = isinf(value) ? infinity : 0;
    if (isfinite(value) && value != 0) {
        int exponent;
        double fraction = frexp(fabs(value), &exponent); /* in [1/2, 1) */
        uint64_t significand = (uint64_t)ldexp(fraction, 53);
        if (!encode_magnitude(significand_bits, exponent_bits, exponent - 1, significand, bits))
            return false;
    }
    *bits |= sign;
    return true;
}

bool plumb_encode_tensor(plumb_storage *storage, const double *value, plumb_tensor *tensor) {
    plumb_format format = PLUMB_F64;
    bool number = plumb_tensor_format(tensor, &format);
    size_t size = plumb_dtype_size(tensor->dtype);
    unsigned char *bytes = plumb_storage_take(storage, tensor->count, size);
    for (size_t i = 0; bytes != NULL && i < tensor->count; i++) {
        uint64_t bits = (uint64_t)(number ? 0 : (int64_t)value[i]);
        if (number)
            plumb_encode(format, value[i], &bits);
        plumb_store(bytes + i * size, size, bits);
    }
    tensor->bytes = bytes;
    return bytes != NULL;
}
