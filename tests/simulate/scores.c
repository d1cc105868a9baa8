#include "tests/simulate/scores.h"
#include "attention/scores.h"
#include "exact/position.h"
#include "exact/rope.h"
#include "row/temperature.h"
#include "exact/visible.h"
#include "row/stages.h"
#include <math.h>
#include <string.h>

/* ---- vectors ---- */

static double as_turn(plumb_turns turns) {
    double first = (double)turns.first < 0x1p31 ? (double)turns.first : (double)turns.first - 0x1p32;
    return first * 0x1p-32 + (double)turns.second * 0x1p-64 + (double)turns.third * 0x1p-96;
}

/* What pair m turns by: the exact angle, or the product of position and frequency as rounded. */
static double angle_at(const simulation *run, size_t m, int64_t position) {
    const plumb_positions *workspace = &run->exact.positions;
    const double turn = 6.283185307179586;
    if (run->by->angle.format != AS_IT_IS)
        return simulated_round(run->by->angle,
                               (double)position *
                                   simulated_round(run->by->angle, turn * as_turn(workspace->frequency[m])));
    return turn * as_turn(plumb_turns_multiply((position < 0 ? workspace->backward : workspace->frequency)[m],
                                               (uint64_t)(position < 0 ? -position : position)));
}

static void turn_at(const simulation *run, size_t m, int64_t position, double *cosine, double *sine) {
    const double *cosines = plumb_exact_cosine_row(run->problem, position);
    const double *sines = plumb_exact_sine_row(run->problem, position);
    double multiplier = run->exact.positions.multiplier.mid;
    bool stated = cosines != NULL && sines != NULL;
    *cosine = stated ? cosines[m] : in_register(run, multiplier * cos(angle_at(run, m, position)));
    *sine = stated ? sines[m] : in_register(run, multiplier * sin(angle_at(run, m, position)));
}

static void rotate(const simulation *run, const double *x, plumb_point point, double *moved) {
    const plumb_rope *rope = &run->problem->position.rope;
    size_t half = rope->dim / 2;
    bool adjacent = rope->layout != PLUMB_ROPE_HALF, apart = rope->layout == PLUMB_ROPE_DEINTERLEAVED;
    memcpy(moved, x, run->problem->head_dim * sizeof *moved);
    if (rope->last) {
        x += run->problem->head_dim - rope->dim;
        moved += run->problem->head_dim - rope->dim;
    }
    for (size_t m = 0; m < half; m++) {
        size_t first = adjacent ? 2 * m : m, second = adjacent ? 2 * m + 1 : m + half;
        double cosine, sine;
        turn_at(run, m, point.on[plumb_exact_axis(rope, m)], &cosine, &sine);
        double a = in_register(run, x[first] * cosine) - in_register(run, x[second] * sine);
        double b = in_register(run, x[first] * sine) + in_register(run, x[second] * cosine);
        moved[apart ? m : first] = simulated_round(run->by->moved, in_register(run, a));
        moved[apart ? m + half : second] = simulated_round(run->by->moved, in_register(run, b));
    }
}

static void set_vector(const simulation *run, const double *x, plumb_point point, double heat, double scale,
                       double *vector) {
    size_t dim = run->problem->head_dim;
    if (run->problem->position.kind == PLUMB_POSITION_ROPE)
        rotate(run, x, point, vector);
    else
        memcpy(vector, x, dim * sizeof *vector);
    for (size_t c = 0; c < dim; c++) {
        if (heat != 1)
            vector[c] = simulated_round(run->by->moved, in_register(run, vector[c] * in_register(run, heat)));
        if (scale != 1)
            vector[c] = simulated_round(run->by->scaled, in_register(run, vector[c] * in_register(run, scale)));
        vector[c] = simulated_round(run->by->operand, vector[c]);
    }
}

/* Of a negative scale the sign stays with the query. */
static double on_query(const simulation *run) {
    if (run->by->scale == SCALE_ON_BOTH)
        return copysign(sqrt(fabs(run->scale)), run->scale);
    return run->by->scale == SCALE_ON_QUERY ? run->scale : 1;
}

static double on_key(const simulation *run) {
    return run->by->scale == SCALE_ON_BOTH ? sqrt(fabs(run->scale)) : 1;
}

static void set_keys(simulation *run) {
    const plumb_problem *p = run->problem;
    run->all_finite = true;
    for (size_t n = 0; n < p->key_length; n++) {
        size_t i = run->key_at[n];
        const double *value = plumb_exact_value(p, run->b, run->h, i);
        set_vector(run, plumb_exact_key(p, run->b, run->h, i), plumb_exact_key_point(p, run->b, run->t, i),
                   1, on_key(run), run->key + n * p->head_dim);
        for (size_t c = 0; c < p->value_dim; c++) {
            run->values[c * p->key_length + n] = simulated_round(run->by->operand, value[c]);
            run->all_finite = run->all_finite && isfinite(value[c]);
        }
    }
}

static void set_vectors(simulation *run) {
    const plumb_problem *p = run->problem;
    const double *source = p->key_length > 0 ? plumb_exact_key(p, run->b, run->h, 0) : NULL;
    if (source != NULL && (source != run->source || p->mask.in_cache))
        set_keys(run);
    run->source = source;
    plumb_point point = plumb_exact_query_point(p, run->b, run->t);
    set_vector(run, plumb_exact_query(p, run->b, run->h, run->t), point,
               plumb_temperature_at(&p->position.temperature, point.on[0]).mid, on_query(run), run->query);
}

/* ---- scores ---- */

static double stored(const simulation *run, double x) {
    return simulated_round(run->by->score, in_register(run, x));
}

/* The product with a key, or with a vector that no root of the scale has multiplied. */
static double product(const simulation *run, const double *vector, bool is_key) {
    double x = stored(run, simulated_products(&run->by->product, 0, run->query, vector, run->problem->head_dim));
    bool done = run->by->scale == SCALE_ON_QUERY || (run->by->scale == SCALE_ON_BOTH && is_key);
    double scale = run->by->scale == SCALE_ON_BOTH ? sqrt(fabs(run->scale)) : run->scale;
    return done || run->folded != 0 ? x : stored(run, x * in_register(run, scale));
}

static double capped(const simulation *run, double x) {
    double cap = run->problem->op.softcap;
    if (!(cap > 0) || !isfinite(cap))
        return x;
    return stored(run, cap * stored(run, tanh(stored(run, x / cap))));
}

static double joined(const simulation *run, const plumb_score_bias *bias, size_t i, double x) {
    if (bias->has_bias)
        x = stored(run, x + bias->bias[i]);
    if (bias->has_first && i == 0)
        x = stored(run, x + bias->first);
    if (bias->has_position)
        x = stored(run, x + in_register(run, bias->position[i].mid));
    return x;
}

/* Of the key in place n, as if it were visible. */
static double score(const simulation *run, const plumb_score_bias *bias, size_t n) {
    const plumb_problem *p = run->problem;
    double x = product(run, run->key + n * p->head_dim, true);
    if (p->op.softcap_order == PLUMB_CAP_BIAS_MASK)
        return joined(run, bias, run->key_at[n], capped(run, x));
    return capped(run, joined(run, bias, run->key_at[n], x));
}

static double sink_logit(simulation *run) {
    const plumb_problem *p = run->problem;
    const double *key = plumb_sink_logit_of(p->op.sink) == PLUMB_LOGIT_PRODUCT ? plumb_exact_sink_key(p, run->h) : NULL;
    switch (plumb_sink_logit_of(p->op.sink)) {
    case PLUMB_LOGIT_ZERO:
        return 0;
    case PLUMB_LOGIT_STATED:
        return stored(run, p->extra.sinks[run->h]);
    case PLUMB_LOGIT_PRODUCT:
        return capped(run, product(run, key, false));
    case PLUMB_LOGIT_NONE:
    default:
        return -INFINITY;
    }
}

void simulate_scores(simulation *run) {
    const plumb_problem *p = run->problem;
    bool mean = plumb_exact_is_mean(p, plumb_exact_visible_count(p, run->b, run->h, run->t));
    set_vectors(run);
    plumb_score_bias bias =
        plumb_row_bias(p, plumb_problem_scale(p), run->b, run->h, run->t, p->key_length, &run->exact);
    for (size_t n = 0; n < p->key_length; n++) {
        bool visible = plumb_exact_visible(p, run->b, run->h, run->t, run->key_at[n]);
        run->takes_part[n] = mean || plumb_exact_takes_part(p, run->b, run->h, run->t, run->key_at[n]);
        run->raw[n] = mean ? 0 : -INFINITY;
        if (!mean && (visible || (run->by->shift == SHIFT_HIDDEN && !run->takes_part[n])))
            run->raw[n] = score(run, &bias, n);
        else if (!mean && run->takes_part[n])
            run->raw[n] = capped(run, -INFINITY);
    }
    run->sink = mean ? -INFINITY : sink_logit(run);
}
