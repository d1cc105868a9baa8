#include "diagnose/change.h"
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

size_t plumb_query_elements(const plumb_problem *problem) {
    return plumb_rows_of(problem) * problem->head_dim;
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
