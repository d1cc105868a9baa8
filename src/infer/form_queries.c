/* For a few failing rows, all queries of their head that give the engine's numbers if they are read instead of the
   row's own; and rows with the sum of weights, or of values, of other rows. */
#include "infer/forms.h"
#include "infer/predict.h"
#include <math.h>

/* Rows that are asked, and queries on either side of them. */
enum { ASKED = 4, FARTHEST = 256 };

/* Heads that are tried beside the own. */
enum { MOST_HEADS = 16 };

static void ask(plumb_inquiry *q, const plumb_evidence *at, plumb_hypotheses *kept) {
    size_t length = q->judged->problem.query_length, first = at->t > FARTHEST ? at->t - FARTHEST : 0;
    for (size_t t = first; t < length && t <= at->t + FARTHEST && !plumb_inquiry_is_late(q); t++) {
        plumb_hypothesis repeated = {.cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_REPEATED, .other = t};
        plumb_hypothesis moved = {.cause = PLUMB_CAUSE_QUERIES, .shift = (int64_t)t - (int64_t)at->t};
        if (t == at->t || !plumb_fits(q, &repeated, at))
            continue;
        plumb_consider(q, &moved, kept);
        plumb_consider(q, &repeated, kept);
    }
}

static void list_maps(plumb_inquiry *q, plumb_hypotheses *kept) {
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_QUERIES};
    for (size_t i = 0; plumb_next_rule(&i, q->judged->problem.query_length, &h);)
        plumb_consider(q, &h, kept);
}

/* Of heads farther on, around in each batch entry. */
static void consider_heads(plumb_inquiry *q, plumb_hypothesis h, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t heads = p->query_heads;
    for (size_t by = 1; by < heads && by <= MOST_HEADS; by++) {
        h.map = q->maps + by * p->batch * heads;
        for (size_t i = 0; i < p->batch * heads; i++)
            h.map[i] = i / heads * heads + (i + by) % heads;
        plumb_consider(q, &h, kept);
    }
}

/* The same query of heads farther on, around in each batch entry or among all, where the first has none before it. */
static void list_heads(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_QUERIES, .map = q->maps};
    for (size_t i = 0; i < p->batch * p->query_heads; i++)
        h.map[i] = i > 0 ? i - 1 : i;
    plumb_consider(q, &h, kept);
    consider_heads(q, h, kept);
}

/* ---- sums of other rows ---- */

/* Rows so far apart, of tiles, and of the heads next to each. */
static void list_rows(plumb_inquiry *q, plumb_cause cause, int variant, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_hypothesis h = {.cause = cause, .variant = variant};
    for (int64_t apart = 1; apart < (int64_t)p->query_length && apart <= FARTHEST; apart *= 2)
        for (int way = 0; way < 3; way++) {
            h.from_query = way == 2 ? PLUMB_QUERY_EXCHANGED : PLUMB_QUERY_MOVED;
            h.shift = way == 1 ? -apart : apart;
            plumb_consider(q, &h, kept);
        }
    for (size_t i = 0; cause == PLUMB_CAUSE_DIVISOR && plumb_next_rule(&i, p->query_length, &h);)
        plumb_consider(q, &h, kept);
    h.shift = 0;
    h.from_query = PLUMB_QUERY_MOVED;
    consider_heads(q, h, kept);
}

/* Whether most samples are some number times what they should be. */
static bool are_multiples(plumb_inquiry *q) {
    size_t multiples = 0;
    for (size_t i = 0; i < q->samples; i++) {
        const plumb_evidence *at = &q->sample[i];
        multiples += plumb_fits(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_MULTIPLE}, at);
    }
    return 2 * multiples > q->samples;
}

int plumb_form_sums(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    bool plain = plumb_scores_are_plain(&q->multiplied) && !plumb_adds_to_scores(&q->multiplied);
    if (q->samples == 0 || !plumb_operator_is(p->op.kind, PLUMB_IS_MEAN))
        return 0;
    for (int variant = 0; variant < 2 && plain && are_multiples(q); variant++)
        list_rows(q, PLUMB_CAUSE_DIVISOR, variant, kept);
    const size_t together[] = {p->query_heads / p->key_heads, p->query_heads};
    for (size_t i = 0; i < 2 && plain && are_multiples(q); i++)
        if (together[i] > 1)
            plumb_consider(q,
                           &(plumb_hypothesis){.cause = PLUMB_CAUSE_DIVISOR,
                                               .variant = PLUMB_DIVISOR_OF_ALL,
                                               .tile = together[i]},
                           kept);
    if (kept->count == 0)
        plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_MULTIPLE}, kept);
    bool alone = kept->count == 0;
    for (int variant = 0; variant < PLUMB_ADDEDS && alone; variant++)
        list_rows(q, PLUMB_CAUSE_ADDED, variant, kept);
    return 0;
}

int plumb_form_queries(plumb_inquiry *q, plumb_hypotheses *kept) {
    if (!plumb_scores_are_plain(&q->multiplied))
        return 0;
    for (size_t i = 0; i < q->samples; i += q->samples / ASKED + 1)
        ask(q, &q->sample[i], kept);
    list_maps(q, kept);
    if (kept->count == 0)
        list_heads(q, kept);
    return 0;
}
