/* One run of keys in each row that is lost, or that is seen though masks hide it.  In each sample all runs are found
   that, left out or added, give the engine's numbers; the ends that a rule has in all samples are tried: the same keys,
   keys at one distance from the position, ends of tiles. */
#include "exact/visible.h"
#include "infer/forms.h"
#include "infer/predict.h"
#include "infer/shares.h"
#include <math.h>

/* Keys of the longest text; samples that are asked; rules for one end. */
enum { MOST_KEYS = 2048, ASKED = 8, RULES = 6 };

/* Of one sample: which first and last keys the runs have that fit. */
typedef struct {
    const plumb_evidence *at;
    unsigned char *is[2]; /* [keys] */
} ends;

typedef struct {
    plumb_inquiry *q;
    int variant;
    double *sum; /* [keys + 1][width + 1] of weights times values, and of weights, of the keys that may be in a run */
    double *engine, *unit, *all; /* [width], [width + 1] of all keys that are seen */
    double most;                 /* sum of squares */
    ends sample[ASKED];
    size_t samples;
} search;

static bool may_be_inside(const search *s, size_t j) {
    return (s->sample[s->samples].at->visible[j] != 0) == (s->variant == PLUMB_REACH_LOST);
}

static void begin(search *s, const plumb_evidence *at) {
    plumb_inquiry *q = s->q;
    const plumb_problem *p = &q->judged->problem;
    const double *value = p->value + plumb_first_value(p, at->b, at->h) * p->value_dim;
    size_t width = q->width, columns = 0;
    s->sample[s->samples].at = at;
    plumb_predict(q, NULL, at, q->workspace);
    for (size_t c = 0; c <= width; c++)
        s->all[c] = s->sum[c] = 0;
    s->all[width] = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        const double *before = s->sum + j * (width + 1);
        double inside = may_be_inside(s, j) ? at->lifted[j] : 0, seen = at->visible[j] ? at->lifted[j] : 0;
        for (size_t c = 0; c <= width; c++) {
            double x = c < width ? value[j * width + c] : 1;
            s->sum[(j + 1) * (width + 1) + c] = before[c] + inside * x;
            s->all[c] += seen * x;
        }
    }
    for (size_t c = 0; c < width; c++) {
        s->engine[c] = plumb_mean_of_output(p, at, c, at->engine[c]);
        s->unit[c] = q->column[c] ? plumb_gate_at(p, at, c) / q->workspace->tolerance[c] : 0;
        columns += q->column[c];
    }
    s->most = q->limit * q->limit * (double)columns;
}

static bool fits(const search *s, size_t first, size_t end) {
    size_t width = s->q->width;
    double sign = s->variant == PLUMB_REACH_LOST ? -1 : 1, left = 0;
    const double *from = s->sum + first * (width + 1), *to = s->sum + end * (width + 1);
    double divisor = s->all[width] + sign * (to[width] - from[width]);
    for (size_t c = 0; c < width && left <= s->most; c++) {
        double error = ((s->all[c] + sign * (to[c] - from[c])) / divisor - s->engine[c]) * s->unit[c];
        left += isnan(error) ? INFINITY : error * error;
    }
    return left <= s->most;
}

/* At either end of what is seen it makes another run of that, as form_reach.c finds. */
static bool is_at_end(const search *s, size_t from, size_t end) {
    const plumb_evidence *at = s->sample[s->samples].at;
    return s->variant == PLUMB_REACH_LOST ? from <= at->first_key || end > at->last_key
                                          : end == at->first_key || from == at->last_key + 1;
}

/* Runs that begin and end with keys that may be inside: where they do not, others are the same. */
static void find_runs(search *s) {
    size_t keys = s->q->judged->problem.key_length;
    bool any = false;
    for (int last = 0; last < 2; last++)
        for (size_t j = 0; j < keys; j++)
            s->sample[s->samples].is[last][j] = 0;
    for (size_t from = 0; from < keys && !plumb_inquiry_is_late(s->q); from++)
        for (size_t end = from + 1; end <= keys && may_be_inside(s, from); end++)
            if (may_be_inside(s, end - 1) && !is_at_end(s, from, end) && fits(s, from, end)) {
                s->sample[s->samples].is[0][from] = s->sample[s->samples].is[1][end - 1] = 1;
                any = true;
            }
    s->samples += any;
}

/* Whether each sample has a run with that end; beyond what may be inside it is the next key that may. */
static bool holds(search *s, plumb_end end, bool last) {
    int64_t keys = (int64_t)s->q->judged->problem.key_length;
    size_t samples = s->samples;
    bool held = true;
    for (size_t i = 0; i < samples && held; i++) {
        int64_t step = last ? -1 : 1, key = plumb_end_of(&s->q->judged->problem, end, last, s->sample[i].at);
        key = key < 0 && !last ? 0 : key >= keys && last ? keys - 1 : key;
        s->samples = i;
        while (key >= 0 && key < keys && !may_be_inside(s, (size_t)key))
            key += step;
        held = key >= 0 && key < keys && s->sample[i].is[last][key];
    }
    s->samples = samples;
    return held;
}

/* The first number that does, of keys or distances. */
static bool find_number(search *s, plumb_end *end, bool last) {
    const plumb_problem *p = &s->q->judged->problem;
    int64_t keys = (int64_t)p->key_length, tile = (int64_t)end->tile, both = 2 * (keys + (int64_t)p->query_length);
    bool fixed = end->kind == PLUMB_END_FIXED;
    for (int64_t n = 0; n < (fixed ? keys : both); n++) {
        end->at = !fixed ? (n % 2 == 0 ? -n / 2 : (n + 1) / 2) : last ? keys - 1 - n : n;
        bool whole = end->rows == 0 || tile == 0 || end->at % tile == 0;
        if (whole && holds(s, *end, last))
            return true;
    }
    return false;
}

/* Rules that one end has in all samples: a distance, a key, and ends of tiles, of the key or of the queries. */
static size_t find_rules(search *s, bool last, plumb_end *rule) {
    static const size_t tiles[] = {0, 16, 32, 64, 128, 256};
    size_t count = 0;
    for (size_t i = 0; i < 37 && count < RULES && !plumb_inquiry_is_late(s->q); i++) {
        rule[count] = (plumb_end){.kind = PLUMB_END_FIXED};
        if (i != 1)
            rule[count] = (plumb_end){
                .kind = PLUMB_END_MOVED, .rows = tiles[(i - (i > 1)) % 6], .tile = tiles[(i - (i > 1)) / 6]};
        count += find_number(s, &rule[count], last);
    }
    return count;
}

static void consider(search *s, plumb_hypotheses *kept) {
    plumb_end first[RULES + 1], last[RULES + 1];
    size_t firsts = find_rules(s, false, first), lasts = find_rules(s, true, last);
    for (size_t i = 0; i < firsts; i++)
        for (size_t k = 0; k < lasts; k++) {
            size_t rows = first[i].rows > 0 ? first[i].rows : last[k].rows;
            if (last[k].rows == 0 || last[k].rows == rows)
                plumb_consider(s->q,
                               &(plumb_hypothesis){.cause = PLUMB_CAUSE_REACH, .variant = s->variant, .lifted = true,
                                                   .first = first[i], .last = last[k]},
                               kept);
        }
}

int plumb_form_runs(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace workspace = {.short_of_memory = false};
    search s = {.q = q};
    size_t width = q->width, keys = p->key_length;
    if (!plumb_masks_lift(p) || !plumb_operator_is(p->op.kind, PLUMB_IS_MEAN) || keys > MOST_KEYS ||
        plumb_exact_has_sink_value(p) || q->samples == 0)
        return 0;
    s.sum = plumb_workspace_take(&workspace, (keys + 1) * (width + 1), sizeof *s.sum);
    s.engine = plumb_workspace_take(&workspace, width, sizeof *s.engine);
    s.unit = plumb_workspace_take(&workspace, width, sizeof *s.unit);
    s.all = plumb_workspace_take(&workspace, width + 1, sizeof *s.all);
    for (size_t i = 0; i < 2 * ASKED; i++)
        s.sample[i / 2].is[i % 2] = plumb_workspace_take(&workspace, keys, 1);
    int result = workspace.short_of_memory ? -1 : 0;
    for (s.variant = PLUMB_REACH_LOST; s.variant <= PLUMB_REACH_BESIDE && result == 0; s.variant++) {
        s.samples = 0;
        for (size_t i = 0; i < q->samples && i < ASKED; i++) {
            begin(&s, &q->sample[i * q->samples / (q->samples < ASKED ? q->samples : ASKED)]);
            find_runs(&s);
        }
        if (s.samples > ASKED / 2)
            consider(&s, kept);
    }
    plumb_workspace_free(&workspace);
    return result;
}
