#include "exact/twin.h"
#include "exact/attention.h"
#include "exact/visible.h"
#include <string.h>

void plumb_twin_init(plumb_twin *twin, const plumb_problem *problem) {
    twin->problem = problem;
    twin->filled = false;
    twin->score = _arb_vec_init((slong)problem->key_length);
    twin->weight = _arb_vec_init((slong)problem->key_length);
    twin->output = _arb_vec_init((slong)problem->value_dim);
    twin->has_output = flint_calloc(problem->value_dim + 1, sizeof *twin->has_output);
    arb_init(twin->sink_weight);
    arb_init(twin->lse);
}

void plumb_twin_clear(plumb_twin *twin) {
    _arb_vec_clear(twin->score, (slong)twin->problem->key_length);
    _arb_vec_clear(twin->weight, (slong)twin->problem->key_length);
    _arb_vec_clear(twin->output, (slong)twin->problem->value_dim);
    flint_free(twin->has_output);
    arb_clear(twin->sink_weight);
    arb_clear(twin->lse);
}

static bool holds(const plumb_twin *twin, size_t b, size_t h, size_t t, slong precision) {
    return twin->filled && twin->b == b && twin->h == h && twin->t == t && twin->precision >= precision;
}

static void fill(plumb_twin *twin, size_t b, size_t h, size_t t, slong precision) {
    if (holds(twin, b, h, t, precision))
        return;
    plumb_exact_row_weights(twin->problem, b, h, t, precision, twin->score, twin->weight, twin->sink_weight, twin->lse);
    memset(twin->has_output, 0, twin->problem->value_dim * sizeof *twin->has_output);
    twin->filled = true;
    twin->b = b;
    twin->h = h;
    twin->t = t;
    twin->precision = precision;
}

/* Of the row that is held. */
static arb_srcptr output_element(plumb_twin *twin, size_t column) {
    if (!twin->has_output[column])
        plumb_exact_row_columns(twin->problem, twin->b, twin->h, twin->t, twin->precision, twin->weight,
                                twin->sink_weight, column, column + 1, twin->output);
    twin->has_output[column] = true;
    return twin->output + column;
}

static void fill_output(plumb_twin *twin) {
    size_t columns = twin->problem->value_dim;
    plumb_exact_row_columns(twin->problem, twin->b, twin->h, twin->t, twin->precision, twin->weight, twin->sink_weight,
                            0, columns, twin->output);
    for (size_t c = 0; c < columns; c++)
        twin->has_output[c] = true;
}

arb_srcptr plumb_twin_element(plumb_twin *twin, size_t b, size_t h, size_t t, plumb_quantity quantity, size_t column,
                              slong precision) {
    fill(twin, b, h, t, precision);
    switch (quantity) {
    case PLUMB_OUTPUT:
        return output_element(twin, column);
    case PLUMB_WEIGHTS:
        return twin->weight + column;
    case PLUMB_SCORES:
        return twin->score + column;
    case PLUMB_LSE:
    default:
        return twin->lse;
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

plumb_ball plumb_twin_ball(plumb_twin *twin, size_t b, size_t h, size_t t, plumb_quantity quantity, size_t column,
                           slong precision) {
    return narrow(plumb_twin_element(twin, b, h, t, quantity, column, precision));
}

void plumb_twin_row(plumb_twin *twin, size_t b, size_t h, size_t t, slong precision, plumb_row *row) {
    fill(twin, b, h, t, precision);
    fill_output(twin);
    for (size_t i = 0; i < twin->problem->key_length; i++) {
        row->visible[i] = plumb_exact_takes_part(twin->problem, b, h, t, i);
        row->score[i] = narrow(twin->score + i);
        row->weight[i] = narrow(twin->weight + i);
    }
    for (size_t c = 0; c < twin->problem->value_dim; c++)
        row->output[c] = narrow(twin->output + c);
    row->lse = narrow(twin->lse);
}
