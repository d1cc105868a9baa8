/* json_format.h - whether a JSON text is right by schema/formats.def: every member that its objects have there is
   present and of its type, and no other is. */
#ifndef PLUMB_TESTS_SUPPORT_JSON_FORMAT_H
#define PLUMB_TESTS_SUPPORT_JSON_FORMAT_H
#include "schema/formats.h"
#include "tests/support/check.h"
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Where a check is in the text, and the fault that is deepest in it: of alternatives, that of the nearest one. */
typedef struct {
    char path[256], fault[512];
    size_t depth, fault_depth;
} json_check;

/* A type, or a part of one, as formats.def writes it. */
typedef struct {
    const char *text;
    size_t length;
} format_type;

static bool json_has_type(json_check *check, format_type type, const json_t *value);

static inline bool json_refuse(json_check *check, const char *why, format_type what) {
    if (check->fault[0] == 0 || check->depth > check->fault_depth) {
        snprintf(check->fault, sizeof check->fault, "%s: %s %.*s", check->path[0] == 0 ? "the whole" : check->path, why,
                 (int)what.length, what.text);
        check->fault_depth = check->depth;
    }
    return false;
}

/* The value as a part of the one before, by its name there. */
static inline bool json_part_has_type(json_check *check, const char *name, format_type type, const json_t *value) {
    size_t length = strlen(check->path);
    snprintf(check->path + length, sizeof check->path - length, "/%s", name);
    check->depth++;
    bool right = json_has_type(check, type, value);
    check->depth--;
    check->path[length] = 0;
    return right;
}

static inline format_type format_word(const char *text) {
    return (format_type){text, strlen(text)};
}

static inline bool json_type_is(format_type type, const char *word) {
    return type.length == strlen(word) && memcmp(type.text, word, type.length) == 0;
}

/* The member of that name; NULL if the object has none. */
static inline const plumb_json_member *json_member_of(format_type object, const char *name) {
    const plumb_json_member *member;
    for (size_t i = 0; (member = plumb_json_member_at(i)) != NULL; i++)
        if (json_type_is(object, member->object) && strcmp(member->name, name) == 0)
            return member;
    return NULL;
}

static inline bool json_is_object_of(json_check *check, format_type object, const json_t *value) {
    const plumb_json_member *member;
    const char *name;
    json_t *part;
    size_t members = 0;
    if (!json_is_object(value))
        return json_refuse(check, "is no object", object);
    json_object_foreach((json_t *)value, name, part) {
        if (json_member_of(object, name) == NULL)
            return json_refuse(check, "has an unknown member", format_word(name));
    }
    for (size_t i = 0; (member = plumb_json_member_at(i)) != NULL; i++) {
        if (!json_type_is(object, member->object))
            continue;
        members++;
        if ((part = json_object_get(value, member->name)) == NULL)
            return json_refuse(check, "lacks the member", format_word(member->name));
        if (!json_part_has_type(check, member->name, format_word(member->type), part))
            return false;
    }
    return members > 0 || json_refuse(check, "formats.def has no members of", object);
}

static inline bool json_is_array_of(json_check *check, format_type type, const json_t *value) {
    char name[32];
    if (!json_is_array(value))
        return json_refuse(check, "is no array of", type);
    for (size_t i = 0; i < json_array_size(value); i++) {
        snprintf(name, sizeof name, "%zu", i);
        if (!json_part_has_type(check, name, type, json_array_get(value, i)))
            return false;
    }
    return true;
}

/* An empty type is any. */
static inline bool json_is_map_of(json_check *check, format_type type, const json_t *value) {
    const char *name;
    json_t *part;
    if (!json_is_object(value))
        return json_refuse(check, "is no object of", type);
    json_object_foreach((json_t *)value, name, part) {
        if (type.length > 0 && !json_part_has_type(check, name, type, part))
            return false;
    }
    return true;
}

static inline bool json_is_simple(format_type type, const json_t *value) {
    if (*type.text == '\'')
        return json_is_string(value) &&
               json_type_is((format_type){type.text + 1, type.length - 2}, json_string_value(value));
    return (json_type_is(type, "text") && json_is_string(value)) ||
           (json_type_is(type, "count") && json_is_integer(value) && json_integer_value(value) >= 0) ||
           (json_type_is(type, "integer") && json_is_integer(value)) ||
           (json_type_is(type, "number") && json_is_number(value)) ||
           (json_type_is(type, "truth") && json_is_boolean(value)) ||
           (json_type_is(type, "null") && json_is_null(value));
}

static inline bool json_has_one_type(json_check *check, format_type type, const json_t *value) {
    format_type inner = {type.text + 1, type.length - 2};
    switch (*type.text) {
    case '@':
        return json_is_object_of(check, (format_type){type.text + 1, type.length - 1}, value);
    case '[':
        return json_is_array_of(check, inner, value);
    case '{':
        return json_is_map_of(check, inner, value);
    default:
        return json_is_simple(type, value) || json_refuse(check, "is not", type);
    }
}

/* Up to the next " or " that stands in no bracket. */
static inline size_t json_length_of_one(format_type type) {
    int depth = 0;
    for (size_t i = 0; i < type.length; i++) {
        depth += (type.text[i] == '[' || type.text[i] == '{') - (type.text[i] == ']' || type.text[i] == '}');
        if (depth == 0 && type.length - i > 4 && memcmp(type.text + i, " or ", 4) == 0)
            return i;
    }
    return type.length;
}

static bool json_has_type(json_check *check, format_type type, const json_t *value) {
    for (;;) {
        format_type one = {type.text, json_length_of_one(type)};
        if (json_has_one_type(check, one, value))
            return true;
        if (one.length == type.length)
            return false;
        type = (format_type){type.text + one.length + 4, type.length - one.length - 4};
    }
}

/* What is wrong with the value by the format, "" if nothing is. */
static inline const char *json_fault(json_check *check, const char *format, const json_t *value) {
    const plumb_json_format *found = plumb_json_format_find(format);
    ck_assert_msg(found != NULL, "formats.def has no format %s", format);
    *check = (json_check){.path = ""};
    return json_has_type(check, format_word(found->root), value) ? "" : check->fault;
}

/* The text as a value that is right by the format; to be released. */
static inline json_t *json_of_format(const char *format, const char *text) {
    json_check check;
    json_error_t error;
    json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(value != NULL, "%s: line %d: %s", format, error.line, error.text);
    const char *fault = json_fault(&check, format, value);
    ck_assert_msg(*fault == 0, "JSON of %s: %s", format, fault);
    return value;
}

static inline void check_json_format(const char *format, const char *text) {
    json_decref(json_of_format(format, text));
}
#endif
