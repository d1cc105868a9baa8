#include "infer/words.h"
#include "infer/places.h"
#include "schema/text.h"
#include <math.h>

const char *plumb_cause_name(plumb_cause cause) {
    static const char *const names[PLUMB_CAUSES] = {
        [PLUMB_CAUSE_UNWRITTEN] = "unwritten", [PLUMB_CAUSE_NAN] = "nan",         [PLUMB_CAUSE_COPY] = "copy",
        [PLUMB_CAUSE_PACKED] = "packed",       [PLUMB_CAUSE_COLUMNS] = "columns", [PLUMB_CAUSE_FACTOR] = "factor",
        [PLUMB_CAUSE_ALIKE] = "alike",         [PLUMB_CAUSE_BLOCKS] = "keys",     [PLUMB_CAUSE_RESCALE] = "rescale",
        [PLUMB_CAUSE_SPLITS] = "splits",       [PLUMB_CAUSE_TILES] = "tiles",     [PLUMB_CAUSE_PAGE] = "page",
        [PLUMB_CAUSE_DIMS] = "dims",           [PLUMB_CAUSE_HEADS] = "heads",     [PLUMB_CAUSE_CUT] = "cut"};
    return names[cause];
}

/* ---- blocks of keys ---- */

static void say_keys(const plumb_problem *p, size_t from, size_t to, char *text, size_t size) {
    if (to == from + 1)
        plumb_text_add(text, size, "key %zu", from);
    else
        plumb_text_add(text, size, "keys %zu to %zu", from, to - 1);
    if (plumb_is_tile(from, to))
        plumb_text_add(text, size, " (one tile of %zu)", to - from);
    else if (to == p->key_length && to > from + 1)
        plumb_text_add(text, size, " (the last %zu)", to - from);
}

static void say_factor(const plumb_block *block, double least, double most, bool plural, char *text, size_t size) {
    const char *is = plural ? "are" : "is", *weighs = plural ? "weigh" : "weighs";
    bool values = isnan(block->numerator) ? !isnan(block->denominator) : block->denominator == 1;
    bool weights = block->numerator == 1;
    const char *of = values    ? " in the sum of values, not in the sum of weights"
                     : weights ? " in the sum of weights, not in the sum of values"
                               : "";
    double factor = weights ? block->denominator : block->numerator;
    if (factor == 0)
        plumb_text_add(text, size, " %s missing%s", is, of);
    else if (factor == 2)
        plumb_text_add(text, size, " %s counted twice%s", is, of);
    else if (!isnan(factor))
        plumb_text_add(text, size, " %s %.3g times what %s should%s", weighs, factor, plural ? "they" : "it", of);
    else if (most - least < 1e-3 * fabs(most))
        plumb_text_add(text, size, " %s %.3g times what %s should%s", weighs, most, plural ? "they" : "it", of);
    else
        plumb_text_add(text, size, " %s %.3g to %.3g times what %s should, row by row%s", weighs, least, most,
                       plural ? "they" : "it", of);
}

static bool are_alike(const plumb_block *a, const plumb_block *b) {
    return a->numerator == b->numerator && a->denominator == b->denominator;
}

/* Neighbours that are treated alike are one block. */
static size_t join_blocks(const plumb_hypothesis *h, plumb_block joined[PLUMB_BLOCKS]) {
    size_t count = 0;
    bool taken[PLUMB_BLOCKS] = {false};
    for (size_t i = 0; i < h->blocks; i++) {
        if (taken[i])
            continue;
        plumb_block block = h->block[i];
        for (size_t k = i + 1, again = 0; k < h->blocks; k = again ? i + 1 : k + 1) {
            bool before = h->block[k].to == block.from, after = h->block[k].from == block.to;
            again = !taken[k] && (before || after) && are_alike(&block, &h->block[k]);
            if (again == 0)
                continue;
            taken[k] = true;
            block.from = before ? h->block[k].from : block.from;
            block.to = after ? h->block[k].to : block.to;
        }
        size_t at = count++;
        for (; at > 0 && joined[at - 1].from > block.from; at--)
            joined[at] = joined[at - 1];
        joined[at] = block;
    }
    return count;
}

static void say_blocks(const plumb_problem *p, const plumb_hypothesis *h, const plumb_sweep *sweep, char *text,
                       size_t size) {
    plumb_block joined[PLUMB_BLOCKS];
    size_t count = join_blocks(h, joined);
    for (size_t i = 0; i < count; i++) {
        const plumb_block *block = &joined[i];
        plumb_text_add(text, size, i == 0 ? "" : "; ");
        say_keys(p, block->from, block->to, text, size);
        double least = INFINITY, most = -INFINITY;
        for (size_t k = 0; k < h->blocks; k++)
            if (block->from <= h->block[k].from && h->block[k].to <= block->to) {
                least = fmin(least, sweep->least[k]);
                most = fmax(most, sweep->most[k]);
            }
        say_factor(block, least, most, block->to > block->from + 1, text, size);
    }
}

/* ---- the others ---- */

static void say_rescale(const plumb_hypothesis *h, char *text, size_t size) {
    double power = h->numerator != 0 ? h->numerator : h->denominator;
    const char *what = h->numerator != 0 && h->denominator != 0 ? "the sums of values and of weights are"
                       : h->numerator != 0                      ? "the sum of values is"
                                                                : "the sum of weights is";
    const char *how = power == 1    ? "not rescaled"
                      : power == -1 ? "rescaled twice"
                      : power == 2  ? "rescaled by the inverse"
                                    : "rescaled by a power of 2 in place of e";
    plumb_text_add(text, size, "%s %s when the maximum rises", what, how);
    if (h->once)
        plumb_text_add(text, size, " at the tile of keys %zu to %zu: keys 0 to %zu weigh too much", h->from,
                       h->from + h->tile - 1, h->from - 1);
    else
        plumb_text_add(text, size, ", in tiles of %zu keys%s", h->tile,
                       h->descending ? " from the last to the first" : "");
}

static void say_splits(const plumb_problem *p, const plumb_hypothesis *h, char *text, size_t size) {
    static const char *const how[PLUMB_SPLITS] = {
        [PLUMB_SPLITS_AVERAGED] = "are averaged, whatever they weigh",
        [PLUMB_SPLITS_LOG2_AS_LOG] = "are merged by e^lse with their log-sum-exp in base 2",
        [PLUMB_SPLITS_LOG_AS_LOG2] = "are merged by 2^lse with their log-sum-exp in base e",
        [PLUMB_SPLITS_BY_MAXIMUM] = "are merged by the exponentials of their maxima, not of their log-sum-exp",
        [PLUMB_SPLITS_UNNORMALISED] = "are merged without being divided by their sums",
        [PLUMB_SPLITS_ADDED] = "are added, not merged"};
    plumb_text_add(text, size, "the %zu splits of %zu keys %s", (p->key_length + h->tile - 1) / h->tile, h->tile,
                   how[h->variant]);
}

static void say_tiles(const plumb_hypothesis *h, char *text, size_t size) {
    static const char *const how[PLUMB_TILES] = {
        [PLUMB_TILES_DIAGONAL_OPEN] = "hidden keys are seen to the end of the diagonal tile of %zu keys",
        [PLUMB_TILES_DIAGONAL_LOST] = "the diagonal tile of %zu keys is left out",
        [PLUMB_TILES_PARTIAL_LOST] = "the diagonal tile of %zu keys is left out where a query sees a part of it",
        [PLUMB_TILES_QUERY_OPEN] = "queries see what the last one of their tile of %zu queries sees",
        [PLUMB_TILES_QUERY_LOST] = "queries see what the one before their tile of %zu queries sees",
        [PLUMB_TILES_WINDOW_OPEN] = "keys before the window are seen, from the beginning of their tile of %zu keys",
        [PLUMB_TILES_WINDOW_LOST] = "the window's first tile of %zu keys is left out where a query sees a part of it"};
    plumb_text_add(text, size, how[h->variant], h->tile);
}

static void say_page(const plumb_hypothesis *h, char *text, size_t size) {
    static const char *const what[PLUMB_PAGES] = {[PLUMB_PAGE_BOTH] = "keys and values",
                                                  [PLUMB_PAGE_VALUES] = "the values of keys",
                                                  [PLUMB_PAGE_KEYS] = "the keys, not the values, of",
                                                  [PLUMB_PAGE_ZERO] = "keys and values"};
    plumb_text_add(text, size, "%s %zu to %zu ", what[h->variant], h->from, h->to - 1);
    if (h->variant == PLUMB_PAGE_ZERO)
        plumb_text_add(text, size, "are read as 0");
    else
        plumb_text_add(text, size, "are read from %zu to %zu", h->other, h->other + (h->to - h->from) - 1);
    if (h->variant != PLUMB_PAGE_ZERO && h->other_batch != PLUMB_OWN_BATCH)
        plumb_text_add(text, size, " of batch entry %zu", h->other_batch);
    if (plumb_is_tile(h->from, h->to))
        plumb_text_add(text, size, " (one page of %zu)", h->to - h->from);
}

static void say_alike(const plumb_hypothesis *h, char *text, size_t size) {
    static const char *const what[PLUMB_ALIKES] = {
        [PLUMB_ALIKE_VISIBLE] = "the mean of the values that the query sees: scores are not read",
        [PLUMB_ALIKE_ALL] = "the mean of all values: neither scores nor masks are read",
        [PLUMB_ALIKE_FIRST] = "the value of the first key that the query sees",
        [PLUMB_ALIKE_LAST] = "the value of the last key that the query sees",
        [PLUMB_ALIKE_LARGEST] = "the value of the key with the largest score"};
    plumb_text_add(text, size, "the output is %s", what[h->variant]);
}

/* Heads, or entries, that have each other's answers; at most so many are listed. */
enum { MOST_LISTED = 4 };

/* Of each query head that is not served by its own source: what it does with which.  A batch entry has so many sources,
   and a group of query heads shares one. */
static void say_heads(const plumb_problem *p, const size_t *map, size_t sources, const char *does, char *text,
                      size_t size) {
    size_t heads = p->query_heads, group = heads / sources, listed = 0, moved = 0;
    for (size_t i = 0; i < p->batch * heads; i++) {
        size_t b = i / heads;
        if (map[i] == b * sources + i % heads / group || moved++ >= MOST_LISTED)
            continue;
        plumb_text_add(text, size, "%shead %zu", listed++ == 0 ? "" : ", ", i % heads);
        if (p->batch > 1)
            plumb_text_add(text, size, " of batch entry %zu", b);
        plumb_text_add(text, size, " %s %zu", does, map[i] % sources);
        if (map[i] / sources != b)
            plumb_text_add(text, size, " of batch entry %zu", map[i] / sources);
    }
    if (moved > listed)
        plumb_text_add(text, size, ", and %zu more", moved - listed);
}

static void say_copy(const plumb_problem *p, const plumb_hypothesis *h, char *text, size_t size) {
    size_t heads = p->batch * p->query_heads;
    bool moved = false;
    for (size_t i = 0; i < heads; i++)
        moved = moved || h->map[i] != i;
    if (h->shift != 0) {
        long long by = (long long)h->shift;
        plumb_text_add(text, size, "rows have the answer of the query %lld %s", by < 0 ? -by : by,
                       by < 0 ? "before" : "after");
    }
    if (moved) {
        plumb_text_add(text, size, h->shift != 0 ? "; " : "");
        say_heads(p, h->map, p->query_heads, "has the answer of head", text, size);
    }
}

static void say_columns(const plumb_hypothesis *h, size_t width, char *text, size_t size) {
    size_t listed = 0, moved = 0;
    for (size_t c = 0; c < width; c++)
        moved += h->map[c] != c;
    plumb_text_add(text, size, "columns have the numbers of others: column");
    for (size_t c = 0; c < width && listed < MOST_LISTED; c++)
        if (h->map[c] != c)
            plumb_text_add(text, size, "%s %zu that of %zu", listed++ == 0 ? "" : ",", c, h->map[c]);
    if (moved > listed)
        plumb_text_add(text, size, ", and %zu more", moved - listed);
}

/* So many that it is told from 1. */
static int digits_of(double factor) {
    int digits = 3;
    for (double off = fabs(factor - 1); off < 0.1 && off > 1e-9; off *= 10)
        digits++;
    return digits;
}

static void say_dims(const plumb_hypothesis *h, char *text, size_t size) {
    if (h->to == h->from + 1)
        plumb_text_add(text, size, "column %zu of q.k is left out", h->from);
    else
        plumb_text_add(text, size, "columns %zu to %zu of q.k are left out", h->from, h->to - 1);
}

static void say_reads(const plumb_problem *p, const plumb_hypothesis *h, char *text, size_t size) {
    const char *does = h->variant == PLUMB_HEADS_VALUES ? "reads the values, not keys, of key head"
                                                        : "reads the keys, not values, of key head";
    say_heads(p, h->map, p->key_heads, does, text, size);
}

static void say_cut(const plumb_hypothesis *h, char *text, size_t size) {
    if (h->variant == PLUMB_CUT_BELOW)
        plumb_text_add(text, size, "keys whose score is more than %.4g below the row's largest are left out",
                       h->factor);
    else
        plumb_text_add(text, size, "of each row's keys all but the %zu with the largest scores are left out", h->tile);
    if (h->denominator != 0)
        plumb_text_add(text, size, " in the sum of values, not in the sum of weights");
}

void plumb_hypothesis_say(const plumb_problem *p, const plumb_hypothesis *h, const plumb_sweep *sweep, char *text,
                          size_t size) {
    text[0] = 0;
    switch (h->cause) {
    case PLUMB_CAUSE_UNWRITTEN:
        plumb_text_add(text, size, "the output is 0: never written");
        break;
    case PLUMB_CAUSE_NAN:
        plumb_text_add(text, size, "the output is NaN");
        break;
    case PLUMB_CAUSE_COPY:
        say_copy(p, h, text, size);
        break;
    case PLUMB_CAUSE_PACKED:
        plumb_text_add(text, size, "rows of a group of %zu heads are %s: queries and heads of the group are swapped",
                       p->query_heads / p->key_heads,
                       h->variant == PLUMB_PACKED_HEADS_LAST ? "packed as [query, head]" : "unpacked as [query, head]");
        break;
    case PLUMB_CAUSE_COLUMNS:
        say_columns(h, p->value_dim, text, size);
        break;
    case PLUMB_CAUSE_FACTOR:
        plumb_text_add(text, size, "the output is %.*g times what it should be", digits_of(h->factor), h->factor);
        break;
    case PLUMB_CAUSE_ALIKE:
        say_alike(h, text, size);
        break;
    case PLUMB_CAUSE_BLOCKS:
        say_blocks(p, h, sweep, text, size);
        break;
    case PLUMB_CAUSE_RESCALE:
        say_rescale(h, text, size);
        break;
    case PLUMB_CAUSE_SPLITS:
        say_splits(p, h, text, size);
        break;
    case PLUMB_CAUSE_TILES:
        say_tiles(h, text, size);
        break;
    case PLUMB_CAUSE_PAGE:
        say_page(h, text, size);
        break;
    case PLUMB_CAUSE_DIMS:
        say_dims(h, text, size);
        break;
    case PLUMB_CAUSE_HEADS:
        say_reads(p, h, text, size);
        break;
    case PLUMB_CAUSE_CUT:
        say_cut(h, text, size);
        break;
    case PLUMB_CAUSES:
        break;
    }
}
