/* Candidates are tried in turn: all keys, up to four runs of keys, all keys but such runs, and one run in each period
   up to 1024.  Each costs a number of clauses, and the cheapest wins.  Keys of which nothing is known may be inside or
   outside: the ends of a run move over them to the roundest place, but no farther than the run is long, and a period
   may give them either side.  At the end the members are filled in as the words say. */
#include "infer/key_set.h"
#include "infer/places.h"
#include "schema/text.h"
#include <string.h>

enum { MOST_RUNS = 4 };

void plumb_key_range_say(size_t from, size_t to, size_t keys, char *text, size_t size) {
    if (to == from + 1)
        plumb_text_add(text, size, "key %zu", from);
    else
        plumb_text_add(text, size, "keys %zu to %zu", from, to - 1);
    if (plumb_is_tile(from, to))
        plumb_text_add(text, size, " (one tile of %zu)", to - from);
    else if (to == keys && to > from + 1)
        plumb_text_add(text, size, " (the last %zu)", to - from);
}

void plumb_key_set_rename(const char *words, const char *one, const char *many, char *text, size_t size) {
    for (; *words != 0; words++) {
        size_t length = strncmp(words, "keys", 4) == 0 ? 4 : strncmp(words, "key", 3) == 0 ? 3 : 0;
        if (length == 0)
            plumb_text_add(text, size, "%c", *words);
        else {
            plumb_text_add(text, size, "%s", length == 4 ? many : one);
            words += length - 1;
        }
    }
}

/* ---- runs ---- */

typedef struct {
    size_t from, to;
} run;

/* The roundest place of low..high. */
static size_t roundest(size_t low, size_t high, size_t n) {
    size_t best = low;
    for (size_t i = low; i <= high; i++)
        best = plumb_roundness(i, n) > plumb_roundness(best, n) ? i : best;
    return best;
}

/* Puts each end at the roundest place that is not known to be outside, no farther than the run is long: few members
   do not tell of many. */
static run round_ends(size_t outside, size_t first, size_t last, size_t end, size_t n) {
    size_t most = last + 1 - first, before = first - outside, after = end - last - 1;
    size_t low = first - (before < most ? before : most), high = last + 1 + (after < most ? after : most);
    return (run){roundest(low, first, n), roundest(last + 1, high, n)};
}

/* Runs of members, across places that are not known.  Returns how many there are, at most MOST_RUNS + 1. */
static size_t find_runs(const unsigned char *member, size_t n, plumb_membership inside, run *runs) {
    plumb_membership outside = inside == PLUMB_INSIDE ? PLUMB_OUTSIDE : PLUMB_INSIDE;
    size_t count = 0, after_outside = 0, first = 0, last = 0;
    bool open = false;
    for (size_t i = 0; i <= n; i++) {
        if (i < n && member[i] == inside) {
            if (!open && count == MOST_RUNS)
                return MOST_RUNS + 1;
            first = open ? first : i;
            open = true;
            last = i;
        } else if (i == n || member[i] == outside) {
            if (open)
                runs[count++] = round_ends(after_outside, first, last, i, n);
            open = false;
            after_outside = i + 1;
        }
    }
    return count;
}

static void fill(unsigned char *member, size_t from, size_t to, plumb_membership as) {
    if (to > from)
        memset(member + from, (int)as, to - from);
}

/* ---- what the words may be ---- */

typedef struct {
    const unsigned char *member;
    size_t n;
    unsigned char *best; /* [n] filled in */
    plumb_key_set *set;
    bool found;
} choice;

static bool is_better(const choice *c, double clauses) {
    return !c->found || clauses < c->set->clauses;
}

static void choose(choice *c, double clauses, bool plural) {
    c->set->clauses = clauses;
    c->set->plural = plural;
    c->set->clause = false;
    c->set->text[0] = 0;
    c->found = true;
}

static void try_runs(choice *c, plumb_membership inside) {
    run runs[MOST_RUNS + 1];
    bool but = inside == PLUMB_OUTSIDE;
    size_t count = find_runs(c->member, c->n, inside, runs);
    double clauses = (double)count + (but ? 0.5 : 0);
    if (count == 0 || count > MOST_RUNS || !is_better(c, clauses))
        return;
    choose(c, clauses, but || count > 1 || runs[0].to > runs[0].from + 1);
    memset(c->best, but ? PLUMB_INSIDE : PLUMB_OUTSIDE, c->n);
    plumb_text_add(c->set->text, sizeof c->set->text, "%s", but ? "all keys but " : "");
    for (size_t i = 0; i < count; i++) {
        plumb_text_add(c->set->text, sizeof c->set->text, "%s", i == 0 ? "" : i + 1 == count ? " and " : ", ");
        plumb_key_range_say(runs[i].from, runs[i].to, c->n, c->set->text, sizeof c->set->text);
        fill(c->best, runs[i].from, runs[i].to, inside);
    }
}

static void try_all(choice *c) {
    if (memchr(c->member, PLUMB_OUTSIDE, c->n) != NULL)
        return;
    choose(c, 0.5, true);
    memset(c->best, PLUMB_INSIDE, c->n);
    plumb_text_add(c->set->text, sizeof c->set->text, "all keys");
}

/* ---- periods ---- */

enum { MOST_PERIOD = 1024 };

/* What is known of the keys with each remainder; false: they differ. */
static bool find_remainders(const choice *c, size_t period, unsigned char *of) {
    memset(of, PLUMB_UNKNOWN, period);
    for (size_t j = 0; j < c->n; j++) {
        if (c->member[j] == PLUMB_UNKNOWN)
            continue;
        if (of[j % period] != PLUMB_UNKNOWN && of[j % period] != c->member[j])
            return false;
        of[j % period] = c->member[j];
    }
    return true;
}

static const char *ordinal_ending(size_t n) {
    static const char *const ending[] = {"th", "st", "nd", "rd"};
    return n % 10 <= 3 && n / 10 % 10 != 1 ? ending[n % 10] : "th";
}

static void say_period(choice *c, run at, size_t period, plumb_membership inside) {
    char *text = c->set->text;
    size_t space = sizeof c->set->text, size = at.to - at.from, every = period / size;
    bool tiles = period % size == 0 && at.from % size == 0;
    const char *but = inside == PLUMB_OUTSIDE ? "all keys but " : "";
    c->set->clause = tiles;
    if (tiles && size == 1)
        plumb_text_add(text, space, "%severy %zu%s key, from key %zu on", but, every, ordinal_ending(every), at.from);
    else if (tiles)
        plumb_text_add(text, space, "%severy %zu%s tile of %zu keys, from keys %zu to %zu on", but, every,
                       ordinal_ending(every), size, at.from, at.to - 1);
    else if (at.to == period)
        plumb_text_add(text, space, "%skeys j with j mod %zu >= %zu", but, period, at.from);
    else if (at.from == 0)
        plumb_text_add(text, space, "%skeys j with j mod %zu < %zu", but, period, at.to);
    else
        plumb_text_add(text, space, "%skeys j with %zu <= j mod %zu < %zu", but, at.from, period, at.to);
}

/* Which is the shorter part of a period: what is inside, or what is outside; of halves the first. */
static void try_period(choice *c, size_t period) {
    unsigned char remainder[MOST_PERIOD];
    run runs[MOST_RUNS + 1];
    double clauses = 1.5 + (double)period * 1e-4;
    if (!is_better(c, clauses) || !find_remainders(c, period, remainder))
        return;
    for (plumb_membership inside = PLUMB_INSIDE;; inside = PLUMB_OUTSIDE) {
        bool once = find_runs(remainder, period, inside, runs) == 1;
        size_t size = once ? runs[0].to - runs[0].from : 0;
        if (once && size < period && 2 * size <= period + (inside == PLUMB_OUTSIDE ? 0 : 1)) {
            /* one key of two is every second one, not all but these */
            choose(c, clauses, inside == PLUMB_OUTSIDE || period % size != 0 || runs[0].from % size != 0);
            say_period(c, runs[0], period, inside);
            for (size_t j = 0; j < c->n; j++) {
                bool in = runs[0].from <= j % period && j % period < runs[0].to;
                c->best[j] = in == (inside == PLUMB_INSIDE) ? PLUMB_INSIDE : PLUMB_OUTSIDE;
            }
            return;
        }
        if (inside == PLUMB_OUTSIDE)
            return;
    }
}

/* Small ones, multiples of 8 and larger ones of 32. */
static void try_periods(choice *c) {
    for (size_t period = 2; period <= MOST_PERIOD && 2 * period <= c->n + period / 2; period++)
        if (period <= 16 || (period <= 128 ? period % 8 == 0 : period % 32 == 0))
            try_period(c, period);
}

bool plumb_key_set_describe(unsigned char *member, unsigned char *workspace, size_t n, plumb_key_set *set) {
    choice c = {.member = member, .n = n, .best = workspace, .set = set};
    if (memchr(member, PLUMB_INSIDE, n) == NULL)
        return false;
    try_all(&c);
    if (!c.found)
        try_runs(&c, PLUMB_INSIDE);
    try_runs(&c, PLUMB_OUTSIDE);
    try_periods(&c);
    if (c.found)
        memcpy(member, workspace, n);
    return c.found;
}
