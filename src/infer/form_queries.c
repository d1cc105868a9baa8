/* For a few failing rows all queries of their head that, read in place of the row's own, give the engine's numbers. */
#include "infer/forms.h"
#include "infer/predict.h"

/* Rows that are asked, and queries on either side of them. */
enum { ASKED = 4, FARTHEST = 256 };

static bool fits(plumb_inquiry *q, const plumb_evidence *at, const plumb_hypothesis *h) {
    return plumb_predict(q, h, at, q->room) && plumb_misfit_of(q, at, q->room).mean <= q->limit;
}

static void ask(plumb_inquiry *q, const plumb_evidence *at, plumb_hypotheses *kept) {
    size_t length = q->judged->problem.query_length, first = at->t > FARTHEST ? at->t - FARTHEST : 0;
    for (size_t t = first; t < length && t <= at->t + FARTHEST && !plumb_inquiry_is_late(q); t++) {
        plumb_hypothesis repeated = {.cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_REPEATED, .other = t};
        plumb_hypothesis moved = {.cause = PLUMB_CAUSE_QUERIES, .shift = (int64_t)t - (int64_t)at->t};
        if (t == at->t || !fits(q, at, &repeated))
            continue;
        plumb_consider(q, &moved, kept);
        plumb_consider(q, &repeated, kept);
    }
}

static void list_maps(plumb_inquiry *q, plumb_hypotheses *kept) {
    for (int from = PLUMB_QUERY_DIVIDED; from < PLUMB_FROM_QUERIES; from++)
        for (size_t tile = 2; tile < q->judged->problem.query_length; tile *= 2)
            plumb_consider(q,
                           &(plumb_hypothesis){
                               .cause = PLUMB_CAUSE_QUERIES, .from_query = (plumb_from_query)from, .tile = tile},
                           kept);
}

int plumb_form_queries(plumb_inquiry *q, plumb_hypotheses *kept) {
    if (!plumb_scores_are_plain(&q->multiplied))
        return 0;
    for (size_t i = 0; i < q->samples; i += q->samples / ASKED + 1)
        ask(q, &q->sample[i], kept);
    list_maps(q, kept);
    return 0;
}
