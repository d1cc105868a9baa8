#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/restate.h"
#include "diagnose/scale_text.h"
#include "diagnose/shown.h"
#include "diagnose/verbs.h"
#include <math.h>

/* ---- operators ---- */

int plumb_leave_out_root(const plumb_making *m) {
    plumb_problem *p = m->p;
    if (p->op.kind != PLUMB_POWER_SOFTMAX || p->extra.bias != NULL || p->op.softcap > 0 ||
        p->op.sink == PLUMB_SINK_KEY0_BIAS || plumb_position_adds_bias(p->position.kind))
        return 0;
    plumb_other_scale scale = {PLUMB_SCALE_TIMES_NUMBER, 0, p->op.power};
    if (plumb_change_scale_by(m->storage, p, scale) < 0)
        return -1;
    p->op.kind = PLUMB_SOFTMAX;
    return plumb_case_allowed(m->changed);
}

static double less_log_keys(const plumb_score_place *at) {
    return at->bias - log((double)at->p->key_length);
}

int plumb_subtract_log_keys(const plumb_making *m) {
    plumb_problem *p = m->p;
    if (p->op.kind != PLUMB_SIGMOID || p->op.softcap > 0 || p->key_length < 2)
        return 0;
    return plumb_change_bias(m->storage, p, (plumb_score_change){.rule = less_log_keys});
}

/* ---- sinks ---- */

int plumb_count_zero_twice(const plumb_making *m) {
    plumb_problem *p = m->p;
    double *sinks = plumb_storage_take(m->storage, p->query_heads, sizeof *sinks);
    if (p->op.sink != PLUMB_SINK_ZERO || sinks == NULL)
        return p->op.sink != PLUMB_SINK_ZERO ? 0 : -1;
    for (size_t h = 0; h < p->query_heads; h++)
        sinks[h] = PLUMB_LN_2;
    p->op.sink = PLUMB_SINK_LOGIT;
    p->extra.sinks = sinks;
    return 1;
}

static void cap_all(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const double *from = *view->place;
    double cap = m->p->op.softcap;
    for (size_t i = 0; i < view->count; i++)
        ((double *)to)[i] = cap * tanh(from[i] / cap);
}

int plumb_cap_logits(const plumb_making *m) {
    return m->p->op.softcap > 0 ? plumb_change_tensors(m, cap_all) : 0;
}

int plumb_exchange_key0(const plumb_making *m) {
    plumb_extras *extra = &m->p->extra;
    plumb_operator *op = &m->p->op;
    const double *logits = extra->sinks, *biases = extra->key0_bias;
    if (op->sink != PLUMB_SINK_LOGIT && op->sink != PLUMB_SINK_KEY0_BIAS)
        return 0;
    op->sink = op->sink == PLUMB_SINK_LOGIT ? PLUMB_SINK_KEY0_BIAS : PLUMB_SINK_LOGIT;
    op->sink_outside_lse = false;
    extra->sinks = biases;
    extra->key0_bias = logits;
    return plumb_case_allowed(m->changed);
}

/* ---- gates ---- */

/* The stated factor over the engine's. */
static double correction(int64_t by, double gate) {
    return by == PLUMB_GATE_ALONE ? 1 / ((1 + exp(-gate)) * gate) : 1 / gate;
}

static void correct(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const plumb_extras *extra = &m->p->extra;
    const double *from = *view->place;
    size_t per_gate = extra->gate_per_element ? 1 : m->p->value_dim;
    for (size_t i = 0; i < view->count; i++)
        ((double *)to)[i] = from[i] * correction(m->by->integer, extra->gate[i / per_gate]);
}

int plumb_gate_otherwise(const plumb_making *m) {
    return m->p->extra.gate != NULL ? plumb_change_tensors(m, correct) : 0;
}
