/* Every fact is words for numbers that the judgement has left in the report; nothing is judged again.  A fact that does
   not apply is an empty text, so that a report can ask for all and print those that there are.  Of several reasons why
   a tensor is suspect one is named, the one that explains the others: scores that are all off, a mean error, then the
   tensor, a head, a row, a single weight. */
#include "report/report_facts.h"
#include "case/quantised.h"
#include "judge/plausible.h"
#include "report/report_bias.h"
#include "report/report_power.h"
#include "exact/shape.h"
#include "precision/precision_text.h"
#include "schema/text.h"
#include "theorem/gradient_proof.h"
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define add(text, ...) plumb_text_add(text, PLUMB_FACT_TEXT, __VA_ARGS__)

#define QUANTISED_HINT "; for a quantised cache, pass k and v as they are stored, with k_scale and v_scale"

const char *plumb_write_fact(char text[PLUMB_FACT_TEXT], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, PLUMB_FACT_TEXT, format, arguments);
    va_end(arguments);
    return text;
}

static const char unstated[] = "(not stated)";

const char *plumb_source_fact(const plumb_case *judged) {
    return judged->source != NULL ? judged->source : unstated;
}

const char *plumb_engine_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]) {
    bool versioned = judged->engine_version != NULL;
    return plumb_write_fact(text, "%s%s%s", judged->engine_name != NULL ? judged->engine_name : unstated,
                            versioned ? " " : "", versioned ? judged->engine_version : "");
}

const char *plumb_precision_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    return plumb_write_fact(text, "%s (%s)", report->precision.name,
                 report->precision_stated ? "stated" : "assumed from the dtype");
}

/* The coarsest format that inputs or answers have. */
static plumb_format coarsest_format(const plumb_report *report) {
    plumb_format coarsest = report->judged->input_format;
    for (int q = 0; q < PLUMB_ANSWERS; q++)
        if (report->tensor[q].present && report->tensor[q].format > coarsest)
            coarsest = report->tensor[q].format;
    return coarsest;
}

const char *plumb_coarse_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    plumb_format format = coarsest_format(report);
    if (!report->precision_stated ||
        plumb_precision_uses_formats_of(&report->precision, plumb_precision_default(format)))
        return "";
    return plumb_write_fact(text, "%s is coarser than usual for %s tensors", report->precision.name,
                            plumb_format_name(format));
}

const char *plumb_verdict_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    char coarse[PLUMB_FACT_TEXT];
    if (*plumb_coarse_fact(report, coarse) == 0)
        return plumb_verdict_name(report->verdict);
    return plumb_write_fact(text, "%s (warning: %.900s)", plumb_verdict_name(report->verdict), coarse);
}

static bool says_the_same(const plumb_plausible *one, const plumb_plausible *other) {
    return one->verdict == other->verdict && one->rows == other->rows;
}

/* Neighbouring models with the same verdict name it once. */
const char *plumb_plausible_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    plumb_write_fact(text, "%s", "");
    for (size_t i = 0; i < report->plausibles; i++) {
        const plumb_plausible *one = &report->plausible[i];
        bool again = i > 0 && says_the_same(one, one - 1);
        if (!again)
            add(text, "%s%s", i > 0 ? "; " : "", plumb_verdict_name(one->verdict));
        if (!again && one->rows < report->rows_judged)
            add(text, " (%zu row%s)", one->rows, one->rows == 1 ? "" : "s");
        add(text, "%s %s", again ? "," : ":", one->name);
    }
    return text;
}

/* A kernel that rounds its inputs once more looks like one whose keys and values were rounded before they were saved:
   those of a quantised cache, written out in 16 bits. */
static bool may_have_been_quantised(const plumb_report *report, const char *passes) {
    const plumb_format *of = report->judged->vector_format;
    plumb_precision other;
    plumb_error ignored;
    bool narrow = (of[1] == PLUMB_BF16 || of[1] == PLUMB_F16) && (of[2] == PLUMB_BF16 || of[2] == PLUMB_F16);
    return narrow && !plumb_is_quantised(report->judged) &&
           plumb_precision_parse(passes, "precision", &other, &ignored) == 0 &&
           other.input.unit > report->precision.input.unit;
}

const char *plumb_strictest_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    const plumb_plausible *strictest = plumb_strictest_that_passes(report);
    if (report->plausibles == 0 || report->parts.wrong > 0) /* other precisions were judged only on the whole */
        return "";
    if (strictest != NULL && report->verdict == PLUMB_PASS)
        return plumb_write_fact(text, "the strictest plausible precision that passes is %s", strictest->name);
    if (strictest != NULL)
        return plumb_write_fact(text, "passes under %s: state it if the kernel computes that way%s", strictest->name,
                     may_have_been_quantised(report, strictest->name) ? QUANTISED_HINT : "");
    if (report->precision_stated)
        return "";
    if (plumb_is_excluded_by_all(report))
        return "excluded by every precision in common use for these dtypes";
    return "passes under no precision in common use for these dtypes, but not all exclude it: state the precision";
}

const char *plumb_sizes_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]) {
    const plumb_problem *p = plumb_stated_problem(judged);
    bool tiled = judged->tiled_heads != 0, ragged = p->sequences.length != NULL;
    const char *entries = ragged ? "sequences" : "batch";
    return plumb_write_fact(text, "%s %zu, heads %zu on %zu%s, queries %s%zu, keys %s%zu", entries, p->batch,
                            p->query_heads, tiled ? judged->tiled_heads : p->key_heads, tiled ? " tiled" : "",
                            ragged ? "up to " : "", p->query_length, p->mask.key_lengths != NULL ? "up to " : "",
                            p->key_length);
}

enum { INPUT_TEXT = PLUMB_SHAPE_TEXT + 16 };

/* "BF16", or "e4m3 x [2,4,1,1]", the shape of its scales. */
static const char *input_fact(const plumb_case *judged, size_t i, char text[INPUT_TEXT]) {
    const plumb_quantised *quantised = judged->quantised[i];
    char shape[PLUMB_SHAPE_TEXT];
    if (quantised == NULL)
        return plumb_format_name(judged->vector_format[i]);
    if (quantised->scale.number == NULL)
        return quantised->encoding->name;
    snprintf(text, INPUT_TEXT, "%s x %s", quantised->encoding->name,
             plumb_shape_text(quantised->scale.size, PLUMB_QUANTISED_AXES, shape));
    return text;
}

const char *plumb_inputs_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]) {
    const plumb_format *of = judged->vector_format;
    char input[3][INPUT_TEXT];
    if (of[0] == of[1] && of[1] == of[2] && !plumb_is_quantised(judged))
        return plumb_format_name(judged->input_format);
    return plumb_write_fact(text, "q %s, k %s, v %s", input_fact(judged, 0, input[0]), input_fact(judged, 1, input[1]),
                 input_fact(judged, 2, input[2]));
}

const char *plumb_scale_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]) {
    const char *stated = judged->problem.scale.text;
    if (stated != NULL && strtod(stated, NULL) == 0)
        return plumb_write_fact(text, "%s (the queries have no effect)", stated);
    return stated != NULL ? stated : plumb_write_fact(text, "1/sqrt(%zu)", judged->problem.head_dim);
}

const char *plumb_rows_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    size_t queries = report->judged->problem.query_length;
    plumb_write_fact(text, "%zu", report->rows);
    if (report->to - report->from < queries)
        add(text, " (queries %zu:%zu of %zu)", report->from, report->to, queries);
    if (report->sampled)
        add(text, " drawn with seed %" PRIu64, report->seed);
    add(text, ", %zu of them without a visible key", report->empty_rows);
    return text;
}

const char *plumb_finding_fact(const plumb_element *element, char text[PLUMB_FACT_TEXT]) {
    if (element->finding != PLUMB_MAY_OVERFLOW)
        return plumb_finding_text(element->finding);
    return plumb_overflow_text(&element->overflow, text);
}

const char *plumb_asked_fact(const plumb_report *report, plumb_quantity quantity, char text[PLUMB_FACT_TEXT]) {
    const plumb_tensor_report *tensor = &report->tensor[quantity];
    size_t asked = tensor->asked;
    bool known = !plumb_is_gradient(quantity) ||
                 plumb_gradient_is_decided(&report->judged->problem, &report->precision,
                                           plumb_gradient_of_quantity(quantity));
    if (tensor->beyond > 0 && !known)
        return plumb_write_fact(text, "none: no theorem decides %s here", plumb_quantity_name(quantity));
    if (plumb_is_gradient(quantity) && !tensor->decided && tensor->beyond > 0)
        return plumb_write_fact(text, "none: no output in out_grad's format passes");
    if (asked == 0)
        return plumb_write_fact(text, "%s", "");
    if (asked == 1)
        return plumb_write_fact(text, "this one: %s", tensor->refuted > 0 ? "impossible" : "possible");
    return plumb_write_fact(text, "the %zu largest errors: %zu impossible", asked, tensor->refuted);
}

const char *plumb_exact_fact(const plumb_element *element, char text[PLUMB_FACT_TEXT]) {
    if (element->low == element->high)
        return plumb_write_fact(text, "%.17g", element->low);
    return plumb_write_fact(text, "between %.17g and %.17g", element->low, element->high);
}

const char *plumb_error_fact(const plumb_element *element, char text[PLUMB_FACT_TEXT]) {
    if (isnan(element->error_low))
        return "";
    if (element->low == element->high && (element->low == 0 || isinf(element->low)))
        return plumb_write_fact(text, "%.9g where exactly %.9g is correct", element->engine, element->low);
    if (!isfinite(element->error_low))
        return plumb_write_fact(text, "%.9g where a finite number is correct", element->engine);
    plumb_write_fact(text, "at least %.4g", element->error_low);
    if (isfinite(element->ulps))
        add(text, ", %.4g ulp", element->ulps);
    return text;
}

const char *plumb_ulps_fact(const plumb_tensor_report *tensor, char text[PLUMB_FACT_TEXT]) {
    bool known = (tensor->worst_ulps > 0 || isfinite(tensor->worst.engine)) && isfinite(tensor->worst_ulps);
    return known ? plumb_write_fact(text, "%.3g", tensor->worst_ulps) : "-";
}

const char *plumb_ratio_fact(const plumb_tensor_report *tensor, char text[PLUMB_FACT_TEXT]) {
    bool known = isfinite(tensor->worst.engine) && isfinite(tensor->worst_probable_ratio);
    return known ? plumb_write_fact(text, "%.3g", tensor->worst_probable_ratio) : "-";
}

const char *plumb_limits_fact(const plumb_element *element, char text[PLUMB_FACT_TEXT]) {
    if (!(element->probable > 0))
        return "no error";
    plumb_write_fact(text, "error up to %.4g", element->probable);
    if (element->provable < INFINITY)
        add(text, "; error bound %.4g (proved)", element->provable);
    return text;
}

const char *plumb_place_fact(const plumb_element *element, plumb_quantity quantity, char text[PLUMB_FACT_TEXT]) {
    if (quantity == PLUMB_SINK_GRADIENT || quantity == PLUMB_SLOPE_GRADIENT)
        return plumb_write_fact(text, "[%zu]", element->head);
    if (quantity == PLUMB_TABLE_GRADIENT)
        return plumb_write_fact(text, "[%zu, %zu]", element->query, element->column);
    if (!element->in_sequence)
        plumb_write_fact(text, "[%zu, %zu, %zu", element->batch, element->head, element->query);
    else if (quantity == PLUMB_LSE)
        plumb_write_fact(text, "[%zu, %zu", element->head, element->token);
    else
        plumb_write_fact(text, "[%zu, %zu", element->token, element->head);
    if (quantity != PLUMB_LSE)
        add(text, ", %zu", element->column);
    add(text, "]");
    if (element->in_sequence)
        add(text, ", token %zu of sequence %zu", element->query, element->batch);
    return text;
}

const char *plumb_row_name(plumb_quantity quantity) {
    return quantity == PLUMB_KEY_GRADIENT || quantity == PLUMB_VALUE_GRADIENT ? "key" : "query";
}

/* The first tensor that is beyond what is expected, else the first of all; the order is that of the quantities. */
static int told_tensor(const plumb_report *report) {
    int first = PLUMB_ANSWERS;
    for (int q = PLUMB_ANSWERS - 1; q >= 0; q--)
        if (report->tensor[q].present)
            first = q;
    for (int q = PLUMB_ANSWERS - 1; q >= 0; q--)
        if (report->tensor[q].present && !plumb_stand_is_expected(&report->tensor[q].stand))
            first = q;
    return first;
}

static const char *level_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    int q = told_tensor(report);
    if (q == PLUMB_ANSWERS || report->level.rows == 0)
        return "";
    return plumb_write_fact(text, "%s errors are %.3g times those of simulated %s kernels",
                            plumb_quantity_name((plumb_quantity)q), report->tensor[q].stand.level,
                            report->precision.name);
}

static const char *write_weight(char text[PLUMB_FACT_TEXT], const plumb_stand *stand, const plumb_problem *p) {
    size_t head = stand->weight_row / p->query_length;
    return plumb_write_fact(text,
                 "batch %zu, head %zu, query %zu: the weight of key %zu seems off by %.2g, %.3g times the expected "
                 "error",
                 head / p->query_heads, head % p->query_heads, stand->weight_row % p->query_length, stand->weight_key,
                 stand->weight_error, stand->weight);
}

static const char *reason_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    int q = told_tensor(report);
    return q == PLUMB_ANSWERS ? "" : plumb_reason_fact(report, (plumb_quantity)q, text);
}

const char *plumb_reason_fact(const plumb_report *report, plumb_quantity q, char text[PLUMB_FACT_TEXT]) {
    if (!report->tensor[q].present || report->level.rows == 0 || plumb_stand_is_expected(&report->tensor[q].stand))
        return "";
    const plumb_stand *stand = &report->tensor[q].stand;
    const plumb_problem *p = &report->judged->problem;
    const plumb_answer_shape shape = plumb_shape_of_answer(report->judged, q);
    if (fabs(stand->scale) > stand->scale_limit * fmax(1, stand->whole))
        return plumb_factor_fact("scores", stand->scale, stand->scale_limit, text);
    /* A mean error does not explain answers that are all wrong. */
    bool alike = report->tensor[q].verdict != PLUMB_FAIL;
    if (alike && plumb_stand_bias_share(stand) > fmax(1, stand->whole))
        return plumb_bias_reason(report, q, text);
    if (stand->whole > 1)
        return plumb_write_fact(text, "errors of the tensor are %.3g times the expected ones", stand->whole);
    if (stand->head > 1)
        return plumb_write_fact(text, "errors of batch %zu, head %zu are %.3g times the expected ones",
                     stand->worst_head / shape.heads, stand->worst_head % shape.heads, stand->head);
    if (stand->row <= 1 && plumb_stand_bias_share(stand) > fmax(1, stand->weight))
        return plumb_bias_reason(report, q, text);
    if (stand->row <= 1)
        return write_weight(text, stand, p);
    size_t head = stand->worst_row / shape.rows;
    return plumb_write_fact(text, "errors of batch %zu, head %zu, %s %zu are %.3g times the expected ones",
                            head / shape.heads, head % shape.heads, plumb_row_name(q), stand->worst_row % shape.rows,
                            stand->row);
}

const char *plumb_stand_name(plumb_stand_kind kind) {
    static const char *const names[PLUMB_STAND_FACTS] = {[PLUMB_STAND_LEVEL] = "simulated",
                                                         [PLUMB_STAND_REASON] = "reason",
                                                         [PLUMB_STAND_BIAS] = "bias",
                                                         [PLUMB_STAND_POWER] = "power",
                                                         [PLUMB_STAND_BLINDNESS] = "little power"};
    return names[kind];
}

const char *plumb_stand_fact(const plumb_report *report, plumb_stand_kind kind, char text[PLUMB_FACT_TEXT]) {
    static const char *(*const facts[PLUMB_STAND_FACTS])(const plumb_report *,
                                                         char *) = {[PLUMB_STAND_LEVEL] = level_fact,
                                                                    [PLUMB_STAND_REASON] = reason_fact,
                                                                    [PLUMB_STAND_BIAS] = plumb_bias_fact,
                                                                    [PLUMB_STAND_POWER] = plumb_power_fact,
                                                                    [PLUMB_STAND_BLINDNESS] = plumb_little_power_fact};
    return *level_fact(report, text) != 0 ? facts[kind](report, text) : "";
}

const char *plumb_not_numbers_fact(const plumb_tensor_report *tensor, plumb_quantity quantity,
                                   char text[PLUMB_FACT_TEXT]) {
    size_t count = tensor->beyond > 0 ? tensor->not_a_number : 0;
    if (count == 0)
        return "";
    return plumb_write_fact(text, "%zu element%s of %s %s NaN", count, count == 1 ? "" : "s",
                            plumb_quantity_name(quantity), count == 1 ? "is" : "are");
}

const plumb_element *plumb_decisive_element(const plumb_tensor_report *tensor, const char **what) {
    const struct {
        const plumb_element *element;
        const char *what;
    } order[] = {{&tensor->first_impossible, "impossible"},
                 {&tensor->first_beyond, "beyond"},
                 {&tensor->first_unjudged, "unjudged"},
                 {&tensor->worst, "worst"}};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (order[i].element->present) {
            *what = order[i].what;
            return order[i].element;
        }
    return NULL;
}
