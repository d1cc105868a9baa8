#include "schema/conventions.h"
#include "schema/schema.h"
#include <stdio.h>
#include <string.h>

/* A number: its domain, what else is to be said, and what it is unless stated. */
static void write_value(const plumb_member_row *row, plumb_member member, char text[128]) {
    static const char finite[] = "a finite ";
    char domain[PLUMB_EXPECTED_TEXT];
    const char *expected = plumb_expected(member, false, domain);
    bool real = row->kind == PLUMB_KIND_REAL, said = row->meaning != NULL, standard = row->standard != NULL;
    snprintf(text, 128, "%s%s%s%s%s%s%s", real ? "a " : "", real ? expected + sizeof finite - 1 : expected,
             said ? "; " : "", said ? row->meaning : "", standard ? " (" : "", standard ? row->standard : "",
             standard ? ")" : "");
}

/* "engine":{"precision":...} */
static void write_member(const char *name, const char *value, char text[128]) {
    int object = (int)strcspn(name, ".");
    if (name[object] == 0)
        snprintf(text, 128, "\"%s\":%s", name, value);
    else
        snprintf(text, 128, "\"%.*s\":{\"%s\":%s}", object, name, name + object + 1, value);
}

/* The member and the flag that say the value. */
static void write_sayings(const plumb_value *value, plumb_convention *out) {
    const plumb_member_row *row = plumb_member_at(value->member);
    const char *json = value->example, *said = value->flag != NULL ? value->flag : json;
    char flag[PLUMB_FLAG_TEXT], word[64];
    if (value->is_word) {
        snprintf(word, sizeof word, row->kind == PLUMB_KIND_TRUTH ? "%s" : "\"%s\"", value->word);
        json = word;
        said = value->word;
    }
    if (json != NULL)
        write_member(row->name, json, out->member);
    if (said != NULL)
        snprintf(out->flag, sizeof out->flag, "%s %s", plumb_flag_of(value->member, flag), said);
}

static const char *axis_of(const plumb_value *value) {
    const char *name = plumb_member_name(value->member), *dot = strchr(name, '.');
    return value->axis != NULL ? value->axis : dot != NULL ? dot + 1 : name;
}

bool plumb_convention_at(size_t index, plumb_convention *out) {
    const plumb_value *value;
    for (size_t i = 0; (value = plumb_value_at(i)) != NULL; i++) {
        if (value->engines == NULL || index-- != 0)
            continue;
        *out = (plumb_convention){.axis = axis_of(value),
                                  .otherwise = value->otherwise,
                                  .engines = value->engines,
                                  .usual = value->usual || (value->is_word && value->number == 0)};
        if (value->word != NULL)
            snprintf(out->value, sizeof out->value, "%s", value->word);
        else
            write_value(plumb_member_at(value->member), value->member, out->value);
        write_sayings(value, out);
        return true;
    }
    return false;
}
