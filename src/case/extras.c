#include "case/extras.h"
#include "case/decode.h"
#include "case/shape.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    size_t rank;
    size_t size[4];
} shape;

static bool has_shape(const plumb_tensor *tensor, const shape *wanted) {
    return tensor->rank == wanted->rank &&
           memcmp(tensor->shape, wanted->size, wanted->rank * sizeof *wanted->size) == 0;
}

/* Two shapes to choose from; the same twice where there is no choice. */
static int check_shape(const plumb_tensor *tensor, const shape *one, const shape *other,
                       plumb_error *error) {
    char first[PLUMB_SHAPE_TEXT], second[PLUMB_SHAPE_TEXT], both[2 * PLUMB_SHAPE_TEXT + 4];
    if (has_shape(tensor, one) || has_shape(tensor, other))
        return 0;
    plumb_shape_text(one->size, one->rank, first);
    plumb_shape_text(other->size, other->rank, second);
    snprintf(both, sizeof both, "%s or %s", first, second);
    return plumb_shape_refuse(tensor, strcmp(first, second) == 0 ? first : both, error);
}

static int assemble_bias(const plumb_tensor *tensor, plumb_storage *storage, plumb_problem *p,
                         plumb_error *error) {
    plumb_strides strides;
    if (tensor == NULL)
        return 0;
    if (plumb_shape_broadcast(tensor, p, &strides, error) != 0)
        return -1;
    p->extra.bias = plumb_decode_bias(tensor, storage, error);
    p->extra.bias_batch = strides.batch;
    p->extra.bias_head = strides.head;
    p->extra.bias_query = strides.query;
    return p->extra.bias == NULL ? -1 : 0;
}

/* One number per query head. */
static int assemble_heads(const plumb_tensor *tensor, const plumb_problem *p,
                          plumb_storage *storage, const double **out, plumb_error *error) {
    if (tensor == NULL)
        return 0;
    const shape wanted = {1, {p->query_heads}};
    if (check_shape(tensor, &wanted, &wanted, error) != 0)
        return -1;
    *out = plumb_decode_finite(tensor, storage, error);
    return *out == NULL ? -1 : 0;
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

/* A vector for each of `rows` heads, or, unless they are key heads, one for all. */
static int assemble_vectors(const plumb_tensor *tensor, size_t rows, size_t width,
                            const plumb_problem *p, bool key_heads, bool tile,
                            plumb_storage *storage, const double **out, plumb_error *error) {
    if (tensor == NULL)
        return 0;
    const shape each = {2, {rows, width}}, all = {1, {width}};
    if (check_shape(tensor, key_heads ? &each : &all, &each, error) != 0)
        return -1;
    const double *value = plumb_decode_finite(tensor, storage, error);
    *out = value == NULL ? NULL
                         : per_head(tensor, value, tensor->rank == 1 ? 1 : rows, p->query_heads,
                                    width, tile, storage, error);
    return *out == NULL ? -1 : 0;
}

static int assemble_star(const plumb_tensor *tensor, size_t width, const plumb_problem *p,
                         bool tile, plumb_storage *storage, const double **out,
                         plumb_error *error) {
    bool token = p->op.sink == PLUMB_SINK_TOKEN;
    return assemble_vectors(tensor, token ? p->key_heads : p->query_heads, width, p, token, tile,
                            storage, out, error);
}

static int assemble_gate(const plumb_tensor *tensor, plumb_storage *storage, plumb_problem *p,
                         plumb_error *error) {
    if (tensor == NULL)
        return 0;
    const shape rows = {3, {p->batch, p->query_heads, p->query_length}};
    const shape elements = {4, {p->batch, p->query_heads, p->query_length, p->value_dim}};
    if (check_shape(tensor, &rows, &elements, error) != 0)
        return -1;
    p->extra.gate_per_element = tensor->rank == 4;
    p->extra.gate = plumb_decode_finite(tensor, storage, error);
    return p->extra.gate == NULL ? -1 : 0;
}

/* [rows,columns] with any number of rows above 0. */
static int assemble_matrix(const plumb_tensor *tensor, const char *rows, size_t columns,
                           plumb_storage *storage, const double **out, plumb_error *error) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "[%s,%zu] with %s at least 1", rows, columns, rows);
    if (tensor->rank != 2 || tensor->shape[0] == 0 || tensor->shape[1] != columns)
        return plumb_shape_refuse(tensor, wanted, error);
    *out = plumb_decode_finite(tensor, storage, error);
    return *out == NULL ? -1 : 0;
}

static int assemble_mlp(const plumb_tensor *inner, const plumb_tensor *outer,
                        plumb_storage *storage, plumb_problem *p, plumb_error *error) {
    if (inner == NULL)
        return 0;
    if (assemble_matrix(inner, "hidden", p->head_dim, storage, &p->extra.mlp_inner, error) != 0)
        return -1;
    p->extra.hidden_dim = inner->shape[0];
    if (assemble_matrix(outer, "features", p->extra.hidden_dim, storage, &p->extra.mlp_outer,
                        error) != 0)
        return -1;
    p->extra.feature_dim = outer->shape[0];
    return 0;
}

int plumb_extras_assemble(const plumb_tensor *const tensors[PLUMB_INPUT_TENSORS], bool tile,
                          plumb_storage *storage, plumb_problem *problem, plumb_error *error) {
    plumb_problem *p = problem;
    plumb_extras *extra = &p->extra;
    const plumb_tensor *const *t = tensors;
    if (assemble_bias(t[PLUMB_INPUT_BIAS], storage, p, error) != 0 ||
        assemble_heads(t[PLUMB_INPUT_SINKS], p, storage, &extra->sinks, error) != 0 ||
        assemble_heads(t[PLUMB_INPUT_KEY0_BIAS], p, storage, &extra->key0_bias, error) != 0 ||
        assemble_star(t[PLUMB_INPUT_K_STAR], p->head_dim, p, tile, storage, &extra->sink_key,
                      error) != 0 ||
        assemble_star(t[PLUMB_INPUT_V_STAR], p->value_dim, p, tile, storage, &extra->sink_value,
                      error) != 0 ||
        assemble_vectors(t[PLUMB_INPUT_V_BIAS], p->query_heads, p->value_dim, p, false, false,
                         storage, &extra->value_bias, error) != 0 ||
        assemble_gate(t[PLUMB_INPUT_GATE], storage, p, error) != 0 ||
        assemble_mlp(t[PLUMB_INPUT_W1], t[PLUMB_INPUT_W2], storage, p, error) != 0)
        return -1;
    return 0;
}
