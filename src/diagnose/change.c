#include "diagnose/change.h"
#include "diagnose/tensors.h"
#include "row/evaluate.h"
#include <string.h>

void *plumb_change_copy(plumb_storage *storage, const void *array, size_t count, size_t size) {
    if (array == NULL && count > 0)
        return NULL;
    void *copy = plumb_storage_take(storage, count, size);
    if (copy != NULL && count > 0)
        memcpy(copy, array, count * size);
    return copy;
}

size_t plumb_key_elements(const plumb_problem *problem) {
    return problem->batch * problem->key_heads * problem->key_length * problem->head_dim;
}

size_t plumb_value_elements(const plumb_problem *problem) {
    return problem->batch * problem->key_heads * problem->key_length * problem->value_dim;
}

double plumb_change_scale(const plumb_problem *problem) {
    return plumb_problem_scale(problem).mid;
}

static int permute(const plumb_making *m, plumb_member member, const size_t *from) {
    plumb_tensor_view view;
    if (!plumb_tensor_in(m->changed, member, &view))
        return 1;
    const double *vectors = *view.place;
    double *moved = plumb_storage_take(m->storage, view.count, sizeof *moved);
    size_t dim = view.size[PLUMB_ELEMENTS];
    for (size_t i = 0; moved != NULL && i < view.count; i++)
        moved[i] = vectors[i / dim * dim + from[i % dim]];
    *view.place = moved;
    return moved != NULL ? 1 : -1;
}

int plumb_permute(const plumb_making *m, const char *names, const size_t *from) {
    plumb_member member;
    int result = 1;
    while (result == 1 && (member = plumb_next_member(&names)) != PLUMB_MEMBERS)
        result = permute(m, member, from);
    return result;
}
