/* sink.c - attention sinks in layers, each a question; what is asked comes as JSON. */
#include "base/json.h"
#include "case/choices.h"
#include "case/scale.h"
#include "library/question.h"
#include "precision/precision_text.h"
#include <stdlib.h>
#include <string.h>

static int refuse(const char *key, const char *expected, plumb_error *error) {
    plumb_fail(error, "sink: %s: expected %s", key, expected);
    return plumb_fail_of(error, key, NULL, expected);
}

static int read_count(const char *key, const json_t *value, json_int_t least, size_t *count, plumb_error *error) {
    if (!json_is_integer(value) || json_integer_value(value) < least)
        return refuse(key, least > 0 ? "an integer of at least 1" : "an integer of at least 0", error);
    *count = (size_t)json_integer_value(value);
    return 0;
}

static int read_epsilon(plumb_question *question, const json_t *value) {
    const char *text = json_string_value(value);
    if (text == NULL || !plumb_scale_is_exact(text) || *text == '-')
        return refuse("epsilon", "a text that is an exact decimal or a ratio of integers, not below 0",
                      &question->error);
    question->sink.epsilon = plumb_storage_text(&question->storage, text);
    return question->sink.epsilon != NULL ? 0 : plumb_question_short_of_memory(question);
}

static int read_word(const char *key, const json_t *value, const char *const *words, size_t *number,
                     plumb_error *error) {
    return json_is_string(value) ? plumb_choose_word(words, key, json_string_value(value), number, error)
                                 : refuse(key, "a text", error);
}

static int read_proxy(plumb_question *question, const json_t *value) {
    const char *const proxies[] = {plumb_proxy_name(PLUMB_PROXY_NONE), plumb_proxy_name(PLUMB_PROXY_SUM),
                                   plumb_proxy_name(PLUMB_PROXY_ABSOLUTE_SUM), NULL};
    size_t number = 0;
    int result = read_word("proxy", value, proxies, &number, &question->error);
    question->sink.proxy_given = true;
    question->sink.proxy = (plumb_proxy)number;
    return result;
}

static int read_from(plumb_question *question, const json_t *value) {
    static const char *const sources[] = {"operator", "weights", NULL};
    size_t number = 0;
    int result = read_word("from", value, sources, &number, &question->error);
    question->sink.from_weights = number == 1;
    return result;
}

static int read_key(plumb_question *question, const json_t *value) {
    question->sink.key = 0;
    if (json_is_string(value) && strcmp(json_string_value(value), "sink") == 0)
        return 0;
    return read_count("key", value, 1, &question->sink.key, &question->error);
}

static int read_member(plumb_question *question, const char *key, const json_t *value) {
    static const char *const keys[] = {"epsilon", "tokens", "key", "zero_query_row", "from", "proxy", "head", NULL};
    size_t number;
    if (plumb_choose_word(keys, "sink", key, &number, &question->error) != 0)
        return -1;
    switch (number) {
    case 0:
        return read_epsilon(question, value);
    case 1:
        return read_count(key, value, 1, &question->sink.tokens, &question->error);
    case 2:
        return read_key(question, value);
    case 3:
        question->sink.zero_query_row = json_is_true(value);
        return json_is_boolean(value) ? 0 : refuse(key, "true or false", &question->error);
    case 4:
        return read_from(question, value);
    case 5:
        return read_proxy(question, value);
    default:
        return read_count(key, value, 0, &question->sink.head, &question->error);
    }
}

static int read_members(plumb_question *question, json_t *root) {
    const char *key;
    json_t *value;
    if (!json_is_object(root))
        return plumb_fail(&question->error, "sink: not a JSON object");
    json_object_foreach(root, key, value) if (read_member(question, key, value) != 0) return -1;
    if (question->sink.zero_query_row && question->sink.key != 0)
        return refuse("zero_query_row", "\"key\": \"sink\" with it", &question->error);
    return 0;
}

static int read_how(plumb_question *question, const char *how) {
    question->sink = (plumb_sink_question){.epsilon = "0.3", .tokens = 64, .key = 1, .threads = question->threads};
    json_t *root = plumb_json_parse(how, strlen(how), "sink", &question->error);
    int result = root == NULL ? -1 : read_members(question, root);
    json_decref(root);
    return result;
}

static int measure_layer(plumb_question *question, plumb_question *layer, size_t i) {
    if (plumb_question_ask(layer) != 0) {
        question->error = layer->error;
        return -1;
    }
    if (plumb_precision_check(&layer->asked_case, &question->error) != 0)
        return -1;
    return plumb_sink_measure(&layer->asked_case, &question->sink, &question->layer[i], &question->error);
}

static int measure(plumb_question *const *layers, size_t count, const char *how) {
    plumb_question *question = layers[0];
    plumb_question_forget_sink(question);
    if (read_how(question, how) != 0)
        return -1;
    question->layer = calloc(count, sizeof *question->layer);
    if (question->layer == NULL)
        return plumb_question_short_of_memory(question);
    for (; question->layers < count; question->layers++)
        if (measure_layer(question, layers[question->layers], question->layers) != 0)
            return -1;
    return 0;
}

static int measure_or_forget(plumb_question *const *layers, size_t count, const char *how) {
    int result = measure(layers, count, how);
    if (result != 0 || plumb_question_is_stopped(layers[0]))
        plumb_question_forget_sink(layers[0]);
    return result;
}

int plumb_question_sink(plumb_question *const *layers, size_t count, const char *how) {
    return count > 0 && plumb_question_enter(layers[0])
               ? plumb_question_leave(layers[0], measure_or_forget(layers, count, how))
               : PLUMB_REFUSED;
}
