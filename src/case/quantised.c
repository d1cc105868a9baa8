#include "case/quantised.h"
#include "base/little_endian.h"
#include "problem/format.h"

size_t plumb_quantised_place(const plumb_quantised *quantised, size_t element) {
    plumb_layout layout = quantised->encoding->layout;
    return element / plumb_layout_elements(layout) * plumb_layout_bytes(layout);
}

/* How many neighbours on an axis a number serves. */
static size_t span(const plumb_quantised *q, const plumb_grid *grid, size_t axis) {
    return q->shape[axis] / grid->size[axis];
}

const double *plumb_grid_row(const plumb_quantised *q, const plumb_grid *grid, size_t row, size_t *width) {
    size_t token = row % q->shape[2], head = row / q->shape[2] % q->shape[1], batch = row / q->shape[2] / q->shape[1];
    size_t at = batch / span(q, grid, 0) * grid->size[1] + head / span(q, grid, 1);
    *width = span(q, grid, 3);
    return grid->number + (at * grid->size[2] + token / span(q, grid, 2)) * grid->size[3];
}

static void decode_bytes(const double value_of[PLUMB_PATTERNS], const unsigned char *bytes, size_t count,
                         double *value) {
    for (size_t i = 0; i < count; i++)
        value[i] = value_of[bytes[i]];
}

static void decode_pairs(const double value_of[PLUMB_PATTERNS], const unsigned char *bytes, size_t count,
                         double *value) {
    for (size_t i = 0; i < count / 2; i++) {
        value[2 * i] = value_of[bytes[i] & 15];
        value[2 * i + 1] = value_of[bytes[i] >> 4];
    }
}

static void decode_q8_0(const unsigned char *bytes, size_t count, double *value) {
    enum { BLOCK = 32, BYTES = 34 };
    for (size_t i = 0; i < count; i += BLOCK, bytes += BYTES) {
        double scale = plumb_decode_f16((uint16_t)plumb_load(bytes, 2));
        for (size_t j = 0; j < BLOCK; j++)
            value[i + j] = (bytes[2 + j] < 128 ? bytes[2 + j] : bytes[2 + j] - 256) * scale;
    }
}

/* Blocks of 4 or 5 bits: a scale, a minimum where there is one, fifth bits where there are some, lower bits. */
static void decode_nibbles(const plumb_quantised *q, const unsigned char *bytes, size_t count, double *value) {
    enum { BLOCK = 32, HALF = 16 };
    plumb_layout layout = q->encoding->layout;
    size_t size = plumb_layout_bytes(layout);
    bool minimum = layout == PLUMB_LAYOUT_Q4_1 || layout == PLUMB_LAYOUT_Q5_1;
    bool fifths = plumb_layout_patterns(layout) == 32;
    for (size_t i = 0; i < count; i += BLOCK, bytes += size, value += BLOCK) {
        const unsigned char *lower = bytes + size - HALF;
        double scale = plumb_decode_f16((uint16_t)plumb_load(bytes, 2));
        double least = minimum ? plumb_decode_f16((uint16_t)plumb_load(bytes + 2, 2)) : 0;
        uint32_t fifth = fifths ? (uint32_t)plumb_load(lower - 4, 4) : 0;
        for (size_t j = 0; j < HALF; j++) {
            value[j] = q->value[(lower[j] & 15) | (fifth >> j & 1) << 4] * scale;
            value[HALF + j] = q->value[lower[j] >> 4 | (fifth >> (HALF + j) & 1) << 4] * scale;
        }
        for (size_t j = 0; minimum && j < BLOCK; j++)
            value[j] += least;
    }
}

static void decode_elements(const plumb_quantised *q, const unsigned char *bytes, size_t count, double *value) {
    switch (q->encoding->layout) {
    case PLUMB_LAYOUT_BYTE:
        decode_bytes(q->value, bytes, count, value);
        break;
    case PLUMB_LAYOUT_PAIR:
        decode_pairs(q->value, bytes, count, value);
        break;
    case PLUMB_LAYOUT_Q8_0:
        decode_q8_0(bytes, count, value);
        break;
    case PLUMB_LAYOUT_Q4_0:
    case PLUMB_LAYOUT_Q4_1:
    case PLUMB_LAYOUT_Q5_0:
    case PLUMB_LAYOUT_Q5_1:
        decode_nibbles(q, bytes, count, value);
        break;
    }
}

/* Where the number of the next channels begins, or `to`. */
static size_t end_of(size_t c, size_t width, size_t to) {
    size_t end = (c / width + 1) * width;
    return end < to ? end : to;
}

/* The channels from <= c < to of a row, each with the number that serves it; where each has its own, those are a
   vector. */
static void add(const plumb_quantised *q, const plumb_grid *grid, double sign, size_t row, size_t from, size_t to,
                double *value) {
    size_t width;
    const double *number = plumb_grid_row(q, grid, row, &width);
    for (size_t i = from; width == 1 && i < to; i++)
        value[i - from] += sign * number[i];
    for (size_t c = width == 1 ? to : from, end; c < to; c = end) {
        end = end_of(c, width, to);
        for (size_t i = c; i < end; i++)
            value[i - from] += sign * number[c / width];
    }
}

static void multiply(const plumb_quantised *q, const plumb_grid *grid, size_t row, size_t from, size_t to,
                     double *value) {
    size_t width;
    const double *scale = plumb_grid_row(q, grid, row, &width);
    for (size_t i = from; width == 1 && i < to; i++)
        value[i - from] *= scale[i];
    for (size_t c = width == 1 ? to : from, end; c < to; c = end) {
        end = end_of(c, width, to);
        for (size_t i = c; i < end; i++)
            value[i - from] *= scale[c / width];
    }
}

/* Channels from <= c < to of one row. */
static void decode_row(const plumb_quantised *q, const unsigned char *bytes, size_t row, size_t from, size_t to,
                       double *value) {
    decode_elements(q, bytes, to - from, value);
    if (q->zero_point.number != NULL)
        add(q, &q->zero_point, -1, row, from, to, value);
    if (q->scale.number != NULL)
        multiply(q, &q->scale, row, from, to, value);
    if (q->global_scale.number != NULL)
        multiply(q, &q->global_scale, row, from, to, value);
    if (q->offset.number != NULL)
        add(q, &q->offset, 1, row, from, to, value);
}

void plumb_quantised_decode(const plumb_quantised *q, const unsigned char *bytes, size_t first, size_t count,
                            double *value) {
    size_t channels = q->shape[3], done = 0;
    while (done < count) {
        size_t from = (first + done) % channels, left = count - done;
        size_t part = left < channels - from ? left : channels - from;
        decode_row(q, bytes + plumb_quantised_place(q, done), (first + done) / channels, from, from + part,
                   value + done);
        done += part;
    }
}
