/* output.c - the values that a simulated engine weighs and sums, and what becomes of the sum. */
#include "exact/position.h"
#include "exact/visible.h"
#include "simulate/engine.h"

/* The weights of blocks are relative to the maximum that was known there. */
static bool has_blocks(const plumb_simulated_engine *engine) {
    return engine->form->block != 0 && plumb_operator_is(engine->problem->op.kind, PLUMB_IS_MEAN);
}

static double probability(const plumb_simulated_engine *engine, size_t i) {
    double w = engine->weight[i];
    if (engine->form->divides_first)
        w = plumb_simulated_step(engine, w / engine->divisor);
    w = plumb_simulated_round(&engine->probability, w);
    return fabs(w) < engine->operand.flushed ? 0 : w;
}

static const double *sink_value(const plumb_simulated_engine *engine) {
    return plumb_exact_has_sink_value(engine->problem) ? plumb_exact_sink_value(engine->problem, engine->h) : NULL;
}

static void add_key(plumb_simulated_engine *engine, size_t i) {
    const plumb_problem *p = engine->problem;
    bool is_sink = i == p->key_length;
    const double *value = is_sink ? sink_value(engine) : plumb_exact_value(p, engine->b, engine->h, i);
    const double *more = is_sink ? NULL : plumb_exact_value_row(p, engine->b, engine->t, i);
    if (engine->weight[i] == 0 || value == NULL)
        return;
    plumb_simulated_add(engine, probability(engine, i), value, p->value_dim, engine->part);
    if (more != NULL)
        plumb_simulated_add(engine, probability(engine, i), more, p->value_dim, engine->part);
}

/* The keys of a span join the sums of each row, a few at a time. */
static void add_keys(plumb_simulated_engine *engine, size_t rows, size_t from, size_t to) {
    bool backwards = engine->form->backwards;
    for (size_t r = 0; r < rows; r++)
        memset(engine[r].part, 0, engine->problem->value_dim * sizeof *engine->part);
    for (size_t first = 0; first < to - from; first += PLUMB_SIMULATED_KEYS)
        for (size_t r = 0; r < rows; r++)
            for (size_t n = first; n < to - from && n < first + PLUMB_SIMULATED_KEYS; n++)
                add_key(&engine[r], backwards ? to - 1 - n : from + n);
}

static void end_block(plumb_simulated_engine *engine, double rescaling) {
    for (size_t c = 0; c < engine->problem->value_dim; c++)
        engine->sum[c] = plumb_simulated_round(&engine->accumulate,
                                               plumb_simulated_round(&engine->accumulate, engine->sum[c] * rescaling) +
                                                   engine->part[c]);
}

static double sigmoid(const plumb_simulated_engine *engine, double x) {
    return plumb_simulated_step(engine, 1 / plumb_simulated_step(engine, 1 + plumb_simulated_step(engine, exp(-x))));
}

static double kept(const plumb_simulated_engine *engine, double x) {
    return plumb_simulated_round(&engine->output, plumb_simulated_step(engine, x));
}

static double finished(const plumb_simulated_engine *engine, size_t c, double x) {
    const plumb_problem *p = engine->problem;
    const double *bias = plumb_exact_value_bias(p, engine->h, c);
    const double *gate = plumb_exact_gate(p, engine->b, engine->h, engine->t, c);
    if (!engine->form->divides_first)
        x = plumb_simulated_step(engine, x / engine->divisor);
    if (plumb_operator_is(p->op.kind, PLUMB_IS_SCALED))
        x = plumb_simulated_step(
            engine,
            x * plumb_simulated_round(engine->form->stores_steps ? &engine->input : &engine->exponent, p->op.alpha));
    x = kept(engine, x);
    if (bias != NULL)
        x = kept(engine, x + *bias);
    return gate != NULL ? kept(engine, x * kept(engine, sigmoid(engine, *gate))) : x;
}

/* An output that is rotated back is stored before. */
static void turn_back(plumb_simulated_engine *engine) {
    const plumb_problem *p = engine->problem;
    if (!plumb_rotates_output(&p->position))
        return;
    memcpy(engine->sum, engine->result, p->value_dim * sizeof *engine->sum);
    plumb_simulated_turn_back(engine, engine->sum, plumb_exact_query_point(p, engine->b, engine->t), engine->result);
}

/* The result of a part joins the others. */
static void end_part(plumb_simulated_engine *engine, size_t number) {
    for (size_t c = 0; c < engine->problem->value_dim && engine->part_sum[number] > 0; c++) {
        double result = plumb_simulated_step(engine, engine->part[c] / engine->part_sum[number]);
        result = plumb_simulated_round(&engine->partial, result);
        double share = plumb_simulated_round(&engine->accumulate, result * engine->part_factor[number]);
        double before = plumb_simulated_round(&engine->accumulate, engine->sum[c] * engine->chain_factor[number]);
        engine->sum[c] = plumb_simulated_round(&engine->accumulate, before + share);
        if (engine->precision->merge_levels > 1)
            engine->sum[c] = plumb_simulated_round(&engine->partial, engine->sum[c]);
    }
}

static void add_parts(plumb_simulated_engine *engine, size_t rows) {
    for (size_t i = 0; i < engine->parts; i++) {
        plumb_simulated_part part = plumb_simulated_part_at(engine, i);
        add_keys(engine, rows, part.from, part.to);
        for (size_t r = 0; r < rows; r++)
            end_part(&engine[r], i);
    }
}

static void add_blocks(plumb_simulated_engine *engine, size_t rows) {
    size_t keys = engine->problem->key_length + 1, block = has_blocks(engine) ? engine->form->block : keys;
    for (size_t from = 0; from < keys; from += block) {
        add_keys(engine, rows, from, keys - from < block ? keys : from + block);
        for (size_t r = 0; r < rows; r++)
            end_block(&engine[r], has_blocks(engine) ? engine[r].rescaling[from / block] : 1);
    }
}

void plumb_simulated_aggregate(plumb_simulated_engine *engine, size_t rows) {
    size_t columns = engine->problem->value_dim;
    for (size_t r = 0; r < rows; r++)
        memset(engine[r].sum, 0, columns * sizeof *engine->sum);
    if (plumb_simulated_has_parts(engine))
        add_parts(engine, rows);
    else
        add_blocks(engine, rows);
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < columns; c++)
            engine[r].result[c] = finished(&engine[r], c, engine[r].sum[c]);
        turn_back(&engine[r]);
    }
}

/* Of a key in its part. */
static double share_of_part(const plumb_simulated_engine *engine, size_t i) {
    size_t number = 0;
    while (plumb_simulated_part_at(engine, number).to <= i)
        number++;
    double share =
        plumb_simulated_step(engine, plumb_simulated_step(engine, engine->weight[i] / engine->part_sum[number]) *
                                         engine->part_factor[number]);
    while (++number < engine->parts)
        share = plumb_simulated_step(engine, share * engine->chain_factor[number]);
    return share;
}

double plumb_simulated_weight(const plumb_simulated_engine *engine, size_t i) {
    const plumb_operator *op = &engine->problem->op;
    size_t keys = engine->problem->key_length + 1, block = engine->form->block;
    double w = engine->weight[i];
    for (size_t next = i / (block != 0 ? block : keys) + 1; has_blocks(engine) && next * block < keys; next++)
        w = plumb_simulated_step(engine, w * engine->rescaling[next]);
    w = plumb_simulated_has_parts(engine) && w > 0 ? share_of_part(engine, i)
                                                   : plumb_simulated_step(engine, w / engine->divisor);
    return kept(engine, plumb_operator_is(op->kind, PLUMB_IS_SCALED) ? w * op->alpha : w);
}

static double computed(const plumb_simulated_engine *engine, plumb_quantity quantity, size_t c) {
    switch (quantity) {
    case PLUMB_OUTPUT:
        return engine->result[c];
    case PLUMB_WEIGHTS:
        return plumb_simulated_weight(engine, c);
    case PLUMB_SCORES:
        return plumb_simulated_round(&engine->output, engine->score_of[c]);
    case PLUMB_LSE:
    default:
        return engine->lse;
    }
}

double plumb_simulated_answer(const plumb_simulated_engine *engine, plumb_quantity quantity, size_t c,
                              plumb_format format) {
    plumb_simulated_format tensor = plumb_simulated_format_of(plumb_format_rounding(format), false);
    return plumb_simulated_round(&tensor, computed(engine, quantity, c));
}
