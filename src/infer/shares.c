#include "infer/shares.h"
#include "compare/vector_sums.h"
#include "exact/visible.h"
#include <math.h>
#include <stdlib.h>

size_t plumb_first_value(const plumb_problem *p, size_t b, size_t h) {
    return (b * p->key_heads + h / (p->query_heads / p->key_heads)) * p->key_length;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* ---- factors of blocks ---- */

/* A factor that is not whole is known only beside keys that have none: where nearly all weight is in the blocks it
   would stand for whatever the whole row is multiplied by. */
#define NEARLY_ALL 0.99

static bool tells_factor(const plumb_hypothesis *h, const plumb_evidence *at) {
    double within = 0, all = 0;
    for (size_t i = 0; i < h->blocks; i++)
        for (size_t j = h->block[i].from; j < h->block[i].to; j++)
            within += fabs(at->weight[j]);
    for (size_t j = at->first_key; j <= at->last_key; j++)
        all += fabs(at->weight[j]);
    return within <= NEARLY_ALL * all;
}

static bool share_blocks(const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to, double *divisor) {
    bool any = false;
    if (plumb_hypothesis_freedom(h) > 0 && !tells_factor(h, at))
        return false;
    for (size_t i = 0; i < h->blocks; i++) {
        const plumb_block *block = &h->block[i];
        bool fitted = isnan(block->numerator);
        double up = fitted ? to->fitted[i] : block->numerator;
        double down = !fitted ? block->denominator : isnan(block->denominator) ? to->fitted[i] : 1;
        for (size_t j = block->from; j < block->to; j++) {
            to->share[j] *= up;
            *divisor += (down - 1) * at->weight[j];
            any = any || at->weight[j] != 0;
        }
    }
    return any;
}

static bool share_without_bias(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                               plumb_prediction *to, double *divisor) {
    bool any = false;
    for (size_t j = h->from; j < h->to; j++) {
        if (!at->visible[j])
            continue;
        to->share[j] = plumb_weight_without_bias(p, at, j);
        *divisor += to->share[j] - at->weight[j];
        any = any || to->share[j] != at->weight[j];
    }
    return any;
}

static bool share_shown(const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to, double *divisor) {
    bool any = false;
    for (size_t j = h->from; j < h->to; j++) {
        if (at->visible[j] || at->lifted[j] == 0)
            continue;
        to->share[j] = at->lifted[j];
        *divisor += at->lifted[j];
        any = true;
    }
    return any;
}

/* ---- an online softmax ---- */

static double largest_in(const plumb_evidence *at, size_t from, size_t to, double largest) {
    for (size_t j = from; j < to; j++)
        if (at->visible[j])
            largest = fmax(largest, at->score[j]);
    return largest;
}

static void weigh_more(const plumb_hypothesis *h, const plumb_evidence *at, size_t from, size_t end, double lag,
                       plumb_prediction *to, double *divisor) {
    double up = exp(h->numerator * lag), down = exp(h->denominator * lag);
    for (size_t j = from; j < end; j++) {
        to->share[j] *= up;
        *divisor += (down - 1) * at->weight[j];
    }
}

/* Each tile stays as it was weighed when the maximum was that of the tiles so far. */
static bool share_unrescaled(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                             double *divisor) {
    size_t tiles = (keys + h->tile - 1) / h->tile;
    double so_far = -INFINITY;
    bool any = false;
    for (size_t i = 0; i < tiles; i++) {
        size_t from = (h->descending ? tiles - 1 - i : i) * h->tile, end = least(from + h->tile, keys);
        so_far = largest_in(at, from, end, so_far);
        if (so_far == -INFINITY || so_far >= at->largest)
            continue;
        weigh_more(h, at, from, end, at->largest - so_far, to, divisor);
        any = true;
    }
    return any;
}

/* The sums of the keys before `from` were not rescaled when the tile there raised the maximum. */
static bool share_once(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                       double *divisor) {
    double before = largest_in(at, 0, least(h->from, keys), -INFINITY);
    double after = largest_in(at, h->from, least(h->from + h->tile, keys), before);
    if (before == -INFINITY || after <= before)
        return false;
    weigh_more(h, at, 0, least(h->from, keys), after - before, to, divisor);
    return true;
}

/* ---- splits ---- */

static double merge_weight(int variant, double lse, double largest) {
    switch (variant) {
    case PLUMB_SPLITS_LOG2_AS_LOG:
        return exp(lse / log(2));
    case PLUMB_SPLITS_LOG_AS_LOG2:
        return exp(lse * log(2));
    case PLUMB_SPLITS_BY_MAXIMUM:
        return exp(largest);
    case PLUMB_SPLITS_UNNORMALISED:
        return exp(lse);
    default:
        return 1;
    }
}

static bool share_splits(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                         double *divisor) {
    size_t seen = 0;
    *divisor = 0;
    for (size_t from = 0; from < keys; from += h->tile) {
        size_t end = least(from + h->tile, keys);
        double largest = largest_in(at, from, end, -INFINITY), sum = 0;
        if (largest == -INFINITY)
            continue;
        for (size_t j = from; j < end; j++)
            sum += at->visible[j] ? exp(at->score[j] - largest) : 0;
        double lse = largest - at->largest + log(sum), weight = merge_weight(h->variant, lse, largest - at->largest);
        double divided = h->variant == PLUMB_SPLITS_UNNORMALISED ? 1 : sum;
        for (size_t j = from; j < end; j++)
            to->share[j] = at->visible[j] ? weight * exp(at->score[j] - largest) / divided : 0;
        *divisor += weight;
        seen++;
    }
    if (h->variant == PLUMB_SPLITS_ADDED)
        *divisor = 1;
    return seen > 1;
}

/* ---- masks by tiles ---- */

static int64_t tile_of(int64_t at, int64_t tile) {
    return at >= 0 ? at / tile : -((-at + tile - 1) / tile);
}

/* The keys first..last of the position's masks become these. */
typedef struct {
    int64_t first, last;
} reach;

static reach reach_of(const plumb_problem *p, int64_t at) {
    reach of = {0, (int64_t)p->key_length - 1};
    if (p->causal.causal)
        of.last = at;
    if (p->mask.windowed && p->mask.left >= 0)
        of.first = at - p->mask.left;
    if (p->mask.windowed && p->mask.right >= 0 && at + p->mask.right < of.last)
        of.last = at + p->mask.right;
    return of;
}

static reach reach_by_tiles(const plumb_problem *p, const plumb_hypothesis *h, int64_t t) {
    int64_t at = t + p->causal.offset, tile = (int64_t)h->tile;
    reach of = reach_of(p, at);
    int64_t end = (tile_of(of.last, tile) + 1) * tile - 1;
    switch ((plumb_tiles)h->variant) {
    case PLUMB_TILES_DIAGONAL_OPEN:
        of.last = end;
        break;
    case PLUMB_TILES_PARTIAL_LOST:
        of.last = of.last == end ? end : end - tile;
        break;
    case PLUMB_TILES_DIAGONAL_LOST:
        of.last = end - tile;
        break;
    case PLUMB_TILES_QUERY_OPEN:
        of.last += (tile_of(t, tile) + 1) * tile - 1 - t;
        break;
    case PLUMB_TILES_QUERY_LOST:
        of.last += tile_of(t, tile) * tile - 1 - t;
        break;
    case PLUMB_TILES_WINDOW_OPEN:
        of.first = tile_of(of.first, tile) * tile;
        break;
    case PLUMB_TILES_WINDOW_LOST:
        of.first = (tile_of(of.first + tile - 1, tile)) * tile;
        break;
    case PLUMB_TILES:
        break;
    }
    return of;
}

long long plumb_tile_of_row(const plumb_problem *p, const plumb_hypothesis *h, size_t t) {
    bool window = h->variant == PLUMB_TILES_WINDOW_OPEN || h->variant == PLUMB_TILES_WINDOW_LOST;
    reach is = reach_by_tiles(p, h, (int64_t)t);
    return (long long)(window ? is.first : is.last);
}

/* A key that the stated masks show stays where the new reach has it; one that they hide appears where the reach alone
   hid it. */
static bool share_tiles(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                        plumb_prediction *to, double *divisor) {
    reach was = reach_of(p, (int64_t)at->t + p->causal.offset), is = reach_by_tiles(p, h, (int64_t)at->t);
    bool any = false;
    for (int64_t j = 0; j < (int64_t)p->key_length; j++) {
        bool before = at->visible[j], shows = is.first <= j && j <= is.last;
        bool reached = was.first <= j && j <= was.last;
        bool after = shows && (before || !reached);
        if (before == after)
            continue;
        double weight = after ? at->lifted[j] : 0;
        *divisor += weight - at->weight[j];
        to->share[j] = weight;
        any = true;
    }
    return any;
}

/* ---- keys at even distances ---- */

static bool share_spaced(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                          double *divisor) {
    bool any = false;
    for (size_t j = 0; j < keys; j++) {
        bool among = j / h->tile % h->every == h->from / h->tile;
        if (among != (h->variant == PLUMB_SPACED_LOST) || at->weight[j] == 0)
            continue;
        to->share[j] *= h->numerator;
        *divisor += (h->denominator - 1) * at->weight[j];
        any = true;
    }
    return any;
}

/* ---- keys and values from elsewhere ---- */

static double product(const double *x, const double *y, size_t from, size_t to) {
    return plumb_sum_vectors(x + from, y + from, to - from).product;
}

/* What is added to scores stays that of the key. */
double plumb_weight_of_product(const plumb_inquiry *inquiry, const plumb_evidence *at, size_t key, double x) {
    const plumb_problem *p = &inquiry->multiplied;
    double scale = plumb_problem_scale(p).mid, score;
    if (plumb_adds_to_scores(p)) {
        const double *query = plumb_exact_query(p, at->b, at->h, at->t);
        score = at->score[key] + scale * (x - product(query, plumb_exact_key(p, at->b, at->h, key), 0, p->head_dim));
    } else
        score = plumb_plain_score(p, scale, x);
    return at->weight[at->largest_key] * exp(score - at->largest);
}

/* The weight of a key that has the vector of another, of the same or another batch entry. */
static double weight_of_other(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                              size_t key, size_t other) {
    const plumb_problem *p = &inquiry->multiplied;
    bool own = h->other_batch == PLUMB_OWN_BATCH;
    if (own && !(plumb_scores_are_plain(p) && plumb_adds_to_scores(p)))
        return at->lifted[other];
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    const double *vector = plumb_exact_key(p, own ? at->b : h->other_batch, at->h, other);
    return plumb_weight_of_product(inquiry, at, key, product(query, vector, 0, p->head_dim));
}

/* Two pages with each other's values. */
static bool share_swapped(const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to) {
    bool any = false;
    for (size_t j = h->from; j < h->to; j++) {
        size_t other = h->other + (j - h->from), source = to->source[j];
        any = any || at->visible[j] || at->visible[other];
        to->source[j] = to->source[other];
        to->source[other] = source;
    }
    return any;
}

static bool share_page(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->judged->problem;
    size_t first = plumb_first_value(p, h->other_batch == PLUMB_OWN_BATCH ? at->b : h->other_batch, at->h);
    bool any = false;
    for (size_t j = h->from; j < h->to; j++) {
        size_t other = h->other + (j - h->from);
        if (!at->visible[j])
            continue;
        any = true;
        if (h->variant == PLUMB_PAGE_BOTH || h->variant == PLUMB_PAGE_KEYS)
            to->share[j] = weight_of_other(inquiry, h, at, j, other);
        if (h->variant == PLUMB_PAGE_ZERO || h->variant == PLUMB_PAGE_ZERO_KEYS)
            to->share[j] = plumb_weight_of_product(inquiry, at, j, 0);
        *divisor += to->share[j] - at->weight[j];
        if (h->variant == PLUMB_PAGE_ZERO)
            to->share[j] = 0;
        if (h->variant == PLUMB_PAGE_BOTH || h->variant == PLUMB_PAGE_VALUES)
            to->source[j] = first + other;
    }
    return any;
}

/* ---- weights that do not depend on scores, or on a part of them ---- */

static bool share_alike(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                        double *divisor) {
    const size_t only[PLUMB_ALIKES] = {[PLUMB_ALIKE_FIRST] = at->first_key,
                                       [PLUMB_ALIKE_LAST] = at->last_key,
                                       [PLUMB_ALIKE_LARGEST] = at->largest_key};
    bool mean = h->variant == PLUMB_ALIKE_VISIBLE || h->variant == PLUMB_ALIKE_ALL;
    *divisor = 0;
    for (size_t j = 0; j < keys; j++) {
        bool takes = mean ? h->variant == PLUMB_ALIKE_ALL || at->visible[j] : j == only[h->variant];
        to->share[j] = takes ? 1 : 0;
        *divisor += to->share[j];
    }
    return true;
}

static bool share_dims(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    *divisor = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        const double *key = plumb_exact_key(p, at->b, at->h, j);
        double rest = product(query, key, 0, h->from) + product(query, key, h->to, p->head_dim);
        to->share[j] = plumb_weight_of_product(inquiry, at, j, rest);
        *divisor += to->share[j];
    }
    return true;
}

static bool share_query(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                        plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    size_t t;
    if (!plumb_hypothesis_query(h, at->t, p->query_length, &t) || t == at->t)
        return false;
    const double *query = plumb_exact_query(p, at->b, at->h, t);
    *divisor = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        const double *key = plumb_exact_key(p, at->b, at->h, j);
        to->share[j] = plumb_weight_of_product(inquiry, at, j, product(query, key, 0, p->head_dim));
        *divisor += to->share[j];
    }
    return true;
}

/* ---- keys, values or both of another head ---- */

static bool share_head(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    size_t first = h->map[at->b * p->query_heads + at->h] * p->key_length;
    if (first == plumb_first_value(p, at->b, at->h))
        return false;
    for (size_t j = 0; j < p->key_length && h->variant != PLUMB_HEADS_KEYS; j++)
        to->source[j] = first + j;
    if (h->variant == PLUMB_HEADS_VALUES)
        return true;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    *divisor = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        const double *key = p->key + (first + j) * p->head_dim;
        to->share[j] = plumb_weight_of_product(inquiry, at, j, product(query, key, 0, p->head_dim));
        *divisor += to->share[j];
    }
    return true;
}

/* ---- products, tiles and sinks ---- */

static bool share_scores(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                         plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    bool any = false;
    for (size_t j = h->from; j < h->to; j++) {
        if (!at->visible[j])
            continue;
        double own = product(query, plumb_exact_key(p, at->b, at->h, j), 0, p->head_dim);
        to->share[j] = plumb_weight_of_product(inquiry, at, j, h->factor * own);
        *divisor += to->share[j] - at->weight[j];
        any = true;
    }
    return any;
}

/* A tile whose other one is not there has its own. */
static bool share_lag(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                      plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    int64_t keys = (int64_t)p->key_length;
    size_t first = plumb_first_value(p, at->b, at->h);
    bool any = false;
    for (int64_t j = 0; j < keys; j++) {
        int64_t other = j + h->shift;
        if (!at->visible[j] || other < 0 || other >= keys)
            continue;
        any = true;
        if (h->variant != PLUMB_HEADS_KEYS)
            to->source[j] = first + (size_t)other;
        if (h->variant == PLUMB_HEADS_VALUES)
            continue;
        const double *key = plumb_exact_key(p, at->b, at->h, (size_t)other);
        to->share[j] = plumb_weight_of_product(inquiry, at, (size_t)j, product(query, key, 0, p->head_dim));
        *divisor += to->share[j] - at->weight[j];
    }
    return any;
}

static bool share_sink(const plumb_evidence *at, double *divisor, double *sink) {
    *sink = at->sink * exp(at->largest);
    *divisor += *sink - at->sink;
    return at->sink != 0;
}

/* ---- keys of small weight ---- */

static int larger_first(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* The least score that is kept. */
static double least_kept(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, double *sorted) {
    size_t count = 0;
    if (h->variant == PLUMB_CUT_BELOW)
        return at->largest - h->factor;
    for (size_t j = 0; j < keys; j++)
        if (at->visible[j])
            sorted[count++] = at->score[j];
    qsort(sorted, count, sizeof *sorted, larger_first);
    return h->tile < count ? sorted[h->tile - 1] : -INFINITY;
}

static bool share_cut(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                      double *divisor) {
    double least = least_kept(h, at, keys, to->sorted);
    bool any = false;
    for (size_t j = 0; j < keys; j++) {
        if (!at->visible[j] || at->score[j] >= least)
            continue;
        to->share[j] = 0;
        *divisor -= (1 - h->denominator) * at->weight[j];
        any = true;
    }
    return any;
}

/* ---- all of them ---- */

static void share_as_stated(const plumb_problem *p, const plumb_evidence *at, plumb_prediction *to) {
    size_t first = plumb_first_value(p, at->b, at->h);
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
        return share_blocks(h, at, to, divisor);
    case PLUMB_CAUSE_BIAS:
        return share_without_bias(p, h, at, to, divisor);
    case PLUMB_CAUSE_SHOWN:
        return share_shown(h, at, to, divisor);
    case PLUMB_CAUSE_QUERIES:
        return share_query(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_RESCALE:
        return h->once ? share_once(h, at, p->key_length, to, divisor)
                       : share_unrescaled(h, at, p->key_length, to, divisor);
    case PLUMB_CAUSE_SPLITS:
        return at->sink == 0 && share_splits(h, at, p->key_length, to, divisor);
    case PLUMB_CAUSE_TILES:
        return share_tiles(p, h, at, to, divisor);
    case PLUMB_CAUSE_SPACED:
        return share_spaced(h, at, p->key_length, to, divisor);
    case PLUMB_CAUSE_PAGE:
        return h->variant == PLUMB_PAGE_SWAPPED ? share_swapped(h, at, to)
                                                : share_page(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_ALIKE:
        *sink = 0;
        return share_alike(h, at, p->key_length, to, divisor);
    case PLUMB_CAUSE_DIMS:
        return share_dims(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_HEADS:
        return share_head(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_SCORES:
        return share_scores(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_LAG:
        return share_lag(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_SINK:
        return share_sink(at, divisor, sink);
    case PLUMB_CAUSE_CUT:
        return share_cut(h, at, p->key_length, to, divisor);
    default:
        return false;
    }
}
