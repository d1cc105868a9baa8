#include "exact/reference.h"
#include "exact/attention.h"
#include "exact/visible.h"
#include <string.h>

void plumb_reference_init(plumb_reference *reference, const plumb_problem *problem) {
    reference->problem = problem;
    reference->filled = false;
    reference->score = _arb_vec_init((slong)problem->key_length);
    reference->weight = _arb_vec_init((slong)problem->key_length);
    reference->output = _arb_vec_init((slong)problem->value_dim);
    reference->has_output = flint_calloc(problem->value_dim + 1, sizeof *reference->has_output);
    arb_init(reference->sink_weight);
    arb_init(reference->lse);
}

void plumb_reference_clear(plumb_reference *reference) {
    _arb_vec_clear(reference->score, (slong)reference->problem->key_length);
    _arb_vec_clear(reference->weight, (slong)reference->problem->key_length);
    _arb_vec_clear(reference->output, (slong)reference->problem->value_dim);
    flint_free(reference->has_output);
    arb_clear(reference->sink_weight);
    arb_clear(reference->lse);
}

static bool holds(const plumb_reference *reference, size_t b, size_t h, size_t t, slong precision) {
    return reference->filled && reference->b == b && reference->h == h && reference->t == t &&
           reference->precision >= precision;
}

static void fill(plumb_reference *reference, size_t b, size_t h, size_t t, slong precision) {
    if (holds(reference, b, h, t, precision))
        return;
    plumb_exact_row_weights(reference->problem, b, h, t, precision, reference->score, reference->weight,
                            reference->sink_weight, reference->lse);
    memset(reference->has_output, 0, reference->problem->value_dim * sizeof *reference->has_output);
    reference->filled = true;
    reference->b = b;
    reference->h = h;
    reference->t = t;
    reference->precision = precision;
}

static void fill_output(plumb_reference *reference) {
    size_t columns = reference->problem->value_dim;
    plumb_exact_row_columns(reference->problem, reference->b, reference->h, reference->t, reference->precision,
                            reference->weight, reference->sink_weight, 0, columns, reference->output);
    for (size_t c = 0; c < columns; c++)
        reference->has_output[c] = true;
}

/* Of the row that is held; outputs that are rotated back come at once. */
static arb_srcptr output_element(plumb_reference *reference, size_t column) {
    if (reference->problem->position.kind == PLUMB_POSITION_ROPE_OUTPUT && !reference->has_output[column])
        fill_output(reference);
    if (!reference->has_output[column])
        plumb_exact_row_columns(reference->problem, reference->b, reference->h, reference->t, reference->precision,
                                reference->weight, reference->sink_weight, column, column + 1, reference->output);
    reference->has_output[column] = true;
    return reference->output + column;
}

arb_srcptr plumb_reference_element(plumb_reference *reference, size_t b, size_t h, size_t t, plumb_quantity quantity,
                                   size_t column, slong precision) {
    fill(reference, b, h, t, precision);
    switch (quantity) {
    case PLUMB_OUTPUT:
        return output_element(reference, column);
    case PLUMB_WEIGHTS:
        return reference->weight + column;
    case PLUMB_SCORES:
        return reference->score + column;
    case PLUMB_LSE:
    default:
        return reference->lse;
    }
}

/* The nearest binary64 number, and a radius that reaches both ends of the ball from it. */
static plumb_ball narrow(arb_srcptr wide) {
    plumb_ball ball = {arf_get_d(arb_midref(wide), ARF_RND_NEAR), 0};
    arb_t distance;
    arf_t reach;
    arb_init(distance);
    arf_init(reach);
    arb_set_d(distance, ball.mid);
    arb_sub(distance, distance, wide, 64);
    arb_get_abs_ubound_arf(reach, distance, 64);
    ball.rad = arf_get_d(reach, ARF_RND_UP);
    arb_clear(distance);
    arf_clear(reach);
    return ball;
}

plumb_ball plumb_reference_ball(plumb_reference *reference, size_t b, size_t h, size_t t, plumb_quantity quantity,
                                size_t column, slong precision) {
    return narrow(plumb_reference_element(reference, b, h, t, quantity, column, precision));
}

void plumb_reference_row(plumb_reference *reference, size_t b, size_t h, size_t t, slong precision, plumb_row *row) {
    fill(reference, b, h, t, precision);
    fill_output(reference);
    for (size_t i = 0; i < reference->problem->key_length; i++) {
        row->visible[i] = plumb_exact_takes_part(reference->problem, b, h, t, i);
        row->score[i] = narrow(reference->score + i);
        row->weight[i] = narrow(reference->weight + i);
    }
    for (size_t c = 0; c < reference->problem->value_dim; c++)
        row->output[c] = narrow(reference->output + c);
    row->lse = narrow(reference->lse);
}
