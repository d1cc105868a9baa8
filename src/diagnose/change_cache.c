#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/verbs.h"
#include <math.h>

/* ---- formats of 8 and 4 bits ---- */

static double largest_of(plumb_few_bits bits) {
    static const double largest[] = {[PLUMB_INT8] = 127, [PLUMB_INT4] = 7, [PLUMB_E4M3] = 448, [PLUMB_E5M2] = 57344};
    return largest[bits];
}

static double within(double x, double least, double most) {
    return x < least ? least : x > most ? most : x;
}

/* To nearest, ties to even; beyond the largest it stays there. */
static double round_few(double x, plumb_few_bits bits) {
    static const plumb_spacing spacing[] = {[PLUMB_E4M3] = {0x1p-3, 0x1p-6}, [PLUMB_E5M2] = {0x1p-2, 0x1p-14}};
    double largest = largest_of(bits);
    if (!isfinite(x) || fabs(x) >= largest)
        return isfinite(x) ? copysign(largest, x) : x;
    return bits == PLUMB_INT8 || bits == PLUMB_INT4 ? rint(x) : plumb_round_to_digits(x, spacing[bits]);
}

/* ---- scales ---- */

/* The numbers that share a scale: so many, so far apart. */
typedef struct {
    size_t first, count, stride;
} group;

static group group_of(plumb_scaled_by by, const plumb_tensor_view *view, size_t n) {
    const size_t *size = view->size;
    size_t width = size[PLUMB_ELEMENTS], matrix = size[PLUMB_LENGTH] * width;
    if (by == PLUMB_SCALE_OF_TENSOR)
        return (group){0, view->count, 1};
    if (by == PLUMB_SCALE_OF_HEAD)
        return (group){n / matrix * matrix, matrix, 1};
    if (by == PLUMB_SCALE_OF_TOKEN || by == PLUMB_RANGE_OF_TOKEN)
        return (group){n / width * width, width, 1};
    return (group){n / matrix * matrix + n % width, size[PLUMB_LENGTH], width};
}

/* How far from number n, the first of a group, to the first of the next. */
static size_t next_group(plumb_scaled_by by, const plumb_tensor_view *view, size_t n) {
    size_t width = view->size[PLUMB_ELEMENTS], matrix = view->size[PLUMB_LENGTH] * width;
    if (by == PLUMB_SCALE_OF_CHANNEL || by == PLUMB_RANGE_OF_CHANNEL)
        return n % matrix + 1 < width ? 1 : matrix - (width - 1);
    return group_of(by, view, n).count;
}

/* In binary32, as engines compute it; without a scale every number is divided by 1. */
static void hold_group(const double *from, double *to, group g, plumb_few_bits bits, bool ranged) {
    float least = INFINITY, most = -INFINITY, largest = (float)largest_of(bits), steps_of_range = 2 * largest + 1;
    for (size_t i = 0; i < g.count; i++) {
        float x = (float)from[g.first + i * g.stride];
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    float scale = ranged ? (most - least) / steps_of_range : fmaxf(fabsf(least), fabsf(most)) / largest;
    float zero = ranged ? least : 0;
    for (size_t i = 0; i < g.count; i++) {
        size_t at = g.first + i * g.stride;
        float steps = scale > 0 ? ((float)from[at] - zero) / scale : 0;
        double held = ranged ? within(rint((double)steps), 0, (double)steps_of_range) : round_few((double)steps, bits);
        to[at] = scale > 0 ? (double)((float)held * scale + zero) : (double)zero;
    }
}

static void hold_all(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    plumb_few_bits bits = (plumb_few_bits)m->by->integer;
    plumb_scaled_by by = (plumb_scaled_by)m->by->second;
    bool ranged = by == PLUMB_RANGE_OF_TOKEN || by == PLUMB_RANGE_OF_CHANNEL;
    const double *from = *view->place;
    double *held = to;
    for (size_t n = 0; n < view->count && by == PLUMB_NO_SCALE; n++)
        held[n] = round_few(from[n], bits);
    for (size_t n = 0; n < view->count && by != PLUMB_NO_SCALE; n += next_group(by, view, n))
        hold_group(from, held, group_of(by, view, n), bits, ranged);
    /* All are binary32 numbers. */
    bool narrow = m->changed->input_format == PLUMB_BF16 || m->changed->input_format == PLUMB_F16;
    for (size_t n = 0; narrow && n < view->count; n++)
        held[n] = plumb_round_twice(held[n], m->changed->input_format);
}

int plumb_hold_in_few_bits(const plumb_making *m) {
    return plumb_change_tensors(m, hold_all);
}

/* ---- scaled queries ---- */

/* In binary32 first, as engines multiply.  The bits that are lost are all that changes. */
static void scale_all(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const double *from = *view->place;
    double scale = plumb_change_scale(m->p);
    for (size_t n = 0; n < view->count; n++)
        ((double *)to)[n] =
            plumb_round_twice((double)((float)from[n] * (float)scale), (plumb_format)m->by->integer) / scale;
}

int plumb_scale_queries(const plumb_making *m) {
    double scale = plumb_change_scale(m->p);
    return isfinite(scale) && scale != 0 ? plumb_change_tensors(m, scale_all) : 0;
}
