#include "diagnose/search.h"
#include "diagnose/same.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
    const plumb_search *search;
    plumb_candidate *list;
} probing;

/* Of a case that fails so much of the time is for these looks: most is for what a kernel did. */
#define PART_OF_TIME (1.0 / 3)

static int probe_light(void *context, size_t i) {
    const probing *all = context;
    all->list[i].light = true;
    return plumb_candidate_probe(all->search, &all->list[i]);
}

static int probe_heavy(void *context, size_t i) {
    const probing *all = context;
    all->list[i].light = false;
    return all->list[i].too_large ? plumb_candidate_probe(all->search, &all->list[i]) : 0;
}

/* Those that copy the keys or values of a long text come last. */
static int probe_all(plumb_search *search, plumb_candidate *list) {
    double limit = search->limit;
    if (search->diagnosis->stated.verdict != PLUMB_PASS)
        search->limit *= PART_OF_TIME;
    int result = plumb_search_each(search, search->listed, probe_light, &(probing){search, list});
    if (result == 0)
        result = plumb_search_each(search, search->listed, probe_heavy, &(probing){search, list});
    search->limit = limit;
    return result;
}

static int by_what_is_left(const void *left, const void *right) {
    const plumb_candidate *a = left, *b = right;
    if (a->survives != b->survives)
        return a->survives ? -1 : 1;
    if (a->left != b->left)
        return a->left < b->left ? -1 : 1;
    if (a->squares != b->squares)
        return a->squares < b->squares ? -1 : 1;
    return (a->change[0] > b->change[0]) - (a->change[0] < b->change[0]);
}

/* Where one explains, those are not right whose errors on the rows of the probe are more than twice as large, as the
   root of the mean square.  What has a name says more than a number that was fitted: beside one none is left out where
   elements are wrong as stated, and where none is, those whose errors are more than four times as large. */
#define FAR_MORE 4.0
#define FAR_MORE_THAN_FITTED 16.0

/* The squares of the errors that others may leave beside it. */
static double most_beside(const plumb_search *search, const plumb_candidate *explains) {
    if (!explains->change[0]->fitted)
        return FAR_MORE * explains->squares;
    return plumb_probe_shows(&search->probe) ? INFINITY : FAR_MORE_THAN_FITTED * explains->squares;
}

/* Those that allow larger errors, or the others; what leaves least first, for there may not be time for all.  A coarser
   precision leaves errors as they are. */
static int judge_survivors(plumb_search *search, bool excuses) {
    const plumb_candidate *list = search->single;
    double most = INFINITY;
    for (size_t i = 0; i < search->listed && list[i].survives; i++) {
        bool *explains = &search->explains[list[i].change[0] - search->diagnosis->neighbourhood.list];
        if (list[i].excuse != excuses || (!list[i].coarser && list[i].squares > most))
            continue;
        if (plumb_candidate_explain(search, &list[i], explains) != 0)
            return -1;
        if (*explains && !list[i].coarser)
            most = fmin(most, most_beside(search, &list[i]));
    }
    return 0;
}

int plumb_try_excuses(plumb_search *search) {
    return judge_survivors(search, true);
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

static void count_tried(plumb_search *search) {
    plumb_diagnosis *diagnosis = search->diagnosis;
    diagnosis->untried += diagnosis->neighbourhood.untried;
    for (size_t i = 0; i < search->listed; i++) {
        diagnosis->tried += search->single[i].applies;
        diagnosis->untried += search->single[i].untried;
        diagnosis->too_large += search->single[i].too_large;
    }
}

int plumb_try_singles(plumb_search *search) {
    size_t count = search->listed;
    plumb_candidate *list = search->single = calloc(count + 1, sizeof *list);
    if (list == NULL)
        return -1;
    for (size_t i = 0; i < count; i++)
        list[i] = plumb_single(search, i);
    if (probe_all(search, list) != 0)
        return -1;
    count_tried(search);
    if (search->diagnosis->stated.verdict == PLUMB_PASS)
        return compare_survivors(search, list, count);
    qsort(list, count, sizeof *list, by_what_is_left);
    if (judge_survivors(search, false) != 0)
        return -1;
    return search->diagnosis->explanations.count == 0 ? plumb_find_output_explained(search, list, count) : 0;
}
