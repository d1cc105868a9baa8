/* One run of keys: for each sample, the first and the last key that, with all between them, give the engine's numbers,
   whatever the masks.  The ends of one row are tried for all rows, as the same keys or at the same distance from the
   position; and ends of several rows that follow tiles. */
#include "exact/visible.h"
#include "infer/forms.h"
#include "infer/predict.h"
#include "infer/shares.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Keys among which both ends of a run are free; of longer texts one end alone is. */
enum { BOTH_FREE = 1024 };

typedef struct {
    plumb_inquiry *q;
    const plumb_evidence *at;
    double *sum;    /* [keys + 1][width + 1] of lifted weights times values, and of weights, up to each key */
    double *engine; /* [width] as a mean */
    double *unit;   /* [width] 0 in columns that never fail */
    size_t columns; /* that do */
} search;

static void begin(search *s, const plumb_evidence *at) {
    plumb_inquiry *q = s->q;
    const plumb_problem *p = &q->judged->problem;
    const double *value = p->value + plumb_first_value(p, at->b, at->h) * p->value_dim;
    size_t width = q->width;
    s->at = at;
    s->columns = 0;
    plumb_predict(q, NULL, at, q->workspace);
    for (size_t j = 0; j < p->key_length; j++) {
        const double *before = s->sum + j * (width + 1);
        double *after = s->sum + (j + 1) * (width + 1);
        for (size_t c = 0; c < width; c++)
            after[c] = before[c] + at->lifted[j] * value[j * width + c];
        after[width] = before[width] + at->lifted[j];
    }
    for (size_t c = 0; c < width; c++) {
        s->engine[c] = plumb_mean_of_output(p, at, c, at->engine[c]);
        s->unit[c] = q->column[c] ? plumb_gate_at(p, at, c) / q->workspace->tolerance[c] : 0;
        s->columns += q->column[c];
    }
}

/* Whether keys first..end - 1 give the engine's numbers. */
static bool fits(const search *s, size_t first, size_t end) {
    const plumb_problem *p = &s->q->judged->problem;
    const double *sink = plumb_exact_has_sink_value(p) ? plumb_exact_sink_value(p, s->at->h) : NULL;
    size_t width = s->q->width;
    const double *from = s->sum + first * (width + 1), *to = s->sum + end * (width + 1);
    double divisor = s->at->normalised ? (to[width] - from[width] + s->at->sink) / s->at->mass : 1;
    double most = s->q->limit * s->q->limit * (double)s->columns;
    double left = 0;
    for (size_t c = 0; c < width && left <= most; c++) {
        double sum = to[c] - from[c] + (sink == NULL ? 0 : s->at->sink * sink[c]);
        double error = (sum / divisor - s->engine[c]) * s->unit[c];
        left += isnan(error) ? INFINITY : error * error;
    }
    return left <= most;
}

static plumb_end fixed(size_t key) {
    return (plumb_end){.kind = PLUMB_END_FIXED, .at = (int64_t)key};
}

static plumb_end moved(const search *s, size_t key) {
    int64_t position = (int64_t)s->at->t + plumb_offset_of(&s->q->judged->problem, s->at->b);
    return (plumb_end){.kind = PLUMB_END_MOVED, .at = (int64_t)key - position};
}

/* All that the ends of one row may mean. */
static void consider(search *s, size_t first, size_t end, plumb_hypotheses *kept) {
    const plumb_end stated = {.kind = PLUMB_END_STATED};
    const plumb_end firsts[] = {fixed(first), moved(s, first), stated};
    const plumb_end lasts[] = {moved(s, end - 1), fixed(end - 1), stated};
    size_t of_first = first == s->at->first_key ? 3 : 2, of_last = end == s->at->last_key + 1 ? 3 : 2;
    for (size_t i = 0; i < of_first; i++)
        for (size_t k = 0; k < of_last; k++)
            plumb_consider(s->q,
                           &(plumb_hypothesis){
                               .cause = PLUMB_CAUSE_REACH, .lifted = true, .first = firsts[i], .last = lasts[k]},
                           kept);
}

/* ---- ends by tiles ---- */

/* Of a row the ends with which it gives the engine's numbers, where the other end is as stated. */
typedef struct {
    const plumb_evidence *at;
    int64_t least, most;
} bound;
typedef struct {
    bound of[2][PLUMB_SAMPLES]; /* first and last keys */
    size_t count[2];
} bounds;

static const size_t of_tiles[] = {0, 16, 32, 64, 128, 256};
enum { TILES = sizeof of_tiles / sizeof *of_tiles, LEAST_BOUNDS = 3 };

/* Rows that it explains; where it leaves the stated end, the row, which fails, is not explained. */
static size_t held_by(const plumb_problem *p, plumb_end end, bool last, const bounds *b) {
    size_t held = 0;
    for (size_t i = 0; i < b->count[last]; i++) {
        const bound *row = &b->of[last][i];
        int64_t keys = (int64_t)p->key_length, key = plumb_end_of(p, end, last, row->at);
        key = key < 0 ? 0 : key < keys ? key : keys - 1;
        held += row->least <= key && key <= row->most;
    }
    return held;
}

/* The number of keys before or after a position, nearest to what the mask says, that gives ends of all rows. */
static bool find_distance(const plumb_problem *p, plumb_end *end, bool last, const bounds *b) {
    const bound *row = &b->of[last][0];
    const int64_t usual = !last && p->mask.windowed && p->mask.left > 0 ? -p->mask.left : 0;
    int64_t found = INT64_MAX, position = (int64_t)row->at->t + plumb_offset_of(p, row->at->b);
    int64_t slack = (int64_t)(end->tile + end->rows);
    for (int64_t at = row->least - position - slack; at <= row->most - position + slack; at++) {
        end->at = at;
        bool nearer = found == INT64_MAX || llabs(at - usual) < llabs(found - usual);
        if (nearer && held_by(p, *end, last, b) == b->count[last])
            found = at;
    }
    end->at = found;
    return found != INT64_MAX;
}

static void consider_tiles(plumb_inquiry *q, bool last, const bounds *b, plumb_hypotheses *kept) {
    for (size_t i = 1; i < TILES * TILES && b->count[last] >= LEAST_BOUNDS; i++)
        for (int joint = 0; joint < PLUMB_END_JOINTS && !plumb_inquiry_is_late(q); joint++) {
            plumb_hypothesis h = {.cause = PLUMB_CAUSE_REACH, .lifted = true};
            plumb_end *end = last ? &h.last : &h.first;
            *end = (plumb_end){.kind = PLUMB_END_MOVED,
                               .rows = of_tiles[i % TILES],
                               .tile = of_tiles[i / TILES],
                               .joint = (plumb_end_joint)joint};
            if (find_distance(&q->judged->problem, end, last, b))
                plumb_consider(q, &h, kept);
        }
}

static void note(bounds *b, bool last, const plumb_evidence *at, size_t key, bool extends) {
    if (!extends)
        b->of[last][b->count[last]++] = (bound){at, (int64_t)key, (int64_t)key};
    bound *row = &b->of[last][b->count[last] - 1];
    row->least = (int64_t)key < row->least ? (int64_t)key : row->least;
    row->most = (int64_t)key > row->most ? (int64_t)key : row->most;
}

/* ---- a sample ---- */

/* All neighbouring ends that fit, of which the first is tried by itself. */
static bool search_last(search *s, bounds *b, plumb_hypotheses *kept) {
    size_t keys = s->q->judged->problem.key_length, first = s->at->first_key, end = s->at->last_key + 1;
    bool found = false;
    for (size_t to = first + 1; to <= keys; to++) {
        bool here = to != end && fits(s, first, to);
        if (found && !here)
            break;
        if (here && !found)
            consider(s, first, to, kept);
        if (here)
            note(b, true, s->at, to - 1, found);
        found = found || here;
    }
    return found;
}

static bool search_first(search *s, bounds *b, plumb_hypotheses *kept) {
    size_t first = s->at->first_key, end = s->at->last_key + 1;
    bool found = false;
    for (size_t from = end; from-- > 0;) {
        bool here = from != first && fits(s, from, end);
        if (found && !here)
            break;
        if (here && !found)
            consider(s, from, end, kept);
        if (here)
            note(b, false, s->at, from, found);
        found = found || here;
    }
    return found;
}

static void search_sample(search *s, bounds *b, plumb_hypotheses *kept) {
    size_t keys = s->q->judged->problem.key_length;
    bool found = search_last(s, b, kept) || search_first(s, b, kept);
    for (size_t from = 0; from < keys && keys <= BOTH_FREE && !found && !plumb_inquiry_is_late(s->q); from++)
        for (size_t to = from + 1; to <= keys && !found; to++)
            if ((found = fits(s, from, to)))
                consider(s, from, to, kept);
}

/* Where masks cannot be lifted, runs that begin later, or end earlier, at some distance from the query. */
static void list_shorter(plumb_inquiry *q, plumb_hypotheses *kept) {
    for (int64_t i = 0; i < 2 * (int64_t)q->judged->problem.key_length && i < 2 * BOTH_FREE; i++) {
        plumb_hypothesis h = {.cause = PLUMB_CAUSE_REACH};
        *(i % 2 == 0 ? &h.first : &h.last) = (plumb_end){.kind = PLUMB_END_MOVED, .at = -(i / 2)};
        plumb_consider(q, &h, kept);
    }
}

int plumb_form_reach(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace workspace = {.short_of_memory = false};
    search s = {.q = q};
    bounds b = {.count = {0, 0}};
    if (!plumb_masks_lift(p))
        list_shorter(q, kept);
    if (!plumb_masks_lift(p))
        return 0;
    s.sum = plumb_workspace_take(&workspace, (p->key_length + 1) * (q->width + 1), sizeof *s.sum);
    s.engine = plumb_workspace_take(&workspace, q->width, sizeof *s.engine);
    s.unit = plumb_workspace_take(&workspace, q->width, sizeof *s.unit);
    int result = workspace.short_of_memory ? -1 : 0;
    for (size_t i = 0; i < q->samples && result == 0 && !plumb_inquiry_is_late(q); i++) {
        begin(&s, &q->sample[i]);
        search_sample(&s, &b, kept);
    }
    for (int last = 0; last < 2 && result == 0; last++)
        consider_tiles(q, last == 1, &b, kept);
    plumb_workspace_free(&workspace);
    return result;
}
