/* The dtype, with the stated format of its bytes, selects an encoding.  Without one the numbers are what they are, and
   any scale beside them is refused.  Otherwise the last axis is counted in elements instead of bytes, the scales and
   zero points that the encoding allows or requires are checked, and each is read as a grid whose axes divide those of
   the elements.  No element is decoded here: the tensor keeps its bytes and a table of what each pattern means. */
#include "case/vectors.h"
#include "case/decode.h"
#include "case/representable.h"
#include "case/shape.h"
#include "case/slot_scales.h"
#include "schema/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beyond it, scales of 24 bits and of 11 might not multiply a difference without rounding. */
#define MOST_ZERO_POINT (1 << 15)

enum { WANTED = 3 * PLUMB_SHAPE_TEXT + 160 };

static const struct {
    plumb_member tensor, scale, global_scale, zero_point, offset, format;
} members[PLUMB_VECTORS] = {
    {PLUMB_MEMBER_Q, PLUMB_MEMBER_Q_SCALE, PLUMB_MEMBER_Q_GLOBAL_SCALE, PLUMB_MEMBER_Q_ZERO_POINT,
     PLUMB_MEMBER_Q_OFFSET, PLUMB_MEMBER_Q_FORMAT},
    {PLUMB_MEMBER_K, PLUMB_MEMBER_K_SCALE, PLUMB_MEMBER_K_GLOBAL_SCALE, PLUMB_MEMBER_K_ZERO_POINT,
     PLUMB_MEMBER_K_OFFSET, PLUMB_MEMBER_K_FORMAT},
    {PLUMB_MEMBER_V, PLUMB_MEMBER_V_SCALE, PLUMB_MEMBER_V_GLOBAL_SCALE, PLUMB_MEMBER_V_ZERO_POINT,
     PLUMB_MEMBER_V_OFFSET, PLUMB_MEMBER_V_FORMAT},
};

typedef struct {
    const plumb_case_tensors *tensors;
    size_t index; /* of query, key and value */
    const plumb_tensor *tensor;
    plumb_packing packing;
    bool of_slots, heads_first; /* scales have the axes of the cache, or of ragged rows */
    plumb_quantised *quantised;
    plumb_storage *storage;
    plumb_error *error;
} reader;

static const plumb_tensor *scale_of(const reader *r) {
    return r->tensors->tensor[members[r->index].scale];
}

static const plumb_tensor *global_scale_of(const reader *r) {
    return r->tensors->tensor[members[r->index].global_scale];
}

static const plumb_tensor *zero_point_of(const reader *r) {
    return r->tensors->tensor[members[r->index].zero_point];
}

static const plumb_tensor *offset_of(const reader *r) {
    return r->tensors->tensor[members[r->index].offset];
}

/* ---- numbers of a grid ---- */

/* One number, or axes that each divide one of so many; the last may be left out. */
static bool divides(const size_t *shape, size_t rank, const plumb_tensor *numbers, size_t size[PLUMB_QUANTISED_AXES]) {
    if (numbers->rank > rank || (numbers->rank == 1 && numbers->count != 1))
        return false;
    for (size_t axis = 0; axis < rank; axis++) {
        size[axis] = axis < numbers->rank ? numbers->shape[axis] : 1;
        if (size[axis] == 0 ? shape[axis] != 0 : shape[axis] % size[axis] != 0)
            return false;
    }
    return true;
}

static bool fits(const size_t shape[PLUMB_QUANTISED_AXES], const plumb_tensor *numbers,
                 size_t size[PLUMB_QUANTISED_AXES]) {
    return divides(shape, PLUMB_QUANTISED_AXES, numbers, size);
}

/* As numbers of a cache, or of ragged rows. */
static bool fits_slots(const reader *r, const plumb_tensor *numbers, plumb_slot_axes *of_numbers) {
    plumb_slot_axes all = plumb_slot_axes_of(r->tensor->pages, r->quantised->shape, r->heads_first);
    of_numbers->rank = all.rank;
    return divides(all.size, all.rank, numbers, of_numbers->size);
}

/* The shape that was probably meant by a single axis. */
static void add_hint(const size_t shape[PLUMB_QUANTISED_AXES], const plumb_tensor *numbers, char wanted[WANTED]) {
    static const char *const serves[] = {"batch entry", "head", "token", "channel"};
    static const size_t likely[] = {1, 3, 2, 0};
    plumb_tensor exchanged = *numbers;
    size_t size[PLUMB_QUANTISED_AXES], one[PLUMB_QUANTISED_AXES] = {1, 1, 1, 1};
    char text[PLUMB_SHAPE_TEXT];
    for (size_t i = 0; numbers->rank == 1 && i < PLUMB_QUANTISED_AXES; i++)
        if (shape[likely[i]] == numbers->count) {
            one[likely[i]] = numbers->count;
            plumb_text_add(wanted, WANTED, "; one for each %s is %s", serves[likely[i]],
                           plumb_shape_text(one, PLUMB_QUANTISED_AXES, text));
            return;
        }
    if (numbers->rank < 3)
        return;
    exchanged.shape[1] = numbers->shape[2];
    exchanged.shape[2] = numbers->shape[1];
    plumb_text_add(wanted, WANTED, "%s", fits(shape, &exchanged, size) ? plumb_layout_hint : "");
}

static int refuse_shape(const reader *r, const plumb_tensor *numbers) {
    char wanted[WANTED] = "", text[PLUMB_SHAPE_TEXT];
    bool of_slots = r->of_slots && r->tensor->pages != NULL;
    plumb_slot_axes axes = {PLUMB_QUANTISED_AXES, {0}}, other;
    memcpy(axes.size, r->quantised->shape, sizeof axes.size);
    if (of_slots)
        axes = plumb_slot_axes_of(r->tensor->pages, r->quantised->shape, r->heads_first);
    plumb_text_add(wanted, WANTED,
                   "one number, nor an array whose axes divide those of %s, %s; the last may be omitted",
                   r->tensor->name, plumb_shape_text(axes.size, axes.rank, text));
    if (!of_slots && r->tensor->pages != NULL && fits_slots(r, numbers, &other))
        plumb_text_add(wanted, WANTED, "; it fits as numbers of %s, which is scale_origin cache",
                       r->tensor->pages->is_sequence ? "its rows" : "slots");
    else if (!of_slots)
        add_hint(r->quantised->shape, numbers, wanted);
    return plumb_shape_refuse(numbers, wanted, r->error);
}

static double *array_for(const reader *r, const plumb_tensor *numbers) {
    double *number = plumb_storage_take(r->storage, numbers->count, sizeof *number);
    if (number == NULL)
        plumb_decode_memory_is_short(numbers, r->error);
    return number;
}

static double *decode_8_bits(const reader *r, const plumb_tensor *scales) {
    double *number = array_for(r, scales);
    for (size_t i = 0; number != NULL && i < scales->count; i++)
        number[i] = scales->dtype == PLUMB_DTYPE_F8_E8M0 ? plumb_decode_e8m0(scales->bytes[i])
                                                         : plumb_decode_e4m3(scales->bytes[i]);
    return number;
}

static const double *refuse_scale(const reader *r, const plumb_tensor *scales) {
    plumb_tensor_fail(scales, r->error, "dtype %s is not one of F32, F16, BF16, F8_E4M3, F8_E8M0%s", scales->dtype_name,
                      scales->dtype == PLUMB_DTYPE_F64  ? "; engines hold scales in binary32: save them as F32"
                      : scales->dtype == PLUMB_DTYPE_U8 ? "; save bytes of an exponent as F8_E8M0, others as F8_E4M3"
                                                        : "");
    return NULL;
}

static const double *decode_scale(const reader *r, const plumb_tensor *scales) {
    plumb_format format;
    if (scales->dtype == PLUMB_DTYPE_F8_E4M3 || scales->dtype == PLUMB_DTYPE_F8_E8M0)
        return decode_8_bits(r, scales);
    if (!plumb_tensor_format(scales, &format) || format == PLUMB_F64)
        return refuse_scale(r, scales);
    return plumb_decode(scales, format, r->storage, r->error);
}

static int64_t integer_at(const plumb_tensor *tensor, size_t i) {
    plumb_tensor one = *tensor;
    int64_t value;
    if (tensor->dtype == PLUMB_DTYPE_U8)
        return tensor->bytes[i];
    if (tensor->dtype == PLUMB_DTYPE_I8)
        return tensor->bytes[i] < 128 ? tensor->bytes[i] : tensor->bytes[i] - 256;
    one.bytes += i * plumb_dtype_size(tensor->dtype);
    one.count = 1;
    plumb_tensor_decode_integers(&one, &value);
    return value;
}

static bool holds_integers(const plumb_tensor *tensor) {
    return tensor->dtype == PLUMB_DTYPE_I64 || tensor->dtype == PLUMB_DTYPE_I32 || tensor->dtype == PLUMB_DTYPE_I8 ||
           tensor->dtype == PLUMB_DTYPE_U8;
}

/* Numbers that engines hold in 16 or 32 bits. */
static bool holds_floats(const plumb_tensor *tensor) {
    plumb_format format;
    return plumb_tensor_format(tensor, &format) && format != PLUMB_F64;
}

static const double *decode_offset(const reader *r, const plumb_tensor *offsets) {
    plumb_format format;
    if (holds_floats(offsets) && plumb_tensor_format(offsets, &format))
        return plumb_decode(offsets, format, r->storage, r->error);
    plumb_tensor_fail(offsets, r->error, "dtype %s is not one of F32, F16, BF16%s", offsets->dtype_name,
                      offsets->dtype == PLUMB_DTYPE_F64 ? "; engines hold it in binary32: save it as F32" : "");
    return NULL;
}

static const double *decode_zero_point(const reader *r, const plumb_tensor *points) {
    if (holds_floats(points))
        return decode_offset(r, points);
    if (!holds_integers(points)) {
        plumb_tensor_fail(points, r->error, "dtype %s is not one of I64, I32, I8, U8, F32, F16, BF16",
                          points->dtype_name);
        return NULL;
    }
    double *number = array_for(r, points);
    for (size_t i = 0; number != NULL && i < points->count; i++) {
        char index[PLUMB_SHAPE_TEXT];
        int64_t value = integer_at(points, i);
        if (value < -MOST_ZERO_POINT || value > MOST_ZERO_POINT) {
            plumb_fail(r->error, "%s: %s%s is %" PRId64 ", which is beyond +-2^15", points->source, points->name,
                       plumb_shape_index(points, i, index), value);
            return NULL;
        }
        number[i] = (double)value;
    }
    return number;
}

typedef const double *decoder(const reader *r, const plumb_tensor *numbers);

/* Each key gets the numbers that serve its slot. */
static int read_slots(const reader *r, const plumb_tensor *numbers, decoder *decode, plumb_grid *grid) {
    const size_t *shape = r->quantised->shape;
    plumb_slot_axes axes;
    if (!fits_slots(r, numbers, &axes))
        return refuse_shape(r, numbers);
    const double *number = decode(r, numbers);
    if (number == NULL)
        return -1;
    memcpy(grid->size, shape, sizeof grid->size);
    grid->size[PLUMB_QUANTISED_AXES - 1] = axes.size[axes.rank - 1];
    grid->number = plumb_slot_scales_gather(r->tensor->pages, shape, r->heads_first, &axes, number, r->storage);
    return grid->number != NULL ? 0 : plumb_decode_memory_is_short(numbers, r->error);
}

static int read_grid(const reader *r, const plumb_tensor *numbers, decoder *decode, plumb_grid *grid) {
    if (numbers == NULL)
        return 0;
    if (r->of_slots && r->tensor->pages != NULL && numbers->count != 1)
        return read_slots(r, numbers, decode, grid);
    if (!fits(r->quantised->shape, numbers, grid->size))
        return refuse_shape(r, numbers);
    grid->number = decode(r, numbers);
    return grid->number != NULL ? 0 : -1;
}

/* ---- the tensor ---- */

static const char *encoding_name(const reader *r) {
    return r->packing != PLUMB_PACKED_AS_DTYPE ? r->quantised->encoding->name : plumb_dtype_name(r->tensor->dtype);
}

/* A tensor whose numbers are not scaled has no scales beside it. */
static int check_plain(const reader *r) {
    const plumb_tensor *offset = offset_of(r);
    const plumb_tensor *beside[] = {scale_of(r), global_scale_of(r), zero_point_of(r), offset};
    const char *name = r->tensor->name;
    plumb_format format;
    if (!plumb_tensor_format(r->tensor, &format))
        return plumb_tensor_fail(r->tensor, r->error,
                                 "dtype %s is not one of F64, F32, F16, BF16, F8_E4M3, F8_E5M2, I8, U8%s",
                                 r->tensor->dtype_name,
                                 strcmp(r->tensor->dtype_name, "F4") == 0 ? "; save its bytes as U8, of format e2m1"
                                                                          : "");
    if (r->packing != PLUMB_PACKED_AS_DTYPE)
        return plumb_fail(r->error, "%s: %s: '%s' applies to bytes, dtype U8; %s has dtype %s", r->tensor->source,
                          plumb_member_name(members[r->index].format),
                          plumb_word_name(members[r->index].format, r->packing), name, r->tensor->dtype_name);
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (beside[i] != NULL)
            return plumb_tensor_fail(beside[i], r->error,
                                     "%s has dtype %s, which needs no scale; omit it, or pass %s as it is stored: "
                                     "F8_E4M3, F8_E5M2, I8, U8%s",
                                     name, r->tensor->dtype_name, name,
                                     beside[i] == offset && *name == 'q' ? "; causal_alignment states positions" : "");
    return 0;
}

static int refuse_missing_scale(const reader *r) {
    char heads[PLUMB_SHAPE_TEXT];
    const char *scale = plumb_member_name(members[r->index].scale);
    plumb_fail(r->error,
               "%s: %s: missing; %s holds integers, %s; expected a scale, such as [1] for the tensor or %s for each "
               "batch entry and head",
               r->tensor->source, scale, r->tensor->name, encoding_name(r),
               plumb_shape_text(r->quantised->shape, 2, heads));
    return plumb_fail_of(r->error, scale, NULL, plumb_member_at(members[r->index].scale)->shape);
}

/* Whether the scales and zero points are those that the encoding has. */
static int check_company(const reader *r) {
    const plumb_encoding *encoding = r->quantised->encoding;
    const plumb_tensor *scale = scale_of(r), *global_scale = global_scale_of(r), *zero_point = zero_point_of(r);
    const plumb_tensor *offset = offset_of(r);
    if (encoding->scaled && (scale != NULL || global_scale != NULL))
        return plumb_tensor_fail(scale != NULL ? scale : global_scale, r->error,
                                 "cannot be combined with %s '%s', whose blocks hold their scales",
                                 plumb_member_name(members[r->index].format), encoding->name);
    if (!encoding->integer && zero_point != NULL)
        return plumb_tensor_fail(zero_point, r->error, "%s holds %s; only integers have zero points", r->tensor->name,
                                 encoding_name(r));
    if (!encoding->integer && offset != NULL)
        return plumb_tensor_fail(offset, r->error, "%s holds %s; only integers have offsets", r->tensor->name,
                                 encoding_name(r));
    if (encoding->integer && scale == NULL)
        return refuse_missing_scale(r);
    if (global_scale != NULL && scale == NULL)
        return plumb_tensor_fail(global_scale, r->error, "it multiplies %s, which is missing",
                                 plumb_member_name(members[r->index].scale));
    if (global_scale != NULL && scale->dtype == PLUMB_DTYPE_F32)
        return plumb_tensor_fail(scale, r->error, "dtype F32 is not one of F16, BF16, F8_E4M3, F8_E8M0, which %s needs",
                                 global_scale->name);
    return 0;
}

static int read_shape(const reader *r, const plumb_encoding *encoding) {
    char text[PLUMB_SHAPE_TEXT];
    plumb_quantised *q = r->quantised;
    size_t bytes = plumb_layout_bytes(encoding->layout), *last = &q->shape[PLUMB_QUANTISED_AXES - 1];
    memcpy(q->shape, r->tensor->shape, sizeof q->shape);
    if (*last % bytes != 0)
        return plumb_tensor_fail(r->tensor, r->error,
                                 "shape %s: its last axis is not a multiple of %zu, the bytes of a block of '%s'",
                                 plumb_shape_text(q->shape, PLUMB_QUANTISED_AXES, text), bytes, encoding->name);
    *last = *last / bytes * plumb_layout_elements(encoding->layout);
    return 0;
}

static void list_values(plumb_quantised *q) {
    int patterns = plumb_layout_patterns(q->encoding->layout);
    for (int i = 0; q->encoding->value != NULL && i < patterns; i++)
        q->value[i] = q->encoding->value(i);
}

static int refuse_inexact(const reader *r, const plumb_not_representable *first) {
    const plumb_tensor *by = offset_of(r) != NULL ? offset_of(r) : zero_point_of(r);
    char place[PLUMB_SHAPE_TEXT];
    return plumb_tensor_fail(by, r->error,
                             "%.9g for %s%s, with a scale of %.9g, makes numbers of more bits than binary64 has; "
                             "expected fewer, or %s as the engine dequantises it, in F32",
                             by == offset_of(r) ? first->offset : first->zero_point, r->tensor->name,
                             plumb_shape_text(first->at, PLUMB_QUANTISED_AXES, place), first->scale, r->tensor->name);
}

static int check_bits(const reader *r) {
    const plumb_tensor *zero_point = zero_point_of(r);
    plumb_not_representable first;
    if (offset_of(r) == NULL && (zero_point == NULL || holds_integers(zero_point)))
        return 0;
    return plumb_quantised_is_exact(r->quantised, &first) ? 0 : refuse_inexact(r, &first);
}

static int read_quantised(reader *r, const plumb_encoding *encoding, plumb_tensor *vector) {
    r->quantised = plumb_storage_take(r->storage, 1, sizeof *r->quantised);
    if (r->quantised == NULL)
        return plumb_decode_memory_is_short(r->tensor, r->error);
    memset(r->quantised, 0, sizeof *r->quantised);
    r->quantised->encoding = encoding;
    list_values(r->quantised);
    if (read_shape(r, encoding) != 0 || check_company(r) != 0 ||
        read_grid(r, scale_of(r), decode_scale, &r->quantised->scale) != 0 ||
        read_grid(r, global_scale_of(r), decode_scale, &r->quantised->global_scale) != 0 ||
        read_grid(r, zero_point_of(r), decode_zero_point, &r->quantised->zero_point) != 0 ||
        read_grid(r, offset_of(r), decode_offset, &r->quantised->offset) != 0 || check_bits(r) != 0)
        return -1;
    memcpy(vector->shape, r->quantised->shape, sizeof r->quantised->shape);
    vector->quantised = r->quantised;
    vector->dtype_name = encoding_name(r);
    return plumb_shape_settle(vector, r->error);
}

/* Tensors of a rank other than 4 are refused later, not quantised here. */
int plumb_vectors_of(const plumb_case_tensors *tensors, const plumb_description *description, plumb_storage *storage,
                     plumb_tensor vector[PLUMB_VECTORS], plumb_error *error) {
    for (size_t i = 0; i < PLUMB_VECTORS; i++) {
        reader r = {.tensors = tensors,
                    .index = i,
                    .tensor = tensors->tensor[members[i].tensor],
                    .packing = description->packing[i],
                    .of_slots = description->scales_of_slots,
                    .heads_first = description->heads_before_slots,
                    .storage = storage,
                    .error = error};
        const plumb_encoding *encoding = plumb_encoding_find(r.tensor->dtype, r.packing);
        vector[i] = *r.tensor;
        if (r.tensor->rank != PLUMB_QUANTISED_AXES)
            continue;
        if (encoding == NULL ? check_plain(&r) != 0 : read_quantised(&r, encoding, &vector[i]) != 0)
            return -1;
    }
    return 0;
}
