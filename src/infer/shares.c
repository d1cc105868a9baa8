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

/* ---- a table of factors ---- */

static bool share_factors(const plumb_problem *p, const plumb_factors *f, const plumb_evidence *at,
                          plumb_prediction *to, double *divisor, double *sink) {
    size_t group = plumb_group_of(p, f->by, f->tile, at->b, at->h, at->t);
    size_t numbers = f->distances > 0 ? f->distances : p->key_length;
    const double *factors = f->factor + group * numbers;
    double changed = 0, same = at->sink, one = at->weight[at->largest_key] * exp(-at->largest);
    for (size_t j = 0; j < p->key_length; j++) {
        double factor = factors[f->distances > 0 ? plumb_distance_of(p, at->t, j, numbers) : j];
        double stated = at->weight[j], weight = factor * (f->lifted ? at->lifted[j] : stated);
        to->share[j] = f->place == PLUMB_IN_WEIGHTS ? stated : weight;
        *divisor += f->place == PLUMB_IN_VALUES ? 0 : weight - stated;
        *(weight != stated ? &changed : &same) += fabs(stated);
        changed += weight != stated && stated == 0 ? fabs(weight) : 0;
    }
    if (f->place == PLUMB_IN_BOTH) {
        *sink = at->sink * f->sink[group];
        *divisor += *sink - at->sink + f->zeros[group] * one;
        changed += f->sink[group] != 1 || f->zeros[group] != 0 ? at->sink : 0;
    }
    return changed > 0 && !(f->fitted && same < (1 - NEARLY_ALL) * (changed + same));
}

/* ---- numbers of each head ---- */

static bool share_descales(const plumb_inquiry *inquiry, const plumb_descales *d, const plumb_evidence *at,
                           plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    double values = d->values[at->b * p->query_heads + at->h], scores = d->scores[at->b * p->query_heads + at->h];
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        double own = plumb_sum_vectors(query, plumb_exact_key(p, at->b, at->h, j), p->head_dim).product;
        double weight = scores == 1 ? at->weight[j] : plumb_weight_of_product(inquiry, at, j, scores * own);
        to->share[j] = values * weight;
        *divisor += weight - at->weight[j];
    }
    return values != 1 || scores != 1;
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

/* The splits are of `tile` keys each; where `from` is not 0, the first is of as many keys. */
static size_t end_of_split(const plumb_hypothesis *h, size_t from, size_t keys) {
    return least(from < h->from ? h->from : from + h->tile, keys);
}

static double score_of_row(const plumb_problem *p, size_t b, size_t h, size_t t, size_t key) {
    double x = plumb_sum_vectors(plumb_exact_query(p, b, h, t), plumb_exact_key(p, b, h, key), p->head_dim).product;
    return plumb_plain_score(p, plumb_problem_scale(p).mid, x);
}

/* The log-sum-exp of each split [splits] of the row `shift` queries later, or of the same query of another head; false:
   there is none. */
static bool find_other_lse(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                           double *lse) {
    const plumb_problem *p = &inquiry->multiplied;
    size_t own = at->b * p->query_heads + at->h, head = h->map == NULL ? own : h->map[own], t, count = 0;
    size_t b = head / p->query_heads, of = head % p->query_heads;
    if (!plumb_hypothesis_query(h, at->t, p->query_length, &t))
        return false;
    for (size_t from = 0, end; from < p->key_length; from = end) {
        double largest = -INFINITY, sum = 0;
        end = end_of_split(h, from, p->key_length);
        for (size_t j = from; j < end; j++)
            if (plumb_exact_visible(&inquiry->judged->problem, b, of, t, j)) {
                double score = score_of_row(p, b, of, t, j), above = fmax(largest, score);
                sum = sum * exp(largest - above) + exp(score - above);
                largest = above;
            }
        lse[count++] = sum > 0 ? largest + log(sum) : -INFINITY;
    }
    return true;
}

static bool share_splits(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                         plumb_prediction *to, double *divisor) {
    size_t keys = inquiry->judged->problem.key_length, seen = 0, count = 0;
    bool other = h->variant == PLUMB_SPLITS_OF_OTHER;
    if (other && !find_other_lse(inquiry, h, at, to->sorted))
        return false;
    *divisor = 0;
    for (size_t from = 0, end; from < keys; from = end, count++) {
        double largest, sum = 0;
        end = end_of_split(h, from, keys);
        largest = largest_in(at, from, end, -INFINITY);
        if (largest == -INFINITY)
            continue;
        for (size_t j = from; j < end; j++)
            sum += at->visible[j] ? exp(at->score[j] - largest) : 0;
        double lse = largest - at->largest + log(sum);
        double weight = other ? exp(to->sorted[count] - at->largest)
                              : merge_weight(h->variant, lse, largest - at->largest);
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

/* ---- keys or values of other keys ---- */

static bool share_transfer(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                           plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->judged->problem;
    size_t first = plumb_first_value(p, at->b, at->h);
    bool any = false;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j] || h->map[j] == j)
            continue;
        any = true;
        if (h->variant != PLUMB_HEADS_KEYS)
            to->source[j] = first + h->map[j];
        if (h->variant == PLUMB_HEADS_VALUES)
            continue;
        to->share[j] = at->lifted[h->map[j]];
        *divisor += to->share[j] - at->weight[j];
    }
    return any;
}

/* ---- other exponentials ---- */

static double other_exponential(const plumb_hypothesis *h, double x) {
    double y = x / log(2), whole = floor(y), base = 1 + x / (double)h->tile;
    switch (h->variant) {
    case PLUMB_EXPONENTIAL_LINEAR:
        return exp2(whole) * (1 + y - whole);
    case PLUMB_EXPONENTIAL_CLAMPED:
        return exp(fmax(x, -h->factor));
    default:
        return base > 0 ? pow(base, (double)h->tile) : 0;
    }
}

/* Weights are taken below the largest score of the tiles so far, where `from` is not 0 of tiles of so many keys, and
   multiplied again where that rises: by the exponential, or, if `once` is not set, by the function in its place. */
static bool share_exponential(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                              double *divisor) {
    size_t tile = h->from > 0 ? h->from : keys;
    double first = at->sink > 0 ? log(at->sink / at->weight[at->largest_key]) + at->largest : -INFINITY;
    double so_far = h->from > 0 ? -INFINITY : fmax(first, at->largest), unit, sum = 0;
    bool any = false;
    for (size_t from = 0; from < keys; from += tile) {
        size_t end = least(from + tile, keys);
        double before = so_far;
        so_far = largest_in(at, from, end, so_far);
        if (so_far == -INFINITY)
            continue;
        double again = before == -INFINITY || before == so_far ? 1
                       : h->once                               ? exp(before - so_far)
                                                               : other_exponential(h, before - so_far);
        for (size_t j = 0; j < end; j++)
            to->share[j] = !at->visible[j] ? 0
                           : j < from      ? to->share[j] * again
                                           : other_exponential(h, at->score[j] - so_far);
    }
    unit = at->weight[at->largest_key] * exp(so_far - at->largest);
    for (size_t j = 0; j < keys; j++) {
        to->share[j] *= unit;
        sum += to->share[j];
        any = any || fabs(to->share[j] - at->weight[j]) > 1e-9 * at->mass;
    }
    *divisor = at->sink + sum;
    return any;
}

/* ---- other masks ---- */

/* Past the end of a mask tensor stands what `variant` says. */
static bool allows_past_end(const plumb_problem *p, const plumb_hypothesis *h, size_t b, size_t head, size_t t,
                            size_t key) {
    const plumb_mask *m = &p->mask;
    size_t at = b * m->allowed_batch + head * m->allowed_head + t * h->mask_row + key;
    size_t end = (p->batch - 1) * m->allowed_batch + (p->query_heads - 1) * m->allowed_head +
                 (p->query_length - 1) * m->allowed_query + p->key_length;
    return at < end ? m->allowed[at] != 0 : h->variant != 0;
}

static bool share_mask(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor) {
    size_t own = at->b * p->query_heads + at->h, head = h->map == NULL ? own : h->map[own], t;
    plumb_problem other = *p;
    bool any = false;
    if (h->mask_row != 0)
        other.mask.allowed = NULL;
    if (!plumb_hypothesis_query(h, at->t, p->query_length, &t))
        return false;
    *divisor = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        size_t b = head / p->query_heads, of = head % p->query_heads;
        bool shown = plumb_exact_visible(&other, b, of, t, j) &&
                     (h->mask_row == 0 || allows_past_end(p, h, b, of, t, j));
        to->share[j] = shown ? at->lifted[j] : 0;
        *divisor += to->share[j];
        any = any || shown != (at->visible[j] != 0);
    }
    return any;
}

static int64_t end_of(const plumb_problem *p, plumb_end end, const plumb_evidence *at, size_t stated) {
    int64_t position = (int64_t)at->t + p->causal.offset;
    return end.kind == PLUMB_END_STATED ? (int64_t)stated : end.at + (end.kind == PLUMB_END_MOVED ? position : 0);
}

static bool share_reach(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                        plumb_prediction *to, double *divisor) {
    int64_t first = end_of(p, h->first, at, at->first_key), last = end_of(p, h->last, at, at->last_key);
    bool any = false;
    *divisor = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        bool shown = first <= (int64_t)j && (int64_t)j <= last;
        to->share[j] = shown ? at->lifted[j] : 0;
        *divisor += to->share[j];
        any = any || shown != (at->visible[j] != 0);
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
    case PLUMB_CAUSE_TRANSFER:
        return share_transfer(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_EXPONENTIAL:
        return share_exponential(h, at, p->key_length, to, divisor);
    case PLUMB_CAUSE_MASK:
        return share_mask(p, h, at, to, divisor);
    case PLUMB_CAUSE_REACH:
        return share_reach(p, h, at, to, divisor);
    case PLUMB_CAUSE_DESCALES:
        return share_descales(inquiry, h->descales, at, to, divisor);
    case PLUMB_CAUSE_FACTORS:
        return share_factors(p, h->factors, at, to, divisor, sink);
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
        return at->sink == 0 && share_splits(inquiry, h, at, to, divisor);
    case PLUMB_CAUSE_TILES:
        return share_tiles(p, h, at, to, divisor);
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
