#include "case/parameters.h"
#include "case/choices.h"
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>

int plumb_description_operator(plumb_description *out, const char *field, const char *text,
                               plumb_error *error) {
    size_t number = 0;
    if (plumb_choose_entry(PLUMB_LIST_OPERATORS, field, text, &number, error) != 0)
        return -1;
    out->op.kind = (plumb_operator_kind)number;
    return 0;
}

int plumb_description_normalisation(plumb_description *out, const char *field, const char *text,
                                    plumb_error *error) {
    size_t number = 0;
    if (plumb_choose_entry(PLUMB_LIST_NORMALISATIONS, field, text, &number, error) != 0)
        return -1;
    out->op.normalisation = (plumb_normalisation)number;
    out->stated |= PLUMB_INPUT_SET(PLUMB_INPUT_NORMALISATION);
    return 0;
}

int plumb_description_sink(plumb_description *out, const char *field, const char *text,
                           plumb_error *error) {
    size_t number = 0;
    if (plumb_choose_entry(PLUMB_LIST_SINKS, field, text, &number, error) != 0)
        return -1;
    out->op.sink = (plumb_sink)number;
    return 0;
}

int plumb_description_softcap_order(plumb_description *out, const char *field, const char *text,
                                    plumb_error *error) {
    size_t number = 0;
    if (plumb_choose_entry(PLUMB_LIST_SOFTCAP_ORDERS, field, text, &number, error) != 0)
        return -1;
    out->op.softcap_order = (plumb_softcap_order)number;
    out->stated |= PLUMB_INPUT_SET(PLUMB_INPUT_SOFTCAP_ORDER);
    return 0;
}

int plumb_description_lse_sink(plumb_description *out, const char *field, const char *text,
                               plumb_error *error) {
    static const char *const places[] = {"included", "excluded", NULL};
    size_t number = 0;
    if (plumb_choose_word(places, field, text, &number, error) != 0)
        return -1;
    out->op.sink_outside_lse = number == 1;
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

int plumb_parameters_check(const plumb_description *description, plumb_input_set tensors,
                           const char *source, plumb_error *error) {
    const plumb_operator *op = &description->op;
    const plumb_choice chosen[] = {{PLUMB_LIST_OPERATORS, op->kind},
                                   {PLUMB_LIST_NORMALISATIONS, op->normalisation},
                                   {PLUMB_LIST_SINKS, op->sink}};
    plumb_input_set given = (description->stated | tensors) & ~plumb_inputs_of_positions();
    if (plumb_sink_adds_logit(op->sink) && op->kind != PLUMB_SOFTMAX)
        return plumb_fail(error,
                          "%s: sink: '%s' adds a logit to operator softmax; here: operator %s",
                          source, plumb_list_of(PLUMB_LIST_SINKS)->entry[op->sink].name,
                          plumb_list_of(PLUMB_LIST_OPERATORS)->entry[op->kind].name);
    if (plumb_choices_check(chosen, sizeof chosen / sizeof *chosen, given, source, error) != 0)
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
