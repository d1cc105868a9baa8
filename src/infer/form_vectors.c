/* Queries, keys and values that were changed: quantised, normalised, transformed, with columns in another order; before
   they are rotated by RoPE or after; and rows of them that were exchanged before.  Each change is made to what one
   sample reads, and to all if the sample comes out. */
#include "exact/visible.h"
#include "infer/factors.h"
#include "infer/fit_factor.h"
#include "infer/forms.h"
#include "infer/places.h"
#include "infer/shares.h"
#include "infer/vector_change.h"
#include "row/positions.h"
#include "schema/text.h"
#include <math.h>
#include <string.h>

/* Most numbers of a tensor and of one head; most keys rotated anew; most products of all exchanges tried. */
#define MOST_NUMBERS ((size_t)1 << 21)
#define MOST_OF_HEAD ((size_t)1 << 18)
enum { MOST_KEYS = 1024 };
#define MOST_WORK 3e8

typedef struct {
    plumb_inquiry *q;
    plumb_hypotheses *kept;
    plumb_problem raw;           /* before vectors are rotated */
    plumb_positions positions;
    bool turns, first;           /* vectors are rotated; they are changed before */
    double *changed[2]; /* room for keys, and queries, before they are rotated, */
    double *tensor[PLUMB_VECTORS]; /* and for what is read */
    plumb_layout_dims dims[PLUMB_VECTORS];
    plumb_vectors of;
} search;

/* ---- a change of one sample, and of all ---- */

static void turn_key_rows(search *s, size_t head, size_t from, size_t to) {
    const plumb_problem *p = &s->raw;
    size_t first = head * p->key_length * p->head_dim;
    plumb_move_keys(&s->positions, p, head / p->key_heads, 0, s->changed[0] + first, from, to);
    for (size_t i = from * p->head_dim; i < to * p->head_dim; i++)
        s->tensor[PLUMB_OF_KEY][first + i] = s->positions.key[i].mid;
}

static void turn_query(search *s, size_t head, size_t t) {
    const plumb_problem *p = &s->raw;
    size_t first = (head * p->query_length + t) * p->head_dim;
    plumb_move_query(&s->positions, p, head / p->query_heads, t, s->changed[1] + first);
    for (size_t c = 0; c < p->head_dim; c++)
        s->tensor[PLUMB_OF_QUERY][first + c] = s->positions.query[c].mid;
}

static void change_head(search *s, const plumb_vector_change *c, plumb_vectors of, size_t head, size_t t, bool all) {
    const plumb_problem *p = s->first ? &s->raw : &s->q->multiplied;
    const double *from = of == PLUMB_OF_VALUE ? p->value : of == PLUMB_OF_KEY ? p->key : p->query;
    bool rotated = s->turns && s->first && of != PLUMB_OF_VALUE;
    c->make(c, &s->dims[of], head, from, rotated ? s->changed[of == PLUMB_OF_QUERY] : s->tensor[of]);
    if (rotated && of == PLUMB_OF_KEY)
        turn_key_rows(s, head, 0, p->key_length);
    for (size_t row = 0; rotated && of == PLUMB_OF_QUERY && row < p->query_length; row++)
        if (all || row == t)
            turn_query(s, head, row);
}

static bool is_of(const search *s, plumb_vectors of) {
    return s->of == of || (s->of == PLUMB_OF_QUERY_AND_KEY && of != PLUMB_OF_VALUE) ||
           (s->of == PLUMB_OF_KEY_AND_VALUE && of != PLUMB_OF_QUERY);
}

static plumb_hypothesis hypothesis_of(const search *s) {
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_LAYOUT};
    h.value = is_of(s, PLUMB_OF_VALUE) ? s->tensor[PLUMB_OF_VALUE] : NULL;
    h.key = is_of(s, PLUMB_OF_KEY) ? s->tensor[PLUMB_OF_KEY] : NULL;
    h.query = is_of(s, PLUMB_OF_QUERY) ? s->tensor[PLUMB_OF_QUERY] : NULL;
    return h;
}

/* Of 16 bits scores next to 0 are near much else. */
static int powers_of(const plumb_inquiry *q) {
    return q->precision->output.unit > 0x1p-13 ? 3 : 8;
}

/* The number times the values that comes nearest, by which those of the sample's key head become that. */
static double multiple_of(plumb_inquiry *q, const plumb_hypothesis *h, const plumb_evidence *at, double *value,
                          const plumb_layout_dims *d) {
    size_t first = plumb_first_value(&q->multiplied, at->b, at->h) * d->columns;
    double both = 0, square = 0;
    plumb_predict(q, h, at, q->workspace);
    for (size_t c = 0; c < q->width; c++) {
        double mean = plumb_mean_of_output(&q->judged->problem, at, c, q->workspace->output[c]);
        both += mean * plumb_mean_of_output(&q->judged->problem, at, c, at->engine[c]);
        square += mean * mean;
    }
    for (size_t i = 0; i < d->rows * d->columns; i++)
        value[first + i] *= both / square;
    return both / square;
}

/* The first sample; fits what the products are multiplied by, if that is asked for. */
static bool fits(search *s, const plumb_vector_change *c, double *factor) {
    plumb_inquiry *q = s->q;
    const plumb_problem *p = &q->multiplied;
    const plumb_evidence *at = &q->sample[0];
    size_t key_head = at->b * p->key_heads + at->h / (p->query_heads / p->key_heads);
    plumb_hypothesis h = hypothesis_of(s);
    for (plumb_vectors of = PLUMB_OF_VALUE; of < PLUMB_OF_QUERY_AND_KEY; of++)
        if (is_of(s, of))
            change_head(s, c, of, of == PLUMB_OF_QUERY ? at->b * p->query_heads + at->h : key_head, at->t, false);
    h.factor = *factor = c->normalised && s->of != PLUMB_OF_VALUE ? plumb_factor_near(q, h, 1, powers_of(q), 1) : 0;
    if (c->normalised && s->of == PLUMB_OF_VALUE)
        *factor = multiple_of(q, &h, at, s->tensor[PLUMB_OF_VALUE], &s->dims[PLUMB_OF_VALUE]);
    return plumb_fits(q, &h, at);
}

static size_t numbers_of(const plumb_layout_dims *d) {
    return d->batch * d->heads * d->rows * d->columns;
}

static double *keep(search *s, plumb_vectors of) {
    size_t numbers = numbers_of(&s->dims[of]);
    double *kept = is_of(s, of) ? plumb_workspace_take(&s->q->memory, numbers, sizeof *kept) : NULL;
    if (kept != NULL)
        memcpy(kept, s->tensor[of], numbers * sizeof *kept);
    return kept;
}

static void say(const search *s, const plumb_vector_change *c, double factor, char *says) {
    static const char *const what[PLUMB_VECTORS] = {"values", "keys", "queries", "queries and keys",
                                                    "keys and values"};
    plumb_text_add(says, PLUMB_FACTORS_TEXT, c->says, what[s->of], c->n);
    if (c->normalised && s->of != PLUMB_OF_QUERY_AND_KEY)
        plumb_text_add(says, PLUMB_FACTORS_TEXT, ": their length is %.4g", c->length * (factor == 0 ? 1 : factor));
    else if (c->normalised)
        plumb_text_add(says, PLUMB_FACTORS_TEXT, ", and products multiplied by %.4g", c->length * c->length * factor);
    if (s->turns && s->of != PLUMB_OF_VALUE)
        plumb_text_add(says, PLUMB_FACTORS_TEXT, ", %s RoPE", s->first ? "before" : "after");
}

static void consider_kept(search *s, double factor, char *says) {
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_LAYOUT, .factor = factor, .says = says};
    h.value = keep(s, PLUMB_OF_VALUE);
    h.key = keep(s, PLUMB_OF_KEY);
    h.query = keep(s, PLUMB_OF_QUERY);
    if (!s->q->memory.short_of_memory)
        plumb_consider(s->q, &h, s->kept);
}

/* Of 16 bits other changes come near, too. */
#define AS_USUAL 1.2

static bool is_found(const search *s) {
    const plumb_hypothesis *best = &s->kept->list[0];
    return plumb_inquiry_is_late(s->q) ||
           (s->kept->count > 0 && best->explained == s->q->samples && best->misfit <= AS_USUAL * s->q->usual);
}

static void consider(void *context, const plumb_vector_change *c) {
    search *s = context;
    double factor;
    if (is_found(s) || !fits(s, c, &factor))
        return;
    char *says = plumb_workspace_take(&s->q->memory, PLUMB_FACTORS_TEXT, 1);
    for (plumb_vectors of = PLUMB_OF_VALUE; of < PLUMB_OF_QUERY_AND_KEY; of++)
        for (size_t head = 0; is_of(s, of) && head < s->dims[of].batch * s->dims[of].heads; head++)
            change_head(s, c, of, head, 0, true);
    /* of all rows the number is more certain */
    plumb_hypothesis h = hypothesis_of(s);
    if (factor != 0 && s->of != PLUMB_OF_VALUE)
        factor = plumb_factor_between(s->q, h, 0.99 * factor, 1.01 * factor, 8);
    for (size_t i = 0; factor != 0 && s->of == PLUMB_OF_VALUE && i < numbers_of(&s->dims[PLUMB_OF_VALUE]); i++)
        s->tensor[PLUMB_OF_VALUE][i] *= factor;
    if (says == NULL)
        return;
    say(s, c, factor, says);
    consider_kept(s, s->of == PLUMB_OF_VALUE ? 0 : factor, says);
}

/* ---- rows that are moved before they are rotated ---- */

static void list_rows(search *s) {
    plumb_hypothesis rule = {.from_query = PLUMB_QUERY_MOVED, .tile = 1};
    size_t rows = s->dims[s->of].rows;
    for (size_t tile = 1; tile < rows; tile *= 2)
        for (int way = 0; way < 3; way++) {
            rule.from_query = way == 2 ? PLUMB_QUERY_EXCHANGED : PLUMB_QUERY_MOVED;
            rule.shift = way == 0 ? (int64_t)tile : way == 1 ? -(int64_t)tile : (int64_t)tile;
            consider(s, &(plumb_vector_change){.make = plumb_move_rows, .rule = rule, .n = tile,
                                  .says = way == 2 ? "%s %zu apart are exchanged"
                                          : way == 1 ? "each row of %s is that %zu before"
                                                     : "each row of %s is that %zu after"});
        }
    rule = (plumb_hypothesis){.from_query = PLUMB_QUERY_MOVED, .tile = 1};
    for (size_t i = 0; s->of == PLUMB_OF_QUERY && plumb_next_rule(&i, rows, &rule);)
        consider(s, &(plumb_vector_change){.make = plumb_move_rows, .rule = rule, .n = rule.tile,
                              .says = "%s are read in another order in tiles of %zu"});
}

/* Rows `to` on of a head become those `from` on, each at its own position; with keys the values, if both are meant. */
static void copy_rows(search *s, size_t head, size_t to, size_t from, size_t count) {
    const plumb_problem *p = &s->raw;
    bool keys = s->of != PLUMB_OF_QUERY;
    size_t width = p->value_dim;
    const double *stated = keys ? p->key : p->query;
    size_t first = head * s->dims[s->of].rows, dim = p->head_dim;
    memcpy(s->changed[!keys] + (first + to) * dim, stated + (first + from) * dim, count * dim * sizeof *stated);
    if (keys)
        turn_key_rows(s, head, to, to + count);
    if (is_of(s, PLUMB_OF_VALUE))
        memcpy(s->tensor[PLUMB_OF_VALUE] + (first + to) * width, p->value + (first + from) * width,
               count * width * sizeof *p->value);
    for (size_t t = to; !keys && t < to + count; t++)
        turn_query(s, head, t);
}

static void exchange(search *s, size_t head, size_t tile, size_t a, size_t b, bool both) {
    copy_rows(s, head, a, b, tile);
    if (both)
        copy_rows(s, head, b, a, tile);
}

/* One tile of rows that stands in the place of another, or both in each other's. */
static void consider_tiles(search *s, size_t head, size_t tile, size_t a, size_t b, bool both) {
    static const char *const what[PLUMB_VECTORS] = {[PLUMB_OF_KEY] = "keys", [PLUMB_OF_QUERY] = "queries",
                                                    [PLUMB_OF_KEY_AND_VALUE] = "keys and values"};
    const plumb_evidence *at = &s->q->sample[0];
    plumb_hypothesis h = hypothesis_of(s);
    exchange(s, head, tile, a, b, both);
    bool found = plumb_fits(s->q, &h, at);
    char *says = found ? plumb_workspace_take(&s->q->memory, PLUMB_FACTORS_TEXT, 1) : NULL;
    for (size_t i = 0; says != NULL && i < s->dims[s->of].batch * s->dims[s->of].heads; i++) {
        copy_rows(s, i, 0, 0, s->dims[s->of].rows);
        exchange(s, i, tile, a, b, both);
    }
    if (says != NULL) {
        plumb_text_add(says, PLUMB_FACTORS_TEXT, "%s %zu to %zu ", what[s->of], a, a + tile - 1);
        plumb_text_add(says, PLUMB_FACTORS_TEXT, both ? "and %zu to %zu are exchanged before RoPE"
                                                      : "are those of %zu to %zu, before RoPE",
                       b, b + tile - 1);
        consider_kept(s, 0, says);
    }
    copy_rows(s, head, a, a, tile);
    copy_rows(s, head, b, b, tile);
}

/* Tiles of queries are those that hold the sample's. */
static void list_tiles(search *s) {
    const plumb_evidence *at = &s->q->sample[0];
    const plumb_layout_dims *d = &s->dims[s->of];
    size_t head = at->b * d->heads + at->h / (s->raw.query_heads / d->heads), rows = d->rows;
    copy_rows(s, head, 0, 0, rows);
    for (size_t tile = 256; tile >= 8; tile /= 2) {
        double tiles = (double)rows / (double)tile;
        for (size_t a = 0; a + tile <= rows && tiles * tiles * (double)(rows * d->columns) < MOST_WORK; a += tile)
            for (size_t b = 0; b + tile <= rows && !is_found(s); b += tile)
                if (b != a && (s->of != PLUMB_OF_QUERY || at->t / tile == a / tile)) {
                    consider_tiles(s, head, tile, a, b, true);
                    consider_tiles(s, head, tile, a, b, false);
                }
    }
}

/* ---- all ---- */

static void list(search *s) {
    const plumb_layout_dims *d = &s->dims[s->of];
    if (d->batch * d->heads * d->rows * d->columns > MOST_NUMBERS || d->rows * d->columns > MOST_OF_HEAD)
        return;
    for (int first = s->turns && s->of != PLUMB_OF_VALUE ? 1 : 0; first >= 0; first--) {
        s->first = first == 1;
        plumb_list_vector_changes(&(plumb_vector_lists){s->of, s->dims, &s->q->multiplied, consider, s});
    }
    s->first = true;
    if (s->turns && s->of != PLUMB_OF_VALUE && s->of != PLUMB_OF_QUERY_AND_KEY) {
        list_rows(s);
        list_tiles(s);
    }
}

static bool prepare(search *s, plumb_workspace *workspace) {
    const plumb_problem *p = &s->q->judged->problem;
    const size_t keys = p->batch * p->key_heads * p->key_length, queries = plumb_rows_of(p);
    s->raw = *p;
    s->turns = plumb_position_moves_vectors(p->position.kind) && s->q->multiplied.query != p->query;
    s->dims[PLUMB_OF_VALUE] = (plumb_layout_dims){p->batch, p->key_heads, p->key_length, p->value_dim};
    s->dims[PLUMB_OF_KEY] = (plumb_layout_dims){p->batch, p->key_heads, p->key_length, p->head_dim};
    s->dims[PLUMB_OF_QUERY] = (plumb_layout_dims){p->batch, p->query_heads, p->query_length, p->head_dim};
    s->dims[PLUMB_OF_QUERY_AND_KEY] = s->dims[PLUMB_OF_QUERY];
    s->dims[PLUMB_OF_KEY_AND_VALUE] = s->dims[PLUMB_OF_KEY];
    s->tensor[PLUMB_OF_VALUE] = plumb_workspace_take(workspace, keys * p->value_dim, sizeof(double));
    s->tensor[PLUMB_OF_KEY] = plumb_workspace_take(workspace, keys * p->head_dim, sizeof(double));
    s->tensor[PLUMB_OF_QUERY] = plumb_workspace_take(workspace, queries * p->head_dim, sizeof(double));
    s->changed[0] = plumb_workspace_take(workspace, s->turns ? keys * p->head_dim : 1, sizeof(double));
    s->changed[1] = plumb_workspace_take(workspace, s->turns ? queries * p->head_dim : 1, sizeof(double));
    return !workspace->short_of_memory;
}

int plumb_form_vectors(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace workspace = {.short_of_memory = false};
    search s = {.q = q, .kept = kept};
    size_t wider = p->head_dim > p->value_dim ? p->head_dim : p->value_dim;
    size_t keys = p->batch * p->key_heads * p->key_length, rows = plumb_rows_of(p), longer = keys > rows ? keys : rows;
    bool plain = plumb_scores_are_plain(&q->multiplied);
    if (q->samples == 0 || longer * wider > MOST_NUMBERS || p->key_length > MOST_KEYS)
        return 0;
    int result = prepare(&s, &workspace) ? 0 : -1;
    if (result == 0 && s.turns && plumb_positions_init(&s.positions, p) != 0)
        result = -1;
    for (s.of = PLUMB_OF_VALUE; s.of < PLUMB_VECTORS && result == 0 && !is_found(&s); s.of++)
        if (s.of == PLUMB_OF_VALUE || plain)
            list(&s);
    if (result == 0 && s.turns)
        plumb_positions_free(&s.positions);
    plumb_workspace_free(&workspace);
    return result;
}
