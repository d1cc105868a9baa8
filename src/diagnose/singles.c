#include "diagnose/search.h"
#include "diagnose/same.h"
#include <stdlib.h>

typedef struct {
    const plumb_search *search;
    plumb_candidate *list;
} probing;

static int probe_one(void *context, size_t i) {
    const probing *all = context;
    return plumb_candidate_probe(all->search, &all->list[i]);
}

static int by_what_is_left(const void *left, const void *right) {
    const plumb_candidate *a = left, *b = right;
    if (a->survives != b->survives)
        return a->survives ? -1 : 1;
    if (a->left != b->left)
        return a->left < b->left ? -1 : 1;
    return (a->change[0] > b->change[0]) - (a->change[0] < b->change[0]);
}

/* What leaves least of the errors first, for there may not be time for all. */
static int judge_survivors(plumb_search *search, plumb_candidate *list, size_t count) {
    const plumb_neighbour *all = search->diagnosis->neighbourhood.list;
    qsort(list, count, sizeof *list, by_what_is_left);
    for (size_t i = 0; i < count && list[i].survives; i++)
        if (plumb_candidate_explain(search, &list[i], &search->explains[list[i].change[0] - all]) != 0)
            return -1;
    return 0;
}

/* ---- of a case that PASSes as stated ---- */

/* The case is not told from the one that PASSes: by what it asks, or by its expected errors alone. */
static int add_untold(plumb_search *search, const plumb_candidate *tried, const plumb_candidate_case *made) {
    plumb_explanations *untold = &search->diagnosis->explanations;
    bool explains;
    if (plumb_candidate_explain(search, tried, &explains) != 0)
        return -1;
    if (!explains)
        return 0;
    return plumb_asks_same(&search->stated, &made->judged, &made->precision, &search->probe, search->threads,
                           &untold->list[untold->count - 1].alike, search->error);
}

/* Where masks alone differ and hide the same keys, there is nothing to judge. */
static int compare_survivor(plumb_search *search, const plumb_candidate *tried) {
    plumb_candidate_case made;
    int result = plumb_candidate_make(search, tried, &made);
    if (result != 1)
        return result;
    if (plumb_hides_same(&search->stated, &made.judged))
        result = plumb_add_explanation(
            search, tried,
            (plumb_explanation){.worst_probable_ratio = plumb_worst_probable_ratio(&search->diagnosis->stated),
                                .alike = true});
    else
        result = add_untold(search, tried, &made);
    plumb_candidate_free(&made);
    return result;
}

static int compare_survivors(plumb_search *search, const plumb_candidate *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!list[i].survives)
            continue;
        if (!plumb_search_has_time(search))
            search->diagnosis->undecided++;
        else if (compare_survivor(search, &list[i]) != 0)
            return -1;
    }
    return 0;
}

int plumb_try_singles(plumb_search *search) {
    size_t count = search->listed;
    plumb_candidate *list = calloc(count + 1, sizeof *list);
    if (list == NULL)
        return -1;
    for (size_t i = 0; i < count; i++)
        list[i] = plumb_single(search, i);
    int result = plumb_search_each(search, count, probe_one, &(probing){search, list});
    for (size_t i = 0; i < count; i++) {
        search->diagnosis->tried += list[i].applies;
        search->diagnosis->untried += list[i].untried;
        search->diagnosis->too_large += list[i].too_large;
    }
    if (result == 0)
        result = search->diagnosis->stated.verdict == PLUMB_PASS ? compare_survivors(search, list, count)
                                                                 : judge_survivors(search, list, count);
    if (result == 0 && search->diagnosis->explanations.count == 0)
        result = plumb_find_output_explained(search, list, count);
    free(list);
    return result;
}
