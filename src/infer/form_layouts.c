/* Queries, keys or values that are read at wrong addresses: axes in another order, other strides of rows, pages, heads
   or entries, swizzled columns, transposed squares, an offset.  A few numbers of a sample distinguish most of these
   from the stated layout. */
#include "bundle/vector_product.h"
#include "exact/visible.h"
#include "infer/factors.h"
#include "infer/forms.h"
#include "infer/layout.h"
#include "infer/shares.h"
#include "schema/text.h"
#include <math.h>
#include <string.h>

/* Numbers of a tensor at most, and of one head. */
#define MOST_NUMBERS ((size_t)1 << 23)
#define MOST_OF_HEAD ((size_t)1 << 18)

/* Samples that are asked about values, whose columns tell one by one, and columns of them at first. */
enum { ASKED = 3, COLUMNS = 4 };

/* Columns that a swizzle moves together: as many bytes as are loaded at once. */
enum { LEAST_BLOCK = 4, MOST_APART = 8 };

typedef enum { OF_VALUES, OF_KEYS, OF_BOTH, OF_QUERIES, KINDS } kind;

typedef struct {
    plumb_inquiry *q;
    plumb_hypotheses *kept;
    double *value, *key, *query; /* [as the tensors of the problem], of which parts are filled */
    plumb_layout_dims dims;      /* of the tensor that is asked about */
    kind of;
} search;

/* ---- what is read ---- */

static plumb_layout_dims dims_of(const plumb_problem *p, kind of) {
    if (of == OF_QUERIES)
        return (plumb_layout_dims){p->batch, p->query_heads, p->query_length, p->head_dim};
    return (plumb_layout_dims){p->batch, p->key_heads, p->key_length, of == OF_VALUES ? p->value_dim : p->head_dim};
}

static void gather_row(const plumb_layout *l, const plumb_layout_dims *d, size_t head, size_t row, const double *from,
                       double *to) {
    size_t b = head / d->heads, h = head % d->heads;
    size_t block = l->columns == PLUMB_COLUMNS_AS_STATED ? d->columns : l->block, run;
    to += (head * d->rows + row) * d->columns;
    for (size_t c = 0; c < d->columns; c += run) {
        run = c + block < d->columns ? block : d->columns - c;
        size_t first = plumb_layout_source(l, d, b, h, row, c);
        size_t last = plumb_layout_source(l, d, b, h, row, c + run - 1);
        bool together = first != SIZE_MAX && last == first + run - 1;
        if (together)
            memcpy(to + c, from + first, run * sizeof *to);
        for (size_t i = c; i < c + run && !together; i++) {
            size_t at = plumb_layout_source(l, d, b, h, row, i);
            to[i] = at == SIZE_MAX ? 0 : from[at];
        }
    }
}

static void gather_rows(const plumb_layout *l, const plumb_layout_dims *d, size_t head, const double *from,
                        double *to) {
    for (size_t row = 0; row < d->rows; row++)
        gather_row(l, d, head, row, from, to);
}

/* Whether most of what a head reads is there: a tensor of zeros would say nothing of addresses. */
static bool is_there(const plumb_layout *l, const plumb_layout_dims *d, size_t b, size_t head) {
    size_t absent = 0;
    for (size_t row = 0; row < d->rows; row++)
        absent += plumb_layout_source(l, d, b, head, row, 0) == SIZE_MAX;
    return 2 * absent <= d->rows;
}

/* What the head of keys of a row reads. */
static void gather_for(const search *s, const plumb_layout *l, const plumb_evidence *at) {
    const plumb_problem *p = &s->q->multiplied;
    size_t head = at->b * p->key_heads + at->h / (p->query_heads / p->key_heads);
    if (s->of == OF_VALUES || s->of == OF_BOTH)
        gather_rows(l, &s->dims, head, p->value, s->value);
    if (s->of == OF_KEYS || s->of == OF_BOTH)
        gather_rows(l, &s->dims, head, p->key, s->key);
    if (s->of == OF_QUERIES)
        gather_row(l, &s->dims, at->b * p->query_heads + at->h, at->t, p->query, s->query);
}

static void gather_all(const search *s, const plumb_layout *l, const double *from, double *to) {
    for (size_t head = 0; head < s->dims.batch * s->dims.heads; head++)
        gather_rows(l, &s->dims, head, from, to);
}

/* ---- a layout ---- */

static plumb_hypothesis hypothesis_of(const search *s, double *query, double *key, double *value) {
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_LAYOUT};
    h.query = s->of == OF_QUERIES ? query : NULL;
    h.key = s->of == OF_KEYS || s->of == OF_BOTH ? key : NULL;
    h.value = s->of == OF_VALUES || s->of == OF_BOTH ? value : NULL;
    return h;
}

/* Whether a few columns of values alone are as near as they would have to be, before all are gathered. */
static bool may_fit(const search *s, const plumb_layout *l, const plumb_evidence *at) {
    const plumb_problem *p = &s->q->judged->problem;
    size_t head = at->h / (p->query_heads / p->key_heads), width = p->value_dim;
    if (s->of != OF_VALUES || !plumb_predict(s->q, NULL, at, s->q->workspace))
        return s->of != OF_VALUES;
    for (size_t i = 0; i < COLUMNS; i++) {
        size_t c = i * (width - 1) / (COLUMNS - 1);
        double sum = 0;
        for (size_t j = 0; j < p->key_length && s->q->column[c]; j++) {
            size_t from = at->weight[j] == 0 ? SIZE_MAX : plumb_layout_source(l, &s->dims, at->b, head, j, c);
            sum += from == SIZE_MAX ? 0 : at->weight[j] * p->value[from];
        }
        double error = plumb_output_of_mean(p, at, c, sum) - at->engine[c];
        if (s->q->column[c] && !(fabs(error) <= 8 * s->q->workspace->tolerance[c]))
            return false;
    }
    return true;
}

static bool fits_some(search *s, const plumb_layout *l) {
    plumb_inquiry *q = s->q;
    const plumb_problem *p = &q->judged->problem;
    plumb_hypothesis h = hypothesis_of(s, s->query, s->key, s->value);
    for (size_t i = 0; i < (s->of == OF_VALUES ? ASKED : 1) && i < q->samples; i++) {
        const plumb_evidence *at = &q->sample[i * q->samples / ASKED];
        size_t head = s->of == OF_QUERIES ? at->h : at->h / (p->query_heads / p->key_heads);
        if (!may_fit(s, l, at) || !is_there(l, &s->dims, at->b, head))
            continue;
        gather_for(s, l, at);
        if (plumb_fits(q, &h, at))
            return true;
    }
    return false;
}

static void consider(search *s, const plumb_layout *l) {
    static const char *const what[KINDS] = {"values", "keys", "keys and values", "queries"};
    const plumb_problem *p = &s->q->multiplied;
    plumb_workspace *memory = &s->q->memory;
    bool enough = s->kept->count > 0 && s->kept->list[0].explained == s->q->samples;
    if (plumb_inquiry_is_late(s->q) || enough || !fits_some(s, l))
        return;
    size_t numbers = s->dims.batch * s->dims.heads * s->dims.rows * s->dims.columns;
    double *first = plumb_workspace_take(memory, numbers, sizeof *first);
    double *second = s->of == OF_BOTH ? plumb_workspace_take(memory, numbers, sizeof *second) : first;
    char *says = plumb_workspace_take(memory, PLUMB_FACTORS_TEXT, 1);
    if (memory->short_of_memory)
        return;
    gather_all(s, l, s->of == OF_QUERIES ? p->query : s->of == OF_VALUES ? p->value : p->key, first);
    if (s->of == OF_BOTH)
        gather_all(s, l, p->value, second);
    plumb_layout_say(l, &s->dims, what[s->of], says, PLUMB_FACTORS_TEXT);
    plumb_hypothesis h = hypothesis_of(s, first, first, second);
    h.says = says;
    plumb_consider(s->q, &h, s->kept);
}

/* ---- which layouts ---- */

static void list_orders(search *s) {
    for (plumb_order stored = 0; stored < PLUMB_ORDERS; stored++)
        for (plumb_order read = 0; read < PLUMB_ORDERS; read++)
            if (stored != read && (stored == PLUMB_ORDER_HEADS_FIRST || read == PLUMB_ORDER_HEADS_FIRST))
                consider(s, &(plumb_layout){.stored.order = stored, .read.order = read});
}

static void list_columns(search *s) {
    for (size_t block = LEAST_BLOCK; 2 * block <= s->dims.columns; block *= 2)
        for (size_t period = 2; period <= s->dims.columns / block && s->dims.columns % block == 0; period *= 2)
            for (size_t apart = 1; apart <= MOST_APART; apart *= 2)
                for (plumb_columns by = PLUMB_COLUMNS_XORED; by < PLUMB_COLUMNS_TRANSPOSED; by++)
                    consider(s, &(plumb_layout){.columns = by, .block = block, .apart = apart, .period = period});
    for (size_t block = 2; block <= s->dims.columns && block <= s->dims.rows; block *= 2)
        consider(s, &(plumb_layout){.columns = PLUMB_COLUMNS_TRANSPOSED, .block = block});
}

/* Read so, and stored as stated, or the reverse; with heads where they should be, which have room for so many rows, or
   one after the other. */
static void consider_read(search *s, plumb_spacing read, size_t head) {
    consider(s, &(plumb_layout){.stored.head = head, .read = {.row = read.row, .page = read.page, .pages = read.pages,
                                                              .head = head}});
    for (int own = 0; own < 2; own++)
        consider(s, &(plumb_layout){.read = {.row = read.row, .page = read.page, .pages = read.pages,
                                             .head = own == 1 && read.row > 0 ? s->dims.rows : 0}});
}

static void consider_stored(search *s, plumb_spacing stored, size_t head) {
    for (int i = 0; i < 4; i++) {
        stored.head = i < 2 ? head : 0;
        consider(s, &(plumb_layout){.stored = stored, .read.head = stored.head, .repeats = i % 2 == 1});
    }
}

static void list_rows(search *s) {
    size_t columns = s->dims.columns, rows = s->dims.rows;
    const size_t apart[] = {columns + 1,  columns + 2,  columns + 4,         columns + 8, columns + 16,
                            columns + 32, 2 * columns,  s->dims.heads * columns, 3 * columns, columns / 2};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
        size_t most = apart[i] > columns ? apart[i] : columns, head = (rows * most + columns - 1) / columns;
        if (apart[i] == columns || apart[i] == 0)
            continue;
        consider_read(s, (plumb_spacing){.row = apart[i]}, head);
        consider_stored(s, (plumb_spacing){.row = apart[i]}, head);
        for (size_t tile = 8; tile < rows && tile <= 256; tile *= 2)
            consider_read(s, (plumb_spacing){.row = apart[i], .page = tile, .pages = tile}, 2 * head);
    }
}

static void list_pages(search *s) {
    for (size_t page = 16; page < s->dims.rows && page <= 256; page *= 2)
        for (size_t more = 1; more <= page && more <= 32; more *= 2) {
            size_t head = (s->dims.rows + page - 1) / page * (page + more);
            consider_read(s, (plumb_spacing){.page = page, .pages = page + more}, head);
            consider_stored(s, (plumb_spacing){.page = page, .pages = page + more}, head);
        }
}

static void list_heads(search *s) {
    size_t rows = s->dims.rows, heads = s->dims.heads;
    for (size_t tile = 16; tile <= 512 && heads * s->dims.batch > 1; tile *= 2) {
        size_t padded = (rows + tile - 1) / tile * tile;
        if (padded == rows)
            continue;
        consider(s, &(plumb_layout){.stored.head = padded});
        consider(s, &(plumb_layout){.read.head = padded});
        consider(s, &(plumb_layout){.stored = {.entry = padded * heads}, .read = {.entry = rows * heads}});
    }
    const size_t entry[] = {rows, 2 * rows * heads, rows * s->q->judged->problem.query_heads};
    for (size_t i = 0; i < sizeof entry / sizeof *entry && s->dims.batch > 1; i++)
        if (entry[i] != rows * heads)
            consider(s, &(plumb_layout){.read.entry = entry[i]});
}

static void list_offsets(search *s) {
    for (size_t by = 1; by <= 2 * s->dims.columns; by *= 2) {
        consider(s, &(plumb_layout){.offset = (int64_t)by});
        consider(s, &(plumb_layout){.offset = -(int64_t)by});
    }
}

/* ---- more than there is ---- */

/* Columns that fill the last tile of them. */
static void list_wider(plumb_inquiry *q, plumb_hypotheses *kept) {
    size_t dim = q->multiplied.head_dim, before = 0;
    for (size_t tile = 16; tile <= 256; tile *= 2) {
        plumb_hypothesis h = {.cause = PLUMB_CAUSE_LAYOUT, .columns = (dim + tile - 1) / tile * tile - dim};
        char *says = plumb_workspace_take(&q->memory, PLUMB_FACTORS_TEXT, 1);
        if (says == NULL || h.columns == before || h.columns > dim)
            continue;
        before = h.columns;
        plumb_text_add(says, PLUMB_FACTORS_TEXT,
                       "products q.k have %zu columns more, which stand behind the %zu of queries and keys: the first "
                       "of the next row", h.columns, dim);
        h.says = says;
        for (h.variant = 0; h.variant < 2; h.variant++)
            plumb_consider(q, &h, kept);
    }
}

/* Keys that fill the last tile, and one too many. */
static void list_beyond(plumb_inquiry *q, plumb_hypotheses *kept) {
    size_t keys = q->judged->problem.key_length;
    for (size_t tile = 1; tile <= PLUMB_MOST_BEYOND && !plumb_adds_to_scores(&q->multiplied); tile *= 2) {
        size_t beyond = tile == 1 ? 1 : (keys + tile - 1) / tile * tile - keys;
        if (beyond > 0)
            plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_BEYOND, .tile = beyond}, kept);
    }
}

static void list(search *s) {
    const plumb_problem *p = &s->q->judged->problem;
    s->dims = dims_of(p, s->of);
    if (s->dims.batch * s->dims.heads * s->dims.rows * s->dims.columns > MOST_NUMBERS ||
        (s->of != OF_VALUES && s->dims.rows * s->dims.columns > MOST_OF_HEAD))
        return;
    list_orders(s);
    list_columns(s);
    list_rows(s);
    list_pages(s);
    list_heads(s);
    list_offsets(s);
}

int plumb_form_layouts(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace workspace = {.short_of_memory = false};
    search s = {.q = q, .kept = kept};
    size_t keys = p->batch * p->key_heads * p->key_length, queries = plumb_rows_of(p);
    if (q->samples == 0 || keys * p->value_dim > MOST_NUMBERS)
        return 0;
    s.value = plumb_workspace_take(&workspace, keys * p->value_dim, sizeof *s.value);
    s.key = plumb_workspace_take(&workspace, keys * p->head_dim, sizeof *s.key);
    s.query = plumb_workspace_take(&workspace, queries * p->head_dim, sizeof *s.query);
    if (plumb_scores_are_plain(&q->multiplied)) {
        list_beyond(q, kept);
        list_wider(q, kept);
    }
    for (s.of = OF_VALUES; s.of < KINDS && !workspace.short_of_memory; s.of++)
        if (s.of == OF_VALUES || (plumb_scores_are_plain(&q->multiplied) &&
                                  (s.of != OF_BOTH || p->head_dim == p->value_dim)))
            list(&s);
    int result = workspace.short_of_memory ? -1 : 0;
    plumb_workspace_free(&workspace);
    return result;
}
