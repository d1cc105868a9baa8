/* activations.c - see activations.h. */
#include "measure/activations.h"
#include "measure/norm.h"
#include "number/sum.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* ---- the order of norms ---- */

/* The state of one token. */
typedef struct {
    const double *x;
    size_t width;
    plumb_ball square; /* |x|^2 */
    bool summed;
    arf_t sum; /* the same without rounding, once it is asked for */
} vector;

static void sum_squares(vector *v) {
    arf_t x;
    if (v->summed)
        return;
    arf_init(x);
    for (size_t c = 0; c < v->width; c++) {
        arf_set_d(x, v->x[c]);
        arf_addmul(v->sum, x, x, ARF_PREC_EXACT, ARF_RND_NEAR);
    }
    v->summed = true;
    arf_clear(x);
}

/* -1, 1, or 0 where the balls do not tell. */
static int compare_balls(plumb_ball a, plumb_ball b) {
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    plumb_enclosure(x, a);
    plumb_enclosure(y, b);
    int order = arb_lt(x, y) ? -1 : arb_gt(x, y);
    arb_clear(x);
    arb_clear(y);
    return order;
}

static int compare(const void *one, const void *other) {
    vector *a = *(vector *const *)one, *b = *(vector *const *)other;
    int order = compare_balls(a->square, b->square);
    if (order != 0)
        return order;
    sum_squares(a);
    sum_squares(b);
    return arf_cmp(a->sum, b->sum);
}

/* ---- norms ---- */

static bool all_finite(const double *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!plumb_is_finite(x[i]))
            return false;
    return true;
}

/* Of all vectors but that of the key, count of them at least 1. */
static plumb_ball median_norm(vector *v, vector **order, size_t tokens, size_t key) {
    size_t count = 0;
    for (size_t t = 0; t < tokens; t++)
        if (t != key)
            order[count++] = &v[t];
    qsort(order, count, sizeof *order, compare);
    return plumb_ball_root(order[(count - 1) / 2]->square);
}

static bool others_finite(const double *state, size_t tokens, size_t width, size_t key) {
    return all_finite(state, key * width) && all_finite(state + (key + 1) * width, (tokens - key - 1) * width);
}

static int measure_norms(const double *state, size_t tokens, size_t width, size_t key, plumb_activations *out) {
    vector *v = calloc(tokens, sizeof *v), **order = calloc(tokens, sizeof *order);
    int result = v == NULL || order == NULL ? -1 : 0;
    for (size_t t = 0; t < tokens && result == 0; t++) {
        const double *x = state + t * width;
        v[t] = (vector){.x = x, .width = width, .square = plumb_dot(x, x, width)};
        arf_init(v[t].sum);
    }
    if (result == 0 && tokens > 1 && others_finite(state, tokens, width, key))
        out->other_norm = median_norm(v, order, tokens, key);
    for (size_t t = 0; t < tokens && result == 0; t++)
        arf_clear(v[t].sum);
    out->norm = plumb_norm(state + key * width, width);
    free(v);
    free(order);
    return result;
}

/* ---- single activations ---- */

static int compare_numbers(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static int measure_numbers(const double *state, size_t tokens, size_t width, plumb_activations *out) {
    size_t count = tokens * width, place = 0;
    double *size = malloc(count * sizeof *size);
    if (size == NULL)
        return -1;
    for (size_t i = 0; i < count; i++) {
        size[i] = fabs(state[i]);
        if (size[i] > size[place])
            place = i;
    }
    out->largest = plumb_ball_of(size[place]);
    out->token = place / width + 1;
    out->dimension = place % width;
    qsort(size, count, sizeof *size, compare_numbers);
    out->median = plumb_ball_of(size[(count - 1) / 2]);
    free(size);
    return 0;
}

int plumb_activations_measure(const double *state, size_t tokens, size_t width, size_t key,
                              plumb_activations *activations) {
    plumb_ball unknown = plumb_ball_unknown();
    plumb_activations *out = activations;
    *out = (plumb_activations){.norm = unknown, .other_norm = unknown, .largest = unknown, .median = unknown};
    if (measure_norms(state, tokens, width, key, out) != 0)
        return -1;
    if (all_finite(state, tokens * width) && measure_numbers(state, tokens, width, out) != 0)
        return -1;
    out->norm_ratio = plumb_ball_divide(out->norm, out->other_norm);
    out->largest_ratio = plumb_ball_divide(out->largest, out->median);
    return 0;
}
