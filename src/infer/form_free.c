/* Where weights are wrong, or values, if no rule says how.  Weights of a run of keys, or of tiles, may be anything in
   each row; the least run that explains the samples is kept.  Values of a run are solved for from all rows of a key
   head, which have the stated weights. */
#include "exact/visible.h"
#include "infer/cholesky.h"
#include "infer/factors.h"
#include "infer/forms.h"
#include "infer/gram.h"
#include "infer/predict.h"
#include "infer/shares.h"
#include "schema/text.h"
#include <math.h>
#include <string.h>

/* Of four columns that a row has three may be spent on numbers of its own, and of five rows of a key head four. */
enum { COLUMNS_LEFT = 4, ROWS_LEFT = 5 };

/* Rows and keys of one system of values; runs are sought among four times as many. */
enum { MOST_ROWS = 512, MOST_KEYS = 1024 };

/* Rows are no nearer than that part of their tolerance; values stay within some 10 of those stated. */
#define LEAST_NOISE 0.05
#define RIDGE 1e-2

/* Values are the keys if they are so much nearer to them than to those stated. */
#define NEARER 0.01

/* ---- the least run ---- */

typedef bool explains(void *context, size_t from, size_t to);

/* The ends of a run that explains all, keys from..to - 1, move in as far as they can. */
static void shrink(explains *fits, void *context, size_t *from, size_t *to) {
    for (size_t step = (*to - *from) / 2; step > 0; step /= 2)
        for (bool moved = true; moved && *to - *from > step;) {
            moved = fits(context, *from + step, *to);
            *from += moved ? step : 0;
            if (*to - *from > step && fits(context, *from, *to - step)) {
                *to -= step;
                moved = true;
            }
        }
}

/* The shortest of runs of a power of two, each half of that on, or all keys; false: there is none. */
static bool find_run(explains *fits, void *context, size_t keys, size_t most, size_t *from, size_t *to) {
    for (size_t length = 8; length / 2 < keys && (length <= most || keys <= most + 1); length *= 2)
        for (*from = 0; *from < keys; *from += length / 2) {
            *to = *from + length < keys ? *from + length : keys;
            if (!fits(context, *from, *to))
                continue;
            shrink(fits, context, from, to);
            return true;
        }
    return false;
}

/* ---- weights ---- */

typedef struct {
    plumb_inquiry *q;
    plumb_hypothesis h;
} free_weights;

static bool explains_weights(void *context, size_t from, size_t to) {
    free_weights *s = context;
    plumb_hypotheses found = {.count = 0};
    s->h.from = from;
    s->h.to = to;
    s->h.free = to - from + (from > 0 || to < s->q->judged->problem.key_length);
    plumb_consider(s->q, &s->h, &found);
    return found.count > 0 && found.list[0].explained == s->q->samples;
}

static void form_tiles(plumb_inquiry *q, size_t most, plumb_hypotheses *kept) {
    size_t keys = q->judged->problem.key_length, tile = 8;
    while (2 * tile < keys)
        tile *= 2;
    for (; tile >= 8 && kept->count == 0; tile /= 2) {
        plumb_hypothesis h = {.cause = PLUMB_CAUSE_FREE, .tile = tile, .free = (keys + tile - 1) / tile};
        if (h.free > 1 && h.free <= most)
            plumb_consider(q, &h, kept);
    }
}

static void form_runs(plumb_inquiry *q, bool hidden, size_t most, plumb_hypotheses *kept) {
    free_weights s = {q, {.cause = PLUMB_CAUSE_FREE, .once = hidden}};
    size_t keys = q->judged->problem.key_length, from, to;
    for (s.h.tile = 1; s.h.tile < most && s.h.tile < keys && kept->count == 0; s.h.tile *= 2)
        for (s.h.variant = PLUMB_FREE_TILE; s.h.variant <= PLUMB_FREE_LAST && kept->count == 0; s.h.variant++)
            if ((s.h.variant == PLUMB_FREE_LAST || s.h.tile >= 8) && explains_weights(&s, 0, s.h.tile))
                plumb_consider(q, &s.h, kept);
    s.h.variant = PLUMB_FREE_KEYS;
    if (kept->count == 0 && keys <= 4 * MOST_KEYS && find_run(explains_weights, &s, keys, most - 1, &from, &to)) {
        explains_weights(&s, from, to);
        plumb_consider(q, &s.h, kept);
    }
}

/* ---- values ---- */

typedef struct {
    plumb_inquiry *q;
    plumb_workspace memory;
    plumb_evidence_reader reader;
    plumb_evidence at;
    size_t rows, keys, columns;             /* columns that are asked about */
    double *weight, *error;                 /* [rows][keys], [rows][width] in units of the tolerance */
    double *gram, *right;                   /* [keys][keys], [width][keys] */
    double *part, *solved;                  /* [keys][keys] of a run; [width][keys] */
    double square, *value;                  /* of the errors; [as stated] what is read */
} free_values;

static bool begin_values(free_values *s) {
    const plumb_problem *p = &s->q->judged->problem;
    size_t width = s->q->width, keys = s->keys = p->key_length;
    s->weight = plumb_workspace_take(&s->memory, MOST_ROWS * keys, sizeof(double));
    s->error = plumb_workspace_take(&s->memory, MOST_ROWS * width, sizeof(double));
    s->gram = plumb_workspace_take(&s->memory, keys * keys, sizeof(double));
    s->part = plumb_workspace_take(&s->memory, keys * keys, sizeof(double));
    s->right = plumb_workspace_take(&s->memory, width * keys, sizeof(double));
    s->solved = plumb_workspace_take(&s->memory, width * keys, sizeof(double));
    for (size_t c = 0; c < width; c++)
        s->columns += s->q->column[c];
    return !s->memory.short_of_memory;
}

static bool add_row(free_values *s, size_t row) {
    plumb_inquiry *q = s->q;
    const plumb_problem *p = &q->judged->problem;
    const plumb_evidence *at = &s->at;
    double tolerance = 0, *weight = s->weight + s->rows * s->keys, *error = s->error + s->rows * q->width;
    if (plumb_evidence_read(&s->reader, row, false, &s->at) != 0)
        return false;
    if (!at->usable)
        return true;
    plumb_predict(q, NULL, at, q->workspace);
    for (size_t c = 0; c < q->width; c++)
        tolerance += q->workspace->tolerance[c] * q->workspace->tolerance[c] / (double)q->width;
    double unit = 1 / (sqrt(tolerance) * fmax(q->usual, LEAST_NOISE));
    for (size_t j = 0; j < s->keys; j++)
        weight[j] = at->weight[j] * unit;
    for (size_t c = 0; c < q->width; c++) {
        error[c] = q->column[c] ? unit * (plumb_mean_of_output(p, at, c, at->engine[c]) -
                                          plumb_mean_of_output(p, at, c, at->exact[c])) : 0;
        s->square += error[c] * error[c];
    }
    s->rows++;
    return isfinite(s->square);
}

/* All rows of a key head, or so many evenly. */
static bool read_head(free_values *s, size_t head) {
    const plumb_problem *p = &s->q->judged->problem;
    size_t group = p->query_heads / p->key_heads, all = group * p->query_length;
    size_t most = all < MOST_ROWS ? all : MOST_ROWS;
    s->square = 0;
    s->rows = 0;
    for (size_t i = 0; i < most; i++)
        if (plumb_inquiry_is_late(s->q) || !add_row(s, head * all + i * all / most))
            return false;
    memset(s->gram, 0, s->keys * s->keys * sizeof *s->gram);
    memset(s->right, 0, s->q->width * s->keys * sizeof *s->right);
    plumb_gram_add(s->weight, s->rows, s->keys, s->gram);
    for (size_t i = 0; i < s->rows; i++)
        for (size_t c = 0; c < s->q->width; c++)
            for (size_t j = 0; j < s->keys && s->error[i * s->q->width + c] != 0; j++)
                s->right[c * s->keys + j] += s->weight[i * s->keys + j] * s->error[i * s->q->width + c];
    return true;
}

static bool explains_values(void *context, size_t from, size_t to) {
    free_values *s = context;
    size_t n = to - from;
    double left = s->square, limit = s->q->limit / fmax(s->q->usual, LEAST_NOISE);
    if (ROWS_LEFT * n > (ROWS_LEFT - 1) * s->rows || plumb_inquiry_is_late(s->q))
        return false;
    for (size_t i = 0; i < n; i++) {
        memcpy(s->part + i * n, s->gram + (from + i) * s->keys + from, n * sizeof *s->part);
        s->part[i * n + i] += RIDGE;
    }
    if (plumb_cholesky(s->part, n) != 0)
        return false;
    for (size_t c = 0; c < s->q->width; c++) {
        double *x = s->solved + c * n, *right = s->right + c * s->keys + from;
        memcpy(x, right, n * sizeof *x);
        plumb_cholesky_solve(s->part, n, x);
        for (size_t j = 0; j < n; j++)
            left -= right[j] * x[j];
    }
    return left <= limit * limit * (double)((s->rows - n) * s->columns);
}

/* How far the values of a head that were solved for are from others, each by what is known of it. */
static double distance(const free_values *s, size_t from, size_t to, const double *stated, const double *other) {
    double sum = 0;
    for (size_t j = from; j < to; j++)
        for (size_t c = 0; c < s->q->width; c++) {
            double x = stated[j * s->q->width + c] + s->solved[c * (to - from) + j - from] - other[j * s->q->width + c];
            sum += s->gram[j * s->keys + j] * x * x;
        }
    return sum;
}

/* The run of one head, and then of the others that fail; false: they have none, or not the same. */
static bool solve_heads(free_values *s, size_t *from, size_t *to, bool *are_keys) {
    const plumb_problem *p = &s->q->judged->problem;
    size_t rows = p->query_heads / p->key_heads * p->query_length, width = s->q->width;
    bool found = false;
    *are_keys = p->head_dim == width;
    for (size_t head = 0; head < p->batch * p->key_heads; head++) {
        double *value = s->value + head * s->keys * width;
        const double *stated = p->value + head * s->keys * width, *key = p->key + head * s->keys * p->head_dim;
        if (memchr(s->q->failing + head * rows, 1, rows) == NULL)
            continue;
        if (!read_head(s, head) ||
            !(found ? explains_values(s, *from, *to)
                    : find_run(explains_values, s, s->keys, 2 * s->keys, from, to) && explains_values(s, *from, *to)))
            return false;
        found = true;
        *are_keys =
            *are_keys && distance(s, *from, *to, stated, key) < NEARER * distance(s, *from, *to, stated, stated);
        for (size_t i = *from * width; i < *to * width; i++)
            value[i] += s->solved[i % width * (*to - *from) + i / width - *from];
    }
    return found;
}

static int consider_values(free_values *s, plumb_hypotheses *kept) {
    const plumb_problem *p = &s->q->judged->problem;
    size_t numbers = p->batch * p->key_heads * s->keys * s->q->width, from, to;
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_LAYOUT};
    char *says = plumb_workspace_take(&s->q->memory, PLUMB_FACTORS_TEXT, 1);
    bool are_keys;
    s->value = plumb_workspace_take(&s->q->memory, numbers, sizeof *s->value);
    if (s->value == NULL || says == NULL)
        return -1;
    memcpy(s->value, p->value, numbers * sizeof *s->value);
    if (!solve_heads(s, &from, &to, &are_keys))
        return 0;
    if (from + 1 == to)
        plumb_text_add(says, PLUMB_FACTORS_TEXT, "the value of key %zu is ", from);
    else
        plumb_text_add(says, PLUMB_FACTORS_TEXT, "the values of keys %zu to %zu are ", from, to - 1);
    plumb_text_add(says, PLUMB_FACTORS_TEXT,
                   are_keys ? "read from the keys" : "not those given; all weights are right");
    for (size_t i = 0; i < numbers && are_keys; i++)
        s->value[i] = i / s->q->width % s->keys - from < to - from ? p->key[i] : p->value[i];
    if (!are_keys)
        h.free = 1 + s->columns * (to - from) / s->rows;
    h.value = s->value;
    h.says = says;
    plumb_consider(s->q, &h, kept);
    return 0;
}

static int form_values(plumb_inquiry *q, plumb_hypotheses *kept) {
    free_values s = {.q = q};
    int result = begin_values(&s) && plumb_evidence_init(&s.at, &q->judged->problem) == 0 ? 0 : -1;
    if (result == 0 &&
        plumb_evidence_reader_init(&s.reader, q->judged, q->precision, q->longest_key, PLUMB_BUNDLE_ROWS) == 0) {
        result = consider_values(&s, kept);
        plumb_evidence_reader_free(&s.reader);
    }
    plumb_evidence_free(&s.at);
    plumb_workspace_free(&s.memory);
    return result;
}

/* Whether the row is the exact one times a number, so that no key weighs otherwise than the others. */
static bool is_multiple(const plumb_inquiry *q, const plumb_evidence *at) {
    double along = 0, square = 0, misfit = 0, columns = 0;
    plumb_predict(q, NULL, at, q->workspace);
    for (size_t c = 0; c < q->width; c++) {
        double x = q->column[c] ? at->exact[c] / q->workspace->tolerance[c] : 0;
        along += q->column[c] ? x * at->engine[c] / q->workspace->tolerance[c] : 0;
        square += x * x;
    }
    for (size_t c = 0; c < q->width; c++) {
        double off = q->column[c] ? at->engine[c] - along / square * at->exact[c] : 0;
        misfit += off * off / (q->workspace->tolerance[c] * q->workspace->tolerance[c]);
        columns += q->column[c];
    }
    return square > 0 && misfit <= q->limit * q->limit * columns;
}

static bool are_multiples(const plumb_inquiry *q) {
    for (size_t i = 0; i < q->samples; i++)
        if (!is_multiple(q, &q->sample[i]))
            return false;
    return true;
}

int plumb_form_free(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t columns = 0;
    for (size_t c = 0; c < q->width; c++)
        columns += q->column[c];
    size_t most = columns * (COLUMNS_LEFT - 1) / COLUMNS_LEFT;
    if (q->samples == 0 || plumb_exact_has_sink_value(p) || most < 2 || are_multiples(q))
        return 0;
    form_runs(q, false, most, kept);
    if (kept->count == 0 && memchr(q->sample[0].visible, 0, p->key_length) != NULL)
        form_runs(q, true, most, kept);
    if (kept->count == 0)
        form_tiles(q, most, kept);
    return kept->count == 0 && p->key_length <= MOST_KEYS ? form_values(q, kept) : 0;
}
