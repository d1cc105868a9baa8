/* neighbours_masks_fitted.c - a window and a causal mask of other sizes than any list of engines
   has, found from the output itself: with the scores of a row, sums over its first keys give the
   output for every size at once (weight_parts.h). */
#include "bundle/rows.h"
#include "diagnose/change.h"
#include "diagnose/fit.h"
#include "diagnose/rows.h"
#include "infer/weight_parts.h"
#include <math.h>
#include <stdlib.h>

/* Rows looked at; what is left of the squares where a size explains them. */
enum { ROWS = 48 };
#define LEFT 0x1p-6

/* A problem of which nothing but the mask is open. */
typedef struct {
    plumb_problem open;
    const double *engine;
    plumb_rows rows;
    double *sum;   /* [key_length + 1] of what the first keys add to what is divided by */
    double *value; /* [key_length + 1][value_dim] of what they add to the output before */
    double sink;   /* what a sink adds to the sum */
} sums;

static bool begin(sums *s, const plumb_case *stated, plumb_problem open) {
    size_t keys = open.key_length;
    *s = (sums){.open = open, .engine = stated->output.value};
    if (plumb_rows_init(&s->rows, &s->open, 1, PLUMB_KEEP_ALL) != 0)
        return false;
    s->rows.row.without_lse = true;
    s->sum = malloc((keys + 1) * sizeof *s->sum);
    s->value = malloc((keys + 1) * open.value_dim * sizeof *s->value);
    return s->sum != NULL && s->value != NULL;
}

static void end(sums *s) {
    plumb_rows_free(&s->rows);
    free(s->sum);
    free(s->value);
}

/* Relative to the largest score; false of a row without keys. */
static bool sum_row(sums *s, size_t b, size_t h, size_t t) {
    const plumb_problem *p = &s->open;
    size_t dim = p->value_dim, key_head = b * p->key_heads + h / (p->query_heads / p->key_heads);
    double most = -INFINITY;
    const plumb_row *row = plumb_rows_get(&s->rows, b, h, t);
    for (size_t j = 0; j < p->key_length; j++)
        if (row->visible[j])
            most = fmax(most, row->score[j].mid);
    s->sink = p->op.sink == PLUMB_SINK_ZERO    ? exp(-most)
              : p->op.sink == PLUMB_SINK_LOGIT ? exp(p->extra.sinks[h] - most)
                                               : 0;
    s->sum[0] = 0;
    for (size_t c = 0; c < dim; c++)
        s->value[c] = 0;
    for (size_t j = 0; j < p->key_length; j++) {
        plumb_weight_parts part = {0, 0};
        if (row->visible[j])
            part = plumb_weight_parts_of(&p->op, row->score[j].mid, most);
        const double *value = p->value + (key_head * p->key_length + j) * dim;
        double w = part.of_values;
        s->sum[j + 1] = s->sum[j] + part.of_sum;
        for (size_t c = 0; c < dim; c++)
            s->value[(j + 1) * dim + c] = s->value[j * dim + c] + (w == 0 ? 0 : w * value[c]);
    }
    return isfinite(most);
}

/* The squares of what the engine's row differs by from the keys first .. end - 1. */
static double squares_of(const sums *s, size_t row, size_t first, size_t end_key) {
    size_t dim = s->open.value_dim;
    double sum = plumb_divisor_of_parts(&s->open, s->sum[end_key] - s->sum[first] + s->sink), squares = 0;
    for (size_t c = 0; c < dim; c++) {
        double total = s->value[end_key * dim + c] - s->value[first * dim + c];
        double off = s->engine[row * dim + c] - (sum != 0 ? total / sum : 0);
        squares += isfinite(off) ? off * off : 0;
    }
    return squares;
}

/* The rows that are looked at: every one of so many. */
static size_t step_of(const plumb_problem *p) {
    return plumb_rows_of(p) / plumb_fit_rows(p, ROWS);
}

/* The same of each of these rows as it is stated; NULL if memory is short. */
static double *squares_as_stated(const plumb_case *stated) {
    const plumb_problem *p = &stated->problem;
    size_t step = step_of(p);
    double *squares = calloc(plumb_rows_of(p) / step + 1, sizeof *squares);
    plumb_rows rows;
    if (squares == NULL || plumb_rows_init(&rows, p, 1, PLUMB_KEEP_OUTPUT) != 0) {
        free(squares);
        return NULL;
    }
    for (size_t n = 0; n < plumb_rows_of(p); n += step) {
        const plumb_row *row = plumb_rows_number(&rows, n);
        for (size_t c = 0; c < p->value_dim; c++) {
            double off = stated->output.value[n * p->value_dim + c] - row->output[c].mid;
            squares[n / step] += isfinite(off) ? off * off : 0;
        }
    }
    plumb_rows_free(&rows);
    return squares;
}

/* Masks of which a size is looked for: the keys of a window before the query's own; the first keys that every query
   sees; the width of chunks; and query_length more than the key up to which query 0 sees. */
typedef enum { WINDOW, PREFIX, CHUNK, CAUSAL } sized_mask;

static const struct {
    const char *axis, *does;
} masks[] = {
    [WINDOW] = {"window", "has the window left %zu (keys before the query)"},
    [PREFIX] = {"prefix", "has a prefix of %zu keys"},
    [CHUNK] = {"chunk", "has chunks of %zu keys"},
};

static size_t least_size(sized_mask which) {
    return which == CHUNK ? 1 : 0;
}

static size_t within(int64_t key, size_t keys) {
    return key < 0 ? 0 : (size_t)key < keys ? (size_t)key : keys;
}

/* The squares of a row at position p under the mask of that size; queries before the first key tell none of chunks. */
static double squares_under(const sums *s, size_t row, int64_t p, sized_mask which, int64_t size) {
    size_t keys = s->open.key_length;
    int64_t queries = (int64_t)s->open.query_length, chunk = which == CHUNK && p >= 0 ? p / size * size : 0;
    switch (which) {
    case WINDOW:
        return squares_of(s, row, within(p - size, keys), keys);
    case PREFIX:
        return squares_of(s, row, 0, within(p + 1 < size ? size : p + 1, keys));
    case CHUNK:
        return p < 0 ? 0 : squares_of(s, row, within(chunk, keys), within(chunk + size, keys));
    case CAUSAL:
    default:
        return squares_of(s, row, 0, within(p - s->open.causal.offset + size - queries + 1, keys));
    }
}

/* Squares of every size, and those as stated of the rows that see keys; false if memory is short. */
static bool sum_squares(const plumb_case *stated, plumb_problem open, sized_mask which, size_t sizes, double *squares,
                        const double *as_stated, double *sum_as_stated) {
    const plumb_problem *p = &stated->problem;
    size_t rows = plumb_rows_of(p), step = step_of(p);
    sums s;
    bool begun = begin(&s, stated, open);
    *sum_as_stated = 0;
    for (size_t n = 0; begun && n < rows; n += step) {
        size_t head = n / p->query_length, h = head % p->query_heads, t = n % p->query_length;
        int64_t at = (int64_t)t + plumb_offset_of(p, head / p->query_heads);
        if (!sum_row(&s, head / p->query_heads, h, t))
            continue;
        for (size_t size = least_size(which); size < sizes; size++)
            squares[size] += squares_under(&s, n, at, which, (int64_t)size);
        *sum_as_stated += as_stated[n / step];
    }
    end(&s);
    return begun;
}

/* The size of which the squares are least, of so many; false if none explains the output. */
static bool find_size(const plumb_case *stated, const double *as_stated, plumb_problem open, sized_mask which,
                      size_t sizes, size_t *size) {
    double *squares = calloc(sizes, sizeof *squares), sum = 0;
    bool found = squares != NULL && sum_squares(stated, open, which, sizes, squares, as_stated, &sum);
    *size = least_size(which);
    for (size_t i = *size + 1; found && i < sizes; i++)
        if (squares[i] < squares[*size])
            *size = i;
    found = found && squares[*size] < LEFT * sum;
    free(squares);
    return found;
}

/* Whether a row of the output follows from sums over the keys that are visible, and from nothing else but a constant
   logit. */
static bool is_of_sums(const plumb_case *c) {
    const plumb_problem *p = &c->problem;
    const plumb_operator *op = &p->op;
    bool shown = op->softcap > 0 && op->softcap_order == PLUMB_BIAS_MASK_CAP;
    bool plain = op->sink == PLUMB_SINK_NONE || op->sink == PLUMB_SINK_ZERO || op->sink == PLUMB_SINK_LOGIT ||
                 op->sink == PLUMB_SINK_KEY0_BIAS;
    return c->output.present && plumb_weights_have_parts(op->kind) && plain && !shown && p->extra.value_bias == NULL &&
           p->extra.gate == NULL && p->position.value_table == NULL && p->key_length > 1 && !p->mask.in_cache;
}

/* Leaves that mask out. */
static void open_mask(plumb_problem *p, sized_mask which) {
    if (which == WINDOW)
        p->mask.left = -1;
    else if (which == CHUNK)
        p->mask.chunk = 0;
    else
        p->causal.causal = p->mask.prefixed = false;
}

/* The right side of a window is the stated one. */
static plumb_neighbour of_size(const plumb_problem *p, sized_mask which, long long size) {
    const char *where = plumb_offset_counts(p) ? "" : ",\"causal_alignment\":{\"offset\":0}";
    if (which == WINDOW)
        return STATE("\"window\":{\"left\":%lld,\"right\":%lld}%s", size,
                     (long long)(p->mask.windowed ? p->mask.right : -1), where);
    if (which == CHUNK)
        return STATE("\"chunk\":%lld%s", size, where);
    return STATE("%s\"prefix\":%lld%s", p->mask.prefixed ? "" : "\"mask\":\"prefix\",", size, where);
}

static void add_size(const plumb_case *stated, const double *as_stated, sized_mask which,
                     plumb_neighbourhood *list) {
    const plumb_problem *p = &stated->problem;
    plumb_problem open = *p;
    size_t size;
    open_mask(&open, which);
    if ((which == PREFIX && plumb_mask_counts(&open)) ||
        !find_size(stated, as_stated, open, which, p->key_length + 1, &size) ||
        size + 1 >= p->key_length || (which == PREFIX && size == 0))
        return;
    plumb_neighbour row = of_size(p, which, (long long)size);
    if (!plumb_fit_listed(list, row.states))
        plumb_row_add(stated, list, PLUMB_NEIGHBOUR_FAULT, masks[which].axis, row, masks[which].does, size);
}

/* Whether the lists without a fit have a causal mask of that offset. */
static bool is_usual(const plumb_problem *p, int64_t offset) {
    int64_t later = offset - p->causal.offset;
    bool aligned = offset == 0 || offset == (int64_t)p->key_length - (int64_t)p->query_length;
    if (p->causal.causal)
        return aligned || (later >= -1 && later <= 1);
    return plumb_offset_counts(p) ? later == 0 : aligned;
}

static void add_causal(const plumb_case *stated, const double *as_stated, plumb_neighbourhood *list) {
    const plumb_problem *p = &stated->problem;
    plumb_problem open = *p;
    size_t size;
    open.causal.causal = false;
    if (p->mask.entry_offset != NULL || plumb_mask_counts(&open) ||
        !find_size(stated, as_stated, open, CAUSAL, p->query_length + p->key_length, &size))
        return;
    int64_t offset = (int64_t)size - (int64_t)p->query_length;
    if (is_usual(p, offset) || offset + 1 >= (int64_t)p->key_length)
        return;
    plumb_row_add(stated, list, PLUMB_NEIGHBOUR_FAULT, p->causal.causal ? "causal_alignment" : "mask",
                  STATE_MASKS("\"mask\":\"causal\",\"causal_alignment\":{\"offset\":%lld}", (long long)offset),
                  "lets query t see the keys up to t%+lld", (long long)offset);
}

void plumb_neighbours_of_fitted_masks(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    size_t first = neighbourhood->count;
    double *as_stated = is_of_sums(stated) ? squares_as_stated(stated) : NULL;
    if (as_stated == NULL)
        return;
    add_size(stated, as_stated, WINDOW, neighbourhood);
    add_causal(stated, as_stated, neighbourhood);
    add_size(stated, as_stated, PREFIX, neighbourhood);
    add_size(stated, as_stated, CHUNK, neighbourhood);
    free(as_stated);
    for (size_t i = first; i < neighbourhood->count; i++)
        neighbourhood->list[i].of_keys = true;
    plumb_neighbourhood_mark_fitted(neighbourhood, first);
}
