#include "case/description.h"
#include "base/json.h"
#include "case/statement.h"
#include "schema/hint.h"
#include "schema/other_names.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    plumb_storage *storage;
    plumb_description *out;
    plumb_error *error;
} parser;

enum { FIELD = PLUMB_ERROR_TEXT, OBJECT = FIELD * 3 / 4 };

/* object: what stands before the names of its members, "" or "engine.". */
static plumb_member find(const char *object, const char *key) {
    plumb_member member = strchr(key, '.') == NULL ? plumb_member_find(object, key) : PLUMB_MEMBERS;
    return member == PLUMB_MEMBERS || plumb_is_tensor(member) ? PLUMB_MEMBERS : member;
}

static int refuse_key(const char *object, const char *field, const char *key, plumb_error *error) {
    char near[PLUMB_HINT_TEXT], other[PLUMB_OTHER_NAME_TEXT];
    plumb_hint hint = {.text = key};
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        const char *name = plumb_member_name((plumb_member)i);
        size_t length = strlen(object);
        if (strncmp(name, object, length) == 0 && find(object, name + length) != PLUMB_MEMBERS)
            plumb_hint_try(&hint, name + length);
    }
    plumb_fail(error, "%s: unknown key; `plumb conventions` lists the keys%s", field,
               plumb_other_name(key, false, other)[0] != 0 ? other : plumb_hint_text(&hint, near));
    return plumb_fail_of(error, key, NULL, hint.best);
}

static int read_members(parser *p, const char *object, const char *place, json_t *value);

static int read_member(parser *p, const char *object, const char *field, const char *key, json_t *value) {
    plumb_member member = find(object, key);
    char inner[32];
    if (member == PLUMB_MEMBERS)
        return refuse_key(object, field, key, p->error);
    if (plumb_member_at(member)->kind != PLUMB_KIND_OBJECT)
        return plumb_state_json(p->out, member, field, value, p->storage, p->error);
    if (!json_is_object(value))
        return plumb_fail(p->error, "%s: not an object", field);
    snprintf(inner, sizeof inner, "%s.", key);
    return read_members(p, inner, field, value);
}

static int read_members(parser *p, const char *object, const char *place, json_t *value) {
    const char *key;
    json_t *item;
    json_object_foreach(value, key, item) {
        char field[FIELD];
        /* A key longer than any that is known must not push the reason out of the message. */
        snprintf(field, sizeof field, "%s.%.100s", place, key);
        if (read_member(p, object, field, key, item) != 0)
            return -1;
    }
    return 0;
}

static int read_description(parser *p, const char *place, json_t *root) {
    if (!json_is_object(root))
        return plumb_fail(p->error, "%s: not a JSON object", place);
    return read_members(p, "", place, root);
}

static int refuse_missing(plumb_member member, const char *place, plumb_error *error) {
    const char *name = plumb_member_name(member);
    char expected[PLUMB_EXPECTED_TEXT];
    plumb_fail(error, "%s.%s: missing", place, name);
    return plumb_fail_of(error, name, NULL, plumb_expected(member, false, expected));
}

static int find_needed(const parser *p, const char *place) {
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        if (plumb_member_at((plumb_member)i)->needed && !plumb_set_has(p->out->stated, (plumb_member)i))
            return refuse_missing((plumb_member)i, place, p->error);
    return 0;
}

/* Adds what the text states. */
static int read_text(parser *p, const char *place, const char *text) {
    size_t length = strlen(text);
    if (length > PLUMB_DESCRIPTION_MAX)
        return plumb_fail(p->error, "%s: %zu bytes; expected at most %d", place, length, PLUMB_DESCRIPTION_MAX);
    json_t *root = plumb_json_parse(text, length, place, p->error);
    int result = root == NULL ? -1 : read_description(p, place, root);
    json_decref(root);
    return result;
}

int plumb_description_parse(const char *text, const char *source, plumb_storage *storage, plumb_description *out,
                            plumb_error *error) {
    char place[OBJECT];
    parser p = {storage, out, error};
    memset(out, 0, sizeof *out);
    snprintf(place, sizeof place, "%s: plumbline", source);
    return read_text(&p, place, text) == 0 ? find_needed(&p, place) : -1;
}

int plumb_description_amend(const char *text, plumb_storage *storage, plumb_description *out, plumb_error *error) {
    parser p = {storage, out, error};
    return read_text(&p, "amendment", text);
}
