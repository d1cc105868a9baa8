/* report_members.h - the JSON of the sink measure is right by its format, and says what the layers hold: each ball in
   the member of its name. */
#ifndef PLUMB_TESTS_MEASURE_REPORT_MEMBERS_H
#define PLUMB_TESTS_MEASURE_REPORT_MEMBERS_H
#include "measure/report.h"
#include "tests/support/json_format.h"
#include "tests/support/json_members.h"

static const member_place geometry_balls[] = {
    PLACE(plumb_geometry, query_norm),       PLACE(plumb_geometry, key_norm),     PLACE(plumb_geometry, other_key_norm),
    PLACE(plumb_geometry, key_cosine),       PLACE(plumb_geometry, other_cosine), PLACE(plumb_geometry, value_norm),
    PLACE(plumb_geometry, other_value_norm),
};

static const member_place activation_balls[] = {
    PLACE(plumb_activations, norm),          PLACE(plumb_activations, norm_ratio),
    PLACE(plumb_activations, largest),       PLACE(plumb_activations, median),
    PLACE(plumb_activations, largest_ratio), {"other_norm_median", offsetof(plumb_activations, other_norm)},
};

static const member_place layer_counts[] = {PLACE(plumb_sink_layer, tokens), PLACE(plumb_sink_layer, tokens_in_case)};

static const struct {
    const char *name;
    plumb_share_answer answer;
} answer_counts[] = {{"above", PLUMB_SHARE_ABOVE},
                     {"not_above", PLUMB_SHARE_NOT_ABOVE},
                     {"undecided", PLUMB_SHARE_UNDECIDED},
                     {"no_value", PLUMB_SHARE_NO_VALUE}};

/* Nothing is known of a ball whose radius is not finite. */
static inline void check_ball(const json_t *value, const char *name, plumb_ball ball) {
    ck_assert_msg(json_is_null(value) == !isfinite(ball.rad), "%s", name);
    if (json_is_null(value))
        return;
    ck_assert_msg(reads_as(json_object_get(value, "decimal"), ball.mid), "%s, decimal", name);
    ck_assert_msg(reads_as(json_object_get(value, "hex"), ball.mid), "%s, hex", name);
    ck_assert_msg(reads_as(json_object_get(value, "radius"), ball.rad), "%s, radius", name);
}

static inline void check_balls(const json_t *object, const void *structure, const member_place *places, size_t count) {
    for (size_t i = 0; i < count; i++)
        check_ball(json_object_get(object, places[i].name), places[i].name,
                   *(const plumb_ball *)place_in(structure, &places[i]));
}

static inline void check_head_object(const json_t *object, const plumb_sink_layer *layer, size_t index) {
    const plumb_sink_head *head = &layer->head[index];
    check_integer(object, "sample", (int64_t)(index / layer->heads));
    check_integer(object, "head", (int64_t)(index % layer->heads));
    check_ball(json_object_get(object, "alpha"), "alpha", head->alpha);
    check_word(object, "answer", plumb_share_answer_name(head->answer));
    check_truth(object, "escalated", head->escalated);
    check_balls(object, &head->geometry, geometry_balls, PLACES(geometry_balls));
}

static inline void check_activations_object(const json_t *object, const plumb_sink_layer *layer, size_t sample) {
    const plumb_activations *a = &layer->activations[sample];
    const json_t *norms = json_object_get(object, "norms");
    check_balls(object, a, activation_balls, PLACES(activation_balls));
    if (isfinite(a->largest.rad)) {
        check_integer(object, "token", (int64_t)a->token);
        check_integer(object, "dimension", (int64_t)a->dimension);
    } else {
        ck_assert(json_is_null(json_object_get(object, "token")));
        ck_assert(json_is_null(json_object_get(object, "dimension")));
    }
    ck_assert_uint_eq(json_array_size(norms), layer->tokens);
    for (size_t t = 0; t < layer->tokens; t++)
        check_ball(json_array_get(norms, t), "norms", layer->state_norm[sample * layer->tokens + t]);
}

static inline void check_real(const json_t *object, const char *name, double expected) {
    ck_assert_msg(json_number_value(json_object_get(object, name)) == expected, "%s", name);
}

static inline void check_layer_object(const json_t *object, const plumb_sink_layer *layer) {
    const json_t *heads = json_object_get(object, "heads"), *samples = json_object_get(object, "activations");
    check_word(object, "source", layer->source);
    check_word(object, "operator", layer->operator_name);
    check_word(object, "proxy", plumb_proxy_name(layer->proxy));
    check_counts(object, layer, layer_counts, PLACES(layer_counts));
    for (size_t i = 0; i < PLACES(answer_counts); i++)
        check_integer(object, answer_counts[i].name, (int64_t)layer->count[answer_counts[i].answer]);
    check_real(object, "percent_least", plumb_sink_layer_least(layer));
    check_real(object, "percent_most", plumb_sink_layer_most(layer));
    check_ball(json_object_get(object, "alpha_mean"), "alpha_mean", plumb_sink_layer_mean(layer));
    check_integer(object, "strongest", (int64_t)plumb_sink_layer_strongest(layer));
    ck_assert_uint_eq(json_array_size(heads), layer->samples * layer->heads);
    for (size_t i = 0; i < layer->samples * layer->heads; i++)
        check_head_object(json_array_get(heads, i), layer, i);
    ck_assert_uint_eq(json_array_size(samples), layer->activations == NULL ? 0 : layer->samples);
    for (size_t b = 0; b < json_array_size(samples); b++)
        check_activations_object(json_array_get(samples, b), layer, b);
}

/* Text: what plumb_sink_json has written of the report. */
static inline json_t *check_sink_json(const char *text, const plumb_sink_report *report) {
    json_t *object = json_of_format("sink", text);
    const json_t *layers = json_object_get(object, "layers");
    const plumb_sink_question *q = report->question;
    char key[32];
    plumb_sink_key_name(q, key);
    check_word(object, "key", key);
    check_word(object, "epsilon", q->epsilon);
    check_integer(object, "tokens", (int64_t)q->tokens);
    check_word(object, "from", q->from_weights ? "weights" : "operator");
    check_truth(object, "zero_query_row", q->zero_query_row);
    check_integer(object, "heads", (int64_t)plumb_sink_heads(report));
    for (size_t i = 0; i < PLACES(answer_counts); i++)
        check_integer(object, answer_counts[i].name, (int64_t)plumb_sink_count(report, answer_counts[i].answer));
    check_real(object, "percent_least", plumb_sink_least(report));
    check_real(object, "percent_most", plumb_sink_most(report));
    ck_assert_uint_eq(json_array_size(layers), report->layers);
    for (size_t i = 0; i < report->layers; i++)
        check_layer_object(json_array_get(layers, i), &report->layer[i]);
    return object;
}
#endif
