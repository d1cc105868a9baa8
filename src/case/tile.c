#include "case/tile.h"
#include "case/tensor.h"
#include <string.h>

/* from [batch][key_heads][head_size] as [batch][query_heads][head_size]; NULL after a message. */
static const double *repeat(const plumb_problem *p, const double *from, size_t length, size_t width, const char *source,
                            plumb_storage *storage, plumb_error *error) {
    const size_t shape[] = {p->batch, p->query_heads, length, width};
    size_t count, head = length * width;
    double *to = plumb_shape_count(shape, 4, &count) ? plumb_storage_take(storage, count, sizeof *to) : NULL;
    if (to == NULL) {
        char text[PLUMB_SHAPE_TEXT];
        plumb_fail(error, "%s: gqa: not enough memory for tiled keys of shape %s", source,
                   plumb_shape_text(shape, 4, text));
        return NULL;
    }
    for (size_t b = 0; b < p->batch; b++)
        for (size_t h = 0; h < p->query_heads; h++)
            memcpy(to + (b * p->query_heads + h) * head, from + (b * p->key_heads + h % p->key_heads) * head,
                   head * sizeof *to);
    return to;
}

int plumb_tile_heads(plumb_problem *problem, const char *source, plumb_storage *storage, plumb_error *error) {
    plumb_problem *p = problem;
    if (p->key_heads == p->query_heads)
        return 0;
    const double *key = repeat(p, p->key, p->key_length, p->head_dim, source, storage, error);
    const double *value = key == NULL ? NULL : repeat(p, p->value, p->key_length, p->value_dim, source, storage, error);
    if (value == NULL)
        return -1;
    p->key = key;
    p->value = value;
    p->key_heads = p->query_heads;
    return 0;
}
