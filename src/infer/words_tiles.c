#include "infer/saying.h"
#include <stdlib.h>

void plumb_say_rescale(const plumb_saying *s) {
    const plumb_hypothesis *h = s->h;
    double power = h->numerator != 0 ? h->numerator : h->denominator;
    const char *what = h->numerator != 0 && h->denominator != 0 ? "the sums of values and of weights are"
                       : h->numerator != 0                      ? "the sum of values is"
                                                                : "the sum of weights is";
    if (h->variant == PLUMB_RESCALED_NEVER) {
        plumb_say(s, "weights in %s are taken below the largest score of their tile of %zu keys, not of the row",
            h->denominator == 0 ? "the sum of values" : h->numerator == 0 ? "their own sum" : "both sums", h->tile);
        return;
    }
    if (h->variant == PLUMB_RESCALED_AND_DIVIDED) {
        plumb_say(s, "%s divided by the sum of weights after every tile of %zu keys, not once", what, h->tile);
        return;
    }
    if (h->variant == PLUMB_RESCALED_AS_OTHER) {
        plumb_say(s, "%s rescaled by the maxima of other rows, in tiles of %zu keys: ", what, h->tile);
        plumb_say_other_row(s);
        return;
    }
    if (h->variant == PLUMB_RESCALED_WITH_TILE) {
        plumb_say(s, "%s rescaled after a tile of %zu keys is added, not before%s", what, h->tile,
            h->descending ? ", from the last tile to the first" : "");
        return;
    }
    const char *how = power == 1    ? "not rescaled"
                      : power == -1 ? "rescaled twice"
                      : power == 2  ? "rescaled by the inverse"
                      : fabs(power - 0.307) < 0.001 ? "rescaled by a power of 2 instead of e"
                                                    : "rescaled by a power of e";
    plumb_say(s, "%s %s", what, how);
    if (strcmp(how, "rescaled by a power of e") == 0)
        plumb_say(s, "^%.4g instead of e", 1 - power);
    plumb_say(s, " when the %s rises",
        h->variant == PLUMB_RESCALED_BY_MAXIMUM ? "maximum" : "largest log-sum-exp of a split");
    if (h->factor > 0)
        plumb_say(s, " by less than %.4g", h->factor);
    if (h->once)
        plumb_say(s, " at the tile of keys %zu to %zu: keys 0 to %zu weigh too much", h->from, h->from + h->tile - 1,
            h->from - 1);
    else
        plumb_say(s, ", in tiles of %zu keys%s", h->tile, h->descending ? " from the last to the first" : "");
}

void plumb_say_tiles(const plumb_saying *s) {
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
    plumb_say(s, how[s->h->variant], s->h->tile);
    if (s->h->denominator == 1)
        plumb_say(s, ", in the sum of weights, not in the sum of values");
}

void plumb_say_splits(const plumb_saying *s) {
    const plumb_hypothesis *h = s->h;
    static const char *const how[PLUMB_SPLITS] = {
        [PLUMB_SPLITS_AVERAGED] = "are averaged, regardless of their weights",
        [PLUMB_SPLITS_LOG2_AS_LOG] = "are merged by e^lse with their log-sum-exp in base 2",
        [PLUMB_SPLITS_LOG_AS_LOG2] = "are merged by 2^lse with their log-sum-exp in base e",
        [PLUMB_SPLITS_BY_MAXIMUM] = "are merged by the exponentials of their maxima, not of their log-sum-exp",
        [PLUMB_SPLITS_UNNORMALISED] = "are merged without being divided by their sums",
        [PLUMB_SPLITS_ADDED] = "are added, not merged",
        [PLUMB_SPLITS_EMPTY] = "have a log-sum-exp of 0 where the query sees none of their keys",
        [PLUMB_SPLITS_KEEP_FIRST] = "are merged one by one, with the log-sum-exp of the first for that of all so far",
        [PLUMB_SPLITS_KEEP_LAST] =
            "are merged one by one, with the log-sum-exp of the one before for that of all so far",
        [PLUMB_SPLITS_OF_OTHER] = "are merged by the log-sum-exps of",
        [PLUMB_SPLITS_OF_LAYOUT] = "are merged by log-sum-exps that are",
        [PLUMB_SPLITS_EXCHANGED] = "are merged by the log-sum-exps of others: ",
        [PLUMB_SPLITS_OF_ALL] = "are merged by other log-sum-exps: "};
    static const char *const axes[PLUMB_AXES_ORDERS] = {
        [PLUMB_AXES_SBHQ] = "[split, batch, head, query]", [PLUMB_AXES_SBQH] = "[split, batch, query, head]",
        [PLUMB_AXES_BSHQ] = "[batch, split, head, query]", [PLUMB_AXES_BHSQ] = "[batch, head, split, query]",
        [PLUMB_AXES_BHQS] = "[batch, head, query, split]", [PLUMB_AXES_BQHS] = "[batch, query, head, split]"};
    if (h->from == 0)
        plumb_say(s, "the %zu splits of %zu keys ", (s->p->key_length + h->tile - 1) / h->tile, h->tile);
    else
        plumb_say(s, "the parts of %zu and %zu keys ", h->from, s->p->key_length - h->from);
    if (h->variant == PLUMB_SPLITS_ANSWER) {
        plumb_say(s, "are merged with another result of number %zu, counted from 0: ", h->part);
        plumb_say_other_row(s);
        return;
    }
    plumb_say(s, "%s", how[h->variant]);
    if (h->variant == PLUMB_SPLITS_OF_LAYOUT)
        plumb_say(s, " stored as %s and read as %s", axes[h->from_axes], axes[h->to_axes]);
    if (h->variant == PLUMB_SPLITS_OF_OTHER && h->map != NULL) {
        plumb_say(s, " other heads: ");
        plumb_say_heads(s, s->p->query_heads, "has those of", "head");
    } else if (h->variant == PLUMB_SPLITS_OF_OTHER) {
        plumb_say(s, " ");
        plumb_say_query(s);
    } else if (h->variant == PLUMB_SPLITS_EXCHANGED && h->from_key == PLUMB_QUERY_REPEATED)
        plumb_say(s, "number %zu, counted from 0, has that of number %zu", h->part, h->other);
    else if (h->variant == PLUMB_SPLITS_OF_ALL)
        plumb_say(s, "number %zu, counted from 0, has that of all keys", h->part);
    else if (h->variant == PLUMB_SPLITS_EXCHANGED)
        plumb_say(s, h->from_key == PLUMB_QUERY_EXCHANGED ? "neighbours have each other's"
                     : h->key_shift > 0                   ? "each has that of the next"
                                                          : "each has that of the one before");
    if (h->variant == PLUMB_SPLITS_EXCHANGED && h->from_key == PLUMB_QUERY_ROTATED)
        plumb_say(s, ", around the end");
    if (h->once && h->variant == PLUMB_SPLITS_OF_OTHER)
        plumb_say(s, ", but only number %zu, counted from 0", h->part);
}

static void say_rounded_scores(const plumb_saying *s) {
    static const char *const what[PLUMB_ROUNDEDS] = {"products q.k are", "scores are",
                                                     "scores, less the row's largest, are"};
    plumb_say(s, "%s rounded to %s", what[s->h->shift],
              s->h->tile == 7    ? "bfloat16"
              : s->h->tile == 10 ? "binary16"
              : s->h->tile == 3  ? "e4m3"
                                 : "e5m2");
}

/* Where no softcap is stated. */
static void say_mapped(const plumb_saying *s) {
    static const char *const by[PLUMB_CAPS] = {
        [PLUMB_CAP_BY_RATIO] = "are capped: x becomes x / (1 + abs(x) / c), c = %.6g",
        [PLUMB_CAP_BY_ROOT] = "are capped: x becomes x / sqrt(1 + x^2 / c^2), c = %.6g",
        [PLUMB_CAP_BY_PADE] = "are capped: x becomes x (27 + x^2 / c^2) / (27 + 9 x^2 / c^2), c = %.6g",
        [PLUMB_CAP_BY_ATAN] = "are capped: x becomes c 2/pi atan(pi x / 2 c), c = %.6g",
        [PLUMB_CAP_BY_CUBE] = "are capped: x becomes x - x^3 / 3 c^2, c = %.6g",
        [PLUMB_CAP_BY_ARCTAN] = "are capped: x becomes c atan(x / c), c = %.6g",
        [PLUMB_CAP_BY_HALF] = "are capped: x becomes c tanh(x / 2 c), c = %.6g",
        [PLUMB_CAP_CLAMPS] = "are clamped: of at most %.6g, and at least minus that",
        [PLUMB_CAP_AT_MOST] = "are clamped: of at most %.6g",
        [PLUMB_CAP_AT_LEAST] = "are clamped: of at least -%.6g",
        [PLUMB_CAP_LEAKY] = "below 0 are multiplied by %.4g",
        [PLUMB_CAP_ABSOLUTE] = "lose their sign",
        [PLUMB_CAP_POSITIVE] = "below 0 are taken for 0",
        [PLUMB_CAP_SQUARED] = "are squared",
        [PLUMB_CAP_SILU] = "x become x / (1 + e^-x)"};
    plumb_say(s, s->h->once ? "scores, with all that is added to them, " : "scores ");
    plumb_say(s, by[s->h->variant], s->h->factor);
}

void plumb_say_cap(const plumb_saying *s) {
    static const char *const tiles[PLUMB_CAPS] = {
        [PLUMB_CAP_OF_ODD] = " in every second tile of %zu keys, from the second on",
        [PLUMB_CAP_OF_EVEN] = " in every second tile of %zu keys",
        [PLUMB_CAP_BEFORE] = " in all tiles of %zu keys but the diagonal one",
        [PLUMB_CAP_ON_DIAGONAL] = " in the diagonal tile of %zu keys"};
    static const char *const by[PLUMB_CAPS] = {
        [PLUMB_CAP_BY_RATIO] = "x / (1 + abs(x))",
        [PLUMB_CAP_BY_ROOT] = "x / sqrt(1 + x^2)",
        [PLUMB_CAP_BY_PADE] = "x (27 + x^2) / (27 + 9 x^2)",
        [PLUMB_CAP_BY_ATAN] = "2/pi atan(pi x / 2)",
        [PLUMB_CAP_BY_CUBE] = "x - x^3 / 3",
        [PLUMB_CAP_BY_ARCTAN] = "atan x",
        [PLUMB_CAP_BY_HALF] = "tanh(x / 2)"};
    const plumb_hypothesis *h = s->h;
    if (h->variant == PLUMB_CAP_ROUNDED)
        say_rounded_scores(s);
    else if (s->p->op.softcap == 0)
        say_mapped(s);
    else if (h->variant == PLUMB_CAP_CLAMPS)
        plumb_say(s, "scores are clamped at the softcap, where tanh should bend them");
    else if (h->variant == PLUMB_CAP_MULTIPLIED)
        plumb_say(s, "what tanh gives is multiplied by %.4g, not by the softcap %.4g", h->factor * s->p->op.softcap,
                  s->p->op.softcap);
    else if (h->variant >= PLUMB_CAP_BY_RATIO)
        plumb_say(s, "the softcap is by %s instead of tanh x", by[h->variant]);
    else {
        plumb_say(s, "the softcap is left out");
        if (h->tile < s->p->key_length)
            plumb_say(s, tiles[h->variant], h->tile);
    }
}

static void say_end(const plumb_saying *s, plumb_end end, const char *stated) {
    if (end.kind == PLUMB_END_STATED)
        plumb_say(s, "%s", stated);
    else if (end.kind == PLUMB_END_FIXED)
        plumb_say(s, "%lld", (long long)end.at);
    else
        plumb_say(s, end.at == 0 ? "%s" : end.at < 0 ? "%s - %lld" : "%s + %lld", end.rows > 0 ? "f" : "p",
                  llabs((long long)end.at));
}

/* One end that goes by tiles. */
static void say_end_by_tiles(const plumb_saying *s, plumb_end end, bool last) {
    plumb_say(s, "the keys that the query at position p sees %s at ", last ? "end" : "begin");
    if (end.tile > 0)
        plumb_say(s, "the %s key of the tile of %zu that holds ", last ? "last" : "first", end.tile);
    plumb_say(s, "key ");
    say_end(s, end, "");
    if (end.joint == PLUMB_END_ALONE)
        plumb_say(s, ", whatever the mask says");
    else
        plumb_say(s, ", if that is %s than the mask says",
                  last == (end.joint == PLUMB_END_OR_STATED) ? "later" : "earlier");
    if (end.rows > 0)
        plumb_say(s, "; f is the first position of its tile of %zu queries", end.rows);
}

/* An end of a run, which may go by tiles. */
static void say_end_of_run(const plumb_saying *s, plumb_end end, bool last) {
    if (end.tile > 0)
        plumb_say(s, "the %s of the tile of %zu that holds ", last ? "last" : "first", end.tile);
    say_end(s, end, "");
}

static void say_run(const plumb_saying *s) {
    const plumb_end *first = &s->h->first, *last = &s->h->last;
    bool one_tile = first->tile > 0 && first->tile == last->tile && first->rows == last->rows && first->at == last->at;
    bool one_key = first->tile + last->tile + first->rows + last->rows == 0 && first->kind == last->kind &&
                   first->at == last->at;
    size_t rows = first->rows > 0 ? first->rows : last->rows;
    bool fixed =
        first->kind == PLUMB_END_FIXED && last->kind == PLUMB_END_FIXED && first->tile + last->tile + rows == 0;
    if (fixed && s->h->variant == PLUMB_REACH_LOST) {
        if (one_key)
            plumb_say(s, "key %lld is missing", (long long)first->at);
        else
            plumb_say(s, "keys %lld to %lld are missing", (long long)first->at, (long long)last->at);
        return;
    }
    plumb_say(s, "the query at position p %s %s ", s->h->variant == PLUMB_REACH_LOST ? "does not see" : "also sees",
              one_key ? "key" : "keys");
    if (one_key)
        say_end(s, *first, "");
    else if (one_tile) {
        plumb_say(s, "of the tile of %zu that holds ", first->tile);
        say_end(s, *first, "");
    } else {
        say_end_of_run(s, *first, false);
        plumb_say(s, " to ");
        say_end_of_run(s, *last, true);
    }
    if (rows > 0)
        plumb_say(s, "; f is the first position of its tile of %zu queries", rows);
}

void plumb_say_reach(const plumb_saying *s) {
    if (s->h->variant != PLUMB_REACH_ALONE) {
        say_run(s);
        return;
    }
    bool by_tiles = plumb_end_by_tiles(s->h->last);
    if (by_tiles || plumb_end_by_tiles(s->h->first)) {
        say_end_by_tiles(s, by_tiles ? s->h->last : s->h->first, by_tiles);
        return;
    }
    plumb_say(s, "the query at position p sees keys ");
    say_end(s, s->h->first, "from the first that the mask shows");
    plumb_say(s, " to ");
    say_end(s, s->h->last, "the last that the mask shows");
    plumb_say(s, ", whatever the mask says");
    bool alike = s->p->mask.entry_offset == NULL;
    bool from_0 =
        alike && s->h->first.kind == PLUMB_END_FIXED && s->h->first.at == 0 && s->h->last.kind == PLUMB_END_MOVED;
    int64_t offset = s->h->last.at + s->p->causal.offset;
    if (from_0 && offset == 0)
        plumb_say(s, ": a causal mask aligned to the first key");
    else if (from_0 && offset == (int64_t)s->p->key_length - (int64_t)s->p->query_length)
        plumb_say(s, ": a causal mask aligned to the last key");
}
