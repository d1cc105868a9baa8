/* One run of keys: of each sample the first and the last key that, with all between them, give the engine's numbers,
   whatever the masks say.  Where they stand for one row, at the same keys or as far from its position, they are tried
   for all. */
#include "exact/visible.h"
#include "infer/forms.h"
#include "infer/predict.h"
#include "infer/shares.h"
#include <math.h>
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
    double divisor = s->at->normalised ? (to[width] - from[width] + s->at->sink) / s->at->mass : 1, most = s->q->limit * s->q->limit * (double)s->columns;
    double left = 0;
    for (size_t c = 0; c < width && left <= most; c++) {
        double sum = to[c] - from[c] + (sink == NULL ? 0 : s->at->sink * sink[c]);
        double error = (sum / divisor - s->engine[c]) * s->unit[c];
        left += isnan(error) ? INFINITY : error * error;
    }
    return left <= most;
}

static plumb_end fixed(size_t key) {
    return (plumb_end){PLUMB_END_FIXED, (int64_t)key};
}

static plumb_end moved(const search *s, size_t key) {
    int64_t position = (int64_t)s->at->t + plumb_offset_of(&s->q->judged->problem, s->at->b);
    return (plumb_end){PLUMB_END_MOVED, (int64_t)key - position};
}

/* All that the ends of one row may mean. */
static void consider(search *s, size_t first, size_t end, plumb_hypotheses *kept) {
    const plumb_end stated = {PLUMB_END_STATED, 0};
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

static void search_sample(search *s, plumb_hypotheses *kept) {
    size_t keys = s->q->judged->problem.key_length, first = s->at->first_key, end = s->at->last_key + 1;
    bool found = false;
    for (size_t to = first + 1; to <= keys && !found; to++)
        if ((found = to != end && fits(s, first, to)))
            consider(s, first, to, kept);
    for (size_t from = end; from-- > 0 && !found;)
        if ((found = from != first && fits(s, from, end)))
            consider(s, from, end, kept);
    for (size_t from = 0; from < keys && keys <= BOTH_FREE && !found && !plumb_inquiry_is_late(s->q); from++)
        for (size_t to = from + 1; to <= keys && !found; to++)
            if ((found = fits(s, from, to)))
                consider(s, from, to, kept);
}

int plumb_form_reach(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace workspace = {.short_of_memory = false};
    search s = {.q = q};
    if (!plumb_masks_lift(p))
        return 0;
    s.sum = plumb_workspace_take(&workspace, (p->key_length + 1) * (q->width + 1), sizeof *s.sum);
    s.engine = plumb_workspace_take(&workspace, q->width, sizeof *s.engine);
    s.unit = plumb_workspace_take(&workspace, q->width, sizeof *s.unit);
    int result = workspace.short_of_memory ? -1 : 0;
    for (size_t i = 0; i < q->samples && result == 0 && !plumb_inquiry_is_late(q); i++) {
        begin(&s, &q->sample[i]);
        search_sample(&s, kept);
    }
    plumb_workspace_free(&workspace);
    return result;
}
