/* neighbours_keys_padding.c - keys of zeros that engines put after the last, up to a multiple of a
   block, and that queries see.  Their scores are those of zeros, their values add nothing. */
#include "row/evaluate.h"
#include "diagnose/change_positions.h"
#include "diagnose/neighbours_keys.h"
#include "diagnose/neighbours_masks.h"
#include "diagnose/shown.h"
#include "exact/visible.h"
#include <string.h>

/* How masks that are stated treat them. */
typedef enum { MASKS_COUNT_ON, MASKS_SHOW_THEM } treatment;

static const double *padded(plumb_storage *storage, const double *from, size_t matrices,
                            size_t count, size_t more) {
    double *to = plumb_storage_take(storage, matrices * (count + more), sizeof *to);
    for (size_t n = 0; to != NULL && n < matrices; n++) {
        memcpy(to + n * (count + more), from + n * count, count * sizeof *to);
        memset(to + n * (count + more) + count, 0, more * sizeof *to);
    }
    return to;
}

static int pad_vectors(plumb_storage *storage, plumb_problem *p, size_t more) {
    size_t matrices = p->batch * p->key_heads;
    p->key = padded(storage, p->key, matrices, p->key_length * p->head_dim, more * p->head_dim);
    p->value =
        padded(storage, p->value, matrices, p->key_length * p->value_dim, more * p->value_dim);
    return p->key == NULL || p->value == NULL ? -1 : 0;
}

/* The integers of the keys and, for those after them, the last plus a step for each. */
static const int64_t *padded_integers(plumb_storage *storage, const int64_t *from, size_t batch,
                                      size_t keys, size_t more, bool counting) {
    int64_t *to = plumb_storage_take(storage, batch * (keys + more), sizeof *to);
    for (size_t i = 0; to != NULL && i < batch * (keys + more); i++) {
        size_t b = i / (keys + more), j = i % (keys + more);
        int64_t last = from[b * keys + keys - 1];
        to[i] = j < keys ? from[b * keys + j] : counting ? last + 1 + (int64_t)(j - keys) : 0;
    }
    return to;
}

/* Segments after the last are 0, as memory is that nobody filled; positions are counted on. */
static int pad_integers(plumb_storage *storage, plumb_problem *p, size_t more) {
    const int64_t **const integers[] = {&p->mask.key_segment, &p->position.key_position};
    for (size_t i = 0; i < 2; i++) {
        if (*integers[i] == NULL)
            continue;
        *integers[i] =
            padded_integers(storage, *integers[i], p->batch, p->key_length, more, i == 1);
        if (*integers[i] == NULL)
            return -1;
    }
    return 0;
}

typedef struct {
    const plumb_problem *stated;
    treatment treatment;
} pad_rule;

static bool allowed_padded(const plumb_problem *p, const void *context, size_t b, size_t h,
                           size_t t, size_t j) {
    const pad_rule *rule = context;
    const plumb_problem *stated = rule->stated;
    (void)p;
    if (j >= stated->key_length)
        return true;
    return rule->treatment == MASKS_SHOW_THEM ? plumb_exact_visible(stated, b, h, t, j)
                                              : plumb_allowed_at(stated, b, h, t, j);
}

static double bias_padded(const plumb_problem *p, const void *context, size_t b, size_t h, size_t t,
                          size_t j) {
    const pad_rule *rule = context;
    (void)p;
    return j < rule->stated->key_length ? plumb_bias_at(rule->stated, b, h, t, j) : 0;
}

/* Keys after the last are allowed, and have a bias of 0. */
static int pad_tensors(plumb_storage *storage, plumb_problem *p, const pad_rule *rule) {
    plumb_varies varies = plumb_masks_vary(rule->stated);
    bool had_allowed = rule->stated->mask.allowed != NULL;
    if (rule->treatment == MASKS_SHOW_THEM)
        plumb_drop_masks(p);
    p->mask.allowed = NULL;
    p->extra.bias = NULL;
    if ((had_allowed || rule->treatment == MASKS_SHOW_THEM) &&
        plumb_change_allowed(storage, p, varies, allowed_padded, rule) < 0)
        return -1;
    if (rule->stated->extra.bias == NULL)
        return 0;
    return plumb_change_bias(storage, p, varies, bias_padded, rule) < 0 ? -1 : 0;
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
static void fill_row(const plumb_case *changed, const plumb_row *row, size_t number, size_t keys,
                     double *weights, double *scores) {
    size_t all = changed->problem.key_length;
    for (size_t j = 0; j < all; j++) {
        size_t to = number * all + j, from = number * keys + j;
        if (weights != NULL)
            weights[to] = j < keys ? changed->weights.value[from] : row->weight[j].mid;
        if (scores != NULL)
            scores[to] = j < keys ? changed->scores.value[from] : row->score[j].mid;
    }
}

static double *room_for(plumb_storage *storage, const plumb_claim *claim, size_t count) {
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
    double *weights = room_for(storage, &changed->weights, rows * p->key_length);
    double *scores = room_for(storage, &changed->scores, rows * p->key_length);
    plumb_ball scale = plumb_problem_scale(p);
    plumb_row row;
    if (!changed->weights.present && !changed->scores.present)
        return 0;
    if ((changed->weights.present && weights == NULL) ||
        (changed->scores.present && scores == NULL) || plumb_row_init(&row, p) != 0)
        return -1;
    row.without_lse = true;
    for (size_t n = 0; n < rows; n++) {
        size_t head = n / p->query_length;
        plumb_evaluate_row(p, scale, head / p->query_heads, head % p->query_heads,
                           n % p->query_length, &row);
        fill_row(changed, &row, n, keys, weights, scores);
    }
    plumb_row_free(&row);
    take_claim(&changed->weights, weights, rows * p->key_length);
    take_claim(&changed->scores, scores, rows * p->key_length);
    return 0;
}

/* An encoding that is added to vectors leaves none of them zero. */
static bool may_pad(const plumb_problem *p, treatment treated) {
    bool added =
        p->position.kind == PLUMB_POSITION_SINUSOIDAL || p->position.kind == PLUMB_POSITION_LEARNED;
    bool counting = plumb_mask_counts(p) || p->mask.query_segment != NULL;
    return p->key_length > 0 && !added &&
           (treated == MASKS_COUNT_ON || (counting && !p->mask.in_cache));
}

/* integer: the block; second: the treatment */
static int pad(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    const plumb_problem stated = changed->problem;
    size_t keys = stated.key_length, block = (size_t)neighbour->integer;
    size_t more = (block - keys % block) % block;
    pad_rule rule = {&stated, (treatment)neighbour->second};
    plumb_case padded_case = *changed;
    plumb_problem *p = &padded_case.problem;
    if (!may_pad(&stated, rule.treatment) || more == 0)
        return 0;
    if (pad_vectors(storage, p, more) != 0 || pad_integers(storage, p, more) != 0)
        return -1;
    p->key_length = keys + more;
    if (pad_tensors(storage, p, &rule) != 0)
        return -1;
    if (!plumb_positions_allowed(p) || !shows_from(p, keys))
        return 0;
    if (pad_claims(storage, &padded_case, keys) != 0)
        return -1;
    *changed = padded_case;
    return 1;
}

static void add(plumb_neighbourhood *list, size_t block, size_t keys, treatment treated) {
    plumb_change_add(list,
                     (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_FAULT,
                                       .axis = "padding",
                                       .change = pad,
                                       .integer = (int64_t)block,
                                       .second = treated},
                     "lets %s see %zu keys of zeros after the last of %zu, up to a multiple of %zu",
                     treated == MASKS_SHOW_THEM ? "every query" : "queries",
                     (block - keys % block) % block, keys, block);
}

void plumb_neighbours_of_padding(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    size_t keys = stated->problem.key_length, last = keys;
    for (size_t block = 8; block <= 128; block *= 2) {
        size_t length = (keys + block - 1) / block * block;
        if (length == last)
            continue;
        last = length;
        add(neighbourhood, block, keys, MASKS_COUNT_ON);
        if (may_pad(&stated->problem, MASKS_SHOW_THEM))
            add(neighbourhood, block, keys, MASKS_SHOW_THEM);
    }
}
