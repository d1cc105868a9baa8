/* Pages that are replaced by others, of the same batch entry or another, or exchanged with them.  For every page and
   every other one it computes the remaining errors, in a few random projections of the columns, which show nearly as
   much as all columns. */
#include "bundle/vector_product.h"
#include "exact/visible.h"
#include "fast/lanes.h"
#include "infer/forms.h"
#include "infer/scaled_row.h"
#include "infer/shares.h"
#include <math.h>
#include <string.h>

enum { PROJECTIONS = 8, PAGE_SAMPLES = 6, CANDIDATES = 4 };

/* Of so many keys pages of a few are tried. */
enum { FEW_KEYS = 192 };

/* Products that are taken for one size of page in one sample, at most. */
#define MOST_PRODUCTS 1e8

/* What is left of the squares at most, of a pair that is looked at. */
#define MOST_LEFT 0.5

/* Keys of a page: multiples of the step, whose pairs are together not twice as many as those of powers of 2. */
enum { STEP = 8, LARGEST_PAGE = 256 };

typedef struct {
    size_t page, other, batch;
    double left;
} pair;

typedef struct {
    plumb_inquiry *inquiry;
    plumb_scaled_row *rows;
    const plumb_scaled_row *sample[PAGE_SAMPLES];
    size_t samples;
    double *sign;   /* [width][PROJECTIONS] */
    double *value;  /* [samples][key_length][PROJECTIONS] of a batch entry */
    double *own;    /* the same of the sample's own entry */
    double *weight; /* [samples][key_length] of that entry's keys */
    double *growth; /* [samples][key_length] by what is added to scores where the key stands; 0 where it is hidden */
    double *visible_weight; /* [samples][key_length] of visible keys, of others 0 */
    double *weighed;        /* [samples][pages][PROJECTIONS + 1] what a page adds, and the sum of its weights */
    double *there;          /* [page] weights of another page's keys */
    double error[PAGE_SAMPLES][PROJECTIONS], engine[PAGE_SAMPLES][PROJECTIONS];
    double square; /* of the errors */
    pair best[PLUMB_PAGES][CANDIDATES];
    size_t page, batch;
} search;

/* ---- projections ---- */

static void project(const search *s, const double *x, double *to) {
    memset(to, 0, PROJECTIONS * sizeof *to);
    for (size_t c = 0; c < s->inquiry->width; c++)
        for (size_t m = 0; m < PROJECTIONS; m++)
            to[m] += x[c] * s->sign[c * PROJECTIONS + m];
}

static void project_value(const search *s, const plumb_scaled_row *row, const double *value, double *to) {
    memset(to, 0, PROJECTIONS * sizeof *to);
    for (size_t c = 0; c < s->inquiry->width; c++)
        for (size_t m = 0; m < PROJECTIONS; m++)
            to[m] += value[c] * row->unit[c] * s->sign[c * PROJECTIONS + m];
}

static void draw_signs(search *s) {
    uint64_t state = 88172645463325252u;
    for (size_t i = 0; i < s->inquiry->width * PROJECTIONS; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        s->sign[i] = state >> 63 ? 1 : -1;
    }
}

/* By what the weight of a key grows because of what is added to its score; none is there that is hidden. */
static double growth(const plumb_inquiry *q, const plumb_evidence *at, size_t key) {
    const plumb_problem *p = &q->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t), *vector = plumb_exact_key(p, at->b, at->h, key);
    if (!at->visible[key])
        return 0;
    if (!plumb_adds_to_scores(p))
        return 1;
    double product = plumb_vector_product(query, vector, p->head_dim);
    return exp(at->score[key] - plumb_plain_score(p, q->scale, product));
}

/* The weight of a key of a batch entry, without what is added to scores. */
static double weight_in(const plumb_inquiry *q, const plumb_evidence *at, size_t batch, size_t key) {
    const plumb_problem *p = &q->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t), *vector = plumb_exact_key(p, batch, at->h, key);
    double product = plumb_vector_product(query, vector, p->head_dim);
    double score = plumb_plain_score(p, q->scale, product);
    return plumb_weight_of_score(at, score);
}

/* The values, and the weights of the keys, of a batch entry in each sample; false where these cannot be known. */
static bool read_entry(search *s, size_t batch, double *value, double *weight) {
    const plumb_problem *p = &s->inquiry->multiplied;
    bool plain = plumb_scores_are_plain(p), adds = plumb_adds_to_scores(p);
    bool lifts = batch == PLUMB_OWN_BATCH && plumb_masks_lift(p) && !(plain && adds);
    for (size_t i = 0; i < s->samples; i++) {
        const plumb_evidence *at = s->sample[i]->at;
        size_t from = batch == PLUMB_OWN_BATCH ? at->b : batch;
        const double *first = p->value + plumb_first_value(p, from, at->h) * s->inquiry->width;
        for (size_t j = 0; j < p->key_length; j++) {
            project_value(s, s->sample[i], first + j * s->inquiry->width,
                          value + (i * p->key_length + j) * PROJECTIONS);
            weight[i * p->key_length + j] = lifts ? at->lifted[j] : plain ? weight_in(s->inquiry, at, from, j) : 0;
        }
    }
    return lifts || plain;
}

/* ---- pairs of pages ---- */

/* Adds a page's weighed values, sum_j weight_j value_j, to `to`, and returns the sum of its weights. */
PLUMB_FOR_EACH_PROCESSOR
static double add_weighed(const double *weight, const double *value, size_t keys, double to[PROJECTIONS]) {
    double sum = 0, own[PROJECTIONS] = {0};
    for (size_t j = 0; j < keys; j++) {
        sum += weight[j];
        for (size_t m = 0; m < PROJECTIONS; m++)
            own[m] += weight[j] * value[j * PROJECTIONS + m];
    }
    for (size_t m = 0; m < PROJECTIONS; m++)
        to[m] += own[m];
    return sum;
}

/* The weights that the keys of page `other` have where page `page` stands. */
static const double *weights_there(const search *s, size_t i, size_t page, size_t other) {
    size_t keys = s->inquiry->judged->problem.key_length;
    for (size_t j = 0; j < s->page; j++)
        if (s->growth[i * keys + page + j] == 0)
            s->there[j] = 0;
        else
            s->there[j] = s->weight[i * keys + other + j] * s->growth[i * keys + page + j];
    return s->there;
}

/* Takes from what is left of sample i what it is moved by if page `page` has keys, values or both of `other`. */
static void take_move(const search *s, size_t i, size_t page, size_t other, int variant, double left[PROJECTIONS]) {
    size_t keys = s->inquiry->judged->problem.key_length;
    const double *was = s->visible_weight + i * keys + page, *own = s->own + (i * keys + page) * PROJECTIONS;
    const double *is = variant == PLUMB_PAGE_VALUES ? was : weights_there(s, i, page, other);
    const double *new = variant == PLUMB_PAGE_KEYS ? own : s->value + (i * keys + other) * PROJECTIONS;
    const double *had = s->weighed + (i * (keys / s->page) + page / s->page) * (PROJECTIONS + 1);
    double given[PROJECTIONS] = {0}, sum = add_weighed(is, new, s->page, given) - had[PROJECTIONS];
    for (size_t m = 0; m < PROJECTIONS; m++)
        left[m] += had[m] - given[m] + s->engine[i][m] * sum;
}

/* What each page adds to each sample, and the sum of its weights. */
static void weigh_pages(const search *s) {
    size_t keys = s->inquiry->judged->problem.key_length, pages = keys / s->page;
    for (size_t i = 0; i < s->samples; i++)
        for (size_t n = 0; n < pages; n++) {
            double *had = s->weighed + (i * pages + n) * (PROJECTIONS + 1);
            size_t first = i * keys + n * s->page;
            memset(had, 0, PROJECTIONS * sizeof *had);
            had[PROJECTIONS] = add_weighed(s->visible_weight + first, s->own + first * PROJECTIONS, s->page, had);
        }
}

/* The squares that are left of sample i. */
static double left_of(const search *s, size_t i, size_t page, size_t other, int variant) {
    double left[PROJECTIONS], squares = 0;
    memcpy(left, s->error[i], sizeof left);
    take_move(s, i, page, other, variant == PLUMB_PAGE_SWAPPED ? PLUMB_PAGE_VALUES : variant, left);
    if (variant == PLUMB_PAGE_SWAPPED)
        take_move(s, i, other, page, PLUMB_PAGE_VALUES, left);
    for (size_t m = 0; m < PROJECTIONS; m++)
        squares += left[m] * left[m];
    return squares;
}

static void keep_pair(pair best[CANDIDATES], const pair *found) {
    size_t at = CANDIDATES;
    while (at > 0 && found->left < best[at - 1].left)
        at--;
    if (at == CANDIDATES)
        return;
    memmove(best + at + 1, best + at, (CANDIDATES - 1 - at) * sizeof *best);
    best[at] = *found;
}

static void try_pair(search *s, size_t page, size_t other, int variant) {
    double left = 0;
    for (size_t i = 0; i < s->samples && left < s->best[variant][CANDIDATES - 1].left; i++)
        left += left_of(s, i, page, other, variant);
    keep_pair(s->best[variant], &(pair){page, other, s->batch, left});
}

/* Values are always known; pages are exchanged within a batch entry, each pair once. */
static bool is_asked(const search *s, size_t page, size_t other, int variant, bool with_keys) {
    if (variant == PLUMB_PAGE_SWAPPED)
        return s->batch == PLUMB_OWN_BATCH && page < other;
    return variant == PLUMB_PAGE_VALUES || with_keys;
}

static void try_pairs(search *s, bool with_keys) {
    size_t keys = s->inquiry->judged->problem.key_length;
    for (size_t page = 0; page + s->page <= keys && !plumb_inquiry_is_late(s->inquiry); page += s->page)
        for (size_t other = 0; other + s->page <= keys; other += s->page)
            for (int variant = 0; variant <= PLUMB_PAGE_SWAPPED; variant++)
                if (is_asked(s, page, other, variant, with_keys))
                    try_pair(s, page, other, variant);
}

/* ---- sizes of pages, batch entries ---- */

static void consider_best(search *s, plumb_hypotheses *kept) {
    for (int variant = 0; variant <= PLUMB_PAGE_SWAPPED; variant++)
        for (size_t i = 0; i < CANDIDATES; i++) {
            const pair *found = &s->best[variant][i];
            plumb_hypothesis h = {.cause = PLUMB_CAUSE_PAGE,
                                  .variant = variant,
                                  .from = found->page,
                                  .to = found->page + s->page,
                                  .other = found->other,
                                  .other_batch = found->batch};
            h.lifted = plumb_masks_lift(&s->inquiry->judged->problem);
            if (found->left < MOST_LEFT * s->square)
                plumb_consider(s->inquiry, &h, kept);
        }
}

static void begin_size(search *s) {
    for (int variant = 0; variant < PLUMB_PAGES; variant++)
        for (size_t i = 0; i < CANDIDATES; i++)
            s->best[variant][i] = (pair){.left = INFINITY};
}

static void try_size(search *s, size_t size, plumb_hypotheses *kept) {
    const plumb_problem *p = &s->inquiry->judged->problem;
    double keys = (double)p->key_length;
    s->page = size;
    bool few = keys * keys / (double)size * PROJECTIONS <= MOST_PRODUCTS;
    size_t others = p->batch > 1 ? p->batch : 0;
    if (2 * size > p->key_length || !few)
        return;
    weigh_pages(s);
    for (size_t i = 0; i <= others; i++) {
        s->batch = i == 0 ? PLUMB_OWN_BATCH : i - 1;
        begin_size(s);
        bool with_keys = read_entry(s, s->batch, s->value, s->weight);
        try_pairs(s, with_keys);
        consider_best(s, kept);
    }
}

/* Those that see most, for each page must be seen by some; of batch entries one after the other. */
static void choose_samples(search *s) {
    const plumb_inquiry *q = s->inquiry;
    bool taken[PLUMB_SAMPLES] = {false};
    while (s->samples < PAGE_SAMPLES && s->samples < q->samples) {
        size_t best = q->samples;
        for (size_t i = 0; i < q->samples; i++)
            if (!taken[i] && (best == q->samples || q->sample[i].last_key > q->sample[best].last_key))
                best = i;
        taken[best] = true;
        s->sample[s->samples++] = &s->rows[best];
    }
}

static void begin(search *s) {
    choose_samples(s);
    draw_signs(s);
    for (size_t i = 0; i < s->samples; i++) {
        project(s, s->sample[i]->error, s->error[i]);
        project(s, s->sample[i]->engine, s->engine[i]);
        for (size_t m = 0; m < PROJECTIONS; m++)
            s->square += s->error[i][m] * s->error[i][m];
    }
    for (size_t i = 0; i < s->samples; i++) {
        const plumb_problem *p = &s->inquiry->multiplied;
        const plumb_evidence *at = s->sample[i]->at;
        const double *first = p->value + plumb_first_value(p, at->b, at->h) * s->inquiry->width;
        for (size_t j = 0; j < p->key_length; j++) {
            project_value(s, s->sample[i], first + j * s->inquiry->width,
                          s->own + (i * p->key_length + j) * PROJECTIONS);
            s->visible_weight[i * p->key_length + j] = at->visible[j] ? at->weight[j] : 0;
            s->growth[i * p->key_length + j] = growth(s->inquiry, at, j);
        }
    }
}

int plumb_form_pages(plumb_inquiry *q, plumb_hypotheses *kept) {
    size_t keys = q->judged->problem.key_length;
    search s = {.inquiry = q};
    if (!plumb_operator_is(q->judged->problem.op.kind, PLUMB_IS_MEAN))
        return 0;
    plumb_workspace memory = {.short_of_memory = false};
    s.rows = plumb_scaled_rows(q, PLUMB_SEEN_KEYS, &memory);
    s.sign = plumb_workspace_take(&memory, q->width * PROJECTIONS, sizeof *s.sign);
    s.value = plumb_workspace_take(&memory, PAGE_SAMPLES * keys * PROJECTIONS, sizeof *s.value);
    s.own = plumb_workspace_take(&memory, PAGE_SAMPLES * keys * PROJECTIONS, sizeof *s.own);
    s.weight = plumb_workspace_take(&memory, PAGE_SAMPLES * keys, sizeof *s.weight);
    s.growth = plumb_workspace_take(&memory, PAGE_SAMPLES * keys, sizeof *s.growth);
    s.visible_weight = plumb_workspace_take(&memory, PAGE_SAMPLES * keys, sizeof *s.visible_weight);
    s.weighed = plumb_workspace_take(&memory, PAGE_SAMPLES * keys * (PROJECTIONS + 1), sizeof *s.weighed);
    s.there = plumb_workspace_take(&memory, LARGEST_PAGE, sizeof *s.there);
    int result = memory.short_of_memory ? -1 : 0;
    if (result == 0) {
        begin(&s);
        for (size_t size = 1; size < STEP && keys <= FEW_KEYS; size *= 2)
            try_size(&s, size, kept);
        for (size_t size = STEP; size <= LARGEST_PAGE; size += STEP)
            try_size(&s, size, kept);
    }
    plumb_workspace_free(&memory);
    return result;
}
