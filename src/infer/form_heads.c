/* Heads that read the keys, the values or both of a key head that is not theirs: for each head that fails the one that
   explains most of its samples. */
#include "infer/forms.h"
#include "infer/predict.h"
#include "infer/shares.h"

/* Products of elements, at most. */
#define MOST_PRODUCTS 3e8

static size_t own_head(const plumb_problem *p, size_t head) {
    size_t b = head / p->query_heads;
    return b * p->key_heads + head % p->query_heads / (p->query_heads / p->key_heads);
}

/* Samples of the head that the hypothesis explains. */
static size_t count_explained(const plumb_inquiry *q, const plumb_hypothesis *h, size_t head, size_t *samples) {
    size_t explained = 0;
    *samples = 0;
    for (size_t i = 0; i < q->samples; i++) {
        const plumb_evidence *at = &q->sample[i];
        if (at->b * q->judged->problem.query_heads + at->h != head)
            continue;
        ++*samples;
        explained += plumb_predict(q, h, at, q->workspace) && plumb_misfit_of(q, at, q->workspace).mean <= q->limit;
    }
    return explained;
}

/* Sets the key head that most samples of the head speak for; returns whether it is another. */
static bool find_source(const plumb_inquiry *q, plumb_hypothesis *h, size_t head) {
    const plumb_problem *p = &q->judged->problem;
    size_t own = own_head(p, head), best = own, most = 0, samples;
    for (size_t other = 0; other < p->batch * p->key_heads; other++) {
        if (other == own)
            continue;
        h->map[head] = other;
        size_t explained = count_explained(q, h, head, &samples);
        if (2 * explained > samples && explained > most) {
            most = explained;
            best = other;
        }
    }
    h->map[head] = best;
    return best != own;
}

static void form(plumb_inquiry *q, int variant, size_t *map, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_HEADS, .variant = variant, .map = map};
    bool moved = false;
    for (size_t head = 0; head < p->batch * p->query_heads; head++)
        map[head] = own_head(p, head);
    for (size_t head = 0; head < p->batch * p->query_heads && !plumb_inquiry_is_late(q); head++)
        moved = find_source(q, &h, head) || moved;
    if (moved)
        plumb_consider(q, &h, kept);
}

int plumb_form_heads(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t heads = p->batch * p->query_heads, sources = p->batch * p->key_heads, *maps = q->maps + 4 * heads;
    double products = (double)(q->samples * sources) * (double)(p->key_length * (p->head_dim + p->value_dim));
    if (products > MOST_PRODUCTS)
        return 0;
    for (int variant = 0; variant < PLUMB_HEADS; variant++)
        if (variant == PLUMB_HEADS_VALUES || plumb_scores_are_plain(&q->multiplied))
            form(q, variant, maps + (size_t)variant * heads, kept);
    return 0;
}
