#include "diagnose/making.h"
#include <stdlib.h>
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

void plumb_neighbourhood_mark_fitted(plumb_neighbourhood *neighbourhood, size_t first) {
    for (size_t i = first; i < neighbourhood->count; i++)
        neighbourhood->list[i].fitted = true;
}

void plumb_neighbourhood_free(plumb_neighbourhood *neighbourhood) {
    free(neighbourhood->list);
    *neighbourhood = (plumb_neighbourhood){0};
}

int plumb_neighbour_make(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_making making = {neighbour, storage, changed, &changed->problem};
    return neighbour->make(&making);
}
