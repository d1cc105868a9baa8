/* The fields are a table of precision/precision.def: name, kind and offset within plumb_precision.  Reading, listing
   and printing all go by it.  A text names a base model, which is copied, and then changes it field by field, each at
   most once.  Errors in units in the last place are kept as counts until all fields are read, since their unit is that
   of the exponent, which a later field may change. */
#include "precision/precision_text.h"
#include "schema/hint.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a field holds. */
typedef enum { ROUNDING, ROUNDING_OR_NONE, OPERAND, UNIT_OR_NONE, ULPS, COUNT, SHIFT, KEY_ORDER } field_kind;

static const struct {
    const char *name;
    field_kind kind;
    size_t offset;
} fields[] = {
#define FIELD(name, kind, member) {name, kind, offsetof(plumb_precision, member)},
#include "precision/precision.def"
};

enum {
    FIELDS = sizeof fields / sizeof fields[0],
    TOKEN = 64,        /* longer than any name */
    GREATEST = 1 << 20 /* of ulps and blocks */
};

/* A larger relative error of exp is refused. */
#define LARGEST_ERROR 0.25

/* "f16-flush" comes last, for operands alone, and "none" before it. */
static const char *format_or_none(size_t index) {
    return plumb_rounding_at(index + 1) != NULL ? plumb_rounding_at(index) : NULL;
}

static const char *format_name(size_t index) {
    return format_or_none(index + 1) != NULL ? plumb_rounding_at(index) : NULL;
}

const char *plumb_precision_field(size_t index) {
    return index < FIELDS ? fields[index].name : NULL;
}

static double unit_of_ulps(const plumb_precision *p) {
    return 2 * p->exponent.unit;
}

static void *place_of(plumb_precision *precision, size_t field) {
    return (char *)precision + fields[field].offset;
}

/* Where errors are reported: "FILE: precision: probability", as far as it is known. */
typedef struct {
    char place[PLUMB_ERROR_TEXT / 2];
    plumb_error *error;
} reader;

/* The next word of a text, up to the character `end` or the text's end, which is returned; NULL if
   the word is longer than any that is known. */
static const char *next_word(const char *text, char end, char word[TOKEN]) {
    const char *stop = strchr(text, end);
    size_t length = stop != NULL ? (size_t)(stop - text) : strlen(text);
    snprintf(word, TOKEN, "%.*s", (int)(length < TOKEN ? length : TOKEN), text);
    return length < TOKEN ? text + length : NULL;
}

/* The words that are known, and the one that was probably meant: `meant`, or NULL the nearest. */
enum { KNOWN = 512 };

typedef const char *name_at(size_t index);

static const char *model_name(size_t index) {
    const plumb_precision *model = plumb_precision_at(index);
    return model != NULL ? model->name : NULL;
}

static const char *write_known(name_at *names, const char *word, const char *meant, char text[KNOWN]) {
    char near[PLUMB_HINT_TEXT];
    plumb_hint hint = {.text = word};
    const char *name;
    text[0] = 0;
    for (size_t i = 0; (name = names(i)) != NULL; i++) {
        plumb_text_add(text, KNOWN, "%s%s", i > 0 ? ", " : "", name);
        plumb_hint_try(&hint, name);
    }
    if (meant != NULL)
        plumb_text_add(text, KNOWN, "; did you mean '%s'?", meant);
    else
        plumb_text_add(text, KNOWN, "%s", plumb_hint_text(&hint, near));
    return text;
}

static bool is_listed(name_at *names, const char *word) {
    const char *name = names(0);
    for (size_t i = 0; name != NULL && strcmp(name, word) != 0;)
        name = names(++i);
    return name != NULL;
}

/* One of the names. */
static int read_rounding(const reader *r, const char *value, name_at *names, plumb_rounding *out) {
    char known[KNOWN];
    if (!is_listed(names, value) || !plumb_rounding_find(value, out))
        return plumb_fail(r->error, "%s: '%s' is not one of %s", r->place, value,
                          write_known(names, value, NULL, known));
    return 0;
}

static int read_count(const reader *r, const char *value, long *out) {
    size_t digits = strspn(value, "0123456789");
    if (digits > 0 && digits < 9 && value[digits] == 0)
        *out = strtol(value, NULL, 10);
    else
        *out = 0;
    if (*out < 1 || *out > GREATEST)
        return plumb_fail(r->error, "%s: '%s' is not an integer from 1 to %d", r->place, value, GREATEST);
    return 0;
}

#define FIXED "fixed:"
static const char *const shift_words[] = {
    [PLUMB_SHIFT_MAXIMUM] = "maximum", [PLUMB_SHIFT_HIDDEN] = "hidden", [PLUMB_SHIFT_FIXED] = FIXED};
static const char *const order_words[] = {[PLUMB_WALK_STATED] = "stated", [PLUMB_WALK_ANY] = "any"};

/* Beyond every score whose e^x binary64 holds. */
#define GREATEST_SHIFT 0x1p20

static int read_shift(const reader *r, const char *value, plumb_shift *out) {
    char *end;
    for (int rule = PLUMB_SHIFT_MAXIMUM; rule < PLUMB_SHIFT_FIXED; rule++)
        if (strcmp(value, shift_words[rule]) == 0) {
            *out = (plumb_shift){(plumb_shift_rule)rule, 0};
            return 0;
        }
    bool is_fixed = strncmp(value, FIXED, strlen(FIXED)) == 0;
    const char *number = value + (is_fixed ? strlen(FIXED) : 0);
    double fixed = strtod(number, &end);
    bool is_decimal = *number != 0 && strspn(number, "+-.0123456789eE") == strlen(number) && *end == 0;
    if (!is_fixed || !is_decimal || !(fabs(fixed) <= GREATEST_SHIFT))
        return plumb_fail(r->error, "%s: '%s' is not maximum, hidden or fixed:NUMBER, as in fixed:8", r->place, value);
    *out = (plumb_shift){PLUMB_SHIFT_FIXED, fixed};
    return 0;
}

static int read_key_order(const reader *r, const char *value, plumb_walk *out) {
    for (int order = PLUMB_WALK_STATED; order <= PLUMB_WALK_ANY; order++)
        if (strcmp(value, order_words[order]) == 0) {
            *out = (plumb_walk)order;
            return 0;
        }
    return plumb_fail(r->error, "%s: '%s' is not stated or any", r->place, value);
}

/* What is stated; counts of ulps wait here until the format of exponents is known. */
typedef struct {
    bool stated[FIELDS];
    long count[FIELDS];
} statement;

static int read_value(const reader *r, const char *value, size_t field, statement *said, plumb_precision *out) {
    plumb_rounding rounding = {0, 0, INFINITY, false};
    switch (fields[field].kind) {
    case ULPS:
        return read_count(r, value, &said->count[field]);
    case COUNT:
        if (read_count(r, value, &said->count[field]) != 0)
            return -1;
        *(size_t *)place_of(out, field) = (size_t)said->count[field];
        return 0;
    case UNIT_OR_NONE:
        if (read_rounding(r, value, format_or_none, &rounding) != 0)
            return -1;
        *(double *)place_of(out, field) = rounding.unit;
        return 0;
    case SHIFT:
        return read_shift(r, value, place_of(out, field));
    case KEY_ORDER:
        return read_key_order(r, value, place_of(out, field));
    case OPERAND:
        return read_rounding(r, value, plumb_rounding_at, place_of(out, field));
    case ROUNDING_OR_NONE:
        return read_rounding(r, value, format_or_none, place_of(out, field));
    case ROUNDING:
    default:
        return read_rounding(r, value, format_name, place_of(out, field));
    }
}

/* FIELDS if there is none of that name. */
static size_t find_field(const char *name) {
    size_t field = 0;
    while (field < FIELDS && strcmp(fields[field].name, name) != 0)
        field++;
    return field;
}

/* One "field=value"; place without the field. */
static int read_change(const reader *r, const char *text, statement *said, plumb_precision *out) {
    char name[TOKEN], value[TOKEN], known[KNOWN];
    const char *rest = next_word(text, '=', name);
    size_t field = find_field(name);
    if (rest == NULL || *rest != '=')
        return plumb_fail(r->error, "%s: '%s' is not of the form field=value", r->place, name);
    if (field == FIELDS)
        return plumb_fail(r->error, "%s: '%s' is not one of the fields %s", r->place, name,
                          write_known(plumb_precision_field, name, NULL, known));
    reader at = {.error = r->error};
    snprintf(at.place, sizeof at.place, "%.400s: %s", r->place, name);
    if (said->stated[field])
        return plumb_fail(r->error, "%s: stated twice", at.place);
    said->stated[field] = true;
    next_word(rest + 1, 0, value);
    return read_value(&at, value, field, said, out);
}

/* Relative errors in units in the last place of the exponent's format, whatever the order. */
static int set_errors(const reader *r, const statement *said, plumb_precision *out) {
    for (size_t field = 0; field < FIELDS; field++) {
        if (!said->stated[field] || fields[field].kind != ULPS)
            continue;
        double error = (double)said->count[field] * unit_of_ulps(out);
        if (error > LARGEST_ERROR)
            return plumb_fail(r->error, "%s: %s: %ld units in the last place of %s are more than %g", r->place,
                              fields[field].name, said->count[field], plumb_rounding_name(out->exponent),
                              LARGEST_ERROR);
        *(double *)place_of(out, field) = error;
    }
    return 0;
}

static int read_changes(const reader *r, const char *text, plumb_precision *out) {
    statement said = {{false}, {0}};
    char change[2 * TOKEN];
    while (text != NULL) {
        const char *comma = strchr(text, ',');
        size_t length = comma != NULL ? (size_t)(comma - text) : strlen(text);
        int kept = (int)(length < sizeof change ? length : TOKEN);
        snprintf(change, sizeof change, "%.*s", kept, text);
        if (read_change(r, change, &said, out) != 0)
            return -1;
        text = comma != NULL ? comma + 1 : NULL;
    }
    return set_errors(r, &said, out);
}

/* Other names of models; of a dtype they may mean several. */
static const char *models_of(const char *name) {
    static const char *const models[][2] = {{"fp32", "f32"},
                                            {"float32", "f32"},
                                            {"float", "f32"},
                                            {"f16-flash", "fp16-flash"},
                                            {"f16-eager", "fp16-eager"},
                                            {"fp64", "f64"},
                                            {"float64", "f64"},
                                            {"bf16", "bf16-flash' or 'bf16-eager"},
                                            {"bfloat16", "bf16-flash' or 'bf16-eager"},
                                            {"f16", "fp16-flash' or 'fp16-eager"},
                                            {"fp16", "fp16-flash' or 'fp16-eager"},
                                            {"float16", "fp16-flash' or 'fp16-eager"}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (strcmp(name, models[i][0]) == 0)
            return models[i][1];
    return NULL;
}

int plumb_precision_parse(const char *text, const char *place, plumb_precision *out, plumb_error *error) {
    char name[TOKEN], known[KNOWN];
    reader r = {.error = error};
    snprintf(r.place, sizeof r.place, "%.300s", place);
    const char *rest = next_word(text, ',', name);
    const plumb_precision *base = plumb_precision_find(name);
    if (rest == NULL || base == NULL)
        return plumb_fail(error, "%s: '%s' is not one of the models %s", r.place, name,
                          write_known(model_name, name, models_of(name), known));
    *out = *base;
    if (*rest == 0)
        return 0;
    out->name = text;
    out->changes = rest + 1;
    return read_changes(&r, rest + 1, out);
}

void plumb_precision_suit(const plumb_case *c, plumb_precision *precision) {
    const plumb_problem *p = &c->problem;
    bool moved = plumb_position_moves_vectors(p->position.kind) || plumb_operator_is(p->op.kind, PLUMB_MAPS_FEATURES);
    if (plumb_is_quantised(c))
        plumb_precision_dequantise(precision, moved ? PLUMB_DEQUANTISED_MOVED : PLUMB_DEQUANTISED);
    if (c->parts.count > 1)
        plumb_precision_merge(precision, c->parts.count, plumb_format_rounding(c->parts.output.format));
}

int plumb_precision_of_case(const plumb_case *c, const char *text, plumb_precision *out, plumb_error *error) {
    char place[PLUMB_ERROR_TEXT / 2];
    snprintf(place, sizeof place, "%s: precision", c->source);
    if (plumb_precision_parse(text, place, out, error) != 0)
        return -1;
    plumb_precision_suit(c, out);
    return 0;
}

int plumb_precision_check(const plumb_case *c, plumb_error *error) {
    plumb_precision stated;
    return c->precision == NULL ? 0 : plumb_precision_of_case(c, c->precision, &stated, error);
}

static void write_rounding(plumb_rounding rounding, char *out, size_t size) {
    snprintf(out, size, "%s", plumb_rounding_name(rounding));
}

static void write_unit(double unit, char *out, size_t size) {
    plumb_rounding rounding;
    static const char *const names[] = {"none", "f64", "f32", "bf16", "f16", "bf16-cut", "tf32-cut"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (plumb_rounding_find(names[i], &rounding) && rounding.unit == unit) {
            write_rounding(rounding, out, size);
            return;
        }
    snprintf(out, size, "%g", unit);
}

static void write_shift(const plumb_shift *shift, char *out, size_t size) {
    if (shift->rule == PLUMB_SHIFT_FIXED)
        snprintf(out, size, FIXED "%.17g", shift->fixed);
    else
        snprintf(out, size, "%s", shift_words[shift->rule]);
}

void plumb_precision_value(const plumb_precision *precision, size_t index, char *out, size_t size) {
    plumb_precision copy = *precision;
    const void *at = place_of(&copy, index);
    switch (fields[index].kind) {
    case ULPS:
        snprintf(out, size, "%g", *(const double *)at / unit_of_ulps(precision));
        return;
    case COUNT:
        snprintf(out, size, "%zu", *(const size_t *)at);
        return;
    case UNIT_OR_NONE:
        write_unit(*(const double *)at, out, size);
        return;
    case SHIFT:
        write_shift(at, out, size);
        return;
    case KEY_ORDER:
        snprintf(out, size, "%s", order_words[*(const plumb_walk *)at]);
        return;
    case ROUNDING:
    case ROUNDING_OR_NONE:
    case OPERAND:
    default:
        write_rounding(*(const plumb_rounding *)at, out, size);
    }
}
