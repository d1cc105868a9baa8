/* tensors.c - what a question is given: tensors, copied or borrowed, a description, a file; and the file that they
   make. */
#include "base/little_endian.h"
#include "base/new_file.h"
#include "case/write.h"
#include "library/question.h"
#include <stdint.h>
#include <string.h>

static int check_open(plumb_question *question, const char *field) {
    return question->asked ? plumb_fail(&question->error, "%s: %s: too late: the question was already asked",
                                        plumb_question_name, field)
                           : 0;
}

static int read_file(plumb_question *question, const char *path) {
    if (check_open(question, path) != 0)
        return -1;
    if (question->tensors > 0 || question->description != NULL)
        return plumb_fail(&question->error,
                          "%s: %s: cannot be combined with tensors or a description", plumb_question_name,
                          path);
    if (plumb_case_read(path, &question->asked_case, &question->error) != 0)
        return -1;
    question->asked = true;
    return 0;
}

int plumb_question_read(plumb_question *question, const char *path) {
    return plumb_question_enter(question) ? plumb_question_leave(question, read_file(question, path)) : PLUMB_REFUSED;
}

/* ---- elements ---- */

/* An element of this machine, whatever its byte order, as it lies in a file. */
static void store_element(unsigned char *bytes, const unsigned char *element, size_t size) {
    uint64_t value = *element;
    uint32_t half;
    uint16_t quarter;
    if (size == 8)
        memcpy(&value, element, 8);
    else if (size == 4)
        memcpy(&half, element, 4), value = half;
    else if (size == 2)
        memcpy(&quarter, element, 2), value = quarter;
    plumb_store(bytes, size, value);
}

static bool files_are_memory(void) {
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

static void strides_of(const plumb_tensor *tensor, const ptrdiff_t *given, ptrdiff_t stride[PLUMB_RANK_MAX]) {
    size_t step = plumb_dtype_size(tensor->dtype);
    for (size_t i = tensor->rank; i-- > 0; step *= tensor->shape[i])
        stride[i] = given != NULL ? given[i] : (ptrdiff_t)step;
}

/* Whatever the stride of a dimension of 1. */
static bool is_row_major(const plumb_tensor *tensor, const ptrdiff_t stride[PLUMB_RANK_MAX]) {
    ptrdiff_t usual[PLUMB_RANK_MAX];
    strides_of(tensor, NULL, usual);
    for (size_t i = 0; i < tensor->rank; i++)
        if (tensor->shape[i] != 1 && stride[i] != usual[i])
            return false;
    return true;
}

/* The next element in row-major order: at data + its offset. */
static ptrdiff_t advance(const plumb_tensor *tensor, const ptrdiff_t stride[PLUMB_RANK_MAX],
                         size_t index[PLUMB_RANK_MAX], ptrdiff_t offset) {
    for (size_t i = tensor->rank; i-- > 0;) {
        offset += stride[i];
        if (++index[i] < tensor->shape[i])
            return offset;
        offset -= stride[i] * (ptrdiff_t)tensor->shape[i];
        index[i] = 0;
    }
    return offset;
}

static int gather(plumb_question *question, plumb_tensor *tensor, const ptrdiff_t stride[PLUMB_RANK_MAX],
                  const unsigned char *data) {
    size_t size = plumb_dtype_size(tensor->dtype), index[PLUMB_RANK_MAX] = {0};
    ptrdiff_t offset = 0;
    unsigned char *bytes = plumb_storage_take(&question->storage, tensor->count, size);
    if (bytes == NULL)
        return plumb_question_short_of_memory(question);
    for (size_t i = 0; i < tensor->count; i++) {
        store_element(bytes + i * size, data + offset, size);
        offset = advance(tensor, stride, index, offset);
    }
    tensor->bytes = bytes;
    return 0;
}

/* ---- tensors ---- */

static int read_shape(plumb_question *question, plumb_tensor *tensor, const size_t *shape) {
    size_t bytes;
    if (tensor->rank > PLUMB_RANK_MAX)
        return plumb_tensor_fail(tensor, &question->error, "%zu dimensions; expected at most %d", tensor->rank,
                                 PLUMB_RANK_MAX);
    memcpy(tensor->shape, shape, tensor->rank * sizeof *shape);
    if (!plumb_shape_count(tensor->shape, tensor->rank, &tensor->count) ||
        __builtin_mul_overflow(tensor->count, plumb_dtype_size(tensor->dtype), &bytes) || bytes > PTRDIFF_MAX)
        return plumb_tensor_fail(tensor, &question->error, "shape does not fit into memory");
    return 0;
}

static int check_name(plumb_question *question, const plumb_tensor *tensor) {
    for (size_t i = 0; i < question->tensors; i++)
        if (strcmp(question->tensor[i].name, tensor->name) == 0)
            return plumb_tensor_fail(tensor, &question->error, "given twice");
    if (question->tensors == PLUMB_QUESTION_TENSORS)
        return plumb_tensor_fail(tensor, &question->error, "more than %d tensors", PLUMB_QUESTION_TENSORS);
    return 0;
}

static int check_dtype(plumb_question *question, const plumb_tensor *tensor) {
    static const char known[] = "F64, F32, F16, BF16, F8_E4M3, F8_E5M2, F8_E8M0, BOOL, I8, U8, I32, I64";
    if (tensor->dtype != PLUMB_DTYPE_OTHER)
        return 0;
    plumb_tensor_fail(tensor, &question->error, "dtype '%s' is not one of %s", tensor->dtype_name, known);
    return plumb_fail_of(&question->error, tensor->name, tensor->dtype_name, known);
}

static int name_tensor(plumb_question *question, plumb_tensor *tensor, const char *name, const char *dtype) {
    tensor->source = plumb_question_name;
    tensor->name = plumb_storage_text(&question->storage, name);
    tensor->dtype = plumb_dtype_from_name(dtype);
    tensor->dtype_name = plumb_storage_text(&question->storage, dtype);
    if (tensor->name == NULL || tensor->dtype_name == NULL)
        return plumb_question_short_of_memory(question);
    return check_open(question, name) != 0 || check_name(question, tensor) != 0 ? -1 : check_dtype(question, tensor);
}

/* What the host gives. */
typedef struct {
    const char *name, *dtype;
    const size_t *shape;
    const ptrdiff_t *strides;
    size_t rank;
    const void *data;
    bool stays;
} given_tensor;

static int add_tensor(plumb_question *question, const given_tensor *given) {
    plumb_tensor tensor = {.rank = given->rank};
    ptrdiff_t stride[PLUMB_RANK_MAX];
    if (name_tensor(question, &tensor, given->name, given->dtype) != 0 ||
        read_shape(question, &tensor, given->shape) != 0)
        return -1;
    strides_of(&tensor, given->strides, stride);
    if (given->stays && files_are_memory() && is_row_major(&tensor, stride))
        tensor.bytes = given->data;
    else if (gather(question, &tensor, stride, given->data) != 0)
        return -1;
    question->tensor[question->tensors++] = tensor;
    return 0;
}

int plumb_question_tensor(plumb_question *question, const char *name, const char *dtype, const size_t *shape,
                          size_t rank, const void *data) {
    const given_tensor given = {name, dtype, shape, NULL, rank, data, false};
    return plumb_question_enter(question) ? plumb_question_leave(question, add_tensor(question, &given))
                                          : PLUMB_REFUSED;
}

int plumb_question_borrow(plumb_question *question, const char *name, const char *dtype, const size_t *shape,
                          const ptrdiff_t *strides, size_t rank, const void *data) {
    const given_tensor given = {name, dtype, shape, strides, rank, data, true};
    return plumb_question_enter(question) ? plumb_question_leave(question, add_tensor(question, &given))
                                          : PLUMB_REFUSED;
}

/* ---- the rest of a case ---- */

static int set_description(plumb_question *question, const char *json) {
    if (check_open(question, "description") != 0)
        return -1;
    question->description = plumb_storage_text(&question->storage, json);
    return question->description != NULL ? 0 : plumb_question_short_of_memory(question);
}

int plumb_question_describe(plumb_question *question, const char *json) {
    return plumb_question_enter(question) ? plumb_question_leave(question, set_description(question, json))
                                          : PLUMB_REFUSED;
}

static int write_case(const void *context, size_t i, plumb_new_file *file, plumb_error *error) {
    const plumb_question *question = context;
    (void)i;
    return plumb_write_tensors(file, question->tensor, question->tensors,
                               question->description != NULL ? question->description : "{\"version\": 1}", error);
}

static int save(plumb_question *question, const char *path) {
    if (plumb_question_ask(question) != 0)
        return -1;
    if (question->tensors == 0)
        return plumb_fail(&question->error, "%s: it was read from a file; copy that file", question->asked_case.source);
    return plumb_new_files_write(&path, 1, write_case, question, &question->error);
}

int plumb_question_save(plumb_question *question, const char *path) {
    return plumb_question_enter(question) ? plumb_question_leave(question, save(question, path)) : PLUMB_REFUSED;
}
