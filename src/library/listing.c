/* listing.c - what the language has, as JSON, from the tables that the reader itself uses. */
#include "base/json_text.h"
#include "case/format_schema.h"
#include "case/json_schema.h"
#include "judge/compare.h"
#include "library/plumbline.h"
#include "precision/precision_text.h"
#include "schema/conventions.h"
#include "schema/schema.h"
#include <stdlib.h>
#include <string.h>

/* null for NULL and for "". */
static void put_text(json_t **to, const char *name, const char *text) {
    plumb_json_put(to, name, text != NULL && text[0] != 0 ? json_string(text) : json_null());
}

static json_t *conventions(void) {
    json_t *all = json_array();
    plumb_convention row;
    for (size_t i = 0; plumb_convention_at(i, &row); i++) {
        json_t *one = json_object();
        put_text(&one, "axis", row.axis);
        put_text(&one, "value", row.value);
        put_text(&one, "member", row.member);
        put_text(&one, "flag", row.flag);
        put_text(&one, "otherwise", row.otherwise);
        put_text(&one, "engines", row.engines);
        plumb_json_put(&one, "usual", json_boolean(row.usual));
        plumb_json_add(&all, one);
    }
    return all;
}

static json_t *operators(void) {
    json_t *all = json_array();
    const plumb_value *value;
    for (size_t i = 0; (value = plumb_value_at(i)) != NULL; i++) {
        if (value->formula == NULL)
            continue;
        json_t *one = json_object();
        put_text(&one, "member", value->member == PLUMB_MEMBER_MODIFIER ? NULL : plumb_member_name(value->member));
        put_text(&one, "word", value->word);
        put_text(&one, "formula", value->formula);
        put_text(&one, "needs", value->needs);
        put_text(&one, "takes", value->takes);
        put_text(&one, "source", value->source);
        plumb_json_add(&all, one);
    }
    return all;
}

static json_t *fields_of(const plumb_precision *model) {
    enum { VALUE = 32 };
    json_t *fields = json_object();
    const char *name;
    for (size_t i = 0; (name = plumb_precision_field(i)) != NULL; i++) {
        char value[VALUE];
        plumb_precision_value(model, i, value, sizeof value);
        put_text(&fields, name, value);
    }
    return fields;
}

static json_t *precisions(void) {
    json_t *all = json_array();
    const plumb_precision *model;
    for (size_t i = 0; (model = plumb_precision_at(i)) != NULL; i++) {
        json_t *one = json_object();
        put_text(&one, "name", model->name);
        put_text(&one, "summary", model->summary);
        plumb_json_put(&one, "fields", fields_of(model));
        plumb_json_add(&all, one);
    }
    return all;
}

static json_t *tensors(void) {
    json_t *all = json_array();
    for (plumb_member i = 0; i < PLUMB_MEMBERS; i++) {
        if (!plumb_is_tensor(i))
            continue;
        json_t *one = json_object();
        put_text(&one, "name", plumb_member_name(i));
        put_text(&one, "shape", plumb_member_at(i)->shape);
        put_text(&one, "meaning", plumb_member_at(i)->meaning);
        plumb_json_add(&all, one);
    }
    return all;
}

static json_t *findings(void) {
    json_t *all = json_array();
    for (int i = 0; i <= PLUMB_NOT_AS_DEFINED; i++)
        plumb_json_add(&all, json_string(plumb_finding_text((plumb_finding)i)));
    return all;
}

static const struct {
    const char *name;
    json_t *(*make)(void);
} listings[] = {{"conventions", conventions},
                {"operators", operators},
                {"precisions", precisions},
                {"tensors", tensors},
                {"findings", findings}};

static int write_listing(const char *what, FILE *stream) {
    static const char of_format[] = "schema ";
    const plumb_json_format *format = NULL;
    if (strcmp(what, "schema") == 0)
        return plumb_json_schema_write(stream);
    if (strncmp(what, of_format, strlen(of_format)) == 0)
        format = plumb_json_format_find(what + strlen(of_format));
    if (format != NULL)
        return plumb_format_schema_write(format, stream);
    for (size_t i = 0; i < sizeof listings / sizeof *listings; i++)
        if (strcmp(what, listings[i].name) == 0)
            return plumb_json_write(listings[i].make(), stream);
    return -1;
}

static void copy_text(const char *whole, size_t length, char *text, size_t size) {
    size_t copied = length < size ? length : size - 1;
    memcpy(text, whole, copied);
    text[copied] = 0;
}

size_t plumb_listing(const char *what, char *text, size_t size) {
    char *whole = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&whole, &length);
    if (stream == NULL)
        return 0;
    int result = write_listing(what, stream);
    if (fclose(stream) != 0)
        result = -1;
    if (result != 0)
        length = 0;
    if (size > 0)
        copy_text(result == 0 ? whole : "", length, text, size);
    free(whole);
    return length;
}
