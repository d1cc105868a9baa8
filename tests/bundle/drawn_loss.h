/* drawn_loss.h - random problems with a loss whose gradients are available, and comparison of balls with the
   reference. */
#ifndef PLUMB_TESTS_BUNDLE_DRAWN_LOSS_H
#define PLUMB_TESTS_BUNDLE_DRAWN_LOSS_H
#include "bundle/gradients.h"
#include "exact/gradient.h"
#include "row/stages.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include <stdlib.h>

enum { PRECISION = 400 };

typedef struct {
    drawn_problem drawn;
    double *output, *lse; /* the loss */
} drawn_loss;

static inline void free_loss(drawn_loss *d) {
    free(d->output);
    free(d->lse);
    free_problem(&d->drawn);
}

static inline plumb_sink draw_sink(random_cases *cases) {
    static const plumb_sink sinks[] = {PLUMB_SINK_NONE, PLUMB_SINK_ZERO, PLUMB_SINK_LOGIT, PLUMB_SINK_FIRST_KEYS,
                                       PLUMB_SINK_KEY0_BIAS};
    return sinks[random_below(cases, sizeof sinks / sizeof *sinks)];
}

/* Lengths on both sides of panels and bundles, dimensions of whole tiles and others; heads that share their keys. */
static inline plumb_problem draw_long(random_cases *cases) {
    plumb_problem shape = one_head(1 + random_below(cases, 5 * PLUMB_BUNDLE_ROWS), random_below(cases, 3 * PLUMB_PANEL),
                                   4 * random_below(cases, 10), 4 * random_below(cases, 10));
    shape.query_heads = 1 + random_below(cases, 2);
    shape.causal.causal = random_below(cases, 2) == 0;
    shape.causal.offset = (int64_t)random_below(cases, 3 * PLUMB_PANEL) - PLUMB_PANEL / 2;
    return shape;
}

/* None, or one that adds to the scores, or moves queries and keys. */
static inline plumb_position_kind draw_known_position(random_cases *cases) {
    static const plumb_position_kind kinds[] = {PLUMB_POSITION_NONE, PLUMB_POSITION_ALIBI, PLUMB_POSITION_T5,
                                                PLUMB_POSITION_BUCKET_INDEX, PLUMB_POSITION_RELATIVE_TABLE,
                                                PLUMB_POSITION_ROPE, PLUMB_POSITION_ROPE, PLUMB_POSITION_SINUSOIDAL,
                                                PLUMB_POSITION_LEARNED};
    return kinds[random_below(cases, sizeof kinds / sizeof *kinds)];
}

/* The softmax mostly, or any other: what has no gradients is drawn again. */
static inline operator_variant draw_known_operator(random_cases *cases) {
    if (random_below(cases, 2) > 0)
        return (operator_variant){.kind = PLUMB_SOFTMAX, .sink = draw_sink(cases)};
    return (operator_variant){.kind = (plumb_operator_kind)random_below(cases, PLUMB_OPERATOR_COUNT),
                              .normalisation = (plumb_normalisation)random_below(cases, PLUMB_NORMALISATION_COUNT)};
}

typedef enum { SHORT, LONG } length;

/* Of what gradients are known of. */
static inline drawn_loss draw_loss(random_cases *cases, length of, problem_character character) {
    drawn_loss d = {.output = NULL};
    do {
        const operator_variant softmax = {.kind = PLUMB_SOFTMAX, .sink = draw_sink(cases)};
        const operator_variant variant = of == SHORT ? draw_known_operator(cases) : softmax;
        d.drawn = of == SHORT ? draw_position_problem(cases, variant, draw_known_position(cases), character)
                              : draw_operator_of_shape(cases, draw_long(cases), variant, character);
        plumb_problem *p = &d.drawn.problem;
        size_t rows = plumb_rows_of(p);
        p->empty_row = PLUMB_EMPTY_ROW_ZERO;
        p->extra.gate = NULL;
        d.output = malloc((rows * p->value_dim + 1) * sizeof *d.output);
        d.lse = malloc((rows + 1) * sizeof *d.lse);
        draw_numbers(cases, character, d.output, rows * p->value_dim);
        draw_numbers(cases, character, d.lse, rows);
        bool has_lse = plumb_has_log_sum_exp(p->op.kind) && random_below(cases, 2) == 0;
        p->loss = (plumb_loss){d.output, has_lse ? d.lse : NULL};
        if (plumb_gradients_refusal(p) == NULL)
            return d;
        free_loss(&d);
    } while (true);
}

/* The reference's own ball is wide where huge scores cancel: then they have a number in common. */
static inline bool agrees(plumb_ball ball, arb_srcptr exact) {
    if (!arb_is_finite(exact) || !ball_informs(ball) || ball_contains(ball, exact))
        return true;
    arb_t other;
    arb_init(other);
    ball_point(other, ball, 0);
    arb_sub(other, other, exact, PRECISION);
    bool meets =
        arb_rel_accuracy_bits(exact) < 60 && mag_cmp_2exp_si(arb_radref(exact), -1000) > 0 && arb_contains_zero(other);
    arb_clear(other);
    return meets;
}

static inline void check_balls(const random_cases *cases, const plumb_problem *p, const char *what,
                               const plumb_ball *ball, arb_srcptr exact, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (agrees(ball[i], exact + i))
            continue;
        reproduction line = reproduce(cases);
        reproduce_text(&line, " %s %zu", what, i);
        reproduce_balls(&line, "ball", &ball[i], 1);
        reproduce_problem(&line, p);
        reproduce_fail(&line);
    }
}
#endif
