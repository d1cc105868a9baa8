#include "diagnose/search.h"
#include <stdlib.h>

/* From so many changes the descent goes on, for a part of the time. */
enum { BREADTH = 3 };
#define PART_OF_TIME 0.5

/* A step leaves at most this part of the errors that were left before it; at the end each must account for more. */
#define STEP 0.8

/* One change more, and how near that comes. */
typedef struct {
    plumb_candidate tried;
    plumb_near near;
} step;

typedef struct {
    const plumb_search *search;
    step *list;
} steps;

static int measure(void *context, size_t i) {
    const steps *all = context;
    return plumb_candidate_measure(all->search, &all->list[i].tried, &all->list[i].near);
}

static int compare(const void *left, const void *right) {
    const step *a = left, *b = right;
    if (a->near.applies != b->near.applies)
        return a->near.applies ? -1 : 1;
    int order = plumb_compare_nearness(&a->near.count, &b->near.count);
    for (size_t i = 0; order == 0 && i < PLUMB_CHANGES; i++)
        order = (a->tried.change[i] > b->tried.change[i]) - (a->tried.change[i] < b->tried.change[i]);
    return order;
}

static bool may_join_all(const plumb_candidate *tried, const plumb_neighbour *more) {
    bool may = more->kind != PLUMB_NEIGHBOUR_PRECISION;
    for (size_t i = 0; i < tried->changes; i++)
        may = may && plumb_may_join(tried->change[i], more, true);
    return may;
}

/* Whether the step takes away enough: of errors that are numbers, or else of numbers that are none. */
static bool is_descent(const plumb_probe_count *before, const plumb_probe_count *after) {
    if (after->not_finite != before->not_finite)
        return (double)after->not_finite <= STEP * (double)before->not_finite;
    return after->after <= STEP * before->after;
}

/* All candidates of one change more, the nearest first; *count of those that apply.  NULL if memory is short. */
static step *look_ahead(plumb_search *search, const plumb_candidate *from, size_t *count) {
    const plumb_neighbourhood *all = &search->diagnosis->neighbourhood;
    step *list = calloc(search->listed + 1, sizeof *list);
    *count = 0;
    for (size_t i = 0; list != NULL && i < search->listed; i++) {
        if (!may_join_all(from, &all->list[i]) || search->explains[i] || !search->near[i].applies)
            continue;
        step *next = &list[(*count)++];
        next->tried = *from;
        next->tried.change[next->tried.changes++] = &all->list[i];
    }
    if (list == NULL || plumb_search_each(search, *count, measure, &(steps){search, list}) != 0) {
        free(list);
        return NULL;
    }
    qsort(list, *count, sizeof *list, compare);
    while (*count > 0 && !list[*count - 1].near.applies)
        --*count;
    return list;
}

static int by_place(const void *left, const void *right) {
    const plumb_neighbour *const *a = left, *const *b = right;
    return (*a > *b) - (*a < *b);
}

/* The changes in the order of the lists, where they apply so: an explanation is then always worded alike. */
static int try_step(plumb_search *search, const plumb_candidate *tried, bool *explains) {
    plumb_candidate listed = *tried;
    *explains = false;
    qsort(listed.change, listed.changes, sizeof *listed.change, by_place);
    int result = plumb_candidate_probe(search, &listed);
    if (result == 0 && !listed.applies) {
        listed = *tried;
        result = plumb_candidate_probe(search, &listed);
    }
    int needed = result == 0 && listed.survives ? plumb_candidate_needs_all(search, &listed) : result;
    return needed == 1 ? plumb_candidate_explain(search, &listed, explains) : needed;
}

static int descend(plumb_search *search, const plumb_candidate *from, const plumb_probe_count *reached) {
    size_t count;
    int result = 0;
    bool found = false;
    step *list = look_ahead(search, from, &count);
    if (list == NULL)
        return -1;
    for (size_t i = 0; result == 0 && i < count && i < BREADTH && is_descent(reached, &list[i].near.count); i++) {
        bool explains;
        result = try_step(search, &list[i].tried, &explains);
        found = found || explains;
    }
    for (size_t i = 0; result == 0 && !found && i < count && i < BREADTH && !plumb_search_is_late(search); i++)
        if (list[i].tried.changes < PLUMB_CHANGES && is_descent(reached, &list[i].near.count))
            result = descend(search, &list[i].tried, &list[i].near.count);
    free(list);
    return result;
}

int plumb_try_descent(plumb_search *search) {
    const plumb_neighbourhood *all = &search->diagnosis->neighbourhood;
    double begun = plumb_seconds_now() - search->start, limit = search->limit;
    size_t count, gone = 0;
    size_t *near = plumb_nearest_first(search, &count);
    int result = near == NULL ? -1 : 0;
    search->limit = begun + PART_OF_TIME * (limit - begun);
    for (size_t i = 0; result == 0 && i < count && gone < BREADTH && !plumb_search_is_late(search); i++) {
        plumb_candidate from = plumb_single(search, near[i]);
        const plumb_probe_count *reached = &search->near[near[i]].count;
        plumb_probe_count stated = {.not_finite = reached->not_finite_before, .after = reached->before};
        if (search->explains[near[i]] || all->list[near[i]].alone ||
            all->list[near[i]].kind == PLUMB_NEIGHBOUR_PRECISION || !is_descent(&stated, reached))
            continue;
        gone++;
        result = descend(search, &from, reached);
    }
    search->limit = limit;
    free(near);
    return result;
}
