/* scores.c - the scores of a simulated engine: products, scale, what joins them, softcap. */
#include "attention/scores.h"
#include "exact/position.h"
#include "exact/visible.h"
#include "simulate/engine.h"
#include "row/stages.h"
#include "row/visible.h"

/* A product with a vector that is scaled where keys are, or, as rows of tables and vectors of sinks, is not. */
static double product_with(const plumb_simulated_engine *engine, const double *vector, bool is_key) {
    const plumb_simulated_form *form = engine->form;
    double x = plumb_simulated_stored(engine, plumb_simulated_dot(engine, engine->query, vector, engine->dim));
    if (form->scales_query || (form->scales_both && is_key))
        return x;
    double scale = form->scales_both ? sqrt(fabs(engine->scale.mid)) : engine->scale.mid;
    return plumb_simulated_stored(engine, x * plumb_simulated_round(&engine->exponent, scale));
}

/* By the C library, or from an exponential, which loses small numbers when 1 is added. */
static double hyperbolic_tangent(const plumb_simulated_engine *engine, double x) {
    if (!engine->form->base_two || fabs(x) > 20)
        return tanh(x);
    double e = plumb_simulated_step(engine, exp(plumb_simulated_step(engine, 2 * x)));
    return 1 - plumb_simulated_step(engine, 2 / plumb_simulated_step(engine, e + 1));
}

static double capped(const plumb_simulated_engine *engine, double x) {
    double cap = engine->problem->op.softcap;
    if (cap == 0 || !isfinite(cap))
        return x;
    double y = plumb_simulated_stored(
        engine, hyperbolic_tangent(engine, plumb_simulated_stored(engine, x / plumb_simulated_step(engine, cap))));
    return plumb_simulated_stored(engine, y * plumb_simulated_step(engine, cap));
}

/* Rows that join the keys are multiplied by themselves, or added to them first. */
static double product(const plumb_simulated_engine *engine, size_t i) {
    const double *key = plumb_simulated_key(engine, i);
    const double *row = plumb_exact_key_row(engine->problem, engine->b, engine->t, i);
    if (row == NULL)
        return product_with(engine, key, true);
    if (!engine->form->stores_steps || engine->form->scales_both)
        return plumb_simulated_stored(engine, product_with(engine, key, true) + product_with(engine, row, false));
    for (size_t c = 0; c < engine->dim; c++)
        engine->joined[c] = plumb_simulated_between(engine, key[c] + row[c]);
    return product_with(engine, engine->joined, true);
}

/* A bias as a tensor holds it, unless that is infinite. */
static double held_bias(const plumb_simulated_engine *engine, double bias) {
    double held = plumb_simulated_between(engine, bias);
    return isfinite(held) ? held : bias;
}

/* Biases, and what positions add, as the engine keeps them. */
static double biased(const plumb_simulated_engine *engine, const plumb_score_bias *bias, size_t i, double x) {
    if (bias->has_bias)
        x = plumb_simulated_stored(engine, x + held_bias(engine, bias->bias[i]));
    if (bias->has_first && i == 0)
        x = plumb_simulated_stored(engine, x + bias->first);
    if (bias->has_position)
        x = plumb_simulated_stored(engine, x + plumb_simulated_between(engine, bias->position[i].mid));
    return x;
}

static double unmasked(const plumb_simulated_engine *engine, const plumb_score_bias *bias, size_t i) {
    double x = product(engine, i);
    if (engine->problem->op.softcap_order == PLUMB_CAP_BIAS_MASK)
        return biased(engine, bias, i, capped(engine, x));
    return capped(engine, biased(engine, bias, i, x));
}

static double score(const plumb_simulated_engine *engine, const plumb_score_bias *bias, size_t i) {
    const plumb_operator *op = &engine->problem->op;
    if (!engine->exact.visible[i])
        return plumb_cap_unmasks(op->softcap_order, op->softcap) ? capped(engine, -INFINITY) : -INFINITY;
    return unmasked(engine, bias, i);
}

static double hidden_maximum(const plumb_simulated_engine *engine, const plumb_score_bias *bias) {
    double most = -INFINITY;
    for (size_t i = 0; engine->precision->shift.rule == PLUMB_SHIFT_HIDDEN && i < engine->problem->key_length; i++)
        if (!engine->exact.visible[i])
            most = fmax(most, unmasked(engine, bias, i));
    return most;
}

static double sink_logit(const plumb_simulated_engine *engine) {
    const plumb_problem *p = engine->problem;
    switch (plumb_sink_logit_of(p->op.sink)) {
    case PLUMB_LOGIT_ZERO:
        return 0;
    case PLUMB_LOGIT_STATED:
        return plumb_simulated_stored(engine, p->extra.sinks[engine->h]);
    case PLUMB_LOGIT_PRODUCT:
        return capped(engine, product_with(engine, plumb_exact_sink_key(p, engine->h), false));
    case PLUMB_LOGIT_NONE:
    default:
        return -INFINITY;
    }
}

/* What a row needs before its keys: what is added to scores; whether it is a mean that asks for none. */
typedef struct {
    plumb_score_bias bias;
    bool mean;
} row_terms;

static row_terms begin_row(plumb_simulated_engine *engine) {
    const plumb_problem *p = engine->problem;
    plumb_show_visible(p, engine->b, engine->h, engine->t, engine->exact.visible);
    bool mean = plumb_row_is_mean(p, &engine->exact);
    return (row_terms){plumb_row_bias(p, engine->scale, engine->b, engine->h, engine->t, p->key_length, &engine->exact),
                       mean};
}

static void end_row(plumb_simulated_engine *engine, const row_terms *row) {
    engine->hidden_maximum = row->mean ? -INFINITY : hidden_maximum(engine, &row->bias);
    engine->score_of[engine->problem->key_length] = row->mean ? -INFINITY : sink_logit(engine);
}

void plumb_simulated_scores(plumb_simulated_engine *engine, size_t rows) {
    size_t keys = engine->problem->key_length;
    row_terms row[PLUMB_SIMULATED_ROWS];
    for (size_t r = 0; r < rows; r++)
        row[r] = begin_row(&engine[r]);
    for (size_t from = 0; from < keys; from += PLUMB_SIMULATED_KEYS)
        for (size_t r = 0; r < rows; r++)
            for (size_t i = from; i < keys && i < from + PLUMB_SIMULATED_KEYS; i++)
                engine[r].score_of[i] = row[r].mean ? 0 : score(&engine[r], &row[r].bias, i);
    for (size_t r = 0; r < rows; r++)
        end_row(&engine[r], &row[r]);
}
