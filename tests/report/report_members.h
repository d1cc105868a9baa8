/* report_members.h - the JSON of a judgement is right by its format, and says what the report holds: each number in the
   member of its name. */
#ifndef PLUMB_TESTS_COMPARE_REPORT_MEMBERS_H
#define PLUMB_TESTS_COMPARE_REPORT_MEMBERS_H
#include "judge/plausible.h"
#include "report/report.h"
#include "report/report_conventions.h"
#include "report/report_power.h"
#include "exact/shape.h"
#include "tests/support/json_format.h"
#include "tests/support/json_members.h"

static const member_place tensor_counts[] = {
    PLACE(plumb_tensor_report, total),        PLACE(plumb_tensor_report, passed),
    PLACE(plumb_tensor_report, asked),        PLACE(plumb_tensor_report, impossible),
    PLACE(plumb_tensor_report, unjudged),     PLACE(plumb_tensor_report, skipped),
    PLACE(plumb_tensor_report, not_a_number), PLACE(plumb_tensor_report, escalated),
    PLACE_OF(plumb_tensor_report, beyond, "beyond_expected"),
};

static const member_place tensor_numbers[] = {
    PLACE(plumb_tensor_report, worst_ulps),
    PLACE_OF(plumb_tensor_report, worst_probable_ratio, "worst_expected_ratio"),
    PLACE(plumb_tensor_report, largest_radius),
};

static const member_place tensor_elements[] = {
    PLACE(plumb_tensor_report, worst),
    PLACE(plumb_tensor_report, first_impossible),
    PLACE(plumb_tensor_report, first_beyond),
    PLACE(plumb_tensor_report, first_unjudged),
};

static const member_place element_numbers[] = {
    PLACE(plumb_element, engine),    PLACE(plumb_element, low),        PLACE(plumb_element, high),
    PLACE(plumb_element, error_low), PLACE(plumb_element, error_high), PLACE(plumb_element, ulps),
    PLACE(plumb_element, deviation), PLACE_OF(plumb_element, provable, "bound"),
    PLACE_OF(plumb_element, probable, "expected"),
};

static const member_place stand_numbers[] = {
    PLACE(plumb_stand, level),         PLACE(plumb_stand, whole),        PLACE(plumb_stand, head),
    PLACE(plumb_stand, row),           PLACE(plumb_stand, scale),        PLACE(plumb_stand, scale_limit),
    PLACE(plumb_stand, scale_noticed), PLACE(plumb_stand, weight),       PLACE(plumb_stand, weight_error),
};

static const member_place bias_numbers[] = {
    PLACE(plumb_bias, mean),  PLACE(plumb_bias, mean_scatter),  PLACE(plumb_bias, mean_limit),
    PLACE(plumb_bias, along), PLACE(plumb_bias, along_scatter), PLACE(plumb_bias, along_limit),
};

static const member_place report_counts[] = {PLACE(plumb_report, rows), PLACE(plumb_report, empty_rows)};
static const member_place report_queries[] = {PLACE(plumb_report, from), PLACE(plumb_report, to)};

static const member_place problem_counts[] = {
    PLACE(plumb_problem, batch),      PLACE(plumb_problem, query_heads), PLACE(plumb_problem, query_length),
    PLACE(plumb_problem, key_length), PLACE(plumb_problem, head_dim),    PLACE(plumb_problem, value_dim),
};

static inline void check_element_object(const json_t *object, const plumb_element *element, plumb_quantity quantity) {
    const size_t index[] = {element->batch, element->head, element->query, element->column};
    ck_assert(json_is_null(object) == !element->present);
    if (!element->present)
        return;
    check_index(object, "index", index, quantity == PLUMB_LSE ? 3 : 4);
    check_word(object, "finding", plumb_finding_text(element->finding));
    check_numbers(object, element, element_numbers, PLACES(element_numbers));
}

static inline void check_stand_object(const json_t *object, const plumb_stand *stand, const plumb_problem *p) {
    size_t queries = p->query_length > 0 ? p->query_length : 1;
    const size_t head[] = {stand->worst_head / p->query_heads, stand->worst_head % p->query_heads};
    const size_t row[] = {stand->worst_row / queries / p->query_heads, stand->worst_row / queries % p->query_heads,
                          stand->worst_row % queries};
    const size_t weight[] = {stand->weight_row / queries / p->query_heads, stand->weight_row / queries % p->query_heads,
                             stand->weight_row % queries, stand->weight_key};
    check_numbers(object, stand, stand_numbers, PLACES(stand_numbers));
    check_index(object, "worst_head", head, 2);
    check_index(object, "worst_row", row, 3);
    check_index(object, "worst_weight", weight, 4);
}

static inline void check_bias_members(const json_t *object, const plumb_bias *bias) {
    check_numbers(object, bias, bias_numbers, PLACES(bias_numbers));
    check_word(object, "growth", plumb_growth_name(bias->growth));
}

/* The bias along the output by its first name, too. */
static inline void check_bias_object(const json_t *object, const plumb_stand *stand, const plumb_head_biases *heads,
                                     plumb_quantity quantity, const plumb_problem *p) {
    const json_t *bias = json_object_get(object, "bias"), *list = json_object_get(bias, "heads");
    check_bias_members(bias, &stand->bias);
    ck_assert_uint_eq(json_array_size(list), heads->count);
    for (size_t i = 0; i < heads->count; i++) {
        const size_t head[] = {heads->head[i] / p->query_heads, heads->head[i] % p->query_heads};
        check_index(json_array_get(list, i), "head", head, 2);
        check_bias_members(json_array_get(list, i), &heads->bias[i]);
    }
    const json_t *factor = json_object_get(json_object_get(object, "standing"), "factor");
    ck_assert(quantity != PLUMB_OUTPUT || json_equal(factor, json_object_get(bias, "along")));
}

static inline void check_tensor_object(const json_t *object, const plumb_tensor_report *tensor, plumb_quantity quantity,
                                       const plumb_head_biases *heads, const plumb_problem *p) {
    check_word(object, "dtype", plumb_format_name(tensor->format));
    check_word(object, "verdict", plumb_verdict_name(tensor->verdict));
    check_counts(object, tensor, tensor_counts, PLACES(tensor_counts));
    check_numbers(object, tensor, tensor_numbers, PLACES(tensor_numbers));
    check_stand_object(json_object_get(object, "standing"), &tensor->stand, p);
    check_bias_object(object, &tensor->stand, heads, quantity, p);
    for (size_t i = 0; i < PLACES(tensor_elements); i++)
        check_element_object(json_object_get(object, tensor_elements[i].name), place_in(tensor, &tensor_elements[i]),
                             quantity);
    ck_assert(tensor->verdict != PLUMB_FAIL || tensor->impossible > 0);
}

static inline void check_precision_object(const json_t *object, const plumb_report *report) {
    const json_t *list = json_object_get(object, "plausible");
    const plumb_plausible *strictest = plumb_strictest_that_passes(report);
    char text[PLUMB_FACT_TEXT];
    check_word(object, "name", report->precision.name);
    check_word(object, "summary", report->precision.summary);
    check_word(object, "changes", report->precision.changes);
    check_truth(object, "stated", report->precision_stated);
    check_word(object, "strictest", strictest != NULL ? strictest->name : NULL);
    check_word(object, "warning", *plumb_coarse_fact(report, text) != 0 ? text : NULL);
    ck_assert_uint_eq(json_array_size(list), report->plausibles);
    for (size_t i = 0; i < report->plausibles; i++) {
        const json_t *one = json_array_get(list, i);
        check_word(one, "name", report->plausible[i].name);
        check_word(one, "verdict", plumb_verdict_name(report->plausible[i].verdict));
        check_integer(one, "rows", (int64_t)report->plausible[i].rows);
    }
}

static inline void check_problem_object(const json_t *object, const plumb_case *judged) {
    const plumb_problem *p = &judged->problem;
    check_counts(object, p, problem_counts, PLACES(problem_counts));
    check_integer(object, "key_heads", (int64_t)(judged->tiled_heads != 0 ? judged->tiled_heads : p->key_heads));
    check_integer(object, "offset", p->causal.offset);
    check_word(object, "input_dtype", plumb_format_name(judged->input_format));
    check_word(object, "scale", p->scale.text);
    check_word(object, "scale_site", judged->scale_site);
    check_truth(object, "causal", p->causal.causal);
}

/* Objects that report_conventions.h makes. */
static inline void check_same_object(const json_t *object, const char *name, json_t *expected) {
    ck_assert_msg(json_equal(json_object_get(object, name), expected), "%s", name);
    json_decref(expected);
}

static inline void check_level(const json_t *object, const plumb_report *report) {
    char text[PLUMB_FACT_TEXT];
    check_word(object, "reason", *plumb_stand_fact(report, PLUMB_STAND_REASON, text) != 0 ? text : NULL);
    check_integer(object, "rows", (int64_t)report->level.rows);
    if (report->sampled || !report->level.asks_keys)
        ck_assert(json_is_null(json_object_get(object, "noticed_keys")));
    else
        check_integer(object, "noticed_keys", (int64_t)report->level.noticed_keys);
}

static inline void check_must_notice(const json_t *object, const plumb_report *report) {
    char text[PLUMB_FACT_TEXT];
    const plumb_must_notice *must = &report->must_notice;
    const json_t *demanded = json_object_get(object, "must_notice");
    check_word(object, "blind", plumb_is_blind(report) ? plumb_blind_fact(report, text) : NULL);
    ck_assert(json_is_null(demanded) == !plumb_must_notice_any(must));
    ck_assert(json_integer_value(json_object_get(demanded, "lost_keys")) == (json_int_t)must->lost_keys);
    ck_assert(json_real_value(json_object_get(demanded, "scale")) == must->scale);
}

/* Text: what plumb_report_json has written of the report. */
static inline json_t *check_report_json(const char *text, const plumb_report *report) {
    json_t *object = json_of_format("diff", text);
    const plumb_case *judged = report->judged;
    const json_t *tensors = json_object_get(object, "tensors"), *engine = json_object_get(object, "engine");
    size_t present = 0;
    check_word(object, "verdict", plumb_verdict_name(report->verdict));
    check_word(object, "source", judged->source);
    check_word(object, "note", judged->note);
    check_word(engine, "name", judged->engine_name);
    check_word(engine, "version", judged->engine_version);
    check_precision_object(json_object_get(object, "precision"), report);
    check_problem_object(json_object_get(object, "problem"), judged);
    check_same_object(object, "conventions", plumb_operator_json(&judged->problem));
    check_same_object(object, "masks", plumb_mask_json(&judged->problem));
    check_same_object(object, "position", plumb_position_json(&judged->problem));
    check_counts(object, report, report_counts, PLACES(report_counts));
    check_counts(json_object_get(object, "queries"), report, report_queries, PLACES(report_queries));
    check_level(json_object_get(object, "expected"), report);
    check_must_notice(object, report);
    ck_assert(json_is_null(json_object_get(object, "seed")) == !report->sampled);
    ck_assert(json_real_value(json_object_get(object, "seconds")) == report->seconds);
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const json_t *tensor = json_object_get(tensors, plumb_quantity_name((plumb_quantity)q));
        ck_assert((tensor != NULL) == report->tensor[q].present);
        if (tensor != NULL)
            check_tensor_object(tensor, &report->tensor[q], (plumb_quantity)q, &report->heads[q], &judged->problem);
        present += report->tensor[q].present;
    }
    ck_assert_uint_eq(json_object_size(tensors), present);
    return object;
}
#endif
