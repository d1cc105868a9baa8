#include "case/description.h"
#include "case/choices.h"
#include "case/engine_precision.h"
#include "case/json.h"
#include "case/masks.h"
#include "case/parameters.h"
#include "case/positions.h"
#include "case/scale.h"
#include "case/values.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    plumb_storage *storage;
    plumb_description *out;
    bool version; /* seen */
    plumb_error *error;
} parser;

/* Reads one member; field is its place for messages, such as "case.safetensors: plumbline.mask". */
typedef int reader(parser *p, const char *field, json_t *value);

typedef struct {
    const char *key;
    reader *read;
} member;

enum { FIELD = sizeof(plumb_error), OBJECT = FIELD * 3 / 4 };

int plumb_description_alignment(plumb_description *out, const char *field, const char *text,
                                plumb_error *error) {
    if (strcmp(text, "top-left") == 0)
        out->alignment = PLUMB_ALIGNMENT_TOP_LEFT;
    else if (strcmp(text, "bottom-right") == 0)
        out->alignment = PLUMB_ALIGNMENT_BOTTOM_RIGHT;
    else
        return plumb_fail(error, "%s: '%s' is not one of top-left, bottom-right, an offset", field,
                          text);
    return 0;
}

int plumb_description_offset(plumb_description *out, const char *field, int64_t offset,
                             plumb_error *error) {
    if (offset > PLUMB_OFFSET_MAX || offset < -PLUMB_OFFSET_MAX)
        return plumb_fail(error, "%s: offset %" PRId64 " is beyond +-2^53", field, offset);
    out->alignment = PLUMB_ALIGNMENT_OFFSET;
    out->offset = offset;
    return 0;
}

int plumb_description_scale(plumb_description *out, const char *field, const char *text,
                            plumb_error *error) {
    if (strcmp(text, "1/sqrt(head_dim)") == 0) {
        out->scale = NULL;
        return 0;
    }
    if (!plumb_scale_is_exact(text))
        return plumb_fail(error,
                          "%s: '%s' is not an exact decimal, a ratio of integers or "
                          "1/sqrt(head_dim)",
                          field, text);
    out->scale = text;
    return 0;
}

int plumb_description_empty_row(plumb_description *out, const char *field, const char *text,
                                plumb_error *error) {
    static const char *const names[] = {[PLUMB_EMPTY_ROW_ZERO] = "zero",
                                        [PLUMB_EMPTY_ROW_NAN] = "nan",
                                        [PLUMB_EMPTY_ROW_MEAN] = "mean",
                                        NULL};
    size_t number = 0;
    if (plumb_choose_word(names, field, text, &number, error) != 0)
        return -1;
    out->empty_row = (plumb_empty_row)number;
    return 0;
}

int plumb_description_empty_lse(plumb_description *out, const char *field, const char *text,
                                plumb_error *error) {
    static const char *const signs[] = {"minus-infinity", "plus-infinity", NULL};
    size_t number = 0;
    if (plumb_choose_word(signs, field, text, &number, error) != 0)
        return -1;
    out->empty_lse_positive = number == 1;
    out->empty_lse_stated = true;
    return 0;
}

int plumb_description_gqa(plumb_description *out, const char *field, const char *text,
                          plumb_error *error) {
    static const char *const orders[] = {"interleave", "tile", NULL};
    size_t number = 0;
    if (plumb_choose_word(orders, field, text, &number, error) != 0)
        return -1;
    out->tile = number == 1;
    return 0;
}

int plumb_description_scale_site(plumb_description *out, const char *field, const char *text,
                                 plumb_error *error) {
    static const char *const sites[] = {"score", "query", "both", NULL};
    size_t number = 0;
    if (plumb_choose_word(sites, field, text, &number, error) != 0)
        return -1;
    out->scale_site = sites[number];
    return 0;
}

int plumb_description_line(const char **out, const char *field, const char *text,
                           plumb_error *error) {
    for (const char *c = text; *c != 0; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            return plumb_fail(error, "%s: '%s' holds a control character", field, text);
    *out = text;
    return 0;
}

/* The text of a JSON string, owned by storage; NULL after a message. */
static const char *read_text(parser *p, const char *field, const json_t *value) {
    if (!json_is_string(value)) {
        plumb_fail(p->error, "%s: not a string", field);
        return NULL;
    }
    const char *text = plumb_storage_text(p->storage, json_string_value(value));
    if (text == NULL)
        plumb_fail(p->error, "%s: not enough memory", field);
    return text;
}

static int read_line(parser *p, const char *field, const json_t *value, const char **out) {
    const char *text = read_text(p, field, value);
    return text == NULL ? -1 : plumb_description_line(out, field, text, p->error);
}

/* A member whose text one function reads from files and flags alike. */
static int read_word(parser *p, const char *field, const json_t *value,
                     int set(plumb_description *, const char *field, const char *text,
                             plumb_error *)) {
    const char *text = read_text(p, field, value);
    return text == NULL ? -1 : set(p->out, field, text, p->error);
}

static int read_version(parser *p, const char *field, json_t *value) {
    if (!json_is_integer(value) || json_integer_value(value) != 1)
        return plumb_fail(p->error, "%s: not 1, the only version that is read", field);
    p->version = true;
    return 0;
}

static int read_operator(parser *p, const char *field, json_t *value) {
    return read_word(p, field, value, plumb_description_operator);
}

static int read_sink(parser *p, const char *field, json_t *value) {
    return read_word(p, field, value, plumb_description_sink);
}

/* A member whose integer one function reads from files and flags alike. */
static int read_integer(parser *p, const char *field, const json_t *value,
                        int set(plumb_description *, const char *field, int64_t number,
                                plumb_error *)) {
    if (!json_is_integer(value))
        return plumb_fail(p->error, "%s: not an integer", field);
    return set(p->out, field, json_integer_value(value), p->error);
}

static int read_position(parser *p, const char *field, json_t *value) {
    return read_word(p, field, value, plumb_description_position);
}

static int read_gqa(parser *p, const char *field, json_t *value) {
    return read_word(p, field, value, plumb_description_gqa);
}

static int read_scale_site(parser *p, const char *field, json_t *value) {
    return read_word(p, field, value, plumb_description_scale_site);
}

static int read_streaming_positions(parser *p, const char *field, json_t *value) {
    return read_word(p, field, value, plumb_description_streaming_positions);
}

static int read_polarity(parser *p, const char *field, json_t *value) {
    return read_word(p, field, value, plumb_description_polarity);
}

static int read_mask(parser *p, const char *field, json_t *value) {
    return read_word(p, field, value, plumb_description_mask);
}

/* An object of two integers, which start at what they are where it does not state them. */
static int read_pair(parser *p, const char *field, const json_t *value, const char *const key[2],
                     int64_t number[2]) {
    size_t known = 0;
    if (!json_is_object(value))
        return plumb_fail(p->error, "%s: not an object", field);
    for (size_t i = 0; i < 2; i++) {
        const json_t *item = json_object_get(value, key[i]);
        if (item == NULL)
            continue;
        if (!json_is_integer(item))
            return plumb_fail(p->error, "%s.%s: not an integer", field, key[i]);
        number[i] = json_integer_value(item);
        known++;
    }
    if (json_object_size(value) != known)
        return plumb_fail(p->error, "%s: has keys besides %s and %s", field, key[0], key[1]);
    return 0;
}

static int read_window(parser *p, const char *field, json_t *value) {
    static const char *const key[2] = {"left", "right"};
    int64_t number[2] = {-1, -1};
    if (read_pair(p, field, value, key, number) != 0)
        return -1;
    return plumb_description_window(p->out, field, number[0], number[1], p->error);
}

static int read_streaming(parser *p, const char *field, json_t *value) {
    static const char *const key[2] = {"first", "recent"};
    int64_t number[2] = {0, 0};
    if (read_pair(p, field, value, key, number) != 0)
        return -1;
    for (size_t i = 0; i < 2; i++)
        if (json_object_get(value, key[i]) == NULL)
            return plumb_fail(p->error, "%s.%s: missing", field, key[i]);
    return plumb_description_streaming(p->out, field, number[0], number[1], p->error);
}

static int read_prefix(parser *p, const char *field, json_t *value) {
    return read_integer(p, field, value, plumb_description_prefix);
}

static int read_chunk(parser *p, const char *field, json_t *value) {
    return read_integer(p, field, value, plumb_description_chunk);
}

static int read_alignment(parser *p, const char *field, json_t *value) {
    if (json_is_string(value))
        return plumb_description_alignment(p->out, field, json_string_value(value), p->error);
    const json_t *offset = json_object_get(value, "offset");
    if (!json_is_integer(offset) || json_object_size(value) != 1)
        return plumb_fail(p->error, "%s: not top-left, bottom-right or {\"offset\": integer}",
                          field);
    return plumb_description_offset(p->out, field, json_integer_value(offset), p->error);
}

/* A JSON number means the binary64 number it denotes, and that one exactly. */
static int read_scale(parser *p, const char *field, json_t *value) {
    char number[PLUMB_SCALE_TEXT];
    const char *text = number;
    if (json_is_number(value))
        plumb_scale_print(json_number_value(value), number);
    else if (json_is_string(value))
        text = json_string_value(value);
    else
        return plumb_fail(p->error, "%s: neither a number nor a string", field);
    text = plumb_storage_text(p->storage, text);
    if (text == NULL)
        return plumb_fail(p->error, "%s: not enough memory", field);
    return plumb_description_scale(p->out, field, text, p->error);
}

static int read_empty_row(parser *p, const char *field, json_t *value) {
    return read_word(p, field, value, plumb_description_empty_row);
}

static int read_empty_lse(parser *p, const char *field, json_t *value) {
    return read_word(p, field, value, plumb_description_empty_lse);
}

static int read_note(parser *p, const char *field, json_t *value) {
    return read_line(p, field, value, &p->out->note);
}

static int read_engine_name(parser *p, const char *field, json_t *value) {
    return read_line(p, field, value, &p->out->engine_name);
}

static int read_engine_version(parser *p, const char *field, json_t *value) {
    return read_line(p, field, value, &p->out->engine_version);
}

static int read_precision(parser *p, const char *field, json_t *value) {
    if (!json_is_object(value) && !json_is_string(value))
        return plumb_fail(p->error, "%s: neither a string nor an object", field);
    if (json_is_string(value))
        return read_line(p, field, value, &p->out->precision);
    p->out->precision = plumb_engine_precision(value, field, p->storage, p->error);
    return p->out->precision != NULL ? 0 : -1;
}

/* A parameter of case/inputs.h, whose value is of its kind. */
static int read_parameter(parser *p, const char *field, const json_t *value, plumb_input input) {
    plumb_value_kind kind = plumb_input_kind(input);
    if (kind == PLUMB_VALUE_WORD) {
        if (!json_is_string(value))
            return plumb_fail(p->error, "%s: not a string", field);
        return plumb_value_word(p->out, input, field, json_string_value(value), p->error);
    }
    if (kind == PLUMB_VALUE_INTEGER) {
        if (!json_is_integer(value))
            return plumb_fail(p->error, "%s: not an integer", field);
        return plumb_value_integer(p->out, input, field, json_integer_value(value), p->error);
    }
    if (kind == PLUMB_VALUE_TRUTH) {
        if (!json_is_boolean(value))
            return plumb_fail(p->error, "%s: neither true nor false", field);
        return plumb_value_truth(p->out, input, field, json_is_true(value), p->error);
    }
    if (!json_is_number(value))
        return plumb_fail(p->error, "%s: not a number", field);
    return plumb_value_number(p->out, input, field, json_number_value(value), p->error);
}

/* NULL where none of the members has that key. */
static reader *find_reader(const char *key, const member *members, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(key, members[i].key) == 0)
            return members[i].read;
    return NULL;
}

static int read_members(parser *p, const char *object, json_t *value, const member *members,
                        size_t count, bool parameters) {
    const char *key;
    json_t *item;
    json_object_foreach(value, key, item) {
        char field[FIELD];
        plumb_input input;
        reader *read = find_reader(key, members, count);
        int result;
        /* A key longer than any that is known must not push the reason out of the message. */
        snprintf(field, sizeof field, "%s.%.100s", object, key);
        if (read != NULL)
            result = read(p, field, item);
        else if (parameters && plumb_input_find(key, &input))
            result = read_parameter(p, field, item, input);
        else
            result = plumb_fail(p->error, "%s: unknown key", field);
        if (result != 0)
            return -1;
    }
    return 0;
}

static int read_engine(parser *p, const char *field, json_t *value) {
    static const member members[] = {{"name", read_engine_name},
                                     {"version", read_engine_version},
                                     {"precision", read_precision}};
    if (!json_is_object(value))
        return plumb_fail(p->error, "%s: not an object", field);
    return read_members(p, field, value, members, sizeof members / sizeof *members, false);
}

static const member keys[] = {{"version", read_version},
                              {"operator", read_operator},
                              {"sink", read_sink},
                              {"position", read_position},
                              {"mask", read_mask},
                              {"prefix", read_prefix},
                              {"window", read_window},
                              {"streaming", read_streaming},
                              {"chunk", read_chunk},
                              {"streaming_positions", read_streaming_positions},
                              {"mask_polarity", read_polarity},
                              {"causal_alignment", read_alignment},
                              {"scale", read_scale},
                              {"scale_site", read_scale_site},
                              {"gqa", read_gqa},
                              {"empty_row", read_empty_row},
                              {"empty_lse", read_empty_lse},
                              {"engine", read_engine},
                              {"note", read_note}};

const char *plumb_description_key(size_t index) {
    return index < sizeof keys / sizeof *keys ? keys[index].key : NULL;
}

static int read_description(parser *p, const char *object, json_t *root) {
    if (!json_is_object(root))
        return plumb_fail(p->error, "%s: not a JSON object", object);
    if (read_members(p, object, root, keys, sizeof keys / sizeof *keys, true) != 0)
        return -1;
    if (!p->version)
        return plumb_fail(p->error, "%s.version: missing", object);
    return 0;
}

int plumb_description_parse(const char *text, const char *source, plumb_storage *storage,
                            plumb_description *out, plumb_error *error) {
    char object[OBJECT];
    memset(out, 0, sizeof *out);
    snprintf(object, sizeof object, "%s: plumbline", source);
    size_t length = strlen(text);
    if (length > PLUMB_DESCRIPTION_MAX)
        return plumb_fail(error, "%s: %zu bytes, at most %d are read", object, length,
                          PLUMB_DESCRIPTION_MAX);
    json_t *root = plumb_json_parse(text, length, object, error);
    if (root == NULL)
        return -1;
    parser p = {storage, out, false, error};
    int result = read_description(&p, object, root);
    json_decref(root);
    return result;
}
