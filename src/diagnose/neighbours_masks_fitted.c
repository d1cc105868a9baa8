/* neighbours_masks_fitted.c - a window and a causal mask of other sizes than any list of engines
   has, found from the output itself: with the scores of a row, sums over its first keys give the
   output for every size at once (weight_parts.h). */
#include "bundle/rows.h"
#include "diagnose/change.h"
#include "diagnose/fit.h"
#include "diagnose/kept_scores.h"
#include "diagnose/rows.h"
#include "infer/weight_parts.h"
#include <math.h>
#include <stdlib.h>

/* Rows looked at; what is left of the squares where a size explains them. */
enum { ROWS = 48 };
#define LEFT 0x1p-6

/* Columns that are summed together: sizes that these exclude are not asked of others. */
enum { COLUMNS = 8 };

/* Rows of a problem of which nothing but the mask is open. */
typedef struct {
    plumb_problem open;
    size_t step, rows; /* every one of so many; how many */
    double *weight;    /* [rows][key_length] what each key multiplies its value by */
    double *part;      /* [rows][key_length] what each key adds to what is divided by */
    double *sink;      /* [rows] what a sink adds to it; NaN of a row without keys */
    double *as_stated; /* [rows] the squares of what the engine's row differs by as it is stated */
    double *sum;       /* [key_length + 1] of the parts of one row over the first keys */
    double *value;     /* [key_length + 1][COLUMNS] of their values, weighted */
} looked_at;

/* Sizes that may explain the rows. */
typedef struct {
    size_t *size, count;
    double *squares; /* [count] of the columns so far */
} sizes_left;

static void end(looked_at *rows) {
    free(rows->weight);
    free(rows->part);
    free(rows->sink);
    free(rows->as_stated);
    free(rows->sum);
    free(rows->value);
}

static bool begin(looked_at *rows, const plumb_problem *p) {
    size_t step = plumb_rows_of(p) / plumb_fit_rows(p, ROWS), keys = p->key_length;
    *rows = (looked_at){.open = *p, .step = step, .rows = (plumb_rows_of(p) + step - 1) / step};
    rows->weight = malloc((rows->rows * keys + 1) * sizeof *rows->weight);
    rows->part = malloc((rows->rows * keys + 1) * sizeof *rows->part);
    rows->sink = calloc(rows->rows + 1, sizeof *rows->sink);
    rows->as_stated = calloc(rows->rows + 1, sizeof *rows->as_stated);
    rows->sum = malloc((keys + 1) * sizeof *rows->sum);
    rows->value = malloc((keys + 1) * COLUMNS * sizeof *rows->value);
    return rows->weight != NULL && rows->part != NULL && rows->sink != NULL && rows->as_stated != NULL &&
           rows->sum != NULL && rows->value != NULL;
}

/* Exponentials are relative to the largest score. */
static void weigh_row(looked_at *rows, const plumb_row *row, size_t i) {
    const plumb_problem *p = &rows->open;
    double *weight = rows->weight + i * p->key_length, *part = rows->part + i * p->key_length, most = -INFINITY;
    for (size_t j = 0; j < p->key_length; j++)
        if (row->visible[j])
            most = fmax(most, row->score[j].mid);
    for (size_t j = 0; j < p->key_length; j++) {
        plumb_weight_parts parts = {0, 0};
        if (row->visible[j])
            parts = plumb_weight_parts_of(&p->op, row->score[j].mid, most);
        weight[j] = parts.of_values;
        part[j] = parts.of_sum;
    }
    size_t h = i * rows->step / p->query_length % p->query_heads;
    rows->sink[i] = isfinite(most) ? plumb_sink_beside(p, h, most) : NAN;
}

/* As it is stated nothing is open, and the squares are taken. */
static bool weigh_rows(looked_at *rows, const plumb_case *stated, bool as_stated) {
    size_t dim = stated->problem.value_dim;
    plumb_rows some;
    if (plumb_rows_init(&some, &rows->open, 1, PLUMB_KEEP_ALL) != 0)
        return false;
    some.row.without_lse = true;
    for (size_t i = 0; i < rows->rows; i++) {
        const plumb_row *row = plumb_rows_number(&some, i * rows->step);
        weigh_row(rows, row, i);
        for (size_t c = 0; as_stated && c < dim; c++) {
            double off = stated->output.value[i * rows->step * dim + c] - row->output[c].mid;
            rows->as_stated[i] += isfinite(off) ? off * off : 0;
        }
    }
    plumb_rows_free(&some);
    return true;
}

/* Sums over the first keys of row i, of columns from `first` on. */
static void sum_row(looked_at *rows, size_t i, size_t first, size_t columns) {
    const plumb_problem *p = &rows->open;
    size_t head = i * rows->step / p->query_length, h = head % p->query_heads;
    size_t key_head = head / p->query_heads * p->key_heads + h / (p->query_heads / p->key_heads);
    const double *value = p->value + key_head * p->key_length * p->value_dim + first;
    const double *weight = rows->weight + i * p->key_length, *part = rows->part + i * p->key_length;
    rows->sum[0] = 0;
    for (size_t c = 0; c < columns; c++)
        rows->value[c] = 0;
    for (size_t j = 0; j < p->key_length; j++) {
        const double *before = rows->value + j * COLUMNS;
        rows->sum[j + 1] = rows->sum[j] + part[j];
        for (size_t c = 0; c < columns; c++)
            rows->value[(j + 1) * COLUMNS + c] =
                before[c] + (weight[j] == 0 ? 0 : weight[j] * value[j * p->value_dim + c]);
    }
}

/* The squares of what the engine's numbers of row i differ by from the keys first .. end_key - 1. */
static double squares_of(const looked_at *rows, size_t i, const double *engine, size_t columns, size_t first,
                         size_t end_key) {
    double sum = plumb_divisor_of_parts(&rows->open, rows->sum[end_key] - rows->sum[first] + rows->sink[i]);
    double squares = 0;
    for (size_t c = 0; c < columns; c++) {
        double total = rows->value[end_key * COLUMNS + c] - rows->value[first * COLUMNS + c];
        double off = engine[c] - (fabs(sum) > 0 ? total / sum : 0);
        squares += isfinite(off) ? off * off : 0;
    }
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

typedef struct {
    size_t first, end;
} key_run;

/* The keys of a row at position p under the mask of that size. */
static key_run keys_under(const plumb_problem *open, int64_t p, sized_mask which, int64_t size) {
    size_t keys = open->key_length;
    int64_t queries = (int64_t)open->query_length, chunk = which == CHUNK && p >= 0 ? p / size * size : 0;
    switch (which) {
    case WINDOW:
        return (key_run){within(p - size, keys), keys};
    case PREFIX:
        return (key_run){0, within(p + 1 < size ? size : p + 1, keys)};
    case CHUNK:
        return (key_run){within(chunk, keys), within(chunk + size, keys)};
    case CAUSAL:
    default:
        return (key_run){0, within(p - open->causal.offset + size - queries + 1, keys)};
    }
}

/* Queries before the first key tell nothing of chunks. */
static void add_squares(const looked_at *rows, size_t i, const double *engine, size_t columns, sized_mask which,
                        sizes_left *left) {
    const plumb_problem *p = &rows->open;
    size_t n = i * rows->step, head = n / p->query_length;
    int64_t at = (int64_t)(n % p->query_length) + plumb_offset_of(p, head / p->query_heads);
    for (size_t k = 0; k < left->count && !(which == CHUNK && at < 0); k++) {
        key_run keys = keys_under(p, at, which, (int64_t)left->size[k]);
        left->squares[k] += squares_of(rows, i, engine, columns, keys.first, keys.end);
    }
}

static void drop_sizes(sizes_left *left, double most) {
    size_t kept = 0;
    for (size_t k = 0; k < left->count; k++)
        if (left->squares[k] < most) {
            left->size[kept] = left->size[k];
            left->squares[kept++] = left->squares[k];
        }
    left->count = kept;
}

/* A few columns at a time: what these leave too much of, all do. */
static void try_sizes(looked_at *rows, const double *output, sized_mask which, double most, sizes_left *left) {
    size_t dim = rows->open.value_dim;
    for (size_t first = 0; first < dim && left->count > 0; first += COLUMNS) {
        size_t columns = dim - first < COLUMNS ? dim - first : COLUMNS;
        for (size_t i = 0; i < rows->rows; i++) {
            if (isnan(rows->sink[i]))
                continue;
            sum_row(rows, i, first, columns);
            add_squares(rows, i, output + i * rows->step * dim + first, columns, which, left);
        }
        drop_sizes(left, most);
    }
}

static double sum_as_stated(const looked_at *rows) {
    double sum = 0;
    for (size_t i = 0; i < rows->rows; i++)
        sum += isnan(rows->sink[i]) ? 0 : rows->as_stated[i];
    return sum;
}

/* The size of which the squares are least, of so many; false if none explains the output. */
static bool find_size(looked_at *rows, const double *output, sized_mask which, size_t sizes, size_t *size) {
    sizes_left left = {malloc(sizes * sizeof *left.size), 0, calloc(sizes, sizeof *left.squares)};
    double most = LEFT * sum_as_stated(rows), least = INFINITY;
    bool whole = left.size != NULL && left.squares != NULL;
    for (size_t i = least_size(which); whole && i < sizes; i++)
        left.size[left.count++] = i;
    if (whole && most > 0)
        try_sizes(rows, output, which, most, &left);
    else
        left.count = 0;
    for (size_t k = 0; k < left.count; k++)
        if (left.squares[k] < least) {
            least = left.squares[k];
            *size = left.size[k];
        }
    free(left.size);
    free(left.squares);
    return least < INFINITY;
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

static bool opens_nothing(const plumb_problem *a, const plumb_problem *b) {
    return a->mask.left == b->mask.left && a->mask.chunk == b->mask.chunk && a->causal.causal == b->causal.causal &&
           a->mask.prefixed == b->mask.prefixed;
}

/* The rows under that mask, which may be those of the mask before; false if memory is short. */
static bool open_rows(const plumb_case *stated, const plumb_problem *open, looked_at *rows) {
    bool same = opens_nothing(open, &rows->open);
    rows->open = *open;
    return same || weigh_rows(rows, stated, false);
}

static void add_size(const plumb_case *stated, looked_at *rows, sized_mask which, plumb_neighbourhood *list) {
    const plumb_problem *p = &stated->problem;
    plumb_problem open = *p;
    size_t size;
    open_mask(&open, which);
    if ((which == PREFIX && plumb_mask_counts(&open)) || !open_rows(stated, &open, rows) ||
        !find_size(rows, stated->output.value, which, p->key_length + 1, &size) ||
        size + 1 >= p->key_length || (which == PREFIX && size == 0))
        return;
    plumb_neighbour row = FITTED(of_size(p, which, (long long)size));
    row.of_keys = true;
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

static void add_causal(const plumb_case *stated, looked_at *rows, plumb_neighbourhood *list) {
    const plumb_problem *p = &stated->problem;
    plumb_problem open = *p;
    size_t size;
    open.causal.causal = false;
    if (p->mask.entry_offset != NULL || plumb_mask_counts(&open) || !open_rows(stated, &open, rows) ||
        !find_size(rows, stated->output.value, CAUSAL, p->query_length + p->key_length, &size))
        return;
    int64_t offset = (int64_t)size - (int64_t)p->query_length;
    if (is_usual(p, offset) || offset + 1 >= (int64_t)p->key_length)
        return;
    plumb_neighbour row =
        FITTED(STATE_MASKS("\"mask\":\"causal\",\"causal_alignment\":{\"offset\":%lld}", (long long)offset));
    row.of_keys = true;
    plumb_row_add(stated, list, PLUMB_NEIGHBOUR_FAULT, p->causal.causal ? "causal_alignment" : "mask", row,
                  "lets query t see the keys up to t%+lld", (long long)offset);
}

void plumb_neighbours_of_fitted_masks(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    looked_at rows;
    if (!stated->output.present || !plumb_is_of_sums(p) || p->key_length < 2 || p->mask.in_cache)
        return;
    if (begin(&rows, p) && weigh_rows(&rows, stated, true)) {
        add_size(stated, &rows, WINDOW, neighbourhood);
        add_causal(stated, &rows, neighbourhood);
        add_size(stated, &rows, PREFIX, neighbourhood);
        add_size(stated, &rows, CHUNK, neighbourhood);
    }
    end(&rows);
}
