#include "infer/words.h"
#include "infer/key_set.h"
#include "infer/places.h"
#include "schema/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is said of which hypothesis, and where: text [size] grows. */
typedef struct {
    const plumb_problem *p;
    const plumb_hypothesis *h;
    const plumb_sweep *sweep;
    char *text;
    size_t size;
} saying;

#define add(s, ...) plumb_text_add((s)->text, (s)->size, __VA_ARGS__)

/* Of a factor that many numbers tell. */
enum { DIGITS = 9 };

/* Beside roundings a weight that is told to be 0 within so much is none. */
#define NOTHING 0.1

/* ---- blocks of keys ---- */

static void say_keys(const saying *s, size_t from, size_t to) {
    plumb_key_range_say(from, to, s->p->key_length, s->text, s->size);
}

static void say_factor(const saying *s, const plumb_block *block, double least, double most, bool plural) {
    const char *is = plural ? "are" : "is", *weighs = plural ? "weigh" : "weighs";
    bool values = isnan(block->numerator) ? !isnan(block->denominator) : block->denominator == 1;
    bool weights = block->numerator == 1;
    const char *of = values    ? " in the sum of values, not in the sum of weights"
                     : weights ? " in the sum of weights, not in the sum of values"
                               : "";
    double factor = weights ? block->denominator : block->numerator;
    if (factor < 0)
        add(s, " would have to weigh %.3g times what %s should%s: no weight is below 0", factor,
            plural ? "they" : "it", of);
    else if (isnan(factor) && least < 0 && most >= 0 && most - least < NOTHING)
        add(s, " %s missing, as far as rounding shows: between %.3g and %.3g times the weight, row by row%s", is, least,
            most, of);
    else if (isnan(factor) && least < 0)
        add(s, " would have to weigh %.3g to %.3g times what %s should%s, row by row: no weight is below 0", least,
            most, plural ? "they" : "it", of);
    else if (factor == 0)
        add(s, " %s missing%s", is, of);
    else if (factor == 2)
        add(s, " %s counted twice%s", is, of);
    else if (!isnan(factor))
        add(s, " %s %.*g times what %s should%s", weighs, plumb_digits_of_factor(factor, DIGITS), factor,
            plural ? "they" : "it", of);
    else if (most - least < 1e-3 * fabs(most))
        add(s, " %s %.*g times what %s should%s", weighs, plumb_digits_of_factor(most, DIGITS), most,
            plural ? "they" : "it", of);
    else
        add(s, " %s %.3g to %.3g times what %s should%s, row by row", weighs, least, most, plural ? "they" : "it", of);
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

static void say_blocks(const saying *s) {
    const plumb_hypothesis *h = s->h;
    const plumb_sweep *sweep = s->sweep;
    plumb_block joined[PLUMB_BLOCKS];
    size_t count = join_blocks(h, joined);
    for (size_t i = 0; i < count; i++) {
        const plumb_block *block = &joined[i];
        add(s, i == 0 ? "" : "; ");
        say_keys(s, block->from, block->to);
        double least = INFINITY, most = -INFINITY;
        for (size_t k = 0; k < h->blocks; k++)
            if (block->from <= h->block[k].from && h->block[k].to <= block->to) {
                least = fmin(least, sweep->least[k]);
                most = fmax(most, sweep->most[k]);
            }
        say_factor(s, block, least, most, block->to > block->from + 1);
    }
}

/* ---- the others ---- */

static void say_other_row(const saying *s);

static void say_rescale(const saying *s) {
    const plumb_hypothesis *h = s->h;
    double power = h->numerator != 0 ? h->numerator : h->denominator;
    const char *what = h->numerator != 0 && h->denominator != 0 ? "the sums of values and of weights are"
                       : h->numerator != 0                      ? "the sum of values is"
                                                                : "the sum of weights is";
    if (h->variant == PLUMB_RESCALED_NEVER) {
        add(s, "weights in %s are taken below the largest score of their tile of %zu keys, not of the row",
            h->denominator == 0 ? "the sum of values" : h->numerator == 0 ? "their own sum" : "both sums", h->tile);
        return;
    }
    if (h->variant == PLUMB_RESCALED_AND_DIVIDED) {
        add(s, "%s divided by the sum of weights after every tile of %zu keys, not once", what, h->tile);
        return;
    }
    if (h->variant == PLUMB_RESCALED_AS_OTHER) {
        add(s, "%s rescaled by the maxima of other rows, in tiles of %zu keys: ", what, h->tile);
        say_other_row(s);
        return;
    }
    if (h->variant == PLUMB_RESCALED_WITH_TILE) {
        add(s, "%s rescaled after a tile of %zu keys is added, not before%s", what, h->tile,
            h->descending ? ", from the last tile to the first" : "");
        return;
    }
    const char *how = power == 1    ? "not rescaled"
                      : power == -1 ? "rescaled twice"
                      : power == 2  ? "rescaled by the inverse"
                                    : "rescaled by a power of 2 in place of e";
    add(s, "%s %s when the %s rises", what, how,
        h->variant == PLUMB_RESCALED_BY_MAXIMUM ? "maximum" : "largest log-sum-exp of a split");
    if (h->factor > 0)
        add(s, " by less than %.4g", h->factor);
    if (h->once)
        add(s, " at the tile of keys %zu to %zu: keys 0 to %zu weigh too much", h->from, h->from + h->tile - 1,
            h->from - 1);
    else
        add(s, ", in tiles of %zu keys%s", h->tile, h->descending ? " from the last to the first" : "");
}

static void say_tiles(const saying *s) {
    static const char *const how[PLUMB_TILES] = {
        [PLUMB_TILES_DIAGONAL_OPEN] = "hidden keys are seen to the end of the diagonal tile of %zu keys",
        [PLUMB_TILES_DIAGONAL_LOST] = "the diagonal tile of %zu keys is left out",
        [PLUMB_TILES_PARTIAL_LOST] = "the diagonal tile of %zu keys is left out where a query sees a part of it",
        [PLUMB_TILES_QUERY_OPEN] = "queries see what the last one of their tile of %zu queries sees",
        [PLUMB_TILES_QUERY_LOST] = "queries see what the one before their tile of %zu queries sees",
        [PLUMB_TILES_BEFORE_UNMASKED] = "the mask hides no key before the diagonal tile of %zu keys: they are seen",
        [PLUMB_TILES_DIAGONAL_UNMASKED] = "the mask hides no key of the diagonal tile of %zu keys: they are seen",
        [PLUMB_TILES_WINDOW_QUERY_OPEN] = "queries see from where the window of the first of their tile of %zu begins",
        [PLUMB_TILES_WINDOW_QUERY_LOST] = "queries see from where the window of the last of their tile of %zu begins",
        [PLUMB_TILES_WINDOW_OPEN] = "keys before the window are seen, from the beginning of their tile of %zu keys",
        [PLUMB_TILES_WINDOW_LOST] = "the window's first tile of %zu keys is left out where a query sees a part of it"};
    add(s, how[s->h->variant], s->h->tile);
    if (s->h->denominator == 1)
        add(s, ", in the sum of weights, not in the sum of values");
}

static void say_page(const saying *s) {
    const plumb_hypothesis *h = s->h;
    static const char *const what[PLUMB_PAGES] = {[PLUMB_PAGE_BOTH] = "keys and values",
                                                  [PLUMB_PAGE_VALUES] = "the values of keys",
                                                  [PLUMB_PAGE_KEYS] = "the keys, not the values, of",
                                                  [PLUMB_PAGE_ZERO] = "keys and values",
                                                  [PLUMB_PAGE_ZERO_KEYS] = "the keys, not the values, of"};
    bool zero = h->variant == PLUMB_PAGE_ZERO || h->variant == PLUMB_PAGE_ZERO_KEYS;
    if (zero && h->to == h->from + 1) {
        add(s, h->variant == PLUMB_PAGE_ZERO ? "key %zu and its value are read as 0"
                                             : "key %zu, not its value, is read as 0", h->from);
        return;
    }
    if (h->variant == PLUMB_PAGE_SWAPPED) {
        size_t size = h->to - h->from;
        add(s, "the values of keys %zu to %zu and of keys %zu to %zu are exchanged, or the keys (two pages of %zu)",
            h->from, h->to - 1, h->other, h->other + size - 1, size);
        return;
    }
    add(s, "%s %zu to %zu are read ", what[h->variant], h->from, h->to - 1);
    if (zero)
        add(s, "as 0");
    else
        add(s, "from %zu to %zu", h->other, h->other + (h->to - h->from) - 1);
    if (!zero && h->other_batch != PLUMB_OWN_BATCH)
        add(s, " of batch entry %zu", h->other_batch);
    if (plumb_is_tile(h->from, h->to))
        add(s, " (one page of %zu)", h->to - h->from);
}

static void say_alike(const saying *s) {
    static const char *const what[PLUMB_ALIKES] = {
        [PLUMB_ALIKE_VISIBLE] = "the mean of the values that the query sees: scores are not read",
        [PLUMB_ALIKE_ALL] = "the mean of all values: neither scores nor masks are read",
        [PLUMB_ALIKE_FIRST] = "the value of the first key that the query sees",
        [PLUMB_ALIKE_LAST] = "the value of the last key that the query sees",
        [PLUMB_ALIKE_LARGEST] = "the value of the key with the largest score"};
    add(s, "the output is %s", what[s->h->variant]);
}

/* Heads, or entries, that have each other's answers; at most so many are listed. */
enum { MOST_LISTED = 4 };

/* Of each query head that is not served by its own source: what it does with which.  A batch entry has so many sources,
   and a group of query heads shares one. */
typedef struct {
    const size_t *map;
    size_t entries, heads, sources, group;
} serving;

static size_t own_source(const serving *of, size_t i) {
    return i / of->heads * of->sources + i % of->heads / of->group;
}

/* Whether each entry as a whole has the sources of another. */
static bool moves_entries(const serving *of) {
    for (size_t i = 0; i < of->entries * of->heads; i++) {
        size_t by = of->map[i] / of->sources, first = of->map[i / of->heads * of->heads] / of->sources;
        if (by != first || of->map[i] % of->sources != own_source(of, i) % of->sources)
            return false;
    }
    return true;
}

static void say_entries(const saying *s, const serving *of, const char *does) {
    size_t listed = 0;
    for (size_t b = 0; b < of->entries; b++) {
        size_t by = of->map[b * of->heads] / of->sources;
        if (by == b || listed >= MOST_LISTED)
            continue;
        add(s, "%sbatch entry %zu %s batch entry %zu", listed++ == 0 ? "" : ", ", b, does, by);
    }
}

static void say_heads(const saying *s, size_t sources, const char *does, const char *of_which) {
    const plumb_problem *p = s->p;
    const serving of = {s->h->map, p->batch, p->query_heads, sources, p->query_heads / sources};
    size_t heads = p->query_heads, listed = 0, moved = 0;
    if (moves_entries(&of)) {
        say_entries(s, &of, does);
        return;
    }
    for (size_t i = 0; i < p->batch * heads; i++) {
        size_t b = i / heads;
        if (of.map[i] == own_source(&of, i) || moved++ >= MOST_LISTED)
            continue;
        add(s, "%shead %zu", listed++ == 0 ? "" : ", ", i % heads);
        if (p->batch > 1)
            add(s, " of batch entry %zu", b);
        add(s, " %s %s %zu", does, of_which, of.map[i] % sources);
        if (of.map[i] / sources != b)
            add(s, " of batch entry %zu", of.map[i] / sources);
    }
    if (moved > listed)
        add(s, ", and %zu more", moved - listed);
}

static void say_query(const saying *s) {
    long long by = (long long)s->h->shift;
    size_t n = s->h->tile;
    switch (s->h->from_query) {
    case PLUMB_QUERY_REPEATED:
        add(s, "query %zu", s->h->other);
        break;
    case PLUMB_QUERY_UNPACKED:
        n = s->p->query_heads / s->p->key_heads;
        add(s, "query (%zu t + h mod %zu) mod %zu", n, n, s->p->query_length);
        break;
    case PLUMB_QUERY_PACKED:
        n = s->p->query_heads / s->p->key_heads;
        add(s, "query (%zu (h mod %zu) + t) / %zu (rounded down)", s->p->query_length, n, n);
        break;
    case PLUMB_QUERY_DIVIDED:
        add(s, "query t / %zu (rounded down)", n);
        break;
    case PLUMB_QUERY_MULTIPLIED:
        add(s, "query %zu t", n);
        break;
    case PLUMB_QUERY_REMAINDER:
        add(s, "query t mod %zu", n);
        break;
    case PLUMB_QUERY_FIRST:
        add(s, "the first query of their tile of %zu", n);
        break;
    case PLUMB_QUERY_LAST:
        add(s, "the last query of their tile of %zu", n);
        break;
    case PLUMB_QUERY_BEFORE:
        add(s, "the last query before their tile of %zu", n);
        break;
    case PLUMB_QUERY_BEFORE_ODD:
        add(s, "the last query before their tile of %zu, in every second tile", n);
        break;
    case PLUMB_QUERY_TILE_HALVED:
        add(s, "the query at its place of tile i / 2 (rounded down), if it is of tile i, in tiles of %zu queries", n);
        break;
    case PLUMB_QUERY_TILE_DOUBLED:
        add(s, "the query at its place of tile 2 i, if it is of tile i, in tiles of %zu queries", n);
        break;
    case PLUMB_QUERY_TILE_REVERSED:
        add(s, "the query at its place of another tile of %zu queries, in reversed order", n);
        break;
    case PLUMB_QUERY_REVERSED:
        add(s, "the query at the other end of its tile of %zu queries", n);
        break;
    default:
        add(s, "the query %lld %s", by < 0 ? -by : by, by < 0 ? "before" : "after");
    }
}

static void say_splits(const saying *s) {
    const plumb_hypothesis *h = s->h;
    static const char *const how[PLUMB_SPLITS] = {
        [PLUMB_SPLITS_AVERAGED] = "are averaged, whatever they weigh",
        [PLUMB_SPLITS_LOG2_AS_LOG] = "are merged by e^lse with their log-sum-exp in base 2",
        [PLUMB_SPLITS_LOG_AS_LOG2] = "are merged by 2^lse with their log-sum-exp in base e",
        [PLUMB_SPLITS_BY_MAXIMUM] = "are merged by the exponentials of their maxima, not of their log-sum-exp",
        [PLUMB_SPLITS_UNNORMALISED] = "are merged without being divided by their sums",
        [PLUMB_SPLITS_ADDED] = "are added, not merged",
        [PLUMB_SPLITS_OF_OTHER] = "are merged by the log-sum-exps of"};
    if (h->from == 0)
        add(s, "the %zu splits of %zu keys ", (s->p->key_length + h->tile - 1) / h->tile, h->tile);
    else
        add(s, "the parts of %zu and %zu keys ", h->from, s->p->key_length - h->from);
    add(s, "%s", how[h->variant]);
    if (h->variant == PLUMB_SPLITS_OF_OTHER && h->map != NULL) {
        add(s, " other heads: ");
        say_heads(s, s->p->query_heads, "has those of", "head");
    } else if (h->variant == PLUMB_SPLITS_OF_OTHER) {
        add(s, " ");
        say_query(s);
    }
}

static void say_shown(const saying *s) {
    double number = fabs(s->h->factor) < 1e-3 ? 0 : s->h->factor;
    if (s->h->variant == PLUMB_SHOWN_ALIKE) {
        add(s, plumb_operator_is(s->p->op.kind, PLUMB_IS_MEAN)
                   ? "keys that the mask hides have a score of %.4g, and take part with that"
                   : "keys that the mask hides weigh %.4g each, not 0", number);
        return;
    }
    say_keys(s, s->h->from, s->h->to);
    add(s, " %s seen where the mask hides %s", s->h->to > s->h->from + 1 ? "are" : "is",
        s->h->to > s->h->from + 1 ? "them" : "it");
}

static void say_bias(const saying *s) {
    bool all = s->h->from == 0 && s->h->to == s->p->key_length;
    add(s, all ? "the bias" : "the bias of ");
    if (!all)
        say_keys(s, s->h->from, s->h->to);
    add(s, " is not added");
}

/* "rows have", "row t has": where the query is told by the row's number. */
static bool says_number(const saying *s) {
    plumb_from_query from = s->h->from_query;
    return from == PLUMB_QUERY_DIVIDED || from == PLUMB_QUERY_MULTIPLIED || from == PLUMB_QUERY_REMAINDER ||
           from == PLUMB_QUERY_UNPACKED || from == PLUMB_QUERY_PACKED;
}

static void say_rows(const saying *s, const char *many, const char *one) {
    add(s, "%s ", says_number(s) ? one : many);
    say_query(s);
}

static void say_queries(const saying *s) {
    say_rows(s, "rows read", "row t reads");
    add(s, "%s in place of %s own", s->h->from_query == PLUMB_QUERY_BEFORE_ODD ? "," : "",
        says_number(s) ? "its" : "their");
}

static void say_copy(const saying *s) {
    const plumb_hypothesis *h = s->h;
    const plumb_problem *p = s->p;
    size_t heads = p->batch * p->query_heads;
    bool moved = false, of_query = h->shift != 0 || h->from_query != PLUMB_QUERY_MOVED;
    if (h->from_query == PLUMB_QUERY_EXCHANGED) {
        add(s, "of each %lld rows those %lld apart have each other's answers", 2 * (long long)h->shift,
            (long long)h->shift);
        return;
    }
    for (size_t i = 0; i < heads; i++)
        moved = moved || h->map[i] != i;
    if (of_query) {
        say_rows(s, "rows have the answer of", "row t has the answer of");
    }
    if (moved) {
        add(s, of_query ? "; " : "");
        say_heads(s, p->query_heads, "has the answer of", "head");
    }
}

static void say_columns(const saying *s) {
    const plumb_hypothesis *h = s->h;
    size_t width = s->p->value_dim, listed = 0, moved = 0;
    for (size_t c = 0; c < width; c++)
        moved += h->map[c] != c;
    add(s, "columns have the numbers of others: column");
    for (size_t c = 0; c < width && listed < MOST_LISTED; c++)
        if (h->map[c] != c)
            add(s, "%s %zu that of %zu", listed++ == 0 ? "" : ",", c, h->map[c]);
    if (moved > listed)
        add(s, ", and %zu more", moved - listed);
}

/* Nearer to 1 a factor is written as 1. */
#define LEAST_SHOWN 0.0005

static void say_scaled_columns(const saying *s) {
    size_t listed = 0, moved = 0;
    add(s, "columns are multiplied by numbers of their own: ");
    for (size_t c = 0; c < s->p->value_dim; c++) {
        double x = s->h->column_factor[c];
        if (fabs(x - 1) < LEAST_SHOWN || moved++ >= MOST_LISTED)
            continue;
        add(s, "%scolumn %zu by %.*g", listed++ == 0 ? "" : ", ", c, plumb_digits_of_factor(x, 4), x);
    }
    if (moved > listed)
        add(s, ", and %zu more", moved - listed);
}

static void say_reads(const saying *s) {
    static const char *const what[PLUMB_HEADS] = {
        [PLUMB_HEADS_VALUES] = "reads the values, not keys, of",
        [PLUMB_HEADS_KEYS] = "reads the keys, not values, of",
        [PLUMB_HEADS_BOTH] = "reads keys and values of"};
    say_heads(s, s->p->key_heads, what[s->h->variant], "key head");
}

static void say_cut(const saying *s) {
    const plumb_hypothesis *h = s->h;
    static const char *const score[PLUMB_CUT_STATISTICS] = {
        [PLUMB_CUT_MEANS] = "mean", [PLUMB_CUT_LARGEST] = "largest", [PLUMB_CUT_RUNNING] = "largest"};
    if (h->shift != PLUMB_CUT_KEYS && h->variant == PLUMB_CUT_BELOW)
        add(s, "tiles of %zu keys whose %s score is more than %.4g below the row's largest%s are left out", h->from,
            score[h->shift], h->factor, h->shift == PLUMB_CUT_RUNNING ? " so far" : "");
    else if (h->shift != PLUMB_CUT_KEYS)
        add(s, "of each row's tiles of %zu keys all but the %zu with the largest %s score are left out", h->from,
            h->tile, h->shift == PLUMB_CUT_MEANS ? "mean" : "single");
    else if (h->variant == PLUMB_CUT_BELOW)
        add(s, "keys whose score is more than %.4g below the row's largest are left out", h->factor);
    else
        add(s, "of each row's keys all but the %zu with the largest scores are left out", h->tile);
    if (h->denominator != 0)
        add(s, " in the sum of values, not in the sum of weights");
}

static void say_lag(const saying *s) {
    static const char *const what[PLUMB_HEADS] = {
        [PLUMB_HEADS_VALUES] = "the values", [PLUMB_HEADS_KEYS] = "the keys", [PLUMB_HEADS_BOTH] = "keys and values"};
    add(s, "each tile of %zu keys has %s of the tile %s", s->h->tile, what[s->h->variant],
        s->h->shift < 0 ? "before" : "after");
}

/* "2 t + ", where the factor is not 0. */
static void say_term(const saying *s, size_t factor, const char *of) {
    if (factor > 1)
        add(s, "%zu %s + ", factor, of);
    else if (factor == 1)
        add(s, "%s + ", of);
}

static void say_sink_index(const saying *s) {
    const plumb_sink_index *of = &s->h->sink;
    size_t heads = s->p->query_heads, before;
    if (of->query == 0 && of->head == 0 && of->batch == 0) {
        add(s, "the sink of head %zu is read for all", of->plus);
        return;
    }
    add(s, "the row of query t of head h reads the sink of another head: that of head (");
    say_term(s, of->batch, "b");
    say_term(s, of->query, "t");
    say_term(s, of->head, of->shared > 1 ? "h / g" : "h");
    before = strlen(s->text);
    if (of->plus > 0)
        add(s, "%zu", of->plus);
    else
        s->text[before - 3] = 0;
    add(s, ") mod %zu", heads);
    if (of->batch > 0)
        add(s, " in batch entry b");
    if (of->shared > 1)
        add(s, ", g = %zu", of->shared);
}

static void say_sink(const saying *s) {
    const plumb_hypothesis *h = s->h;
    if (h->variant == PLUMB_SINK_UNSHIFTED)
        add(s, "the sink's e^logit is not divided by e^maximum, as the weights of keys are");
    else if (h->variant == PLUMB_SINK_OF_OTHER)
        say_sink_index(s);
    else {
        add(s, "the sink's logit is %.4g times what it should be", h->numerator);
        if (h->denominator != 0)
            add(s, ", and %.4g is added", h->denominator);
    }
}

static void say_found(const saying *s) {
    add(s, "%s", s->h->says);
}

static void say_exponential(const saying *s) {
    const plumb_hypothesis *h = s->h;
    if (h->variant == PLUMB_EXPONENTIAL_LINEAR)
        add(s, "the exponential is linear between powers of 2");
    else if (h->variant == PLUMB_EXPONENTIAL_CLAMPED)
        add(s, "scores more than %.4g below the largest are taken for that much below it", h->factor);
    else if (h->variant == PLUMB_EXPONENTIAL_CUT)
        add(s, "keys whose score is more than %.4g below the largest weigh nothing", h->factor);
    else if (h->variant == PLUMB_EXPONENTIAL_POWER)
        add(s, "the exponential is (1 + x / %zu)^%zu", h->tile, h->tile);
    else
        add(s, "the exponential has %zu steps between powers of 2: exponents are rounded %s", h->tile,
            h->variant == PLUMB_EXPONENTIAL_STEPS ? "down" : "to the nearest");
    if (h->from > 0)
        add(s, ", in tiles of %zu keys", h->from);
}

/* Which number of the mask tensor is read for a query and a key. */
static void say_mask_keys(const saying *s) {
    const plumb_hypothesis *h = s->h;
    long long rows = (long long)h->shift, keys = (long long)h->key_shift;
    if (h->from_key == PLUMB_QUERY_REVERSED)
        add(s, "the boolean mask is read with each %zu keys in reversed order, as if bits were packed the other way",
            h->key_tile);
    else if (h->from_key == PLUMB_QUERY_EXCHANGED)
        add(s, "the boolean mask is read with keys %lld apart exchanged", keys);
    else {
        add(s, "the boolean mask is read %lld %s %s", llabs(keys), llabs(keys) == 1 ? "key" : "keys",
            keys > 0 ? "on" : "back");
        if (rows != 0)
            add(s, " and %lld %s %s", llabs(rows), llabs(rows) == 1 ? "row" : "rows", rows > 0 ? "on" : "back");
    }
}

static void say_mask(const saying *s) {
    const plumb_hypothesis *h = s->h;
    if (plumb_moves_keys_of_mask(h)) {
        say_mask_keys(s);
        return;
    }
    if (h->mask_row != 0)
        add(s, "rows of the boolean mask are read %zu apart, not %zu", h->mask_row, s->p->mask.allowed_query);
    else if (h->map != NULL)
        say_heads(s, s->p->query_heads, "has the mask of", "head");
    else
        say_rows(s, "rows have the mask of", "row t has the mask of");
}

/* "of head 1", "of the query 8 after": whose something is. */
static void say_other_row(const saying *s) {
    if (s->h->map != NULL)
        say_heads(s, s->p->query_heads, "has that of", "head");
    else if (s->h->from_query == PLUMB_QUERY_EXCHANGED)
        add(s, "of each %lld rows those %lld apart have each other's", 2 * (long long)s->h->shift,
            (long long)s->h->shift);
    else
        say_rows(s, "rows have that of", "row t has that of");
}

static void say_added(const saying *s) {
    add(s, "a part of what another row returned is added, as if sums of values were not cleared: ");
    say_other_row(s);
}

static void say_divisor(const saying *s) {
    if (s->h->variant == PLUMB_DIVISOR_OF_ALL)
        add(s, "rows are divided by the sums of weights of %zu heads together, those of their %s", s->h->tile,
            s->h->tile < s->p->query_heads ? "group" : "batch entry");
    else {
        add(s, "rows are divided by the sum of weights of others%s: ",
            s->h->variant == PLUMB_DIVISOR_OF_OTHER ? "" : " at one maximum");
        say_other_row(s);
    }
}

static void say_cap(const saying *s) {
    static const char *const tiles[PLUMB_CAPS] = {
        [PLUMB_CAP_OF_ODD] = "every second tile of %zu keys, from the second on",
        [PLUMB_CAP_OF_EVEN] = "every second tile of %zu keys",
        [PLUMB_CAP_BEFORE] = "all tiles of %zu keys but the diagonal one",
        [PLUMB_CAP_ON_DIAGONAL] = "the diagonal tile of %zu keys"};
    if (s->h->variant != PLUMB_CAP_CLAMPS) {
        add(s, "the softcap is left out in ");
        add(s, tiles[s->h->variant], s->h->tile);
    } else if (s->h->factor == 0)
        add(s, "scores are clamped at the softcap, where tanh should bend them");
    else
        add(s, "what tanh gives is multiplied by %.4g, not by the softcap %.4g", s->h->factor * s->p->op.softcap,
            s->p->op.softcap);
}

static void say_transposed(const saying *s) {
    add(s, "squares of %zu rows and columns of the output are transposed", s->h->tile);
}

static void say_squares(const saying *s) {
    const plumb_hypothesis *h = s->h;
    add(s, "%s are transposed in squares of %zu queries and keys%s",
        h->variant == PLUMB_SQUARES_OF_SCORES ? "scores" : "weights, as they enter the sum of values,", h->tile,
        h->once ? " on the diagonal" : "");
}

static void say_beyond(const saying *s) {
    if (s->h->tile == 1)
        add(s, "one key more is read, behind the last: the next head's first");
    else
        add(s, "%zu keys more are read, behind the last: the next head's first", s->h->tile);
}

static void say_bias_of(const saying *s) {
    const plumb_hypothesis *h = s->h;
    if (h->mask_row != 0 && h->variant == 0)
        add(s, "rows of the bias are read %zu apart, not %zu", h->mask_row, s->p->extra.bias_query);
    else if (h->mask_row != 0)
        add(s, "the bias is read transposed, as [keys, queries] in rows of %zu", h->mask_row);
    else if (h->map != NULL)
        say_heads(s, s->p->query_heads, "adds the bias of", "head");
    else
        say_rows(s, "rows add the bias of", "row t adds the bias of");
}

static void say_end(const saying *s, plumb_end end, const char *stated) {
    if (end.kind == PLUMB_END_STATED)
        add(s, "%s", stated);
    else if (end.kind == PLUMB_END_FIXED)
        add(s, "%lld", (long long)end.at);
    else if (end.at == 0)
        add(s, "p");
    else
        add(s, "p %c %lld", end.at < 0 ? '-' : '+', (long long)(end.at < 0 ? -end.at : end.at));
}

static void say_reach(const saying *s) {
    add(s, "the query at position p sees keys ");
    say_end(s, s->h->first, "from the first that the mask shows");
    add(s, " to ");
    say_end(s, s->h->last, "the last that the mask shows");
    add(s, ", whatever the mask says");
    bool alike = s->p->mask.entry_offset == NULL;
    bool from_0 =
        alike && s->h->first.kind == PLUMB_END_FIXED && s->h->first.at == 0 && s->h->last.kind == PLUMB_END_MOVED;
    int64_t offset = s->h->last.at + s->p->causal.offset;
    if (from_0 && offset == 0)
        add(s, ": a causal mask aligned to the first key");
    else if (from_0 && offset == (int64_t)s->p->key_length - (int64_t)s->p->query_length)
        add(s, ": a causal mask aligned to the last key");
}

static void say_hadamard(const saying *s) {
    add(s, "the output is the Hadamard transform of what it should be, in blocks of %zu columns", s->h->tile);
}

static void say_unwritten(const saying *s) {
    add(s, "the output is 0, as if never written");
}

static void say_nan(const saying *s) {
    add(s, "the output is NaN");
}

static void say_packed(const saying *s) {
    add(s, "rows of a group of %zu heads are %s: queries and heads of the group are swapped",
        s->p->query_heads / s->p->key_heads,
        s->h->variant == PLUMB_PACKED_HEADS_LAST ? "packed as [query, head]" : "unpacked as [query, head]");
}

static void say_multiplied(const saying *s) {
    double factor = s->h->factor;
    add(s, "the output is %.*g times what it should be", plumb_digits_of_factor(factor, DIGITS), factor);
}

/* By so much a sum is off that is kept in few bits. */
#define FEW_BITS 0.04

static void say_multiple(const saying *s) {
    double least = s->sweep->least[0], most = s->sweep->most[0];
    add(s, "each row is multiplied by a number of its own, %.4g to %.4g, as by a wrong sum of weights", least, most);
    if (fabs(least - 1) < FEW_BITS && fabs(most - 1) < FEW_BITS)
        add(s, ": one that is kept or divided in few bits");
}

static const struct {
    const char *name;
    void (*say)(const saying *s);
} causes[PLUMB_CAUSES] = {
    [PLUMB_CAUSE_UNWRITTEN] = {"unwritten", say_unwritten},
    [PLUMB_CAUSE_NAN] = {"nan", say_nan},
    [PLUMB_CAUSE_COPY] = {"copy", say_copy},
    [PLUMB_CAUSE_PACKED] = {"packed", say_packed},
    [PLUMB_CAUSE_COLUMNS] = {"columns", say_columns},
    [PLUMB_CAUSE_HADAMARD] = {"hadamard", say_hadamard},
    [PLUMB_CAUSE_SCALED_COLUMNS] = {"scaled-columns", say_scaled_columns},
    [PLUMB_CAUSE_MULTIPLE] = {"multiple", say_multiple},
    [PLUMB_CAUSE_FACTOR] = {"factor", say_multiplied},
    [PLUMB_CAUSE_ALIKE] = {"alike", say_alike},
    [PLUMB_CAUSE_BLOCKS] = {"keys", say_blocks},
    [PLUMB_CAUSE_BIAS] = {"bias", say_bias},
    [PLUMB_CAUSE_SHOWN] = {"shown", say_shown},
    [PLUMB_CAUSE_QUERIES] = {"queries", say_queries},
    [PLUMB_CAUSE_RESCALE] = {"rescale", say_rescale},
    [PLUMB_CAUSE_SPLITS] = {"splits", say_splits},
    [PLUMB_CAUSE_TILES] = {"tiles", say_tiles},
    [PLUMB_CAUSE_PAGE] = {"page", say_page},
    [PLUMB_CAUSE_HEADS] = {"heads", say_reads},
    [PLUMB_CAUSE_CUT] = {"cut", say_cut},
    [PLUMB_CAUSE_LAG] = {"lag", say_lag},
    [PLUMB_CAUSE_SINK] = {"sink", say_sink},
    [PLUMB_CAUSE_MASK] = {"mask", say_mask},
    [PLUMB_CAUSE_REACH] = {"reach", say_reach},
    [PLUMB_CAUSE_FACTORS] = {"factors", say_found},
    [PLUMB_CAUSE_ADDED] = {"added", say_added},
    [PLUMB_CAUSE_CAP] = {"cap", say_cap},
    [PLUMB_CAUSE_TRANSPOSED] = {"transposed", say_transposed},
    [PLUMB_CAUSE_SQUARES] = {"squares", say_squares},
    [PLUMB_CAUSE_DIVISOR] = {"divisor", say_divisor},
    [PLUMB_CAUSE_BEYOND] = {"beyond", say_beyond},
    [PLUMB_CAUSE_BIAS_OF] = {"bias-of", say_bias_of},
    [PLUMB_CAUSE_LAYOUT] = {"layout", say_found},
    [PLUMB_CAUSE_TILTS] = {"tilts", say_found},
    [PLUMB_CAUSE_DESCALES] = {"descales", say_found},
    [PLUMB_CAUSE_TRANSFER] = {"transfer", say_found},
    [PLUMB_CAUSE_EXPONENTIAL] = {"exponential", say_exponential},
};

const char *plumb_cause_name(plumb_cause cause) {
    return causes[cause].name;
}

void plumb_hypothesis_say(const plumb_problem *p, const plumb_hypothesis *h, const plumb_sweep *sweep, char *text,
                          size_t size) {
    text[0] = 0;
    causes[h->cause].say(&(saying){p, h, sweep, text, size});
}
