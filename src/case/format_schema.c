#include "case/format_schema.h"
#include "base/json_text.h"
#include <stdbool.h>
#include <string.h>

/* A part of a type: text [length]. */
typedef struct {
    const char *text;
    size_t length;
} type_part;

static json_t *schema_of(type_part type, json_t **objects);

static bool is(type_part type, const char *word) {
    return type.length == strlen(word) && strncmp(type.text, word, type.length) == 0;
}

/* How long the first alternative is: up to an " or " that stands in no brackets. */
static size_t alternative_of(type_part type) {
    static const char separator[] = " or ";
    int depth = 0;
    for (size_t i = 0; i < type.length; i++) {
        depth += (type.text[i] == '[' || type.text[i] == '{') - (type.text[i] == ']' || type.text[i] == '}');
        if (depth == 0 && strncmp(type.text + i, separator, strlen(separator)) == 0)
            return i;
    }
    return type.length;
}

static json_t *alternatives_of(type_part type, json_t **objects) {
    json_t *all = json_array();
    while (type.length > 0) {
        size_t length = alternative_of(type);
        plumb_json_add(&all, schema_of((type_part){type.text, length}, objects));
        length += length < type.length ? strlen(" or ") : 0;
        type = (type_part){type.text + length, type.length - length};
    }
    return json_pack("{s:o}", "anyOf", all);
}

static json_t *simple_of(type_part type) {
    static const struct {
        const char *word, *type;
    } simple[] = {{"text", "string"},   {"integer", "integer"}, {"number", "number"},
                  {"truth", "boolean"}, {"null", "null"},       {"{}", "object"}};
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
        if (is(type, simple[i].word))
            return json_pack("{s:s}", "type", simple[i].type);
    return is(type, "count") ? json_pack("{s:s, s:i}", "type", "integer", "minimum", 0) : NULL;
}

static void add_member(const plumb_json_member *member, json_t **properties, json_t **needed, json_t **objects) {
    type_part type = {member->type, strlen(member->type)};
    plumb_json_put(properties, member->name, schema_of(type, objects));
    plumb_json_add(needed, json_string(member->name));
}

/* Told once, under its name. */
static void tell_object(type_part name, json_t **objects) {
    char key[64];
    const plumb_json_member *member;
    json_t *properties = json_object(), *needed = json_array();
    snprintf(key, sizeof key, "%.*s", (int)name.length, name.text);
    if (json_object_get(*objects, key) == NULL) {
        plumb_json_put(objects, key, json_object());
        for (size_t i = 0; (member = plumb_json_member_at(i)) != NULL; i++)
            if (strcmp(member->object, key) == 0)
                add_member(member, &properties, &needed, objects);
        plumb_json_put(objects, key,
                       json_pack("{s:s, s:O, s:O}", "type", "object", "required", needed, "properties", properties));
    }
    json_decref(properties);
    json_decref(needed);
}

static json_t *reference_to(type_part name, json_t **objects) {
    char path[80];
    tell_object(name, objects);
    snprintf(path, sizeof path, "#/$defs/%.*s", (int)name.length, name.text);
    return json_pack("{s:s}", "$ref", path);
}

/* NULL, too, where the table has a type that is none. */
static json_t *schema_of(type_part type, json_t **objects) {
    json_t *simple = simple_of(type);
    if (simple != NULL)
        return simple;
    if (alternative_of(type) < type.length)
        return alternatives_of(type, objects);
    type_part inner = {type.text + 1, type.length > 2 ? type.length - 2 : 0};
    switch (type.text[0]) {
    case '\'':
        return json_pack("{s:s%}", "const", inner.text, inner.length);
    case '@':
        return reference_to((type_part){type.text + 1, type.length - 1}, objects);
    case '[':
        return json_pack("{s:s, s:o}", "type", "array", "items", schema_of(inner, objects));
    case '{':
        return json_pack("{s:s, s:o}", "type", "object", "additionalProperties", schema_of(inner, objects));
    default:
        return NULL;
    }
}

int plumb_format_schema_write(const plumb_json_format *format, FILE *to) {
    json_t *objects = json_object(), *whole = schema_of((type_part){format->root, strlen(format->root)}, &objects);
    plumb_json_put(&whole, "$schema", json_string("https://json-schema.org/draft/2020-12/schema"));
    plumb_json_put(&whole, "title", json_string(format->title));
    plumb_json_put(&whole, "$defs", objects);
    return plumb_json_write(whole, to);
}
