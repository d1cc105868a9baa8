/* weighted.h - numbers, and weights of some of them, for the tests of sums. */
#ifndef PLUMB_TESTS_NUMBER_WEIGHTED_H
#define PLUMB_TESTS_NUMBER_WEIGHTED_H
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

enum { MOST_TERMS = 150, MOST_WIDTH = 3 };

/* Numbers of one character: all edges, all ordinary, or each nearly cancelling the last. */
static inline void draw_numbers(random_cases *cases, double *x, size_t count) {
    size_t character = random_below(cases, 3);
    for (size_t i = 0; i < count; i++)
        if (character == 0)
            x[i] = random_edge(cases);
        else if (character == 1 || i == 0)
            x[i] = random_scaled(cases, -3, 3);
        else
            x[i] = random_companion(cases, x[i - 1]);
}

typedef struct {
    size_t n, width, column;
    plumb_ball weight[MOST_TERMS];
    unsigned char visible[MOST_TERMS];
    double value[MOST_TERMS * MOST_WIDTH];
} weighted;

static inline void fail_weighted(const random_cases *cases, const char *what, const weighted *w,
                          plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: width=%zu column=%zu", what, w->width, w->column);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_flags(&line, "visible", w->visible, w->n);
    reproduce_balls(&line, "weight", w->weight, w->n);
    reproduce_doubles(&line, "value", w->value, w->n * w->width);
    reproduce_fail(&line);
}

/* n of them, half of the radii that one.  Invisible numbers are poisoned: they must not be read. */
static inline void draw_weighted(random_cases *cases, weighted *w, size_t n, double radius) {
    w->n = n;
    w->width = 1 + random_below(cases, MOST_WIDTH);
    w->column = random_below(cases, w->width);
    draw_numbers(cases, w->value, w->n * w->width);
    for (size_t j = 0; j < w->n; j++) {
        w->visible[j] = random_below(cases, 4) != 0;
        w->weight[j] = random_ball(cases);
        if (random_below(cases, 2) == 0)
            w->weight[j] = (plumb_ball){random_uniform(cases), radius};
        if (w->visible[j])
            continue;
        w->weight[j] = (plumb_ball){NAN, NAN};
        for (size_t c = 0; c < w->width; c++)
            w->value[j * w->width + c] = random_below(cases, 2) == 0 ? NAN : INFINITY;
    }
}

/* By what weight j is multiplied: its value, or 1 where the weights alone are summed. */
static inline double factor(const weighted *w, size_t j, bool alone) {
    return alone ? 1 : w->value[j * w->width + w->column];
}

/* The sum is largest where each weight is at the end that its value points to. */
static inline void extreme(arb_t sum, const weighted *w, bool alone, int side) {
    arb_t point, value;
    arb_init(point);
    arb_init(value);
    arb_zero(sum);
    for (size_t j = 0; j < w->n; j++) {
        if (!w->visible[j])
            continue;
        double by = factor(w, j, alone);
        ball_point(point, w->weight[j], by < 0 ? -side : side);
        arb_set_d(value, by);
        arb_mul(point, point, value, ARF_PREC_EXACT);
        arb_add(sum, sum, point, ARF_PREC_EXACT);
    }
    arb_clear(point);
    arb_clear(value);
}
#endif
