#include "diagnose/making.h"
#include "row/copied.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

double plumb_seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool plumb_neighbourhood_is_late(const plumb_neighbourhood *neighbourhood) {
    return neighbourhood->until > 0 && plumb_seconds_now() > neighbourhood->until;
}

void plumb_neighbourhood_add(plumb_neighbourhood *neighbourhood, const plumb_neighbour *neighbour) {
    if (neighbourhood->count == neighbourhood->capacity) {
        size_t capacity = neighbourhood->capacity == 0 ? 64 : 2 * neighbourhood->capacity;
        plumb_neighbour *list = realloc(neighbourhood->list, capacity * sizeof *list);
        if (list == NULL) {
            neighbourhood->short_of_memory = true;
            return;
        }
        neighbourhood->list = list;
        neighbourhood->capacity = capacity;
    }
    neighbourhood->list[neighbourhood->count++] = *neighbour;
}

bool plumb_neighbourhood_reserve(plumb_neighbourhood *neighbourhood, size_t more) {
    size_t capacity = neighbourhood->count + more;
    plumb_neighbour *list = realloc(neighbourhood->list, (capacity + 1) * sizeof *list);
    if (list == NULL)
        return false;
    neighbourhood->list = list;
    neighbourhood->capacity = capacity;
    return true;
}

void plumb_neighbourhood_free(plumb_neighbourhood *neighbourhood) {
    free(neighbourhood->list);
    *neighbourhood = (plumb_neighbourhood){0};
}

/* Where keys count as often as they are listed, they are copied again.  1, 0 if none is listed twice, or -1. */
static int copy_keys(plumb_storage *storage, plumb_case *changed) {
    plumb_problem *stated = plumb_storage_take(storage, 1, sizeof *stated);
    if (stated == NULL)
        return -1;
    *stated = changed->problem;
    int copied = plumb_copy_keys(stated, storage, &changed->problem);
    changed->uncopied = copied == 1 ? stated : NULL;
    return copied;
}

static bool counts_each(const plumb_problem *problem) {
    return problem->mask.lists != NULL && problem->mask.lists->each;
}

/* A change is one of what is stated. */
static int change_stated(const plumb_making *making, plumb_case *changed) {
    const plumb_problem copied = changed->problem, *stated = plumb_stated_problem(changed);
    if (changed->uncopied != NULL)
        changed->problem = *stated;
    int result = making->by->make(making);
    if (changed->uncopied != NULL && (result != 1 || memcmp(&changed->problem, stated, sizeof *stated) == 0)) {
        changed->problem = copied;
        return result;
    }
    bool copied_before = changed->uncopied != NULL;
    changed->uncopied = NULL;
    if (result != 1 || !counts_each(&changed->problem))
        return result;
    int again = copy_keys(making->storage, changed);
    return again == 0 && copied_before ? 1 : again;
}

/* Copies of keys are made of all. */
int plumb_neighbour_make_row(const plumb_neighbour *neighbour, const plumb_row_place *row, plumb_storage *storage,
                             plumb_case *changed) {
    plumb_making making = {neighbour, storage, changed, &changed->problem, changed->uncopied == NULL ? row : NULL};
    return change_stated(&making, changed);
}

int plumb_neighbour_make(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    return plumb_neighbour_make_row(neighbour, NULL, storage, changed);
}
