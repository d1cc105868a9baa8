/* New keys of which several were written to one slot of a cache, or each to the slot before or after; and a prefix up
   to any key, or the rest after it, that belongs to another batch entry. */
#include "bundle/vector_product.h"
#include "exact/visible.h"
#include "infer/factors.h"
#include "infer/forms.h"
#include "infer/shares.h"
#include "schema/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* New keys, at most, and keys of a case whose maps are made; products of the scan for a prefix. */
enum { MOST_NEW = 16, MOST_KEYS = 8192 };
#define MOST_PRODUCTS 2e8

/* ---- slots ---- */

typedef enum { ALL_LAST, ALL_FIRST, ALL_BEFORE, EACH_BEFORE, EACH_AFTER, WAYS } way;

static size_t slot_of(size_t keys, size_t n, way how, size_t key) {
    const size_t first = keys - n, slot[WAYS] = {[ALL_LAST] = keys - 1,
                                                 [ALL_FIRST] = first,
                                                 [ALL_BEFORE] = first - 1,
                                                 [EACH_BEFORE] = key - 1,
                                                 [EACH_AFTER] = key + 1 < keys ? key + 1 : key};
    return key < first ? key : slot[how];
}

static void say_slots(size_t keys, size_t n, way how, const char *what, char *text, size_t size) {
    static const char *const each[WAYS] = {[EACH_BEFORE] = "the key before it", [EACH_AFTER] = "the key after it"};
    plumb_text_add(text, size, "%s %zu to %zu are ", what, keys - n, keys - 1);
    if (each[how] != NULL)
        plumb_text_add(text, size, "each read from %s", each[how]);
    else
        plumb_text_add(text, size, "all read from key %zu", slot_of(keys, n, how, keys - 1));
}

static int list_slots(plumb_inquiry *q, plumb_hypotheses *kept) {
    static const char *const what[PLUMB_HEADS] = {
        [PLUMB_HEADS_VALUES] = "the values of keys",
        [PLUMB_HEADS_KEYS] = "the keys, not the values, of",
        [PLUMB_HEADS_BOTH] = "keys and values"};
    size_t keys = q->judged->problem.key_length;
    for (size_t n = 2; n <= MOST_NEW && 2 * n <= keys && keys <= MOST_KEYS; n++)
        for (int how = 0; how < WAYS; how++)
            for (int variant = 0; variant < PLUMB_HEADS; variant++) {
                size_t *map = plumb_workspace_take(&q->memory, keys, sizeof *map), before = kept->count;
                char *says = plumb_workspace_take(&q->memory, PLUMB_FACTORS_TEXT, 1);
                if (map == NULL || says == NULL)
                    return -1;
                for (size_t j = 0; j < keys; j++)
                    map[j] = slot_of(keys, n, (way)how, j);
                say_slots(keys, n, (way)how, what[variant], says, PLUMB_FACTORS_TEXT);
                plumb_consider(q,
                               &(plumb_hypothesis){.cause = PLUMB_CAUSE_TRANSFER,
                                                   .variant = variant,
                                                   .lifted = variant != PLUMB_HEADS_VALUES,
                                                   .map = map,
                                                   .says = says},
                               kept);
                if (kept->count > before && kept->list[0].explained == q->samples)
                    return 0;
            }
    return 0;
}

/* ---- a prefix of another batch entry ---- */

typedef struct {
    plumb_inquiry *q;
    double *left;  /* [keys + 1] squares, of all samples, where the first n keys are those of the other entry */
    double *other; /* [keys + 1] where all but the first n are */
    double *sum;   /* [width] */
} scan;

static double squares(const scan *s, const double *x) {
    double sum = 0;
    for (size_t c = 0; c < s->q->width; c++)
        sum += s->q->column[c] ? x[c] * x[c] : 0;
    return sum;
}

/* What a key adds to sum_j w_j (v_j - o). */
static void add_key(const scan *s, const plumb_evidence *at, double weight, const double *value, double sign,
                    double *to) {
    const plumb_problem *p = &s->q->judged->problem;
    for (size_t c = 0; c < s->q->width; c++)
        to[c] += sign * weight * (value[c] - plumb_mean_of_output(p, at, c, at->engine[c]) / at->mass) / at->mass;
}

static void scan_sample(const scan *s, const plumb_evidence *at, size_t entry) {
    const plumb_problem *p = &s->q->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    for (int turn = 0; turn < 2; turn++) {
        memset(s->sum, 0, s->q->width * sizeof *s->sum);
        for (int pass = 0; pass < 2; pass++)
            for (size_t j = 0; j < p->key_length; j++) {
                bool own_first = turn == 0, moves = pass == 1;
                if (moves)
                    (own_first ? s->left : s->other)[j] += squares(s, s->sum);
                if (!at->visible[j])
                    continue;
                double product = plumb_vector_product(query, plumb_exact_key(p, entry, at->h, j), p->head_dim);
                double weight = plumb_weight_of_product(s->q, at, j, product);
                if (moves || own_first)
                    add_key(s, at, at->weight[j], plumb_exact_value(p, at->b, at->h, j),
                            moves && own_first ? -1 : 1, s->sum);
                if (moves || !own_first)
                    add_key(s, at, weight, plumb_exact_value(p, entry, at->h, j), moves && !own_first ? -1 : 1,
                            s->sum);
            }
        (turn == 0 ? s->left : s->other)[p->key_length] += squares(s, s->sum);
    }
}

static size_t least_of(const double *x, size_t n) {
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        best = x[i] < x[best] ? i : best;
    return best;
}

static void try_entry(const scan *s, size_t entry, plumb_hypotheses *kept) {
    size_t keys = s->q->judged->problem.key_length;
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_PAGE, .variant = PLUMB_PAGE_BOTH, .other_batch = entry, .lifted = true};
    memset(s->left, 0, (keys + 1) * sizeof *s->left);
    memset(s->other, 0, (keys + 1) * sizeof *s->other);
    for (size_t i = 0; i < s->q->samples; i++)
        if (s->q->sample[i].b != entry && s->q->sample[i].sink == 0)
            scan_sample(s, &s->q->sample[i], entry);
    h.to = least_of(s->left, keys + 1);
    if (h.to > 0)
        plumb_consider(s->q, &h, kept);
    h.from = h.other = least_of(s->other, keys + 1);
    h.to = keys;
    if (h.from < keys)
        plumb_consider(s->q, &h, kept);
}

int plumb_form_slots(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t keys = p->key_length;
    bool plain = plumb_scores_are_plain(&q->multiplied) && plumb_masks_lift(p);
    double products = (double)(p->batch * q->samples) * 4 * (double)(keys * (q->width + p->head_dim));
    plumb_workspace workspace = {.short_of_memory = false};
    if (q->samples == 0 || !plain || !q->sample[0].normalised)
        return 0;
    scan s = {q, plumb_workspace_take(&workspace, keys + 1, sizeof(double)),
              plumb_workspace_take(&workspace, keys + 1, sizeof(double)),
              plumb_workspace_take(&workspace, q->width, sizeof(double))};
    int result = workspace.short_of_memory ? -1 : 0;
    for (size_t entry = 0; entry < p->batch && p->batch > 1 && result == 0 && products <= MOST_PRODUCTS; entry++)
        try_entry(&s, entry, kept);
    if (result == 0 && kept->count == 0 && !plumb_adds_to_scores(&q->multiplied))
        result = list_slots(q, kept);
    plumb_workspace_free(&workspace);
    return result;
}
