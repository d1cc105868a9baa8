/* Each gradient in the sample is split into the parts of up to 64 tiles of keys or queries.  How often each part counts
   beyond once is solved by least squares of all sampled numbers, weighed by their expected errors, with a small ridge
   and Cholesky.  Factors near an integer become it, and the sums so predicted must explain nearly all that is wrong;
   then runs of equal factors are put into words.  A sink has one number a head, so there only first or last queries are
   tried. */
#include "diagnose/gradient_tiles.h"
#include "exact/visible.h"
#include "infer/cholesky.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many tiles at most, of a power of two of queries or keys, 8 at least. */
enum { MOST_TILES = 64, LEAST_TILE = 8 };

typedef struct {
    const plumb_gradient_sample *sample;
    plumb_gradient gradient;
    const plumb_sampled_gradient *of;
    size_t length, tile, tiles; /* queries or keys that are summed, in a tile; tiles */
    double *part;               /* [lines][width][tiles] */
    double *gram, *factor;      /* [tiles][tiles], [tiles] */
} solving;

static int init(solving *s) {
    const plumb_problem *p = &s->sample->of->problem;
    s->length = s->gradient == PLUMB_GRADIENT_OF_QUERY ? p->key_length : p->query_length;
    s->tile = LEAST_TILE;
    while (s->length > s->tile * MOST_TILES)
        s->tile *= 2;
    s->tiles = (s->length + s->tile - 1) / s->tile;
    s->part = calloc(s->of->lines * s->of->width * s->tiles + s->tiles * (s->tiles + 1) + 1, sizeof *s->part);
    if (s->part == NULL)
        return -1;
    s->gram = s->part + s->of->lines * s->of->width * s->tiles;
    s->factor = s->gram + s->tiles * s->tiles;
    return 0;
}

/* ---- the parts ---- */

static void add_part(solving *s, size_t line, size_t place, double weight, const double *x) {
    for (size_t c = 0; c < s->of->width; c++)
        s->part[(line * s->of->width + c) * s->tiles + place / s->tile] += weight * x[c];
}

static void add_row(solving *s, const plumb_backward_row *row) {
    const plumb_gradient_sample *of = s->sample;
    const plumb_problem *p = row->problem;
    if (s->gradient == PLUMB_GRADIENT_OF_QUERY) {
        for (size_t n = 0; n < of->queries; n++)
            for (size_t j = 0; of->query[n][0] == row->h && of->query[n][1] == row->t && j < p->key_length; j++)
                add_part(s, n, j, row->scale * row->score_gradient[j] * row->slope[j],
                         plumb_exact_key(p, row->b, row->h, j));
        return;
    }
    bool values = s->gradient == PLUMB_GRADIENT_OF_VALUE;
    for (size_t n = 0; n < of->keys; n++) {
        size_t j = of->key[n];
        double product = row->scale * row->score_gradient[j] * row->slope[j];
        if (row->row->visible[j])
            add_part(s, n, row->t, values ? row->row->weight[j].mid : product,
                     values ? row->output_gradient : row->query);
    }
}

static int find_parts(solving *s) {
    const plumb_case *c = s->sample->of;
    const plumb_problem *p = &c->problem;
    plumb_rows rows;
    plumb_backward_row row;
    if (plumb_rows_init(&rows, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0)
        return -1;
    int status = plumb_backward_row_init(&row, p);
    for (size_t h = 0; h < p->query_heads && status == 0; h++)
        for (size_t t = 0; plumb_gradient_reads(c, h, s->sample->key_head) && t < p->query_length; t++) {
            plumb_backward_row_set(&row, plumb_rows_get(&rows, s->sample->b, h, t), s->sample->b, h, t);
            add_row(s, &row);
        }
    if (status == 0)
        plumb_backward_row_free(&row);
    plumb_rows_free(&rows);
    return status;
}

/* ---- how often each counts ---- */

/* What no equation tells stays at about 1. */
#define RIDGE 1e-6

static void add_equation(solving *s, const double *x, double weight, double y) {
    for (size_t i = 0; i < s->tiles; i++) {
        double scaled = weight * x[i];
        s->factor[i] += scaled * y;
        for (size_t k = i; k < s->tiles; k++)
            s->gram[i * s->tiles + k] += scaled * x[k];
    }
}

/* The factors less 1, of what the engine's numbers are off by. */
static bool solve(solving *s) {
    for (size_t i = 0; i < s->of->lines * s->of->width; i++) {
        double off = s->of->engine[i] - s->of->exact[i];
        if (isfinite(off) && s->of->limit[i] > 0 && isfinite(s->of->limit[i]))
            add_equation(s, s->part + i * s->tiles, 1 / (s->of->limit[i] * s->of->limit[i]), off);
    }
    for (size_t i = 0; i < s->tiles; i++)
        s->gram[i * s->tiles + i] += RIDGE * (1 + s->gram[i * s->tiles + i]);
    if (plumb_cholesky(s->gram, s->tiles) != 0)
        return false;
    plumb_cholesky_solve(s->gram, s->tiles, s->factor);
    return true;
}

/* Tiles count a whole number of times. */
static void settle(solving *s) {
    for (size_t i = 0; i < s->tiles; i++) {
        double whole = rint(s->factor[i]);
        s->factor[i] = fabs(s->factor[i] - whole) < 0.2 ? whole : s->factor[i];
    }
}

static void predict(const solving *s, double *numbers) {
    for (size_t i = 0; i < s->of->lines * s->of->width; i++) {
        numbers[i] = s->of->exact[i];
        for (size_t k = 0; k < s->tiles; k++)
            numbers[i] += s->factor[k] * s->part[i * s->tiles + k];
    }
}

/* ---- in words ---- */

static size_t run_end(const solving *s, size_t from) {
    size_t end = from + 1;
    while (end < s->tiles && fabs(s->factor[end] - s->factor[from]) < 0.05)
        end++;
    return end;
}

static void add_run(const solving *s, size_t from, size_t end, const char *comma, char *says, size_t size) {
    const char *noun = s->gradient == PLUMB_GRADIENT_OF_QUERY ? "keys" : "queries";
    size_t last = end * s->tile < s->length ? end * s->tile - 1 : s->length - 1;
    plumb_text_add(says, size, "%s%s %zu to %zu ", comma, noun, from * s->tile, last);
    if (fabs(s->factor[from] + 1) < 0.05)
        plumb_text_add(says, size, "are left out");
    else if (fabs(s->factor[from] - 1) < 0.05)
        plumb_text_add(says, size, "count twice");
    else
        plumb_text_add(says, size, "count %.3g times", 1 + s->factor[from]);
}

/* More runs than these are no tiles. */
enum { MOST_RUNS = 3 };

static bool say(const solving *s, char *says, size_t size) {
    size_t runs = 0;
    *says = 0;
    for (size_t i = 0, end; i < s->tiles; i = end) {
        end = run_end(s, i);
        if (fabs(s->factor[i]) < 0.05)
            continue;
        if (++runs > MOST_RUNS)
            return false;
        add_run(s, i, end, runs > 1 ? ", " : "", says, size);
    }
    return runs > 0;
}

/* ---- sinks: some of the queries, from the first or up to the last ---- */

static void add_sinks(const plumb_gradient_sample *s, const plumb_backward_row *row, bool last, size_t count,
                      double *numbers) {
    size_t queries = s->of->problem.query_length;
    if (last ? row->t + count >= queries : row->t < count)
        numbers[row->h] += row->sink * (row->lse_gradient - row->delta);
}

static void sum_sinks(const plumb_gradient_sample *s, plumb_rows *rows, plumb_backward_row *row, bool last,
                      size_t count, double *numbers) {
    const plumb_problem *p = &s->of->problem;
    memset(numbers, 0, p->query_heads * sizeof *numbers);
    for (size_t h = 0; h < p->query_heads; h++)
        for (size_t t = 0; plumb_gradient_reads(s->of, h, s->key_head) && t < p->query_length; t++) {
            plumb_backward_row_set(row, plumb_rows_get(rows, s->b, h, t), s->b, h, t);
            add_sinks(s, row, last, count, numbers);
        }
}

enum { LEAST_QUERIES = 16 };

static int find_sinks(const plumb_gradient_sample *s, double *numbers, size_t *explained, char *says, size_t size) {
    const plumb_problem *p = &s->of->problem;
    plumb_rows rows;
    plumb_backward_row row;
    if (p->batch > 1 || plumb_rows_init(&rows, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0)
        return p->batch > 1 ? 0 : -1;
    int status = plumb_backward_row_init(&row, p);
    for (size_t i = 0; status == 0 && *explained == 0 && (size_t)LEAST_QUERIES << i / 2 < p->query_length; i++) {
        size_t count = (size_t)LEAST_QUERIES << i / 2;
        sum_sinks(s, &rows, &row, i % 2 == 0, count, numbers);
        *explained = plumb_numbers_explain(s, PLUMB_GRADIENT_OF_SINK, numbers);
        if (*explained > 0)
            snprintf(says, size, "only the %s %zu queries count", i % 2 == 0 ? "last" : "first", count);
    }
    if (status == 0)
        plumb_backward_row_free(&row);
    plumb_rows_free(&rows);
    return status;
}

int plumb_gradient_tiles(const plumb_gradient_sample *sample, plumb_gradient gradient, double *numbers,
                         size_t *explained, char *says, size_t size) {
    solving s = {.sample = sample, .gradient = gradient, .of = &sample->gradient[gradient]};
    *explained = 0;
    if (sample->of->problem.key_length == 0 || gradient > PLUMB_GRADIENT_OF_BIAS)
        return 0;
    if (gradient == PLUMB_GRADIENT_OF_SINK)
        return find_sinks(sample, numbers, explained, says, size);
    if (init(&s) != 0)
        return -1;
    int status = find_parts(&s);
    if (status == 0 && solve(&s)) {
        settle(&s);
        predict(&s, numbers);
        size_t right = plumb_numbers_explain(sample, gradient, numbers);
        if (right > 0 && say(&s, says, size))
            *explained = right;
    }
    free(s.part);
    return status;
}
