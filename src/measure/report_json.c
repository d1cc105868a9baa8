/* report_json.c - the sink measure as JSON (report.h).

   json_pack releases what it is given even when it fails, so that one test of the finished object finds every shortage
   of memory. */
#include "measure/report.h"
#include "base/json_text.h"
#include "number/round.h"

static json_t *ball_object(plumb_ball ball) {
    char mid[64], mid_hex[64], radius[64];
    if (!plumb_is_finite(ball.rad))
        return json_null();
    snprintf(mid, sizeof mid, "%.17g", ball.mid);
    snprintf(mid_hex, sizeof mid_hex, "%a", ball.mid);
    snprintf(radius, sizeof radius, "%a", ball.rad);
    return json_pack("{s:s, s:s, s:s}", "decimal", mid, "hex", mid_hex, "radius", radius);
}

/* One member to a line: */
/* clang-format off */
static json_t *head_object(const plumb_sink_layer *layer, size_t index) {
    const plumb_sink_head *head = &layer->head[index];
    const plumb_geometry *g = &head->geometry;
    return json_pack("{s:o, s:o, s:o, s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
                     "sample", plumb_json_integer(index / layer->heads),
                     "head", plumb_json_integer(index % layer->heads),
                     "alpha", ball_object(head->alpha),
                     "answer", plumb_share_answer_name(head->answer),
                     "escalated", head->escalated,
                     "query_norm", ball_object(g->query_norm),
                     "key_norm", ball_object(g->key_norm),
                     "other_key_norm", ball_object(g->other_key_norm),
                     "key_cosine", ball_object(g->key_cosine),
                     "other_cosine", ball_object(g->other_cosine),
                     "value_norm", ball_object(g->value_norm),
                     "other_value_norm", ball_object(g->other_value_norm));
}

static json_t *norms_array(const plumb_sink_layer *layer, size_t sample) {
    json_t *norms = json_array();
    for (size_t t = 0; t < layer->tokens; t++)
        plumb_json_add(&norms, ball_object(layer->state_norm[sample * layer->tokens + t]));
    return norms;
}

static json_t *activations_object(const plumb_sink_layer *layer, size_t sample) {
    const plumb_activations *a = &layer->activations[sample];
    bool known = plumb_is_finite(a->largest.rad);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
                     "norm", ball_object(a->norm),
                     "other_norm_median", ball_object(a->other_norm),
                     "norm_ratio", ball_object(a->norm_ratio),
                     "largest", ball_object(a->largest),
                     "token", known ? plumb_json_integer(a->token) : json_null(),
                     "dimension", known ? plumb_json_integer(a->dimension) : json_null(),
                     "median", ball_object(a->median),
                     "largest_ratio", ball_object(a->largest_ratio),
                     "norms", norms_array(layer, sample));
}

/* One for each sample; null without hidden states. */
static json_t *activations_array(const plumb_sink_layer *layer) {
    if (layer->activations == NULL)
        return json_null();
    json_t *samples = json_array();
    for (size_t b = 0; b < layer->samples; b++)
        plumb_json_add(&samples, activations_object(layer, b));
    return samples;
}

static json_t *heads_array(const plumb_sink_layer *layer) {
    json_t *heads = json_array();
    for (size_t i = 0; i < layer->samples * layer->heads; i++)
        plumb_json_add(&heads, head_object(layer, i));
    return heads;
}

static json_t *layer_object(const plumb_sink_layer *layer) {
    return json_pack("{s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:f, s:f, s:o, s:o, s:o, s:o}",
                     "source", plumb_json_name(layer->source),
                     "operator", layer->operator_name,
                     "proxy", plumb_proxy_name(layer->proxy),
                     "tokens", plumb_json_integer(layer->tokens),
                     "tokens_in_case", plumb_json_integer(layer->tokens_in_case),
                     "above", plumb_json_integer(layer->count[PLUMB_SHARE_ABOVE]),
                     "not_above", plumb_json_integer(layer->count[PLUMB_SHARE_NOT_ABOVE]),
                     "undecided", plumb_json_integer(layer->count[PLUMB_SHARE_UNDECIDED]),
                     "no_value", plumb_json_integer(layer->count[PLUMB_SHARE_NO_VALUE]),
                     "percent_least", plumb_sink_layer_least(layer),
                     "percent_most", plumb_sink_layer_most(layer),
                     "alpha_mean", ball_object(plumb_sink_layer_mean(layer)),
                     "strongest", plumb_json_integer(plumb_sink_layer_strongest(layer)),
                     "activations", activations_array(layer),
                     "heads", heads_array(layer));
}

static json_t *layers_array(const plumb_sink_report *report) {
    json_t *layers = json_array();
    for (size_t i = 0; i < report->layers; i++)
        plumb_json_add(&layers, layer_object(&report->layer[i]));
    return layers;
}

static json_t *report_object(const plumb_sink_report *report) {
    const plumb_sink_question *q = report->question;
    char key[32];
    plumb_sink_key_name(q, key);
    return json_pack("{s:s, s:s, s:s, s:o, s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:f, s:f, s:o}",
                     "format", "plumbline-sink-1",
                     "key", key,
                     "epsilon", q->epsilon,
                     "tokens", plumb_json_integer(q->tokens),
                     "from", q->from_weights ? "weights" : "operator",
                     "zero_query_row", q->zero_query_row,
                     "heads", plumb_json_integer(plumb_sink_heads(report)),
                     "above", plumb_json_integer(plumb_sink_count(report, PLUMB_SHARE_ABOVE)),
                     "not_above", plumb_json_integer(plumb_sink_count(report, PLUMB_SHARE_NOT_ABOVE)),
                     "undecided", plumb_json_integer(plumb_sink_count(report, PLUMB_SHARE_UNDECIDED)),
                     "no_value", plumb_json_integer(plumb_sink_count(report, PLUMB_SHARE_NO_VALUE)),
                     "percent_least", plumb_sink_least(report),
                     "percent_most", plumb_sink_most(report),
                     "layers", layers_array(report));
}
/* clang-format on */

int plumb_sink_json(const plumb_sink_report *report, FILE *stream) {
    return plumb_json_write(report_object(report), stream);
}
