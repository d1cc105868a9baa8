#include "compare/report_operator.h"
#include "compare/report_line.h"
#include "schema/schema.h"
#include <stdio.h>

static bool has_normalisation(plumb_operator_kind kind) {
    return kind == PLUMB_SIGMOID || kind == PLUMB_ELU || kind == PLUMB_IDENTITY ||
           kind == PLUMB_ELU_KERNEL || kind == PLUMB_MLP_KERNEL;
}

static bool has_epsilon(const plumb_operator *op) {
    return op->kind == PLUMB_SOFTPICK ||
           (has_normalisation(op->kind) &&
            (op->normalisation == PLUMB_SUM || op->normalisation == PLUMB_ABSOLUTE_SUM));
}

static void add_parameters(plumb_line *to, const plumb_operator *op) {
    if (op->kind == PLUMB_SCALED_SOFTMAX)
        plumb_line_add(to, ", alpha %.17g", op->alpha);
    if (op->kind == PLUMB_POWER_SOFTMAX)
        plumb_line_add(to, ", power %.17g", op->power);
    if (op->kind == PLUMB_CLIPPED_SOFTMAX)
        plumb_line_add(to, ", gamma %.17g, zeta %.17g", op->gamma, op->zeta);
    if (has_normalisation(op->kind))
        plumb_line_add(to, ", normalisation %s",
                       plumb_word_name(PLUMB_MEMBER_NORMALISATION, op->normalisation));
    if (has_epsilon(op))
        plumb_line_add(to, ", epsilon %.17g", op->epsilon);
}

static void add_sink(plumb_line *to, const plumb_operator *op) {
    if (op->sink == PLUMB_SINK_NONE)
        return;
    plumb_line_add(to, ", sink %s", plumb_word_name(PLUMB_MEMBER_SINK, op->sink));
    if (op->sink == PLUMB_SINK_FIRST_KEYS)
        plumb_line_add(to, " (%zu)", op->sink_keys);
    if (op->sink_outside_lse)
        plumb_line_add(to, " outside the lse");
}

static const char *gate_name(const plumb_extras *extra) {
    if (extra->gate == NULL)
        return NULL;
    return extra->gate_per_element ? "element" : "head";
}

void plumb_operator_text(const plumb_problem *problem, char *text, size_t size) {
    const plumb_operator *op = &problem->op;
    plumb_line to = {text, size};
    snprintf(text, size, "%s", plumb_word_name(PLUMB_MEMBER_OPERATOR, op->kind));
    add_parameters(&to, op);
    add_sink(&to, op);
    if (op->softcap > 0)
        plumb_line_add(&to, ", softcap %.17g (%s)", op->softcap,
                       plumb_word_name(PLUMB_MEMBER_SOFTCAP_ORDER, op->softcap_order));
    if (problem->extra.bias != NULL)
        plumb_line_add(&to, ", bias");
    if (problem->extra.value_bias != NULL)
        plumb_line_add(&to, ", value bias");
    if (problem->extra.gate != NULL)
        plumb_line_add(&to, ", gate per %s", gate_name(&problem->extra));
}

static json_t *number_or_null(bool stated, double value) {
    return stated ? json_real(value) : json_null();
}

static const char *name_or_null(bool stated, plumb_member member, size_t number) {
    return stated ? plumb_word_name(member, number) : NULL;
}

/* clang-format off */
json_t *plumb_operator_json(const plumb_problem *problem) {
    const plumb_operator *op = &problem->op;
    bool clipped = op->kind == PLUMB_CLIPPED_SOFTMAX;
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:s?, s:o, s:s, s:o, s:s, s:o, s:s?, s:b, s:b,"
                     " s:s?}",
                     "operator", plumb_word_name(PLUMB_MEMBER_OPERATOR, op->kind),
                     "alpha", number_or_null(op->kind == PLUMB_SCALED_SOFTMAX, op->alpha),
                     "power", number_or_null(op->kind == PLUMB_POWER_SOFTMAX, op->power),
                     "gamma", number_or_null(clipped, op->gamma),
                     "zeta", number_or_null(clipped, op->zeta),
                     "normalisation", name_or_null(has_normalisation(op->kind),
                                                   PLUMB_MEMBER_NORMALISATION, op->normalisation),
                     "epsilon", number_or_null(has_epsilon(op), op->epsilon),
                     "sink", plumb_word_name(PLUMB_MEMBER_SINK, op->sink),
                     "sink_keys", op->sink == PLUMB_SINK_FIRST_KEYS
                                      ? json_integer((json_int_t)op->sink_keys) : json_null(),
                     "lse_sink", op->sink_outside_lse ? "excluded" : "included",
                     "softcap", number_or_null(op->softcap > 0, op->softcap),
                     "softcap_order", name_or_null(op->softcap > 0, PLUMB_MEMBER_SOFTCAP_ORDER,
                                                   op->softcap_order),
                     "bias", problem->extra.bias != NULL,
                     "value_bias", problem->extra.value_bias != NULL,
                     "gate", gate_name(&problem->extra));
}
/* clang-format on */
