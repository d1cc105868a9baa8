#include "case/boolean.h"
#include "case/tensor.h"

void plumb_boolean_put(const plumb_boolean_mask *mask, plumb_problem *problem) {
    plumb_mask *m = &problem->mask;
    m->allowed = mask->shows;
    m->allowed_batch = mask->batch;
    m->allowed_head = mask->head;
    m->allowed_query = mask->query;
}

bool plumb_boolean_make(const plumb_boolean_mask *beside, bool by_head, plumb_boolean_row *show, const void *context,
                        plumb_storage *storage, plumb_problem *problem) {
    const plumb_problem *p = problem;
    size_t heads = by_head || beside->head != 0 ? p->query_heads : 1, keys = p->key_length, count = 0;
    const size_t shape[] = {p->batch, heads, p->query_length, keys};
    unsigned char *allowed = plumb_shape_count(shape, 4, &count) ? plumb_storage_take(storage, count, 1) : NULL;
    if (allowed == NULL)
        return false;
    for (size_t n = 0; n < p->batch * heads * p->query_length; n++) {
        size_t t = n % p->query_length, h = n / p->query_length % heads, b = n / p->query_length / heads;
        unsigned char *row = allowed + n * keys;
        show(context, p, b, h, t, row);
        for (size_t j = 0; beside->shows != NULL && j < keys; j++)
            row[j] = row[j] != 0 && beside->shows[b * beside->batch + h * beside->head + t * beside->query + j] != 0;
    }
    plumb_boolean_mask made = {allowed, heads * p->query_length * keys, heads == 1 ? 0 : p->query_length * keys, keys};
    plumb_boolean_put(&made, problem);
    return true;
}
