/* Explained rows give the batch entries, the heads and the first and last query.  Both ends then move to the roundest
   query that no row contradicts, as the first or last query of a tile need not show a fault.  Then the other rows of
   these entries and heads are counted: a broken row contradicts, an unexplained one is left over.  If the range has
   exceptions, words for the set of queries are tried (key_set.c), which may leave out those that contradict. */
#include "infer/region.h"
#include "infer/places.h"
#include <string.h>

/* So many runs of numbers are listed. */
enum { RUNS = 6 };

static size_t head_of(const plumb_problem *p, size_t row) {
    return row / p->query_length % p->query_heads;
}

static size_t batch_of(const plumb_problem *p, size_t row) {
    return row / p->query_length / p->query_heads;
}

static void note_explained(plumb_region *region, size_t row) {
    const plumb_problem *p = region->problem;
    size_t t = row % p->query_length;
    region->batch[batch_of(p, row)] = 1;
    region->head[head_of(p, row)] = 1;
    region->query[t] = 1;
    if (region->rows == 0) {
        region->one_row = row;
        region->first = region->last = t;
    }
    region->first = t < region->first ? t : region->first;
    region->last = t > region->last ? t : region->last;
    region->rows++;
}

static void note_others(plumb_region *region, const unsigned char *state, size_t rows) {
    const plumb_problem *p = region->problem;
    region->product = region->range = true;
    for (size_t row = 0; row < rows; row++) {
        size_t t = row % p->query_length;
        if (!region->batch[batch_of(p, row)] || !region->head[head_of(p, row)])
            continue;
        region->beside += state[row] == PLUMB_ROW_UNEXPLAINED;
        if (t < region->first || t > region->last)
            continue;
        bool broken = state[row] == PLUMB_ROW_BROKEN;
        region->range = region->range && !broken;
        region->product = region->product && !(broken && region->query[t]);
        region->unexplained += state[row] == PLUMB_ROW_UNEXPLAINED;
    }
}

/* Whether no row of these entries and heads contradicts it for a query. */
static bool allows(const plumb_region *region, const unsigned char *state, size_t t) {
    const plumb_problem *p = region->problem;
    for (size_t b = 0; b < p->batch; b++)
        for (size_t h = 0; h < p->query_heads; h++) {
            unsigned char of = state[(b * p->query_heads + h) * p->query_length + t];
            if (region->batch[b] && region->head[h] && of != PLUMB_ROW_SAME && of != PLUMB_ROW_EXPLAINED)
                return false;
        }
    return true;
}

/* Each end goes to the roundest query that nothing contradicts: of a tile of queries the first or the last need not
   show it. */
static void widen(plumb_region *region, const unsigned char *state) {
    size_t length = region->problem->query_length, first = region->first, end = region->last + 1;
    if (region->rows == 0)
        return;
    for (size_t t = first; t > 0 && allows(region, state, t - 1); t--)
        first = plumb_roundness(t - 1, length) > plumb_roundness(first, length) ? t - 1 : first;
    for (size_t t = end; t < length && allows(region, state, t); t++)
        end = plumb_roundness(t + 1, length) > plumb_roundness(end, length) ? t + 1 : end;
    region->first = first;
    region->last = end - 1;
}

/* Where nothing contradicts it in any head, that some do not show it is chance. */
static void widen_heads(plumb_region *region, const unsigned char *state, size_t rows) {
    for (size_t row = 0; row < rows; row++)
        if (state[row] == PLUMB_ROW_BROKEN || state[row] == PLUMB_ROW_UNEXPLAINED)
            return;
    memset(region->batch, 1, region->problem->batch);
    memset(region->head, 1, region->problem->query_heads);
}

/* Queries that come again and again, none of which contradicts it: then it is they that are meant. */
static int find_set(plumb_region *region, const unsigned char *state, size_t rows) {
    size_t length = region->problem->query_length;
    unsigned char *member = plumb_workspace_take(&region->workspace, length, 1);
    unsigned char *other = plumb_workspace_take(&region->workspace, length, 1);
    plumb_key_set set;
    if (member == NULL || other == NULL)
        return -1;
    for (size_t t = 0; t < length; t++)
        member[t] = region->query[t]           ? PLUMB_INSIDE
                    : allows(region, state, t) ? PLUMB_UNKNOWN
                                               : PLUMB_OUTSIDE;
    if (!plumb_key_set_describe(member, other, length, &set) || set.clauses < 1.5 || set.clauses >= 2)
        return 0;
    plumb_key_set_rename(set.text, "query", "queries", region->set, sizeof region->set);
    region->unexplained = 0;
    for (size_t row = 0; row < rows; row++) {
        bool within = region->batch[batch_of(region->problem, row)] && region->head[head_of(region->problem, row)] &&
                      member[row % length] == PLUMB_INSIDE;
        region->unexplained += within && state[row] == PLUMB_ROW_UNEXPLAINED;
        region->product = region->product && !(within && state[row] == PLUMB_ROW_BROKEN);
    }
    return 0;
}

int plumb_region_find(const plumb_problem *p, const unsigned char *state, bool suspected, plumb_region *region) {
    size_t rows = plumb_rows_of(p);
    *region = (plumb_region){.problem = p};
    region->batch = plumb_workspace_take(&region->workspace, p->batch, 1);
    region->head = plumb_workspace_take(&region->workspace, p->query_heads, 1);
    region->query = plumb_workspace_take(&region->workspace, p->query_length, 1);
    if (region->workspace.short_of_memory) {
        plumb_region_free(region);
        return -1;
    }
    for (size_t row = 0; row < rows; row++)
        if (state[row] == PLUMB_ROW_EXPLAINED)
            note_explained(region, row);
    if (suspected && region->rows > 0)
        widen_heads(region, state, rows);
    widen(region, state);
    note_others(region, state, rows);
    bool periodic = region->rows > 0 && (!region->range || region->unexplained > 0);
    if (periodic && find_set(region, state, rows) != 0) {
        plumb_region_free(region);
        return -1;
    }
    return 0;
}

void plumb_region_free(plumb_region *region) {
    plumb_workspace_free(&region->workspace);
}

/* ---- words ---- */

static size_t count(const unsigned char *flags, size_t n) {
    size_t set = 0;
    for (size_t i = 0; i < n; i++)
        set += flags[i];
    return set;
}

static size_t runs_of(const unsigned char *flags, size_t n) {
    size_t runs = 0;
    for (size_t i = 0; i < n; i++)
        runs += flags[i] && (i == 0 || !flags[i - 1]);
    return runs;
}

static void say_runs(const unsigned char *flags, size_t n, char *text, size_t size) {
    const char *comma = "";
    for (size_t i = 0; i < n; i++) {
        if (!flags[i])
            continue;
        size_t last = i;
        while (last + 1 < n && flags[last + 1])
            last++;
        plumb_text_add(text, size, last > i ? "%s%zu to %zu" : "%s%zu", comma, i, last);
        comma = ", ";
        i = last;
    }
}

void plumb_say_set(const char *one, const char *many, const unsigned char *flags, size_t n, char *text, size_t size) {
    size_t set = count(flags, n);
    if (set == n)
        return;
    plumb_text_add(text, size, "%s%s ", text[0] == 0 ? "in " : ", ", set == 1 ? one : many);
    if (runs_of(flags, n) <= RUNS)
        say_runs(flags, n, text, size);
    else
        plumb_text_add(text, size, "(%zu of %zu)", set, n);
}

static void say_queries(const plumb_region *region, char *text, size_t size) {
    size_t length = region->problem->query_length;
    const char *comma = text[0] == 0 ? "" : ", ";
    if (region->first == 0 && region->last + 1 == length)
        return;
    if (region->first == region->last)
        plumb_text_add(text, size, "%sfor query %zu", comma, region->first);
    else if (region->last + 1 == length)
        plumb_text_add(text, size, "%sfor queries from %zu on", comma, region->first);
    else
        plumb_text_add(text, size, "%sfor queries %zu to %zu", comma, region->first, region->last);
    if (plumb_is_tile(region->first, region->last + 1))
        plumb_text_add(text, size, " (one tile of %zu)", region->last - region->first + 1);
}

void plumb_region_say(const plumb_region *region, char *text, size_t size) {
    const plumb_problem *p = region->problem;
    text[0] = 0;
    plumb_say_set("batch entry", "batch entries", region->batch, p->batch, text, size);
    plumb_say_set("head", "heads", region->head, p->query_heads, text, size);
    if (region->set[0] != 0)
        plumb_text_add(text, size, "%sfor %s", text[0] == 0 ? "" : ", ", region->set);
    else if (region->range)
        say_queries(region, text, size);
    else if (region->product && runs_of(region->query, p->query_length) <= RUNS) {
        plumb_text_add(text, size, "%sfor queries ", text[0] == 0 ? "" : ", ");
        say_runs(region->query, p->query_length, text, size);
    } else
        plumb_text_add(text, size, "%sin %zu rows, the first [%zu, %zu, %zu]", text[0] == 0 ? "" : ", ", region->rows,
                       batch_of(p, region->one_row), head_of(p, region->one_row), region->one_row % p->query_length);
    if (text[0] == 0)
        plumb_text_add(text, size, "in all heads, for all queries");
}
