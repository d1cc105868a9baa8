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

bool plumb_shares(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                  plumb_prediction *to, double *divisor, double *sink) {
    const plumb_problem *p = &inquiry->judged->problem;
    share_as_stated(p, at, to);
    *divisor = at->mass;
    *sink = at->sink;
    if (h == NULL)
        return true;
    switch (h->cause) {
    case PLUMB_CAUSE_BLOCKS:
        return plumb_share_blocks(h, at, to, divisor);
    case PLUMB_CAUSE_TRANSFER:
        return plumb_share_transfer(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_EXPONENTIAL:
        return plumb_share_exponential(h, at, p->key_length, to, divisor);
    case PLUMB_CAUSE_MASK:
        return plumb_share_mask(p, h, at, to, divisor);
    case PLUMB_CAUSE_REACH:
        return plumb_share_reach(p, h, at, to, divisor);
    case PLUMB_CAUSE_CAP:
        return plumb_share_cap(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_DIVISOR:
        if (h->variant >= PLUMB_DIVISOR_OVER_HEADS)
            return at->sink == 0 && plumb_share_over(inquiry, h, at, to);
        return at->sink == 0 && plumb_share_divisor(inquiry, h, at, divisor);
    case PLUMB_CAUSE_BEYOND:
        return plumb_share_beyond(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_BIAS_OF:
        return plumb_share_bias_of(p, h, at, to, divisor);
    case PLUMB_CAUSE_LAYOUT:
        to->freedom = h->free;
        return plumb_share_layout(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_TILTS:
        return plumb_share_tilts(inquiry, h->tilts, at, to, divisor);
    case PLUMB_CAUSE_DESCALES:
        return plumb_share_descales(inquiry, h->descales, at, to, divisor);
    case PLUMB_CAUSE_FACTORS:
        return plumb_share_factors(p, h->factors, at, to, divisor, sink);
    case PLUMB_CAUSE_BIAS:
        return plumb_share_without_bias(p, h, at, to, divisor);
    case PLUMB_CAUSE_SHOWN:
        return plumb_share_shown(h, at, to, divisor);
    case PLUMB_CAUSE_QUERIES:
        return plumb_share_query(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_SQUARES:
        return plumb_share_squares(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_RESCALE:
        if (h->variant == PLUMB_RESCALED_AS_OTHER)
            return plumb_share_by_other(inquiry, h, at, to, divisor);
        return h->once ? plumb_share_once(h, at, p->key_length, to, divisor)
               : h->variant >= PLUMB_RESCALED_WITH_TILE
                       ? plumb_share_by_tile(h, at, p->key_length, to, divisor)
                       : plumb_share_unrescaled(h, at, p->key_length, to, divisor);
    case PLUMB_CAUSE_SPLITS:
        return at->sink == 0 && plumb_share_splits(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_TILES:
        return plumb_share_tiles(p, h, at, to, divisor);
    case PLUMB_CAUSE_PAGE:
        return h->variant == PLUMB_PAGE_SWAPPED ? plumb_share_swapped(h, at, to)
                                                : plumb_share_page(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_ALIKE:
        *sink = 0;
        return plumb_share_alike(p, h, at, to, divisor);
    case PLUMB_CAUSE_HEADS:
        return plumb_share_head(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_LAG:
        return plumb_share_lag(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_SINK:
        return plumb_share_sink(p, h, at, to, divisor, sink);
    case PLUMB_CAUSE_FREE:
        return plumb_share_free(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_CUT:
        return plumb_share_cut(h, at, p->key_length, to, divisor);
    default:
        return false;
    }
}
