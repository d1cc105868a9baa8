/* change_masks.c - most mistakes about masks become tensors: the visible keys a boolean mask, numbers added to scores a
   bias (shown.h), and the masks that they replace are dropped.  A change that shows the same keys to every query, or is
   about rows without keys and finds none, does not apply. */
#include "case/lengths.h"
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/shown.h"
#include "diagnose/verbs.h"
#include "exact/visible.h"
#include "schema/rules.h"
#include <math.h>

bool plumb_mask_counts(const plumb_problem *p) {
    return p->causal.causal || p->mask.prefixed || p->mask.windowed || p->mask.streaming || p->mask.chunk != 0;
}

bool plumb_encoding_counts(const plumb_problem *p) {
    return plumb_position_reads_queries(&p->position) && p->position.query_position == NULL;
}

bool plumb_offset_counts(const plumb_problem *p) {
    return plumb_mask_counts(p) || plumb_encoding_counts(p);
}

int plumb_hide_lengths(plumb_storage *storage, plumb_problem *p) {
    static const plumb_tensor none = {.source = "", .name = ""};
    plumb_error error;
    return plumb_lengths_hide(&none, storage, p, &error) == 0 ? 1 : -1;
}

bool plumb_has_empty_row(const plumb_problem *p) {
    bool shown = p->op.softcap > 0 && p->op.softcap_order == PLUMB_BIAS_MASK_CAP;
    return !plumb_sink_adds_logit(p->op.sink) && !(shown && p->key_length > 0) && plumb_hides_a_row(p);
}

/* ---- a boolean mask that is added ---- */

static double with_allowed(const plumb_score_place *at) {
    return at->bias + (at->allowed ? 1 : 0);
}

int plumb_add_boolean_mask(const plumb_making *m) {
    plumb_problem problem = *m->p;
    plumb_mask *mask = &problem.mask;
    if (mask->allowed == NULL)
        return 0;
    plumb_varies varies = {mask->allowed_batch != 0, mask->allowed_head != 0, mask->allowed_query != 0};
    int result = plumb_change_bias(m->storage, &problem, (plumb_score_change){.rule = with_allowed, .varies = varies});
    if (result != 1)
        return result;
    mask->allowed = NULL;
    mask->allowed_batch = mask->allowed_head = mask->allowed_query = 0;
    if (plumb_shows_same(&problem, m->p))
        return 0;
    *m->p = problem;
    return 1;
}

/* ---- groups ---- */

static void join(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const int64_t *from = *view->place;
    (void)m;
    for (size_t i = 0; i < view->count; i++)
        ((int64_t *)to)[i] = from[i] < 0 ? from[i] : 0;
}

int plumb_join_groups(const plumb_making *m) {
    return plumb_change_tensors(m, join);
}

/* Equal numbers below 0 are equal groups, as where nobody asks whether there is one. */
static void group_tokens(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const int64_t *from = *view->place;
    (void)m;
    for (size_t i = 0; i < view->count; i++)
        ((int64_t *)to)[i] = from[i] < 0 ? INT64_MAX + from[i] + 1 : from[i];
}

int plumb_group_tokens(const plumb_making *m) {
    return plumb_change_tensors(m, group_tokens);
}

/* ---- rows that see no key ---- */

/* The problem before the change, and which rows see no key there. */
typedef struct {
    const plumb_problem *problem;
    const unsigned char *empty;
} rows;

static bool is_empty(const plumb_score_place *at) {
    const rows *r = at->context;
    return r->empty[(at->b * r->problem->query_heads + at->h) * r->problem->query_length + at->t] != 0;
}

static const unsigned char *empty_rows(plumb_storage *storage, const plumb_problem *p) {
    size_t count = plumb_rows_of(p);
    unsigned char *empty = plumb_storage_take(storage, count, 1);
    for (size_t n = 0; empty != NULL && n < count; n++) {
        size_t head = n / p->query_length;
        empty[n] = !plumb_sees_a_key(p, head / p->query_heads, head % p->query_heads, n % p->query_length);
    }
    return empty;
}

static double seen_or_empty(const plumb_score_place *at) {
    const rows *r = at->context;
    return is_empty(at) || plumb_exact_visible(r->problem, at->b, at->h, at->t, at->j);
}

/* Where a bias hides the keys of an empty row, it is 0. */
static double bias_of_shown(const plumb_score_place *at) {
    return is_empty(at) && isinf(at->bias) ? 0 : at->bias;
}

int plumb_show_empty_rows(const plumb_making *m) {
    plumb_problem problem = *m->p;
    rows r = {m->p, NULL};
    if (m->p->mask.in_cache || m->p->key_length == 0 || !plumb_has_empty_row(m->p))
        return 0;
    r.empty = empty_rows(m->storage, m->p);
    if (r.empty == NULL)
        return -1;
    plumb_varies varies = plumb_masks_vary(m->p);
    plumb_drop_masks(&problem);
    if (plumb_change_allowed(m->storage, &problem, (plumb_score_change){seen_or_empty, &r, varies, NULL}) < 0 ||
        (m->p->extra.bias != NULL &&
         plumb_change_bias(m->storage, &problem, (plumb_score_change){bias_of_shown, &r, varies, NULL}) < 0))
        return -1;
    *m->p = problem;
    return 1;
}

/* context: what is added to hidden scores */
static double filled(const plumb_score_place *at) {
    const double *fill = at->context;
    if (plumb_exact_visible(at->p, at->b, at->h, at->t, at->j))
        return at->bias;
    return isinf(at->bias) ? *fill : at->bias + *fill;
}

/* Where a row sees a key, the weight of a hidden one is e^-10000, which is 0 in every precision. */
int plumb_fill_hidden(const plumb_making *m) {
    plumb_problem problem = *m->p;
    bool softmax = plumb_has_log_sum_exp(problem.op.kind);
    bool capped = problem.op.softcap > 0 && problem.op.softcap_order != PLUMB_CAP_BIAS_MASK;
    if (!softmax || capped || problem.mask.in_cache || !plumb_has_empty_row(&problem))
        return 0;
    int result = plumb_change_bias(m->storage, &problem,
                                   (plumb_score_change){filled, &m->by->number, plumb_masks_vary(&problem), m->row});
    if (result != 1)
        return result;
    plumb_drop_masks(&problem);
    *m->p = problem;
    return 1;
}

/* ---- keys that are not finite ---- */

static bool are_finite(const double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* context: the problem as it was */
static double seen_or_not_finite(const plumb_score_place *at) {
    const plumb_problem *p = at->context;
    size_t head = at->b * p->key_heads + at->h / (p->query_heads / p->key_heads), key = head * p->key_length + at->j;
    return plumb_exact_visible(p, at->b, at->h, at->t, at->j) || !are_finite(p->key + key * p->head_dim, p->head_dim) ||
           !are_finite(p->value + key * p->value_dim, p->value_dim);
}

int plumb_show_not_finite(const plumb_making *m) {
    plumb_problem stated = *m->p, shown = stated;
    size_t keys = stated.batch * stated.key_heads * stated.key_length;
    if (stated.mask.in_cache ||
        (are_finite(stated.key, keys * stated.head_dim) && are_finite(stated.value, keys * stated.value_dim)))
        return 0;
    plumb_drop_masks(&shown);
    int result = plumb_change_allowed(m->storage, &shown,
                                      (plumb_score_change){seen_or_not_finite, &stated, {true, true, true}, NULL});
    if (result < 0 || plumb_shows_same(&shown, &stated))
        return result < 0 ? -1 : 0;
    *m->p = shown;
    return 1;
}
