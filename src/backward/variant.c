/* Each variant of variants.def changes one term of spec/gradient.md, sections 2 and 3: which keys are visible, delta,
   the log-sum-exp, a slope, which heads of a group are summed.  So the scores and y_j of a row are computed once, of
   hidden keys too, since some variants see them.  Each variant then evaluates p_j, dz_j and db_j from these in binary64
   with its own term instead of the correct one. */
#include "backward/variant.h"
#include "backward/variant_sources.h"
#include "backward/gradients.h"
#include "backward/score_gradient.h"
#include "exact/visible.h"
#include "row/stages.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>


int plumb_variant_row_init(plumb_variant_row *v, const plumb_case *of, const plumb_variant_rows *rows) {
    size_t keys = of->problem.key_length;
    *v = (plumb_variant_row){.of = of, .rows = rows};
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

void plumb_variant_row_limit(plumb_variant_row *v, const size_t *key, size_t keys) {
    v->key = key;
    v->keys = keys;
}

/* Number n of the keys that are computed; beyond the last: key_length. */
static size_t key_at(const plumb_variant_row *v, size_t n) {
    size_t keys = v->of->problem.key_length;
    return v->key == NULL ? n : n < v->keys ? v->key[n] : keys;
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
    v->sees_as_stated = false;
    plumb_score_bias bias = plumb_row_bias(p, plumb_problem_scale(p), row->b, row->h, row->t, p->key_length, &v->bias);
    for (size_t n = 0, j; (j = key_at(v, n)) < p->key_length; n++) {
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

static int64_t first_of_window(const plumb_problem *p, int64_t position) {
    return p->mask.left < 0 || position <= p->mask.left ? 0 : position - p->mask.left;
}

/* Of a key that the row does not see, or sees by another mask alone. */
static bool sees_by(const plumb_backward_row *row, const plumb_backward_variant *as, size_t j) {
    const plumb_problem *p = row->problem;
    int64_t offset = plumb_offset_of(p, row->b), position = (int64_t)row->t + offset, key = (int64_t)j;
    int64_t tile = (int64_t)as->mask_tile, other = offset == 0 ? (int64_t)p->key_length - (int64_t)p->query_length : 0;
    switch (as->mask) {
    case PLUMB_BACKWARD_SEES_ALL:
        return true;
    case PLUMB_BACKWARD_WHOLE_TILES:
        return row->row->visible[j] || (position >= 0 && key / tile == position / tile);
    case PLUMB_BACKWARD_WINDOW_BY_TILES:
        return (!p->causal.causal || key <= position) && key >= first_of_window(p, position) / tile * tile;
    case PLUMB_BACKWARD_WINDOW_IN_TILES:
        return (!p->causal.causal || key <= position) &&
               key >= (first_of_window(p, position) + tile - 1) / tile * tile;
    case PLUMB_BACKWARD_WINDOW_OF:
        return (!p->causal.causal || key <= position) && key + as->mask_left >= position;
    case PLUMB_BACKWARD_CAUSAL_FIRST:
        return row->row->visible[j] && j <= row->t;
    case PLUMB_BACKWARD_CAUSAL_LAST:
        return row->row->visible[j] && j + p->query_length <= row->t + p->key_length;
    case PLUMB_BACKWARD_OTHER_ALIGNMENT:
        return key <= (int64_t)row->t + other;
    case PLUMB_BACKWARD_NO_WINDOW:
        return !p->causal.causal || key <= position;
    default:
        return row->row->visible[j];
    }
}

static void set_mask(plumb_variant_row *v, const plumb_backward_row *row, const plumb_backward_variant *as) {
    plumb_backward_mask mask = as->mask;
    if (v->sees_as_stated && mask == PLUMB_BACKWARD_SEES_AS_STATED)
        return;
    v->sees_as_stated = mask == PLUMB_BACKWARD_SEES_AS_STATED;
    size_t keys = row->problem->key_length, first = keys, last = 0;
    for (size_t j = 0; j < keys; j++) {
        v->sees[j] = sees_by(row, as, j);
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

/* The gradient of weight j. */
static double weight_gradient(const plumb_variant_row *v, const plumb_backward_row *row,
                              const plumb_backward_variant *as, size_t j) {
    const plumb_problem *p = row->problem;
    if (plumb_is_own_row(&as->weighing_gradient) && plumb_is_own_key(&as->value_of))
        return v->gradient[j];
    const double *gradient = p->loss.output + plumb_other_row_of(row, &as->weighing_gradient) * p->value_dim;
    size_t h = plumb_is_own_key(&as->value_of) ? row->h : plumb_head_of_key(row, &as->value_of);
    size_t key = plumb_away(j, as->value_of.keys, p->key_length);
    return dot(gradient, plumb_exact_value(p, row->b, h, key), p->value_dim);
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
    bool all = heads == PLUMB_HEADS_ALL || heads == PLUMB_HEADS_BY_MODULO;
    return all || row->h == (heads == PLUMB_HEADS_FIRST ? first : last);
}

static double map_slope(const plumb_backward_row *row, plumb_map_slope as, double score) {
    return as == PLUMB_SLOPE_ONE         ? 1
           : as == PLUMB_SLOPE_OF_WEIGHT ? row->map->value(score)
                                         : row->map->slope(score);
}

/* The weight of key j, and dx_j. */
static double set_map(plumb_variant_row *v, const plumb_backward_row *row, const plumb_backward_variant *as, size_t j,
                      double score, double shift) {
    double y = weight_gradient(v, row, as, j);
    v->weight[j] = row->map->value(score) / row->divisor;
    return map_slope(row, as->map_slope, score) / row->divisor * (y + row->grows * shift);
}

static double set_softmax(plumb_variant_row *v, const plumb_backward_row *row, const plumb_backward_variant *as,
                          size_t j, double logarithm, double shift) {
    const plumb_operator *op = &row->problem->op;
    double p = exp(logarithm), y = weight_gradient(v, row, as, j) * softmax_slope(op, as->softmax_slope, p);
    v->weight[j] = plumb_changed_softmax(op, p);
    switch (as->form) {
    case PLUMB_PAIR_ADDED:
        return p * (y - shift);
    case PLUMB_PAIR_OUTSIDE:
        return p * y + shift;
    case PLUMB_PAIR_WEIGHED_TWICE:
        return p * p * (y + shift);
    case PLUMB_PAIR_UNWEIGHED:
        return y + shift;
    default:
        return p * (y + shift);
    }
}

/* The score of key j, and that before biases behind the softcap are added. */
typedef struct {
    double all, unbiased;
} scores;

/* Of another query, with its bias or another one's: computed anew. */
static scores other_score(plumb_variant_row *v, const plumb_backward_row *row, const plumb_backward_variant *as,
                          size_t j) {
    const plumb_problem *p = row->problem;
    bool own = plumb_is_own_row(&as->scored_query);
    const double *query = own ? row->query : p->query + plumb_other_row_of(row, &as->scored_query) * p->head_dim;
    plumb_place at = plumb_place_of(row, &as->bias_of);
    size_t t = as->transposed_bias ? j : at.t, key = as->transposed_bias ? row->t : j;
    plumb_score_bias bias = plumb_row_bias(p, plumb_problem_scale(p), at.b, at.h, t, p->key_length, &v->bias);
    double x = row->scale * dot(query, row->key + j * p->head_dim, p->head_dim), u = capped(row, x);
    bool caps_first = p->op.softcap_order == PLUMB_CAP_BIAS_MASK;
    return (scores){caps_first ? biased(&bias, key, u) : capped(row, biased(&bias, key, x)), u};
}

static scores scores_of(plumb_variant_row *v, const plumb_backward_row *row, const plumb_backward_variant *as,
                        size_t j) {
    if (!plumb_is_own_row(&as->scored_query) || !plumb_is_own_row(&as->bias_of) || as->transposed_bias)
        return other_score(v, row, as, j);
    if (as->without_cap)
        return (scores){v->score[j] - v->unbiased[j] + row->cap * atanh(v->unbiased[j] / row->cap), v->unbiased[j]};
    return (scores){as->without_bias ? v->unbiased[j] : v->score[j], v->unbiased[j]};
}

/* share: u / c. */
static double cap_slope(const plumb_backward_row *row, plumb_cap_slope as, double share) {
    double own = 1 - share * share;
    switch (as) {
    case PLUMB_CAP_SLOPE_ONE:
        return 1;
    case PLUMB_CAP_SLOPE_LINEAR:
        return 1 - fabs(share);
    case PLUMB_CAP_SLOPE_UNDIVIDED:
        return 1 - share * share * row->cap * row->cap;
    case PLUMB_CAP_SLOPE_DIVIDED_ONCE:
        return 1 - share * share * row->cap;
    case PLUMB_CAP_SLOPE_TWICE:
        return own * own;
    case PLUMB_CAP_SLOPE_TANH:
        return share;
    case PLUMB_CAP_SLOPE_OF_SCORE:
        return 1 - atanh(share) * atanh(share);
    default:
        return own;
    }
}

static double score_factor(const plumb_backward_row *row, plumb_score_factor as) {
    switch (as) {
    case PLUMB_SCORES_TIMES_SCALE:
        return row->scale;
    case PLUMB_SCORES_OVER_SCALE:
        return 1 / row->scale;
    case PLUMB_SCORES_TIMES_LOG2_E:
        return LOG2_E;
    case PLUMB_SCORES_TIMES_LN_2:
        return 1 / LOG2_E;
    default:
        return 1;
    }
}

/* What multiplies the weights of dv. */
static double value_factor(const plumb_variant_row *v, const plumb_backward_row *row,
                           const plumb_backward_variant *as) {
    size_t own = plumb_other_row_of(row, &(plumb_other_row){.tile = 0});
    return as->value_weight == PLUMB_VALUE_WEIGHT_UNDIVIDED ? exp(v->rows->lse[own] - v->rows->largest[own]) : 1;
}

void plumb_variant_row_set(plumb_variant_row *v, const plumb_backward_row *row, const plumb_backward_variant *as) {
    const plumb_problem *p = row->problem;
    double delta = as->softmax_slope != PLUMB_CHANGE_OWN ? delta_with(row, as->softmax_slope)
                                                          : plumb_variant_delta(v, row, as);
    double shift = plumb_variant_lse_gradient(row, as) - delta, lse = plumb_variant_lse(v, row, as);
    double factor = value_factor(v, row, as), times = score_factor(row, as->score_factor);
    bool inner = p->op.softcap_order != PLUMB_CAP_BIAS_MASK; /* a bias before the softcap is in its argument */
    v->as = as;
    set_mask(v, row, as);
    v->adds_key = has_part(v, row, as->key_heads);
    v->adds_value = has_part(v, row, as->value_heads);
    v->sink = row->sink == 0 ? 0 : row->sink * exp(row->lse - lse) * shift;
    for (size_t n = 0, j; (j = key_at(v, n)) < p->key_length; n++) {
        v->weight[j] = v->product[j] = v->bias_gradient[j] = 0;
        if (!v->sees[j])
            continue;
        scores of = scores_of(v, row, as, j);
        double score = of.all;
        double share = row->cap > 0 ? (inner && !as->without_bias ? of.all : of.unbiased) / row->cap : 0;
        double x = row->map != NULL ? set_map(v, row, as, j, score, shift)
                                    : set_softmax(v, row, as, j, times * score - lse, shift);
        double slope = cap_slope(row, row->cap > 0 ? as->cap_slope : PLUMB_CAP_SLOPE_OWN, share);
        v->weight[j] *= factor;
        v->product[j] = row->scale * x * slope;
        v->bias_gradient[j] = inner ? x * slope : x;
    }
}

void plumb_variant_row_add_query(const plumb_variant_row *v, const plumb_backward_row *row, double *query) {
    const plumb_problem *p = row->problem;
    const plumb_other_key *of = &v->as->key_of;
    for (size_t j = 0; j < p->key_length; j++) {
        const double *key = plumb_is_own_key(of) ? row->key + j * p->head_dim
                                           : plumb_exact_key(p, row->b, plumb_head_of_key(row, of),
                                                             plumb_away(j, of->keys, p->key_length));
        for (size_t c = 0; v->sees[j] && c < p->head_dim; c++)
            query[c] += v->product[j] * key[c];
    }
}

void plumb_variant_row_add_key(const plumb_variant_row *v, const plumb_backward_row *row, size_t j, double *key,
                               double *value) {
    const plumb_problem *p = row->problem;
    const plumb_backward_variant *as = v->as;
    if (!v->sees[j])
        return;
    const double *query = plumb_is_own_row(&as->query_of)
                              ? row->query
                              : p->query + plumb_other_row_of(row, &as->query_of) * p->head_dim;
    const double *gradient = p->loss.output + plumb_other_row_of(row, &as->value_gradient) * p->value_dim;
    for (size_t c = 0; v->adds_key && c < p->head_dim; c++)
        key[c] += v->product[j] * query[c];
    for (size_t c = 0; v->adds_value && c < p->value_dim; c++)
        value[c] += v->weight[j] * gradient[c];
}
