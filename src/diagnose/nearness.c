/* Every listed change is measured once on the chosen rows, and the counts are kept for all parts of the search that ask
   for the nearest: fewest numbers that are not finite, then the smallest sum of errors, then the fewest wrong elements.
   Only the nearest few are then judged on all rows, without coarser precisions, under which fewer elements always fail.
   A change is reported as nearer if ten times fewer elements are wrong under it and it accounts for what failed. */
#include "diagnose/search.h"
#include <stdlib.h>

/* A change comes nearer if the share of elements that fail, or that it leaves without a judgement, is so many times
   smaller, and what is left of the errors is at most half. */
#define TIMES_FEWER 10

/* ---- on the chosen rows ---- */

static int measure(void *context, size_t neighbour) {
    const plumb_search *search = context;
    plumb_candidate tried = plumb_single(search, neighbour);
    return plumb_candidate_measure(search, &tried, &search->near[neighbour]);
}

static int measure_all(plumb_search *search) {
    size_t count = search->listed;
    if (search->near != NULL)
        return 0;
    search->near = calloc(count + 1, sizeof *search->near);
    if (search->near == NULL)
        return -1;
    return plumb_search_each(search, count, measure, search);
}

typedef struct {
    size_t neighbour;
    plumb_probe_count count;
} nearness;

int plumb_compare_nearness(const plumb_probe_count *a, const plumb_probe_count *b) {
    if (a->not_finite != b->not_finite)
        return a->not_finite < b->not_finite ? -1 : 1;
    if (a->after != b->after)
        return a->after < b->after ? -1 : 1;
    return (a->wrong > b->wrong) - (a->wrong < b->wrong);
}

static int compare(const void *left, const void *right) {
    const nearness *a = left, *b = right;
    int order = plumb_compare_nearness(&a->count, &b->count);
    return order != 0 ? order : (a->neighbour > b->neighbour) - (a->neighbour < b->neighbour);
}

size_t *plumb_nearest_first(plumb_search *search, size_t *count) {
    size_t all = search->listed;
    nearness *list = calloc(all + 1, sizeof *list);
    size_t *order = calloc(all + 1, sizeof *order);
    *count = 0;
    if (list == NULL || order == NULL || measure_all(search) != 0) {
        free(list);
        free(order);
        return NULL;
    }
    for (size_t i = 0; i < all; i++)
        if (search->near[i].applies)
            list[(*count)++] = (nearness){i, search->near[i].count};
    qsort(list, *count, sizeof *list, compare);
    for (size_t i = 0; i < *count; i++)
        order[i] = list[i].neighbour;
    free(list);
    return order;
}

/* ---- on all rows ---- */

static plumb_nearer count_failed(const plumb_report *report, const plumb_neighbour *change) {
    plumb_nearer nearer = {.change = change};
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_tensor_report *tensor = &report->tensor[q];
        nearer.failed += tensor->beyond;
        nearer.unjudged += tensor->unjudged;
        nearer.compared += tensor->total - tensor->skipped;
    }
    return nearer;
}

static double share_of(const plumb_nearer *nearer) {
    size_t wrong = nearer->failed + nearer->unjudged;
    return nearer->compared == 0 ? 1 : (double)wrong / (double)nearer->compared;
}

/* Returns 1, or 0 if it does not apply or there is no time, or -1 if memory is short. */
static int judge_single(const plumb_search *search, const plumb_candidate *tried, plumb_report *report,
                        bool *accounts) {
    plumb_candidate_case made;
    double left;
    int result = plumb_search_has_time(search) ? plumb_candidate_make(search, tried, &made) : 0;
    if (result != 1)
        return result;
    result = plumb_candidate_judge(search, &made, report, accounts, &left);
    plumb_candidate_free(&made);
    return result == 0 ? 1 : -1;
}

static int look_at(plumb_search *search, size_t neighbour) {
    plumb_diagnosis *diagnosis = search->diagnosis;
    plumb_candidate tried = plumb_single(search, neighbour);
    plumb_report report;
    bool accounts;
    int result = judge_single(search, &tried, &report, &accounts);
    if (result != 1)
        return result;
    plumb_nearer stated = count_failed(&diagnosis->stated, NULL);
    plumb_nearer nearer = count_failed(&report, tried.change[0]);
    nearer.unjudged = nearer.unjudged > stated.unjudged ? nearer.unjudged - stated.unjudged : 0;
    stated.unjudged = 0;
    if (accounts && TIMES_FEWER * share_of(&nearer) <= share_of(&stated))
        diagnosis->nearer[diagnosis->nearer_count++] = nearer;
    return 0;
}

static int compare_shares(const void *left, const void *right) {
    double a = share_of(left), b = share_of(right);
    return (a > b) - (a < b);
}

static int is_output_explained(plumb_search *search, const plumb_candidate *tried, bool *explains) {
    plumb_report report;
    bool accounts;
    int result = judge_single(search, tried, &report, &accounts);
    const plumb_tensor_report *output = &report.tensor[PLUMB_OUTPUT];
    *explains = result == 1 && output->beyond + output->unjudged == 0;
    if (*explains) {
        search->diagnosis->nearer[0] = count_failed(&report, tried->change[0]);
        search->diagnosis->nearer[0].output_right = true;
        search->diagnosis->nearer_count = 1;
    }
    return result == -1 ? -1 : 0;
}

int plumb_find_output_explained(plumb_search *search, const plumb_candidate *list, size_t count) {
    bool explains = false;
    for (size_t i = 0, looked = 0; i < count && looked < PLUMB_NEARER && !explains; i++) {
        if (!list[i].output_right || list[i].change[0]->kind == PLUMB_NEIGHBOUR_PRECISION)
            continue;
        looked++;
        if (is_output_explained(search, &list[i], &explains) != 0)
            return -1;
    }
    return 0;
}

const plumb_nearer *plumb_output_explained(const plumb_diagnosis *diagnosis) {
    bool found = diagnosis->nearer_count > 0 && diagnosis->nearer[0].output_right;
    return found ? &diagnosis->nearer[0] : NULL;
}

int plumb_find_nearer(plumb_search *search) {
    plumb_diagnosis *diagnosis = search->diagnosis;
    size_t count, looked = 0;
    int result = 0;
    size_t *order = plumb_nearest_first(search, &count);
    if (order == NULL)
        return -1;
    for (size_t i = 0; i < count && looked < PLUMB_NEARER && result == 0; i++) {
        /* Under a coarser precision there always fail fewer. */
        if (diagnosis->neighbourhood.list[order[i]].kind == PLUMB_NEIGHBOUR_PRECISION)
            continue;
        looked++;
        result = look_at(search, order[i]);
    }
    qsort(diagnosis->nearer, diagnosis->nearer_count, sizeof *diagnosis->nearer, compare_shares);
    free(order);
    return result;
}
