/* schema/members.def is included twice: its MEMBER rows fill an array by enumerator, its VALUE rows an array in their
   order.  The type of a field in plumb_description, by _Generic, decides how it is stored, so that table and structure
   cannot disagree.  All searches are linear, as the table is small.  The text of what is expected comes from kind and
   domain. */
#include "schema/schema.h"
#include "schema/description.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define add(text, ...) plumb_text_add(text, PLUMB_EXPECTED_TEXT, __VA_ARGS__)

#define PLUMB_SCALE_STANDARD "1/sqrt(head_dim)"

/* clang-format off */
#define STORED(field)                                                                              \
    .place = offsetof(plumb_description, field),                                                   \
    .stored = _Generic(((plumb_description *)0)->field, bool: PLUMB_STORED_BOOL,                   \
                       int64_t: PLUMB_STORED_INT64, size_t: PLUMB_STORED_SIZE,                     \
                       double: PLUMB_STORED_DOUBLE, const char *: PLUMB_STORED_TEXT,               \
                       plumb_sections: PLUMB_STORED_SECTIONS,                                      \
                       default: PLUMB_STORED_ENUM)
/* clang-format on */

static const plumb_member_row members[PLUMB_MEMBERS] = {
#define MEMBER(id, text, ...) [PLUMB_MEMBER_##id] = {.name = text, __VA_ARGS__},
#define VALUE(id, ...)
#include "schema/members.def"
};

static const plumb_value values[] = {
#define MEMBER(id, ...)
#define VALUE(id, ...) {.member = PLUMB_MEMBER_##id, __VA_ARGS__},
#include "schema/members.def"
};

enum { VALUES = sizeof values / sizeof *values };

const plumb_member_row *plumb_member_at(plumb_member member) {
    return &members[member];
}

bool plumb_is_tensor(plumb_member member) {
    return members[member].kind == PLUMB_KIND_TENSOR;
}

const char *plumb_member_name(plumb_member member) {
    return members[member].name;
}

plumb_member plumb_member_find(const char *object, const char *name) {
    size_t length = strlen(object);
    int member = 0;
    while (member < PLUMB_MEMBERS &&
           (strncmp(members[member].name, object, length) != 0 || strcmp(members[member].name + length, name) != 0))
        member++;
    return (plumb_member)member;
}

const char *plumb_flag_of(plumb_member member, char text[PLUMB_FLAG_TEXT]) {
    const plumb_member_row *row = &members[member];
    if (row->flag != NULL)
        return row->flag;
    snprintf(text, PLUMB_FLAG_TEXT, "--%s", row->name);
    for (char *c = text; *c != 0; c++)
        if (*c == '_')
            *c = '-';
    return text;
}

const plumb_value *plumb_value_at(size_t index) {
    return index < VALUES ? &values[index] : NULL;
}

/* The row after that one, or the first. */
static size_t next_index(const plumb_value *before) {
    return before == NULL ? 0 : (size_t)(before - values) + 1;
}

const plumb_value *plumb_next_word(plumb_member member, const plumb_value *before) {
    size_t i = next_index(before);
    while (i < VALUES && !(values[i].member == member && values[i].is_word))
        i++;
    return plumb_value_at(i);
}

const plumb_value *plumb_next_taker(const char *name, const plumb_value *before) {
    size_t i = next_index(before);
    while (i < VALUES && !plumb_names_hold(values[i].needs, name) && !plumb_names_hold(values[i].takes, name))
        i++;
    return plumb_value_at(i);
}

const plumb_value *plumb_word_of(plumb_member member, size_t number) {
    const plumb_value *word = NULL;
    while ((word = plumb_next_word(member, word)) != NULL && word->number != number)
        ;
    return word;
}

const plumb_value *plumb_word_find(plumb_member member, const char *text) {
    const plumb_value *word = NULL;
    while ((word = plumb_next_word(member, word)) != NULL && strcmp(word->word, text) != 0)
        ;
    return word;
}

const char *plumb_word_name(plumb_member member, size_t number) {
    return plumb_word_of(member, number)->word;
}

double plumb_standard(plumb_member member) {
    return strtod(members[member].standard, NULL);
}

bool plumb_is_within(plumb_member member, double number) {
    const plumb_member_row *row = &members[member];
    return isfinite(number) && number <= row->most && (row->open ? number > row->least : number >= row->least);
}

plumb_member plumb_next_member(const char **names) {
    char name[32];
    if (*names == NULL || **names == 0)
        return PLUMB_MEMBERS;
    size_t length = strcspn(*names, " ");
    snprintf(name, sizeof name, "%.*s", (int)length, *names);
    *names += length + strspn(*names + length, " ");
    return plumb_member_find("", name);
}

bool plumb_names_hold(const char *names, const char *name) {
    size_t length = strlen(name);
    for (const char *at = names; at != NULL && (at = strstr(at, name)) != NULL; at += length)
        if ((at == names || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    return false;
}

/* Large bounds are powers of 2. */
static void add_bound(char text[PLUMB_EXPECTED_TEXT], double bound) {
    int power;
    if (fabs(bound) < 1e9)
        add(text, "%.17g", bound);
    else if (frexp(bound, &power) < 0)
        add(text, "-2^%d", power - 1);
    else
        add(text, "2^%d", power - 1);
}

static void add_domain(char text[PLUMB_EXPECTED_TEXT], const plumb_member_row *row) {
    bool below = isfinite(row->least), above = isfinite(row->most);
    if (below && above)
        add(text, " from ");
    else
        add(text, row->open ? " above " : below ? " of at least " : " of at most ");
    add_bound(text, below ? row->least : row->most);
    if (below && above) {
        add(text, " to ");
        add_bound(text, row->most);
    }
}

static void add_words(char text[PLUMB_EXPECTED_TEXT], plumb_member member) {
    const char *before = "one of ";
    for (const plumb_value *word = NULL; (word = plumb_next_word(member, word)) != NULL; before = ", ")
        add(text, "%s%s", before, word->word);
}

static void add_pair(char text[PLUMB_EXPECTED_TEXT], const plumb_member_row *row, bool as_flag) {
    int length = (int)strcspn(row->parts, " ");
    if (as_flag)
        add(text, "%s, integers", row->flag_value);
    else
        add(text, "{\"%.*s\": integer, \"%s\": integer},%s integers", length, row->parts, row->parts + length + 1,
            row->whole ? " both" : "");
    add_domain(text, row);
}

static void add_sections(char text[PLUMB_EXPECTED_TEXT], const plumb_member_row *row, bool as_flag) {
    add(text, as_flag ? "%s, 2 to %d integers" : "[%s], 2 to %d integers", row->flag_value, PLUMB_MOST_AXES);
    add_domain(text, row);
}

const char *plumb_expected(plumb_member member, bool as_flag, char text[PLUMB_EXPECTED_TEXT]) {
    const plumb_member_row *row = &members[member];
    text[0] = 0;
    switch (row->kind) {
    case PLUMB_KIND_REAL:
        add(text, "a finite number");
        add_domain(text, row);
        break;
    case PLUMB_KIND_INTEGER:
        if (row->needed) {
            add(text, "%g, the only supported version", row->least);
            break;
        }
        add(text, row->even ? "an even integer" : "an integer");
        add_domain(text, row);
        break;
    case PLUMB_KIND_PAIR:
        add_pair(text, row, as_flag);
        break;
    case PLUMB_KIND_SECTIONS:
        add_sections(text, row, as_flag);
        break;
    case PLUMB_KIND_ALIGNMENT:
        add_words(text, member);
        add(text, as_flag ? ", an integer" : ", {\"offset\": an integer");
        add_domain(text, row);
        add(text, as_flag ? "" : "}");
        break;
    case PLUMB_KIND_SCALE:
        add(text, "an exact number within binary64: decimals, sqrt(integer) and powers such as 192^-0.5, ");
        add(text, "with * and / between them; or %s", row->standard);
        break;
    case PLUMB_KIND_LINE:
    case PLUMB_KIND_PRECISION:
        add(text, "a string without control characters");
        add(text, row->kind == PLUMB_KIND_PRECISION && !as_flag ? ", or an object" : "");
        break;
    case PLUMB_KIND_OBJECT:
        add(text, "an object");
        break;
    default:
        add_words(text, member);
    }
    return text;
}
