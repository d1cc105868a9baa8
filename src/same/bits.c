#include "same/bits.h"
#include "base/little_endian.h"
#include "exact/shape.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

/* The bits of a format without the sign, and those of its infinity. */
typedef struct {
    size_t size;
    uint64_t sign, infinity;
} layout;

static layout layout_of(plumb_dtype dtype, plumb_format format) {
    size_t size = plumb_dtype_size(dtype);
    uint64_t sign = UINT64_C(1) << (8 * size - 1);
    int stored = plumb_shape(format).significand_bits - 1;
    return (layout){size, sign, sign - (UINT64_C(1) << stored)};
}

static bool is_nan(layout of, uint64_t bits) {
    return (bits & (of.sign - 1)) > of.infinity;
}

/* How many numbers of the format lie from one to the other; 0 and -0 are one. */
static double steps(layout of, uint64_t a, uint64_t b) {
    uint64_t one = a & (of.sign - 1), two = b & (of.sign - 1);
    if (((a ^ b) & of.sign) != 0)
        return (double)(one + two);
    return (double)(one > two ? one - two : two - one);
}

static void note(layout of, uint64_t a, uint64_t b, size_t element, plumb_same_bits *found) {
    bool nan_a = is_nan(of, a), nan_b = is_nan(of, b);
    if (a == b)
        return;
    if (found->differ++ == 0)
        found->first = element;
    if (nan_a && nan_b) {
        found->nan_bits++;
    } else if (nan_a || nan_b) {
        found->nan_alone++;
    } else {
        found->zero_signs += ((a | b) & (of.sign - 1)) == 0;
        found->most_ulps = fmax(found->most_ulps, steps(of, a, b));
    }
}

static void compare_block(const plumb_same_slice *slice, layout of, size_t begin, plumb_same_bits *found) {
    const unsigned char *one = slice->first->bytes + begin * of.size;
    const unsigned char *two = slice->other->bytes + plumb_same_slice_place(slice, begin) * of.size;
    if (memcmp(one, two, slice->width * of.size) == 0)
        return;
    for (size_t i = 0; i < slice->width; i++)
        note(of, plumb_load(one + i * of.size, of.size), plumb_load(two + i * of.size, of.size), begin + i, found);
}

plumb_same_bits plumb_same_bits_of(const plumb_same_slice *slice) {
    plumb_same_bits found = {.differ = 0};
    plumb_format format = PLUMB_F64;
    plumb_tensor_format(slice->first, &format);
    layout of = layout_of(slice->first->dtype, format);
    for (size_t block = 0; block < slice->blocks && slice->width > 0; block++)
        compare_block(slice, of, block * slice->width, &found);
    return found;
}
