/* Heads that read the keys, the values or both of a key head that is not theirs: for each head that fails the one that
   explains most of its samples. */
#include "infer/forms.h"
#include "infer/predict.h"
#include "infer/shares.h"

/* Products of elements, at most. */
#define MOST_PRODUCTS 3e8

/* Samples of the head that the hypothesis explains, more than half of them; 0. */
static size_t count_explained(plumb_inquiry *q, const plumb_hypothesis *h, size_t head) {
    size_t explained = 0, samples = 0;
    for (size_t i = 0; i < q->samples; i++) {
        const plumb_evidence *at = &q->sample[i];
        if (at->b * q->judged->problem.query_heads + at->h != head)
            continue;
        samples++;
        explained += plumb_fits(q, h, at);
    }
    return 2 * explained > samples ? explained : 0;
}

/* The same head of other entries first, then the next one of each, and so on. */
bool plumb_find_heads(plumb_inquiry *q, const plumb_hypothesis *h, size_t sources) {
    const plumb_problem *p = &q->judged->problem;
    bool moved = false;
    for (size_t head = 0; head < p->batch * p->query_heads && !plumb_inquiry_is_late(q); head++) {
        size_t entry = head / p->query_heads, of = head % p->query_heads / (p->query_heads / sources);
        size_t best = entry * sources + of, most = 0;
        for (size_t i = 1; i < p->batch * sources; i++) {
            h->map[head] = (entry + i % p->batch) % p->batch * sources + (of + i / p->batch) % sources;
            size_t explained = count_explained(q, h, head);
            best = explained > most ? h->map[head] : best;
            most = explained > most ? explained : most;
        }
        h->map[head] = best;
        moved = moved || most > 0;
    }
    return moved;
}

static void form(plumb_inquiry *q, int variant, size_t *map, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_HEADS, .variant = variant, .map = map};
    for (size_t head = 0; head < p->batch * p->query_heads; head++)
        map[head] = head / (p->query_heads / p->key_heads);
    if (plumb_find_heads(q, &h, p->key_heads))
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
