/* The report is one object, with a function for each kind of member.  json_pack releases its arguments even if it
   fails, so that one test of the finished object detects every failed allocation. */
#include "report/report.h"
#include "base/json_text.h"
#include "judge/plausible.h"
#include "report/report_conventions.h"
#include "report/report_choice.h"
#include "report/report_facts.h"
#include "report/report_power.h"
#include "report/report_parts.h"
#include "exact/shape.h"
#include "schema/schema.h"
#include <math.h>

/* Texts that read back to the same binary64: JSON has no literal for NaN and infinities. */
static json_t *number(double value) {
    char decimal[64], hex[64];
    snprintf(decimal, sizeof decimal, "%.17g", value);
    snprintf(hex, sizeof hex, "%a", value);
    return json_pack("{s:s, s:s}", "decimal", decimal, "hex", hex);
}

static json_t *element_index(const plumb_element *element, plumb_quantity quantity) {
    json_t *head = plumb_json_integer(element->head);
    if (quantity == PLUMB_SINK_GRADIENT || quantity == PLUMB_SLOPE_GRADIENT)
        return json_pack("[o]", head);
    if (quantity == PLUMB_TABLE_GRADIENT) {
        json_decref(head);
        return json_pack("[o, o]", plumb_json_integer(element->query), plumb_json_integer(element->column));
    }
    json_t *index = !element->in_sequence   ? json_pack("[o, o, o]", plumb_json_integer(element->batch), head,
                                                        plumb_json_integer(element->query))
                    : quantity == PLUMB_LSE ? json_pack("[o, o]", head, plumb_json_integer(element->token))
                                            : json_pack("[o, o]", plumb_json_integer(element->token), head);
    if (quantity != PLUMB_LSE)
        plumb_json_add(&index, plumb_json_integer(element->column));
    return index;
}

/* One member to a line: */
/* clang-format off */
static json_t *element_object(const plumb_element *element, plumb_quantity quantity) {
    if (!element->present)
        return json_null();
    char overflow[PLUMB_OVERFLOW_TEXT];
    const char *may = plumb_overflow_text(&element->overflow, overflow);
    return json_pack("{s:o, s:o, s:o, s:s, s:s?, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
                     "index", element_index(element, quantity),
                     "sequence", element->in_sequence ? plumb_json_integer(element->batch) : json_null(),
                     "token", element->in_sequence ? plumb_json_integer(element->query) : json_null(),
                     "finding", plumb_finding_text(element->finding),
                     "overflow", *may != 0 ? may : NULL,
                     "engine", number(element->engine),
                     "low", number(element->low),
                     "high", number(element->high),
                     "error_low", number(element->error_low),
                     "error_high", number(element->error_high),
                     "ulps", number(element->ulps),
                     "deviation", number(element->deviation),
                     "expected", number(element->probable),
                     "bound", number(element->provable));
}

static json_t *bias_members(const plumb_bias *bias) {
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:s?}",
                     "mean", number(bias->mean),
                     "mean_scatter", number(bias->mean_scatter),
                     "mean_limit", number(bias->mean_limit),
                     "along", number(bias->along),
                     "along_scatter", number(bias->along_scatter),
                     "along_limit", number(bias->along_limit),
                     "growth", plumb_growth_name(bias->growth));
}

static json_t *head_bias_object(size_t head, const plumb_bias *bias, const plumb_problem *problem) {
    json_t *object = bias_members(bias), *place = json_array();
    plumb_json_add(&place, plumb_json_integer(head / problem->query_heads));
    plumb_json_add(&place, plumb_json_integer(head % problem->query_heads));
    plumb_json_put(&object, "head", place);
    return object;
}

static json_t *bias_object(const plumb_bias *bias, const plumb_head_biases *heads, const plumb_problem *problem) {
    json_t *object = bias_members(bias), *list = json_array();
    for (size_t i = 0; i < heads->count; i++)
        plumb_json_add(&list, head_bias_object(heads->head[i], &heads->bias[i], problem));
    plumb_json_put(&object, "heads", list);
    return object;
}

/* factor: the bias along the output, by its first name; an output alone has it. */
static json_t *stand_object(const plumb_stand *stand, plumb_quantity quantity, const plumb_case *judged) {
    const plumb_answer_shape shape = plumb_shape_of_answer(judged, quantity);
    bool has_factor = quantity == PLUMB_OUTPUT;
    size_t heads = shape.heads, rows = shape.rows > 0 ? shape.rows : 1;
    size_t head = stand->worst_row / rows, other = stand->weight_row / rows;
    return json_pack("{s:o, s:o, s:o, s:o, s:[o, o], s:[o, o, o], s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:[o, o, o, o]}",
                     "level", number(stand->level),
                     "whole", number(stand->whole),
                     "head", number(stand->head),
                     "row", number(stand->row),
                     "worst_head", plumb_json_integer(stand->worst_head / heads),
                                   plumb_json_integer(stand->worst_head % heads),
                     "worst_row", plumb_json_integer(head / heads), plumb_json_integer(head % heads),
                                  plumb_json_integer(stand->worst_row % rows),
                     "scale", number(stand->scale),
                     "scale_limit", number(stand->scale_limit),
                     "scale_noticed", number(stand->scale_noticed),
                     "factor", number(has_factor ? stand->bias.along : 0),
                     "factor_limit", number(has_factor ? stand->bias.along_limit : INFINITY),
                     "weight", number(stand->weight),
                     "weight_error", number(stand->weight_error),
                     "worst_weight", plumb_json_integer(other / heads), plumb_json_integer(other % heads),
                                     plumb_json_integer(stand->weight_row % rows),
                                     plumb_json_integer(stand->weight_key));
}

static json_t *tensor_object(const plumb_tensor_report *tensor, plumb_quantity quantity,
                             const plumb_head_biases *heads, const plumb_case *judged) {
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o,"
                     " s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
                     "dtype", plumb_format_name(tensor->format),
                     "verdict", plumb_verdict_name(tensor->verdict),
                     "total", plumb_json_integer(tensor->total),
                     "passed", plumb_json_integer(tensor->passed),
                     "beyond_expected", plumb_json_integer(tensor->beyond),
                     "asked", plumb_json_integer(tensor->asked),
                     "impossible", plumb_json_integer(tensor->impossible),
                     "unjudged", plumb_json_integer(tensor->unjudged),
                     "skipped", plumb_json_integer(tensor->skipped),
                     "not_a_number", plumb_json_integer(tensor->not_a_number),
                     "escalated", plumb_json_integer(tensor->escalated),
                     "worst_ulps", number(tensor->worst_ulps),
                     "worst_expected_ratio", number(tensor->worst_probable_ratio),
                     "largest_radius", number(tensor->largest_radius),
                     "standing", stand_object(&tensor->stand, quantity, judged),
                     "bias", bias_object(&tensor->stand.bias, heads, &judged->problem),
                     "worst", element_object(&tensor->worst, quantity),
                     "first_impossible", element_object(&tensor->first_impossible, quantity),
                     "first_beyond", element_object(&tensor->first_beyond, quantity),
                     "first_unjudged", element_object(&tensor->first_unjudged, quantity));
}

static json_t *tensors_object(const plumb_report *report) {
    json_t *tensors = json_object();
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        plumb_quantity quantity = (plumb_quantity)q;
        if (report->tensor[q].present)
            plumb_json_put(&tensors, plumb_quantity_name(quantity),
                           tensor_object(&report->tensor[q], quantity, &report->heads[q], report->judged));
    }
    return tensors;
}

static json_t *problem_object(const plumb_case *judged) {
    const plumb_problem *problem = plumb_stated_problem(judged);
    char inputs[PLUMB_FACT_TEXT];
    return json_pack("{s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:s, s:b, s:I, s:s?,"
                     " s:s?, s:s, s:s}",
                     "batch", plumb_json_integer(problem->batch),
                     "query_heads", plumb_json_integer(problem->query_heads),
                     "key_heads", plumb_json_integer(judged->tiled_heads != 0 ? judged->tiled_heads
                                                                            : problem->key_heads),
                     "gqa", plumb_word_name(PLUMB_MEMBER_GQA, judged->tiled_heads != 0),
                     "query_length", plumb_json_integer(problem->query_length),
                     "key_length", plumb_json_integer(problem->key_length),
                     "head_dim", plumb_json_integer(problem->head_dim),
                     "value_dim", plumb_json_integer(problem->value_dim),
                     "input_dtype", plumb_is_quantised(judged) ? plumb_inputs_fact(judged, inputs)
                                                               : plumb_format_name(judged->input_format),
                     "causal", problem->causal.causal,
                     "offset", (json_int_t)problem->causal.offset,
                     "scale", problem->scale.text,
                     "scale_site", judged->scale_site,
                     "empty_row", plumb_word_name(PLUMB_MEMBER_EMPTY_ROW, problem->empty_row),
                     "empty_lse", plumb_word_name(PLUMB_MEMBER_EMPTY_LSE, problem->empty_lse_positive));
}

static json_t *plausible_list(const plumb_report *report) {
    json_t *list = json_array();
    for (size_t i = 0; i < report->plausibles; i++) {
        const plumb_plausible *one = &report->plausible[i];
        plumb_json_add(&list, json_pack("{s:s, s:s, s:o}",
                                        "name", one->name,
                                        "verdict", plumb_verdict_name(one->verdict),
                                        "rows", plumb_json_integer(one->rows)));
    }
    return list;
}

static const char *strictest_name(const plumb_report *report) {
    const plumb_plausible *strictest = plumb_strictest_that_passes(report);
    return strictest != NULL ? strictest->name : NULL;
}

static json_t *must_notice_object(const plumb_must_notice *must) {
    return !plumb_must_notice_any(must)
               ? json_null()
               : json_pack("{s:o, s:o}",
                           "lost_keys", must->lost_keys > 0 ? plumb_json_integer(must->lost_keys) : json_null(),
                           "scale", must->scale > 0 ? json_real(must->scale) : json_null());
}

json_t *plumb_report_object(const plumb_report *report) {
    const plumb_case *judged = report->judged;
    const plumb_precision *precision = &report->precision;
    char text[PLUMB_FACT_TEXT], coarse[PLUMB_FACT_TEXT], reason[PLUMB_FACT_TEXT];
    const char *blind = plumb_blind_fact(report, text);
    return json_pack("{s:s, s:s, s:o, s:s?, s:{s:o, s:s?}, s:{s:s, s:b, s:s, s:s?, s:o, s:s?, s:s?}, s:o,"
                     " s:o, s:o, s:o, s:o, s:{s:o, s:o}, s:o, s:o, s:{s:s?, s:o, s:o}, s:o, s:s?, s:f, s:o, s:o, s:o}",
                     "format", "plumbline-diff-2",
                     "verdict", plumb_verdict_name(report->verdict),
                     "source", plumb_json_name(judged->source),
                     "note", judged->note,
                     "engine", "name", plumb_json_name(judged->engine_name),
                               "version", judged->engine_version,
                     "precision", "name", precision->name,
                                  "stated", report->precision_stated,
                                  "summary", precision->summary,
                                  "changes", precision->changes,
                                  "plausible", plausible_list(report),
                                  "strictest", strictest_name(report),
                                  "warning", *plumb_coarse_fact(report, coarse) != 0 ? coarse : NULL,
                     "problem", problem_object(judged),
                     "conventions", plumb_operator_json(&judged->problem),
                     "masks", plumb_mask_json(plumb_stated_problem(judged)),
                     "position", plumb_position_json(plumb_stated_problem(judged)),
                     "rows", plumb_json_integer(report->rows),
                     "queries", "from", plumb_json_integer(report->from),
                                "to", plumb_json_integer(report->to),
                     "seed", report->sampled ? plumb_json_integer((size_t)report->seed) : json_null(),
                     "empty_rows", plumb_json_integer(report->empty_rows),
                     "expected", "reason",
                                 *plumb_stand_fact(report, PLUMB_STAND_REASON, reason) != 0 ? reason : NULL,
                                 "rows", plumb_json_integer(report->level.rows),
                                 "noticed_keys", report->sampled || !report->level.asks_keys
                                                   ? json_null()
                                                   : plumb_json_integer(report->level.noticed_keys),
                     "must_notice", must_notice_object(&report->must_notice),
                     "blind", *blind != 0 ? blind : NULL,
                     "seconds", report->seconds,
                     "tensors", tensors_object(report),
                     "parts", plumb_parts_json(report, element_object),
                     "choice", plumb_choice_json(judged));
}
/* clang-format on */

int plumb_report_json(const plumb_report *report, FILE *stream) {
    return plumb_json_write(plumb_report_object(report), stream);
}
