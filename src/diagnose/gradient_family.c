/* gradient_family.c - after the variants that have names of their own come families: what is read (delta, the
   log-sum-exp, out_grad, a query, a key, a value) times where (so many queries, heads or batch entries away, the first
   query of a tile). */
#include "diagnose/gradient_family.h"
#include "exact/visible.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const plumb_problem *p;
    plumb_listed_variant *list;
    size_t count;
} listing;

static plumb_listed_variant *add(listing *to, const char *cause) {
    plumb_listed_variant *one = &to->list[to->count];
    if (to->count == PLUMB_LISTED_VARIANTS)
        return NULL;
    to->count++;
    *one = (plumb_listed_variant){.as = {.cause = cause}};
    return one;
}

static void add_named(listing *to, const plumb_backward_variant *as) {
    plumb_listed_variant *one = as->applies(to->p) ? add(to, as->cause) : NULL;
    if (one == NULL)
        return;
    one->as = *as;
    snprintf(one->says, sizeof one->says, "%s", as->says);
}

/* ---- other rows ---- */

/* What is read of a row, and whether its neighbours are among the variants with names. */
static const struct {
    const char *cause, *says;
    size_t place; /* of its plumb_other_row in a variant */
    bool softmax, lse_gradient, unmoved, bias; /* what it applies to */
} of_rows[] = {
    {"gradient-delta", "delta is that of %s", offsetof(plumb_backward_variant, delta_of), true, false, false, false},
    {"gradient-lse", "the log-sum-exp of the backward pass is that of %s", offsetof(plumb_backward_variant, lse_of),
     true, false, false, false},
    {"gradient-lse", "lse_grad is that of %s", offsetof(plumb_backward_variant, lse_gradient_of), true, true, false,
     false},
    {"gradient-out-grad", "the gradients of the weights use out_grad of %s",
     offsetof(plumb_backward_variant, weighing_gradient), false, false, false, false},
    {"gradient-out-grad", "dv uses, for each query, out_grad of %s",
     offsetof(plumb_backward_variant, value_gradient), false, false, false, false},
    {"gradient-query", "dk uses, for each query, the vector of %s", offsetof(plumb_backward_variant, query_of), false,
     false, true, false},
    {"gradient-query", "scores of the backward pass use, for each query, the vector of %s",
     offsetof(plumb_backward_variant, scored_query), true, false, true, false},
    {"gradient-bias", "the bias of the backward pass is that of %s", offsetof(plumb_backward_variant, bias_of), false,
     false, false, true},
};

static const size_t tiles[] = {8, 16, 32, 64, 128, 256};
enum { TILES = sizeof tiles / sizeof *tiles };

static void add_row(listing *to, size_t what, plumb_other_row of, const char *where) {
    const plumb_problem *p = to->p;
    bool has_name = of_rows[what].place == offsetof(plumb_backward_variant, delta_of) &&
                    (of.heads != 0 || of.queries == 1 || of.queries == -1);
    if (has_name || (of_rows[what].softmax && !plumb_has_log_sum_exp(p->op.kind)) ||
        (of_rows[what].lse_gradient && p->loss.lse == NULL) ||
        (of_rows[what].bias && p->extra.bias == NULL) ||
        (of_rows[what].unmoved && plumb_position_moves_vectors(p->position.kind)))
        return;
    plumb_listed_variant *one = add(to, of_rows[what].cause);
    if (one == NULL)
        return;
    memcpy((char *)&one->as + of_rows[what].place, &of, sizeof of);
    snprintf(one->says, sizeof one->says, of_rows[what].says, where);
}

static void add_away(listing *to, size_t what, size_t by) {
    char where[64];
    int64_t n = (int64_t)by;
    snprintf(where, sizeof where, by == 1 ? "the query before" : "the query %zu before", by);
    add_row(to, what, (plumb_other_row){.queries = -n}, where);
    snprintf(where, sizeof where, by == 1 ? "the next query" : "the query %zu after", by);
    add_row(to, what, (plumb_other_row){.queries = n}, where);
}

static void add_other_rows(listing *to, size_t what) {
    const plumb_problem *p = to->p;
    char where[64];
    if (p->query_heads > 1) {
        add_row(to, what, (plumb_other_row){.heads = -1}, "the head before");
        add_row(to, what, (plumb_other_row){.heads = 1}, "the next head");
        add_row(to, what, (plumb_other_row){.head = PLUMB_HEAD_FIRST}, "head 0");
    }
    if (p->query_heads > p->key_heads && p->key_heads > 1) {
        add_row(to, what, (plumb_other_row){.head = PLUMB_HEAD_FIRST_OF_GROUP}, "the first head of its group");
        add_row(to, what, (plumb_other_row){.head = PLUMB_HEAD_OF_KEY_HEAD},
                "the head with the number of its key head");
    }
    if (p->batch > 1) {
        add_row(to, what, (plumb_other_row){.entries = -1}, "the batch entry before");
        add_row(to, what, (plumb_other_row){.entries = 1}, "the next batch entry");
    }
    if (p->query_length > 1)
        add_away(to, what, 1);
    for (size_t i = 0; i < TILES && tiles[i] < p->query_length; i++) {
        add_away(to, what, tiles[i]);
        snprintf(where, sizeof where, "the first query of its tile of %zu", tiles[i]);
        add_row(to, what, (plumb_other_row){.tile = tiles[i]}, where);
    }
}

/* ---- other keys ---- */

static void add_key(listing *to, bool values, plumb_other_key of, const char *where) {
    plumb_listed_variant *one = add(to, values ? "gradient-value" : "gradient-key");
    if (one == NULL)
        return;
    if (values)
        one->as.value_of = of;
    else
        one->as.key_of = of;
    snprintf(one->says, sizeof one->says,
             values ? "the gradients of the weights use, for each key, the value of %s"
                    : "dq uses, for each key, the vector of %s",
             where);
}

static void add_other_keys(listing *to, bool values) {
    const plumb_problem *p = to->p;
    if (plumb_position_moves_vectors(p->position.kind) && !values)
        return;
    if (p->key_heads > 1) {
        add_key(to, values, (plumb_other_key){.heads = -1}, "the key head before");
        add_key(to, values, (plumb_other_key){.heads = 1}, "the next key head");
    }
    if (p->key_heads > 1 && p->query_heads > p->key_heads)
        add_key(to, values, (plumb_other_key){.by_modulo = true}, "key head h mod key_heads, h the query head");
    if (p->key_length > 1) {
        add_key(to, values, (plumb_other_key){.keys = -1}, "the key before");
        add_key(to, values, (plumb_other_key){.keys = 1}, "the next key");
    }
    for (size_t i = 0; i < TILES && tiles[i] < p->key_length; i++) {
        char where[64];
        snprintf(where, sizeof where, "the key %zu before", tiles[i]);
        add_key(to, values, (plumb_other_key){.keys = -(int64_t)tiles[i]}, where);
        snprintf(where, sizeof where, "the key %zu after", tiles[i]);
        add_key(to, values, (plumb_other_key){.keys = (int64_t)tiles[i]}, where);
    }
}

/* ---- masks ---- */

static void add_tiles(listing *to, plumb_backward_mask mask, const char *says) {
    for (size_t i = 0; i < TILES && tiles[i] < 2 * to->p->key_length; i++) {
        plumb_listed_variant *one = add(to, "gradient-mask");
        if (one == NULL)
            return;
        one->as.mask = mask;
        one->as.mask_tile = tiles[i];
        snprintf(one->says, sizeof one->says, says, tiles[i]);
    }
}

/* Windows of other sizes: one or two keys more or less, twice as many, half. */
static void add_windows(listing *to) {
    int64_t left = to->p->mask.left;
    const int64_t others[] = {left - 2, left - 1, left + 1, left + 2, 2 * left, left / 2};
    for (size_t i = 0; left > 0 && i < sizeof others / sizeof *others; i++) {
        plumb_listed_variant *one = others[i] >= 0 ? add(to, "gradient-mask") : NULL;
        if (one == NULL)
            continue;
        one->as.mask = PLUMB_BACKWARD_WINDOW_OF;
        one->as.mask_left = others[i];
        snprintf(one->says, sizeof one->says,
                 "the window of the backward pass reaches %lld keys back, not %lld", (long long)others[i],
                 (long long)left);
    }
}

size_t plumb_gradient_family_list(const plumb_problem *p, bool all,
                                  plumb_listed_variant list[PLUMB_LISTED_VARIANTS]) {
    listing to = {p, list, 0};
    if (p->key_length == 0)
        return 0;
    for (size_t i = 1; plumb_backward_variant_at(i) != NULL; i++)
        add_named(&to, plumb_backward_variant_at(i));
    if (!all)
        return to.count;
    for (size_t i = 0; plumb_further_variant_at(i) != NULL; i++)
        add_named(&to, plumb_further_variant_at(i));
    if (p->causal.causal)
        add_tiles(&to, PLUMB_BACKWARD_WHOLE_TILES,
                  "the backward pass leaves the mask out in tiles of %zu keys that contain the query's own position");
    if (p->mask.windowed) {
        add_tiles(&to, PLUMB_BACKWARD_WINDOW_BY_TILES,
                  "the window of the backward pass begins with the whole tile of %zu keys that its first key is in");
        add_tiles(&to, PLUMB_BACKWARD_WINDOW_IN_TILES,
                  "the window of the backward pass begins with the first whole tile of %zu keys in it");
        add_windows(&to);
    }
    for (size_t what = 0; what < sizeof of_rows / sizeof *of_rows; what++)
        add_other_rows(&to, what);
    add_other_keys(&to, false);
    add_other_keys(&to, true);
    return to.count;
}
