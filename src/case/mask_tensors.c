#include "case/mask_tensors.h"
#include "case/decode.h"
#include "case/shape.h"
#include <string.h>

static const char *const names[PLUMB_MASK_TENSORS] = {
    [PLUMB_MASK_QUERY_SEGMENTS] = "query_segments",
    [PLUMB_MASK_KEY_SEGMENTS] = "key_segments",
    [PLUMB_MASK_ALLOWED] = "allowed",
};

const char *plumb_mask_tensor_name(plumb_mask_tensor tensor) {
    return names[tensor];
}

static int assemble_segments(const plumb_tensor *tensor, size_t batch, size_t length,
                             plumb_storage *storage, const int64_t **out, plumb_error *error) {
    const size_t wanted[] = {batch, length};
    char text[PLUMB_SHAPE_TEXT];
    if (tensor->dtype != PLUMB_DTYPE_I64 && tensor->dtype != PLUMB_DTYPE_I32)
        return plumb_fail(error, "%s: %s: dtype %s is not one of I64, I32", tensor->source,
                          tensor->name, tensor->dtype_name);
    if (tensor->rank != 2 || memcmp(tensor->shape, wanted, sizeof wanted) != 0)
        return plumb_shape_refuse(tensor, plumb_shape_text(wanted, 2, text), error);
    int64_t *segment = plumb_storage_take(storage, tensor->count, sizeof *segment);
    if (segment == NULL)
        return plumb_decode_memory_is_short(tensor, error);
    plumb_tensor_decode_integers(tensor, segment);
    *out = segment;
    return 0;
}

static int assemble_documents(const plumb_tensor *queries, const plumb_tensor *keys,
                              plumb_storage *storage, plumb_problem *p, plumb_error *error) {
    if (queries == NULL && keys == NULL)
        return 0;
    if (queries == NULL || keys == NULL) {
        const plumb_tensor *given = queries != NULL ? queries : keys;
        return plumb_fail(
            error, "%s: %s: missing; %s needs it", given->source,
            names[queries != NULL ? PLUMB_MASK_KEY_SEGMENTS : PLUMB_MASK_QUERY_SEGMENTS],
            given->name);
    }
    if (assemble_segments(queries, p->batch, p->query_length, storage, &p->mask.query_segment,
                          error) != 0 ||
        assemble_segments(keys, p->batch, p->key_length, storage, &p->mask.key_segment, error) != 0)
        return -1;
    return 0;
}

/* A byte that is neither 0 nor 1 is no bool: additive masks and masks of other types are
   mistaken for one that way. */
static int check_bools(const plumb_tensor *tensor, plumb_error *error) {
    for (size_t i = 0; i < tensor->count; i++) {
        char text[PLUMB_SHAPE_TEXT];
        if (tensor->bytes[i] > 1)
            return plumb_fail(error, "%s: %s%s is %u, which is neither 0 nor 1", tensor->source,
                              tensor->name, plumb_shape_index(tensor, i, text),
                              (unsigned)tensor->bytes[i]);
    }
    return 0;
}

static int assemble_allowed(const plumb_tensor *tensor, plumb_storage *storage, plumb_problem *p,
                            plumb_error *error) {
    plumb_strides strides;
    if (tensor == NULL)
        return 0;
    if (tensor->dtype != PLUMB_DTYPE_BOOL)
        return plumb_fail(error, "%s: %s: dtype %s is not BOOL", tensor->source, tensor->name,
                          tensor->dtype_name);
    if (plumb_shape_broadcast(tensor, p, &strides, error) != 0 || check_bools(tensor, error) != 0)
        return -1;
    unsigned char *allowed = plumb_storage_take(storage, tensor->count, 1);
    if (allowed == NULL)
        return plumb_decode_memory_is_short(tensor, error);
    memcpy(allowed, tensor->bytes, tensor->count);
    p->mask.allowed = allowed;
    p->mask.allowed_batch = strides.batch;
    p->mask.allowed_head = strides.head;
    p->mask.allowed_query = strides.query;
    return 0;
}

int plumb_mask_tensors_assemble(const plumb_tensor *const tensors[PLUMB_MASK_TENSORS],
                                plumb_storage *storage, plumb_problem *problem,
                                plumb_error *error) {
    if (assemble_documents(tensors[PLUMB_MASK_QUERY_SEGMENTS], tensors[PLUMB_MASK_KEY_SEGMENTS],
                           storage, problem, error) != 0)
        return -1;
    return assemble_allowed(tensors[PLUMB_MASK_ALLOWED], storage, problem, error);
}
