/* An explanation is compared by one key after the other, from what excuses everything to the place in the list of
   neighbours, so the order is total and does not depend on threads.  Before sorting, those are marked worse that leave
   four times the errors of the best: two right explanations both leave rounding alone.  Grouping asks a caller's test
   about the first of each group only and moves the explanation behind its group. */
#include "diagnose/explain.h"
#include "diagnose/changes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Explanations that are both right leave the same errors, those of rounding. */
#define TIMES_MORE 4

int plumb_explanations_add(plumb_explanations *explanations, const plumb_explanation *explanation) {
    if (explanations->count == explanations->capacity) {
        size_t capacity = explanations->capacity == 0 ? 16 : 2 * explanations->capacity;
        plumb_explanation *list = realloc(explanations->list, capacity * sizeof *list);
        if (list == NULL)
            return -1;
        explanations->list = list;
        explanations->capacity = capacity;
    }
    explanations->list[explanations->count++] = *explanation;
    return 0;
}

static bool has_change(const plumb_explanation *explanation, const plumb_neighbour *change) {
    for (size_t i = 0; i < explanation->changes; i++)
        if (explanation->change[i] == change)
            return true;
    return false;
}

bool plumb_explanations_have(const plumb_explanations *explanations, const plumb_neighbour *const *change,
                             size_t changes) {
    for (size_t i = 0; i < explanations->count; i++) {
        bool same = explanations->list[i].changes == changes;
        for (size_t j = 0; same && j < changes; j++)
            same = has_change(&explanations->list[i], change[j]);
        if (same)
            return true;
    }
    return false;
}

void plumb_explanations_free(plumb_explanations *explanations) {
    free(explanations->list);
    *explanations = (plumb_explanations){0};
}

/* The least specific of the kinds. */
static plumb_neighbour_kind kind_of(const plumb_explanation *explanation) {
    plumb_neighbour_kind kind = PLUMB_NEIGHBOUR_CONVENTION;
    for (size_t i = 0; i < explanation->changes; i++)
        if (explanation->change[i]->kind > kind)
            kind = explanation->change[i]->kind;
    return kind;
}

bool plumb_explained_by_precision(const plumb_explanation *explanation) {
    return kind_of(explanation) == PLUMB_NEIGHBOUR_PRECISION;
}

bool plumb_only_excuses(const plumb_explanation *explanation) {
    return explanation->coarser && !explanation->shown;
}

/* Whether a number of it was fitted. */
static bool is_fitted(const plumb_explanation *explanation) {
    for (size_t i = 0; i < explanation->changes; i++)
        if (explanation->change[i]->fitted)
            return true;
    return false;
}

static int compare_places(const plumb_explanation *a, const plumb_explanation *b) {
    for (size_t i = 0; i < a->changes; i++)
        if (a->change[i] != b->change[i])
            return a->change[i] < b->change[i] ? -1 : 1;
    return 0;
}

/* What they are sorted by, the first number first. */
enum { KEYS = 12 };

static void find_keys(const plumb_explanation *e, double key[KEYS]) {
    const double keys[KEYS] = {plumb_only_excuses(e),
                               plumb_explained_by_precision(e),
                               (double)e->changes,
                               !e->passes,
                               e->worse,
                               is_fitted(e),
                               kind_of(e),
                               e->coarser,
                               !e->ships,
                               e->coarser ? fabs(log(e->level)) : 0,
                               e->rows != 0,
                               e->unjudged != 0};
    memcpy(key, keys, sizeof keys);
}

static int compare_explanations(const void *left, const void *right) {
    double a[KEYS], b[KEYS];
    find_keys(left, a);
    find_keys(right, b);
    for (size_t i = 0; i < KEYS; i++)
        if (a[i] < b[i] || a[i] > b[i])
            return a[i] < b[i] ? -1 : 1;
    return compare_places(left, right);
}

/* A coarser precision leaves the errors as they are. */
static void mark_worse(plumb_explanations *explanations) {
    double least = INFINITY;
    for (size_t i = 0; i < explanations->count; i++)
        if (!explanations->list[i].coarser)
            least = fmin(least, explanations->list[i].left);
    for (size_t i = 0; i < explanations->count; i++) {
        plumb_explanation *e = &explanations->list[i];
        e->worse = !e->coarser && e->left > TIMES_MORE * least;
    }
}

void plumb_explanations_sort(plumb_explanations *explanations) {
    mark_worse(explanations);
    if (explanations->count > 1)
        qsort(explanations->list, explanations->count, sizeof *explanations->list, compare_explanations);
}

static bool shows_not_finite(const plumb_explanation *explanation) {
    return explanation->changes == 1 && explanation->change[0]->make == plumb_show_not_finite;
}

void plumb_explanations_keep_not_finite(plumb_explanations *explanations) {
    size_t kept = 0, unjudged = 0;
    for (size_t i = 0; i < explanations->count; i++)
        if (shows_not_finite(&explanations->list[i]))
            unjudged = explanations->list[i].unjudged;
    for (size_t i = 0; i < explanations->count; i++) {
        const plumb_explanation *e = &explanations->list[i];
        if (unjudged == 0 || e->unjudged < unjudged || shows_not_finite(e))
            explanations->list[kept++] = *e;
    }
    explanations->count = kept;
}

/* Moves the explanation at `from` to the place `to` before it. */
static void move_up(plumb_explanation *list, size_t from, size_t to) {
    plumb_explanation moved = list[from];
    memmove(list + to + 1, list + to, (from - to) * sizeof *list);
    list[to] = moved;
}

/* Looks for the group of the explanation at `index` among those before it. */
static int find_group(plumb_explanations *explanations, size_t index, plumb_alike_test *test, void *context) {
    plumb_explanation *list = explanations->list;
    bool by_precision = plumb_explained_by_precision(&list[index]);
    for (size_t first = 0; first < index; first++) {
        bool alike = false;
        if (list[first].alike || plumb_explained_by_precision(&list[first]) != by_precision)
            continue;
        if (test(context, &list[first], &list[index], &alike) != 0)
            return -1;
        if (!alike)
            continue;
        size_t end = first + 1;
        while (end < index && list[end].alike)
            end++;
        list[index].alike = true;
        move_up(list, index, end);
        return 0;
    }
    return 0;
}

int plumb_explanations_group(plumb_explanations *explanations, plumb_alike_test *test, void *context) {
    for (size_t i = 1; i < explanations->count; i++)
        if (find_group(explanations, i, test, context) != 0)
            return -1;
    return 0;
}
