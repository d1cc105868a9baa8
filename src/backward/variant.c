/* Each variant of variants.def changes one term of spec/gradient.md, sections 2 and 3: which keys are visible, delta,
   the log-sum-exp, a slope, which heads of a group are summed.  So the scores and y_j of a row are computed once, of
   hidden keys too, since some variants see them.  Each variant then evaluates p_j, dz_j and db_j from these in binary64
   with its own term instead of the correct one.  A delta of another row is G.o of the engine's own output there; the
   row's own comes from its exact numbers. */
#include "backward/variant.h"
#include "backward/gradients.h"
#include "backward/score_gradient.h"
#include "exact/visible.h"
#include "row/stages.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- which there are ---- */

static bool always(const plumb_problem *p) {
    return p->key_length > 0;
}

static bool has_mask(const plumb_problem *p) {
    for (size_t b = 0; b < p->batch; b++)
        for (size_t t = 0; t < p->query_length; t++)
            if (plumb_exact_visible_count(p, b, 0, t) < p->key_length)
                return true;
    return false;
}

static bool has_lse_gradient(const plumb_problem *p) {
    return p->loss.lse != NULL;
}

static bool has_softmax(const plumb_problem *p) {
    return p->key_length > 0 && plumb_has_log_sum_exp(p->op.kind);
}

static bool has_divisor(const plumb_problem *p) {
    return p->key_length > 0 && plumb_weighs_by_map(&p->op) &&
           plumb_normalisation_is(p->op.normalisation, PLUMB_DIVIDES_BY_SUM);
}

static bool has_alpha(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_SCALED);
}

static bool has_clip(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_CLIPPED);
}

/* Delta follows from the output. */
static bool has_output_delta(const plumb_problem *p) {
    return has_softmax(p) && !has_clip(p);
}

static bool has_delta(const plumb_problem *p) {
    return has_output_delta(p) || has_divisor(p);
}

static bool has_map(const plumb_problem *p) {
    return plumb_weighs_by_map(&p->op) && !plumb_operator_is(p->op.kind, PLUMB_IS_LINEAR);
}

static bool has_heads(const plumb_problem *p) {
    return p->query_heads > 1 && has_delta(p);
}

static bool has_rows(const plumb_problem *p) {
    return p->query_length > 1 && has_delta(p);
}

static bool has_sink(const plumb_problem *p) {
    return plumb_sink_logit_of(p->op.sink) != PLUMB_LOGIT_NONE;
}

static bool has_softcap(const plumb_problem *p) {
    return p->op.softcap > 0;
}

static bool has_bias(const plumb_problem *p) {
    return plumb_adds_bias(p);
}

static bool has_rotation(const plumb_problem *p) {
    return p->position.kind == PLUMB_POSITION_ROPE;
}

static bool has_groups(const plumb_problem *p) {
    return p->query_heads > p->key_heads;
}

static const plumb_backward_variant variants[] = {
    {.cause = "", .says = "", .applies = always},
#define VARIANT(applies_to, cause_of, text, ...) {.cause = cause_of, .says = text, .applies = applies_to, __VA_ARGS__},
#include "backward/variants.def"
#undef VARIANT
};

_Static_assert(sizeof variants / sizeof *variants <= PLUMB_BACKWARD_VARIANTS, "room for all of them");

const plumb_backward_variant *plumb_backward_variant_at(size_t index) {
    return index < sizeof variants / sizeof *variants ? &variants[index] : NULL;
}

/* ---- a row ---- */

int plumb_variant_row_init(plumb_variant_row *v, const plumb_case *of, const double *delta) {
    size_t keys = of->problem.key_length;
    *v = (plumb_variant_row){.of = of, .delta = delta};
    if (plumb_row_init(&v->bias, &of->problem) != 0)
        return -1;
    v->score = calloc(6 * keys + 1, sizeof *v->score);
    v->sees = calloc(keys + 1, 1);
    if (v->score == NULL || v->sees == NULL) {
        plumb_variant_row_free(v);
        return -1;
    }
    v->unbiased = v->score + keys;
    v->weight = v->unbiased + keys;
    v->product = v->weight + keys;
    v->gradient = v->product + keys;
    v->bias_gradient = v->gradient + keys;
    return 0;
}

void plumb_variant_row_free(plumb_variant_row *v) {
    plumb_row_free(&v->bias);
    free(v->score);
    free(v->sees);
}

static double dot(const double *x, const double *y, size_t n) {
    double sum = 0;
    for (size_t c = 0; c < n; c++)
        sum += x[c] * y[c];
    return sum;
}

static double capped(const plumb_backward_row *row, double x) {
    return row->cap > 0 ? row->cap * tanh(x / row->cap) : x;
}

static double biased(const plumb_score_bias *bias, size_t j, double x) {
    x += bias->has_bias ? bias->bias[j] : 0;
    x += bias->has_first && j == 0 ? bias->first : 0;
    return bias->has_position ? x + bias->position[j].mid : x;
}

/* Visible keys keep the row's own. */
void plumb_variant_row_score(plumb_variant_row *v, const plumb_backward_row *row) {
    const plumb_problem *p = row->problem;
    bool caps_first = p->op.softcap_order == PLUMB_CAP_BIAS_MASK;
    plumb_score_bias bias = plumb_row_bias(p, plumb_problem_scale(p), row->b, row->h, row->t, p->key_length, &v->bias);
    for (size_t j = 0; j < p->key_length; j++) {
        double x = row->scale * dot(row->query, row->key + j * p->head_dim, p->head_dim);
        v->unbiased[j] = capped(row, x);
        v->gradient[j] = dot(row->output_gradient, plumb_exact_value(p, row->b, row->h, j), p->value_dim);
        v->score[j] = row->row->visible[j] ? row->row->score[j].mid
                      : caps_first         ? biased(&bias, j, v->unbiased[j])
                                           : capped(row, biased(&bias, j, x));
    }
}

/* The first key of a row is not at the edge of a window that reaches beyond it. */
static bool is_at_edge(const plumb_backward_row *row, size_t first) {
    const plumb_problem *p = row->problem;
    int64_t position = (int64_t)row->t + plumb_offset_of(p, row->b);
    return !p->mask.windowed || p->mask.left < 0 || position - (int64_t)first >= p->mask.left;
}

static void set_mask(plumb_variant_row *v, const plumb_backward_row *row, plumb_backward_mask mask) {
    size_t keys = row->problem->key_length, first = keys, last = 0;
    for (size_t j = 0; j < keys; j++) {
        v->sees[j] = row->row->visible[j] || mask == PLUMB_BACKWARD_SEES_ALL;
        if (!row->row->visible[j])
            continue;
        first = first < j ? first : j;
        last = j;
    }
    if (first == keys)
        return;
    if (mask == PLUMB_BACKWARD_LAST_DROPPED)
        v->sees[last] = 0;
    if (mask == PLUMB_BACKWARD_FIRST_DROPPED && is_at_edge(row, first))
        v->sees[first] = 0;
    if (mask == PLUMB_BACKWARD_ONE_MORE && last + 1 < keys)
        v->sees[last + 1] = 1;
    if (mask == PLUMB_BACKWARD_ONE_BEFORE && first > 0)
        v->sees[first - 1] = 1;
}

static double softmax_slope(const plumb_operator *op, plumb_softmax_slope as, double softmax) {
    return as == PLUMB_CHANGE_LEFT_OUT    ? 1
           : as == PLUMB_CHANGE_UNCLIPPED ? op->zeta - op->gamma
                                          : plumb_softmax_change(op, softmax);
}

/* Delta of a softmax with other slopes. */
static double delta_with(const plumb_backward_row *row, plumb_softmax_slope as) {
    double sum = 0;
    for (size_t j = 0; j < row->problem->key_length; j++)
        if (row->row->visible[j])
            sum += row->shared[j] * row->weight_gradient[j] * softmax_slope(&row->problem->op, as, row->shared[j]);
    return sum;
}

static double delta_of(const plumb_variant_row *v, const plumb_backward_row *row, plumb_backward_delta delta) {
    const plumb_problem *p = row->problem;
    size_t heads = p->query_heads, rows = p->query_length;
    size_t h = row->h, t = row->t;
    if (delta == PLUMB_DELTA_OWN || delta == PLUMB_DELTA_LEFT_OUT)
        return delta == PLUMB_DELTA_OWN ? row->delta : 0;
    if (delta == PLUMB_DELTA_OF_HEAD_BEFORE || delta == PLUMB_DELTA_OF_NEXT_HEAD)
        h = (h + (delta == PLUMB_DELTA_OF_NEXT_HEAD ? 1 : heads - 1)) % heads;
    else if (delta != PLUMB_DELTA_GIVEN)
        t = (t + (delta == PLUMB_DELTA_OF_NEXT_ROW ? 1 : rows - 1)) % rows;
    return v->delta[(row->b * heads + h) * rows + t];
}

static double lse_of(const plumb_backward_row *row, plumb_backward_lse lse) {
    if (lse == PLUMB_LSE_WITHOUT_SINK)
        return row->sink < 1 ? row->lse + log1p(-row->sink) : row->lse;
    return lse == PLUMB_LSE_OF_BASE_TWO ? row->lse * 0x1.71547652b82fep0 : row->lse;
}

static bool has_part(const plumb_variant_row *v, const plumb_backward_row *row, plumb_backward_heads heads) {
    const plumb_case *c = v->of;
    size_t key_heads = plumb_gradient_key_heads(c), first = c->problem.query_heads, last = 0;
    size_t group = c->tiled_heads > 0 ? row->h % key_heads : row->h / (c->problem.query_heads / key_heads);
    for (size_t h = 0; h < c->problem.query_heads; h++)
        if (plumb_gradient_reads(c, h, group)) {
            first = first < h ? first : h;
            last = h;
        }
    return heads == PLUMB_HEADS_ALL || row->h == (heads == PLUMB_HEADS_FIRST ? first : last);
}

static double map_slope(const plumb_backward_row *row, plumb_map_slope as, double score) {
    return as == PLUMB_SLOPE_ONE         ? 1
           : as == PLUMB_SLOPE_OF_WEIGHT ? row->map->value(score)
                                         : row->map->slope(score);
}

/* The weight of key j, and dx_j. */
static double set_map(plumb_variant_row *v, const plumb_backward_row *row, const plumb_backward_variant *as, size_t j,
                      double score, double shift) {
    v->weight[j] = row->map->value(score) / row->divisor;
    return map_slope(row, as->map_slope, score) / row->divisor * (v->gradient[j] + row->grows * shift);
}

static double set_softmax(plumb_variant_row *v, const plumb_backward_row *row, const plumb_backward_variant *as,
                          size_t j, double logarithm, double shift) {
    const plumb_operator *op = &row->problem->op;
    double p = exp(logarithm);
    v->weight[j] = plumb_changed_softmax(op, p);
    return p * (v->gradient[j] * softmax_slope(op, as->softmax_slope, p) + shift);
}

void plumb_variant_row_set(plumb_variant_row *v, const plumb_backward_row *row, const plumb_backward_variant *as) {
    const plumb_problem *p = row->problem;
    double sign = as->lse_gradient == PLUMB_LSE_GRADIENT_ADDED     ? 1
                  : as->lse_gradient == PLUMB_LSE_GRADIENT_NEGATED ? -1
                                                                   : 0;
    double delta = as->softmax_slope != PLUMB_CHANGE_OWN ? delta_with(row, as->softmax_slope)
                                                          : delta_of(v, row, as->delta);
    double shift = sign * row->lse_gradient - delta, lse = lse_of(row, as->lse);
    bool inner = p->op.softcap_order != PLUMB_CAP_BIAS_MASK; /* a bias before the softcap is in its argument */
    set_mask(v, row, as->mask);
    v->adds = has_part(v, row, as->heads);
    v->sink = row->sink == 0 ? 0 : row->sink * exp(row->lse - lse) * shift;
    for (size_t j = 0; j < p->key_length; j++) {
        v->weight[j] = v->product[j] = v->bias_gradient[j] = 0;
        if (!v->sees[j])
            continue;
        double score = as->without_bias ? v->unbiased[j] : v->score[j];
        double share = row->cap > 0 ? (inner && !as->without_bias ? v->score[j] : v->unbiased[j]) / row->cap : 0;
        double x = row->map != NULL ? set_map(v, row, as, j, score, shift)
                                    : set_softmax(v, row, as, j, score - lse, shift);
        double slope = as->without_slope ? 1 : 1 - share * share;
        v->product[j] = row->scale * x * slope;
        v->bias_gradient[j] = inner ? x * slope : x;
    }
}

void plumb_variant_row_add_query(const plumb_variant_row *v, const plumb_backward_row *row, double *query) {
    const plumb_problem *p = row->problem;
    for (size_t j = 0; j < p->key_length; j++)
        for (size_t c = 0; v->sees[j] && c < p->head_dim; c++)
            query[c] += v->product[j] * row->key[j * p->head_dim + c];
}

void plumb_variant_row_add_key(const plumb_variant_row *v, const plumb_backward_row *row, size_t j, double *key,
                               double *value) {
    const plumb_problem *p = row->problem;
    if (!v->adds || !v->sees[j])
        return;
    for (size_t c = 0; c < p->head_dim; c++)
        key[c] += v->product[j] * row->query[c];
    for (size_t c = 0; c < p->value_dim; c++)
        value[c] += v->weight[j] * row->output_gradient[c];
}

double *plumb_variant_deltas(const plumb_case *c) {
    const plumb_problem *p = &c->problem;
    double *delta = calloc(plumb_rows_of(p) + 1, sizeof *delta);
    for (size_t n = 0; delta != NULL && c->output.present && n < plumb_rows_of(p); n++)
        for (size_t i = 0; i < p->value_dim; i++) {
            const double *bias = plumb_exact_value_bias(p, n / p->query_length % p->query_heads, i);
            double output = c->output.value[n * p->value_dim + i] - (bias != NULL ? *bias : 0);
            delta[n] += p->loss.output[n * p->value_dim + i] * output;
        }
    return delta;
}
