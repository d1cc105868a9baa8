#include "case/lengths.h"
#include "case/decode.h"
#include "case/shape.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const int64_t *plumb_lengths_integers(const plumb_tensor *tensor, plumb_storage *storage, plumb_error *error) {
    if (tensor->dtype == PLUMB_DTYPE_I64 || tensor->dtype == PLUMB_DTYPE_I32)
        return plumb_decode_integers(tensor, storage, error);
    plumb_tensor_fail(tensor, error, "dtype %s is not one of I64, I32", tensor->dtype_name);
    return NULL;
}

int plumb_lengths_read(const plumb_tensor *tensor, size_t batch, size_t most, const char *what, plumb_storage *storage,
                       const int64_t **length, plumb_error *error) {
    char wanted[PLUMB_SHAPE_TEXT], value[32];
    if (tensor->rank != 1 || tensor->count != batch)
        return plumb_shape_refuse(tensor, plumb_shape_text(&batch, 1, wanted), error);
    *length = plumb_lengths_integers(tensor, storage, error);
    for (size_t b = 0; *length != NULL && b < batch; b++)
        if ((*length)[b] < 0 || (uint64_t)(*length)[b] > most) {
            plumb_fail(error, "%s: %s[%zu] is %" PRId64 "; expected 0 to %zu, %s", tensor->source, tensor->name, b,
                       (*length)[b], most, what);
            snprintf(value, sizeof value, "%" PRId64, (*length)[b]);
            return plumb_fail_of(error, tensor->name, value, what);
        }
    return *length != NULL ? 0 : -1;
}

size_t plumb_lengths_most(const int64_t *length, size_t batch) {
    size_t most = 0;
    for (size_t b = 0; b < batch; b++)
        most = (size_t)length[b] > most ? (size_t)length[b] : most;
    return most;
}

/* A mask of their own for each batch entry, which is to be written. */
static unsigned char *mask_of_entries(const plumb_tensor *tensor, plumb_storage *storage, plumb_problem *p,
                                      plumb_error *error) {
    plumb_mask *m = &p->mask;
    if (m->allowed != NULL && (m->allowed_batch != 0 || p->batch == 1))
        return (unsigned char *)m->allowed;
    size_t heads = m->allowed_head != 0 ? p->query_heads : 1, queries = m->allowed_query != 0 ? p->query_length : 1;
    const size_t shape[] = {p->batch, heads, queries, p->key_length};
    size_t count = 0, entry = heads * queries * p->key_length;
    unsigned char *allowed = plumb_shape_count(shape, 4, &count) ? plumb_storage_take(storage, count, 1) : NULL;
    if (allowed == NULL) {
        plumb_decode_memory_is_short(tensor, error);
        return NULL;
    }
    for (size_t b = 0; b < p->batch && entry > 0; b++)
        if (m->allowed != NULL)
            memcpy(allowed + b * entry, m->allowed, entry);
        else
            memset(allowed + b * entry, 1, entry);
    m->allowed = allowed;
    m->allowed_batch = entry;
    return allowed;
}

size_t plumb_lengths_first(const plumb_problem *problem, size_t b) {
    return problem->mask.key_starts != NULL ? (size_t)problem->mask.key_starts[b] : 0;
}

size_t plumb_lengths_end(const plumb_problem *problem, size_t b) {
    return problem->mask.key_lengths != NULL ? (size_t)problem->mask.key_lengths[b] : problem->key_length;
}

/* Which keys of a row do not exist. */
static void hide_row(const plumb_problem *p, size_t b, unsigned char *row) {
    size_t first = plumb_lengths_first(p, b), end = plumb_lengths_end(p, b);
    memset(row, 0, first);
    memset(row + end, 0, p->key_length - end);
}

int plumb_lengths_hide(const plumb_tensor *tensor, plumb_storage *storage, plumb_problem *problem, plumb_error *error) {
    plumb_problem *p = problem;
    bool hides = false;
    for (size_t b = 0; b < p->batch; b++)
        hides = hides || plumb_lengths_first(p, b) > 0 || plumb_lengths_end(p, b) < p->key_length;
    p->mask.hides_lengths_alone = hides && p->mask.allowed == NULL;
    unsigned char *allowed = hides ? mask_of_entries(tensor, storage, p, error) : NULL;
    if (allowed == NULL)
        return hides ? -1 : 0;
    size_t heads = p->mask.allowed_head != 0 ? p->query_heads : 1;
    size_t rows = heads * (p->mask.allowed_query != 0 ? p->query_length : 1);
    for (size_t b = 0; b < p->batch; b++)
        for (size_t row = 0; row < rows; row++)
            hide_row(p, b, allowed + (b * rows + row) * p->key_length);
    return 0;
}

int plumb_lengths_starts(const plumb_tensor *tensor, plumb_storage *storage, plumb_problem *problem,
                         plumb_error *error) {
    const int64_t *start;
    char what[64], value[32];
    if (tensor == NULL)
        return 0;
    if (plumb_lengths_read(tensor, problem->batch, problem->key_length, "keys before the first", storage, &start,
                           error) != 0)
        return -1;
    for (size_t b = 0; b < problem->batch; b++)
        if ((size_t)start[b] > plumb_lengths_end(problem, b)) {
            snprintf(what, sizeof what, "0 to %zu, the keys of batch entry %zu", plumb_lengths_end(problem, b), b);
            snprintf(value, sizeof value, "%" PRId64, start[b]);
            plumb_fail(error, "%s: %s[%zu] is %s; expected %s", tensor->source, tensor->name, b, value, what);
            return plumb_fail_of(error, tensor->name, value, what);
        }
    problem->mask.key_starts = start;
    return 0;
}

const int64_t *plumb_lengths_offsets(const plumb_problem *problem, plumb_storage *storage) {
    const int64_t *keys = problem->mask.key_lengths, *queries = problem->sequences.length;
    int64_t *offset = plumb_storage_take(storage, problem->batch, sizeof *offset);
    for (size_t b = 0; offset != NULL && b < problem->batch; b++)
        offset[b] = (keys != NULL ? keys[b] - (int64_t)problem->key_length : 0) +
                    (queries != NULL ? (int64_t)problem->query_length - queries[b] : 0);
    return offset;
}
