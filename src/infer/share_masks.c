/* The visible keys of a row under masks that are applied per tile, that belong to other rows, or that show one run of
   keys; and the biases of other rows. */
#include "infer/share.h"
#include "exact/visible.h"
#include "infer/shares.h"
#include <math.h>

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

static reach reach_by_tiles(const plumb_problem *p, const plumb_hypothesis *h, size_t b, int64_t t) {
    int64_t at = t + plumb_offset_of(p, b), tile = (int64_t)h->tile;
    reach of = reach_of(p, at);
    int64_t end = (tile_of(of.last, tile) + 1) * tile - 1;
    of.last = h->variant == PLUMB_TILES_DIAGONAL_OPEN                         ? end
              : h->variant == PLUMB_TILES_PARTIAL_LOST && of.last == end ? end
              : h->variant == PLUMB_TILES_DIAGONAL_LOST || h->variant == PLUMB_TILES_PARTIAL_LOST ? end - tile
              : h->variant == PLUMB_TILES_QUERY_OPEN ? of.last + (tile_of(t, tile) + 1) * tile - 1 - t
              : h->variant == PLUMB_TILES_QUERY_LOST ? of.last + tile_of(t, tile) * tile - 1 - t
                                                     : of.last;
    of.first = h->variant == PLUMB_TILES_WINDOW_QUERY_OPEN   ? of.first - t % tile
               : h->variant == PLUMB_TILES_WINDOW_QUERY_LOST ? of.first + tile - 1 - t % tile
               : h->variant == PLUMB_TILES_WINDOW_OPEN       ? tile_of(of.first, tile) * tile
               : h->variant == PLUMB_TILES_WINDOW_LOST       ? tile_of(of.first + tile - 1, tile) * tile
                                                             : of.first;
    return of;
}

long long plumb_tile_of_row(const plumb_problem *p, const plumb_hypothesis *h, size_t b, size_t t) {
    bool window = plumb_tiles_of_window((plumb_tiles)h->variant);
    reach is = reach_by_tiles(p, h, b, (int64_t)t);
    return (long long)(window ? is.first : is.last);
}

/* Whether a mask by a tensor is not asked about a key. */
static bool is_unmasked(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                        int64_t key) {
    int64_t tile = (int64_t)h->tile, own = tile_of((int64_t)at->t + plumb_offset_of(p, at->b), tile), of = key / tile;
    return (h->variant == PLUMB_TILES_BEFORE_UNMASKED && of < own) ||
           (h->variant == PLUMB_TILES_DIAGONAL_UNMASKED && of == own);
}

static plumb_problem without_reach(const plumb_problem *p) {
    plumb_problem open = *p;
    open.causal.causal = open.mask.windowed = false;
    return open;
}

/* A key that the stated masks show stays where the new reach has it; one that they hide appears where the reach alone
   hid it. */
bool plumb_share_tiles(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor) {
    reach was = reach_of(p, (int64_t)at->t + plumb_offset_of(p, at->b));
    reach is = reach_by_tiles(p, h, at->b, (int64_t)at->t);
    plumb_problem open = without_reach(p);
    bool any = false;
    for (int64_t j = 0; j < (int64_t)p->key_length; j++) {
        bool before = at->visible[j], shows = is.first <= j && j <= is.last;
        bool reached = was.first <= j && j <= was.last;
        bool after = shows && (before || is_unmasked(p, h, at, j) ||
                               (!reached && plumb_exact_visible(&open, at->b, at->h, at->t, (size_t)j)));
        if (before == after)
            continue;
        double weight = after ? at->lifted[j] : 0;
        *divisor += weight - at->weight[j];
        to->share[j] = h->denominator == 1 ? at->weight[j] : weight;
        any = true;
    }
    return any;
}

/* ---- other masks ---- */

/* Past the end of a mask tensor, or before its beginning, stands what `variant` says. */
static bool allows_past_end(const plumb_problem *p, const plumb_hypothesis *h, size_t b, size_t head, size_t t,
                            size_t key) {
    const plumb_mask *m = &p->mask;
    size_t at = b * m->allowed_batch + head * m->allowed_head + t * h->mask_row + key + h->other;
    size_t end = (p->batch - 1) * m->allowed_batch + (p->query_heads - 1) * m->allowed_head +
                 (p->query_length - 1) * m->allowed_query + p->key_length;
    return at < end ? m->allowed[at] != 0 : h->variant != 0;
}

/* Whether the number of the mask tensor says so that is read for a key of the row in place of its own. */
static bool allows_other_key(const plumb_problem *p, const plumb_hypothesis *h, size_t b, size_t head, size_t t,
                             size_t key) {
    const plumb_hypothesis rule = {.from_query = h->from_key, .tile = h->key_tile, .shift = h->key_shift};
    const plumb_mask *m = &p->mask;
    size_t other;
    return plumb_hypothesis_query(&rule, key, p->key_length, &other) &&
           m->allowed[b * m->allowed_batch + head * m->allowed_head + t * m->allowed_query + other];
}

/* The query whose mask the row has; of packed rows by its head's place in the group. */
static bool query_of(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at, size_t *t) {
    plumb_hypothesis rule = *h;
    if (h->from_query == PLUMB_QUERY_UNPACKED || h->from_query == PLUMB_QUERY_PACKED) {
        rule.tile = p->query_heads / p->key_heads;
        rule.other = at->h % rule.tile;
    }
    return plumb_hypothesis_query(&rule, at->t, p->query_length, t);
}

bool plumb_share_mask(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at, plumb_prediction *to,
                      double *divisor) {
    size_t own = at->b * p->query_heads + at->h, head = h->map == NULL ? own : h->map[own], t;
    size_t b = head / p->query_heads, of = head % p->query_heads;
    plumb_problem other = *p;
    bool of_tensor = plumb_moves_keys_of_mask(h), any = false;
    if (h->mask_row != 0 || of_tensor)
        other.mask.allowed = NULL;
    if (!query_of(p, h, at, &t))
        return false;
    *divisor = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        bool shown = of_tensor ? plumb_exact_visible(&other, b, of, at->t, j) && allows_other_key(p, h, b, of, t, j)
                               : plumb_exact_visible(&other, b, of, t, j) &&
                                     (h->mask_row == 0 || allows_past_end(p, h, b, of, t, j));
        to->share[j] = shown ? at->lifted[j] : 0;
        *divisor += to->share[j];
        any = any || shown != (at->visible[j] != 0);
    }
    return any;
}

/* ---- other biases ---- */

/* Past the end of the tensor stands 0; where `variant` is set rows and columns are exchanged.  Of keys past the last
   their own, that of the last, 0, or those of the first: `other`. */
static double bias_of(const plumb_problem *p, const plumb_hypothesis *h, size_t head, size_t t, size_t key) {
    const plumb_extras *x = &p->extra;
    const plumb_hypothesis rule = {.from_query = h->from_key, .tile = h->key_tile, .shift = h->key_shift};
    size_t b = head / p->query_heads, of = head % p->query_heads, row = h->mask_row, end_key = p->key_length, source;
    if (plumb_moves_keys_of_mask(h)) {
        if (h->to > 0 && (key < h->from || key >= h->to))
            return *plumb_exact_bias(p, b, of, t, key);
        bool there = plumb_hypothesis_query(&rule, key, end_key, &source), before = h->key_shift < 0;
        if (!there && h->other == PLUMB_BIAS_ZERO)
            return 0;
        return *plumb_exact_bias(p, b, of, t, there                             ? source
                                              : h->other == PLUMB_BIAS_OWN      ? key
                                              : h->other == PLUMB_BIAS_AROUND ? (source + end_key) % end_key
                                              : before                          ? 0
                                                                                : end_key - 1);
    }
    if (row == 0 && h->factor > 0)
        return fmin(fmax(*plumb_exact_bias(p, b, of, t, key), -h->factor), h->factor);
    if (row == 0)
        return *plumb_exact_bias(p, b, of, t, key);
    size_t first = b * x->bias_batch + of * x->bias_head, at = h->variant == 0 ? t * row + key : key * row + t;
    size_t end = (p->batch - 1) * x->bias_batch + (p->query_heads - 1) * x->bias_head +
                 (p->query_length - 1) * x->bias_query + p->key_length;
    return first + at < end ? x->bias[first + at] : 0;
}

bool plumb_share_bias_of(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                         plumb_prediction *to, double *divisor) {
    size_t own = at->b * p->query_heads + at->h, head = h->map == NULL ? own : h->map[own], t;
    bool any = false;
    if (!plumb_hypothesis_query(h, at->t, p->query_length, &t))
        return false;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        to->share[j] = plumb_weight_without_bias(p, at, j) * exp(bias_of(p, h, head, t, j));
        *divisor += to->share[j] - at->weight[j];
        any = any || to->share[j] != at->weight[j];
    }
    return any;
}

/* ---- one run of keys ---- */

int64_t plumb_end_of(const plumb_problem *p, plumb_end end, bool last, const plumb_evidence *at) {
    int64_t stated = (int64_t)(last ? at->last_key : at->first_key), tile = (int64_t)end.tile, key = end.at;
    if (end.kind == PLUMB_END_STATED)
        return stated;
    if (end.kind == PLUMB_END_MOVED)
        key += (int64_t)(end.rows > 0 ? at->t / end.rows * end.rows : at->t) + plumb_offset_of(p, at->b);
    if (tile > 0)
        key = (tile_of(key, tile) + (last ? 1 : 0)) * tile - (last ? 1 : 0);
    bool later = end.joint == PLUMB_END_OR_STATED ? last : !last;
    return end.joint == PLUMB_END_ALONE || (key > stated) == later ? key : stated;
}

bool plumb_share_reach(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor) {
    int64_t first = plumb_end_of(p, h->first, false, at), last = plumb_end_of(p, h->last, true, at);
    bool any = false;
    *divisor = h->lifted ? at->sink : at->mass;
    for (size_t j = 0; j < p->key_length; j++) {
        bool inside = first <= (int64_t)j && (int64_t)j <= last, seen = at->visible[j] != 0;
        bool shown = h->variant == PLUMB_REACH_LOST     ? seen && !inside
                     : h->variant == PLUMB_REACH_BESIDE ? seen || inside
                                                        : inside && (seen || h->lifted);
        to->share[j] = !shown ? -0.0 : h->lifted ? at->lifted[j] : at->weight[j];
        *divisor += h->lifted ? to->share[j] : seen && !shown ? -at->part[j] : 0;
        any = any || shown != seen;
    }
    return any;
}
