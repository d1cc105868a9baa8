/* One run of keys: for each sample, the first and the last key that, with all between them, give the engine's numbers,
   whatever the masks.  The ends of one row are tried for all rows, as the same keys or at the same distance from the
   position; and ends of several rows that follow tiles.  Then one run that is lost, or that is seen though masks hide
   it: all runs of a few samples, and rules for their ends that hold in each. */
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
    plumb_run variant;
    const plumb_evidence *at;
    double *sum;    /* [keys + 1][width + 1] of lifted weights times values, and of weights, of the keys before each
                       that may be in a run */
    double *beside; /* [width + 1] of the sink, and, unless the run is alone, of all keys that are seen */
    double *engine; /* [width] as a mean */
    double *unit;   /* [width] 0 in columns that never fail */
    size_t columns; /* that do */
} search;

static bool may_be_inside(plumb_run variant, const plumb_evidence *at, size_t key) {
    return variant == PLUMB_REACH_ALONE || (at->visible[key] != 0) == (variant == PLUMB_REACH_LOST);
}

static void begin(search *s, const plumb_evidence *at) {
    plumb_inquiry *q = s->q;
    const plumb_problem *p = &q->judged->problem;
    const double *value = p->value + plumb_first_value(p, at->b, at->h) * p->value_dim;
    const double *sink = plumb_exact_has_sink_value(p) ? plumb_exact_sink_value(p, at->h) : NULL;
    size_t width = q->width;
    s->at = at;
    s->columns = 0;
    plumb_predict(q, NULL, at, q->workspace);
    for (size_t c = 0; c <= width; c++)
        s->beside[c] = c == width ? at->sink : sink == NULL ? 0 : at->sink * sink[c];
    for (size_t j = 0; j < p->key_length; j++) {
        const double *before = s->sum + j * (width + 1);
        double *after = s->sum + (j + 1) * (width + 1);
        double inside = may_be_inside(s->variant, at, j) ? at->lifted[j] : 0;
        double seen = s->variant != PLUMB_REACH_ALONE && at->visible[j] ? at->lifted[j] : 0;
        for (size_t c = 0; c <= width; c++) {
            double x = c < width ? value[j * width + c] : 1;
            after[c] = before[c] + inside * x;
            s->beside[c] += seen * x;
        }
    }
    for (size_t c = 0; c < width; c++) {
        s->engine[c] = plumb_mean_of_output(p, at, c, at->engine[c]);
        s->unit[c] = q->column[c] ? plumb_gate_at(p, at, c) / q->workspace->tolerance[c] : 0;
        s->columns += q->column[c];
    }
}

/* Whether keys first..end - 1, seen or lost, give the engine's numbers. */
static bool fits(const search *s, size_t first, size_t end) {
    size_t width = s->q->width;
    const double *from = s->sum + first * (width + 1), *to = s->sum + end * (width + 1);
    double sign = s->variant == PLUMB_REACH_LOST ? -1 : 1, left = 0;
    double divisor = s->at->normalised ? (s->beside[width] + sign * (to[width] - from[width])) / s->at->mass : 1;
    double most = s->q->limit * s->q->limit * (double)s->columns;
    for (size_t c = 0; c < width && left <= most; c++) {
        double error = ((s->beside[c] + sign * (to[c] - from[c])) / divisor - s->engine[c]) * s->unit[c];
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

static int take(search *s, plumb_workspace *workspace) {
    size_t width = s->q->width;
    s->sum = plumb_workspace_take(workspace, (s->q->judged->problem.key_length + 1) * (width + 1), sizeof *s->sum);
    s->beside = plumb_workspace_take(workspace, width + 1, sizeof *s->beside);
    s->engine = plumb_workspace_take(workspace, width, sizeof *s->engine);
    s->unit = plumb_workspace_take(workspace, width, sizeof *s->unit);
    return workspace->short_of_memory ? -1 : 0;
}

int plumb_form_reach(plumb_inquiry *q, plumb_hypotheses *kept) {
    plumb_workspace workspace = {.short_of_memory = false};
    search s = {.q = q, .variant = PLUMB_REACH_ALONE};
    bounds b = {.count = {0, 0}};
    if (!plumb_masks_lift(&q->judged->problem)) {
        list_shorter(q, kept);
        return 0;
    }
    int result = take(&s, &workspace);
    for (size_t i = 0; i < q->samples && result == 0 && !plumb_inquiry_is_late(q); i++) {
        begin(&s, &q->sample[i]);
        search_sample(&s, &b, kept);
    }
    for (int last = 0; last < 2 && result == 0; last++)
        consider_tiles(q, last == 1, &b, kept);
    plumb_workspace_free(&workspace);
    return result;
}

/* ---- a run that is lost, or seen beside the others ---- */

/* Keys of the longest text; samples that are asked; rules for one end. */
enum { MOST_KEYS = 2048, ASKED = 8, RULES = 6 };

/* Of each sample: which first and last keys the runs have that fit. */
typedef struct {
    search s;
    const plumb_evidence *at[ASKED];
    unsigned char *is[ASKED][2]; /* [keys] */
    size_t samples;
} runs;

/* At either end of what is seen it makes another run of that, which is alone. */
static bool is_at_end(const search *s, size_t from, size_t end) {
    return s->variant == PLUMB_REACH_LOST ? from <= s->at->first_key || end > s->at->last_key
                                          : end == s->at->first_key || from == s->at->last_key + 1;
}

/* Runs that begin and end with keys that may be inside: where they do not, others are the same.  A sample of which one
   is at an end tells nothing. */
static void find_runs(runs *r) {
    const search *s = &r->s;
    size_t keys = s->q->judged->problem.key_length;
    unsigned char *first = r->is[r->samples][0], *last = r->is[r->samples][1];
    bool ends = false;
    memset(first, 0, keys);
    memset(last, 0, keys);
    r->at[r->samples] = s->at;
    for (size_t from = 0; from < keys && !plumb_inquiry_is_late(s->q); from++)
        for (size_t end = from + 1; end <= keys && may_be_inside(s->variant, s->at, from); end++)
            if (may_be_inside(s->variant, s->at, end - 1) && fits(s, from, end)) {
                first[from] = last[end - 1] = 1;
                ends = ends || is_at_end(s, from, end);
            }
    r->samples += memchr(first, 1, keys) != NULL && !ends;
}

/* Whether each sample has a run with that end; beyond what may be inside it is the next key that may. */
static bool holds(const runs *r, plumb_end end, bool last) {
    int64_t keys = (int64_t)r->s.q->judged->problem.key_length;
    bool held = true;
    for (size_t i = 0; i < r->samples && held; i++) {
        int64_t step = last ? -1 : 1, key = plumb_end_of(&r->s.q->judged->problem, end, last, r->at[i]);
        key = key < 0 && !last ? 0 : key >= keys && last ? keys - 1 : key;
        while (key >= 0 && key < keys && !may_be_inside(r->s.variant, r->at[i], (size_t)key))
            key += step;
        held = key >= 0 && key < keys && r->is[i][last][key];
    }
    return held;
}

/* The first number that does, of keys or distances. */
static bool find_number(const runs *r, plumb_end *end, bool last) {
    const plumb_problem *p = &r->s.q->judged->problem;
    int64_t keys = (int64_t)p->key_length, tile = (int64_t)end->tile, both = 2 * (keys + (int64_t)p->query_length);
    bool is_fixed = end->kind == PLUMB_END_FIXED;
    for (int64_t n = 0; n < (is_fixed ? keys : both); n++) {
        end->at = !is_fixed ? (n % 2 == 0 ? -n / 2 : (n + 1) / 2) : last ? keys - 1 - n : n;
        bool whole = end->rows == 0 || tile == 0 || end->at % tile == 0;
        if (whole && holds(r, *end, last))
            return true;
    }
    return false;
}

static bool are_of_one_query(const runs *r) {
    for (size_t i = 1; i < r->samples; i++)
        if (r->at[i]->t != r->at[0]->t)
            return false;
    return true;
}

/* Rules that one end has in all samples: a distance, a key, and ends of tiles, of the key or of the queries.  Of one
   query a key says it all. */
static size_t find_rules(const runs *r, bool last, plumb_end *rule) {
    size_t count = 0;
    rule[0] = (plumb_end){.kind = PLUMB_END_FIXED};
    if (are_of_one_query(r))
        return find_number(r, &rule[0], last);
    for (size_t i = 0; i <= TILES * TILES && count < RULES && !plumb_inquiry_is_late(r->s.q); i++) {
        size_t tiles = i - (i > 1);
        rule[count] = i == 1 ? (plumb_end){.kind = PLUMB_END_FIXED}
                             : (plumb_end){.kind = PLUMB_END_MOVED,
                                           .rows = of_tiles[tiles % TILES],
                                           .tile = of_tiles[tiles / TILES]};
        count += find_number(r, &rule[count], last);
    }
    return count;
}

static void consider_runs(const runs *r, plumb_hypotheses *kept) {
    plumb_end first[RULES + 1], last[RULES + 1];
    size_t firsts = find_rules(r, false, first), lasts = find_rules(r, true, last);
    for (size_t i = 0; i < firsts; i++)
        for (size_t k = 0; k < lasts; k++)
            if (first[i].rows == 0 || last[k].rows == 0 || last[k].rows == first[i].rows)
                plumb_consider(r->s.q,
                               &(plumb_hypothesis){.cause = PLUMB_CAUSE_REACH, .variant = (int)r->s.variant,
                                                   .lifted = true, .first = first[i], .last = last[k]},
                               kept);
}

int plumb_form_runs(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace workspace = {.short_of_memory = false};
    runs r = {.s = {.q = q}};
    size_t asked = q->samples < ASKED ? q->samples : ASKED;
    if (!plumb_masks_lift(p) || p->key_length > MOST_KEYS)
        return 0;
    for (size_t i = 0; i < 2 * ASKED; i++)
        r.is[i / 2][i % 2] = plumb_workspace_take(&workspace, p->key_length, 1);
    int result = take(&r.s, &workspace);
    for (r.s.variant = PLUMB_REACH_LOST; r.s.variant <= PLUMB_REACH_BESIDE && result == 0; r.s.variant++) {
        r.samples = 0;
        for (size_t i = 0; i < asked; i++) {
            begin(&r.s, &q->sample[i * q->samples / asked]);
            find_runs(&r);
        }
        if (4 * r.samples > asked)
            consider_runs(&r, kept);
    }
    plumb_workspace_free(&workspace);
    return result;
}
