/* Gauss-Newton on the samples, with halved steps.  Numbers of heads, and of keys or columns of each key head, are
   solved for one head after the other. */
#include "bundle/vector_product.h"
#include "exact/visible.h"
#include "infer/cholesky.h"
#include "infer/gram.h"
#include "infer/predict.h"
#include "infer/shares.h"
#include "infer/tilt_words.h"
#include "infer/tilt_solve.h"
#include <math.h>
#include <string.h>

/* Steps, and how often each is halved; what keeps a number that nothing tells at 0. */
enum { STEPS = 25, HALVINGS = 6 };
#define RIDGE 1e-6
#define LEAST_RIDGE 1e-12 /* of keys by themselves, whose weights differ much */

/* Steps end where the misfit falls by less than that part, once it is small and before. */
#define NO_CHANGE 1e-6
#define SMALL_CHANGE 1e-2
#define LEAST_STEP 0.85

typedef struct {
    plumb_inquiry *q;
    plumb_tilts *to;
    plumb_hypothesis h;
    size_t head;                 /* whose samples are asked; query_heads: all */
    size_t source;               /* the same of key heads of all batch entries, if `alone` */
    bool alone;                  /* each of these is solved for by itself */
    size_t n;                    /* unknowns of one system */
    double *feature, *mean;      /* [features] of a key; [width] the output as a mean */
    double *slope;               /* [width][features + 1] */
    double *gram, *right, *step; /* [features][features], [features] */
    double *was;                 /* [features] */
    double *deviation;           /* [all features] of each source alone */
    size_t equations, every; /* of the samples each of so many is asked: they are more than enough */
} search;

/* ---- equations ---- */

/* What each number adds to the score of a key, for 1; returns the first that adds anything, and so many. */
static size_t read_features(const search *s, const plumb_evidence *at, size_t key, size_t *count) {
    const plumb_problem *p = &s->q->multiplied;
    const plumb_tilts *f = s->to;
    double cap = p->op.softcap, capped = cap > 0 ? at->score[key] / cap : 0, unit = s->q->scale * (1 - capped * capped);
    *count = 1;
    if (f->of <= PLUMB_TILT_OTHERS) {
        size_t groups = *count = plumb_tilt_groups(f, p->head_dim), first = key / f->step * groups;
        first += s->alone ? 0 : plumb_tilt_first(p, f, at->b, at->h);
        for (size_t i = 0; i < groups; i++)
            s->feature[first + i] = unit * plumb_tilt_product(p, f, at, key, i);
        return first;
    }
    s->feature[0] = plumb_tilt_feature(p, f, at, key);
    return 0;
}

/* slope[c] = sum_j P_j feature_j (v_jc - o_c). */
static void add_slopes(const search *s, const plumb_evidence *at, double divisor) {
    const plumb_problem *p = &s->q->judged->problem;
    const plumb_prediction *workspace = s->q->workspace;
    size_t n = s->n, count;
    memset(s->slope, 0, s->q->width * n * sizeof *s->slope);
    for (size_t c = 0; c < s->q->width; c++)
        s->mean[c] = plumb_mean_of_output(p, at, c, workspace->output[c]);
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j] || workspace->share[j] == 0)
            continue;
        size_t first = read_features(s, at, j, &count);
        const double *value = p->value + workspace->source[j] * p->value_dim;
        for (size_t c = 0; c < s->q->width; c++) {
            double moved = workspace->share[j] / divisor * (value[c] - s->mean[c]);
            for (size_t i = first; i < first + count; i++)
                s->slope[c * n + i] += moved * s->feature[i];
        }
    }
}

/* The equations of a sample; returns the squares of its errors, INFINITY: it cannot be read. */
static double add_sample(search *s, const plumb_evidence *at, bool with_slopes) {
    plumb_inquiry *q = s->q;
    plumb_prediction *workspace = q->workspace;
    double divisor, sink, square = 0, noise = fmax(q->usual, 0.05);
    size_t n = s->n;
    if (!plumb_predict(q, &s->h, at, workspace) && !plumb_predict(q, NULL, at, workspace))
        return INFINITY;
    plumb_shares(q, &s->h, at, workspace, &divisor, &sink);
    if (with_slopes)
        add_slopes(s, at, divisor);
    for (size_t c = 0; c < q->width; c++) {
        double unit = 1 / (workspace->tolerance[c] * noise), error = (at->engine[c] - workspace->output[c]) * unit;
        bool asked = q->column[c] && isfinite(error);
        square += asked ? error * error : 0;
        s->equations += asked;
        for (size_t i = 0; i < n && with_slopes; i++) {
            double *slope = &s->slope[c * n + i];
            *slope = asked ? *slope * unit * plumb_gate_at(&q->judged->problem, at, c) : 0;
            s->right[i] += *slope * (asked ? error : 0);
        }
    }
    if (with_slopes)
        plumb_gram_add(s->slope, q->width, n, s->gram);
    return square;
}

static bool is_asked(const search *s, const plumb_evidence *at) {
    const plumb_problem *p = &s->q->judged->problem;
    size_t source = at->b * p->key_heads + at->h / (p->query_heads / p->key_heads);
    return (s->head == p->query_heads || at->h == s->head) && (!s->alone || source == s->source);
}

static double add_samples(search *s, bool with_slopes) {
    size_t n = s->n;
    double square = 0;
    s->equations = 0;
    if (with_slopes) {
        memset(s->gram, 0, n * n * sizeof *s->gram);
        memset(s->right, 0, n * sizeof *s->right);
    }
    for (size_t i = 0; i < s->q->samples && isfinite(square); i += s->every)
        if (is_asked(s, &s->q->sample[i]))
            square += add_sample(s, &s->q->sample[i], with_slopes);
    return square;
}

/* ---- steps ---- */

static double *numbers_of(const search *s) {
    return s->to->number + (s->to->by_head ? s->head : s->alone ? s->source * s->n : 0);
}

static bool factor_gram(search *s) {
    size_t n = s->n;
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, s->gram[i * n + i]);
    for (size_t i = 0; i < n; i++)
        s->gram[i * n + i] += (s->alone ? LEAST_RIDGE : RIDGE) * largest + 1e-3;
    return plumb_cholesky(s->gram, n) == 0;
}

static bool fits(const search *s, double square) {
    double limit = s->q->limit / fmax(s->q->usual, 0.05);
    return s->equations > s->n + 4 && square <= limit * limit * (double)s->equations;
}

/* Goes down from where the numbers are; returns the squares that are left. */
static double descend(search *s) {
    size_t n = s->n;
    double *number = numbers_of(s), square = add_samples(s, true);
    for (int step = 0; step < STEPS && isfinite(square) && s->equations > n + 4; step++) {
        double before = square, part = 1;
        if (plumb_inquiry_is_late(s->q) || !factor_gram(s))
            break;
        memcpy(s->step, s->right, n * sizeof *s->step);
        memcpy(s->was, number, n * sizeof *s->was);
        plumb_cholesky_solve(s->gram, n, s->step);
        for (int halving = 0; halving <= HALVINGS; halving++, part /= 2) {
            for (size_t i = 0; i < n; i++)
                number[i] = s->was[i] + part * s->step[i];
            square = add_samples(s, false);
            if (square < before)
                break;
        }
        if (!(square < before)) {
            memcpy(number, s->was, n * sizeof *number);
            square = before;
            break;
        }
        /* other vectors than those that are read explain little from the first step on */
        if (s->to->of == PLUMB_TILT_OTHERS && step == 0 && square > LEAST_STEP * before)
            break;
        double change = fits(s, square) ? NO_CHANGE : SMALL_CHANGE;
        if (before - square < change * before || square < 1e-3 * (double)s->equations)
            break;
        square = add_samples(s, true);
    }
    return square;
}

static bool solve(search *s) {
    static const double beginning[] = {0, -0.7, 1.5};
    double *number = numbers_of(s);
    size_t beginnings = s->n == 1 && s->to->of != PLUMB_TILT_DISTANCE ? 3 : 1;
    for (size_t k = 0; k < beginnings; k++) {
        for (size_t i = 0; i < s->n; i++)
            number[i] = beginning[k];
        if (fits(s, descend(s)))
            return true;
    }
    return false;
}

/* What the numbers may differ by. */
static bool find_deviations(search *s) {
    add_samples(s, true);
    if (!factor_gram(s))
        return false;
    plumb_cholesky_inverse_diagonal(s->gram, s->n, s->step);
    for (size_t i = 0; i < s->n; i++)
        s->step[i] = sqrt(s->step[i]);
    return true;
}

/* ---- what is tried ---- */

static bool solve_heads(search *s) {
    bool any = false;
    for (s->head = 0; s->head < s->q->judged->problem.query_heads; s->head++) {
        bool asked = false;
        for (size_t i = 0; i < s->q->samples; i++)
            asked = asked || s->q->sample[i].h == s->head;
        if (asked && !solve(s))
            return false;
        any = any || asked;
    }
    return any;
}

/* Each key, or column, of each key head: those that some sample tells. */
static bool solve_sources(search *s) {
    const plumb_problem *p = &s->q->judged->problem;
    bool any = false;
    for (s->source = 0; s->source < p->batch * p->key_heads; s->source++) {
        bool asked = false;
        for (size_t i = 0; i < s->q->samples; i++)
            asked = asked || is_asked(s, &s->q->sample[i]);
        if (asked && (!solve(s) || !find_deviations(s)))
            return false;
        for (size_t i = 0; i < s->n; i++)
            s->deviation[s->source * s->n + i] = asked ? s->step[i] : 0;
        any = any || asked;
    }
    return any;
}

static bool allocate(search *s, plumb_workspace *workspace) {
    size_t n = s->n;
    s->deviation = plumb_workspace_take(workspace, s->to->features, sizeof *s->deviation);
    s->to->number = plumb_workspace_take(&s->q->memory, s->to->features + s->q->judged->problem.query_heads,
                                         sizeof *s->to->number);
    s->feature = plumb_workspace_take(workspace, n, sizeof *s->feature);
    s->mean = plumb_workspace_take(workspace, s->q->width, sizeof *s->mean);
    s->slope = plumb_workspace_take(workspace, s->q->width * n, sizeof *s->slope);
    s->gram = plumb_workspace_take(workspace, n * n, sizeof *s->gram);
    s->right = plumb_workspace_take(workspace, n, sizeof *s->right);
    s->step = plumb_workspace_take(workspace, n, sizeof *s->step);
    s->was = plumb_workspace_take(workspace, n, sizeof *s->was);
    return !workspace->short_of_memory && !s->q->memory.short_of_memory;
}

/* So many equations for each unknown are asked, of so many samples at least. */
enum { EQUATIONS = 20, LEAST_SAMPLES = 8 };

static size_t samples_apart(const plumb_inquiry *q, size_t features) {
    size_t wanted = EQUATIONS * features / q->width + 1;
    size_t asked = wanted > LEAST_SAMPLES ? wanted : LEAST_SAMPLES;
    return q->samples > asked ? q->samples / asked : 1;
}

int plumb_tilts_try(plumb_inquiry *q, plumb_tilts tilts, bool *fits, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace workspace = {.short_of_memory = false};
    search s = {
        .q = q, .to = plumb_workspace_take(&q->memory, 1, sizeof tilts), .head = q->judged->problem.query_heads};
    *fits = false;
    if (plumb_inquiry_is_late(q))
        return 0;
    if (s.to != NULL)
        *s.to = tilts;
    s.alone = tilts.by_source && (tilts.step == 1 || tilts.columns == 1);
    s.n = s.alone ? tilts.features / (p->batch * p->key_heads) : tilts.features;
    if (s.to == NULL || !allocate(&s, &workspace)) {
        plumb_workspace_free(&workspace);
        return -1;
    }
    s.every = tilts.features == 1 || s.alone ? 1 : samples_apart(q, tilts.features);
    s.h = (plumb_hypothesis){
        .cause = PLUMB_CAUSE_TILTS, .to = q->judged->problem.key_length, .tilts = s.to, .says = s.to->says};
    bool found = tilts.by_head ? solve_heads(&s) : s.alone ? solve_sources(&s) : solve(&s);
    *fits = found;
    found = found && kept != NULL;
    if (found && tilts.by_head)
        plumb_tilts_say_heads(p, s.to);
    else if (found && s.alone)
        found = plumb_tilts_say_each(p, s.to, s.deviation);
    else if (found && tilts.of == PLUMB_TILT_OTHERS)
        found = find_deviations(&s) && plumb_tilts_say_others(p, s.to, s.step, &workspace);
    else if (found && tilts.of == PLUMB_TILT_PRODUCTS)
        found = find_deviations(&s) && ((!tilts.by_source && plumb_tilts_say_levels(p, s.to, s.step, &workspace)) ||
                                        plumb_tilts_say_each(p, s.to, s.step));
    else if (found)
        plumb_tilts_say_base(s.to);
    plumb_workspace_free(&workspace);
    if (found)
        plumb_consider(q, &s.h, kept);
    return 0;
}
