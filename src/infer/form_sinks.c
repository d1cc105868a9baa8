/* Sinks: the weight that each failing row gives to its own, one unknown by least squares; which head has that logit, or
   which line all logits are on. */
#include "exact/visible.h"
#include "infer/forms.h"
#include "infer/predict.h"
#include "infer/shares.h"
#include <math.h>

/* Logits are the same that differ by less, in units of what is known of them; so many of a hundred rows must say so. */
#define DEVIATIONS 5.0
#define LEAST_DEVIATION 1e-4
enum { MOST_OF_100 = 95 };

/* What is known of a weight, as a part of it: more, and it may be 0. */
#define OPEN 0.25

/* Distances between heads that are tried. */
enum { MOST_PLUS = 16 };

typedef struct {
    size_t b, h, t;
    double logit, deviation;
} told;

/* ---- a row ---- */

/* sum w v + y v* = o (sum w + y): the weight y of the sink, as a logit.  False: it does not explain the row, or may be
   none. */
static bool solve_row(const plumb_inquiry *q, const plumb_evidence *at, told *row) {
    const plumb_problem *p = &q->judged->problem;
    double both = 0, square = 0, left = 0, keys = at->mass - at->sink;
    size_t columns = 0;
    if (!plumb_predict(q, NULL, at, q->workspace))
        return false;
    for (int pass = 0; pass < 2; pass++)
        for (size_t c = 0; c < q->width; c++) {
            double engine = plumb_mean_of_output(p, at, c, at->engine[c]);
            double value = plumb_exact_has_sink_value(p) ? plumb_exact_sink_value(p, at->h)[c] : 0;
            double sum = plumb_mean_of_output(p, at, c, at->exact[c]) * at->mass - at->sink * value;
            double unit = plumb_gate_at(p, at, c) / (q->workspace->tolerance[c] * at->mass);
            double x = (engine - value) * unit, y = (sum - engine * keys) * unit;
            if (!q->column[c] || !isfinite(engine))
                continue;
            both += pass == 0 ? x * y : 0;
            square += pass == 0 ? x * x : 0;
            left += pass == 1 ? (y - both / square * x) * (y - both / square * x) : 0;
            columns += (size_t)pass;
        }
    double weight = both / square;
    *row = (told){at->b, at->h, at->t, log(weight / at->sink) + p->extra.sinks[at->h], 1 / (sqrt(square) * weight)};
    double grown = (keys + weight) / at->mass;
    bool known = weight > 0 && row->deviation * q->usual < OPEN;
    return known && left <= 9 * q->limit * q->limit * (double)columns * fmax(1, grown * grown);
}

/* ---- which head ---- */

static bool is_at(const told *row, double logit) {
    return fabs(row->logit - logit) <= DEVIATIONS * row->deviation + LEAST_DEVIATION;
}

static bool says(const plumb_problem *p, const told *row, size_t rows, const plumb_sink_index *of) {
    size_t right = 0;
    for (size_t i = 0; i < rows; i++)
        right += is_at(&row[i], p->extra.sinks[plumb_sink_read(p, of, row[i].b, row[i].h, row[i].t)]);
    return 100 * right >= MOST_OF_100 * rows;
}

/* The simplest index first. */
static void list_indices(plumb_inquiry *q, const told *row, size_t rows, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t heads = p->query_heads, group = heads / p->key_heads;
    const size_t by_query[] = {0, 1, group, p->query_length}, by_head[] = {0, 1, group, heads - 1};
    for (size_t i = 0; i < 4 * 4 * 2 * 2; i++)
        for (size_t plus = 0; plus < heads && plus < MOST_PLUS; plus++) {
            plumb_sink_index of = {.query = by_query[i % 4],
                                   .head = by_head[i / 4 % 4],
                                   .shared = i / 16 % 2 == 0 ? 1 : group,
                                   .batch = i / 32,
                                   .plus = plus};
            if (kept->count == 0 && says(p, row, rows, &of))
                plumb_consider(q,
                               &(plumb_hypothesis){
                                   .cause = PLUMB_CAUSE_SINK, .variant = PLUMB_SINK_OF_OTHER, .sink = of},
                               kept);
        }
}

/* ---- which line ---- */

static void consider_line(plumb_inquiry *q, const told *row, size_t rows, bool through_0, plumb_hypotheses *kept) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < rows; i++) {
        double stated = q->judged->problem.extra.sinks[row[i].h], weight = 1 / (row[i].deviation * row[i].deviation);
        n += weight;
        x += weight * stated;
        y += weight * row[i].logit;
        xx += weight * stated * stated;
        xy += weight * stated * row[i].logit;
    }
    double spread = n * xx - x * x, times = through_0 ? xy / xx : (n * xy - x * y) / spread;
    double plus = through_0 ? 0 : (y - times * x) / n;
    if (isfinite(times) && (through_0 || spread > 1e-6 * n * xx))
        plumb_consider(q,
                       &(plumb_hypothesis){.cause = PLUMB_CAUSE_SINK,
                                           .variant = PLUMB_SINK_CHANGED,
                                           .numerator = times,
                                           .denominator = plus},
                       kept);
}

int plumb_form_sinks(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    told row[PLUMB_SAMPLES];
    size_t rows = 0;
    if (!plumb_operator_is(p->op.kind, PLUMB_IS_MEAN) || !plumb_sink_adds_logit(p->op.sink))
        return 0;
    plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_SINK, .variant = PLUMB_SINK_UNSHIFTED}, kept);
    for (size_t end = 0; end < 2; end++)
        plumb_consider(q,
                       &(plumb_hypothesis){.cause = PLUMB_CAUSE_SINK, .variant = PLUMB_SINK_IN_VALUES,
                                           .from = end * (p->key_length - 1)},
                       kept);
    for (size_t i = 0; i < q->samples && p->extra.sinks != NULL; i++)
        rows += q->sample[i].sink > 0 && solve_row(q, &q->sample[i], &row[rows]);
    if (2 * rows <= q->samples || rows < 2)
        return 0;
    list_indices(q, row, rows, kept);
    for (int through_0 = 1; through_0 >= 0 && kept->count == 0; through_0--)
        consider_line(q, row, rows, through_0 == 1, kept);
    return 0;
}
