/* Products that are multiplied by a number, as by the scale of a page of narrow keys or of one head: where the errors
   follow the derivatives of the outputs by that number, of all keys or of those of a tile; then the number itself, by
   least squares of the sample that tells most. */
#include "compare/vector_sums.h"
#include "exact/visible.h"
#include "infer/forms.h"
#include "infer/scaled_row.h"
#include "infer/shares.h"
#include <math.h>
#include <string.h>

/* Keys of the least tile; tiles twice as long, and so on; steps of the least squares. */
enum { LEAST_TILE = 16, STEPS = 12 };

/* What is left of the squares at most. */
#define MOST_LEFT 0.7

/* The number, at least and at most. */
#define LEAST_FACTOR 0.05
#define MOST_FACTOR 20.0

/* ---- derivatives ---- */

typedef struct {
    plumb_inquiry *inquiry;
    plumb_scaled_row *rows; /* one for each sample */
    double *derivative;     /* [samples][tiles][width] in units of the tolerance */
    double *sum;            /* [width] */
    size_t tiles;           /* of the least size */
    double square;          /* of all errors */
} search;

/* The sum over the keys of a tile of p_j x_j (v_j - o): x is what a product adds to the score. */
static void derive(const search *s, size_t sample, size_t tile, double *to) {
    const plumb_problem *p = &s->inquiry->multiplied;
    const plumb_scaled_row *row = &s->rows[sample];
    const plumb_evidence *at = row->at;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    double scale = plumb_problem_scale(p).mid;
    size_t end = (tile + 1) * LEAST_TILE < p->key_length ? (tile + 1) * LEAST_TILE : p->key_length;
    for (size_t j = tile * LEAST_TILE; j < end; j++) {
        if (!at->visible[j])
            continue;
        double product = plumb_sum_vectors(query, plumb_exact_key(p, at->b, at->h, j), p->head_dim).product;
        double moves = at->weight[j] / at->mass * plumb_plain_score(p, scale, product);
        for (size_t c = 0; c < p->value_dim; c++)
            to[c] += moves * row->unit[c] *
                     (row->value[j * p->value_dim + c] - plumb_mean_of_output(p, at, c, at->exact[c]));
    }
}

static void add_derivatives(const search *s, size_t sample, size_t from, size_t to) {
    size_t width = s->inquiry->width;
    memset(s->sum, 0, width * sizeof *s->sum);
    for (size_t tile = from; tile < to; tile++)
        for (size_t c = 0; c < width; c++)
            s->sum[c] += s->derivative[(sample * s->tiles + tile) * width + c];
}

/* ---- the number ---- */

/* One step of least squares; false: the sample says nothing of it. */
static bool improve(const plumb_inquiry *q, const plumb_evidence *at, plumb_hypothesis *h) {
    const plumb_problem *p = &q->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    plumb_prediction *room = q->room;
    double scale = plumb_problem_scale(p).mid, both = 0, square = 0, divisor, sink;
    if (!plumb_predict(q, h, at, room) || !plumb_shares(q, h, at, room, &divisor, &sink))
        return false;
    memset(room->sum, 0, p->value_dim * sizeof *room->sum);
    for (size_t j = h->from; j < h->to; j++) {
        if (!at->visible[j])
            continue;
        double product = plumb_sum_vectors(query, plumb_exact_key(p, at->b, at->h, j), p->head_dim).product;
        double moves = room->share[j] / divisor * plumb_plain_score(p, scale, product);
        for (size_t c = 0; c < p->value_dim; c++)
            room->sum[c] += moves * (p->value[room->source[j] * p->value_dim + c] -
                                     plumb_mean_of_output(p, at, c, room->output[c]));
    }
    for (size_t c = 0; c < p->value_dim; c++) {
        double moved = room->sum[c] * plumb_gate_at(p, at, c) / room->tolerance[c];
        bool asked = q->column[c] && isfinite(at->engine[c]);
        both += asked ? moved * (at->engine[c] - room->output[c]) / room->tolerance[c] : 0;
        square += asked ? moved * moved : 0;
    }
    h->factor = fmin(fmax(h->factor + (square > 0 ? both / square : 0), LEAST_FACTOR), MOST_FACTOR);
    return isfinite(h->factor) && square > 0;
}

static void consider(search *s, size_t from, size_t to, size_t sample, double factor, plumb_hypotheses *kept) {
    size_t keys = s->inquiry->judged->problem.key_length, end = to * LEAST_TILE;
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_SCORES,
                          .from = from * LEAST_TILE,
                          .to = end < keys ? end : keys,
                          .factor = fmin(fmax(factor, LEAST_FACTOR), MOST_FACTOR)};
    for (int i = 0; i < STEPS; i++)
        if (!improve(s->inquiry, &s->inquiry->sample[sample], &h))
            return;
    plumb_consider(s->inquiry, &h, kept);
}

/* ---- tiles ---- */

typedef struct {
    size_t from, to, sample;
    double left, factor;
} candidate;

/* What is left of all errors with one number, and the sample that tells most. */
static candidate measure(const search *s, size_t from, size_t to) {
    const plumb_inquiry *q = s->inquiry;
    candidate found = {.from = from, .to = to};
    double both = 0, square = 0, most = -1;
    for (size_t i = 0; i < q->samples; i++) {
        double of_both = 0, of_square = 0;
        add_derivatives(s, i, from, to);
        for (size_t c = 0; c < q->width; c++) {
            of_both += s->rows[i].error[c] * s->sum[c];
            of_square += q->column[c] ? s->sum[c] * s->sum[c] : 0;
        }
        both += of_both;
        square += of_square;
        if (of_square > most) {
            most = of_square;
            found.sample = i;
        }
    }
    found.factor = 1 + (square > 0 ? both / square : 0);
    found.left = s->square - (square > 0 ? both * both / square : 0);
    return found;
}

/* The best tile of a size. */
static void try_size(search *s, size_t size, plumb_hypotheses *kept) {
    candidate best = {.left = INFINITY};
    for (size_t from = 0; from < s->tiles && !plumb_inquiry_is_late(s->inquiry); from += size) {
        candidate found = measure(s, from, from + size < s->tiles ? from + size : s->tiles);
        best = found.left < best.left ? found : best;
    }
    if (best.left < MOST_LEFT * s->square)
        consider(s, best.from, best.to, best.sample, best.factor, kept);
}

static void begin(search *s) {
    const plumb_inquiry *q = s->inquiry;
    for (size_t i = 0; i < q->samples; i++) {
        s->square += s->rows[i].square;
        for (size_t tile = 0; tile < s->tiles; tile++)
            derive(s, i, tile, s->derivative + (i * s->tiles + tile) * q->width);
    }
}

int plumb_form_scores(plumb_inquiry *q, plumb_hypotheses *kept) {
    search s = {.inquiry = q, .tiles = (q->judged->problem.key_length + LEAST_TILE - 1) / LEAST_TILE};
    if (!plumb_scores_are_plain(&q->multiplied))
        return 0;
    plumb_room memory = {.short_of_memory = false};
    s.rows = plumb_scaled_rows(q, PLUMB_SEEN_KEYS, &memory);
    s.derivative = plumb_room_take(&memory, q->samples * s.tiles * q->width, sizeof *s.derivative);
    s.sum = plumb_room_take(&memory, q->width, sizeof *s.sum);
    int result = memory.short_of_memory ? -1 : 0;
    if (result == 0) {
        begin(&s);
        try_size(&s, s.tiles, kept);
        for (size_t size = 1; size < s.tiles; size *= 2)
            try_size(&s, size, kept);
    }
    plumb_room_free(&memory);
    return result;
}
