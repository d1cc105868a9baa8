/* draft.h - whole cases in memory, right and wrong, for the tests. */
#ifndef PLUMB_TESTS_CASE_DRAFT_H
#define PLUMB_TESTS_CASE_DRAFT_H
#include "case/read.h"
#include "case/tensor.h"
#include "tests/case/safetensors_bytes.h"
#include "tests/support/check.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A case under construction: a header of tensors filled with bytes one after the other. */
typedef struct {
    char header[4096];
    size_t data_size;
} draft;

static inline void append(draft *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline void append(draft *d, const char *format, ...) {
    size_t length = strlen(d->header);
    va_list arguments;
    va_start(arguments, format);
    int added = vsnprintf(d->header + length, sizeof d->header - length, format, arguments);
    va_end(arguments);
    ck_assert_int_lt(added, (int)(sizeof d->header - length));
}

static inline void add_tensor(draft *d, const char *name, const char *dtype, const char *shape,
                              size_t bytes) {
    append(d, ",\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%zu,%zu]}", name, dtype,
           shape, d->data_size, d->data_size + bytes);
    d->data_size += bytes;
}

/* members: what the description says besides its version, "" or ",\"mask\":\"causal\"". */
static inline draft start(const char *members) {
    draft d = {.data_size = 0};
    append(&d, "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1");
    for (const char *c = members; *c != 0; c++)
        append(&d, *c == '"' ? "\\%c" : "%c", *c);
    append(&d, "}\"}");
    return d;
}

/* 2 batches, 6 query heads, 3 queries of 4; 2 key heads, 5 keys; values of 1: all F32. */
static inline draft start_well(const char *members) {
    draft d = start(members);
    add_tensor(&d, "q", "F32", "[2,6,3,4]", 576);
    add_tensor(&d, "k", "F32", "[2,2,5,4]", 320);
    add_tensor(&d, "v", "F32", "[2,2,5,1]", 80);
    return d;
}

/* 2 batches, 6 query heads on 2 key heads, 3 queries, 5 keys, head_dim 4, value_dim 3. */
enum { INPUT_BYTES = 4 * (2 * 6 * 3 * 4 + 2 * 2 * 5 * 4 + 2 * 2 * 5 * 3) };

static inline size_t tensor_bytes(const char *dtype, const char *shape) {
    size_t bytes = plumb_dtype_size(plumb_dtype_from_name(dtype));
    for (const char *c = shape; *c != ']'; c++)
        if (*c == '[' || *c == ',')
            bytes *= (size_t)strtoull(c + 1, NULL, 10);
    return bytes;
}

/* tensors: "sinks F32 [6] k_star F64 [4]" */
static inline draft start_with(const char *members, const char *tensors) {
    draft d = start(members);
    char name[24], dtype[8], shape[32];
    int length;
    add_tensor(&d, "q", "F32", "[2,6,3,4]", 4 * 2 * 6 * 3 * 4);
    add_tensor(&d, "k", "F32", "[2,2,5,4]", 4 * 2 * 2 * 5 * 4);
    add_tensor(&d, "v", "F32", "[2,2,5,3]", 4 * 2 * 2 * 5 * 3);
    while (sscanf(tensors, "%23s %7s %31s%n", name, dtype, shape, &length) == 3) {
        add_tensor(&d, name, dtype, shape, tensor_bytes(dtype, shape));
        tensors += length;
    }
    return d;
}

static inline int finish(draft *d, const void *data, plumb_case *out, plumb_error *error) {
    append(d, "}");
    file_bytes file = safetensors_file(d->header, data, d->data_size);
    int result = plumb_case_read_bytes(file.bytes, file.size, "x", out, error);
    free(file.bytes);
    return result;
}

static inline void refuse_data(draft d, const void *data, const char *message) {
    plumb_case c;
    plumb_error error = {""};
    ck_assert_int_eq(finish(&d, data, &c, &error), -1);
    ck_assert_str_eq(error.text, message);
    ck_assert_ptr_null(c.storage);
}

static inline void refuse(draft d, const char *message) {
    refuse_data(d, NULL, message);
}

static inline plumb_case accept(draft d, const void *data) {
    plumb_case c;
    plumb_error error = {""};
    int result = finish(&d, data, &c, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    return c;
}
#endif
