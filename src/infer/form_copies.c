/* Rows with the exact output of another row.  For a few failing rows, all rows whose exact output is the engine's give
   the common distance between the queries.  With that distance, the head that is nearest to each failing one; or rows
   at that distance that have each other's outputs; or the query that all rows repeat. */
#include "infer/forms.h"
#include "infer/predict.h"
#include <math.h>

/* Rows that are found for one, and distances between queries that are tried. */
enum { MOST_FOUND = 8, DISTANCES = 3 };

/* Failing rows of a head that are compared with others; and heads of which all are compared with all. */
enum { COMPARED = 8, MANY_HEADS = 256 };

typedef struct {
    plumb_inquiry *inquiry;
    int64_t shift[PLUMB_SAMPLES * MOST_FOUND];
    bool used[PLUMB_SAMPLES * MOST_FOUND];
    size_t count;
    size_t query[PLUMB_SAMPLES * MOST_FOUND], queries; /* of the same head */
} search;

static bool is_same(const plumb_inquiry *q, const plumb_evidence *at, const double *tolerance, const double *exact) {
    double sum = 0, most = 0;
    size_t count = 0;
    for (size_t c = 0; c < q->width; c++)
        count += q->column[c];
    most = q->limit * q->limit * (double)count;
    for (size_t c = 0; c < q->width && sum <= most; c++) {
        if (!q->column[c])
            continue;
        double ratio = (at->engine[c] - exact[c]) / tolerance[c];
        sum += isnan(ratio) ? INFINITY : ratio * ratio;
    }
    return sum <= most;
}

static void find_sources(search *s, const plumb_evidence *at) {
    const plumb_inquiry *q = s->inquiry;
    const plumb_problem *p = &q->judged->problem;
    size_t found = 0;
    if (!plumb_predict(q, NULL, at, q->workspace))
        return;
    for (size_t c = 0; c < q->width; c++)
        q->workspace->tolerance[c] += at->relative * fabs(at->engine[c]);
    for (size_t row = 0; row < q->rows && found < MOST_FOUND; row++)
        if (row != at->row && is_same(q, at, q->workspace->tolerance, q->exact + row * q->width)) {
            size_t query = row % p->query_length;
            s->shift[s->count++] = (int64_t)query - (int64_t)at->t;
            if (row / p->query_length == at->row / p->query_length)
                s->query[s->queries++] = query;
            found++;
        }
}

/* The distance between queries that most of the rows found have, of those that were not tried. */
static bool most_frequent(search *s, int64_t *shift) {
    size_t most = 0;
    for (size_t i = 0; i < s->count; i++) {
        size_t votes = 0;
        for (size_t k = 0; k < s->count; k++)
            votes += s->shift[k] == s->shift[i];
        if (!s->used[i] && votes > most) {
            most = votes;
            *shift = s->shift[i];
        }
    }
    for (size_t i = 0; most > 0 && i < s->count; i++)
        s->used[i] = s->used[i] || s->shift[i] == *shift;
    return most > 0;
}

/* ---- which head ---- */

static size_t choose_rows(const plumb_inquiry *q, size_t head, int64_t shift, size_t *t) {
    size_t length = q->judged->problem.query_length, failing = 0, seen = 0, chosen = 0;
    for (size_t i = 0; i < length; i++)
        failing += q->failing[head * length + i];
    for (size_t i = 0; i < length && chosen < COMPARED; i++) {
        int64_t from = (int64_t)i + shift;
        if (!q->failing[head * length + i])
            continue;
        bool next = failing <= COMPARED || seen * COMPARED >= chosen * failing;
        seen++;
        if (next && from >= 0 && from < (int64_t)length)
            t[chosen++] = i;
    }
    return chosen;
}

static double distance(const plumb_inquiry *q, size_t head, size_t from, int64_t shift, const size_t *t, size_t count) {
    size_t length = q->judged->problem.query_length;
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const double *engine = q->judged->output.value + (head * length + t[i]) * q->width;
        const double *exact = q->exact + (from * length + (size_t)((int64_t)t[i] + shift)) * q->width;
        for (size_t c = 0; c < q->width; c++)
            sum += q->column[c] ? fabs(engine[c] - exact[c]) : 0;
    }
    return isnan(sum) ? INFINITY : sum;
}

static size_t nearest_head(const plumb_inquiry *q, size_t head, int64_t shift) {
    const plumb_problem *p = &q->judged->problem;
    size_t heads = p->batch * p->query_heads, t[COMPARED] = {0}, count = choose_rows(q, head, shift, t), best = head;
    double least = count > 0 ? distance(q, head, head, shift, t, count) : 0;
    for (size_t from = 0; from < heads && count > 0; from++) {
        bool near = from / p->query_heads == head / p->query_heads || from % p->query_heads == head % p->query_heads;
        if (from == head || (heads > MANY_HEADS && !near))
            continue;
        double far = distance(q, head, from, shift, t, count);
        best = far < least ? from : best;
        least = fmin(far, least);
    }
    return best;
}

static void consider_shift(search *s, int64_t shift, size_t *map, plumb_hypotheses *kept) {
    const plumb_problem *p = &s->inquiry->judged->problem;
    bool moved = shift != 0;
    for (size_t head = 0; head < p->batch * p->query_heads && !plumb_inquiry_is_late(s->inquiry); head++) {
        map[head] = nearest_head(s->inquiry, head, shift);
        moved = moved || map[head] != head;
    }
    if (moved)
        plumb_consider(s->inquiry, &(plumb_hypothesis){.cause = PLUMB_CAUSE_COPY, .shift = shift, .map = map}, kept);
}

static void set_own_heads(const plumb_problem *p, size_t *map) {
    for (size_t head = 0; head < p->batch * p->query_heads; head++)
        map[head] = head;
}

static void consider_exchange(search *s, int64_t shift, size_t *map, plumb_hypotheses *kept) {
    size_t apart = (size_t)(shift < 0 ? -shift : shift);
    plumb_hypothesis h = {
        .cause = PLUMB_CAUSE_COPY, .from_query = PLUMB_QUERY_EXCHANGED, .shift = (int64_t)apart, .map = map};
    set_own_heads(&s->inquiry->judged->problem, map);
    if (apart > 0 && (apart & (apart - 1)) == 0)
        plumb_consider(s->inquiry, &h, kept);
}

/* One row that others have in common. */
static void consider_repeated(search *s, size_t *map, plumb_hypotheses *kept) {
    const plumb_problem *p = &s->inquiry->judged->problem;
    size_t most = 1, query = 0;
    for (size_t i = 0; i < s->queries; i++) {
        size_t votes = 0;
        for (size_t k = 0; k < s->queries; k++)
            votes += s->query[k] == s->query[i];
        query = votes > most ? s->query[i] : query;
        most = votes > most ? votes : most;
    }
    set_own_heads(p, map);
    plumb_hypothesis h = {
        .cause = PLUMB_CAUSE_COPY, .from_query = PLUMB_QUERY_REPEATED, .other = query, .map = map};
    if (most > 1)
        plumb_consider(s->inquiry, &h, kept);
}

/* Rows of tiles, and rows at multiples and remainders: they need not be searched for. */
static void list_maps(search *s, size_t *map, plumb_hypotheses *kept) {
    const plumb_problem *p = &s->inquiry->judged->problem;
    set_own_heads(p, map);
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_COPY, .map = map};
    for (size_t i = 0; plumb_next_rule(&i, p->query_length, &h);)
        plumb_consider(s->inquiry, &h, kept);
}

int plumb_form_copies(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    search s = {.inquiry = q};
    for (size_t i = 0; i < q->samples && !plumb_inquiry_is_late(q); i++)
        find_sources(&s, &q->sample[i]);
    int64_t shift = 0;
    size_t *own = q->maps + DISTANCES * p->batch * p->query_heads;
    for (size_t i = 0; i < DISTANCES && most_frequent(&s, &shift); i++) {
        consider_shift(&s, shift, q->maps + i * p->batch * p->query_heads, kept);
        consider_exchange(&s, shift, own, kept);
    }
    consider_repeated(&s, own, kept);
    list_maps(&s, own, kept);
    return 0;
}
