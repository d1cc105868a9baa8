#include "diagnose/nearness.h"
#include <stdint.h>
#include <stdlib.h>

/* A change comes nearer if the share of elements that fail is so many times smaller, and what is
   left of the errors is at most half. */
#define TIMES_FEWER 10

/* ---- on the chosen rows ---- */

static int count_wrong(void *context, size_t neighbour) {
    const plumb_search *search = context;
    size_t *wrong = &search->wrong[neighbour];
    plumb_candidate tried = plumb_single(search, neighbour);
    plumb_candidate_case made;
    size_t compared;
    *wrong = SIZE_MAX;
    int result = plumb_candidate_make(search, &tried, &made);
    if (result != 1)
        return result;
    result = plumb_probe_count(&made.judged, &made.precision, &search->probe, &compared, wrong);
    plumb_candidate_free(&made);
    return result;
}

static int count_all_wrong(plumb_search *search) {
    size_t count = search->diagnosis->neighbourhood.count;
    if (search->wrong != NULL)
        return 0;
    search->wrong = calloc(count + 1, sizeof *search->wrong);
    if (search->wrong == NULL)
        return -1;
    return plumb_search_each(search, count, count_wrong, search);
}

typedef struct {
    size_t neighbour, wrong;
} nearness;

static int compare(const void *left, const void *right) {
    const nearness *a = left, *b = right;
    if (a->wrong != b->wrong)
        return a->wrong < b->wrong ? -1 : 1;
    return a->neighbour < b->neighbour ? -1 : a->neighbour > b->neighbour;
}

size_t *plumb_nearest_first(plumb_search *search, size_t *count) {
    size_t all = search->diagnosis->neighbourhood.count;
    nearness *list = calloc(all + 1, sizeof *list);
    size_t *order = calloc(all + 1, sizeof *order);
    *count = 0;
    if (list == NULL || order == NULL || count_all_wrong(search) != 0) {
        free(list);
        free(order);
        return NULL;
    }
    for (size_t i = 0; i < all; i++)
        if (search->wrong[i] != SIZE_MAX)
            list[(*count)++] = (nearness){i, search->wrong[i]};
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
        nearer.failed += tensor->failed;
        nearer.suspect += tensor->suspect + tensor->unjudged;
        nearer.compared += tensor->total - tensor->skipped;
    }
    return nearer;
}

static double share_of(const plumb_nearer *nearer) {
    return nearer->compared == 0 ? 1 : (double)nearer->failed / (double)nearer->compared;
}

static int look_at(plumb_search *search, size_t neighbour) {
    plumb_diagnosis *diagnosis = search->diagnosis;
    plumb_candidate tried = plumb_single(search, neighbour);
    plumb_candidate_case made;
    plumb_report report;
    bool accounts;
    int result = plumb_candidate_make(search, &tried, &made);
    if (result != 1)
        return result;
    result = plumb_candidate_judge(search, &made, &report, &accounts);
    plumb_candidate_free(&made);
    if (result != 0)
        return -1;
    plumb_nearer stated = count_failed(&diagnosis->stated, NULL);
    plumb_nearer nearer = count_failed(&report, tried.change[0]);
    if (accounts && TIMES_FEWER * share_of(&nearer) <= share_of(&stated))
        diagnosis->nearer[diagnosis->nearer_count++] = nearer;
    return 0;
}

static int compare_shares(const void *left, const void *right) {
    double a = share_of(left), b = share_of(right);
    return (a > b) - (a < b);
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
