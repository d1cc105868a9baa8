/* proof_row.c - translates a problem, a precision model and an element into the arguments of the proved code in
   src/budget.  The model is that of bounds, with units and underflows by step.  Sinks with a key become one more key
   after the others; other sinks are a logit.  A weight is judged as an output whose values are 1 for its key and 0 for
   the others.  A row that is the mean of all values has a query of zeros, so all scores are 0. */
#include "theorem/proof_row.h"
#include "theorem/weighing.h"
#include "budget/pull.h"
#include "budget/alibi.h"
#include "budget/ends.h"
#include "budget/roundings.h"
#include "theorem/rescalings.h"
#include "theorem/slope_roundings.h"
#include "exact/position.h"
#include "exact/round.h"
#include "exact/visible.h"
#include "row/evaluate.h"
#include "row/stages.h"
#include <string.h>

static void set_step(plumb_proof_model *model, size_t step, plumb_rounding rounding) {
    model->unit[step] = rounding.unit;
    model->tiny[step] = rounding.tiny;
}

/* The unit of the format in which a result is stored before its tensor holds it.  A score need not be stored at all. */
static double unit_before_tensor(const plumb_precision *p, plumb_quantity quantity) {
    if (quantity == PLUMB_LSE)
        return p->exponent.unit;
    return quantity == PLUMB_SCORES ? 0 : p->output.unit;
}

/* A tensor at least as fine as the format before it rounds nothing, but may underflow. */
static plumb_proof_model model_of(const plumb_precision *p, plumb_quantity quantity, plumb_format format) {
    plumb_proof_model model = {{0}, {0}};
    plumb_rounding tensor = plumb_format_rounding(format);
    if (!(tensor.unit > unit_before_tensor(p, quantity)))
        tensor.unit = 0;
    set_step(&model, PLUMB_STEP_INPUT, p->input);
    set_step(&model, PLUMB_STEP_OPERAND, p->operand);
    set_step(&model, PLUMB_STEP_PRODUCT, p->product);
    set_step(&model, PLUMB_STEP_SCORE, p->score);
    set_step(&model, PLUMB_STEP_EXPONENT, p->exponent);
    set_step(&model, PLUMB_STEP_PROBABILITY, p->probability);
    set_step(&model, PLUMB_STEP_ACCUMULATE, p->accumulate);
    set_step(&model, PLUMB_STEP_OUTPUT, p->output);
    set_step(&model, PLUMB_STEP_TENSOR, tensor);
    model.unit[PLUMB_STEP_SHIFTED] = p->shifted;
    model.unit[PLUMB_STEP_EXPONENTIAL] = p->exponential;
    model.unit[PLUMB_STEP_RESCALING] = p->rescaling;
    return model;
}

/* A sink with a key of its own is one more key of the row, without biases. */
static bool has_own_key(const plumb_problem *p) {
    return plumb_sink_logit_of(p->op.sink) == PLUMB_LOGIT_PRODUCT;
}

void plumb_proof_workspace_free(plumb_proof_workspace *r) {
    plumb_workspace_free(&r->arrays);
    plumb_positions_free(&r->positions);
    plumb_linear_workspace_free(&r->linear);
    *r = (plumb_proof_workspace){.is_made = false};
}

static plumb_verdict_workspace take_verdict_workspace(plumb_workspace *arrays, size_t places) {
    plumb_verdict_workspace v;
    v.score = plumb_workspace_take(arrays, places, sizeof *v.score);
    v.off = plumb_workspace_take(arrays, places, sizeof *v.off);
    v.weight = plumb_workspace_take(arrays, places, sizeof *v.weight);
    v.range = plumb_workspace_take(arrays, places, sizeof *v.range);
    v.column = plumb_workspace_take(arrays, places, sizeof *v.column);
    v.added = plumb_workspace_take(arrays, places, sizeof *v.added);
    v.shown = plumb_workspace_take(arrays, places, 1);
    return v;
}

int plumb_proof_workspace_init(plumb_proof_workspace *r, const plumb_problem *p, const plumb_precision *precision) {
    size_t places = p->key_length + 2;
    *r = (plumb_proof_workspace){.arrays = {.short_of_memory = false}};
    r->verdict = take_verdict_workspace(&r->arrays, places);
    r->twofold = take_verdict_workspace(&r->arrays, 2 * places);
    r->visible = plumb_workspace_take(&r->arrays, places, 1);
    r->taking_part = plumb_workspace_take(&r->arrays, places, 1);
    r->bias = plumb_workspace_take(&r->arrays, places, sizeof *r->bias);
    r->zero = plumb_workspace_take(&r->arrays, p->head_dim, sizeof *r->zero);
    r->indicator = plumb_workspace_take(&r->arrays, places, sizeof *r->indicator);
    if (plumb_position_moves_vectors(p->position.kind))
        plumb_moved_workspace_take(&r->moved, p, precision, has_own_key(p), &r->arrays);
    if (plumb_position_joins_products(p->position.kind))
        r->relative = plumb_workspace_take(&r->arrays, places * p->head_dim, sizeof *r->relative);
    if (p->position.value_table != NULL)
        r->added = plumb_workspace_take(&r->arrays, places * p->value_dim, sizeof *r->added);
    if (has_own_key(p)) {
        r->key = plumb_workspace_take(&r->arrays, places * p->head_dim, sizeof *r->key);
        r->value = plumb_workspace_take(&r->arrays, places * p->value_dim, sizeof *r->value);
    }
    bool is_linear = plumb_sums_keys_first(p) || plumb_has_features(p);
    if ((!is_linear || plumb_linear_workspace_init(&r->linear, p, &r->arrays) == 0) && !r->arrays.short_of_memory &&
        plumb_positions_init(&r->positions, p) == 0) {
        r->is_made = true;
        return 0;
    }
    plumb_proof_workspace_free(r);
    return -1;
}

void plumb_proof_show(const plumb_problem *p, const plumb_element *e, bool all, plumb_proof_workspace *r) {
    for (size_t i = 0; i < p->key_length; i++)
        r->visible[i] = all || plumb_exact_visible(p, e->batch, e->head, e->query, i);
    r->visible[p->key_length] = has_own_key(p);
}

/* How many take part. */
static size_t find_keys(const plumb_problem *p, const plumb_element *e, bool all, plumb_proof_workspace *r) {
    size_t count = 0;
    for (size_t i = 0; i < p->key_length; i++)
        count += r->taking_part[i] = all || plumb_exact_takes_part(p, e->batch, e->head, e->query, i);
    r->taking_part[p->key_length] = has_own_key(p);
    return count;
}

bool plumb_proof_is_mean(const plumb_problem *p, const plumb_element *e) {
    return plumb_exact_is_mean(p, plumb_exact_visible_count(p, e->batch, e->head, e->query));
}

static const double *keys_of(const plumb_problem *p, const plumb_element *e, plumb_proof_workspace *r) {
    const double *key = plumb_exact_key(p, e->batch, e->head, 0);
    size_t numbers = p->key_length * p->head_dim;
    if (!has_own_key(p))
        return key;
    memcpy(r->key, key, numbers * sizeof *key);
    memcpy(r->key + numbers, plumb_exact_sink_key(p, e->head), p->head_dim * sizeof *key);
    return r->key;
}

/* The value of a sink that has none is 0. */
static const double *values_of(const plumb_problem *p, const plumb_element *e, plumb_proof_workspace *r) {
    const double *value = plumb_exact_value(p, e->batch, e->head, 0);
    size_t numbers = p->key_length * p->value_dim;
    if (!has_own_key(p))
        return value;
    memcpy(r->value, value, numbers * sizeof *value);
    if (plumb_sink_is(p->op.sink, PLUMB_HAS_SINK_VALUE))
        memcpy(r->value + numbers, plumb_exact_sink_value(p, e->head), p->value_dim * sizeof *value);
    else
        memset(r->value + numbers, 0, p->value_dim * sizeof *value);
    return r->value;
}

/* Values whose sum is the weight of the element's key. */
static const double *indicator_of(const plumb_problem *p, const plumb_element *e, plumb_proof_workspace *r) {
    memset(r->indicator, 0, (p->key_length + 1) * sizeof *r->indicator);
    r->indicator[e->column] = 1;
    return r->indicator;
}

/* A sink's key has no position. */
static const double *added_of(const plumb_problem *p, const plumb_element *e, plumb_proof_workspace *r) {
    size_t width = p->value_dim;
    for (size_t i = 0; i < p->key_length; i++)
        memcpy(r->added + i * width, plumb_exact_value_row(p, e->batch, e->query, i), width * sizeof *r->added);
    memset(r->added + p->key_length * width, 0, width * sizeof *r->added);
    return r->added;
}

static const plumb_ball *fill_biases(const plumb_problem *p, const plumb_element *e, plumb_proof_workspace *r) {
    const double *bias = plumb_exact_bias(p, e->batch, e->head, e->query, 0);
    for (size_t i = 0; i < p->key_length; i++)
        r->bias[i] = plumb_ball_given(bias[i]);
    r->bias[p->key_length] = plumb_ball_zero();
    return r->bias;
}

/* What an engine's slopes and their products are off by, and under the scale their sums with the scores. */
static void add_alibi(plumb_joining *joining, const plumb_problem *p, const plumb_proof_model *model, size_t h) {
    plumb_ball scale = plumb_problem_scale(p), slope = plumb_slope_of_head(p, h);
    joining->bias_own = plumb_alibi_error(model->unit, model->tiny, plumb_slope_roundings(p, h), slope);
    if (p->position.alibi != PLUMB_ALIBI_SCALED_KEY)
        return;
    joining->bias_own = plumb_scaled_error(model->unit, model->tiny, scale, joining->bias_own);
    joining->sum_own = plumb_scaled_sum_error(model->unit, model->tiny, scale);
}

/* Of what is stored as a tensor before it is read. */
static plumb_own_error tensor_error(const plumb_proof_model *model) {
    return (plumb_own_error){plumb_ball_top(plumb_tensor_unit(model->unit)),
                             plumb_ball_top(plumb_tensor_tiny(model->tiny))};
}

static void add_position(plumb_joining *joining, const plumb_problem *p, const plumb_proof_model *model,
                         const plumb_element *e, plumb_proof_workspace *r) {
    plumb_position_bias(&r->positions, p, plumb_problem_scale(p), e->batch, e->head, e->query, p->key_length);
    for (size_t i = 0; i < p->key_length; i++)
        r->bias[i] = r->positions.bias[i];
    r->bias[p->key_length] = plumb_ball_zero();
    joining->has_bias = 1;
    joining->bias = r->bias;
    if (p->position.kind == PLUMB_POSITION_ALIBI)
        add_alibi(joining, p, model, e->head);
    else if (p->position.kind != PLUMB_POSITION_BUCKET_INDEX)
        joining->bias_own = tensor_error(model);
}

/* Whether a tensor of the model holds the biases as they are. */
static bool are_stored_exactly(const plumb_ball *bias, size_t keys, const plumb_proof_model *model) {
    double unit = fmax(model->unit[PLUMB_STEP_INPUT], model->unit[PLUMB_STEP_OUTPUT]);
    for (int format = 0; format < PLUMB_FORMATS; format++) {
        bool same = plumb_format_rounding((plumb_format)format).unit == unit;
        for (size_t i = 0; same && i < keys; i++)
            same = plumb_round_double(bias[i].mid, (plumb_format)format) == bias[i].mid;
        if (same)
            return true;
    }
    return false;
}

static plumb_joining joining_of(const plumb_problem *p, const plumb_proof_model *model, const plumb_element *e,
                                plumb_proof_workspace *r) {
    bool caps = p->op.softcap > 0, caps_first = p->op.softcap_order == PLUMB_CAP_BIAS_MASK;
    plumb_joining joining = {.cap = p->op.softcap,
                             .caps_first = caps && caps_first,
                             .caps_last = caps && !caps_first,
                             .has_bias = p->extra.bias != NULL,
                             .has_first = plumb_sink_is(p->op.sink, PLUMB_BIASES_FIRST_KEY)};
    if (joining.has_bias) {
        joining.bias = fill_biases(p, e, r);
        if (!are_stored_exactly(r->bias, p->key_length, model))
            joining.bias_own = tensor_error(model);
    }
    if (joining.has_first)
        joining.first = *plumb_exact_key0_bias(p, e->head, 0);
    if (plumb_position_adds_bias(p->position.kind))
        add_position(&joining, p, model, e, r);
    return joining;
}

/* All that comes behind a weight. */
static plumb_finish factor_of(const plumb_problem *p) {
    return (plumb_finish){.has_factor = plumb_operator_is(p->op.kind, PLUMB_IS_SCALED), .factor = p->op.alpha};
}

static plumb_finish finish_of(const plumb_problem *p, const plumb_element *e) {
    plumb_finish finish = factor_of(p);
    const double *bias = plumb_exact_value_bias(p, e->head, e->column);
    const double *gate = plumb_exact_gate(p, e->batch, e->head, e->query, e->column);
    finish.has_bias = bias != NULL;
    finish.has_gate = gate != NULL;
    finish.bias = bias != NULL ? *bias : 0;
    finish.gate = gate != NULL ? *gate : 0;
    return finish;
}

plumb_proof_row plumb_proof_row_of(const plumb_problem *p, const plumb_precision *precision, plumb_quantity quantity,
                                   const plumb_element *e, plumb_format format, plumb_proof_workspace *r) {
    plumb_precision bounds = plumb_precision_of_bounds(precision);
    plumb_proof_row row = {.model = model_of(&bounds, quantity, format)};
    bool adds_logit = plumb_sink_adds_logit(p->op.sink), own_key = has_own_key(p);
    bool is_mean = plumb_proof_is_mean(p, e);
    /* Scores have no shift, and those of hidden keys that take part are the softcap's. */
    bool over_hidden = precision->shift.rule == PLUMB_SHIFT_HIDDEN && quantity != PLUMB_SCORES;
    plumb_proof_show(p, e, is_mean || over_hidden, r);
    row.taking_part = find_keys(p, e, is_mean, r) + adds_logit;
    row.rescalings = plumb_rescalings_of(precision, r->taking_part, p->key_length, adds_logit);
    row.scored = (plumb_scored_row){.visible = r->visible,
                             .joining = is_mean ? (plumb_joining){.cap = 0} : joining_of(p, &row.model, e, r),
                             .scale = plumb_problem_scale(p),
                             .keys = p->key_length + own_key,
                             .head_dim = p->head_dim};
    row.value = quantity == PLUMB_WEIGHTS ? indicator_of(p, e, r) : values_of(p, e, r);
    row.added = p->position.value_table != NULL && quantity != PLUMB_WEIGHTS ? added_of(p, e, r) : NULL;
    row.has_sink = adds_logit && !own_key;
    row.logit = plumb_sink_logit_of(p->op.sink) == PLUMB_LOGIT_STATED ? p->extra.sinks[e->head] : 0;
    if (quantity == PLUMB_OUTPUT)
        row.finish = finish_of(p, e);
    if (quantity == PLUMB_WEIGHTS)
        row.finish = factor_of(p);
    return row;
}

static const double *relative_of(const plumb_problem *p, const plumb_element *e, plumb_proof_workspace *r) {
    size_t width = p->head_dim;
    for (size_t i = 0; i < p->key_length; i++)
        memcpy(r->relative + i * width, plumb_exact_key_row(p, e->batch, e->query, i), width * sizeof *r->relative);
    memset(r->relative + p->key_length * width, 0, width * sizeof *r->relative);
    return r->relative;
}

bool plumb_proof_vectors(const plumb_problem *p, const plumb_element *e, plumb_proof_workspace *r,
                         plumb_proof_row *row) {
    plumb_scored_row *scored = &row->scored;
    if (plumb_proof_is_mean(p, e)) {
        scored->query = r->zero;
        scored->key = plumb_exact_key(p, e->batch, e->head, 0);
        return true;
    }
    if (plumb_position_moves_vectors(p->position.kind)) {
        scored->vectors = PLUMB_VECTORS_MOVED;
        return plumb_moved_row_of(p, row->model.unit, row->model.tiny, e, r->visible, &r->positions, &r->moved,
                                  &scored->moved);
    }
    if (plumb_has_features(p)) {
        scored->vectors = PLUMB_VECTORS_MOVED;
        scored->head_dim = plumb_feature_dim(p);
        return plumb_feature_row_of(p, row->model.unit, row->model.tiny, e, &r->linear, &scored->moved);
    }
    scored->query = plumb_exact_query(p, e->batch, e->head, e->query);
    scored->key = keys_of(p, e, r);
    if (plumb_position_joins_products(p->position.kind)) {
        scored->vectors = PLUMB_VECTORS_RELATIVE;
        scored->relative = relative_of(p, e, r);
    }
    return true;
}
