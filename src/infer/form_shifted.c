/* Keys of a range, their values or both, that are read some places before or after their own.  With w and v of a key,
   w' and v' of what is read in its place, and the output e,

       e - o = sum_range (w' (v' - e) - w (v - e)),

   which is linear in the range: from the sums up to each end, and their products, follows what each range leaves of
   the errors.  Ends on a grid come first, for each distance; then each key near the best ones.  Within the range the
   places may go around. */
#include "exact/visible.h"
#include "infer/factors.h"
#include "infer/forms.h"
#include "infer/gram.h"
#include "infer/scaled_row.h"
#include "schema/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Samples, and ends, that are asked; the keys of a range at least; the farthest distance, a power of two after 4: what
   is farther is another tile (form_transfer.c). */
enum { MOST_ROWS = 8, GRID = 96, MOST_ENDS = 2 * GRID, LEAST_KEYS = 6, NEXT = 4, FARTHEST = 32, ROUND = 16 };

/* What part of the squares a range leaves that is looked at closely. */
#define PROMISING 0.6

typedef struct {
    plumb_head_reads what;
    int64_t shift;
    size_t from, to;
    double left; /* part of the squares */
} range;

typedef struct {
    plumb_inquiry *q;
    plumb_scaled_row *rows;
    size_t end[MOST_ENDS], ends; /* ascending */
    double *sums;                /* [width][ends] of a row, up to each end */
    double *gram, *along;        /* [ends][ends], [ends] of all rows: products of sums, and with errors */
    double *sum;                 /* [width] */
    double square;               /* of the errors */
} search;

/* ---- what ranges leave ---- */

static void add_key(search *s, const plumb_scaled_row *row, const range *r, size_t j) {
    const plumb_problem *p = &s->q->judged->problem;
    size_t width = s->q->width, other = (size_t)((int64_t)j + r->shift);
    if (!row->at->visible[j] || other >= p->key_length)
        return;
    double was = row->at->weight[j], is = r->what == PLUMB_HEADS_VALUES ? was : row->at->lifted[other];
    const double *own = row->value + j * width, *read = r->what == PLUMB_HEADS_KEYS ? own : row->value + other * width;
    for (size_t c = 0; c < width; c++)
        s->sum[c] += is * (read[c] * row->unit[c] - row->engine[c]) - was * (own[c] * row->unit[c] - row->engine[c]);
}

static void add_row(search *s, const plumb_scaled_row *row, const range *r) {
    size_t width = s->q->width;
    memset(s->sum, 0, width * sizeof *s->sum);
    for (size_t e = 0; e < s->ends; e++) {
        for (size_t j = e == 0 ? s->end[0] : s->end[e - 1]; j < s->end[e]; j++)
            add_key(s, row, r, j);
        for (size_t c = 0; c < width; c++) {
            s->sums[c * s->ends + e] = s->sum[c];
            s->along[e] += s->sum[c] * row->error[c] * row->at->mass;
        }
    }
    plumb_gram_add(s->sums, width, s->ends, s->gram);
    for (size_t c = 0; c < width; c++)
        s->square += row->error[c] * row->error[c] * row->at->mass * row->at->mass;
}

/* The best range between these ends. */
static void find_range(search *s, range *r) {
    size_t n = s->ends, step = s->q->samples / MOST_ROWS + 1;
    memset(s->gram, 0, n * n * sizeof *s->gram);
    memset(s->along, 0, n * sizeof *s->along);
    s->square = 0;
    for (size_t i = 0; i < s->q->samples; i += step)
        add_row(s, &s->rows[i], r);
    r->left = INFINITY;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            double both = s->along[b] - s->along[a];
            double left = s->square - 2 * both + s->gram[b * n + b] + s->gram[a * n + a] - 2 * s->gram[a * n + b];
            if (left < r->left * s->square) {
                r->left = left / s->square;
                r->from = s->end[a];
                r->to = s->end[b];
            }
        }
}

static size_t grid_of(size_t keys) {
    size_t step = 1;
    while (keys / step >= GRID)
        step *= 2;
    return step;
}

static void set_grid(search *s) {
    size_t keys = s->q->judged->problem.key_length, step = grid_of(keys);
    s->ends = 0;
    for (size_t j = 0; j < keys; j += step)
        s->end[s->ends++] = j;
    s->end[s->ends++] = keys;
}

/* Keys at most a step of the grid from the ends of a range. */
static void set_ends_near(search *s, const range *r) {
    size_t keys = s->q->judged->problem.key_length, near = grid_of(keys), fine = near / 32 + 1;
    s->ends = 0;
    for (size_t j = r->from > near ? r->from - near : 0; j < r->from + near && j < r->to; j += fine)
        s->end[s->ends++] = j;
    size_t first = r->to > s->end[s->ends - 1] + near ? r->to - near : s->end[s->ends - 1] + 1;
    for (size_t j = first; j <= r->to + near && j <= keys; j += fine)
        s->end[s->ends++] = j;
}

/* ---- what is told ---- */

static void say(const range *r, bool around, char *text) {
    static const char *const what[PLUMB_HEADS] = {[PLUMB_HEADS_VALUES] = "the values of keys",
                                                  [PLUMB_HEADS_KEYS] = "the keys, not the values, of",
                                                  [PLUMB_HEADS_BOTH] = "keys and values"};
    size_t by = (size_t)llabs((long long)r->shift), size = PLUMB_FACTORS_TEXT;
    plumb_text_add(text, size, "%s %zu to %zu are each read from the key %zu %s", what[r->what], r->from, r->to - 1, by,
                   r->shift < 0 ? "before" : "after");
    if (around && by == 1)
        plumb_text_add(text, size, ", the %s from the %s of them", r->shift < 0 ? "first" : "last",
                       r->shift < 0 ? "last" : "first");
    else if (around)
        plumb_text_add(text, size, ", the %s %zu from the other end", r->shift < 0 ? "first" : "last", by);
}

static int consider(plumb_inquiry *q, const range *r, bool around, plumb_hypotheses *kept) {
    size_t keys = q->judged->problem.key_length, *map = plumb_workspace_take(&q->memory, keys, sizeof *map);
    char *says = plumb_workspace_take(&q->memory, PLUMB_FACTORS_TEXT, 1);
    if (map == NULL || says == NULL)
        return -1;
    int64_t length = (int64_t)(r->to - r->from);
    if (r->what == PLUMB_HEADS_VALUES && length == (int64_t)keys && llabs((long long)r->shift) == 1)
        return 0; /* of all values engines do that, as by a convention */
    for (size_t j = 0; j < keys; j++) {
        int64_t other = (int64_t)j + r->shift, within = other - (int64_t)r->from;
        if (around)
            other = (int64_t)r->from + (within % length + length) % length;
        bool moves = r->from <= j && j < r->to && other >= 0 && other < (int64_t)keys;
        map[j] = moves ? (size_t)other : j;
    }
    say(r, around, says);
    plumb_consider(q,
                   &(plumb_hypothesis){.cause = PLUMB_CAUSE_TRANSFER,
                                       .variant = (int)r->what,
                                       .lifted = r->what != PLUMB_HEADS_VALUES,
                                       .map = map,
                                       .says = says},
                   kept);
    return 0;
}

/* Plain, up to a round end, too, as few rows see the last keys behind a causal mask; and around: what the first or last
   keys read from the other end may move the ends by so many keys. */
static int consider_ends(search *s, const range *r, size_t apart, plumb_hypotheses *kept) {
    size_t keys = s->q->judged->problem.key_length, by = (size_t)llabs((long long)r->shift);
    range round = *r;
    int result = consider(s->q, r, false, kept);
    round.to = r->to + ROUND - 1 < keys ? (r->to + ROUND - 1) / ROUND * ROUND : keys;
    if (result == 0 && round.to != r->to)
        result = consider(s->q, &round, false, kept);
    for (int ends = 0; ends < 9 && result == 0; ends++) {
        range around = *r;
        size_t from = r->from + (size_t)(ends % 3) * apart, to = r->to + (size_t)(ends / 3) * apart;
        around.from = from > apart ? from - apart : 0;
        around.to = to - apart < keys ? to - apart : keys;
        if (around.from + by < around.to)
            result = consider(s->q, &around, true, kept);
    }
    return result;
}

static bool is_found(const plumb_inquiry *q, const plumb_hypotheses *kept) {
    return kept->count > 0 && kept->list[0].explained == q->samples;
}

/* ---- distances ---- */

static int64_t next_shift(int64_t shift) {
    return shift > 0 ? -shift : shift > -NEXT ? 1 - shift : -2 * shift;
}

static int search_shifts(search *s, plumb_head_reads what, plumb_hypotheses *kept) {
    size_t keys = s->q->judged->problem.key_length;
    range best = {.left = INFINITY};
    set_grid(s);
    for (int64_t shift = 1; llabs((long long)shift) <= FARTHEST && 2 * llabs((long long)shift) < (long long)keys;
         shift = next_shift(shift)) {
        range r = {.what = what, .shift = shift};
        if (plumb_inquiry_is_late(s->q))
            return 0;
        find_range(s, &r);
        if (r.left < best.left)
            best = r;
    }
    if (!(best.left < PROMISING))
        return 0;
    int result = consider_ends(s, &best, grid_of(keys), kept);
    set_ends_near(s, &best);
    find_range(s, &best);
    bool enough = best.to - best.from >= LEAST_KEYS;
    return result == 0 && enough ? consider_ends(s, &best, (size_t)llabs((long long)best.shift), kept) : result;
}

int plumb_form_shifted(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t keys = p->key_length;
    plumb_workspace memory = {.short_of_memory = false};
    int result = 0;
    if (q->samples == 0 || !plumb_operator_is(p->op.kind, PLUMB_IS_MEAN) || plumb_exact_has_sink_value(p) ||
        keys < 2 * LEAST_KEYS)
        return 0;
    search s = {.q = q, .rows = plumb_scaled_rows(q, PLUMB_SEEN_KEYS, &memory),
                .sums = plumb_workspace_take(&memory, q->width * MOST_ENDS, sizeof(double)),
                .gram = plumb_workspace_take(&memory, MOST_ENDS * MOST_ENDS, sizeof(double)),
                .along = plumb_workspace_take(&memory, MOST_ENDS, sizeof(double)),
                .sum = plumb_workspace_take(&memory, q->width, sizeof(double))};
    bool keys_too = plumb_masks_lift(p) && plumb_scores_are_plain(&q->multiplied) &&
                    !plumb_adds_to_scores(&q->multiplied);
    for (int what = 0; what < PLUMB_HEADS && result == 0 && !is_found(q, kept); what++)
        if (what == PLUMB_HEADS_VALUES || keys_too)
            result = memory.short_of_memory ? -1 : search_shifts(&s, (plumb_head_reads)what, kept);
    plumb_workspace_free(&memory);
    return result;
}
