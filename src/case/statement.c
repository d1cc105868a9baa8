/* A JSON value and the text of a flag are first read into one form, a statement: everything that the value may mean.
   One function then stores what the kind of the member asks for, or refuses it, so that files and flags obey the same
   rules.  A refusal shows the value and what was expected, and adds the nearest word or what a word of another library
   is called here. */
#include "case/statement.h"
#include "case/engine_precision.h"
#include "case/scale.h"
#include "schema/hint.h"
#include "schema/other_names.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a value states, in every form that it may be read as. */
typedef struct {
    const char *text;   /* or NULL */
    bool integral;      /* there are integers, two of a pair */
    size_t integers;    /* how many, of sections */
    int64_t integer[PLUMB_MOST_AXES];
    bool real;
    double number;
} statement;

/* A wrong value must not push what is expected out of the message. */
enum { SHOWN = 128 };

/* Whether others use the word for one of the member's words; said: the text of plumb_other_name. */
static bool is_other_word(plumb_member member, const char *word, char said[PLUMB_OTHER_NAME_TEXT]) {
    const char *meant = word != NULL ? strrchr(plumb_other_name(word, true, said), ' ') : NULL;
    return meant != NULL && plumb_word_find(member, meant + 1) != NULL;
}

static int refuse(plumb_member member, const char *field, const char *shown, const char *word, bool as_flag,
                  plumb_error *error) {
    char expected[PLUMB_EXPECTED_TEXT], near[PLUMB_HINT_TEXT], other[PLUMB_OTHER_NAME_TEXT] = "";
    plumb_hint hint = {.text = word};
    const plumb_value *value = NULL;
    while (word != NULL && (value = plumb_next_word(member, value)) != NULL)
        plumb_hint_try(&hint, value->word);
    if (!is_other_word(member, word, other))
        other[0] = 0;
    else if (!as_flag)
        plumb_other_name(word, false, other);
    plumb_expected(member, as_flag, expected);
    if (word == NULL && plumb_word_find(member, shown) != NULL) /* a number that is a word */
        snprintf(other, sizeof other, "; write it in quotes");
    plumb_fail(error, "%s: %s is not %s%s", field, shown, expected,
               other[0] != 0 && !(hint.near && hint.distance == 0) ? other : plumb_hint_text(&hint, near));
    return plumb_fail_of(error, plumb_member_name(member), shown, expected);
}

/* as_text: whether a string is of the right kind. */
static const char *show_json(const json_t *value, bool as_text, char text[SHOWN]) {
    const size_t capacity = SHOWN - sizeof "...";
    size_t length;
    if (as_text && json_is_string(value)) {
        snprintf(text, SHOWN, "'%.100s'", json_string_value(value));
        return text;
    }
    length = json_dumpb(value, text, capacity, JSON_COMPACT | JSON_ENCODE_ANY);
    strcpy(text + (length < capacity ? length : capacity), length > capacity ? "..." : length == 0 ? "the value" : "");
    return text;
}

static bool is_line(const char *text) {
    for (; *text != 0; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7F)
            return false;
    return true;
}

static bool integer_fits(const plumb_member_row *row, int64_t integer) {
    return integer >= (int64_t)row->least && (!isfinite(row->most) || integer <= (int64_t)row->most) &&
           !(row->even && integer % 2 != 0) && (row->stored != PLUMB_STORED_SIZE || (uint64_t)integer <= SIZE_MAX);
}

static bool put_word(plumb_description *out, plumb_member member, const char *text) {
    const plumb_value *word = text == NULL ? NULL : plumb_word_find(member, text);
    if (word != NULL)
        plumb_description_put_word(out, word);
    return word != NULL;
}

static bool put_alignment(plumb_description *out, plumb_member member, const statement *stated) {
    if (!stated->integral)
        return put_word(out, member, stated->text);
    if (!integer_fits(plumb_member_at(member), stated->integer[0]))
        return false;
    plumb_set_add(&out->stated, member);
    out->alignment = PLUMB_ALIGNMENT_OFFSET;
    out->offset = stated->integer[0];
    return true;
}

static bool put_scale(plumb_description *out, plumb_member member, const char *text) {
    char plain[PLUMB_SCALE_TEXT];
    bool standard = text != NULL && strcmp(text, plumb_member_at(member)->standard) == 0;
    if (text == NULL || !(standard || (plumb_scale_read(text, plain) && isfinite(strtod(plain, NULL)))))
        return false;
    plumb_description_put_text(out, member, standard ? NULL : text);
    return true;
}

static bool put_sections(plumb_description *out, plumb_member member, const statement *stated) {
    plumb_sections sections = {.count = stated->integers};
    if (!stated->integral || stated->integers < 2)
        return false;
    for (size_t a = 0; a < stated->integers; a++) {
        if (!integer_fits(plumb_member_at(member), stated->integer[a]))
            return false;
        sections.pairs[a] = (size_t)stated->integer[a];
    }
    plumb_description_put_sections(out, member, sections);
    return true;
}

/* False if the member cannot have this value. */
static bool put(plumb_description *out, plumb_member member, const statement *stated) {
    const plumb_member_row *row = plumb_member_at(member);
    switch (row->kind) {
    case PLUMB_KIND_REAL:
        if (!stated->real || !plumb_is_within(member, stated->number))
            return false;
        plumb_description_put_real(out, member, stated->number);
        return true;
    case PLUMB_KIND_INTEGER:
        if (!stated->integral || !integer_fits(row, stated->integer[0]))
            return false;
        plumb_description_put_integer(out, member, stated->integer[0]);
        return true;
    case PLUMB_KIND_PAIR:
        if (!stated->integral || !integer_fits(row, stated->integer[0]) || !integer_fits(row, stated->integer[1]))
            return false;
        plumb_description_put_pair(out, member, stated->integer);
        return true;
    case PLUMB_KIND_SECTIONS:
        return put_sections(out, member, stated);
    case PLUMB_KIND_ALIGNMENT:
        return put_alignment(out, member, stated);
    case PLUMB_KIND_SCALE:
        return put_scale(out, member, stated->text);
    case PLUMB_KIND_LINE:
    case PLUMB_KIND_PRECISION:
        if (stated->text == NULL || !is_line(stated->text))
            return false;
        plumb_description_put_text(out, member, stated->text);
        return true;
    default:
        return put_word(out, member, stated->text);
    }
}

/* The binary64 number that a decimal denotes, or the one next to a ratio of integers, which binary64 holds. */
static bool read_number(const char *text, double *number) {
    const double exact = 9007199254740992; /* 2^53 */
    char *end;
    *number = strtod(text, &end);
    if (strspn(text, "+-.0123456789eE/") != strlen(text) || end == text)
        return false;
    if (*end != '/')
        return *end == 0;
    const char *below = end + 1;
    double divisor = strtod(below, &end);
    if (strspn(below, "0123456789") != (size_t)(end - below) || *end != 0 || end == below || divisor == 0 ||
        divisor > exact || fabs(*number) > exact || strcspn(text, ".eE") != strlen(text))
        return false;
    *number /= divisor;
    return true;
}

/* An integer member of the object; absent: whether it may be missing. */
static bool read_part(const json_t *object, const char *key, bool absent, int64_t *integer, size_t *known) {
    const json_t *value = json_object_get(object, key);
    if (value == NULL)
        return absent;
    *integer = json_integer_value(value);
    ++*known;
    return json_is_integer(value);
}

static bool read_pair(const plumb_member_row *row, const json_t *value, int64_t pair[2]) {
    char one[16];
    size_t known = 0;
    const char *space = strchr(row->parts, ' ');
    snprintf(one, sizeof one, "%.*s", (int)(space - row->parts), row->parts);
    pair[0] = pair[1] = (int64_t)row->least;
    return json_is_object(value) && read_part(value, one, !row->whole, &pair[0], &known) &&
           read_part(value, space + 1, !row->whole, &pair[1], &known) && known == json_object_size(value);
}

static void read_sections(statement *stated, const json_t *value) {
    stated->integers = json_array_size(value);
    stated->integral = stated->integers <= PLUMB_MOST_AXES;
    for (size_t a = 0; stated->integral && a < stated->integers; a++) {
        const json_t *integer = json_array_get(value, a);
        stated->integral = json_is_integer(integer);
        stated->integer[a] = json_integer_value(integer);
    }
}

/* What the JSON value states; number: room for one that becomes a text. */
static statement read_json(const plumb_member_row *row, json_t *value, char number[PLUMB_SCALE_TEXT]) {
    statement stated = {.text = NULL};
    size_t known = 0;
    switch (row->kind) {
    case PLUMB_KIND_TRUTH:
        if (json_is_boolean(value))
            stated.text = json_is_true(value) ? "true" : "false";
        break;
    case PLUMB_KIND_REAL:
        stated.text = json_string_value(value);
        stated.real = stated.text != NULL ? read_number(stated.text, &stated.number) : json_is_number(value);
        stated.number = stated.text != NULL ? stated.number : json_number_value(value);
        break;
    case PLUMB_KIND_INTEGER:
        stated.integral = json_is_integer(value);
        stated.integer[0] = json_integer_value(value);
        break;
    case PLUMB_KIND_PAIR:
        stated.integral = read_pair(row, value, stated.integer);
        break;
    case PLUMB_KIND_SECTIONS:
        read_sections(&stated, value);
        break;
    case PLUMB_KIND_ALIGNMENT:
        stated.text = json_string_value(value);
        stated.integral =
            read_part(value, "offset", false, &stated.integer[0], &known) && known == json_object_size(value);
        break;
    case PLUMB_KIND_SCALE:
        /* A JSON number means the binary64 number it denotes, and that one exactly. */
        if (json_is_number(value))
            plumb_scale_print(json_number_value(value), number);
        stated.text = json_is_number(value) ? number : json_string_value(value);
        break;
    default:
        stated.text = json_string_value(value);
    }
    return stated;
}

static bool is_kept(plumb_kind kind) {
    return kind == PLUMB_KIND_LINE || kind == PLUMB_KIND_PRECISION || kind == PLUMB_KIND_SCALE;
}

int plumb_state_json(plumb_description *out, plumb_member member, const char *field, json_t *value,
                     plumb_storage *storage, plumb_error *error) {
    char number[PLUMB_SCALE_TEXT], shown[SHOWN];
    const plumb_member_row *row = plumb_member_at(member);
    if (row->kind == PLUMB_KIND_PRECISION && json_is_object(value)) {
        const char *text = plumb_engine_precision(value, field, storage, error);
        if (text != NULL)
            plumb_description_put_text(out, member, text);
        return text != NULL ? 0 : -1;
    }
    statement stated = read_json(row, value, number);
    if (is_kept(row->kind) && stated.text != NULL) {
        stated.text = plumb_storage_text(storage, stated.text);
        if (stated.text == NULL)
            return plumb_fail(error, "%s: not enough memory", field);
    }
    if (put(out, member, &stated))
        return 0;
    return refuse(member, field, show_json(value, stated.text != NULL, shown), stated.text, false, error);
}

/* The integer before the character `end`, which must follow it. */
static bool read_integer(const char **text, char end, int64_t *integer) {
    char *next;
    errno = 0;
    long long value = strtoll(*text, &next, 10);
    if (next == *text || strspn(*text, "+-0123456789") != (size_t)(next - *text) || *next != end || errno == ERANGE)
        return false;
    *integer = value;
    *text = next + (end != 0);
    return true;
}

/* The whole text, at most `most` integers. */
static void read_integers(statement *stated, const char *text, size_t most) {
    stated->integral = true;
    for (bool more = true; more && stated->integral; stated->integers++) {
        more = strchr(text, ',') != NULL;
        stated->integral =
            stated->integers < most && read_integer(&text, more ? ',' : 0, &stated->integer[stated->integers]);
    }
}

int plumb_state_text(plumb_description *out, plumb_member member, const char *field, const char *text,
                     plumb_error *error) {
    const plumb_member_row *row = plumb_member_at(member);
    char shown[SHOWN];
    size_t most = row->kind == PLUMB_KIND_PAIR ? 2 : row->kind == PLUMB_KIND_SECTIONS ? PLUMB_MOST_AXES : 1;
    statement stated = {.text = text};
    stated.real = read_number(text, &stated.number);
    read_integers(&stated, text, most);
    stated.integral = stated.integral && (row->kind != PLUMB_KIND_PAIR || stated.integers == 2);
    if (put(out, member, &stated))
        return 0;
    snprintf(shown, sizeof shown, "'%.100s'", text);
    return refuse(member, field, shown, text, true, error);
}
