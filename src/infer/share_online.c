/* What an online softmax makes of the weights of a row whose sums are not rescaled, whose splits are merged wrongly,
   or whose exponential is another function. */
#include "infer/share.h"
#include "bundle/vector_product.h"
#include "exact/visible.h"
#include "infer/shares.h"
#include <math.h>

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* ---- an online softmax ---- */

static double largest_in(const plumb_evidence *at, size_t from, size_t to, double largest) {
    for (size_t j = from; j < to; j++)
        if (at->visible[j])
            largest = fmax(largest, at->score[j]);
    return largest;
}

void plumb_weigh_more(const plumb_hypothesis *h, const plumb_evidence *at, size_t from, size_t end, double lag,
                      plumb_prediction *to, double *divisor) {
    double up = exp(h->numerator * lag), down = exp(h->denominator * lag);
    for (size_t j = from; j < end; j++) {
        to->share[j] *= up;
        *divisor += (down - 1) * at->weight[j];
    }
}

/* The log-sum-exp of some keys. */
static double lse_in(const plumb_evidence *at, size_t from, size_t to) {
    double largest = largest_in(at, from, to, -INFINITY), sum = 0;
    for (size_t j = from; j < to; j++)
        sum += at->visible[j] ? exp(at->score[j] - largest) : 0;
    return sum > 0 ? largest + log(sum) : -INFINITY;
}

/* The part of a rise that is not rescaled. */
static double kept_of(const plumb_hypothesis *h, double before, double after) {
    double rise = before == -INFINITY ? 0 : after - before;
    return h->factor > 0 && rise > h->factor ? 0 : rise;
}

/* Each tile stays as it was weighed when the maximum, or the log-sum-exp of a split, was that of the tiles so far. */
bool plumb_share_unrescaled(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                            double *divisor) {
    size_t tiles = (keys + h->tile - 1) / h->tile;
    double all = 0;
    bool any = false;
    for (int pass = 0; pass < 2; pass++) {
        double so_far = -INFINITY, kept = 0;
        for (size_t i = 0; i < tiles; i++) {
            size_t from = (h->descending ? tiles - 1 - i : i) * h->tile, end = least(from + h->tile, keys);
            bool by_maximum = h->variant == PLUMB_RESCALED_BY_MAXIMUM;
            double after = fmax(so_far, by_maximum ? largest_in(at, from, end, -INFINITY) : lse_in(at, from, end));
            kept += kept_of(h, so_far, after);
            so_far = after;
            if (pass == 0 || kept >= all)
                continue;
            plumb_weigh_more(h, at, from, end, all - kept, to, divisor);
            any = true;
        }
        all = kept;
    }
    return any;
}

/* Each tile is divided by all sums of weights but the last, from its own on. */
static bool divide_each_time(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                             double *divisor) {
    double lag = 0;
    bool any = false;
    for (size_t from = (keys - 1) / h->tile * h->tile;; from -= h->tile) {
        size_t end = least(from + h->tile, keys);
        double sum = lse_in(at, 0, end) - largest_in(at, 0, end, -INFINITY);
        bool seen = largest_in(at, from, end, -INFINITY) > -INFINITY;
        lag -= seen && any ? sum : 0;
        if (seen && lag != 0)
            plumb_weigh_more(h, at, from, end, lag, to, divisor);
        any = any || seen;
        if (from == 0)
            return lag != 0;
    }
}

bool plumb_share_by_tile(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                         double *divisor) {
    size_t tiles = (keys + h->tile - 1) / h->tile;
    double so_far = -INFINITY;
    bool any = false;
    if (h->variant == PLUMB_RESCALED_AND_DIVIDED)
        return divide_each_time(h, at, keys, to, divisor);
    for (size_t i = 0; i < tiles; i++) {
        size_t from = (h->descending ? tiles - 1 - i : i) * h->tile, end = least(from + h->tile, keys);
        double own = largest_in(at, from, end, -INFINITY), before = so_far;
        so_far = fmax(before, own);
        double lag = h->variant == PLUMB_RESCALED_NEVER ? at->largest - own : before - so_far;
        if (own == -INFINITY || !isfinite(lag) || lag == 0)
            continue;
        plumb_weigh_more(h, at, from, end, lag, to, divisor);
        any = true;
    }
    return any;
}

/* The sums of the keys before `from` were not rescaled when the tile there raised the maximum. */
bool plumb_share_once(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                      double *divisor) {
    double before = largest_in(at, 0, least(h->from, keys), -INFINITY);
    double after = largest_in(at, h->from, least(h->from + h->tile, keys), before);
    if (before == -INFINITY || after <= before)
        return false;
    plumb_weigh_more(h, at, 0, least(h->from, keys), after - before, to, divisor);
    return true;
}

/* ---- splits ---- */

static double merge_weight(int variant, double lse, double largest) {
    return variant == PLUMB_SPLITS_LOG2_AS_LOG   ? exp(lse / log(2))
           : variant == PLUMB_SPLITS_LOG_AS_LOG2 ? exp(lse * log(2))
           : variant == PLUMB_SPLITS_BY_MAXIMUM  ? exp(largest)
           : variant == PLUMB_SPLITS_UNNORMALISED || variant == PLUMB_SPLITS_EMPTY ? exp(lse) : 1;
}

/* The splits are of `tile` keys each; where `from` is not 0, the first is of as many keys. */
static size_t end_of_split(const plumb_hypothesis *h, size_t from, size_t keys) {
    return least(from < h->from ? h->from : from + h->tile, keys);
}

double plumb_score_of_row(const plumb_inquiry *inquiry, size_t b, size_t h, size_t t, size_t key) {
    const plumb_problem *p = &inquiry->multiplied;
    double x = plumb_vector_product(plumb_exact_query(p, b, h, t), plumb_exact_key(p, b, h, key), p->head_dim);
    return plumb_plain_score(p, inquiry->scale, x);
}

typedef struct {
    double largest, sum; /* of scores, and of exponentials of what they are below it */
} summed;

static summed sum_of_row(const plumb_inquiry *inquiry, size_t head, size_t t, size_t from, size_t end) {
    const plumb_problem *p = &inquiry->judged->problem;
    size_t b = head / p->query_heads, of = head % p->query_heads;
    summed to = {-INFINITY, 0};
    for (size_t j = from; j < end; j++)
        if (plumb_exact_visible(p, b, of, t, j)) {
            double score = plumb_score_of_row(inquiry, b, of, t, j), above = fmax(to.largest, score);
            to.sum = to.sum * exp(to.largest - above) + exp(score - above);
            to.largest = above;
        }
    return to;
}

/* The row that stands for this one; false: there is none. */
static bool find_other(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at, size_t *head,
                       size_t *t) {
    size_t own = at->b * p->query_heads + at->h;
    *head = h->map == NULL ? own : h->map[own];
    return plumb_hypothesis_query(h, at->t, p->query_length, t);
}

/* The log-sum-exp of each split [splits] of another row. */
static bool find_other_lse(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                           double *lse) {
    size_t keys = inquiry->judged->problem.key_length, head, t, count = 0;
    if (!find_other(&inquiry->judged->problem, h, at, &head, &t))
        return false;
    for (size_t from = 0, end; from < keys; from = end) {
        end = end_of_split(h, from, keys);
        summed of = sum_of_row(inquiry, head, t, from, end);
        lse[count++] = of.sum > 0 ? of.largest + log(of.sum) : -INFINITY;
    }
    return true;
}

/* By the sums of heads that stand together, of the same query. */
static bool divide_by_all(const plumb_inquiry *inquiry, size_t first, size_t heads, const plumb_evidence *at,
                          double *divisor) {
    size_t own = at->b * inquiry->judged->problem.query_heads + at->h;
    *divisor = at->mass;
    for (size_t head = first; head < first + heads; head++) {
        summed of = sum_of_row(inquiry, head, at->t, 0, inquiry->judged->problem.key_length);
        if (head != own && of.sum > 0)
            *divisor += at->weight[at->largest_key] * of.sum * exp(of.largest - at->largest);
    }
    return true;
}

bool plumb_share_divisor(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                         double *divisor) {
    size_t keys = inquiry->judged->problem.key_length, head, t;
    if (!find_other(&inquiry->judged->problem, h, at, &head, &t))
        return false;
    if (h->variant == PLUMB_DIVISOR_OF_ALL)
        return divide_by_all(inquiry, head / h->tile * h->tile, h->tile, at, divisor);
    summed of = sum_of_row(inquiry, head, t, 0, keys);
    double unit = at->weight[at->largest_key] * (h->variant == 0 ? 1 : exp(of.largest - at->largest));
    *divisor = of.sum * unit;
    return of.sum > 0;
}

/* Which of splits, batch entries, heads and queries is which axis. */
static const unsigned char axes[PLUMB_AXES_ORDERS][4] = {
    [PLUMB_AXES_SBHQ] = {0, 1, 2, 3}, [PLUMB_AXES_SBQH] = {0, 1, 3, 2}, [PLUMB_AXES_BSHQ] = {1, 0, 2, 3},
    [PLUMB_AXES_BHSQ] = {1, 2, 0, 3}, [PLUMB_AXES_BHQS] = {1, 2, 3, 0}, [PLUMB_AXES_BQHS] = {1, 3, 2, 0}};

/* The log-sum-exp of each split that is read in place of the row's own; false: all are its own. */
static bool find_lse_read(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                          double *lse) {
    const plumb_problem *p = &inquiry->judged->problem;
    const size_t splits = (p->key_length + h->tile - 1) / h->tile;
    const size_t size[4] = {splits, p->batch, p->query_heads, p->query_length};
    bool moved = false;
    for (size_t s = 0; s < splits; s++) {
        size_t place[4] = {s, at->b, at->h, at->t}, flat = 0;
        for (size_t i = 0; i < 4; i++)
            flat = flat * size[axes[h->to_axes][i]] + place[axes[h->to_axes][i]];
        for (size_t i = 4; i-- > 0; flat /= size[axes[h->from_axes][i]])
            place[axes[h->from_axes][i]] = flat % size[axes[h->from_axes][i]];
        size_t from = place[0] * h->tile;
        summed of = sum_of_row(inquiry, place[1] * p->query_heads + place[2], place[3], from,
                               least(from + h->tile, p->key_length));
        lse[s] = of.sum > 0 ? of.largest + log(of.sum) : -INFINITY;
        moved = moved || place[0] != s || place[1] != at->b || place[2] != at->h || place[3] != at->t;
    }
    return moved;
}

/* What is read of the row's own: those of other splits, or of all. */
static bool find_own_lse(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                         double *lse, double *room) {
    const plumb_hypothesis own = {.tile = h->tile, .from = h->from};
    const plumb_hypothesis rule = {
        .from_query = h->from_key, .tile = h->key_tile, .shift = h->key_shift, .other = h->other};
    size_t keys = inquiry->judged->problem.key_length, splits = 0;
    double all = lse_in(at, 0, keys);
    for (size_t from = 0; from < keys; from = end_of_split(h, from, keys))
        splits++;
    if (!find_other_lse(inquiry, &own, at, room))
        return false;
    for (size_t s = 0; s < splits; s++) {
        size_t other;
        if (!plumb_hypothesis_query(&rule, s, splits, &other))
            other = s;
        lse[s] = h->variant == PLUMB_SPLITS_OF_ALL ? all : room[other];
        if (isfinite(lse[s]) != isfinite(room[s])) /* a split without a visible key: its weight would be lost */
            return false;
    }
    return true;
}

static bool find_lse(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                     plumb_prediction *to) {
    if (h->variant >= PLUMB_SPLITS_EXCHANGED)
        return find_own_lse(inquiry, h, at, to->sorted, to->cut);
    return (h->variant == PLUMB_SPLITS_OF_OTHER ? find_other_lse : find_lse_read)(inquiry, h, at, to->sorted);
}

/* One split has the result of another row, and its own log-sum-exp. */
static bool share_answer(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                         plumb_prediction *to) {
    const plumb_problem *p = &inquiry->judged->problem;
    size_t from = h->part * h->tile, end = least(from + h->tile, p->key_length), head, t;
    double weight = 0;
    if (!find_other(p, h, at, &head, &t) || from >= end)
        return false;
    size_t b = head / p->query_heads, of = head % p->query_heads, first = plumb_first_value(p, b, of);
    summed other = sum_of_row(inquiry, head, t, from, end);
    for (size_t j = from; j < end; j++)
        weight += at->weight[j];
    for (size_t j = from; j < end; j++) {
        bool seen = other.sum > 0 && plumb_exact_visible(p, b, of, t, j);
        double score = seen ? plumb_score_of_row(inquiry, b, of, t, j) : -INFINITY;
        to->share[j] = seen ? weight * exp(score - other.largest) / other.sum : 0;
        to->source[j] = first + j;
    }
    return other.sum > 0 && weight > 0;
}

bool plumb_share_splits(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                        plumb_prediction *to, double *divisor) {
    size_t keys = inquiry->judged->problem.key_length, seen = 0, count = 0;
    bool other = h->variant >= PLUMB_SPLITS_OF_OTHER;
    bool by_turns = h->variant == PLUMB_SPLITS_KEEP_FIRST || h->variant == PLUMB_SPLITS_KEEP_LAST;
    double so_far = -INFINITY;
    if (h->variant == PLUMB_SPLITS_ANSWER)
        return share_answer(inquiry, h, at, to);
    if (other && !find_lse(inquiry, h, at, to))
        return false;
    *divisor = 0;
    for (size_t from = 0, end; from < keys; from = end, count++) {
        double largest, sum = 0;
        end = end_of_split(h, from, keys);
        largest = largest_in(at, from, end, -INFINITY);
        if (largest == -INFINITY && h->variant == PLUMB_SPLITS_EMPTY) {
            *divisor += exp(-at->largest);
            seen++;
        }
        if (largest == -INFINITY)
            continue;
        for (size_t j = from; j < end; j++)
            sum += at->visible[j] ? exp(at->score[j] - largest) : 0;
        double lse = largest - at->largest + log(sum);
        bool reads = other && (!h->once || count == h->part);
        double weight = reads ? exp(to->sorted[count] - at->largest)
                        : other ? exp(lse)
                        : by_turns ? 1 / (1 + exp(so_far - lse))
                              : merge_weight(h->variant, lse, largest - at->largest);
        for (size_t j = 0; j < from && by_turns; j++)
            to->share[j] *= 1 - weight;
        so_far = h->variant == PLUMB_SPLITS_KEEP_FIRST && seen > 0 ? so_far : lse;
        double divided = h->variant == PLUMB_SPLITS_UNNORMALISED ? 1 : sum;
        for (size_t j = from; j < end; j++)
            to->share[j] = at->visible[j] ? weight * exp(at->score[j] - largest) / divided : 0;
        *divisor += weight;
        seen++;
    }
    if (h->variant == PLUMB_SPLITS_ADDED || by_turns)
        *divisor = 1;
    return seen > (by_turns ? 2 : 1);
}

/* ---- other exponentials ---- */

static double by_polynomial(const plumb_hypothesis *h, double y) {
    double whole = floor(y + (h->tile == 2 ? 0.5 : 0)), sum = 0;
    for (size_t i = PLUMB_COEFFICIENTS; i-- > 0;)
        sum = sum * (y - whole) + h->coefficient[i];
    return exp2(whole) * sum;
}

static double other_exponential(const plumb_hypothesis *h, double x) {
    double y = x / log(2), whole = floor(y), base = 1 + x / (double)h->tile;
    double n = (double)h->tile, half = h->variant == PLUMB_EXPONENTIAL_NEAREST ? 0.5 : 0;
    int finest = h->other > 0 ? (int)h->other : 1074;
    bool steps = h->variant == PLUMB_EXPONENTIAL_STEPS || h->variant == PLUMB_EXPONENTIAL_NEAREST;
    return h->variant == PLUMB_EXPONENTIAL_LINEAR       ? exp2(whole) * (1 + y - whole)
           : h->variant == PLUMB_EXPONENTIAL_CLAMPED    ? exp(fmax(x, -h->factor))
           : h->variant == PLUMB_EXPONENTIAL_CUT        ? exp(x < -h->factor ? -INFINITY : x)
           : steps                                      ? exp2(floor(y * n + half) / n)
           : h->variant == PLUMB_EXPONENTIAL_LEVELS     ? rint(exp(x) * n) / n
           : h->variant == PLUMB_EXPONENTIAL_BELOW      ? floor(exp(x) * n) / n
           : h->variant == PLUMB_EXPONENTIAL_POLYNOMIAL ? by_polynomial(h, y)
           : h->variant == PLUMB_EXPONENTIAL_OF_MULTIPLE ? exp(h->factor * x)
           : h->variant == PLUMB_EXPONENTIAL_BITS       ? plumb_in_few_bits(exp(x), (int)n, finest)
                                                        : pow(fmax(base, 0), n);
}

/* Weights are taken below the largest score of the tiles so far, where `from` is not 0 of tiles of so many keys, and
   multiplied again where that rises: by the exponential, or, if `once` is not set, by the function in its place. */
bool plumb_share_exponential(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
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
        to->share[j] = h->denominator == 2 ? at->weight[j] : to->share[j];
    }
    if (h->denominator != 1)
        *divisor = at->sink + sum;
    return any;
}
