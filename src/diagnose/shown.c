/* Problems are compared key by key with exact/visible.h, for one batch entry, head or query only where masks do not
   depend on which it is: plumb_masks_vary says so.  A new tensor gets the dimensions that the old one or the rule
   depends on, stride 0 for the others, and is filled in order while the rule sees what the problem had there.  It is
   kept only if an element differs and every element is one that a case may hold. */
#include "diagnose/shown.h"
#include "case/tensor.h"
#include "exact/visible.h"
#include <math.h>

static plumb_problem without_tensors(const plumb_problem *p) {
    plumb_problem stripped = *p;
    stripped.mask.query_segment = stripped.mask.key_segment = NULL;
    stripped.mask.group = NULL;
    stripped.mask.allowed = NULL;
    stripped.extra.bias = NULL;
    return stripped;
}

plumb_varies plumb_masks_vary(const plumb_problem *p) {
    const plumb_mask *m = &p->mask;
    bool allowed = m->allowed != NULL, bias = p->extra.bias != NULL;
    bool segments = m->query_segment != NULL;
    bool counts = p->causal.causal || m->windowed || m->prefixed || m->streaming || m->chunk != 0;
    bool by_entry = segments || m->group != NULL || (counts && m->entry_offset != NULL);
    return (plumb_varies){by_entry || (allowed && m->allowed_batch != 0) || (bias && p->extra.bias_batch != 0),
                          (allowed && m->allowed_head != 0) || (bias && p->extra.bias_head != 0),
                          counts || segments || (allowed && m->allowed_query != 0) ||
                              (bias && p->extra.bias_query != 0)};
}

/* How many batch entries, heads and queries differ in what they see. */
typedef struct {
    size_t batch, heads, queries;
} seers;

static seers seers_of(const plumb_problem *p, plumb_varies varies) {
    return (seers){varies.batch ? p->batch : 1, varies.head ? p->query_heads : 1, varies.query ? p->query_length : 1};
}

static bool same_for(const plumb_problem *one, const plumb_problem *other) {
    plumb_varies a = plumb_masks_vary(one), b = plumb_masks_vary(other);
    seers n = seers_of(one, (plumb_varies){a.batch || b.batch, a.head || b.head, a.query || b.query});
    for (size_t row = 0; row < n.batch * n.heads * n.queries; row++) {
        size_t t = row % n.queries, head = row / n.queries;
        for (size_t j = 0; j < one->key_length; j++)
            if (plumb_exact_visible(one, head / n.heads, head % n.heads, t, j) !=
                plumb_exact_visible(other, head / n.heads, head % n.heads, t, j))
                return false;
    }
    return true;
}

static bool same_tensors(const plumb_problem *one, const plumb_problem *other) {
    return one->mask.query_segment == other->mask.query_segment && one->mask.key_segment == other->mask.key_segment &&
           one->mask.group == other->mask.group && one->mask.allowed == other->mask.allowed &&
           one->extra.bias == other->extra.bias;
}

/* What masks count from positions is looked at first: it is the same for every entry and head. */
bool plumb_shows_same(const plumb_problem *one, const plumb_problem *other) {
    plumb_problem bare = without_tensors(one), other_bare = without_tensors(other);
    if (same_tensors(one, other) && same_for(&bare, &other_bare))
        return true;
    return same_for(one, other);
}

bool plumb_sees_a_key(const plumb_problem *p, size_t b, size_t h, size_t t) {
    for (size_t j = 0; j < p->key_length; j++)
        if (plumb_exact_visible(p, b, h, t, j))
            return true;
    return false;
}

bool plumb_hides_a_row(const plumb_problem *p) {
    seers n = seers_of(p, plumb_masks_vary(p));
    for (size_t row = 0; row < n.batch * n.heads * n.queries; row++) {
        size_t head = row / n.queries;
        if (!plumb_sees_a_key(p, head / n.heads, head % n.heads, row % n.queries))
            return true;
    }
    return false;
}

bool plumb_hides_a_key(const plumb_problem *p) {
    plumb_problem open = without_tensors(p);
    plumb_drop_masks(&open);
    return !plumb_shows_same(p, &open);
}

void plumb_drop_masks(plumb_problem *p) {
    p->causal.causal = false;
    p->mask = (plumb_mask){.entry_offset = p->mask.entry_offset};
}

bool plumb_allowed_at(const plumb_problem *p, size_t b, size_t h, size_t t, size_t j) {
    const plumb_mask *m = &p->mask;
    return m->allowed == NULL || m->allowed[b * m->allowed_batch + h * m->allowed_head + t * m->allowed_query + j] != 0;
}

double plumb_bias_at(const plumb_problem *p, size_t b, size_t h, size_t t, size_t j) {
    const double *bias = plumb_exact_bias(p, b, h, t, j);
    return bias == NULL ? 0 : *bias;
}

/* How far the rows of a tensor of scores lie apart; 0: they are shared. */
typedef struct {
    size_t batch, head, query;
} strides;

/* A tensor [batch|1][heads|1][queries|1][keys]. */
typedef struct {
    size_t heads, queries, count;
    strides step;
} extent;

/* Of that which varies so, and as another of those strides does.  False if there is no such
   size. */
static bool extent_of(const plumb_problem *p, plumb_varies varies, strides other, extent *e) {
    size_t batch = varies.batch || other.batch != 0 ? p->batch : 1;
    e->heads = varies.head || other.head != 0 ? p->query_heads : 1;
    e->queries = varies.query || other.query != 0 ? p->query_length : 1;
    const size_t shape[] = {batch, e->heads, e->queries, p->key_length};
    e->step = (strides){batch == 1 ? 0 : e->heads * e->queries * p->key_length,
                        e->heads == 1 ? 0 : e->queries * p->key_length, e->queries == 1 ? 0 : p->key_length};
    return plumb_shape_count(shape, 4, &e->count);
}

/* The row that begins with that element of such a tensor. */
static plumb_score_place row_at(const plumb_problem *p, const extent *e, size_t n, const void *context) {
    size_t row = n / p->key_length, head = row / e->queries;
    return (plumb_score_place){
        .p = p, .b = head / e->heads, .h = head % e->heads, .t = row % e->queries, .context = context};
}

/* What the problem has there: its rows, or NULL. */
typedef struct {
    const unsigned char *allowed;
    const double *bias;
} row_before;

static row_before before_of(const plumb_score_place *at) {
    const plumb_mask *m = &at->p->mask;
    row_before row = {NULL, plumb_exact_bias(at->p, at->b, at->h, at->t, 0)};
    if (m->allowed != NULL)
        row.allowed = m->allowed + at->b * m->allowed_batch + at->h * m->allowed_head + at->t * m->allowed_query;
    return row;
}

static void look(plumb_score_place *at, const row_before *row, size_t j) {
    at->j = j;
    at->allowed = row->allowed == NULL || row->allowed[j] != 0;
    at->bias = row->bias != NULL ? row->bias[j] : 0;
}

/* Finite, or -infinity, which hides. */
static bool may_be_added(double x) {
    return isfinite(x) || (isinf(x) && x < 0);
}

/* Fills a row, of truths or numbers; false if an element is none that a case may have. */
static bool fill_row(plumb_score_place at, plumb_score_rule *rule, unsigned char *allowed, double *bias,
                     bool *changes) {
    const row_before row = before_of(&at);
    for (size_t j = 0; j < at.p->key_length; j++) {
        look(&at, &row, j);
        double x = rule(&at);
        if (bias == NULL)
            allowed[j] = x != 0;
        else
            bias[j] = x;
        if (bias != NULL && !may_be_added(x))
            return false;
        *changes = *changes || x != (bias == NULL ? at.allowed : at.bias);
    }
    return true;
}

/* A tensor of the problem, and how it varies. */
typedef struct {
    const void *tensor;
    size_t width;
    strides step;
} scores;

/* From the row where the tensor begins, or the only one that is made, to where it ends. */
static int change_scores(plumb_storage *storage, const plumb_problem *p, const plumb_score_change *change, scores *of) {
    const plumb_row_place *only = change->row;
    bool changes = false, numbers = of->width > 1;
    extent e;
    if (!extent_of(p, change->varies, of->tensor != NULL ? of->step : (strides){0}, &e))
        return -1;
    unsigned char *to = plumb_storage_take(storage, e.count, of->width);
    if (to == NULL)
        return -1;
    size_t first = only == NULL ? 0 : only->b * e.step.batch + only->h * e.step.head + only->t * e.step.query;
    size_t end = only == NULL ? e.count : first + p->key_length;
    for (size_t n = first; n < end; n += p->key_length)
        if (!fill_row(row_at(p, &e, n, change->context), change->rule, to + n,
                      numbers ? (double *)(void *)to + n : NULL, &changes))
            return 0;
    *of = (scores){to, of->width, e.step};
    return changes;
}

int plumb_change_allowed(plumb_storage *storage, plumb_problem *p, plumb_score_change change) {
    plumb_mask *m = &p->mask;
    scores of = {m->allowed, 1, {m->allowed_batch, m->allowed_head, m->allowed_query}};
    int result = change_scores(storage, p, &change, &of);
    if (result != 1)
        return result;
    m->allowed = of.tensor;
    m->allowed_batch = of.step.batch;
    m->allowed_head = of.step.head;
    m->allowed_query = of.step.query;
    return 1;
}

int plumb_change_bias(plumb_storage *storage, plumb_problem *p, plumb_score_change change) {
    plumb_extras *x = &p->extra;
    scores of = {x->bias, sizeof(double), {x->bias_batch, x->bias_head, x->bias_query}};
    int result = change_scores(storage, p, &change, &of);
    if (result != 1)
        return result;
    x->bias = of.tensor;
    x->bias_batch = of.step.batch;
    x->bias_head = of.step.head;
    x->bias_query = of.step.query;
    return 1;
}
