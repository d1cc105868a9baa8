#include "case/parameters.h"
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LIST_TEXT = 400 };

/* "a, b, c" of at most LIST_TEXT characters; length counts what stands already. */
static void append(char text[LIST_TEXT], size_t *length, const char *format, const char *kind,
                   const char *name) {
    if (*length >= LIST_TEXT)
        return;
    if (*length > 0)
        *length += (size_t)snprintf(text + *length, LIST_TEXT - *length, ", ");
    if (*length < LIST_TEXT)
        *length += (size_t)snprintf(text + *length, LIST_TEXT - *length, format, kind, name);
}

/* The number of the entry that text names, or a message that lists all names. */
static int choose(plumb_list_name name, const char *field, const char *text, size_t *number,
                  plumb_error *error) {
    const plumb_list *list = plumb_list_of(name);
    char names[LIST_TEXT] = "";
    size_t length = 0;
    if (plumb_list_find(list, text, number))
        return 0;
    for (size_t i = 0; i < list->count; i++)
        append(names, &length, "%s%s", "", list->entry[i].name);
    return plumb_fail(error, "%s: '%.100s' is not one of %s", field, text, names);
}

int plumb_description_operator(plumb_description *out, const char *field, const char *text,
                               plumb_error *error) {
    size_t number = 0;
    if (choose(PLUMB_LIST_OPERATORS, field, text, &number, error) != 0)
        return -1;
    out->op.kind = (plumb_operator_kind)number;
    return 0;
}

int plumb_description_normalisation(plumb_description *out, const char *field, const char *text,
                                    plumb_error *error) {
    size_t number = 0;
    if (choose(PLUMB_LIST_NORMALISATIONS, field, text, &number, error) != 0)
        return -1;
    out->op.normalisation = (plumb_normalisation)number;
    out->stated |= PLUMB_INPUT_SET(PLUMB_INPUT_NORMALISATION);
    return 0;
}

int plumb_description_sink(plumb_description *out, const char *field, const char *text,
                           plumb_error *error) {
    size_t number = 0;
    if (choose(PLUMB_LIST_SINKS, field, text, &number, error) != 0)
        return -1;
    out->op.sink = (plumb_sink)number;
    return 0;
}

int plumb_description_softcap_order(plumb_description *out, const char *field, const char *text,
                                    plumb_error *error) {
    size_t number = 0;
    if (choose(PLUMB_LIST_SOFTCAP_ORDERS, field, text, &number, error) != 0)
        return -1;
    out->op.softcap_order = (plumb_softcap_order)number;
    out->stated |= PLUMB_INPUT_SET(PLUMB_INPUT_SOFTCAP_ORDER);
    return 0;
}

int plumb_description_lse_sink(plumb_description *out, const char *field, const char *text,
                               plumb_error *error) {
    if (strcmp(text, "included") != 0 && strcmp(text, "excluded") != 0)
        return plumb_fail(error, "%s: '%s' is not one of included, excluded", field, text);
    out->op.sink_outside_lse = strcmp(text, "excluded") == 0;
    out->stated |= PLUMB_INPUT_SET(PLUMB_INPUT_LSE_SINK);
    return 0;
}

static int outside(const char *field, double number, const char *domain, plumb_error *error) {
    return plumb_fail(error, "%s: %.17g is not %s", field, number, domain);
}

int plumb_description_number(plumb_description *out, plumb_input input, const char *field,
                             double number, plumb_error *error) {
    plumb_operator *op = &out->op;
    bool finite = isfinite(number);
    switch (input) {
    case PLUMB_INPUT_ALPHA:
    case PLUMB_INPUT_POWER:
        if (!finite || number <= 0)
            return outside(field, number, "a finite number above 0", error);
        *(input == PLUMB_INPUT_ALPHA ? &op->alpha : &op->power) = number;
        break;
    case PLUMB_INPUT_GAMMA:
        if (!finite || number > 0)
            return outside(field, number, "a finite number of at most 0", error);
        op->gamma = number;
        break;
    case PLUMB_INPUT_ZETA:
        if (!finite || number < 1)
            return outside(field, number, "a finite number of at least 1", error);
        op->zeta = number;
        break;
    case PLUMB_INPUT_EPSILON:
    case PLUMB_INPUT_SOFTCAP:
    default:
        if (!finite || number < 0)
            return outside(field, number, "a finite number of at least 0", error);
        *(input == PLUMB_INPUT_EPSILON ? &op->epsilon : &op->softcap) = number;
    }
    out->stated |= PLUMB_INPUT_SET(input);
    return 0;
}

int plumb_description_sink_keys(plumb_description *out, const char *field, int64_t keys,
                                plumb_error *error) {
    if (keys < 1 || (uint64_t)keys > SIZE_MAX)
        return plumb_fail(error, "%s: %" PRId64 " is not an integer of at least 1", field, keys);
    out->op.sink_keys = (size_t)keys;
    out->stated |= PLUMB_INPUT_SET(PLUMB_INPUT_SINK_KEYS);
    return 0;
}

/* The entries that a description chose; those of the softcap orders take nothing. */
typedef struct {
    const plumb_list *list;
    const plumb_entry *entry;
} choice;

enum { CHOICES = 3 };

static void choices_of(const plumb_operator *op, choice chosen[CHOICES]) {
    const size_t number[CHOICES] = {[PLUMB_LIST_OPERATORS] = op->kind,
                                    [PLUMB_LIST_NORMALISATIONS] = op->normalisation,
                                    [PLUMB_LIST_SINKS] = op->sink};
    for (size_t i = 0; i < CHOICES; i++) {
        chosen[i].list = plumb_list_of((plumb_list_name)i);
        chosen[i].entry = &chosen[i].list->entry[number[i]];
    }
}

static int check_needed(const choice *chosen, plumb_input_set given, const char *source,
                        plumb_error *error) {
    for (size_t i = 0; i < CHOICES; i++)
        for (int input = 0; input < PLUMB_INPUTS; input++)
            if ((chosen[i].entry->needs & ~given & PLUMB_INPUT_SET(input)) != 0)
                return plumb_fail(error, "%s: %s: missing; %s %s needs it", source,
                                  plumb_input_name((plumb_input)input), chosen[i].list->kind,
                                  chosen[i].entry->name);
    return 0;
}

/* Names all that take the input, and what was chosen instead. */
static int refuse_input(const choice *chosen, plumb_input input, const char *source,
                        plumb_error *error) {
    char takers[LIST_TEXT] = "", here[LIST_TEXT] = "";
    size_t length = 0, here_length = 0;
    for (int name = 0; name < PLUMB_LISTS; name++) {
        const plumb_list *list = plumb_list_of((plumb_list_name)name);
        for (size_t i = 0; i < list->count; i++)
            if (((list->entry[i].needs | list->entry[i].takes) & PLUMB_INPUT_SET(input)) != 0)
                append(takers, &length, "%s %s", list->kind, list->entry[i].name);
    }
    for (size_t i = 0; i < CHOICES; i++)
        append(here, &here_length, "%s %s", chosen[i].list->kind, chosen[i].entry->name);
    return plumb_fail(error, "%s: %s: only for %s; here: %s", source, plumb_input_name(input),
                      takers, here);
}

static int check_taken(const choice *chosen, plumb_input_set given, const char *source,
                       plumb_error *error) {
    const plumb_list *modifiers = plumb_list_of(PLUMB_LIST_MODIFIERS);
    plumb_input_set taken = 0;
    for (size_t i = 0; i < CHOICES; i++)
        taken |= chosen[i].entry->needs | chosen[i].entry->takes;
    for (size_t i = 0; i < modifiers->count; i++)
        taken |= modifiers->entry[i].takes;
    for (int input = 0; input < PLUMB_INPUTS; input++)
        if ((given & ~taken & PLUMB_INPUT_SET(input)) != 0)
            return refuse_input(chosen, (plumb_input)input, source, error);
    return 0;
}

int plumb_parameters_check(const plumb_description *description, plumb_input_set tensors,
                           const char *source, plumb_error *error) {
    const plumb_operator *op = &description->op;
    plumb_input_set given = description->stated | tensors;
    choice chosen[CHOICES];
    choices_of(op, chosen);
    if (plumb_sink_adds_logit(op->sink) && op->kind != PLUMB_SOFTMAX)
        return plumb_fail(
            error, "%s: sink: '%s' adds a logit to operator softmax; here: operator %s", source,
            chosen[PLUMB_LIST_SINKS].entry->name, chosen[PLUMB_LIST_OPERATORS].entry->name);
    if (check_taken(chosen, given, source, error) != 0 ||
        check_needed(chosen, given, source, error) != 0)
        return -1;
    if ((given & PLUMB_INPUT_SET(PLUMB_INPUT_SOFTCAP_ORDER)) != 0 && op->softcap == 0)
        return plumb_fail(error, "%s: softcap_order: '%s' is stated without a softcap", source,
                          plumb_list_of(PLUMB_LIST_SOFTCAP_ORDERS)->entry[op->softcap_order].name);
    return 0;
}

plumb_operator plumb_parameters_operator(const plumb_description *description) {
    plumb_operator op = description->op;
    if ((description->stated & PLUMB_INPUT_SET(PLUMB_INPUT_EPSILON)) == 0)
        op.epsilon = PLUMB_EPSILON_DEFAULT;
    return op;
}
