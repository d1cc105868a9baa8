#include "diagnose/search.h"
#include "diagnose/fit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So many of the nearest changes are looked at, for a part of the time. */
enum { NEAREST = 48 };
#define PART_OF_TIME 0.25

/* A list of all that is listed, so that no number is fitted that stands there. */
static plumb_neighbourhood listed(const plumb_search *search) {
    plumb_neighbourhood list = {.until = search->start + search->limit};
    for (size_t i = 0; i < search->listed; i++)
        plumb_neighbourhood_add(&list, &search->diagnosis->neighbourhood.list[i]);
    return list;
}

/* Adds what fits the case as the change leaves it. */
static int list_fits(plumb_search *search, const plumb_candidate *tried, plumb_neighbourhood *list) {
    plumb_candidate_case made;
    int result = plumb_candidate_make(search, tried, &made);
    if (result != 1)
        return result;
    plumb_neighbours_of_fitted_scores(&made.judged, list);
    plumb_neighbours_of_factors(&made.judged, list);
    plumb_neighbours_of_divisors(&made.judged, list);
    plumb_candidate_free(&made);
    return list->short_of_memory ? -1 : 0;
}

/* The neighbour in its place among all; NULL where there is no more room. */
static const plumb_neighbour *keep(plumb_search *search, const plumb_neighbour *fitted) {
    plumb_neighbourhood *all = &search->diagnosis->neighbourhood;
    if (all->count == all->capacity)
        return NULL;
    plumb_neighbourhood_add(all, fitted);
    return &all->list[all->count - 1];
}

static int try_beside(plumb_search *search, const plumb_neighbour *change, const plumb_neighbour *fitted) {
    plumb_candidate tried = {.change = {change, fitted}, .changes = 2};
    bool explains;
    if (!plumb_may_join(change, fitted, true))
        return 0;
    if (plumb_candidate_probe(search, &tried) != 0)
        return -1;
    int needed = tried.survives ? plumb_candidate_needs_all(search, &tried) : 0;
    if (needed != 1)
        return needed;
    tried.change[1] = keep(search, fitted);
    return tried.change[1] == NULL ? 0 : plumb_candidate_explain(search, &tried, &explains);
}

static int refit(plumb_search *search, const plumb_neighbour *change) {
    plumb_candidate tried = {.change = {change}, .changes = 1};
    plumb_neighbourhood list = listed(search);
    int result = list_fits(search, &tried, &list);
    for (size_t i = search->listed; result == 0 && i < list.count && !plumb_search_is_late(search); i++)
        result = try_beside(search, change, &list.list[i]);
    plumb_neighbourhood_free(&list);
    return result;
}

/* A scale that explains the output up to a factor. */
static int refit_up_to_factor(plumb_search *search) {
    plumb_neighbourhood list = listed(search);
    int result = 0;
    plumb_neighbours_of_scale_and_factor(&search->stated, &list);
    for (size_t i = search->listed; result == 0 && i < list.count; i++) {
        const plumb_neighbour *scale = keep(search, &list.list[i]);
        result = scale == NULL ? 0 : refit(search, scale);
    }
    if (list.short_of_memory)
        result = -1;
    plumb_neighbourhood_free(&list);
    return result;
}

int plumb_try_refits(plumb_search *search) {
    size_t count;
    size_t *near = plumb_nearest_first(search, &count);
    double begun = plumb_seconds_now() - search->start, left = search->limit - begun, limit = search->limit;
    if (near == NULL)
        return -1;
    search->limit = begun + PART_OF_TIME * left;
    int result = refit_up_to_factor(search);
    for (size_t i = 0; result == 0 && i < count && i < NEAREST && !plumb_search_is_late(search); i++)
        if (!search->explains[near[i]])
            result = refit(search, &search->diagnosis->neighbourhood.list[near[i]]);
    search->limit = limit;
    free(near);
    return result;
}

int plumb_try_seen_scale(plumb_search *search) {
    const plumb_stand *stand = &search->diagnosis->stated.tensor[PLUMB_OUTPUT].stand;
    plumb_neighbourhood list = {0};
    int result = 0;
    if (!search->stated.output.present || !(fabs(stand->scale) > stand->scale_limit))
        return 0;
    plumb_neighbours_of_seen_scale(&search->stated, 1 + stand->scale, &list);
    for (size_t i = 0; result == 0 && i < list.count; i++) {
        plumb_candidate tried = {.change = {keep(search, &list.list[i])}, .changes = 1};
        bool explains;
        result = tried.change[0] == NULL ? 0 : plumb_candidate_probe(search, &tried);
        if (result == 0 && tried.survives)
            result = plumb_candidate_explain(search, &tried, &explains);
    }
    result = list.short_of_memory ? -1 : result;
    plumb_neighbourhood_free(&list);
    return result;
}
