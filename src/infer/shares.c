#include "infer/shares.h"
#include "infer/share.h"

size_t plumb_first_value(const plumb_problem *p, size_t b, size_t h) {
    return (b * p->key_heads + h / (p->query_heads / p->key_heads)) * p->key_length;
}

static void share_as_stated(const plumb_problem *p, const plumb_evidence *at, plumb_prediction *to) {
    size_t first = plumb_first_value(p, at->b, at->h);
    to->beyond = to->freedom = 0;
    for (size_t j = 0; j < p->key_length; j++) {
        to->share[j] = at->weight[j];
        to->source[j] = first + j;
    }
}

static plumb_share_of_inquiry *const of_inquiry[PLUMB_CAUSES] = {[PLUMB_CAUSE_TRANSFER] = plumb_share_transfer,
                                                                [PLUMB_CAUSE_CAP] = plumb_share_cap,
                                                                [PLUMB_CAUSE_BEYOND] = plumb_share_beyond,
                                                                [PLUMB_CAUSE_LAYOUT] = plumb_share_layout,
                                                                [PLUMB_CAUSE_QUERIES] = plumb_share_query,
                                                                [PLUMB_CAUSE_SQUARES] = plumb_share_squares,
                                                                [PLUMB_CAUSE_PAGE] = plumb_share_page,
                                                                [PLUMB_CAUSE_HEADS] = plumb_share_head,
                                                                [PLUMB_CAUSE_LAG] = plumb_share_lag,
                                                                [PLUMB_CAUSE_FREE] = plumb_share_free};
static plumb_share_of_problem *const of_problem[PLUMB_CAUSES] = {[PLUMB_CAUSE_MASK] = plumb_share_mask,
                                                                [PLUMB_CAUSE_REACH] = plumb_share_reach,
                                                                [PLUMB_CAUSE_BIAS_OF] = plumb_share_bias_of,
                                                                [PLUMB_CAUSE_BIAS] = plumb_share_without_bias,
                                                                [PLUMB_CAUSE_TILES] = plumb_share_tiles};

static bool share_rescaled(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                           plumb_prediction *to, double *divisor) {
    if (h->variant == PLUMB_RESCALED_AS_OTHER)
        return plumb_share_by_other(inquiry, h, at, to, divisor);
    plumb_share_of_keys *share = h->once                                  ? plumb_share_once
                                 : h->variant >= PLUMB_RESCALED_WITH_TILE ? plumb_share_by_tile
                                                                          : plumb_share_unrescaled;
    return share(h, at, inquiry->judged->problem.key_length, to, divisor);
}

bool plumb_shares(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                  plumb_prediction *to, double *divisor, double *sink) {
    const plumb_problem *p = &inquiry->judged->problem;
    share_as_stated(p, at, to);
    *divisor = at->mass;
    *sink = at->sink;
    if (h == NULL)
        return true;
    if (h->cause == PLUMB_CAUSE_LAYOUT)
        to->freedom = h->free;
    if (h->cause == PLUMB_CAUSE_PAGE && h->variant == PLUMB_PAGE_SWAPPED)
        return plumb_share_swapped(h, at, to);
    if (of_inquiry[h->cause] != NULL)
        return of_inquiry[h->cause](inquiry, h, at, to, divisor);
    if (of_problem[h->cause] != NULL)
        return of_problem[h->cause](p, h, at, to, divisor);
    switch (h->cause) {
    case PLUMB_CAUSE_BLOCK:
        return plumb_share_block(h, at, to, divisor);
    case PLUMB_CAUSE_SHOWN:
        return plumb_share_shown(h, at, to, divisor);
    case PLUMB_CAUSE_CUT:
        return plumb_share_cut(h, at, p->key_length, to, divisor);
    case PLUMB_CAUSE_EXPONENTIAL:
        return plumb_share_exponential(h, at, p->key_length, to, divisor);
    case PLUMB_CAUSE_RESCALE:
        return share_rescaled(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_DIVISOR:
        if (h->variant >= PLUMB_DIVISOR_OVER_HEADS)
            return at->sink == 0 && plumb_share_over(inquiry, h, at, to);
        return at->sink == 0 && plumb_share_divisor(inquiry, h, at, divisor);
    case PLUMB_CAUSE_SPLITS:
        return at->sink == 0 && plumb_share_splits(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_TILTS:
        return plumb_share_tilts(inquiry, h->tilts, at, to, divisor);
    case PLUMB_CAUSE_DESCALES:
        return plumb_share_descales(inquiry, h->descales, at, to, divisor);
    case PLUMB_CAUSE_FACTORS:
        return plumb_share_factors(p, h->factors, at, to, divisor, sink);
    case PLUMB_CAUSE_SINK:
        return plumb_share_sink(p, h, at, to, divisor, sink);
    case PLUMB_CAUSE_ALIKE:
        *sink = 0;
        return plumb_share_alike(p, h, at, to, divisor);
    default:
        return false;
    }
}
