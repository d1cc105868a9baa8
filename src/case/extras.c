#include "case/extras.h"
#include "case/decode.h"
#include "case/shape.h"
#include <string.h>

/* The numbers of a tensor of a right shape, or NULL without a tensor. */
static int assemble_numbers(const plumb_tensor *const *tensors, plumb_member member, const plumb_problem *p,
                            plumb_storage *storage, const double **out, plumb_error *error) {
    const plumb_tensor *tensor = tensors[member];
    if (tensor == NULL)
        return 0;
    if (plumb_shape_check(tensor, member, p, error) != 0)
        return -1;
    *out = plumb_decode_finite(tensor, storage, error);
    return *out == NULL ? -1 : 0;
}

static int assemble_bias(const plumb_tensor *tensor, plumb_storage *storage, plumb_problem *p,
                         plumb_error *error) {
    if (tensor == NULL)
        return 0;
    if (plumb_shape_check(tensor, PLUMB_MEMBER_BIAS, p, error) != 0)
        return -1;
    plumb_strides strides = plumb_shape_strides(tensor);
    p->extra.bias = plumb_decode_bias(tensor, storage, error);
    p->extra.bias_batch = strides.batch;
    p->extra.bias_head = strides.head;
    p->extra.bias_query = strides.query;
    return p->extra.bias == NULL ? -1 : 0;
}

/* Row h of the result is the vector of query head h: of 1, key_heads or query_heads rows, each
   serves as many heads as every other, neighbours or, with gqa tile, those that are a multiple of
   the number of rows apart. */
static const double *per_head(const plumb_tensor *tensor, const double *from, size_t rows,
                              size_t heads, size_t width, bool tile, plumb_storage *storage,
                              plumb_error *error) {
    if (rows == heads)
        return from;
    double *to = plumb_storage_take(storage, heads * width, sizeof *to);
    if (to == NULL) {
        plumb_decode_memory_is_short(tensor, error);
        return NULL;
    }
    for (size_t h = 0; h < heads; h++)
        memcpy(to + h * width, from + (tile ? h % rows : h / (heads / rows)) * width,
               width * sizeof *to);
    return to;
}

/* A vector for each head, whatever the shape says: one for all, or one for each key head. */
static int assemble_vectors(const plumb_tensor *const *tensors, plumb_member member, const plumb_problem *p, bool tile,
                            plumb_storage *storage, const double **out, plumb_error *error) {
    const plumb_tensor *tensor = tensors[member];
    if (assemble_numbers(tensors, member, p, storage, out, error) != 0)
        return -1;
    if (tensor == NULL)
        return 0;
    *out = per_head(tensor, *out, tensor->rank == 1 ? 1 : tensor->shape[0], p->query_heads,
                    tensor->shape[tensor->rank - 1], tile, storage, error);
    return *out == NULL ? -1 : 0;
}

int plumb_extras_assemble(const plumb_tensor *const tensors[PLUMB_MEMBERS], bool tile,
                          plumb_storage *storage, plumb_problem *problem, plumb_error *error) {
    plumb_problem *p = problem;
    plumb_extras *extra = &p->extra;
    const plumb_tensor *const *t = tensors, *inner = t[PLUMB_MEMBER_W1], *outer = t[PLUMB_MEMBER_W2];
    if (assemble_bias(t[PLUMB_MEMBER_BIAS], storage, p, error) != 0 ||
        assemble_numbers(t, PLUMB_MEMBER_SINKS, p, storage, &extra->sinks, error) != 0 ||
        assemble_numbers(t, PLUMB_MEMBER_KEY0_BIAS, p, storage, &extra->key0_bias, error) != 0 ||
        assemble_vectors(t, PLUMB_MEMBER_K_STAR, p, tile, storage, &extra->sink_key, error) != 0 ||
        assemble_vectors(t, PLUMB_MEMBER_V_STAR, p, tile, storage, &extra->sink_value, error) != 0 ||
        assemble_vectors(t, PLUMB_MEMBER_V_BIAS, p, false, storage, &extra->value_bias, error) != 0 ||
        assemble_numbers(t, PLUMB_MEMBER_GATE, p, storage, &extra->gate, error) != 0 ||
        assemble_numbers(t, PLUMB_MEMBER_W1, p, storage, &extra->mlp_inner, error) != 0)
        return -1;
    extra->gate_per_element = t[PLUMB_MEMBER_GATE] != NULL && t[PLUMB_MEMBER_GATE]->rank == 4;
    extra->hidden_dim = inner != NULL ? inner->shape[0] : 0;
    extra->feature_dim = outer != NULL ? outer->shape[0] : 0;
    return assemble_numbers(t, PLUMB_MEMBER_W2, p, storage, &extra->mlp_outer, error);
}
