/* tensor.h - a tensor in a file: a name, a dtype, a shape, and bytes not yet read. */
#ifndef PLUMB_CASE_TENSOR_H
#define PLUMB_CASE_TENSOR_H
#include "base/error.h"
#include "problem/format.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The dtypes of a case; PLUMB_DTYPE_OTHER is any other that a file may hold beside them. */
typedef enum {
    PLUMB_DTYPE_F64,
    PLUMB_DTYPE_F32,
    PLUMB_DTYPE_F16,
    PLUMB_DTYPE_BF16,
    PLUMB_DTYPE_BOOL,
    PLUMB_DTYPE_I32,
    PLUMB_DTYPE_I64,
    PLUMB_DTYPE_I8,
    PLUMB_DTYPE_U8,
    PLUMB_DTYPE_F8_E4M3,
    PLUMB_DTYPE_F8_E5M2,
    PLUMB_DTYPE_F8_E8M0, /* of scales alone */
    PLUMB_DTYPE_OTHER
} plumb_dtype;

enum { PLUMB_RANK_MAX = 8 };

typedef struct plumb_tensor {
    const char *source; /* the file, for messages */
    const char *name;   /* "q" */
    plumb_dtype dtype;
    const char *dtype_name; /* as the file spells it */
    size_t rank;
    size_t shape[PLUMB_RANK_MAX];
    size_t count;               /* product of the shape */
    const unsigned char *bytes; /* count elements, little-endian, unaligned, row-major */
    bool passing;               /* the bytes are of base/file.h, and nobody reads them after they are decoded */
    const struct plumb_open_file *file; /* NULL, or that of the bytes, which are let go and read again (base/file.h) */
    const struct plumb_quantised *quantised; /* NULL, or how its elements are stored, which shape and count are of */
    const struct plumb_pages *pages; /* NULL, or where its rows lie (case/pages.h), which shape and count are of */
} plumb_tensor;

/* Writes the message behind "SOURCE: NAME: "; returns -1. */
int plumb_tensor_fail(const plumb_tensor *tensor, plumb_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* By the names of the safetensors format: "F64", "BF16", ... */
plumb_dtype plumb_dtype_from_name(const char *name);

/* A tensor without source, count and bytes. */
plumb_tensor plumb_tensor_of(const char *name, plumb_dtype dtype, size_t rank, const size_t *shape);

/* Bytes per element; 0 for PLUMB_DTYPE_OTHER. */
size_t plumb_dtype_size(plumb_dtype dtype);

/* The inverse of plumb_dtype_from_name; "another" for PLUMB_DTYPE_OTHER. */
const char *plumb_dtype_name(plumb_dtype dtype);

/* The dtype that holds numbers of a format. */
plumb_dtype plumb_format_dtype(plumb_format format);

/* The product of the shape; false if it overflows. A zero anywhere gives zero. */
bool plumb_shape_count(const size_t *shape, size_t rank, size_t *count);

enum { PLUMB_SHAPE_TEXT = PLUMB_RANK_MAX * 21 + 3 };

/* "[1,2,5,64]"; returns text. */
const char *plumb_shape_text(const size_t *shape, size_t rank, char text[PLUMB_SHAPE_TEXT]);

/* The bytes of so many elements from the first; of a quantised tensor, of all that lie together. */
size_t plumb_tensor_bytes(const plumb_tensor *tensor, size_t elements);

/* False if the tensor does not hold floating-point numbers of a known format; PLUMB_F32 of what is quantised, which is
   what most engines make of it. */
bool plumb_tensor_format(const plumb_tensor *tensor, plumb_format *format);

/* The exact values of a tensor of the given format into value[count]. */
void plumb_tensor_decode(const plumb_tensor *tensor, plumb_format format, double *value);

/* The same of the elements from <= i < from + count alone, whose bytes are where those of the tensor have them.  Of a
   quantised tensor both are multiples of the elements that lie together. */
void plumb_tensor_decode_part(const plumb_tensor *tensor, plumb_format format, size_t from, size_t count,
                              double *value);

/* Elements that lie together, the first of which is element `at` of the bytes and `element` of the tensor. */
void plumb_tensor_decode_run(const plumb_tensor *tensor, plumb_format format, size_t at, size_t element, size_t count,
                             double *value);

/* The values of a tensor of dtype I64 or I32 into value[count]. */
void plumb_tensor_decode_integers(const plumb_tensor *tensor, int64_t *value);
#endif
