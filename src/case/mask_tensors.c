#include "case/mask_tensors.h"
#include "case/decode.h"
#include "case/shape.h"

static int assemble_documents(const plumb_tensor *queries, const plumb_tensor *keys,
                              plumb_storage *storage, plumb_problem *p, plumb_error *error) {
    if (queries == NULL)
        return 0;
    p->mask.query_segment =
        plumb_decode_integers(queries, p->batch, p->query_length, storage, error);
    if (p->mask.query_segment == NULL)
        return -1;
    p->mask.key_segment = plumb_decode_integers(keys, p->batch, p->key_length, storage, error);
    return p->mask.key_segment == NULL ? -1 : 0;
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

static int assemble_allowed(const plumb_tensor *tensor, bool true_hides, plumb_storage *storage,
                            plumb_problem *p, plumb_error *error) {
    if (tensor == NULL)
        return 0;
    if (tensor->dtype != PLUMB_DTYPE_BOOL)
        return plumb_fail(error, "%s: %s: dtype %s is not BOOL", tensor->source, tensor->name,
                          tensor->dtype_name);
    if (plumb_shape_check(tensor, PLUMB_MEMBER_ALLOWED, p, error) != 0 || check_bools(tensor, error) != 0)
        return -1;
    unsigned char *allowed = plumb_storage_take(storage, tensor->count, 1);
    if (allowed == NULL)
        return plumb_decode_memory_is_short(tensor, error);
    for (size_t i = 0; i < tensor->count; i++)
        allowed[i] = (tensor->bytes[i] != 0) != true_hides;
    plumb_strides strides = plumb_shape_strides(tensor);
    p->mask.allowed = allowed;
    p->mask.allowed_batch = strides.batch;
    p->mask.allowed_head = strides.head;
    p->mask.allowed_query = strides.query;
    return 0;
}

int plumb_mask_tensors_assemble(const plumb_tensor *const tensors[PLUMB_MEMBERS], bool true_hides,
                                plumb_storage *storage, plumb_problem *problem, plumb_error *error) {
    if (assemble_documents(tensors[PLUMB_MEMBER_QUERY_SEGMENTS], tensors[PLUMB_MEMBER_KEY_SEGMENTS],
                           storage, problem, error) != 0)
        return -1;
    return assemble_allowed(tensors[PLUMB_MEMBER_ALLOWED], true_hides, storage, problem, error);
}
