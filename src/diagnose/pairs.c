/* Pairs are sorted by the product of their places in the order of nearness, so that a change which does little alone is
   still met early beside a near one.  They are probed 256 at a time on all threads.  A survivor must need both of its
   changes before all rows are judged.  Once something explains, the time that is left is cut to as long again.  If the
   first batch finds nothing and no kernel's fault was inferred, faults are sought beside single conventions. */
#include "diagnose/search.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Once a pair explains, others that do as well are looked for: for as long again, at least so many
   seconds. */
#define AFTER_FOUND 2.0

/* Pairs between two looks at the clock. */
enum { TOGETHER = 256 };

typedef struct {
    plumb_candidate tried;
    size_t order;
} pair;

/* ---- which pairs, in which order ---- */

static int compare(const void *left, const void *right) {
    const pair *a = left, *b = right;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    for (size_t i = 0; i < PLUMB_CHANGES; i++)
        if (a->tried.change[i] != b->tried.change[i])
            return a->tried.change[i] < b->tried.change[i] ? -1 : 1;
    return 0;
}

bool plumb_may_join(const plumb_neighbour *a, const plumb_neighbour *b, bool exact_only) {
    int coarse = (a->kind == PLUMB_NEIGHBOUR_PRECISION) + (b->kind == PLUMB_NEIGHBOUR_PRECISION);
    return strcmp(a->axis, b->axis) != 0 && coarse <= (exact_only ? 0 : 1) && !a->alone && !b->alone;
}

/* The changes stand in the order of the lists: an explanation is then always worded alike. */
static pair make_pair(const plumb_neighbour *a, const plumb_neighbour *b, size_t order) {
    const plumb_neighbour *first = a < b ? a : b, *second = a < b ? b : a;
    return (pair){{.change = {first, second}, .changes = 2}, order};
}

/* What only excuses stands in nobody's way. */
static bool any_explains(const plumb_explanations *explanations) {
    for (size_t i = 0; i < explanations->count; i++)
        if (!plumb_only_excuses(&explanations->list[i]))
            return true;
    return false;
}

/* Whether anything explains that is no precision. */
static bool has_exact(const plumb_explanations *explanations) {
    for (size_t i = 0; i < explanations->count; i++)
        if (!plumb_explained_by_precision(&explanations->list[i]))
            return true;
    return false;
}

/* Whether a change explains the output, on the chosen rows, where it fails: other tensors do then. */
static bool explains_output(const plumb_search *search, size_t neighbour) {
    return search->diagnosis->stated.tensor[PLUMB_OUTPUT].beyond > 0 &&
           search->diagnosis->neighbourhood.list[neighbour].kind != PLUMB_NEIGHBOUR_PRECISION &&
           search->near[neighbour].count.wrong_in_output == 0;
}

/* Beside what explains the output only what may explain the other tensors is tried: pairs with that. */
static bool is_worth_trying(const plumb_search *search, bool output_explained, size_t a, size_t b) {
    return !search->explains[a] && !search->explains[b] &&
           (!output_explained || explains_output(search, a) || explains_output(search, b));
}

/* The product of the two places by nearness lets one change that is far from explaining go with one
   that is near.  NULL if memory is short. */
static pair *list_pairs(plumb_search *search, size_t *count) {
    size_t singles;
    const plumb_neighbour *all = search->diagnosis->neighbourhood.list;
    size_t *near = plumb_nearest_first(search, &singles);
    pair *list = near == NULL ? NULL : calloc(singles * singles / 2 + 1, sizeof *list);
    bool exact_only = any_explains(&search->diagnosis->explanations), output_explained = false;
    for (size_t i = 0; list != NULL && i < singles; i++)
        output_explained = output_explained || explains_output(search, near[i]);
    *count = 0;
    for (size_t j = 1; list != NULL && j < singles; j++)
        for (size_t i = 0; i < j; i++)
            if (is_worth_trying(search, output_explained, near[i], near[j]) &&
                plumb_may_join(&all[near[i]], &all[near[j]], exact_only))
                list[(*count)++] = make_pair(&all[near[i]], &all[near[j]], (i + 1) * (j + 1));
    free(near);
    if (list != NULL)
        qsort(list, *count, sizeof *list, compare);
    return list;
}

/* ---- trying them ---- */

/* Changes that apply in one order only are made in that order. */
static int probe(const plumb_search *search, plumb_candidate *tried) {
    int result = plumb_candidate_probe(search, tried);
    if (result != 0 || tried->applies)
        return result;
    const plumb_neighbour *second = tried->change[1];
    tried->change[1] = tried->change[0];
    tried->change[0] = second;
    return plumb_candidate_probe(search, tried);
}

typedef struct {
    const plumb_search *search;
    pair *list;
} probing;

static int probe_one(void *context, size_t i) {
    const probing *all = context;
    return probe(all->search, &all->list[i].tried);
}

static int try_together(plumb_search *search, pair *list, size_t count, bool *found) {
    if (plumb_search_each(search, count, probe_one, &(probing){search, list}) != 0)
        return -1;
    int result = 0;
    for (size_t i = 0; i < count && result == 0; i++) {
        bool explains = false;
        search->diagnosis->pairs_tried += !list[i].tried.untried;
        int needed = list[i].tried.survives ? plumb_candidate_needs_all(search, &list[i].tried) : 0;
        result = needed == 1 ? plumb_candidate_explain(search, &list[i].tried, &explains) : needed;
        *found = *found || explains;
    }
    return result;
}

static void end_soon(plumb_search *search) {
    double taken = plumb_seconds_now() - search->start;
    search->limit = fmin(search->limit, taken + fmax(taken, AFTER_FOUND));
}

static int try_pairs(plumb_search *search) {
    plumb_diagnosis *diagnosis = search->diagnosis;
    pair *list = list_pairs(search, &diagnosis->pairs);
    bool found = has_exact(&diagnosis->explanations);
    int result = list == NULL ? -1 : 0;
    if (found)
        end_soon(search);
    size_t next = 0;
    while (result == 0 && next < diagnosis->pairs && diagnosis->beside == NULL && !plumb_search_is_late(search)) {
        size_t left = diagnosis->pairs - next, count = left < TOGETHER ? left : TOGETHER;
        bool before = found;
        result = try_together(search, list + next, count, &found);
        next += count;
        if (found && !before)
            end_soon(search);
        if (result == 0 && !found && next == count && diagnosis->inferences.explained == 0)
            result = plumb_infer_beside(search);
    }
    free(list);
    return result;
}

int plumb_try_several(plumb_search *search) {
    if (plumb_output_explained(search->diagnosis) != NULL)
        return try_pairs(search);
    if (plumb_try_refits(search) != 0)
        return -1;
    if (!has_exact(&search->diagnosis->explanations) && plumb_try_descent(search) != 0)
        return -1;
    return try_pairs(search);
}
