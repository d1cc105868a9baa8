#include "schema/json_schema.h"
#include "schema/schema.h"
#include <math.h>
#include <string.h>

static void write_text(FILE *to, const char *text) {
    putc('"', to);
    for (; *text != 0; text++)
        fprintf(to, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    putc('"', to);
}

static void write_words(FILE *to, plumb_member member) {
    const plumb_value *value;
    const char *before = "\"enum\": [";
    for (size_t i = 0; (value = plumb_value_at(i)) != NULL; i++)
        if (value->member == member && value->is_word) {
            fputs(before, to);
            write_text(to, value->word);
            before = ", ";
        }
    putc(']', to);
}

static void write_domain(FILE *to, const plumb_member_row *row, const char *type) {
    fprintf(to, "\"type\": \"%s\"", type);
    if (isfinite(row->least))
        fprintf(to, ", \"%s\": %.17g", row->open ? "exclusiveMinimum" : "minimum", row->least);
    if (isfinite(row->most))
        fprintf(to, ", \"maximum\": %.17g", row->most);
    if (row->even)
        fputs(", \"multipleOf\": 2", to);
}

/* An object of integers, the names separated by spaces; all: whether each must be there. */
static void write_integers(FILE *to, const plumb_member_row *row, const char *names, bool all) {
    const char *before = "";
    fputs("\"type\": \"object\", \"additionalProperties\": false, \"properties\": {", to);
    for (const char *name = names; *name != 0; name += strspn(name, " ")) {
        int length = (int)strcspn(name, " ");
        fprintf(to, "%s\"%.*s\": {", before, length, name);
        write_domain(to, row, "integer");
        putc('}', to);
        before = ", ";
        name += length;
    }
    fprintf(to, "}, \"minProperties\": %d", all ? (strchr(names, ' ') != NULL) + 1 : 0);
}

static void write_members(FILE *to, const char *object, int depth);

static void write_kind(FILE *to, plumb_member member, int depth) {
    const plumb_member_row *row = plumb_member_at(member);
    char inner[32];
    switch (row->kind) {
    case PLUMB_KIND_TRUTH:
        fputs("\"type\": \"boolean\"", to);
        break;
    case PLUMB_KIND_REAL:
    case PLUMB_KIND_INTEGER:
        write_domain(to, row, row->kind == PLUMB_KIND_REAL ? "number" : "integer");
        break;
    case PLUMB_KIND_PAIR:
        write_integers(to, row, row->parts, row->whole);
        break;
    case PLUMB_KIND_ALIGNMENT:
        fputs("\"anyOf\": [{", to);
        write_words(to, member);
        fputs("}, {", to);
        write_integers(to, row, "offset", true);
        fputs("}]", to);
        break;
    case PLUMB_KIND_SCALE:
        fputs("\"type\": [\"string\", \"number\"]", to);
        break;
    case PLUMB_KIND_LINE:
        fputs("\"type\": \"string\"", to);
        break;
    case PLUMB_KIND_PRECISION:
        fputs("\"type\": [\"string\", \"object\"]", to);
        break;
    case PLUMB_KIND_OBJECT:
        snprintf(inner, sizeof inner, "%s.", row->name);
        write_members(to, inner, depth + 1);
        break;
    default:
        write_words(to, member);
    }
}

/* The members whose names begin with object, "" or "engine.", and go on without a dot. */
static const char *name_within(plumb_member member, const char *object) {
    const char *name = plumb_member_name(member);
    size_t length = strlen(object);
    bool within = !plumb_is_tensor(member) && strncmp(name, object, length) == 0 && strchr(name + length, '.') == NULL;
    return within ? name + length : NULL;
}

static void write_members(FILE *to, const char *object, int depth) {
    const char *before = "";
    fputs("\"type\": \"object\", \"additionalProperties\": false, \"properties\": {", to);
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        const char *name = name_within((plumb_member)i, object);
        const char *meaning = plumb_member_at((plumb_member)i)->meaning;
        if (name == NULL)
            continue;
        fprintf(to, "%s\n%*s\"%s\": {", before, 2 * depth, "", name);
        if (meaning != NULL) {
            fputs("\"description\": ", to);
            write_text(to, meaning);
            fputs(", ", to);
        }
        write_kind(to, (plumb_member)i, depth);
        putc('}', to);
        before = ",";
    }
    fprintf(to, "\n%*s}", 2 * depth - 2, "");
}

/* {"properties": {"sink": {"const": "zero"}}}; what is meant unless stated need not stand there. */
static void write_condition(FILE *to, const plumb_value *word, bool stated) {
    const char *name = plumb_member_name(word->member);
    fprintf(to, "{\"properties\": {\"%s\": {\"const\": \"%s\"}}", name, word->word);
    fprintf(to, stated || word->number != 0 ? ", \"required\": [\"%s\"]}" : "}", name);
}

/* What each word needs of the description. */
static void write_needs(FILE *to) {
    const plumb_value *value;
    const char *before = "\n  \"allOf\": [";
    for (size_t i = 0; (value = plumb_value_at(i)) != NULL; i++) {
        const char *names = value->needs;
        plumb_member member;
        while ((member = plumb_next_member(&names)) != PLUMB_MEMBERS)
            if (!plumb_is_tensor(member)) {
                fprintf(to, "%s\n    {\"if\": ", before);
                write_condition(to, value, true);
                fprintf(to, ", \"then\": {\"required\": [\"%s\"]}}", plumb_member_name(member));
                before = ",";
            }
    }
    fputs("],", to);
}

/* Which words take each member that only words take. */
static void write_takers(FILE *to) {
    const char *before = "\n  \"dependentSchemas\": {";
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        const plumb_value *value;
        const char *name = plumb_member_name((plumb_member)i), *start = "";
        for (size_t v = 0; !plumb_is_tensor((plumb_member)i) && (value = plumb_value_at(v)) != NULL; v++) {
            if (!value->is_word || !plumb_takes(value, name))
                continue;
            if (start[0] == 0)
                fprintf(to, "%s\n    \"%s\": {\"anyOf\": [", before, name);
            fputs(start, to);
            write_condition(to, value, false);
            start = ", ";
            before = ",";
        }
        fputs(start[0] != 0 ? "]}" : "", to);
    }
    fputs("\n  },", to);
}

void plumb_json_schema_write(FILE *to) {
    fputs("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
          "  \"title\": \"what a case states: the JSON text under the metadata key plumbline\",\n  \"required\": [",
          to);
    const char *before = "";
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        if (plumb_member_at((plumb_member)i)->needed) {
            fprintf(to, "%s\"%s\"", before, plumb_member_name((plumb_member)i));
            before = ", ";
        }
    fputs("],", to);
    write_needs(to);
    write_takers(to);
    fputs("\n  ", to);
    write_members(to, "", 2);
    fputs("\n}\n", to);
}
