/* The shortest sentence that fits: whole batch entries if each reads all its sources from one other entry, else the
   heads that do not read their own source, up to PLUMB_MOST_LISTED, and a count of the rest.  A query that is read in
   place of another is named by its distance, by its place in a tile, or by a formula of the row number t; the last
   needs a sentence about row t, the others one about rows. */
#include "infer/saying.h"
#include "infer/places.h"
#include <stdlib.h>

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

static void say_entries(const plumb_saying *s, const serving *of, const char *does) {
    size_t listed = 0;
    for (size_t b = 0; b < of->entries; b++) {
        size_t by = of->map[b * of->heads] / of->sources;
        if (by == b || listed >= PLUMB_MOST_LISTED)
            continue;
        plumb_say(s, "%sbatch entry %zu %s batch entry %zu", listed++ == 0 ? "" : ", ", b, does, by);
    }
}

void plumb_say_heads(const plumb_saying *s, size_t sources, const char *does, const char *of_which) {
    const plumb_problem *p = s->p;
    const serving of = {s->h->map, p->batch, p->query_heads, sources, p->query_heads / sources};
    size_t heads = p->query_heads, listed = 0, moved = 0;
    if (moves_entries(&of)) {
        say_entries(s, &of, does);
        return;
    }
    for (size_t i = 0; i < p->batch * heads; i++) {
        size_t b = i / heads;
        if (of.map[i] == own_source(&of, i) || moved++ >= PLUMB_MOST_LISTED)
            continue;
        plumb_say(s, "%shead %zu", listed++ == 0 ? "" : ", ", i % heads);
        if (p->batch > 1)
            plumb_say(s, " of batch entry %zu", b);
        plumb_say(s, " %s %s %zu", does, of_which, of.map[i] % sources);
        if (of.map[i] / sources != b)
            plumb_say(s, " of batch entry %zu", of.map[i] / sources);
    }
    if (moved > listed)
        plumb_say(s, ", and %zu more", moved - listed);
}

void plumb_say_rule(const char *words, const char *noun, const plumb_hypothesis *rule, char *text, size_t size) {
    long long by = (long long)rule->shift, n = (long long)rule->tile;
    for (; *words != 0; words++) {
        char of = *words == '#' ? *++words : 0;
        const char *word = of == 'k'   ? noun
                           : of == 's' ? by < 0 ? "-" : "+"
                           : of == 'w' ? by < 0 ? "before" : "after"
                           : of == 'p' ? rule->other == 2 ? "half" : "quarter"
                                       : NULL;
        if (word != NULL)
            plumb_text_add(text, size, "%s", word);
        else if (of == 'f')
            plumb_text_add(text, size, "%.4g", rule->factor);
        else if (of != 0)
            plumb_text_add(text, size, "%lld", of == 'n'   ? n
                                               : of == 'q' ? n / by
                                               : of == 'o' ? (long long)rule->other
                                                           : llabs(by));
        else
            plumb_text_add(text, size, "%c", *words);
    }
}

void plumb_say_query(const plumb_saying *s) {
    static const char *const words[PLUMB_FROM_QUERIES] = {
        [PLUMB_QUERY_MOVED] = "the query #b #w",
        [PLUMB_QUERY_REPEATED] = "query #o",
        [PLUMB_QUERY_UNPACKED] = "query (#n t + h mod #n) mod #o",
        [PLUMB_QUERY_PACKED] = "query (#o (h mod #n) + t) / #n (rounded down)",
        [PLUMB_QUERY_EXCHANGED] = "the query #b #w",
        [PLUMB_QUERY_DIVIDED] = "query t / #n (rounded down)",
        [PLUMB_QUERY_MULTIPLIED] = "query #n t",
        [PLUMB_QUERY_REMAINDER] = "query t mod #n",
        [PLUMB_QUERY_FIRST] = "the first query of their tile of #n",
        [PLUMB_QUERY_LAST] = "the last query of their tile of #n",
        [PLUMB_QUERY_BEFORE] = "the last query before their tile of #n",
        [PLUMB_QUERY_BEFORE_ODD] = "the last query before their tile of #n, in every second tile",
        [PLUMB_QUERY_TILE_HALVED] =
            "the query at its place of tile i / 2 (rounded down), if it is of tile i, in tiles of #n queries",
        [PLUMB_QUERY_TILE_DOUBLED] = "the query at its place of tile 2 i, if it is of tile i, in tiles of #n queries",
        [PLUMB_QUERY_TILE_REVERSED] = "the query at its place of another tile of #n queries, in reversed order",
        [PLUMB_QUERY_REVERSED] = "the query at the other end of its tile of #n queries",
        [PLUMB_QUERY_TRANSPOSED] = "query t - i + #q (i mod #b) + i / #b (rounded down; i = t mod #n)",
        [PLUMB_QUERY_ROTATED] = "query t - i + (i #s #b) mod #n (i = t mod #n)",
        [PLUMB_QUERY_STRIDED] = "query #b m + t mod #n (m = t / #n, rounded down)",
        [PLUMB_QUERY_FIRST_PART] = "the query #b #w, in the first #p of each tile of #n",
        [PLUMB_QUERY_LAST_PART] = "the query #b #w, in the last #p of each tile of #n"};
    plumb_hypothesis rule = *s->h;
    if (rule.from_query == PLUMB_QUERY_UNPACKED || rule.from_query == PLUMB_QUERY_PACKED) {
        rule.tile = s->p->query_heads / s->p->key_heads;
        rule.other = s->p->query_length;
    }
    plumb_say_rule(words[rule.from_query], "query", &rule, s->text, s->size);
}

/* "rows have", "row t has": where the query is told by the row's number. */
bool plumb_says_number(const plumb_saying *s) {
    plumb_from_query from = s->h->from_query;
    return from == PLUMB_QUERY_DIVIDED || from == PLUMB_QUERY_MULTIPLIED || from == PLUMB_QUERY_REMAINDER ||
           from == PLUMB_QUERY_UNPACKED || from == PLUMB_QUERY_PACKED ||
           (from >= PLUMB_QUERY_TRANSPOSED && from <= PLUMB_QUERY_STRIDED);
}

void plumb_say_rows(const plumb_saying *s, const char *many, const char *one) {
    plumb_say(s, "%s ", plumb_says_number(s) ? one : many);
    plumb_say_query(s);
}

void plumb_say_page(const plumb_saying *s) {
    const plumb_hypothesis *h = s->h;
    static const char *const what[PLUMB_PAGES] = {[PLUMB_PAGE_BOTH] = "keys and values",
                                                  [PLUMB_PAGE_VALUES] = "the values of keys",
                                                  [PLUMB_PAGE_KEYS] = "the keys, not the values, of",
                                                  [PLUMB_PAGE_ZERO] = "keys and values",
                                                  [PLUMB_PAGE_ZERO_KEYS] = "the keys, not the values, of"};
    bool zero = h->variant == PLUMB_PAGE_ZERO || h->variant == PLUMB_PAGE_ZERO_KEYS;
    if (zero && h->to == h->from + 1) {
        plumb_say(s, h->variant == PLUMB_PAGE_ZERO ? "key %zu and its value are read as 0"
                                             : "key %zu, not its value, is read as 0", h->from);
        return;
    }
    if (h->variant == PLUMB_PAGE_SWAPPED) {
        size_t size = h->to - h->from;
        plumb_say(s,
                  "the values of keys %zu to %zu and of keys %zu to %zu are exchanged, or the keys (two pages of %zu)",
                  h->from, h->to - 1, h->other, h->other + size - 1, size);
        return;
    }
    plumb_say(s, "%s %zu to %zu are read ", what[h->variant], h->from, h->to - 1);
    if (zero)
        plumb_say(s, "as 0");
    else
        plumb_say(s, "from %zu to %zu", h->other, h->other + (h->to - h->from) - 1);
    if (!zero && h->other_batch != PLUMB_OWN_BATCH)
        plumb_say(s, " of batch entry %zu", h->other_batch);
    if (plumb_is_tile(h->from, h->to))
        plumb_say(s, " (one page of %zu)", h->to - h->from);
}

void plumb_say_other_row(const plumb_saying *s) {
    if (s->h->map != NULL)
        plumb_say_heads(s, s->p->query_heads, "has that of", "head");
    else if (s->h->from_query == PLUMB_QUERY_EXCHANGED)
        plumb_say(s, "of each %lld rows those %lld apart have each other's", 2 * (long long)s->h->shift,
            (long long)s->h->shift);
    else
        plumb_say_rows(s, "rows have that of", "row t has that of");
}

/* A rule for queries, of keys. */
static void say_keys_by_rule(const plumb_saying *s, const char *many, const char *one) {
    const plumb_hypothesis rule = {.from_query = s->h->from_key, .tile = s->h->key_tile, .shift = s->h->key_shift};
    char text[PLUMB_FACTORS_TEXT] = "";
    plumb_say_rows(&(plumb_saying){s->p, &rule, s->sweep, text, sizeof text}, many, one);
    for (const char *at = text, *found; *at != 0; at = found + (found[4] == 'y' ? 5 : 7)) {
        found = strstr(at, "quer");
        plumb_say(s, "%.*s", (int)(found == NULL ? strlen(at) : (size_t)(found - at)), at);
        if (found == NULL)
            return;
        plumb_say(s, found[4] == 'y' ? "key" : "keys");
    }
}

void plumb_say_bias_of(const plumb_saying *s) {
    static const char *const ends[PLUMB_BIAS_ENDS] = {
        [PLUMB_BIAS_OWN] = "their own", [PLUMB_BIAS_OF_LAST] = "that of the last", [PLUMB_BIAS_ZERO] = "none",
        [PLUMB_BIAS_AROUND] = "that of the others, from the other end on"};
    const plumb_hypothesis *h = s->h;
    if (h->to > 0)
        plumb_say(s, "keys %zu to %zu have the bias of the keys from %lld on", h->from, h->to - 1,
                  (long long)h->from + (long long)h->key_shift);
    else if (plumb_moves_keys_of_mask(h) && h->from_key == PLUMB_QUERY_MOVED)
        plumb_say(s, "keys have the bias of the key %lld %s, and where there is none %s",
                  llabs((long long)h->key_shift), h->key_shift < 0 ? "before" : "after", ends[h->other]);
    else if (h->from_key == PLUMB_QUERY_EXCHANGED)
        plumb_say(s, "keys %lld apart have each other's bias", (long long)h->key_shift);
    else if (plumb_moves_keys_of_mask(h))
        say_keys_by_rule(s, "keys have the bias of", "key t has the bias of");
    else if (h->factor > 0)
        plumb_say(s, "the bias is clamped: of at most %.4g, and at least minus that", h->factor);
    else if (h->mask_row != 0 && h->variant == 0)
        plumb_say(s, "rows of the bias are read %zu apart, not %zu", h->mask_row, s->p->extra.bias_query);
    else if (h->mask_row != 0)
        plumb_say(s, "the bias is read transposed, as [keys, queries] in rows of %zu", h->mask_row);
    else if (h->map != NULL)
        plumb_say_heads(s, s->p->query_heads, "adds the bias of", "head");
    else
        plumb_say_rows(s, "rows add the bias of", "row t adds the bias of");
}

/* "2 t + ", where the factor is not 0. */
static void say_term(const plumb_saying *s, size_t factor, const char *of) {
    if (factor > 1)
        plumb_say(s, "%zu %s + ", factor, of);
    else if (factor == 1)
        plumb_say(s, "%s + ", of);
}

void plumb_say_sink_index(const plumb_saying *s) {
    const plumb_sink_index *of = &s->h->sink;
    size_t heads = s->p->query_heads, before;
    if (of->query == 0 && of->head == 0 && of->batch == 0) {
        plumb_say(s, "the sink of head %zu is read for all", of->plus);
        return;
    }
    plumb_say(s, "the row of query t of head h reads the sink of another head: that of head (");
    say_term(s, of->batch, "b");
    say_term(s, of->query, "t");
    say_term(s, of->head, of->shared > 1 ? "h / g" : "h");
    before = strlen(s->text);
    if (of->plus > 0)
        plumb_say(s, "%zu", of->plus);
    else
        s->text[before - 3] = 0;
    plumb_say(s, ") mod %zu", heads);
    if (of->batch > 0)
        plumb_say(s, " in batch entry b");
    if (of->shared > 1)
        plumb_say(s, ", g = %zu", of->shared);
}
