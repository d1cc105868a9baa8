/* Offsets follow from the shapes, so the header is complete before the first number is written, and the tensors follow
   in its order.  A value that its format does not hold is an error, never rounded.  All of it goes into a file under
   construction (base/new_file.h), so an error leaves nothing behind. */
#include "case/write.h"
#include "base/json_text.h"
#include "base/little_endian.h"
#include "case/encode.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed(const plumb_new_file *file, plumb_error *error) {
    return plumb_fail(error, "%s: cannot be written: %s", file->path, strerror(errno));
}

static int memory_is_short(const plumb_new_file *file, plumb_error *error) {
    return plumb_fail(error, "%s: cannot be written: not enough memory", file->path);
}

static int put(plumb_new_file *file, const void *bytes, size_t size, plumb_error *error) {
    return fwrite(bytes, 1, size, file->stream) == size ? 0 : failed(file, error);
}

/* The tensor that an answer becomes. */
static int describe(const plumb_new_file *file, const plumb_answer *answer, plumb_tensor *tensor, plumb_error *error) {
    *tensor = plumb_tensor_of(answer->name, plumb_format_dtype(answer->format), answer->rank, answer->shape);
    return plumb_shape_count(tensor->shape, tensor->rank, &tensor->count) &&
                   tensor->count <= SIZE_MAX / plumb_dtype_size(tensor->dtype)
               ? 0
               : plumb_fail(error, "%s: %s: more elements than memory has bytes", file->path, answer->name);
}

static int put_values(plumb_new_file *file, const plumb_answer *answer, plumb_error *error) {
    plumb_tensor tensor;
    if (describe(file, answer, &tensor, error) != 0)
        return -1;
    size_t size = plumb_dtype_size(tensor.dtype);
    for (size_t i = 0; i < tensor.count; i++) {
        uint64_t bits;
        unsigned char bytes[8];
        if (!plumb_encode(answer->format, answer->value[i], &bits))
            return plumb_fail(error, "%s: %s: value %a of element %zu is not a number of %s", file->path, answer->name,
                              answer->value[i], i, tensor.dtype_name);
        plumb_store(bytes, size, bits);
        if (put(file, bytes, size, error) != 0)
            return -1;
    }
    return 0;
}

static json_t *json_shape(size_t rank, const size_t *shape) {
    json_t *array = json_array();
    for (size_t i = 0; i < rank; i++)
        plumb_json_add(&array, plumb_json_integer(shape[i]));
    return array;
}

/* A tensor's entry in the header; its data begin at *begin. */
static void add_entry(json_t **header, const plumb_tensor *tensor, size_t *begin) {
    size_t end = *begin + tensor->count * plumb_dtype_size(tensor->dtype);
    plumb_json_put(header, tensor->name,
                   json_pack("{s:s, s:o, s:[I, I]}", "dtype", tensor->dtype_name, "shape",
                             json_shape(tensor->rank, tensor->shape), "data_offsets", (json_int_t)*begin,
                             (json_int_t)end));
    *begin = end;
}

/* Spaces up to a multiple of 8, so that readers that map the file find the data aligned. */
static int put_text(plumb_new_file *file, const char *text, plumb_error *error) {
    size_t length = strlen(text), padding = (8 - length % 8) % 8;
    unsigned char stated[8];
    plumb_store(stated, sizeof stated, length + padding);
    if (put(file, stated, sizeof stated, error) != 0 || put(file, text, length, error) != 0 ||
        put(file, "       ", padding, error) != 0)
        return -1;
    return 0;
}

/* Releases the header. */
static int put_header(plumb_new_file *file, json_t *header, plumb_error *error) {
    char *text = plumb_json_print(header);
    json_decref(header);
    int result = text == NULL ? memory_is_short(file, error) : put_text(file, text, error);
    free(text);
    return result;
}

int plumb_write_safetensors(plumb_new_file *file, const plumb_answer *answers, size_t count, plumb_error *error) {
    json_t *header = json_object();
    size_t begin = 0;
    int result = 0;
    for (size_t i = 0; i < count && result == 0; i++) {
        plumb_tensor tensor;
        result = describe(file, &answers[i], &tensor, error);
        if (result == 0)
            add_entry(&header, &tensor, &begin);
    }
    if (result == 0)
        result = put_header(file, header, error);
    else
        json_decref(header);
    for (size_t i = 0; i < count && result == 0; i++)
        result = put_values(file, &answers[i], error);
    return result;
}

int plumb_write_tensors(plumb_new_file *file, const plumb_tensor *tensors, size_t count, const char *description,
                        plumb_error *error) {
    json_t *header = json_object();
    size_t begin = 0;
    plumb_json_put(&header, "__metadata__", json_pack("{s:s}", "plumbline", description));
    for (size_t i = 0; i < count; i++)
        add_entry(&header, &tensors[i], &begin);
    int result = put_header(file, header, error);
    for (size_t i = 0; i < count && result == 0; i++)
        result = put(file, tensors[i].bytes, tensors[i].count * plumb_dtype_size(tensors[i].dtype), error);
    return result;
}

/* NumPy's tuple: (3,) has a comma that [3] has not. */
static void python_tuple(const plumb_answer *answer, char text[PLUMB_SHAPE_TEXT + 1]) {
    plumb_shape_text(answer->shape, answer->rank, text);
    size_t length = strlen(text);
    text[0] = '(';
    strcpy(text + length - 1, answer->rank == 1 ? ",)" : ")");
}

/* Format 1.0: magic, version, header length in 2 bytes, header, all a multiple of 64 bytes. */
static int put_npy_header(plumb_new_file *file, const plumb_answer *answer, const char *descr, plumb_error *error) {
    enum { PREFIX = 10, ALIGNMENT = 64 };
    char tuple[PLUMB_SHAPE_TEXT + 1], header[PLUMB_SHAPE_TEXT + 2 * ALIGNMENT + PREFIX];
    python_tuple(answer, tuple);
    memcpy(header, "\x93NUMPY\x01\x00", PREFIX - 2);
    size_t length = PREFIX;
    length += (size_t)snprintf(header + length, sizeof header - length,
                               "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, tuple);
    while (length % ALIGNMENT != ALIGNMENT - 1)
        header[length++] = ' ';
    header[length++] = '\n';
    plumb_store((unsigned char *)header + PREFIX - 2, 2, length - PREFIX);
    return put(file, header, length, error);
}

int plumb_write_npy(plumb_new_file *file, const plumb_answer *answer, plumb_error *error) {
    static const char *const descr[] = {
        [PLUMB_F64] = "<f8", [PLUMB_F32] = "<f4", [PLUMB_F16] = "<f2", [PLUMB_BF16] = NULL};
    if (descr[answer->format] == NULL)
        return plumb_fail(error, "%s: %s: .npy has no BF16; write a .safetensors file", file->path, answer->name);
    if (put_npy_header(file, answer, descr[answer->format], error) != 0)
        return -1;
    return put_values(file, answer, error);
}
