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

/* Which number of an axis is taken in place of its own; by NULL: its own. */
static size_t taken(const plumb_neighbour *by, size_t axis, size_t i, size_t n) {
    if (by == NULL || (by->integer == PLUMB_SCALES_TAKEN && by->second != (int64_t)axis))
        return i;
    return by->integer == PLUMB_SCALES_OF_FIRST || by->number == 0 ? 0 : (i + n + (size_t)(int64_t)by->number) % n;
}

/* Numbers of another tensor's grid serve as many of these elements as they can. */
static double number_at(const plumb_grid *grid, const size_t shape[PLUMB_QUANTISED_AXES], place at,
                        const plumb_neighbour *by, double unless_given) {
    size_t number = 0;
    if (grid->number == NULL)
        return unless_given;
    for (size_t axis = 0; axis < PLUMB_QUANTISED_AXES; axis++) {
        size_t n = grid->size[axis], i = at.axis[axis] * n / shape[axis];
        number = number * n + taken(by, axis, i < n ? i : n - 1, n);
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

/* (element - zero point) x scales + offset. */
typedef struct {
    double element, part[PLUMB_QUANTISED_PARTS];
} numbers;

static const double left_out[PLUMB_QUANTISED_PARTS] = {[PLUMB_SCALE] = 1, [PLUMB_GLOBAL_SCALE] = 1};

static double number_of(const numbers *x) {
    return (x->element - x->part[PLUMB_ZERO_POINT]) * x->part[PLUMB_SCALE] * x->part[PLUMB_GLOBAL_SCALE] +
           x->part[PLUMB_OFFSET];
}

/* The one scale of a whole tensor is nobody else's. */
static void take_parts(const plumb_quantised *q, place at, const plumb_neighbour *by, numbers *x) {
    const plumb_grid *const grids[] = {&q->scale, &q->global_scale, &q->zero_point, &q->offset};
    for (int i = 0; i < PLUMB_QUANTISED_PARTS; i++)
        x->part[i] = number_at(grids[i], q->shape, at, i == PLUMB_GLOBAL_SCALE ? NULL : by, left_out[i]);
}

static const plumb_quantised *quantised_of(const plumb_making *m, const void *const *tensor) {
    for (int i = 0; i < 3; i++)
        if (tensor == (const void *const *)plumb_tensor_place(m->changed, (plumb_member)(PLUMB_MEMBER_Q + i)))
            return m->changed->quantised[i];
    return NULL;
}

static double mistaken(const numbers *x, plumb_scale_fault fault, plumb_quantised_part of) {
    double part = x->part[of];
    switch (fault) {
    case PLUMB_PART_LEFT_OUT:
        return left_out[of];
    case PLUMB_PART_TWICE:
        return part * part;
    case PLUMB_PART_INVERTED:
        return 1 / part;
    case PLUMB_PART_NEGATED:
        return -part;
    case PLUMB_PART_ONE_LESS:
        return part - 1;
    case PLUMB_PART_ONE_MORE:
        return part + 1;
    case PLUMB_PART_ROUNDED:
        return rint(part);
    default:
        return part * (x->part[PLUMB_SCALE] * x->part[PLUMB_GLOBAL_SCALE]);
    }
}

/* Integers of 8 bits, or of 4. */
static double read_integer(const plumb_quantised *q, bool is_signed, double value) {
    if (q->encoding->layout == PLUMB_LAYOUT_PAIR)
        return read_as(q, is_signed ? PLUMB_PACKED_I4 : PLUMB_PACKED_U4, PLUMB_DTYPE_U8, value);
    return read_as(q, PLUMB_PACKED_AS_DTYPE, is_signed ? PLUMB_DTYPE_I8 : PLUMB_DTYPE_U8, value);
}

static double fault_of(const plumb_making *m, const plumb_quantised *q, place at, numbers x) {
    const plumb_neighbour *by = m->by;
    const plumb_quantised *other = m->changed->quantised[q == m->changed->quantised[1] ? 2 : 1];
    switch ((plumb_scale_fault)by->integer) {
    case PLUMB_SCALES_OF_FIRST:
    case PLUMB_SCALES_TAKEN:
        take_parts(q, at, by, &x);
        break;
    case PLUMB_SCALE_OF_OTHER:
        x.part[PLUMB_SCALE] = number_at(&other->scale, other->shape, at, NULL, 1);
        break;
    case PLUMB_READ_AS:
        x.element = read_as(q, (plumb_packing)by->second, PLUMB_DTYPE_U8, x.element);
        break;
    case PLUMB_READ_AS_SIGNED:
    case PLUMB_READ_AS_UNSIGNED:
        x.element = read_integer(q, by->integer == PLUMB_READ_AS_SIGNED, x.element);
        break;
    default:
        x.part[by->second] = mistaken(&x, (plumb_scale_fault)by->integer, (plumb_quantised_part)by->second);
    }
    return number_of(&x);
}

/* A number whose scale is 0 or no number says nothing of its bits, and stays. */
static void change_numbers(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const plumb_quantised *q = quantised_of(m, (const void *const *)view->place);
    const double *from = *view->place;
    double *number = to;
    for (size_t n = view->first; n < view->end; n++) {
        place at = place_of(m, view, n);
        numbers x;
        take_parts(q, at, NULL, &x);
        double factor = x.part[PLUMB_SCALE] * x.part[PLUMB_GLOBAL_SCALE];
        x.element = (from[n] - x.part[PLUMB_OFFSET]) / factor + x.part[PLUMB_ZERO_POINT];
        number[n] = isfinite(from[n]) && isfinite(x.element) ? fault_of(m, q, at, x) : from[n];
    }
}

static void exchange_pairs(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const double *from = *view->place;
    (void)m;
    for (size_t n = view->first; n < view->end; n++)
        ((double *)to)[n] = from[n ^ 1];
}

int plumb_mistake_scales(const plumb_making *m) {
    return plumb_change_tensors(m, m->by->integer == PLUMB_PAIRS_EXCHANGED ? exchange_pairs : change_numbers);
}
