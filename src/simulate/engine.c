#include "simulate/engine.h"
#include "exact/visible.h"
#include "number/turns.h"
#include <stdlib.h>

static const double turn = 6.283185307179586;

/* The angle of one position; whole turns are dropped. */
static double angle_of(plumb_turns turns) {
    return turn * ((double)turns.first * 0x1p-32 + (double)turns.second * 0x1p-64 + (double)turns.third * 0x1p-96);
}

/* In sums of binary32 or wider, truncation is negligible compared with other roundings. */
static plumb_simulated_format sums_in(const plumb_simulated_engine *engine, plumb_rounding rounding) {
    return plumb_simulated_format_of(rounding, engine->form->sums_cut && rounding.unit > 0x1p-23);
}

static void set_formats(plumb_simulated_engine *engine) {
    const plumb_precision *p = engine->precision;
    engine->input = plumb_simulated_format_of(p->input, true);
    engine->operand = plumb_simulated_format_of(p->operand, true);
    engine->product = sums_in(engine, p->product);
    engine->score = plumb_simulated_format_of(p->score, true);
    engine->exponent = plumb_simulated_format_of(p->exponent, false);
    engine->probability = plumb_simulated_format_of(p->probability, true);
    engine->accumulate = sums_in(engine, p->accumulate);
    engine->partial = plumb_simulated_format_of(p->part, true);
    engine->output = plumb_simulated_format_of(p->output, true);
    engine->tensor = p->input.unit > p->output.unit ? engine->input : engine->output;
    engine->shifted = plumb_simulated_format_of((plumb_rounding){p->shifted, 0x1p-126, INFINITY, false}, false);
}

/* One of a few units in the last place is lost in the rounding of what it gives. */
static double error_of_exponential(const plumb_precision *p, const plumb_simulated_form *form) {
    bool is_fast = p->exponential > 8 * p->exponent.unit && p->exponential > p->probability.unit;
    return form->fast_exponential && is_fast ? p->exponential : 0;
}

static size_t parts_of(const plumb_precision *p) {
    if (p->merge_levels == 1)
        return PLUMB_SIMULATED_PARTS;
    return p->merge_levels < PLUMB_SIMULATED_MOST_PARTS ? p->merge_levels + 1 : PLUMB_SIMULATED_MOST_PARTS;
}

static size_t dimension_of(const plumb_problem *problem) {
    return plumb_has_features(problem) ? plumb_feature_dim(problem) : problem->head_dim;
}

static double *zeros(size_t count) {
    return calloc(count + 1, sizeof(double));
}

static bool make_arrays(plumb_simulated_engine *engine) {
    const plumb_problem *p = engine->problem;
    engine->moved_key = zeros(engine->moves ? p->key_length * engine->dim : 0);
    engine->query = zeros(engine->dim);
    engine->joined = zeros(engine->dim);
    engine->scaled = zeros(engine->dim);
    engine->frequency = zeros(p->head_dim / 2);
    engine->hidden = zeros(p->extra.hidden_dim);
    engine->score_of = zeros(p->key_length + 1);
    engine->weight = zeros(p->key_length + 1);
    engine->rescaling = zeros(p->key_length + 1);
    engine->part = zeros(p->value_dim);
    engine->sum = zeros(p->value_dim);
    engine->result = zeros(p->value_dim);
    engine->exact.visible = calloc(p->key_length + 1, 1);
    return engine->moved_key && engine->query && engine->joined && engine->scaled && engine->frequency &&
           engine->hidden && engine->score_of && engine->weight && engine->rescaling && engine->part && engine->sum &&
           engine->result && engine->exact.visible;
}

static void set_frequencies(plumb_simulated_engine *engine) {
    const plumb_turns *turns = engine->exact.positions.frequency;
    for (size_t m = 0; turns != NULL && m < engine->problem->head_dim / 2; m++)
        engine->frequency[m] = angle_of(turns[m]);
}

int plumb_simulated_engine_init(plumb_simulated_engine *engine, const plumb_problem *problem,
                             const plumb_precision *precision, const plumb_simulated_form *form) {
    *engine = (plumb_simulated_engine){.problem = problem, .precision = precision, .form = form};
    if (plumb_row_workspaces_init(&engine->exact, problem) != 0)
        return -1;
    engine->dim = dimension_of(problem);
    engine->moves = plumb_simulated_moves_keys(problem);
    engine->parts = parts_of(precision);
    engine->exponential = error_of_exponential(precision, form);
    engine->scale = plumb_problem_scale(problem);
    set_formats(engine);
    if (!make_arrays(engine)) {
        plumb_simulated_engine_free(engine);
        return -1;
    }
    set_frequencies(engine);
    return 0;
}

void plumb_simulated_engine_free(plumb_simulated_engine *engine) {
    double *arrays[] = {engine->moved_key, engine->query,     engine->joined, engine->scaled,
                       engine->frequency, engine->hidden,    engine->score_of, engine->weight,
                       engine->rescaling, engine->part,      engine->sum,      engine->result};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    free(engine->exact.visible);
    plumb_row_workspaces_free(&engine->exact);
}

void plumb_simulated_evaluate_rows(plumb_simulated_engine *engine, size_t rows, size_t b, size_t h, const size_t *t) {
    for (size_t r = 0; r < rows; r++) {
        engine[r].b = b;
        engine[r].h = h;
        engine[r].t = t[r];
    }
    plumb_simulated_vectors(engine, rows);
    plumb_simulated_scores(engine, rows);
    for (size_t r = 0; r < rows; r++)
        plumb_simulated_weigh(&engine[r]);
    plumb_simulated_aggregate(engine, rows);
}

void plumb_simulated_evaluate(plumb_simulated_engine *engine, size_t b, size_t h, size_t t) {
    plumb_simulated_evaluate_rows(engine, 1, b, h, &t);
}
