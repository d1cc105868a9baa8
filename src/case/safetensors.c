/* The length of the header is checked against the file first.  The header is then read member by member, so that
   jansson never holds more than one tensor's entry, and each entry's dtype, shape and offsets are checked against the
   data.  At last the tensors are sorted by their places, which must fill the data without an overlap or a gap.  Names
   are copied into one block of the header's size: the header quotes them, so they fit. */
#include "case/safetensors.h"
#include "base/file.h"
#include "base/json.h"
#include "base/little_endian.h"
#include "case/shape.h"
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A tensor's entry is a few hundred bytes; jansson takes up to forty times as much for it. */
enum { LENGTH_BYTES = 8, HEADER_MAX = 100000000, ENTRY_MAX = 4096 };

/* Where a tensor's bytes lie within the data. */
typedef struct {
    const char *name;
    size_t begin, end;
} span;

typedef struct {
    const char *source;
    const char *where;         /* the header, for messages */
    const unsigned char *data; /* what follows the header */
    size_t size;
    char *names; /* room for what is left of the header's names */
    span *place; /* [out->count] */
    plumb_safetensors *out;
    plumb_storage *storage;
    plumb_error *error;
} parser;

/* A copy of a text of the header.  Together they are shorter than the header, which quotes them. */
static const char *keep(parser *p, const char *text) {
    char *copy = p->names;
    size_t size = strlen(text) + 1;
    memcpy(copy, text, size);
    p->names += size;
    return copy;
}

static int read_size(const json_t *value, size_t *size) {
    if (!json_is_integer(value) || json_integer_value(value) < 0 || (uintmax_t)json_integer_value(value) > SIZE_MAX)
        return -1;
    *size = (size_t)json_integer_value(value);
    return 0;
}

static int read_dtype(parser *p, const json_t *entry, plumb_tensor *tensor) {
    const char *name = json_string_value(json_object_get(entry, "dtype"));
    if (name == NULL)
        return plumb_tensor_fail(tensor, p->error, "dtype is missing or not a string");
    tensor->dtype = plumb_dtype_from_name(name);
    tensor->dtype_name = keep(p, name);
    return 0;
}

static int read_shape(parser *p, const json_t *entry, plumb_tensor *tensor) {
    const json_t *shape = json_object_get(entry, "shape");
    if (!json_is_array(shape))
        return plumb_tensor_fail(tensor, p->error, "shape is missing or not an array");
    if (json_array_size(shape) > PLUMB_RANK_MAX)
        return plumb_tensor_fail(tensor, p->error, "shape has %zu dimensions; expected at most %d",
                                 json_array_size(shape), PLUMB_RANK_MAX);
    tensor->rank = json_array_size(shape);
    for (size_t i = 0; i < tensor->rank; i++)
        if (read_size(json_array_get(shape, i), &tensor->shape[i]) != 0)
            return plumb_tensor_fail(tensor, p->error, "shape[%zu] is not a non-negative integer", i);
    return plumb_shape_settle(tensor, p->error);
}

static int read_offsets(parser *p, const json_t *entry, plumb_tensor *tensor, span *place) {
    const json_t *offsets = json_object_get(entry, "data_offsets");
    if (!json_is_array(offsets) || json_array_size(offsets) != 2 ||
        read_size(json_array_get(offsets, 0), &place->begin) != 0 ||
        read_size(json_array_get(offsets, 1), &place->end) != 0)
        return plumb_tensor_fail(tensor, p->error, "data_offsets is missing or not two non-negative integers");
    if (place->begin > place->end)
        return plumb_tensor_fail(tensor, p->error, "data_offsets [%zu,%zu] end before they begin", place->begin,
                                 place->end);
    if (place->end > p->size)
        return plumb_tensor_fail(tensor, p->error, "data_offsets [%zu,%zu] exceed the %zu bytes of data", place->begin,
                                 place->end, p->size);
    place->name = tensor->name;
    tensor->bytes = p->data + place->begin;
    return 0;
}

static int check_members(parser *p, const char *name, json_t *entry) {
    const char *key;
    json_t *value;
    if (!json_is_object(entry))
        return plumb_fail(p->error, "%s: %s: header entry is not an object", p->source, name);
    json_object_foreach(entry, key, value) {
        if (strcmp(key, "dtype") != 0 && strcmp(key, "shape") != 0 && strcmp(key, "data_offsets") != 0)
            return plumb_fail(p->error, "%s: %s: unknown header member '%s'", p->source, name, key);
    }
    return 0;
}

static int read_tensor(parser *p, json_t *entry, plumb_tensor *tensor, span *place) {
    if (check_members(p, tensor->name, entry) != 0 || read_dtype(p, entry, tensor) != 0 ||
        read_shape(p, entry, tensor) != 0 || read_offsets(p, entry, tensor, place) != 0)
        return -1;
    return tensor->dtype == PLUMB_DTYPE_OTHER ? 0 : plumb_shape_fills(tensor, place->end - place->begin, "", p->error);
}

/* A member of the header but for __metadata__. */
static int read_entry(parser *p, const char *name, const char *text, size_t length) {
    plumb_tensor *tensor = &p->out->tensor[p->out->count];
    if (text[0] != '{')
        return plumb_fail(p->error, "%s: %s: header entry is not an object", p->source, name);
    if (length > ENTRY_MAX)
        return plumb_fail(p->error, "%s: %s: header entry has %zu bytes; expected at most %d", p->source, name, length,
                          ENTRY_MAX);
    json_t *entry = plumb_json_parse(text, length, p->where, p->error);
    if (entry == NULL)
        return -1;
    *tensor = (plumb_tensor){.source = p->source, .name = keep(p, name)};
    int result = read_tensor(p, entry, tensor, &p->place[p->out->count++]);
    json_decref(entry);
    return result;
}

static int read_metadatum(void *context, const char *key, const char *text, size_t length) {
    parser *p = context;
    if (text[0] != '"')
        return plumb_fail(p->error, "%s: __metadata__: '%s' is not a string", p->source, key);
    if (strcmp(key, "plumbline") != 0)
        return 0;
    char *description = plumb_json_string(text, length);
    p->out->description = description == NULL ? NULL : plumb_storage_text(p->storage, description);
    free(description);
    return p->out->description != NULL ? 0 : plumb_fail(p->error, "%s: not enough memory", p->source);
}

static int read_metadata(parser *p, const char *text, size_t length) {
    if (text[0] != '{')
        return plumb_fail(p->error, "%s: __metadata__ is not an object", p->source);
    const plumb_json_receiver receiver = {NULL, read_metadatum, p};
    return plumb_json_members(text, length, p->where, &receiver, p->error);
}

static int by_place(const void *left, const void *right) {
    const span *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

/* The format wants the data indexed entirely: no byte in two tensors, none in no tensor. */
static int check_places(parser *p, span *place, size_t count) {
    size_t filled = 0;
    qsort(place, count, sizeof *place, by_place);
    for (size_t i = 0; i < count; i++) {
        if (place[i].begin < filled)
            return plumb_fail(p->error, "%s: %s: data overlap those of %s", p->source, place[i].name,
                              place[i - 1].name);
        if (place[i].begin > filled)
            return plumb_fail(p->error, "%s: %s: bytes %zu to %zu before its data belong to no tensor", p->source,
                              place[i].name, filled, place[i].begin);
        filled = place[i].end;
    }
    if (filled != p->size)
        return plumb_fail(p->error, "%s: the last %zu bytes belong to no tensor", p->source, p->size - filled);
    return 0;
}

static int is_metadata(const char *key) {
    return strcmp(key, "__metadata__") == 0;
}

static int take_arrays(void *context, size_t members) {
    parser *p = context;
    p->out->tensor = plumb_storage_take(p->storage, members, sizeof *p->out->tensor);
    p->place = plumb_storage_take(p->storage, members, sizeof *p->place);
    return p->out->tensor != NULL && p->place != NULL ? 0 : plumb_fail(p->error, "%s: not enough memory", p->source);
}

static int read_member(void *context, const char *key, const char *text, size_t length) {
    return is_metadata(key) ? read_metadata(context, text, length) : read_entry(context, key, text, length);
}

static int read_header(parser *p, const char *header, size_t length) {
    p->names = plumb_storage_take(p->storage, length, 1);
    if (p->names == NULL)
        return plumb_fail(p->error, "%s: not enough memory", p->source);
    const plumb_json_receiver receiver = {take_arrays, read_member, p};
    if (plumb_json_members(header, length, p->where, &receiver, p->error) != 0)
        return -1;
    return check_places(p, p->place, p->out->count);
}

/* The length of the header, once it is known to be inside the file and to look like an object. */
static int header_length(const unsigned char *bytes, size_t size, const char *source, size_t *length,
                         plumb_error *error) {
    if (size < LENGTH_BYTES)
        return plumb_fail(error, "%s: %zu bytes are too few for a safetensors file", source, size);
    uint64_t stated = plumb_load(bytes, LENGTH_BYTES);
    if (stated > HEADER_MAX)
        return plumb_fail(error, "%s: header length %" PRIu64 " is above the format's limit of %d%s", source, stated,
                          HEADER_MAX, plumb_file_kind(bytes, size, true));
    if (stated > size - LENGTH_BYTES)
        return plumb_fail(error, "%s: header length %" PRIu64 " exceeds the %zu bytes after it%s", source, stated,
                          size - LENGTH_BYTES,
                          size > LENGTH_BYTES && bytes[LENGTH_BYTES] == '{' ? "; the file seems to be truncated"
                                                                            : plumb_file_kind(bytes, size, true));
    if (stated == 0 || bytes[LENGTH_BYTES] != '{')
        return plumb_fail(error, "%s: header does not start with '{'", source);
    size_t end = LENGTH_BYTES + (size_t)stated;
    while (bytes[end - 1] == ' ')
        end--;
    if (bytes[end - 1] != '}')
        return plumb_fail(error, "%s: header does not end with '}' and spaces", source);
    *length = (size_t)stated;
    return 0;
}

int plumb_safetensors_parse(const unsigned char *bytes, size_t size, const char *source, plumb_storage *storage,
                            plumb_safetensors *out, plumb_error *error) {
    size_t length = 0;
    *out = (plumb_safetensors){0, NULL, NULL};
    if (header_length(bytes, size, source, &length, error) != 0)
        return -1;
    char where[sizeof *error];
    snprintf(where, sizeof where, "%s: header", source);
    parser p = {.source = source,
                .where = where,
                .data = bytes + LENGTH_BYTES + length,
                .size = size - LENGTH_BYTES - length,
                .out = out,
                .storage = storage,
                .error = error};
    return read_header(&p, (const char *)bytes + LENGTH_BYTES, length);
}
