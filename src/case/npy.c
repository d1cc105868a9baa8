/* The header is a Python literal, but nothing is evaluated: this parser accepts a dict with exactly the three members
   that NumPy writes, in any order, strings without escapes and decimal sizes.  Magic, version and header length are
   checked against the file before the header is read, and no byte behind the header's end is looked at.  At the end the
   elements that the shape states must fill the rest of the file exactly. */
#include "case/npy.h"
#include "base/file.h"
#include "base/little_endian.h"
#include "case/shape.h"
#include <stdint.h>
#include <string.h>

/* The magic string, two bytes of version, and two (format 1.0) or four bytes of header length. */
enum { MAGIC = 6, VERSION = 2, PREFIX = MAGIC + VERSION };

/* The header of a plain array takes some 80 bytes; NumPy itself reads at most 10000. */
enum { HEADER_MAX = 10000 };

static const struct {
    const char *descr;
    plumb_dtype dtype;
} dtypes[] = {{"<f8", PLUMB_DTYPE_F64}, {"<f4", PLUMB_DTYPE_F32}, {"<f2", PLUMB_DTYPE_F16},
              {"<i8", PLUMB_DTYPE_I64}, {"<i4", PLUMB_DTYPE_I32}, {"|b1", PLUMB_DTYPE_BOOL},
              {"|i1", PLUMB_DTYPE_I8},  {"|u1", PLUMB_DTYPE_U8}};

/* The header is a Python dict literal: {'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)} */
typedef struct {
    const char *next, *end;
    plumb_tensor *tensor;
    bool bfloat16;
    bool descr, fortran_order, shape; /* members seen */
    plumb_error *error;
} parser;

static int malformed(const parser *p, const char *wanted) {
    return plumb_tensor_fail(p->tensor, p->error, "malformed header: %s expected", wanted);
}

static void skip_spaces(parser *p) {
    while (p->next < p->end && (*p->next == ' ' || *p->next == '\n'))
        p->next++;
}

static bool accept(parser *p, const char *token) {
    size_t length = strlen(token);
    skip_spaces(p);
    if ((size_t)(p->end - p->next) < length || memcmp(p->next, token, length) != 0)
        return false;
    p->next += length;
    return true;
}

/* A string without escapes, in either of Python's quotes. */
static int read_string(parser *p, const char **text, int *length) {
    char quote = accept(p, "'") ? '\'' : accept(p, "\"") ? '"' : 0;
    if (quote == 0)
        return malformed(p, "a string");
    const char *close = memchr(p->next, quote, (size_t)(p->end - p->next));
    if (close == NULL)
        return malformed(p, "a closing quote");
    *text = p->next;
    *length = (int)(close - p->next);
    p->next = close + 1;
    return 0;
}

static bool same(const char *text, int length, const char *word) {
    return strlen(word) == (size_t)length && memcmp(text, word, (size_t)length) == 0;
}

static const char *dtype_hint(const char *text, int length) {
    if (same(text, length, "<V2") || same(text, length, "|V2"))
        return "; bfloat16 of ml_dtypes: save array.view(numpy.uint16) and pass --bf16";
    if (same(text, length, "|V1") || same(text, length, "<V1"))
        return "; float8 of ml_dtypes: save array.view(numpy.uint8), and pass for instance --k-format e4m3";
    return length > 0 && text[0] == '>' ? "; save it in little-endian order" : "";
}

static int read_descr(parser *p) {
    const char *text;
    int length;
    if (read_string(p, &text, &length) != 0)
        return -1;
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        if (same(text, length, dtypes[i].descr)) {
            p->tensor->dtype = dtypes[i].dtype;
            p->tensor->dtype_name = dtypes[i].descr;
            return 0;
        }
    if (!same(text, length, "<u2"))
        return plumb_tensor_fail(p->tensor, p->error,
                                 "dtype '%.*s' is not one of '<f8', '<f4', '<f2', '<u2', '<i8', '<i4', '|i1', '|u1', "
                                 "'|b1'%s",
                                 length, text, dtype_hint(text, length));
    if (!p->bfloat16)
        return plumb_tensor_fail(p->tensor, p->error, "dtype '<u2' is supported only as bfloat16, with --bf16");
    p->tensor->dtype = PLUMB_DTYPE_BF16;
    p->tensor->dtype_name = "<u2";
    return 0;
}

static int read_order(parser *p) {
    if (accept(p, "False"))
        return 0;
    if (!accept(p, "True"))
        return malformed(p, "True or False");
    return plumb_tensor_fail(p->tensor, p->error, "Fortran order is not supported; save it in C order");
}

static int read_dimension(parser *p, size_t *dimension) {
    const char *start = p->next;
    size_t value = 0;
    for (; p->next < p->end && *p->next >= '0' && *p->next <= '9'; p->next++) {
        size_t digit = (size_t)(*p->next - '0');
        if (value > (SIZE_MAX - digit) / 10)
            return plumb_tensor_fail(p->tensor, p->error, "a dimension is larger than any memory");
        value = 10 * value + digit;
    }
    if (p->next == start)
        return malformed(p, "a dimension");
    *dimension = value;
    return 0;
}

static int read_shape(parser *p) {
    plumb_tensor *tensor = p->tensor;
    if (!accept(p, "("))
        return malformed(p, "a tuple");
    while (!accept(p, ")")) {
        if (tensor->rank == PLUMB_RANK_MAX)
            return plumb_tensor_fail(tensor, p->error, "shape has more than %d dimensions", PLUMB_RANK_MAX);
        if (read_dimension(p, &tensor->shape[tensor->rank]) != 0)
            return -1;
        tensor->rank++;
        if (accept(p, ","))
            skip_spaces(p);
        else if (tensor->rank == 1 || p->next == p->end || *p->next != ')')
            return malformed(p, "a comma"); /* (3) is a number, not a tuple */
    }
    return 0;
}

static int read_member(parser *p) {
    const struct {
        const char *name;
        bool *seen;
        int (*read)(parser *);
    } members[] = {{"descr", &p->descr, read_descr},
                   {"fortran_order", &p->fortran_order, read_order},
                   {"shape", &p->shape, read_shape}};
    const char *text;
    int length;
    if (read_string(p, &text, &length) != 0)
        return -1;
    if (!accept(p, ":"))
        return malformed(p, "':'");
    skip_spaces(p);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (same(text, length, members[i].name)) {
            if (*members[i].seen)
                return plumb_tensor_fail(p->tensor, p->error, "header states '%s' twice", members[i].name);
            *members[i].seen = true;
            return members[i].read(p);
        }
    return plumb_tensor_fail(p->tensor, p->error, "unknown header member '%.*s'", length, text);
}

static int read_members(parser *p) {
    if (!accept(p, "{"))
        return malformed(p, "'{'");
    while (!accept(p, "}")) {
        if (read_member(p) != 0)
            return -1;
        if (!accept(p, ",") && (p->next == p->end || *p->next != '}'))
            return malformed(p, "a comma");
    }
    skip_spaces(p);
    if (p->next != p->end)
        return malformed(p, "its end");
    if (!p->descr || !p->fortran_order || !p->shape)
        return plumb_tensor_fail(p->tensor, p->error, "header does not state '%s'",
                                 !p->descr           ? "descr"
                                 : !p->fortran_order ? "fortran_order"
                                                     : "shape");
    return 0;
}

/* Where the header begins and how long it is. */
static int find_header(const unsigned char *bytes, size_t size, const plumb_tensor *tensor, size_t *begin,
                       size_t *length, plumb_error *error) {
    if (size < PREFIX || memcmp(bytes, "\x93NUMPY", MAGIC) != 0)
        return plumb_tensor_fail(tensor, error, "not a .npy file%s", plumb_file_kind(bytes, size, false));
    unsigned major = bytes[MAGIC], minor = bytes[MAGIC + 1];
    if (major < 1 || major > 3 || minor != 0)
        return plumb_tensor_fail(tensor, error, ".npy format %u.%u is not one of 1.0, 2.0, 3.0", major, minor);
    size_t length_bytes = major == 1 ? 2 : 4;
    *begin = PREFIX + length_bytes;
    if (size < *begin)
        return plumb_tensor_fail(tensor, error, "the file ends inside its header");
    *length = (size_t)plumb_load(bytes + PREFIX, length_bytes);
    if (*length > HEADER_MAX)
        return plumb_tensor_fail(tensor, error, "header length %zu is above the limit of %d", *length, HEADER_MAX);
    if (*length > size - *begin)
        return plumb_tensor_fail(tensor, error, "header length %zu exceeds the %zu bytes after it", *length,
                                 size - *begin);
    return 0;
}

int plumb_npy_parse(const unsigned char *bytes, size_t size, const char *source, const char *name, bool bfloat16,
                    plumb_tensor *out, plumb_error *error) {
    size_t begin = 0, length = 0;
    *out = (plumb_tensor){.source = source, .name = name};
    if (find_header(bytes, size, out, &begin, &length, error) != 0)
        return -1;
    const char *header = (const char *)bytes + begin;
    parser p = {header, header + length, out, bfloat16, false, false, false, error};
    if (read_members(&p) != 0)
        return -1;
    if (plumb_shape_settle(out, error) != 0)
        return -1;
    out->bytes = bytes + begin + length;
    return plumb_shape_fills(out, size - begin - length, "'", error);
}
