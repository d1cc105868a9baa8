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

/* To nearest, ties to even; |x| is below 2^51. */
static double to_integer(double x) {
    return x + 0x1.8p52 - 0x1.8p52;
}

/* To nearest, ties to even; beyond the largest it stays there. */
static double round_few(double x, plumb_few_bits bits) {
    static const plumb_spacing spacing[] = {[PLUMB_E4M3] = {0x1p-3, 0x1p-6}, [PLUMB_E5M2] = {0x1p-2, 0x1p-14}};
    double largest = largest_of(bits);
    if (!(fabs(x) < largest))
        return isfinite(x) ? copysign(largest, x) : x;
    return bits == PLUMB_INT8 || bits == PLUMB_INT4 ? to_integer(x) : plumb_round_to_digits(x, spacing[bits]);
}

/* ---- scales ---- */

/* Numbers that stand together: columns of so many tokens, all of one scale or each of its own. */
typedef struct {
    size_t first, tokens, columns, width;
    bool apart;
} block;

/* So many columns that have scales of their own are looked at together. */
enum { APART = 64 };

static block block_at(plumb_scaled_by by, const plumb_tensor_view *view, size_t n) {
    size_t width = view->size[PLUMB_ELEMENTS], left = width - n % width;
    bool apart = by == PLUMB_SCALE_OF_CHANNEL || by == PLUMB_RANGE_OF_CHANNEL;
    block of = {n, view->size[PLUMB_LENGTH], width, width, apart};
    if (by == PLUMB_SCALE_OF_TENSOR)
        of.tokens = view->count / width;
    else if (by == PLUMB_SCALE_OF_TOKEN || by == PLUMB_RANGE_OF_TOKEN)
        of.tokens = 1;
    else if (of.apart)
        of.columns = left < APART ? left : APART;
    return of;
}

/* How far it is to the next: of other columns, or of other tokens. */
static size_t after_block(const block *of) {
    size_t column = of->first % of->width;
    return column + of->columns < of->width ? of->columns : of->tokens * of->width - column;
}

/* What a number is divided by and what is taken from it before; in binary32, as engines compute it. */
typedef struct {
    float least, most, scale, zero;
} scaling;

static void find_scales(const double *from, const block *of, plumb_few_bits bits, bool ranged, scaling *scales) {
    float largest = (float)largest_of(bits), steps = 2 * largest + 1;
    size_t count = of->apart ? of->columns : 1;
    for (size_t c = 0; c < count; c++)
        scales[c] = (scaling){INFINITY, -INFINITY, 0, 0};
    for (size_t t = 0; t < of->tokens; t++)
        for (size_t c = 0; c < of->columns; c++) {
            scaling *s = &scales[of->apart ? c : 0];
            float x = (float)from[of->first + t * of->width + c];
            s->least = x < s->least ? x : s->least;
            s->most = x > s->most ? x : s->most;
        }
    for (size_t c = 0; c < count; c++) {
        scaling *s = &scales[c];
        s->scale = ranged ? (s->most - s->least) / steps : fmaxf(fabsf(s->least), fabsf(s->most)) / largest;
        s->zero = ranged ? s->least : 0;
    }
}

static double held_so(double x, const scaling *s, plumb_few_bits bits) {
    return s->scale > 0 ? (double)((float)round_few((double)((float)x / s->scale), bits) * s->scale + s->zero) : 0;
}

static double held_in_range(double x, const scaling *s, double most) {
    double steps = (double)(((float)x - s->zero) / s->scale);
    return s->scale > 0 ? (double)((float)within(to_integer(steps), 0, most) * s->scale + s->zero) : (double)s->zero;
}

static void hold_block(const plumb_tensor_view *view, double *to, const block *of, plumb_few_bits bits, bool ranged) {
    const double *from = *view->place;
    scaling scales[APART];
    double most = 2 * largest_of(bits) + 1;
    size_t step = of->apart ? 1 : 0;
    find_scales(from, of, bits, ranged, scales);
    for (size_t t = 0; t < of->tokens; t++) {
        size_t at = of->first + t * of->width;
        const double *x = from + at;
        double *held = to + at;
        if (at < view->first || at >= view->end)
            continue;
        for (size_t c = 0; ranged && c < of->columns; c++)
            held[c] = held_in_range(x[c], &scales[c * step], most);
        for (size_t c = 0; !ranged && c < of->columns; c++)
            held[c] = held_so(x[c], &scales[c * step], bits);
    }
}

static void hold_all(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    plumb_few_bits bits = (plumb_few_bits)m->by->integer;
    plumb_scaled_by by = (plumb_scaled_by)m->by->second;
    bool ranged = by == PLUMB_RANGE_OF_TOKEN || by == PLUMB_RANGE_OF_CHANNEL;
    const double *from = *view->place;
    double *held = to;
    for (size_t n = view->first; n < view->end && by == PLUMB_NO_SCALE; n++)
        held[n] = round_few(from[n], bits);
    for (size_t n = by == PLUMB_SCALE_OF_TENSOR ? 0 : view->first; n < view->end && by != PLUMB_NO_SCALE;) {
        block of = block_at(by, view, n);
        hold_block(view, held, &of, bits, ranged);
        n += after_block(&of);
    }
    /* All are binary32 numbers. */
    bool narrow = m->changed->input_format == PLUMB_BF16 || m->changed->input_format == PLUMB_F16;
    for (size_t n = view->first; narrow && n < view->end; n++)
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
    for (size_t n = view->first; n < view->end; n++)
        ((double *)to)[n] =
            plumb_round_twice((double)((float)from[n] * (float)scale), (plumb_format)m->by->integer) / scale;
}

int plumb_scale_queries(const plumb_making *m) {
    double scale = plumb_change_scale(m->p);
    return isfinite(scale) && scale != 0 ? plumb_change_tensors(m, scale_all) : 0;
}
