/* Each member of the table becomes a property; its kind gives the type and the domain.  Conditions come from the words:
   what a word needs becomes an if and then in allOf, and a member that only words take becomes an entry of
   dependentSchemas that asks for one of these words.  The default word, number 0, need not be stated there.  Members
   with a dot in their name are properties of an inner object. */
#include "case/json_schema.h"
#include "base/json_text.h"
#include "problem/position.h"
#include "schema/schema.h"
#include <math.h>
#include <string.h>

static json_t *words_of(plumb_member member) {
    json_t *words = json_array();
    for (const plumb_value *word = NULL; (word = plumb_next_word(member, word)) != NULL;)
        plumb_json_add(&words, json_string(word->word));
    return words;
}

/* Nearly all bounds are integers. */
static json_t *bound_of(double bound) {
    return bound == floor(bound) ? json_integer((json_int_t)bound) : json_real(bound);
}

static void put_domain(json_t **to, const plumb_member_row *row, const char *type) {
    plumb_json_put(to, "type", json_string(type));
    if (isfinite(row->least))
        plumb_json_put(to, row->open ? "exclusiveMinimum" : "minimum", bound_of(row->least));
    if (isfinite(row->most))
        plumb_json_put(to, "maximum", bound_of(row->most));
    if (row->even)
        plumb_json_put(to, "multipleOf", json_integer(2));
}

/* A number, or an exact text for one, a decimal or a ratio of integers, whose domain no pattern can express. */
static json_t *reals_of(const plumb_member_row *row) {
    json_t *number = json_object();
    put_domain(&number, row, "number");
    return json_pack("[o, {s:s, s:s}]", number, "type", "string", "pattern",
                     "^[-+]?([0-9]+/[0-9]*[1-9][0-9]*|([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?)$");
}

static void put_object(json_t **to, json_t *properties) {
    plumb_json_put(to, "type", json_string("object"));
    plumb_json_put(to, "additionalProperties", json_false());
    plumb_json_put(to, "properties", properties);
}

/* An object of integers, the names separated by spaces; all: whether each must be there. */
static void put_integers(json_t **to, const plumb_member_row *row, const char *names, bool all) {
    json_t *properties = json_object();
    json_int_t count = 0;
    for (const char *name = names; *name != 0; name += strspn(name, " "), count++) {
        char key[16];
        size_t length = strcspn(name, " ");
        json_t *integer = json_object();
        snprintf(key, sizeof key, "%.*s", (int)length, name);
        put_domain(&integer, row, "integer");
        plumb_json_put(&properties, key, integer);
        name += length;
    }
    put_object(to, properties);
    plumb_json_put(to, "minProperties", json_integer(all ? count : 0));
}

static void put_list(json_t **to, const plumb_member_row *row) {
    json_t *integer = json_object();
    put_domain(&integer, row, "integer");
    plumb_json_put(to, "type", json_string("array"));
    plumb_json_put(to, "items", integer);
    plumb_json_put(to, "minItems", json_integer(2));
    plumb_json_put(to, "maxItems", json_integer(PLUMB_MOST_AXES));
}

static json_t *alignments_of(plumb_member member) {
    json_t *offset = json_object();
    put_integers(&offset, plumb_member_at(member), "offset", true);
    return json_pack("[{s:o}, o]", "enum", words_of(member), offset);
}

static void put_members(json_t **to, const char *object);

static void put_kind(json_t **to, plumb_member member) {
    const plumb_member_row *row = plumb_member_at(member);
    char inner[32];
    switch (row->kind) {
    case PLUMB_KIND_TRUTH:
        plumb_json_put(to, "type", json_string("boolean"));
        break;
    case PLUMB_KIND_REAL:
        plumb_json_put(to, "anyOf", reals_of(row));
        break;
    case PLUMB_KIND_INTEGER:
        put_domain(to, row, "integer");
        break;
    case PLUMB_KIND_PAIR:
        put_integers(to, row, row->parts, row->whole);
        break;
    case PLUMB_KIND_SECTIONS:
        put_list(to, row);
        break;
    case PLUMB_KIND_ALIGNMENT:
        plumb_json_put(to, "anyOf", alignments_of(member));
        break;
    case PLUMB_KIND_LINE:
        plumb_json_put(to, "type", json_string("string"));
        break;
    case PLUMB_KIND_SCALE:
    case PLUMB_KIND_PRECISION:
        plumb_json_put(to, "type", json_pack("[s, s]", "string", row->kind == PLUMB_KIND_SCALE ? "number" : "object"));
        break;
    case PLUMB_KIND_OBJECT:
        snprintf(inner, sizeof inner, "%s.", row->name);
        put_members(to, inner);
        break;
    default:
        plumb_json_put(to, "enum", words_of(member));
    }
}

/* The member's name within object, "" or "engine."; NULL if it is not in it, or in an object within it. */
static const char *name_within(plumb_member member, const char *object) {
    const char *name = plumb_member_name(member);
    size_t length = strlen(object);
    bool within = !plumb_is_tensor(member) && strncmp(name, object, length) == 0 && strchr(name + length, '.') == NULL;
    return within ? name + length : NULL;
}

static void put_members(json_t **to, const char *object) {
    json_t *properties = json_object();
    for (plumb_member i = 0; i < PLUMB_MEMBERS; i++) {
        const char *name = name_within(i, object), *meaning = plumb_member_at(i)->meaning;
        if (name == NULL)
            continue;
        json_t *member = json_object();
        if (meaning != NULL)
            plumb_json_put(&member, "description", json_string(meaning));
        put_kind(&member, i);
        plumb_json_put(&properties, name, member);
    }
    put_object(to, properties);
}

/* {"properties": {"sink": {"const": "zero"}}}; a default need not be stated. */
static json_t *condition_of(const plumb_value *word, bool stated) {
    const char *name = plumb_member_name(word->member);
    json_t *condition = json_pack("{s:{s:{s:s}}}", "properties", name, "const", word->word);
    if (stated || word->number != 0)
        plumb_json_put(&condition, "required", json_pack("[s]", name));
    return condition;
}

/* What each word needs of the description. */
static json_t *needs(void) {
    const plumb_value *value;
    json_t *all = json_array();
    for (size_t i = 0; (value = plumb_value_at(i)) != NULL; i++) {
        const char *names = value->needs;
        plumb_member member;
        while ((member = plumb_next_member(&names)) != PLUMB_MEMBERS)
            if (!plumb_is_tensor(member))
                plumb_json_add(&all, json_pack("{s:o, s:{s:[s]}}", "if", condition_of(value, true), "then", "required",
                                               plumb_member_name(member)));
    }
    return all;
}

/* The words that take each member that only words may take. */
static json_t *takers(void) {
    json_t *all = json_object();
    for (plumb_member i = 0; i < PLUMB_MEMBERS; i++) {
        const plumb_value *value = NULL;
        json_t *any = json_array();
        while (!plumb_is_tensor(i) && (value = plumb_next_taker(plumb_member_name(i), value)) != NULL)
            if (value->is_word)
                plumb_json_add(&any, condition_of(value, false));
        if (any == NULL || json_array_size(any) > 0)
            plumb_json_put(&all, plumb_member_name(i), json_pack("{s:o}", "anyOf", any));
        else
            json_decref(any);
    }
    return all;
}

static json_t *needed(void) {
    json_t *names = json_array();
    for (plumb_member i = 0; i < PLUMB_MEMBERS; i++)
        if (plumb_member_at(i)->needed)
            plumb_json_add(&names, json_string(plumb_member_name(i)));
    return names;
}

int plumb_json_schema_write(FILE *to) {
    json_t *schema = json_pack("{s:s, s:s, s:o, s:o, s:o}", "$schema", "https://json-schema.org/draft/2020-12/schema",
                               "title", "what a case states: the JSON text under the metadata key plumbline",
                               "required", needed(), "allOf", needs(), "dependentSchemas", takers());
    put_members(&schema, "");
    return plumb_json_write(schema, to);
}
