/* command_sink.c - plumb sink: each case is a layer, read, measured and freed before the next, so that one case at a
   time is in memory.  Flags and names of reports are checked first, and reports are written when all layers are
   measured: bad input leaves no file. */
#include "case/choices.h"
#include "case/read.h"
#include "case/scale.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/reports.h"
#include "precision/precision_text.h"
#include "measure/hidden.h"
#include "measure/report.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the order of cli/flags.c. */
enum { JSON, SVG, EPSILON, TOKENS, KEY, ZERO_QUERY_ROW, FROM, PROXY, HEAD, HIDDEN, BF16, SCHEMA, OPTIONS };

/* ---- what is asked ---- */

static int read_key(const plumb_option *option, plumb_sink_question *question, plumb_error *error) {
    if (!option->given || strcmp(option->value, "sink") != 0)
        return plumb_count_of(option, 1, &question->key, error);
    question->key = 0;
    return 0;
}

static int read_head(const plumb_option *option, plumb_sink_question *question, plumb_error *error) {
    question->all_heads = option->given && strcmp(option->value, "all") == 0;
    return question->all_heads ? 0 : plumb_count_of(option, 0, &question->head, error);
}

static int read_words(const plumb_option *options, plumb_sink_question *question, plumb_error *error) {
    const char *const proxies[] = {plumb_proxy_name(PLUMB_PROXY_NONE), plumb_proxy_name(PLUMB_PROXY_SUM),
                                   plumb_proxy_name(PLUMB_PROXY_ABSOLUTE_SUM), NULL};
    static const char *const sources[] = {"operator", "weights", NULL};
    size_t proxy = 0, source = 0;
    if (options[PROXY].given && plumb_choose_word(proxies, "--proxy", options[PROXY].value, &proxy, error) != 0)
        return -1;
    if (options[FROM].given && plumb_choose_word(sources, "--from", options[FROM].value, &source, error) != 0)
        return -1;
    question->proxy_given = options[PROXY].given;
    question->proxy = (plumb_proxy)proxy;
    question->from_weights = source == 1;
    return 0;
}

static int read_epsilon(const plumb_option *option, plumb_sink_question *question, plumb_error *error) {
    if (!option->given)
        return 0;
    if (!plumb_scale_is_exact(option->value))
        return plumb_fail(error, "--epsilon: '%s' is not an exact decimal or a ratio of integers", option->value);
    if (*option->value == '-')
        return plumb_fail(error, "--epsilon: '%s' is below 0", option->value);
    question->epsilon = option->value;
    return 0;
}

static int read_question(const plumb_option *options, plumb_sink_question *question, plumb_error *error) {
    *question = (plumb_sink_question){.epsilon = "0.3", .tokens = 64, .key = 1};
    if (read_epsilon(&options[EPSILON], question, error) != 0 ||
        plumb_count_of(&options[TOKENS], 1, &question->tokens, error) != 0 ||
        read_key(&options[KEY], question, error) != 0 || read_words(options, question, error) != 0 ||
        read_head(&options[HEAD], question, error) != 0)
        return -1;
    question->zero_query_row = options[ZERO_QUERY_ROW].given;
    if (question->zero_query_row && question->key != 0)
        return plumb_fail(error, "--zero-query-row: needs --key sink");
    return 0;
}

/* ---- layers ---- */

/* What is asked of them, and their hidden states, if there are any. */
typedef struct {
    const char **cases;
    size_t count;
    plumb_sink_question question;
    plumb_hidden hidden;
} model;

static int read_hidden(const plumb_option *options, model *of, plumb_error *error) {
    if (options[BF16].given && !options[HIDDEN].given)
        return plumb_fail(error, "--bf16: needs --hidden");
    if (!options[HIDDEN].given)
        return 0;
    if (of->question.key == 0)
        return plumb_fail(error, "--hidden: cannot be combined with --key sink, which has no hidden state");
    if (plumb_hidden_read(options[HIDDEN].value, options[BF16].given, &of->hidden, error) != 0)
        return -1;
    if (of->hidden.layers != of->count)
        return plumb_fail(error, "%s: hidden: %zu layers, but %zu cases", options[HIDDEN].value, of->hidden.layers,
                          of->count);
    return 0;
}

static int measure_layer(const model *of, size_t index, plumb_sink_layer *layer, plumb_error *error) {
    plumb_case c;
    if (plumb_case_read(of->cases[index], &c, error) != 0)
        return -1;
    int result = plumb_precision_check(&c, error);
    if (result == 0)
        result = plumb_sink_measure(&c, &of->question, layer, error);
    plumb_case_free(&c);
    if (result != 0)
        return -1;
    layer->source = of->cases[index]; /* the case has gone */
    return of->hidden.state == NULL ? 0 : plumb_hidden_measure(&of->hidden, index, &of->question, layer, error);
}

static int measure_layers(const model *of, plumb_sink_layer *layer, plumb_error *error) {
    for (size_t i = 0; i < of->count; i++)
        if (measure_layer(of, i, &layer[i], error) != 0)
            return -1;
    return 0;
}

/* ---- reports ---- */

static int write_text(const void *report, FILE *stream) {
    plumb_sink_text(report, stream);
    return 0;
}

static int write_json(const void *report, FILE *stream) {
    return plumb_sink_json(report, stream);
}

static int write_svg(const void *report, FILE *stream) {
    plumb_sink_svg(report, stream);
    return ferror(stream) ? -1 : 0;
}

static const plumb_reports reports = {write_text, "cases", 0, {{JSON, write_json}, {SVG, write_svg}}};

static int measure_and_print(const model *of, const plumb_option *options, plumb_error *error) {
    plumb_sink_layer *layer = calloc(of->count, sizeof *layer);
    if (layer == NULL)
        return plumb_fail(error, "sink: not enough memory");
    const plumb_sink_report report = {&of->question, layer, of->count};
    int result = measure_layers(of, layer, error);
    if (result == 0)
        result = plumb_reports_write(&reports, options, &report, error);
    for (size_t i = 0; i < of->count; i++)
        plumb_sink_layer_free(&layer[i]);
    free(layer);
    return result;
}

/* cases has room for all words and one more. */
static int sink(int count, char **words, const char **cases, plumb_error *error) {
    plumb_option options[OPTIONS];
    model of = {.cases = cases};
    plumb_flags_of("sink", options);
    if (plumb_arguments_parse_all(count, words, options, OPTIONS, cases, &of.count, error) != 0 ||
        read_question(options, &of.question, error) != 0)
        return -1;
    cases[of.count] = options[HIDDEN].value;
    if (plumb_reports_check(&reports, options, cases, of.count + 1, error) != 0)
        return -1;
    if (of.count == 0)
        return plumb_fail(error, "no case given; expected a .safetensors file for each layer");
    int result = read_hidden(options, &of, error);
    if (result == 0)
        result = measure_and_print(&of, options, error);
    plumb_hidden_free(&of.hidden);
    return result;
}

int plumb_command_sink(int count, char **words) {
    plumb_error error;
    const char **cases = malloc(((size_t)count + 1) * sizeof *cases);
    int result = cases != NULL ? sink(count, words, cases, &error) : plumb_fail(&error, "not enough memory");
    free(cases);
    return result == 0 ? plumb_finish_output(PLUMB_EXIT_DONE) : plumb_refuse(&error);
}
