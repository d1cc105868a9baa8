/* safetensors_bytes.h - safetensors files in memory, right and wrong, for the tests. */
#ifndef PLUMB_TESTS_CASE_SAFETENSORS_BYTES_H
#define PLUMB_TESTS_CASE_SAFETENSORS_BYTES_H
#include "base/little_endian.h"
#include "tests/support/check.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    unsigned char *bytes;
    size_t size;
} file_bytes;

/* Header length, header, then data_size bytes copied from data (zeros if NULL).  In a block of
   exactly that size, so that an address sanitizer sees every byte read past its end. */
static inline file_bytes safetensors_file(const char *header, const void *data, size_t data_size) {
    size_t length = strlen(header);
    file_bytes file = {calloc(8 + length + data_size, 1), 8 + length + data_size};
    ck_assert_ptr_nonnull(file.bytes);
    plumb_store(file.bytes, 8, length);
    memcpy(file.bytes + 8, header, length);
    if (data != NULL)
        memcpy(file.bytes + 8 + length, data, data_size);
    return file;
}

/* Any bytes, in such a block. */
static inline file_bytes file_of(const char *bytes, size_t size) {
    file_bytes file = {malloc(size + (size == 0)), size};
    ck_assert_ptr_nonnull(file.bytes);
    memcpy(file.bytes, bytes, size);
    return file;
}
#endif
