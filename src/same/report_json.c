/* json_pack releases what it is given even when it fails, so that one test of the finished object finds every shortage
   of memory. */
#include "same/same.h"
#include "base/json_text.h"
#include "exact/shape.h"

/* One member to a line: */
/* clang-format off */
static json_t *error_object(plumb_same_error error) {
    return json_pack("{s:o, s:o}",
                     "low", plumb_json_number(error.low),
                     "high", plumb_json_number(error.high));
}

static json_t *pair_object(const plumb_same_error errors[2]) {
    return json_pack("{s:o, s:o}",
                     "first", error_object(errors[0]),
                     "this", error_object(errors[1]));
}

static json_t *nearness_object(const plumb_same_nearness *found) {
    return json_pack("{s:{s:o, s:o}, s:o, s:o, s:o}",
                     "nearer", "first", plumb_json_integer(found->nearer[0]),
                               "this", plumb_json_integer(found->nearer[1]),
                     "measured", plumb_json_integer(found->measured),
                     "root_mean_square", pair_object(found->root_mean_square),
                     "largest_error", pair_object(found->largest));
}
/* clang-format on */

static json_t *first_index(const plumb_same_result *result, plumb_quantity quantity, const plumb_same_bits *bits) {
    size_t index[PLUMB_RANK_MAX];
    if (bits->differ == 0)
        return json_null();
    json_t *array = json_array();
    size_t axes = plumb_same_index(result, quantity, bits->first, index);
    for (size_t i = 0; i < axes; i++)
        plumb_json_add(&array, plumb_json_integer(index[i]));
    return array;
}

/* clang-format off */
static json_t *difference_object(const plumb_same_result *result, const plumb_same_outcome *outcome,
                                 plumb_quantity quantity) {
    const plumb_same_bits *bits = &outcome->bits[quantity];
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
                     "differ", plumb_json_integer(bits->differ),
                     "first", first_index(result, quantity, bits),
                     "nan_alone", plumb_json_integer(bits->nan_alone),
                     "nan_bits", plumb_json_integer(bits->nan_bits),
                     "zero_signs", plumb_json_integer(bits->zero_signs),
                     "ulps", plumb_json_number(bits->most_ulps),
                     "nearness", bits->differ == 0 ? json_null() : nearness_object(&outcome->nearness[quantity]));
}

static json_t *judgement_object(const plumb_tensor_report *tensor) {
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}",
                     "verdict", plumb_verdict_name(tensor->verdict),
                     "passed", plumb_json_integer(tensor->passed),
                     "beyond_expected", plumb_json_integer(tensor->beyond),
                     "impossible", plumb_json_integer(tensor->impossible),
                     "unjudged", plumb_json_integer(tensor->unjudged),
                     "skipped", plumb_json_integer(tensor->skipped));
}

static json_t *tensor_object(const plumb_same_result *result, size_t number, plumb_quantity quantity) {
    const plumb_same_outcome *outcome = &result->outcome[number];
    return json_pack("{s:s, s:o, s:o, s:o}",
                     "dtype", plumb_format_name(result->format[quantity]),
                     "total", plumb_json_integer(result->shape[quantity].count),
                     "judgement", outcome->judged ? judgement_object(&outcome->tensor[quantity]) : json_null(),
                     "against_first", number == 0 ? json_null() : difference_object(result, outcome, quantity));
}
/* clang-format on */

static json_t *tensors_object(const plumb_same_result *result, size_t number) {
    json_t *tensors = json_object();
    for (int q = 0; q < PLUMB_ANSWERS; q++)
        if (result->present[q])
            plumb_json_put(&tensors, plumb_quantity_name((plumb_quantity)q),
                           tensor_object(result, number, (plumb_quantity)q));
    return tensors;
}

/* clang-format off */
static json_t *precision_object(const plumb_same_outcome *outcome) {
    return json_pack("{s:o, s:b}",
                     "name", plumb_json_name(outcome->precision),
                     "stated", outcome->precision_stated);
}

static json_t *run_object(const plumb_same_result *result, size_t number) {
    const plumb_same_outcome *outcome = &result->outcome[number];
    return json_pack("{s:o, s:{s:o, s:o}, s:b, s:o, s:o, s:o}",
                     "source", plumb_json_name(outcome->source),
                     "engine", "name", plumb_json_name(outcome->engine_name),
                               "version", plumb_json_name(outcome->engine_version),
                     "same", outcome->agrees,
                     "verdict", plumb_json_name(outcome->judged ? plumb_verdict_name(outcome->verdict) : NULL),
                     "precision", outcome->judged ? precision_object(outcome) : json_null(),
                     "tensors", tensors_object(result, number));
}
/* clang-format on */

static json_t *runs_array(const plumb_same_result *result) {
    json_t *runs = json_array();
    for (size_t i = 0; i < result->request->runs; i++)
        plumb_json_add(&runs, run_object(result, i));
    return runs;
}

static json_t *where(bool given, size_t from) {
    return given ? plumb_json_integer(from) : json_null();
}

int plumb_same_json(const plumb_same_result *result, FILE *stream) {
    const plumb_same_part *part = &result->request->part;
    return plumb_json_write(json_pack("{s:s, s:b, s:{s:o, s:o}, s:o}", "format", "plumbline-same-2", "same",
                                      result->differing == 0, "part", "batch", where(part->of_batch, part->batch),
                                      "query", where(part->of_queries, part->query), "runs", runs_array(result)),
                            stream);
}
