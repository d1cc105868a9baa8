/* The mask of another query; that of another head or batch entry, which a few rows of each head tell; and a mask tensor
   whose rows are read at a wrong distance. */
#include "infer/forms.h"
#include "infer/predict.h"

/* Heads of all batch entries whose masks are compared, and distances of rows that are wrong by so much. */
enum { MOST_HEADS = 64, MOST_OFF = 16 };

static plumb_hypothesis mask_of(plumb_from_query from, size_t tile, int64_t shift) {
    return (plumb_hypothesis){
        .cause = PLUMB_CAUSE_MASK, .lifted = true, .from_query = from, .tile = tile, .shift = shift};
}

static void list_queries(plumb_inquiry *q, plumb_hypotheses *kept) {
    size_t length = q->judged->problem.query_length;
    for (size_t tile = 1; tile < length; tile *= 2) {
        for (int later = 0; later < 2; later++) {
            plumb_hypothesis h = mask_of(PLUMB_QUERY_MOVED, 1, later == 1 ? (int64_t)tile : -(int64_t)tile);
            plumb_consider(q, &h, kept);
        }
        for (int from = PLUMB_QUERY_DIVIDED; from < PLUMB_FROM_QUERIES && tile > 1; from++) {
            plumb_hypothesis h = mask_of((plumb_from_query)from, tile, 0);
            plumb_consider(q, &h, kept);
        }
    }
}

/* ---- heads and entries ---- */

static bool fits_samples(plumb_inquiry *q, const plumb_hypothesis *h, size_t head) {
    const plumb_problem *p = &q->judged->problem;
    bool any = false;
    for (size_t i = 0; i < q->samples; i++) {
        const plumb_evidence *at = &q->sample[i];
        if (at->b * p->query_heads + at->h != head)
            continue;
        if (!plumb_predict(q, h, at, q->room) || plumb_misfit_of(q, at, q->room).mean > q->limit)
            return false;
        any = true;
    }
    return any;
}

/* Each head has its own mask, unless that of another explains its samples. */
static void list_heads(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t heads = p->batch * p->query_heads, *map = q->maps + (PLUMB_SAMPLES - 1) * heads;
    plumb_hypothesis h = mask_of(PLUMB_QUERY_MOVED, 1, 0);
    bool moved = false;
    if (heads > MOST_HEADS || !plumb_masks_by_tensor(p))
        return;
    h.map = map;
    for (size_t head = 0; head < heads; head++) {
        bool found = false;
        for (size_t i = 1; i < heads && !found; i++) {
            /* the same head of other entries first, then the next one of each, and so on */
            size_t entry = (head / p->query_heads + i % p->batch) % p->batch;
            map[head] = entry * p->query_heads + (head + i / p->batch) % p->query_heads;
            found = fits_samples(q, &h, head);
        }
        map[head] = found ? map[head] : head;
        moved = moved || found;
    }
    if (moved)
        plumb_consider(q, &h, kept);
}

/* ---- rows of a mask tensor ---- */

static void list_row(plumb_inquiry *q, size_t apart, plumb_hypotheses *kept) {
    plumb_hypothesis h = mask_of(PLUMB_QUERY_MOVED, 1, 0);
    h.mask_row = apart;
    for (h.variant = 0; h.variant < 2 && apart != q->judged->problem.mask.allowed_query && apart > 0; h.variant++)
        plumb_consider(q, &h, kept);
}

static void list_rows(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    if (p->mask.allowed == NULL || p->query_length == 1)
        return;
    for (size_t off = 1; off <= MOST_OFF; off++) {
        list_row(q, p->key_length + off, kept);
        list_row(q, p->key_length > off ? p->key_length - off : 0, kept);
    }
    for (size_t tile = 32; tile <= 256; tile *= 2)
        list_row(q, (p->key_length + tile - 1) / tile * tile, kept);
    list_row(q, p->query_length, kept);
}

int plumb_form_masks(plumb_inquiry *q, plumb_hypotheses *kept) {
    if (!plumb_masks_lift(&q->judged->problem))
        return 0;
    list_queries(q, kept);
    list_heads(q, kept);
    list_rows(q, kept);
    return 0;
}
