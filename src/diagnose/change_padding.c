/* change_padding.c - pads keys, values, segments and positions to whole blocks, as an engine does that does not hide
   what it padded.  Masks either count on over the padding, or are made boolean from the stated ones and show it.  The
   engine's weights and scores have no numbers for the new keys, so the right ones of the changed case are put there and
   pass.  The change applies only if some query sees a padded key. */
#include "bundle/rows.h"
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/shown.h"
#include "diagnose/tensors.h"
#include "exact/visible.h"
#include <string.h>

/* Puts zeros after the last key of a tensor. */
static int pad_tensor(plumb_storage *storage, plumb_case *c, plumb_member member, size_t more) {
    plumb_tensor_view view;
    if (!plumb_tensor_in(c, member, &view))
        return 0;
    size_t keys = view.size[PLUMB_LENGTH], bytes = view.size[PLUMB_ELEMENTS] * view.width;
    size_t blocks = view.size[PLUMB_ENTRIES] * view.size[PLUMB_HEADS];
    char *to = plumb_storage_take(storage, blocks * (keys + more), bytes);
    for (size_t n = 0; to != NULL && n < blocks; n++) {
        memcpy(to + n * (keys + more) * bytes, (const char *)*view.place + n * keys * bytes, keys * bytes);
        memset(to + (n * (keys + more) + keys) * bytes, 0, more * bytes);
    }
    *view.place = to;
    return to == NULL ? -1 : 0;
}

/* Positions are counted on; segments after the last are 0, as memory is that nobody filled. */
static int pad_keys(plumb_storage *storage, plumb_case *c, size_t more) {
    static const plumb_member members[] = {PLUMB_MEMBER_K, PLUMB_MEMBER_V, PLUMB_MEMBER_KEY_SEGMENTS,
                                           PLUMB_MEMBER_KEY_POSITIONS};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (pad_tensor(storage, c, members[i], more) != 0)
            return -1;
    int64_t *position = (int64_t *)c->problem.position.key_position;
    c->problem.key_length += more;
    for (size_t i = 0; position != NULL && i < plumb_key_places(&c->problem); i++)
        if (i % c->problem.key_length >= c->problem.key_length - more)
            position[i] = position[i - 1] + 1;
    return 0;
}

typedef struct {
    const plumb_problem *stated;
    plumb_treatment treatment;
} pad_rule;

static double allowed_padded(const plumb_score_place *at) {
    const pad_rule *rule = at->context;
    if (at->j >= rule->stated->key_length)
        return true;
    return rule->treatment == PLUMB_MASKS_SHOW_THEM ? plumb_exact_visible(rule->stated, at->b, at->h, at->t, at->j)
                                                    : plumb_allowed_at(rule->stated, at->b, at->h, at->t, at->j);
}

static double bias_padded(const plumb_score_place *at) {
    const pad_rule *rule = at->context;
    return at->j < rule->stated->key_length ? plumb_bias_at(rule->stated, at->b, at->h, at->t, at->j) : 0;
}

/* Keys after the last are allowed, and have a bias of 0. */
static int pad_tensors(plumb_storage *storage, plumb_problem *p, const pad_rule *rule) {
    plumb_varies varies = plumb_masks_vary(rule->stated);
    bool had_allowed = rule->stated->mask.allowed != NULL;
    if (rule->treatment == PLUMB_MASKS_SHOW_THEM)
        plumb_drop_masks(p);
    p->mask.allowed = NULL;
    p->extra.bias = NULL;
    if ((had_allowed || rule->treatment == PLUMB_MASKS_SHOW_THEM) &&
        plumb_change_allowed(storage, p, (plumb_score_change){allowed_padded, rule, varies, NULL}) < 0)
        return -1;
    if (rule->stated->extra.bias == NULL)
        return 0;
    return plumb_change_bias(storage, p, (plumb_score_change){bias_padded, rule, varies, NULL}) < 0 ? -1 : 0;
}

static bool shows_from(const plumb_problem *p, size_t first) {
    for (size_t b = 0; b < p->batch; b++)
        for (size_t h = 0; h < p->query_heads; h++)
            for (size_t t = 0; t < p->query_length; t++)
                for (size_t j = first; j < p->key_length; j++)
                    if (plumb_exact_visible(p, b, h, t, j))
                        return true;
    return false;
}

/* What an engine returned of the keys that are stated, and what is right of those after them:
   nothing is known of these. */
static void fill_row(const plumb_case *changed, const plumb_row *row, size_t number, size_t keys, double *weights,
                     double *scores) {
    size_t all = changed->problem.key_length;
    for (size_t j = 0; j < all; j++) {
        size_t to = number * all + j, from = number * keys + j;
        if (weights != NULL)
            weights[to] = j < keys ? changed->weights.value[from] : row->weight[j].mid;
        if (scores != NULL)
            scores[to] = j < keys ? changed->scores.value[from] : row->score[j].mid;
    }
}

static double *array_for(plumb_storage *storage, const plumb_claim *claim, size_t count) {
    return claim->present ? plumb_storage_take(storage, count, sizeof(double)) : NULL;
}

static void take_claim(plumb_claim *claim, const double *value, size_t count) {
    if (!claim->present)
        return;
    claim->value = value;
    claim->count = count;
}

static int pad_claims(plumb_storage *storage, plumb_case *changed, size_t keys) {
    const plumb_problem *p = &changed->problem;
    size_t rows = plumb_rows_of(p);
    double *weights = array_for(storage, &changed->weights, rows * p->key_length);
    double *scores = array_for(storage, &changed->scores, rows * p->key_length);
    plumb_rows all;
    if (!changed->weights.present && !changed->scores.present)
        return 0;
    if ((changed->weights.present && weights == NULL) || (changed->scores.present && scores == NULL) ||
        plumb_rows_init(&all, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0)
        return -1;
    all.row.without_lse = true;
    for (size_t n = 0; n < rows; n++)
        fill_row(changed, plumb_rows_number(&all, n), n, keys, weights, scores);
    plumb_rows_free(&all);
    take_claim(&changed->weights, weights, rows * p->key_length);
    take_claim(&changed->scores, scores, rows * p->key_length);
    return 0;
}

/* An encoding that is added to vectors leaves none of them zero. */
bool plumb_may_pad(const plumb_problem *p, plumb_treatment treated) {
    bool added = p->position.kind == PLUMB_POSITION_SINUSOIDAL || p->position.kind == PLUMB_POSITION_LEARNED;
    bool counting = plumb_mask_counts(p) || p->mask.query_segment != NULL;
    bool named = p->mask.group != NULL || p->mask.lists != NULL || p->mask.drafts != NULL; /* the keys that are there */
    return p->key_length > 0 && !added && !named &&
           (treated == PLUMB_MASKS_COUNT_ON || (counting && !p->mask.in_cache));
}

int plumb_pad_keys(const plumb_making *m) {
    const plumb_problem stated = *m->p;
    size_t keys = stated.key_length, block = (size_t)m->by->integer;
    size_t more = (block - keys % block) % block;
    pad_rule rule = {&stated, (plumb_treatment)m->by->second};
    plumb_case padded_case = *m->changed;
    plumb_problem *p = &padded_case.problem;
    if (!plumb_may_pad(&stated, rule.treatment) || more == 0)
        return 0;
    if (pad_keys(m->storage, &padded_case, more) != 0 || pad_tensors(m->storage, p, &rule) != 0)
        return -1;
    if (!plumb_positions_allowed(p) || !shows_from(p, keys))
        return 0;
    if (pad_claims(m->storage, &padded_case, keys) != 0)
        return -1;
    *m->changed = padded_case;
    return 1;
}
