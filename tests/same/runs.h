/* runs.h - runs of one question as files, whole and in parts, for the tests.

   Each number of a whole of BATCH entries and QUERIES queries follows from its tensor and its index, so a part has the
   numbers of the whole.  They are not results of attention, except those of put_answers. */
#ifndef PLUMB_TESTS_SAME_RUNS_H
#define PLUMB_TESTS_SAME_RUNS_H
#include "case/encode.h"
#include "case/tensor.h"
#include "tests/case/safetensors_bytes.h"
#include "tests/support/check.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 3,
    HEADS = 2,
    KEY_HEADS = 1,
    QUERIES = 4,
    KEYS = 5,
    DIM = 2,
    WIDTH = 3,
    MADE_BYTES = 8192,
    MADE_MOST = 16
};

/* B batch, h and g heads of queries and keys, S queries, K keys, D and W dimensions. */
typedef struct {
    const char *name, *dtype, *axes;
} made_tensor;

static const made_tensor plain_tensors[] = {{"q", "F32", "BhSD"}, {"k", "F32", "BgKD"}, {"v", "F32", "BgKW"},
                                            {"out", "F32", "BhSW"}, {NULL, NULL, NULL}};

/* One that is the same for the whole batch among them, and one that knows neither batch nor queries. */
static const made_tensor many_tensors[] = {{"q", "BF16", "BhSD"},
                                           {"k", "BF16", "BgKD"},
                                           {"v", "BF16", "BgKW"},
                                           {"out", "F32", "BhSW"},
                                           {"lse", "F64", "BhS"},
                                           {"weights", "BF16", "BhSK"},
                                           {"bias", "F64", "B1SK"},
                                           {"query_segments", "I64", "BS"},
                                           {"key_segments", "I32", "BK"},
                                           {"allowed", "BOOL", "1hSK"},
                                           {"gate", "F16", "BhS"},
                                           {"v_bias", "F32", "hW"},
                                           {NULL, NULL, NULL}};

typedef struct {
    const made_tensor *tensors;
    const char *members;                   /* of the description, after the version: "" or ",\"mask\":\"causal\"" */
    size_t batch, queries;                 /* how many */
    size_t first_entry, first_query;       /* from where in the whole */
    size_t start[MADE_MOST + 1];           /* in the bytes, of each tensor */
    unsigned char bytes[MADE_BYTES];
} made_run;

static inline size_t made_size(const made_run *run, char axis) {
    switch (axis) {
    case 'B':
        return run->batch;
    case 'S':
        return run->queries;
    case 'h':
        return HEADS;
    case 'g':
        return KEY_HEADS;
    case 'K':
        return KEYS;
    case 'D':
        return DIM;
    case 'W':
        return WIDTH;
    default:
        return 1;
    }
}

static inline size_t made_count(const made_run *run, size_t tensor) {
    size_t count = 1;
    for (const char *axis = run->tensors[tensor].axes; *axis != 0; axis++)
        count *= made_size(run, *axis);
    return count;
}

static inline size_t made_element_size(const made_run *run, size_t tensor) {
    return plumb_dtype_size(plumb_dtype_from_name(run->tensors[tensor].dtype));
}

/* The number in the whole of the element with that number in the run. */
static inline size_t made_place(const made_run *run, size_t tensor, size_t element) {
    static const made_run whole = {.batch = BATCH, .queries = QUERIES};
    const char *axes = run->tensors[tensor].axes;
    size_t place = 0, factor = 1;
    for (size_t i = strlen(axes); i-- > 0;) {
        size_t shift = axes[i] == 'B' ? run->first_entry : axes[i] == 'S' ? run->first_query : 0;
        place += (shift + element % made_size(run, axes[i])) * factor;
        element /= made_size(run, axes[i]);
        factor *= made_size(&whole, axes[i]);
    }
    return place;
}

static inline uint64_t made_bits(const char *dtype, double value) {
    plumb_tensor tensor = {.dtype = plumb_dtype_from_name(dtype)};
    plumb_format format;
    uint64_t bits = (uint64_t)value;
    if (plumb_tensor_format(&tensor, &format))
        ck_assert(plumb_encode(format, value, &bits));
    return bits;
}

/* Sixteenths between -1 and 1 of formats, small integers, and true for two of three. */
static inline double made_number(const char *dtype, size_t tensor, size_t place) {
    size_t mixed = (place * 2654435761u + tensor * 40503u) % 65521;
    if (dtype[0] == 'I')
        return (double)(mixed % 2);
    return strcmp(dtype, "BOOL") == 0 ? mixed % 3 > 0 : (double)(mixed % 33) / 16 - 1;
}

static inline void put_bits(made_run *run, size_t tensor, size_t element, uint64_t bits) {
    size_t size = made_element_size(run, tensor);
    plumb_store(run->bytes + run->start[tensor] + element * size, size, bits);
}

static inline size_t made_find(const made_run *run, const char *name) {
    size_t tensor = 0;
    while (strcmp(run->tensors[tensor].name, name) != 0)
        tensor++;
    return tensor;
}

/* Another bit pattern in place of one of a tensor that is there. */
static inline void poke(made_run *run, const char *name, size_t element, uint64_t bits) {
    put_bits(run, made_find(run, name), element, bits);
}

static inline uint64_t peek(const made_run *run, const char *name, size_t element) {
    size_t tensor = made_find(run, name), size = made_element_size(run, tensor);
    return plumb_load(run->bytes + run->start[tensor] + element * size, size);
}

static inline made_run make_part(const made_tensor *tensors, const char *members, size_t first_entry, size_t batch,
                                 size_t first_query, size_t queries) {
    made_run run = {.tensors = tensors,
                    .members = members,
                    .batch = batch,
                    .queries = queries,
                    .first_entry = first_entry,
                    .first_query = first_query};
    for (size_t i = 0; tensors[i].name != NULL; i++) {
        size_t count = made_count(&run, i);
        run.start[i + 1] = run.start[i] + count * made_element_size(&run, i);
        ck_assert_uint_le(run.start[i + 1], MADE_BYTES);
        for (size_t element = 0; element < count; element++)
            put_bits(&run, i, element,
                     made_bits(tensors[i].dtype, made_number(tensors[i].dtype, i, made_place(&run, i, element))));
    }
    return run;
}

static inline made_run make_whole(const made_tensor *tensors, const char *members) {
    return make_part(tensors, members, 0, BATCH, 0, QUERIES);
}

static inline double made_value(const made_run *run, const char *name, size_t element) {
    return plumb_decode_f32((uint32_t)peek(run, name, element));
}

/* Element c of the softmax attention of query t, from the definition. */
static inline long double naive_output(const made_run *run, size_t b, size_t h, size_t t, size_t c) {
    long double sum = 0, output = 0;
    for (size_t j = 0; j < KEYS; j++) {
        long double score = 0;
        for (size_t d = 0; d < DIM; d++)
            score += (long double)made_value(run, "q", ((b * HEADS + h) * run->queries + t) * DIM + d) *
                     made_value(run, "k", (b * KEYS + j) * DIM + d);
        long double term = expl(score / sqrtl(DIM));
        sum += term;
        output += term * made_value(run, "v", (b * KEYS + j) * WIDTH + c);
    }
    return output / sum;
}

/* The right answers of plain_tensors, rounded to binary32. */
static inline void put_answers(made_run *run) {
    for (size_t row = 0; row < run->batch * HEADS * run->queries; row++)
        for (size_t c = 0; c < WIDTH; c++) {
            size_t t = row % run->queries, h = row / run->queries % HEADS, b = row / run->queries / HEADS;
            float rounded = (float)naive_output(run, b, h, t, c);
            uint32_t bits;
            memcpy(&bits, &rounded, sizeof bits);
            poke(run, "out", row * WIDTH + c, bits);
        }
}

/* The header, of at most that size; the quotes of the members are escaped. */
static inline void write_header(const made_run *run, char *header, size_t size) {
    size_t length = (size_t)snprintf(header, size, "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1");
    for (const char *c = run->members; *c != 0; c++)
        length += (size_t)snprintf(header + length, size - length, *c == '"' ? "\\%c" : "%c", *c);
    length += (size_t)snprintf(header + length, size - length, "}\"}");
    for (size_t i = 0; run->tensors[i].name != NULL; i++) {
        length += (size_t)snprintf(header + length, size - length, ",\"%s\":{\"dtype\":\"%s\",\"shape\":[",
                                   run->tensors[i].name, run->tensors[i].dtype);
        for (const char *axis = run->tensors[i].axes; *axis != 0; axis++)
            length += (size_t)snprintf(header + length, size - length, "%zu%s", made_size(run, *axis),
                                       axis[1] != 0 ? "," : "");
        length += (size_t)snprintf(header + length, size - length, "],\"data_offsets\":[%zu,%zu]}", run->start[i],
                                   run->start[i + 1]);
    }
    ck_assert_uint_lt(length + 1, size);
    strcpy(header + length, "}");
}

static inline void save_run(const made_run *run, const char *path) {
    char header[4096];
    size_t tensors = 0;
    while (run->tensors[tensors].name != NULL)
        tensors++;
    write_header(run, header, sizeof header);
    file_bytes file = safetensors_file(header, run->bytes, run->start[tensors]);
    FILE *stream = fopen(path, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(file.bytes, 1, file.size, stream), file.size);
    ck_assert_int_eq(fclose(stream), 0);
    free(file.bytes);
}
#endif
