/* drawn_backward.h - problems with a loss, and backward passes that answer them (backward_engine.h). */
#ifndef PLUMB_TESTS_JUDGE_DRAWN_BACKWARD_H
#define PLUMB_TESTS_JUDGE_DRAWN_BACKWARD_H
#include "judge/compare.h"
#include "tests/judge/backward_engine.h"

typedef struct {
    drawn_problem drawn;
    double *gradient, *lse, *bias, *sinks, *position;
    backward_engine by;
    const char *precision;
} drawn_backward;

static inline void free_drawn(drawn_backward *d) {
    free(d->gradient);
    free(d->lse);
    free(d->bias);
    free(d->sinks);
    free(d->position);
    free_problem(&d->drawn);
}

static inline double *draw_rounded(random_cases *cases, plumb_format format, double factor, size_t count) {
    double *x = numbers_of(count);
    for (size_t i = 0; i < count; i++)
        x[i] = in_format(format, factor * random_normal(cases));
    return x;
}

/* Heads two on one, a causal mask or none, scores up to some tens; what else there is, by chance or all of it. */
static inline plumb_problem draw_shape(random_cases *cases, size_t queries, bool all) {
    plumb_problem shape = one_head(queries, 0, (size_t)8 << random_below(cases, 2), 8);
    bool few = !all && random_below(cases, 3) == 0;
    shape.key_length = few ? 1 + random_below(cases, 3) : queries + (all ? 0 : random_below(cases, 20));
    shape.value_dim = all ? shape.head_dim : 8;
    shape.batch = all ? 1 : 1 + random_below(cases, 2);
    shape.query_heads = 4;
    shape.key_heads = 2;
    if (all || (!few && random_below(cases, 2) == 0))
        shape.causal = (plumb_causal){true, (int64_t)(shape.key_length - shape.query_length)};
    if (all || random_below(cases, 3) == 0)
        shape.op.softcap = 4;
    return shape;
}

/* Any; of all that there is one for each query, which serves all heads. */
static inline void draw_bias_shape(random_cases *cases, plumb_problem *p, bool all) {
    bool queries = all || random_below(cases, 3) > 0, heads = !all && random_below(cases, 2) == 0;
    bool batches = !all && random_below(cases, 2) == 0;
    size_t of_head = (queries ? p->query_length : 1) * p->key_length;
    p->extra.bias_query = queries && p->query_length > 1 ? p->key_length : 0;
    p->extra.bias_head = heads ? of_head : 0;
    p->extra.bias_batch = batches && p->batch > 1 ? (heads ? p->query_heads : 1) * of_head : 0;
    if (!all && p->op.softcap > 0 && random_below(cases, 2) == 0)
        p->op.softcap_order = PLUMB_BIAS_CAP_MASK;
}

/* Slopes, or a table of clipped distances, which join the scores. */
static inline void draw_biased_position(random_cases *cases, drawn_backward *d, plumb_problem *p) {
    bool slopes = random_below(cases, 2) == 0;
    p->position.table_rows = slopes ? 0 : 7;
    p->position.kind = slopes ? PLUMB_POSITION_ALIBI : PLUMB_POSITION_RELATIVE_TABLE;
    d->position = draw_rounded(cases, d->by.format, slopes ? 0.125 : 1, (slopes ? 1 : 7) * p->query_heads);
    p->position.slopes = slopes ? d->position : NULL;
    p->position.table = slopes ? NULL : d->position;
}

static inline void draw_rotation(random_cases *cases, plumb_problem *p) {
    p->position.kind = PLUMB_POSITION_ROPE;
    p->position.rope = (plumb_rope){.dim = random_below(cases, 2) == 0 ? p->head_dim : p->head_dim / 2,
                                    .last = random_below(cases, 2) == 0,
                                    .base = random_below(cases, 2) == 0 ? 10000 : 500000,
                                    .layout = (plumb_rope_layout)random_below(cases, 3)};
}

static inline void set_operator(plumb_problem *p, plumb_operator_kind kind, plumb_normalisation normalisation) {
    p->op = (plumb_operator){.kind = kind,
                             .normalisation = normalisation,
                             .epsilon = 1e-3,
                             .alpha = 1.75,
                             .gamma = -0.03125,
                             .zeta = 1.03125,
                             .softcap = p->op.softcap,
                             .softcap_order = p->op.softcap_order};
    p->extra.sinks = NULL;
    if (!plumb_has_log_sum_exp(kind))
        p->loss.lse = NULL;
}

/* Weights that are maps of their scores, or a softmax's that are changed, in place of a softmax.  What may be 0, or
   less, is not divided by its sum, which may be about 0. */
static inline void draw_map(random_cases *cases, plumb_problem *p) {
    static const plumb_normalisation others[] = {PLUMB_UNNORMALISED, PLUMB_AT_LEAST_ONE, PLUMB_KEY_LENGTH};
    plumb_operator_kind kind = PLUMB_SOFTMAX;
    while (kind == PLUMB_SOFTMAX ||
           !(plumb_has_log_sum_exp(kind) || plumb_weighs_by_map(&(plumb_operator){.kind = kind})))
        kind = (plumb_operator_kind)random_below(cases, PLUMB_OPERATOR_COUNT);
    size_t of_all = random_below(cases, PLUMB_NORMALISATION_COUNT), of_others = random_below(cases, 3);
    bool positive = kind == PLUMB_SIGMOID || kind == PLUMB_ELU;
    plumb_normalisation other = kind == PLUMB_IDENTITY ? PLUMB_UNNORMALISED : others[of_others];
    set_operator(p, kind, positive ? (plumb_normalisation)of_all : other);
}

static inline drawn_backward draw_backward_of(random_cases *cases, backward_engine by, const char *precision,
                                              size_t queries, bool all) {
    drawn_backward d = {.by = by, .precision = precision};
    plumb_problem shape = draw_shape(cases, queries, all), *p = &d.drawn.problem;
    plumb_sink sinks[] = {PLUMB_SINK_NONE, PLUMB_SINK_ZERO, PLUMB_SINK_LOGIT};
    d.drawn = draw_problem(cases, shape, ORDINARY);
    size_t rows = plumb_rows_of(p);
    double largest = 0.5 * (double)(1 + random_below(cases, 8));
    for (size_t i = 0; i < rows * p->head_dim; i++)
        d.drawn.query[i] = in_format(by.format, largest * random_normal(cases));
    for (size_t i = 0; i < p->batch * p->key_heads * p->key_length * p->head_dim; i++)
        d.drawn.key[i] = in_format(by.format, random_normal(cases));
    double offset = all ? 0 : 30 * (double)random_below(cases, 2); /* much of dP - delta cancels */
    for (size_t i = 0; i < p->batch * p->key_heads * p->key_length * p->value_dim; i++)
        d.drawn.value[i] = in_format(by.format, offset + random_normal(cases));
    d.gradient = draw_rounded(cases, by.format, 1, rows * p->value_dim);
    double apart = all ? 0 : 30 * (double)random_below(cases, 2); /* and of the sums of a group's heads */
    for (size_t i = 0; i < rows * p->value_dim; i++) {
        size_t head = i / (p->query_length * p->value_dim);
        d.gradient[i] = in_format(by.format, d.gradient[i] + (head % 2 == 0 ? apart : -apart));
    }
    d.lse = draw_rounded(cases, PLUMB_F32, 0.5, rows);
    d.bias = draw_rounded(cases, by.format, 1, rows * p->key_length);
    d.sinks = draw_rounded(cases, by.format, 1, p->query_heads);
    p->loss = (plumb_loss){d.gradient, all || random_below(cases, 2) == 0 ? d.lse : NULL};
    p->op.sink = all ? PLUMB_SINK_LOGIT : sinks[random_below(cases, 3)];
    p->extra.sinks = p->op.sink == PLUMB_SINK_LOGIT ? d.sinks : NULL;
    if (all || random_below(cases, 3) == 0) {
        p->extra.bias = d.bias;
        draw_bias_shape(cases, p, all);
    }
    if (!all && random_below(cases, 3) == 0)
        draw_biased_position(cases, &d, p);
    else if (!all && random_below(cases, 3) == 0)
        draw_rotation(cases, p);
    if (!all && random_below(cases, 4) == 0)
        draw_map(cases, p);
    return d;
}

static inline drawn_backward draw_backward(random_cases *cases, backward_engine by, const char *precision, bool all) {
    return draw_backward_of(cases, by, precision, 6 + random_below(cases, 30), all);
}

static const struct {
    plumb_format format;
    bool eager, differentiates;
    const char *precision;
} models[] = {{PLUMB_F32, false, false, "f32"},        {PLUMB_BF16, false, false, "bf16-flash"},
              {PLUMB_F16, false, false, "fp16-flash"}, {PLUMB_BF16, true, false, "bf16-eager"},
              {PLUMB_F16, true, false, "fp16-eager"},  {PLUMB_BF16, false, true, "bf16-flash"},
              {PLUMB_F16, false, true, "fp16-flash"}};
enum { MODELS = sizeof models / sizeof *models };

static inline backward_engine draw_engine(random_cases *cases, size_t model) {
    backward_engine by = {.format = models[model].format,
                          .eager = models[model].eager,
                          .differentiates = models[model].differentiates,
                          .stores_heads = random_below(cases, 3) == 0};
    by.rounds_first = random_below(cases, 2) == 0;
    by.scales_gradient = random_below(cases, 2) == 0;
    by.backwards = random_below(cases, 2) == 0;
    by.delta = saves_weights(&by) ? OF_SUM : (backward_delta)random_below(cases, 3);
    return by;
}
/* Judges what a backward pass answers. */
static inline void judge_backward(const drawn_backward *d, backward_mistake made, plumb_report *report) {
    plumb_error error;
    plumb_compare_options options = {.threads = 1};
    backward_answers given = run_backward(&d->by, &d->drawn.problem, made);
    plumb_case judged = backward_case(&d->drawn.problem, &d->by, &given, d->precision);
    ck_assert_msg(plumb_compare(&judged, &options, report, &error) == 0, "%s", error.text);
    report->judged = NULL;
    free_backward(&given);
}

#endif
