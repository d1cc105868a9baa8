/* Each question is answered for one key from the definitions of problem/problem.h, without the intervals and tables of
   the kernels in src/mask, and shares no source with them, so that the same mistake is unlikely in both.  A key is
   visible where causal and positional masks let it through, or where a group or a sink shows it in spite of them;
   segments, the boolean mask and a bias of -infinity hide it in either case. */
#include "exact/visible.h"
#include <math.h>

/* floor(a / width) */
static int64_t chunk_of(int64_t a, int64_t width) {
    return a >= 0 ? a / width : -1 - (-1 - a) / width;
}

static bool position_mask(const plumb_mask *m, int64_t p, int64_t j) {
    if (m->windowed && ((m->left >= 0 && j < p - m->left) || (m->right >= 0 && j > p + m->right)))
        return false;
    if (m->prefixed && j > p && j >= m->prefix)
        return false;
    if (m->streaming && j >= m->first && (j > p || j <= p - m->recent))
        return false;
    return m->chunk == 0 || chunk_of(j, m->chunk) == chunk_of(p, m->chunk);
}

/* Whether key j is in the group of the key at position p. */
static bool same_group(const plumb_problem *problem, size_t b, int64_t p, size_t j) {
    const int64_t *group = problem->mask.group;
    if (group == NULL || p < 0 || p >= (int64_t)problem->key_length)
        return false;
    group += b * problem->key_length;
    return group[p] >= 0 && group[p] == group[j];
}

static bool tensor_mask(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i) {
    const plumb_mask *m = &problem->mask;
    const double *bias = plumb_exact_bias(problem, b, h, t, i);
    if (m->query_segment != NULL &&
        m->query_segment[b * problem->query_length + t] != m->key_segment[b * problem->key_length + i])
        return false;
    if (m->allowed != NULL && !m->allowed[b * m->allowed_batch + h * m->allowed_head + t * m->allowed_query + i])
        return false;
    return bias == NULL || !(isinf(*bias) && *bias < 0);
}

int64_t plumb_exact_place(const plumb_problem *problem, size_t b, size_t t) {
    const int64_t *later = problem->mask.entry_offset;
    return (int64_t)t + problem->causal.offset + (later != NULL ? later[b] : 0);
}

bool plumb_exact_visible(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i) {
    int64_t p = plumb_exact_place(problem, b, t), j = (int64_t)i;
    if (problem->sequences.length != NULL && (int64_t)t >= problem->sequences.length[b])
        return false;
    bool first = problem->op.sink == PLUMB_SINK_FIRST_KEYS && i < problem->op.sink_keys;
    bool again = first || same_group(problem, b, p, i);
    bool in_place = (!problem->causal.causal || j <= p) && position_mask(&problem->mask, p, j);
    return (again || in_place) && tensor_mask(problem, b, h, t, i);
}

size_t plumb_exact_visible_count(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    size_t count = 0;
    for (size_t i = 0; i < problem->key_length; i++)
        count += plumb_exact_visible(problem, b, h, t, i);
    return count;
}

bool plumb_exact_sees_any(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_visible(problem, b, h, t, i))
            return true;
    return false;
}

static bool masked_keys_take_part(const plumb_problem *problem) {
    return problem->op.softcap > 0 && problem->op.softcap_order == PLUMB_BIAS_MASK_CAP;
}

bool plumb_exact_takes_part(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i) {
    return masked_keys_take_part(problem) || plumb_exact_visible(problem, b, h, t, i);
}

bool plumb_exact_has_sink_value(const plumb_problem *problem) {
    return problem->op.sink == PLUMB_SINK_KEY_VALUE || problem->op.sink == PLUMB_SINK_TOKEN;
}

bool plumb_exact_has_sink_logit(const plumb_problem *problem) {
    switch (problem->op.sink) {
    case PLUMB_SINK_ZERO:
    case PLUMB_SINK_LOGIT:
    case PLUMB_SINK_KEY:
    case PLUMB_SINK_KEY_VALUE:
    case PLUMB_SINK_TOKEN:
        return true;
    case PLUMB_SINK_NONE:
    case PLUMB_SINK_FIRST_KEYS:
    case PLUMB_SINK_KEY0_BIAS:
    default:
        return false;
    }
}

bool plumb_exact_any_key(const plumb_problem *problem, size_t visible) {
    return visible > 0 || (masked_keys_take_part(problem) && problem->key_length > 0);
}

bool plumb_exact_empty(const plumb_problem *problem, size_t visible) {
    return !plumb_exact_any_key(problem, visible) && !plumb_exact_has_sink_logit(problem);
}

bool plumb_exact_is_mean(const plumb_problem *problem, size_t visible) {
    return problem->empty_row == PLUMB_EMPTY_ROW_MEAN && problem->key_length > 0 && plumb_exact_empty(problem, visible);
}

static size_t query_row(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    return (b * problem->query_heads + h) * problem->query_length + t;
}

const double *plumb_exact_query(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    return problem->query + query_row(problem, b, h, t) * problem->head_dim;
}

/* The row of key and value i in tensors laid out [batch][key_heads][key_length]. */
static size_t key_row(const plumb_problem *problem, size_t b, size_t h, size_t i) {
    size_t key_head = h / (problem->query_heads / problem->key_heads);
    return (b * problem->key_heads + key_head) * problem->key_length + i;
}

const double *plumb_exact_key(const plumb_problem *problem, size_t b, size_t h, size_t i) {
    return problem->key + key_row(problem, b, h, i) * problem->head_dim;
}

const double *plumb_exact_value(const plumb_problem *problem, size_t b, size_t h, size_t i) {
    return problem->value + key_row(problem, b, h, i) * problem->value_dim;
}

const double *plumb_exact_bias(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i) {
    const plumb_extras *extra = &problem->extra;
    if (extra->bias == NULL)
        return NULL;
    return extra->bias + b * extra->bias_batch + h * extra->bias_head + t * extra->bias_query + i;
}

const double *plumb_exact_key0_bias(const plumb_problem *problem, size_t h, size_t i) {
    bool given = problem->op.sink == PLUMB_SINK_KEY0_BIAS && i == 0;
    return given ? problem->extra.key0_bias + h : NULL;
}

const double *plumb_exact_value_bias(const plumb_problem *problem, size_t h, size_t column) {
    const double *bias = problem->extra.value_bias;
    return bias == NULL ? NULL : bias + h * problem->value_dim + column;
}

const double *plumb_exact_gate(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t column) {
    const double *gate = problem->extra.gate;
    size_t row = query_row(problem, b, h, t);
    if (gate == NULL)
        return NULL;
    return problem->extra.gate_per_element ? gate + row * problem->value_dim + column : gate + row;
}

const double *plumb_exact_sink_key(const plumb_problem *problem, size_t h) {
    return problem->extra.sink_key + h * problem->head_dim;
}

const double *plumb_exact_sink_value(const plumb_problem *problem, size_t h) {
    return problem->extra.sink_value + h * problem->value_dim;
}
