/* change_scales.c - quantised inputs with other scales, zero points or bits. */
#include "case/quantised.h"
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/verbs.h"
#include <math.h>

typedef struct {
    size_t axis[PLUMB_QUANTISED_AXES];
} place;

/* Tiled heads are those of the file, one after the other, again and again. */
static place place_of(const plumb_making *m, const plumb_tensor_view *view, size_t n) {
    place at;
    for (size_t axis = PLUMB_QUANTISED_AXES; axis-- > 0; n /= view->size[axis])
        at.axis[axis] = n % view->size[axis];
    if (m->changed->tiled_heads != 0 && *view->place != m->p->query)
        at.axis[PLUMB_HEADS] %= m->changed->tiled_heads;
    return at;
}

/* Which number of an axis is taken in place of its own. */
static size_t taken(plumb_scale_fault fault, size_t axis, size_t i, size_t n) {
    static const struct {
        plumb_scale_fault fault;
        size_t axis;
        int step; /* 0: the first is taken */
    } others[] = {{PLUMB_SCALE_OF_ENTRY_0, PLUMB_ENTRIES, 0},     {PLUMB_SCALE_OF_NEXT_ENTRY, PLUMB_ENTRIES, 1},
                  {PLUMB_SCALE_OF_HEAD_0, PLUMB_HEADS, 0},        {PLUMB_SCALE_OF_NEXT_HEAD, PLUMB_HEADS, 1},
                  {PLUMB_SCALE_OF_HEAD_BEFORE, PLUMB_HEADS, -1},  {PLUMB_SCALE_OF_TOKEN_0, PLUMB_LENGTH, 0},
                  {PLUMB_SCALE_OF_NEXT_TOKEN, PLUMB_LENGTH, 1},   {PLUMB_SCALE_OF_TOKEN_BEFORE, PLUMB_LENGTH, -1},
                  {PLUMB_SCALE_OF_CHANNEL_0, PLUMB_ELEMENTS, 0},  {PLUMB_SCALE_OF_NEXT_CHANNEL, PLUMB_ELEMENTS, 1},
                  {PLUMB_SCALE_OF_CHANNEL_BEFORE, PLUMB_ELEMENTS, -1}};
    if (fault == PLUMB_SCALE_OF_FIRST)
        return 0;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (others[k].fault == fault && others[k].axis == axis)
            return others[k].step == 0 ? 0 : (i + n + (size_t)others[k].step) % n;
    return i;
}

/* Numbers of another tensor's grid serve as many of these elements as they can. */
static double number_at(const plumb_grid *grid, const size_t shape[PLUMB_QUANTISED_AXES], place at,
                        plumb_scale_fault fault, double unless_given) {
    size_t number = 0;
    if (grid->number == NULL)
        return unless_given;
    for (size_t axis = 0; axis < PLUMB_QUANTISED_AXES; axis++) {
        size_t n = grid->size[axis], i = at.axis[axis] * n / shape[axis];
        number = number * n + taken(fault, axis, i < n ? i : n - 1, n);
    }
    return grid->number[number];
}

/* The bit pattern of a value; PLUMB_PATTERNS of none. */
static int pattern_of(const plumb_quantised *q, double value) {
    int pattern = 0;
    while (pattern < PLUMB_PATTERNS &&
           !(q->value[pattern] == value && signbit(q->value[pattern]) == signbit(value)))
        pattern++;
    return pattern;
}

static double read_as(const plumb_quantised *q, plumb_packing packing, plumb_dtype dtype, double value) {
    int pattern = pattern_of(q, value);
    return pattern < PLUMB_PATTERNS ? plumb_encoding_find(dtype, packing)->value(pattern) : value;
}

/* (element - zero point) x scale + offset, otherwise. */
typedef struct {
    double element, zero_point, scale, global_scale, offset;
} parts;

static double number_of(parts x) {
    return (x.element - x.zero_point) * x.scale * x.global_scale + x.offset;
}

static const plumb_quantised *quantised_of(const plumb_making *m, const void *const *tensor) {
    for (int i = 0; i < 3; i++)
        if (tensor == (const void *const *)plumb_tensor_place(m->changed, (plumb_member)(PLUMB_MEMBER_Q + i)))
            return m->changed->quantised[i];
    return NULL;
}

static double fault_of(const plumb_making *m, const plumb_quantised *q, place at, parts x) {
    plumb_scale_fault fault = (plumb_scale_fault)m->by->integer;
    const plumb_quantised *other;
    switch (fault) {
    case PLUMB_SCALE_LEFT_OUT:
        x.scale = 1;
        break;
    case PLUMB_SCALE_TWICE:
        x.scale *= x.scale;
        break;
    case PLUMB_SCALE_DIVIDES:
        x.scale = 1 / x.scale;
        break;
    case PLUMB_GLOBAL_SCALE_LEFT_OUT:
        x.global_scale = 1;
        break;
    case PLUMB_GLOBAL_SCALE_TWICE:
        x.global_scale *= x.global_scale;
        break;
    case PLUMB_ZERO_POINT_LEFT_OUT:
        x.zero_point = 0;
        break;
    case PLUMB_ZERO_POINT_ADDED:
        x.zero_point = -x.zero_point;
        break;
    case PLUMB_ZERO_POINT_ONE_LESS:
        x.zero_point--;
        break;
    case PLUMB_ZERO_POINT_ONE_MORE:
        x.zero_point++;
        break;
    case PLUMB_ZERO_POINT_ROUNDED:
        x.zero_point = rint(x.zero_point);
        break;
    case PLUMB_OFFSET_LEFT_OUT:
        x.offset = 0;
        break;
    case PLUMB_OFFSET_SUBTRACTED:
        x.offset = -x.offset;
        break;
    case PLUMB_OFFSET_SCALED:
        x.offset *= x.scale * x.global_scale;
        break;
    case PLUMB_SCALE_OF_OTHER:
        other = m->changed->quantised[q == m->changed->quantised[1] ? 2 : 1];
        x.scale = number_at(&other->scale, other->shape, at, PLUMB_SCALE_OF_OTHER, 1);
        break;
    case PLUMB_READ_AS_E4M3:
        x.element = read_as(q, PLUMB_PACKED_E4M3, PLUMB_DTYPE_U8, x.element);
        break;
    case PLUMB_READ_AS_E5M2:
        x.element = read_as(q, PLUMB_PACKED_E5M2, PLUMB_DTYPE_U8, x.element);
        break;
    case PLUMB_READ_AS_E4M3_IEEE:
        x.element = read_as(q, PLUMB_PACKED_E4M3_IEEE, PLUMB_DTYPE_U8, x.element);
        break;
    case PLUMB_READ_AS_E4M3FNUZ:
        x.element = read_as(q, PLUMB_PACKED_E4M3FNUZ, PLUMB_DTYPE_U8, x.element);
        break;
    case PLUMB_READ_AS_E5M2FNUZ:
        x.element = read_as(q, PLUMB_PACKED_E5M2FNUZ, PLUMB_DTYPE_U8, x.element);
        break;
    case PLUMB_READ_AS_SIGNED:
        x.element = q->encoding->layout == PLUMB_LAYOUT_PAIR
                        ? read_as(q, PLUMB_PACKED_I4, PLUMB_DTYPE_U8, x.element)
                        : read_as(q, PLUMB_PACKED_AS_DTYPE, PLUMB_DTYPE_I8, x.element);
        break;
    case PLUMB_READ_AS_UNSIGNED:
        x.element = q->encoding->layout == PLUMB_LAYOUT_PAIR
                        ? read_as(q, PLUMB_PACKED_U4, PLUMB_DTYPE_U8, x.element)
                        : read_as(q, PLUMB_PACKED_AS_DTYPE, PLUMB_DTYPE_U8, x.element);
        break;
    default:
        x.scale = number_at(&q->scale, q->shape, at, fault, 1);
        x.zero_point = number_at(&q->zero_point, q->shape, at, fault, 0);
        x.offset = number_at(&q->offset, q->shape, at, fault, 0);
    }
    return number_of(x);
}

/* A number whose scale is 0 or no number says nothing of its bits, and stays. */
static void change_numbers(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const plumb_quantised *q = quantised_of(m, (const void *const *)view->place);
    const double *from = *view->place;
    double *number = to;
    for (size_t n = 0; n < view->count; n++) {
        place at = place_of(m, view, n);
        parts x = {.zero_point = number_at(&q->zero_point, q->shape, at, PLUMB_SCALE_LEFT_OUT, 0),
                   .scale = number_at(&q->scale, q->shape, at, PLUMB_SCALE_LEFT_OUT, 1),
                   .global_scale = number_at(&q->global_scale, q->shape, at, PLUMB_SCALE_LEFT_OUT, 1),
                   .offset = number_at(&q->offset, q->shape, at, PLUMB_SCALE_LEFT_OUT, 0)};
        double factor = x.scale * x.global_scale;
        x.element = (from[n] - x.offset) / factor + x.zero_point;
        number[n] = isfinite(from[n]) && isfinite(x.element) ? fault_of(m, q, at, x) : from[n];
    }
}

static void exchange_pairs(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const double *from = *view->place;
    (void)m;
    for (size_t n = 0; n < view->count; n++)
        ((double *)to)[n] = from[n ^ 1];
}

int plumb_mistake_scales(const plumb_making *m) {
    return plumb_change_tensors(m, m->by->integer == PLUMB_PAIRS_EXCHANGED ? exchange_pairs : change_numbers);
}
