#include "case/extras.h"
#include "case/decode.h"
#include "case/shape.h"
#include <string.h>

typedef struct {
    plumb_problem *problem;
    const plumb_description *description;
    plumb_storage *storage;
    plumb_error *error;
} assembly;

/* Row h of the result is the vector of query head h: of 1, key_heads or query_heads rows, each serves as many heads
   as every other, neighbours or, with gqa tile, those that are a multiple of the number of rows apart. */
static const double *per_head(const assembly *a, const plumb_tensor *tensor, const double *from) {
    size_t rows = tensor->rank == 1 ? 1 : tensor->shape[0], width = tensor->shape[tensor->rank - 1];
    size_t heads = a->problem->query_heads;
    if (from == NULL || rows == heads)
        return from;
    double *to = plumb_storage_take(a->storage, heads * width, sizeof *to);
    if (to == NULL) {
        plumb_decode_memory_is_short(tensor, a->error);
        return NULL;
    }
    for (size_t h = 0; h < heads; h++)
        memcpy(to + h * width, from + (a->description->tile ? h % rows : h / (heads / rows)) * width,
               width * sizeof *to);
    return to;
}

static const double *above_zero(const assembly *a, const plumb_tensor *tensor, const double *divisor) {
    for (size_t i = 0; divisor != NULL && i < tensor->count; i++) {
        char index[PLUMB_SHAPE_TEXT];
        if (divisor[i] <= 0) {
            plumb_fail(a->error, "%s: %s%s is %.17g, which is not above 0", tensor->source, tensor->name,
                       plumb_shape_index(tensor, i, index), divisor[i]);
            return NULL;
        }
    }
    return divisor;
}

/* 1 where a key may be seen.  A byte that is neither 0 nor 1 is no bool: additive masks and masks of other types are
   mistaken for one that way. */
static const unsigned char *decode_allowed(const assembly *a, const plumb_tensor *tensor) {
    unsigned char *allowed = plumb_storage_take(a->storage, tensor->count, 1);
    if (allowed == NULL)
        plumb_decode_memory_is_short(tensor, a->error);
    for (size_t i = 0; allowed != NULL && i < tensor->count; i++) {
        char text[PLUMB_SHAPE_TEXT];
        if (tensor->bytes[i] > 1) {
            plumb_fail(a->error, "%s: %s%s is %u, which is neither 0 nor 1", tensor->source, tensor->name,
                       plumb_shape_index(tensor, i, text), (unsigned)tensor->bytes[i]);
            return NULL;
        }
        allowed[i] = (tensor->bytes[i] != 0) != a->description->true_hides;
    }
    plumb_decode_let_go(tensor);
    return allowed;
}

static const char *booleans_of(const plumb_tensor *tensor) {
    plumb_format format;
    return plumb_tensor_format(tensor, &format) ? "BOOL; numbers that are added to scores are a bias"
                                                : "BOOL; a mask of 0 and 1 must be converted to booleans";
}

/* Of numbers whoever decodes them says it, of whatever shape they are. */
static int check_dtype(const assembly *a, plumb_stored stored, const plumb_tensor *tensor) {
    bool integers = tensor->dtype == PLUMB_DTYPE_I64 || tensor->dtype == PLUMB_DTYPE_I32;
    bool wants_integers = stored == PLUMB_STORED_INTEGERS || stored == PLUMB_STORED_PLACES;
    const char *wanted = wants_integers && !integers                                            ? "one of I64, I32"
                         : stored == PLUMB_STORED_BOOLEANS && tensor->dtype != PLUMB_DTYPE_BOOL ? booleans_of(tensor)
                                                                                                : NULL;
    return wanted == NULL ? 0 : plumb_tensor_fail(tensor, a->error, "dtype %s is not %s", tensor->dtype_name, wanted);
}

/* The axes of each entry beside each other. */
static const int64_t *places(const assembly *a, const plumb_tensor *tensor, const int64_t *from) {
    if (from == NULL || tensor->rank == 2)
        return from;
    size_t axes = tensor->shape[0], batch = tensor->shape[1], length = tensor->shape[2];
    int64_t *to = plumb_storage_take(a->storage, tensor->count, sizeof *to);
    if (to == NULL)
        plumb_decode_memory_is_short(tensor, a->error);
    for (size_t row = 0; to != NULL && row < axes * batch; row++)
        memcpy(to + (row % batch * axes + row / batch) * length, from + row * length, length * sizeof *to);
    return to;
}

/* The values as the member is kept; NULL after a message. */
static const void *decode(const assembly *a, plumb_stored stored, const plumb_tensor *tensor) {
    switch (stored) {
    case PLUMB_STORED_INTEGERS:
        return plumb_decode_integers(tensor, a->storage, a->error);
    case PLUMB_STORED_PLACES:
        return places(a, tensor, plumb_decode_integers(tensor, a->storage, a->error));
    case PLUMB_STORED_BOOLEANS:
        return decode_allowed(a, tensor);
    case PLUMB_STORED_BIAS:
        return plumb_decode_bias(tensor, a->storage, a->error);
    case PLUMB_STORED_PER_HEAD:
        return per_head(a, tensor, plumb_decode_finite(tensor, a->storage, a->error));
    case PLUMB_STORED_DIVISORS:
        return above_zero(a, tensor, plumb_decode_finite(tensor, a->storage, a->error));
    default:
        return plumb_decode_finite(tensor, a->storage, a->error);
    }
}

static int assemble(const assembly *a, plumb_member member, const plumb_tensor *tensor) {
    const plumb_member_row *row = plumb_member_at(member);
    char *problem = (char *)a->problem;
    if (check_dtype(a, row->stored, tensor) != 0 || plumb_shape_check(tensor, member, a->problem, a->error) != 0)
        return -1;
    const void *values = decode(a, row->stored, tensor);
    memcpy(problem + row->place, &values, sizeof values);
    if (row->second != 0)
        memcpy(problem + row->second, &tensor->shape[0], sizeof tensor->shape[0]);
    return values == NULL ? -1 : 0;
}

/* What else the shapes say. */
static void note_shapes(const plumb_tensor *bias, const plumb_tensor *allowed, const plumb_tensor *gate,
                        plumb_problem *p) {
    if (bias != NULL) {
        plumb_strides strides = plumb_shape_strides(bias);
        p->extra.bias_batch = strides.batch;
        p->extra.bias_head = strides.head;
        p->extra.bias_query = strides.query;
    }
    if (allowed != NULL) {
        plumb_strides strides = plumb_shape_strides(allowed);
        p->mask.allowed_batch = strides.batch;
        p->mask.allowed_head = strides.head;
        p->mask.allowed_query = strides.query;
    }
    p->extra.gate_per_element = gate != NULL && gate->rank == 4;
}

int plumb_extras_assemble(const plumb_tensor *const tensors[PLUMB_MEMBERS], const plumb_description *description,
                          plumb_storage *storage, plumb_problem *problem, plumb_error *error) {
    const assembly a = {problem, description, storage, error};
    for (plumb_member i = 0; i < PLUMB_MEMBERS; i++)
        if (tensors[i] != NULL && plumb_member_at(i)->stored != PLUMB_STORED_NOT && assemble(&a, i, tensors[i]) != 0)
            return -1;
    note_shapes(tensors[PLUMB_MEMBER_BIAS], tensors[PLUMB_MEMBER_ALLOWED], tensors[PLUMB_MEMBER_GATE], problem);
    return 0;
}
