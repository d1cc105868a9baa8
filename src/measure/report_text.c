/* report_text.c - the sink measure as a table (report.h). */
#include "base/printable.h"
#include "measure/report.h"
#include "number/round.h"

/* Six digits where that much is known; "-" where nothing is. */
static void print_ball(plumb_ball ball, int width, FILE *stream) {
    if (plumb_is_finite(ball.rad))
        fprintf(stream, " %*.6g", width, ball.mid);
    else
        fprintf(stream, " %*s", width, "-");
}

static void print_head(const plumb_sink_layer *layer, size_t number, size_t index, FILE *stream) {
    const plumb_sink_head *head = &layer->head[index];
    const plumb_geometry *g = &head->geometry;
    fprintf(stream, "%5zu %6zu %4zu", number, index / layer->heads, index % layer->heads);
    print_ball(head->alpha, 10, stream);
    if (plumb_is_finite(head->alpha.rad))
        fprintf(stream, " %7.1e", head->alpha.rad);
    else
        fprintf(stream, " %7s", "-");
    fprintf(stream, "  %-9s", plumb_share_answer_name(head->answer));
    print_ball(g->query_norm, 9, stream);
    print_ball(g->key_norm, 9, stream);
    print_ball(g->other_key_norm, 9, stream);
    print_ball(g->key_cosine, 10, stream);
    print_ball(g->other_cosine, 10, stream);
    print_ball(g->value_norm, 9, stream);
    print_ball(g->other_value_norm, 9, stream);
    fputc('\n', stream);
}

static void print_question(const plumb_sink_report *report, const char *key, FILE *stream) {
    const plumb_sink_question *q = report->question;
    fprintf(stream, "alpha_%s > %s, weights %s", key, q->epsilon,
            q->from_weights ? "as the engines gave them" : "evaluated");
    fprintf(stream, q->zero_query_row ? ", with the row of a zero query\n" : "\n");
}

static void print_layer_names(const plumb_sink_report *report, FILE *stream) {
    for (size_t i = 0; i < report->layers; i++) {
        const plumb_sink_layer *layer = &report->layer[i];
        fprintf(stream, "layer %zu: ", i);
        plumb_printable_print(layer->source, stream);
        fprintf(stream, ": %s, proxy %s, ", layer->operator_name, plumb_proxy_name(layer->proxy));
        if (layer->tokens_in_case < report->question->tokens)
            fprintf(stream, "all %zu tokens (fewer than %zu)\n", layer->tokens, report->question->tokens);
        else
            fprintf(stream, "%zu of %zu tokens\n", layer->tokens, layer->tokens_in_case);
    }
}

static void print_activations(const plumb_sink_layer *layer, size_t number, FILE *stream) {
    for (size_t b = 0; b < layer->samples && layer->activations != NULL; b++) {
        const plumb_activations *a = &layer->activations[b];
        fprintf(stream, "%5zu %6zu", number, b);
        print_ball(a->norm, 11, stream);
        print_ball(a->other_norm, 11, stream);
        print_ball(a->norm_ratio, 10, stream);
        print_ball(a->largest, 11, stream);
        if (plumb_is_finite(a->largest.rad))
            fprintf(stream, " %6zu %6zu", a->token, a->dimension);
        else
            fprintf(stream, " %6s %6s", "-", "-");
        print_ball(a->median, 11, stream);
        print_ball(a->largest_ratio, 10, stream);
        fputc('\n', stream);
    }
}

static void print_all_activations(const plumb_sink_report *report, FILE *stream) {
    if (!plumb_sink_has_activations(report)) {
        fputs("Massive activations are not measured: no case carries hidden states, and none were given (--hidden).\n",
              stream);
        return;
    }
    fprintf(stream, "\n%5s %6s %11s %11s %10s %11s %6s %6s %11s %10s\n", "layer", "sample", "|h|", "median rest",
            "ratio", "max |h_c|", "token", "dim", "median", "ratio");
    for (size_t i = 0; i < report->layers; i++)
        print_activations(&report->layer[i], i, stream);
}

/* The model as a table: of each layer the share, the mean and the strongest head. */
static void print_layer(const plumb_sink_layer *layer, size_t number, FILE *stream) {
    const plumb_sink_head *strongest = &layer->head[plumb_sink_layer_strongest(layer)];
    fprintf(stream, "%5zu %5zu %5zu %8.2f", number, layer->count[PLUMB_SHARE_ABOVE], layer->samples * layer->heads,
            plumb_sink_layer_least(layer));
    fprintf(stream, " %8.2f", plumb_sink_layer_most(layer));
    print_ball(plumb_sink_layer_mean(layer), 10, stream);
    print_ball(strongest->alpha, 10, stream);
    fprintf(stream, " %6zu %4zu\n", plumb_sink_layer_strongest(layer) / layer->heads,
            plumb_sink_layer_strongest(layer) % layer->heads);
}

static void print_layers(const plumb_sink_report *report, FILE *stream) {
    fprintf(stream, "\n%5s %5s %5s %8s %8s %10s %10s %6s %4s\n", "layer", "above", "heads", "% least", "% most",
            "mean alpha", "largest", "sample", "head");
    for (size_t i = 0; i < report->layers; i++)
        print_layer(&report->layer[i], i, stream);
}

static void print_share(const plumb_sink_report *report, const char *key, FILE *stream) {
    size_t undecided = plumb_sink_count(report, PLUMB_SHARE_UNDECIDED);
    size_t without = plumb_sink_count(report, PLUMB_SHARE_NO_VALUE);
    fprintf(stream, "Sink_%s: %zu of %zu heads above %s, ", key, plumb_sink_count(report, PLUMB_SHARE_ABOVE),
            plumb_sink_heads(report), report->question->epsilon);
    if (undecided + without == 0)
        fprintf(stream, "%.2f %%\n", plumb_sink_least(report));
    else
        fprintf(stream, "%zu undecided, %zu without a value: %.2f to %.2f %%\n", undecided, without,
                plumb_sink_least(report), plumb_sink_most(report));
}

void plumb_sink_text(const plumb_sink_report *report, FILE *stream) {
    char key[32];
    plumb_sink_key_name(report->question, key);
    print_question(report, key, stream);
    print_layer_names(report, stream);
    fprintf(stream, "\n%5s %6s %4s %10s %7s  %-9s %9s %9s %9s %10s %10s %9s %9s\n", "layer", "sample", "head", "alpha",
            "radius", "answer", "|q|", "|k|", "|k| rest", "cos", "cos rest", "|v|", "|v| rest");
    for (size_t i = 0; i < report->layers; i++)
        for (size_t h = 0; h < report->layer[i].samples * report->layer[i].heads; h++)
            print_head(&report->layer[i], i, h, stream);
    print_layers(report, stream);
    fputc('\n', stream);
    print_share(report, key, stream);
    print_all_activations(report, stream);
}
