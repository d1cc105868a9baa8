/* test_sink.c - `plumb sink` as a user meets it: table, JSON, picture, refusals. */
#include "tests/case/safetensors_bytes.h"
#include "tests/cli/program.h"
#include "tests/support/json_format.h"
#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>

/* One head whose queries, keys and values are 0 but for the first number of q: causal weights 1/t. */
typedef struct {
    int samples, tokens;
    const char *members; /* of the description, after the first */
    double first;
    const double *weights; /* [samples][1][tokens][tokens]; NULL: no such tensor */
} made_layer;

/* A case of zeros as save_layer makes it that carries hidden states besides: numbers of a shape, "[1,4,2]". */
static void save_states(const char *path, int samples, int tokens, const char *members, const char *shape,
                        const double *numbers, size_t count) {
    char header[2048];
    int vector = 8 * samples * tokens, length, size = 3 * vector + 8 * (int)count;
    length = snprintf(header, sizeof header,
                      "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1%s}\"},"
                      "\"hidden\":{\"dtype\":\"F64\",\"shape\":%s,\"data_offsets\":[%d,%d]}",
                      members, shape, 3 * vector, size);
    for (int i = 0; i < 3; i++)
        length += snprintf(header + length, sizeof header - (size_t)length,
                           ",\"%c\":{\"dtype\":\"F64\",\"shape\":[%d,1,%d,1],\"data_offsets\":[%d,%d]}",
                           "qkv"[i], samples, tokens, i * vector, (i + 1) * vector);
    snprintf(header + length, sizeof header - (size_t)length, "}");
    file_bytes file = safetensors_file(header, NULL, (size_t)size);
    memcpy(file.bytes + file.size - 8 * count, numbers, 8 * count);
    save(path, file.bytes, file.size);
    free(file.bytes);
}

static int add_tensor(char *header, size_t room, const char *name, const made_layer *of, int last,
                      int start) {
    return snprintf(
        header, room, ",\"%s\":{\"dtype\":\"F64\",\"shape\":[%d,1,%d,%d],\"data_offsets\":[%d,%d]}",
        name, of->samples, of->tokens, last, start, start + 8 * of->samples * of->tokens * last);
}

static void save_layer(const char *path, made_layer of) {
    static const char *const names[] = {"q", "k", "v", "weights"};
    char header[2048];
    int vector = 8 * of.samples * of.tokens, size = 3 * vector;
    int length =
        snprintf(header, sizeof header,
                 "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1%s}\"}", of.members);
    for (int i = 0; i < 3 + (of.weights != NULL); i++)
        length += add_tensor(header + length, sizeof header - (size_t)length, names[i], &of,
                             i == 3 ? of.tokens : 1, i * vector);
    snprintf(header + length, sizeof header - (size_t)length, "}");
    if (of.weights != NULL)
        size += vector * of.tokens;
    file_bytes file = safetensors_file(header, NULL, (size_t)size);
    unsigned char *data = file.bytes + file.size - size;
    memcpy(data, &of.first, sizeof of.first);
    if (of.weights != NULL)
        memcpy(data + 3 * vector, of.weights, (size_t)(vector * of.tokens));
    save(path, file.bytes, file.size);
    free(file.bytes);
}

static void save_zeros(const char *path, int tokens, const char *members) {
    save_layer(path, (made_layer){1, tokens, members, 0, NULL});
}

#define CAUSAL_MASK ",\\\"mask\\\":\\\"causal\\\""
#define OFF_BY_ONE CAUSAL_MASK ",\\\"sink\\\":\\\"zero\\\""

/* of the repository */
static char root[PATH_MAX];

static void set_up(void) {
    static const double zeros[24];
    enter_directory();
    save_npy("flat.npy", "<f8", "(24,)", zeros, sizeof zeros);
    save_npy("five.npy", "<f8", "(1, 1, 1, 2, 1)", zeros, 2 * sizeof *zeros);
    save_npy("none.npy", "<f8", "(2, 0)", zeros, 0);
    save_npy("three.npy", "<f8", "(3, 8)", zeros, sizeof zeros);
    save_npy("batch.npy", "<f8", "(2, 2, 6)", zeros, sizeof zeros);
    save_npy("layers.npy", "<f8", "(2, 1, 2, 6)", zeros, sizeof zeros);
    save_npy("whole.npy", "<i8", "(2, 12)", zeros, sizeof zeros);
    save_zeros("two.safetensors", 2, CAUSAL_MASK);
    save_zeros("long.safetensors", 70, CAUSAL_MASK);
    save_zeros("off.safetensors", 2, OFF_BY_ONE);
}

/* ---- well-formed XML ---- */

/* What stands between < and > and between tags, and whether every tag is closed in its turn. */
typedef struct {
    const char *next;
    char open[16][16];
    int depth, elements;
} xml;

static void read_name(xml *x, char name[16]) {
    int length = 0;
    for (; isalnum((unsigned char)*x->next); x->next++) {
        ck_assert_int_lt(length, 15);
        name[length++] = *x->next;
    }
    name[length] = 0;
    ck_assert_int_gt(length, 0);
}

/* Characters up to one that ends the text; no bare &, < or control character. */
static void read_text(xml *x, char end) {
    for (; *x->next != end && *x->next != 0; x->next++) {
        unsigned char c = (unsigned char)*x->next;
        ck_assert_msg(c != '<' && c < 0x7f && (c >= 0x20 || c == '\n'), "character %d", c);
        if (c == '&') {
            char *number_end;
            ck_assert(x->next[1] == '#');
            strtol(x->next + 2, &number_end, 10);
            ck_assert_int_eq(*number_end, ';');
        }
    }
}

static void read_attributes(xml *x) {
    while (*x->next == ' ') {
        int length = 0;
        for (x->next++; *x->next != '='; x->next++) {
            ck_assert(islower((unsigned char)*x->next) || strchr("-:BX", *x->next) != NULL);
            length++;
        }
        ck_assert_int_gt(length, 0);
        ck_assert(x->next[1] == '"');
        x->next += 2;
        read_text(x, '"');
        ck_assert(*x->next == '"');
        x->next++;
    }
}

static void read_tag(xml *x) {
    char name[16];
    bool closes = x->next[1] == '/';
    x->next += 1 + closes;
    read_name(x, name);
    if (closes) {
        ck_assert_int_gt(x->depth, 0);
        ck_assert_str_eq(name, x->open[--x->depth]);
    } else {
        ck_assert_msg(x->depth > 0 || x->elements == 0, "a second element at the top");
        x->elements++;
        read_attributes(x);
        if (*x->next == '/')
            x->next++;
        else {
            ck_assert_int_lt(x->depth, 15);
            strcpy(x->open[x->depth++], name);
        }
    }
    ck_assert_msg(*x->next == '>', "at: %.40s", x->next);
    x->next++;
}

static int check_xml(const char *text) {
    static const char declaration[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    xml x = {.next = text + strlen(declaration)};
    ck_assert_int_eq(strncmp(text, declaration, strlen(declaration)), 0);
    while (*x.next != 0)
        if (*x.next == '<')
            read_tag(&x);
        else
            read_text(&x, '<');
    ck_assert_int_eq(x.depth, 0);
    return x.elements;
}

/* A file that was written, to be freed; removed. */
static char *take_file(const char *path) {
    FILE *stream = fopen(path, "r");
    ck_assert_ptr_nonnull(stream);
    char *text = calloc(1 << 22, 1);
    ck_assert_uint_lt(fread(text, 1, 1 << 22, stream), 1 << 22);
    fclose(stream);
    unlink(path);
    return text;
}

static size_t occurrences(const char *text, const char *part) {
    size_t count = 0;
    for (; (text = strstr(text, part)) != NULL; text++)
        count++;
    return count;
}

/* ---- six layers of a trained encoder ---- */

#define LAYERS "0.safetensors 1.safetensors 2.safetensors 3.safetensors 4.safetensors 5.safetensors"

static void link_layers(void) {
    char from[PATH_MAX + 128], to[32];
    for (int i = 0; i < 6; i++) {
        snprintf(from, sizeof from, "%s/tests/engines/cases/minilm-eager-f32-layer-%d.safetensors",
                 root, i);
        snprintf(to, sizeof to, "%d.safetensors", i);
        ck_assert_int_eq(symlink(from, to), 0);
    }
}

START_TEST(recorded_layers) {
    link_layers();
    outcome result = succeed("sink " LAYERS " --svg a.svg --json a.json");
    char *picture = take_file("a.svg"), *numbers = take_file("a.json");
    json_t *report = json_of_format("sink", numbers);
    ck_assert_ptr_nonnull(report);
    long long above = json_integer_value(json_object_get(report, "above"));
    ck_assert_int_eq(json_integer_value(json_object_get(report, "heads")), 72);
    ck_assert_int_eq(above + json_integer_value(json_object_get(report, "not_above")), 72);
    ck_assert_uint_eq(json_array_size(json_object_get(report, "layers")), 6);
    ck_assert_int_gt(check_xml(picture), 1000);
    ck_assert_uint_eq(occurrences(picture, "<title>layer "), 72);
    ck_assert_uint_eq(occurrences(picture, ", above</title>"), (size_t)above);
    ck_assert_uint_eq(occurrences(picture, "weights of layer "), 6);
    ck_assert_ptr_null(strstr(picture, "href"));
    ck_assert_uint_eq(occurrences(picture, "prefers-color-scheme:dark"), 1);
    ck_assert_ptr_null(strstr(picture, "fill=\"#")); /* colours are the style's, which knows of dark screens */
    ck_assert_uint_eq(occurrences(result.output, "all 24 tokens (fewer than 64)"), 6);
    ck_assert_uint_eq(occurrences(result.output, "  above  "), (size_t)above);
    json_decref(report);
    free(picture);
    free(numbers);
    ck_assert_int_eq(count_files(), 10 + 6);
}
END_TEST

/* What the engine returned in binary32 has the same heads above. */
START_TEST(recorded_weights) {
    char line[64];
    link_layers();
    outcome right = succeed("sink " LAYERS);
    outcome given = succeed("sink " LAYERS " --from weights");
    const char *share = strstr(right.output, "Sink_1: ");
    ck_assert_ptr_nonnull(share);
    snprintf(line, sizeof line, "%.40s", share);
    ck_assert_ptr_nonnull(strstr(given.output, line));
    ck_assert_ptr_nonnull(strstr(given.output, "weights as the engines gave them\n"));
    ck_assert_ptr_nonnull(strstr(right.output, "weights evaluated\n"));
}
END_TEST

/* ---- what is printed ---- */

START_TEST(uniform_weights) {
    outcome result = succeed("sink long.safetensors");
    ck_assert_ptr_nonnull(strstr(result.output, "\n    0      0    0  0.0741"));
    ck_assert_ptr_nonnull(strstr(result.output, "softmax, proxy none, 64 of 70 tokens\n"));
    ck_assert_ptr_nonnull(strstr(result.output, "Sink_1: 0 of 1 heads above 0.3, 0.00 %\n"));
    ck_assert_ptr_nonnull(strstr(result.output, "Massive activations are not measured"));
}
END_TEST

/* Every query sees key 1 alone: alpha_1 is 1, and not above 1. */
START_TEST(one_hot_weights) {
    static const double weights[] = {1, 0, 0, 1, 0, 0, 1, 0, 0};
    save_layer("hot.safetensors", (made_layer){1, 3, CAUSAL_MASK, 0, weights});
    outcome result = succeed("sink hot.safetensors --from weights");
    ck_assert_ptr_nonnull(strstr(result.output, "\n    0      0    0          1 "));
    ck_assert_ptr_nonnull(strstr(result.output, "Sink_1: 1 of 1 heads above 0.3, 100.00 %\n"));
    result = succeed("sink hot.safetensors --from weights --epsilon 1");
    ck_assert_ptr_nonnull(strstr(result.output, "Sink_1: 0 of 1 heads above 1, 0.00 %\n"));
}
END_TEST

START_TEST(exact_tie) {
    outcome tie = succeed("sink two.safetensors --epsilon 0.75");
    outcome below = succeed("sink two.safetensors --epsilon 0.7499999999999999999999999999999");
    ck_assert_ptr_nonnull(strstr(tie.output, "Sink_1: 0 of 1 heads above 0.75, 0.00 %\n"));
    ck_assert_ptr_nonnull(strstr(below.output, "Sink_1: 1 of 1 heads above"));
}
END_TEST

START_TEST(extra_logit) {
    outcome result = succeed("sink off.safetensors --key sink --epsilon 0.5");
    ck_assert_ptr_nonnull(strstr(result.output, "\n    0      0    0   0.416667"));
    result = succeed("sink off.safetensors --key sink --epsilon 0.5 --zero-query-row");
    ck_assert_ptr_nonnull(strstr(result.output, "\n    0      0    0   0.611111"));
    ck_assert_ptr_nonnull(strstr(result.output, "with the row of a zero query\n"));
    ck_assert_ptr_nonnull(strstr(result.output, "Sink_sink: 1 of 1 heads above 0.5, 100.00 %\n"));
}
END_TEST

START_TEST(json_alone) {
    outcome result = succeed("sink two.safetensors two.safetensors --key 2 --json");
    json_t *report = json_of_format("sink", result.output);
    ck_assert_ptr_nonnull(report);
    ck_assert_str_eq(json_string_value(json_object_get(report, "format")), "plumbline-sink-1");
    ck_assert_str_eq(json_string_value(json_object_get(report, "key")), "2");
    ck_assert_str_eq(json_string_value(json_object_get(report, "epsilon")), "0.3");
    ck_assert_int_eq(json_integer_value(json_object_get(report, "tokens")), 64);
    ck_assert_int_eq(json_integer_value(json_object_get(report, "above")), 2);
    const json_t *layer = json_array_get(json_object_get(report, "layers"), 1);
    const json_t *head = json_array_get(json_object_get(layer, "heads"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(head, "answer")), "above");
    ck_assert_str_eq(json_string_value(json_object_get(json_object_get(head, "alpha"), "decimal")),
                     "0.5");
    ck_assert(json_is_null(json_object_get(head, "key_cosine")));
    json_decref(report);
}
END_TEST

/* ---- hidden states ---- */

/* Norms 5, 1, 2, 10 of two dimensions each. */
static const double states[] = {3, 4, 0, 1, 0, -2, 6, 8};

/* Of the first two tokens alone, --tokens 2. */
START_TEST(hidden_states) {
    save_zeros("four.safetensors", 4, CAUSAL_MASK);
    save_npy("h.npy", "<f8", "(4, 2)", states, sizeof states);
    outcome result = succeed("sink four.safetensors --hidden h.npy");
    ck_assert_ptr_nonnull(strstr(
        result.output, "\n    0      0           5           2        2.5           8      4      1"
                       "           2          4\n"));
    ck_assert_ptr_null(strstr(result.output, "not measured"));
    result = succeed("sink four.safetensors --hidden h.npy --tokens 2");
    ck_assert_ptr_nonnull(strstr(
        result.output, "\n    0      0           5           1          5           4      1      1"
                       "           1          4\n"));
    result = succeed("sink four.safetensors --hidden h.npy --tokens 1");
    ck_assert_ptr_nonnull(strstr(
        result.output, "\n    0      0           5           -          -           4      1      1"
                       "           3    1.33333\n"));
}
END_TEST

/* What the same states say from a file of their own. */
START_TEST(states_of_the_case) {
    save_zeros("four.safetensors", 4, CAUSAL_MASK);
    save_npy("h.npy", "<f8", "(4, 2)", states, sizeof states);
    save_states("carries.safetensors", 1, 4, CAUSAL_MASK, "[1,4,2]", states, 8);
    static const char *const asked[] = {"", " --tokens 2", " --key 3"};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char words[96];
        snprintf(words, sizeof words, "sink four.safetensors --hidden h.npy%s", asked[i]);
        char *apart = strdup(strstr(succeed(words).output, "max |h_c|"));
        snprintf(words, sizeof words, "sink carries.safetensors%s", asked[i]);
        char *carried = strstr(succeed(words).output, "max |h_c|");
        ck_assert_ptr_nonnull(carried);
        ck_assert_str_eq(carried, apart);
        free(apart);
    }
    refuse("sink carries.safetensors --hidden h.npy",
           "--hidden: carries.safetensors contains hidden states; omit the flag");
}
END_TEST

/* A layer without them has no rows, and null; a logit has no state. */
START_TEST(states_of_some_layers) {
    save_zeros("four.safetensors", 4, CAUSAL_MASK);
    save_states("carries.safetensors", 1, 4, OFF_BY_ONE, "[1,4,2]", states, 8);
    outcome result = succeed("sink four.safetensors carries.safetensors");
    ck_assert_ptr_nonnull(strstr(result.output, "\n    1      0           5           2        2.5 "));
    ck_assert_ptr_null(strstr(result.output, "\n    0      0           5"));
    ck_assert_ptr_nonnull(strstr(succeed("sink carries.safetensors --key sink").output, "not measured"));
}
END_TEST

/* The norms of each token, of the second sample, which a NaN spoils. */
START_TEST(norms_of_tokens) {
    static const double pair[] = {3, 4, 0, 1, 0, -2, NAN, 8};
    static const char *const norms[] = {"2", NULL};
    save_states("pair.safetensors", 2, 2, CAUSAL_MASK, "[2,2,2]", pair, 8);
    json_t *report = json_of_format("sink", succeed("sink pair.safetensors --json").output);
    const json_t *samples = json_object_get(json_array_get(json_object_get(report, "layers"), 0), "activations");
    const json_t *found = json_object_get(json_array_get(samples, 1), "norms");
    ck_assert_uint_eq(json_array_size(samples), 2);
    ck_assert_uint_eq(json_array_size(found), 2);
    for (size_t t = 0; t < 2; t++) {
        const json_t *ball = json_array_get(found, t);
        if (norms[t] == NULL)
            ck_assert(json_is_null(ball));
        else
            ck_assert_str_eq(json_string_value(json_object_get(ball, "decimal")), norms[t]);
    }
    json_decref(report);
}
END_TEST

/* Of norms 5, 1, 2, 10 each beside the largest. */
START_TEST(states_are_drawn) {
    save_states("carries.safetensors", 1, 4, CAUSAL_MASK, "[1,4,2]", states, 8);
    succeed("sink carries.safetensors --svg a.svg");
    char *picture = take_file("a.svg");
    ck_assert_int_gt(check_xml(picture), 10);
    ck_assert_uint_eq(occurrences(picture, "<title>layer 0, token "), 4);
    ck_assert_ptr_nonnull(strstr(picture, "fill-opacity=\"0.5\"><title>layer 0, token 1: 5</title>"));
    ck_assert_ptr_nonnull(strstr(picture, "fill-opacity=\"1\"><title>layer 0, token 4: 10</title>"));
    free(picture);
}
END_TEST

/* Every shape that is not that of the tokens, whatever reads the case. */
START_TEST(misshapen_states) {
    static const struct {
        const char *shape;
        size_t count;
    } wrong[] = {{"[4,2]", 8}, {"[1,2,4]", 8}, {"[2,4,1]", 8}, {"[1,4,0]", 0}, {"[1,1,4,2]", 8}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char message[160];
        save_states("bad.safetensors", 1, 4, CAUSAL_MASK, wrong[i].shape, states, wrong[i].count);
        snprintf(message, sizeof message, "bad.safetensors: hidden: shape %s is not [1,4,width] with width at least 1",
                 wrong[i].shape);
        refuse("sink bad.safetensors", message);
        refuse("eval bad.safetensors --emit output -o a.safetensors", message);
    }
}
END_TEST

static double number_at(const json_t *report, size_t layer_index, size_t sample, const char *name) {
    const json_t *layers = json_object_get(report, "layers");
    const json_t *samples = json_object_get(json_array_get(layers, layer_index), "activations");
    const json_t *ball = json_object_get(json_array_get(samples, sample), name);
    const char *text = json_string_value(json_object_get(ball, "decimal"));
    ck_assert_msg(text != NULL, "no number %s", name);
    return strtod(text, NULL);
}

/* Layer l, sample b, token t: 10 l + b + t/10. */
START_TEST(hidden_states_of_layers_and_samples) {
    double numbers[2][2][2];
    for (int i = 0; i < 8; i++)
        numbers[i / 4][i / 2 % 2][i % 2] = 1 + 10 * (i / 4) + i / 2 % 2 + (i % 2) / 10.0;
    save_layer("pair.safetensors", (made_layer){2, 2, CAUSAL_MASK, 0, NULL});
    save_npy("h.npy", "<f8", "(2, 2, 2, 1)", numbers, sizeof numbers);
    outcome result =
        succeed("sink pair.safetensors pair.safetensors --hidden h.npy --key 2 --json");
    json_t *report = json_of_format("sink", result.output);
    for (size_t l = 0; l < 2; l++)
        for (size_t b = 0; b < 2; b++) {
            ck_assert_double_eq(number_at(report, l, b, "norm"), numbers[l][b][1]);
            ck_assert_double_eq(number_at(report, l, b, "other_norm_median"), numbers[l][b][0]);
            ck_assert_double_eq(number_at(report, l, b, "largest"), numbers[l][b][1]);
            ck_assert_double_eq(number_at(report, l, b, "median"), numbers[l][b][0]);
        }
    json_decref(report);
    save_npy("h.npy", "<f8", "(2, 2, 1)", numbers, sizeof numbers / 2);
    result = succeed("sink pair.safetensors --hidden h.npy --json");
    report = json_of_format("sink", result.output);
    ck_assert_double_eq(number_at(report, 0, 1, "norm"), numbers[0][1][0]);
    json_decref(report);
    result = succeed("sink pair.safetensors --json");
    report = json_of_format("sink", result.output);
    ck_assert(json_is_null(
        json_object_get(json_array_get(json_object_get(report, "layers"), 0), "activations")));
    json_decref(report);
}
END_TEST

/* 1 and -2.5 */
START_TEST(hidden_states_of_bfloat16) {
    static const uint16_t numbers[] = {0x3f80, 0xc020};
    save_npy("h.npy", "<u2", "(2, 1)", numbers, sizeof numbers);
    outcome result = succeed("sink two.safetensors --hidden h.npy --bf16 --key 2");
    ck_assert_ptr_nonnull(strstr(
        result.output, "\n    0      0         2.5           1        2.5         2.5      2      0"
                       "           1        2.5\n"));
    refuse("sink two.safetensors --hidden h.npy",
           "h.npy: hidden: dtype '<u2' is supported only as bfloat16, with --bf16");
}
END_TEST

/* ---- pictures ---- */

START_TEST(long_cases_are_drawn_in_part) {
    save_zeros("longer.safetensors", 140, CAUSAL_MASK);
    succeed("sink longer.safetensors --tokens 140 --svg a.svg");
    char *picture = take_file("a.svg");
    check_xml(picture);
    ck_assert_ptr_nonnull(strstr(picture, ">key 128<"));
    free(picture);
}
END_TEST

/* What is not known is no 0: it is yellow, in the table of alpha and among the weights. */
START_TEST(unknown_is_drawn) {
    save_layer("bad.safetensors", (made_layer){1, 2, CAUSAL_MASK, NAN, NULL});
    succeed("sink bad.safetensors --svg a.svg");
    char *picture = take_file("a.svg");
    check_xml(picture);
    ck_assert_uint_eq(occurrences(picture, "class=\"unknown\""), 2); /* alpha, and row 1 */
    ck_assert_ptr_nonnull(strstr(picture, "<title>layer 0, sample 0, head 0: -, no value</title>"));
    free(picture);
}
END_TEST

START_TEST(samples_are_labelled) {
    save_layer("pair.safetensors", (made_layer){2, 2, CAUSAL_MASK, 0, NULL});
    succeed("sink pair.safetensors --svg a.svg");
    char *picture = take_file("a.svg");
    check_xml(picture);
    ck_assert_ptr_nonnull(strstr(picture, ">sample 1<"));
    ck_assert_uint_eq(occurrences(picture, ">0</text>"), 3); /* two heads 0, and the legend */
    free(picture);
    succeed("sink two.safetensors --svg a.svg");
    picture = take_file("a.svg");
    ck_assert_ptr_null(strstr(picture, ">sample "));
    free(picture);
}
END_TEST

/* A cell has room for six characters, its title for all. */
START_TEST(large_numbers_fit_their_cells) {
    static const struct {
        double weight;
        const char *cell, *title;
    } numbers[] = {{-20.4815, ">-20.48<", "head 0: -20.4815,"},
                   {12345.5, ">1e+04<", "head 0: 12345.5,"},
                   {9.9996, ">10<", "head 0: 9.9996,"},
                   {-0.5, ">-0.500<", "head 0: -0.5,"}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        save_layer("a.safetensors", (made_layer){1, 1, CAUSAL_MASK, 0, &numbers[i].weight});
        succeed("sink a.safetensors --from weights --svg a.svg");
        char *picture = take_file("a.svg");
        ck_assert_ptr_nonnull(strstr(picture, numbers[i].cell));
        ck_assert_ptr_nonnull(strstr(picture, numbers[i].title));
        free(picture);
    }
}
END_TEST

/* As many whole names of a long path as fit into 44 characters: the last 44 begin with a slash. */
START_TEST(long_paths_are_cut_between_names) {
    char path[100] = "", text[200];
    for (int i = 0; i < 30; i++)
        strcat(path, "./");
    strcat(path, "two.safetensors");
    snprintf(text, sizeof text, "sink %s --svg a.svg", path);
    succeed(text);
    char *picture = take_file("a.svg");
    snprintf(text, sizeof text, ">%s<", path + strlen(path) - 43);
    ck_assert_ptr_nonnull(strstr(picture, text));
    free(picture);
}
END_TEST

START_TEST(names_are_escaped) {
    save_zeros("a&<b\".safetensors", 2, CAUSAL_MASK);
    succeed("sink 'a&<b\".safetensors' --svg a.svg");
    char *picture = take_file("a.svg");
    check_xml(picture);
    ck_assert_ptr_nonnull(strstr(picture, ">a&#38;&#60;b&#34;.safetensors<"));
    free(picture);
}
END_TEST

/* ---- refusals ---- */

static const struct {
    const char *arguments, *message;
} refusals[] = {
    {"sink", "no case given; expected a .safetensors file for each layer"},
    {"sink none.safetensors", "none.safetensors: No such file or directory"},
    {"sink two.safetensors none.safetensors --svg a.svg --json a.json",
     "none.safetensors: No such file or directory"},
    {"sink two.safetensors --q x", "--q: unknown flag; `plumb --help-all` lists the flags"},
    {"sink two.safetensors --epsilon 0,3",
     "--epsilon: '0,3' is not an exact decimal or a ratio of integers"},
    {"sink two.safetensors --epsilon -0.3", "--epsilon: '-0.3' is below 0"},
    {"sink two.safetensors --epsilon 1/0",
     "--epsilon: '1/0' is not an exact decimal or a ratio of integers"},
    {"sink two.safetensors --epsilon nan",
     "--epsilon: 'nan' is not an exact decimal or a ratio of integers"},
    {"sink two.safetensors --tokens 0", "--tokens: '0' is not an integer of at least 1"},
    {"sink two.safetensors --tokens 1.5", "--tokens: '1.5' is not an integer of at least 1"},
    {"sink two.safetensors --tokens 99999999999999999999",
     "--tokens: '99999999999999999999' is not an integer of at least 1"},
    {"sink two.safetensors --key 0", "--key: '0' is not an integer of at least 1"},
    {"sink two.safetensors --key -1", "--key: '-1' is not an integer of at least 1"},
    {"sink two.safetensors --key 3", "--key: 3 is beyond the 2 tokens of two.safetensors"},
    {"sink long.safetensors --key 65", "--key: 65 is beyond the 64 tokens of long.safetensors"},
    {"sink two.safetensors --key sink", "--key sink: two.safetensors has no extra logit"},
    {"sink off.safetensors --key sink --from weights",
     "--from weights: off.safetensors has no tensor weights"},
    {"sink off.safetensors --key sink --proxy sum", "--key sink: cannot be combined with --proxy sum"},
    {"sink two.safetensors --zero-query-row", "--zero-query-row: needs --key sink"},
    {"sink two.safetensors --from engine", "--from: 'engine' is not one of operator, weights"},
    {"sink two.safetensors --from weights --svg a.svg",
     "--from weights: two.safetensors has no tensor weights"},
    {"sink two.safetensors --proxy l1", "--proxy: 'l1' is not one of none, sum, absolute-sum"},
    {"sink two.safetensors --head 1 --json a.json",
     "--head: 1 is beyond the 1 heads of two.safetensors, counted from 0"},
    {"sink --svg two.safetensors",
     "--svg: 'two.safetensors' is named like a case; put the cases before --svg"},
    {"sink --json two.safetensors",
     "--json: 'two.safetensors' is named like a case; put the cases before --json"},
    {"sink two.safetensors --svg a --json a", "--svg: 'a' is where --json goes; name another file"},
    {"sink two.safetensors --svg", "--svg: needs a value"},
    {"sink two.safetensors --hidden", "--hidden: needs a value"},
    {"sink two.safetensors --bf16", "--bf16: needs --hidden"},
    {"sink off.safetensors --key sink --hidden three.npy",
     "--hidden: cannot be combined with --key sink, which has no hidden state"},
    {"sink two.safetensors --hidden no.npy", "no.npy: No such file or directory"},
    {"sink two.safetensors --hidden two.safetensors",
     "two.safetensors: hidden: not a .npy file; it seems to be a .safetensors file, which is a complete case: pass it "
     "without a flag"},
    {"sink two.safetensors --hidden flat.npy",
     "flat.npy: hidden: shape [24] is not [layers,batch,length,width], [batch,length,width] or "
     "[length,width]"},
    {"sink two.safetensors --hidden five.npy",
     "five.npy: hidden: shape [1,1,1,2,1] is not [layers,batch,length,width], "
     "[batch,length,width] or [length,width]"},
    {"sink two.safetensors --hidden none.npy",
     "none.npy: hidden: shape [2,0] has a 0; expected at least 1"},
    {"sink two.safetensors --hidden three.npy --json a.json",
     "three.npy: hidden: 1 samples of 3 tokens, but two.safetensors has 1 of 2 tokens"},
    {"sink two.safetensors --hidden batch.npy",
     "batch.npy: hidden: 2 samples of 2 tokens, but two.safetensors has 1 of 2 tokens"},
    {"sink two.safetensors --hidden layers.npy", "layers.npy: hidden: 2 layers, but 1 cases"},
    {"sink two.safetensors two.safetensors --hidden three.npy",
     "three.npy: hidden: 1 layers, but 2 cases"},
    {"sink two.safetensors --hidden three.npy --bf16",
     "--bf16: three.npy has dtype '<f8', not '<u2'"},
    {"sink two.safetensors --hidden whole.npy",
     "whole.npy: hidden: dtype <i8 is not one of F64, F32, F16, BF16"},
    {"sink two.safetensors --json a.json --svg none/a.svg",
     "none/a.svg: cannot be written: No such file or directory"},
};

START_TEST(bad_input) {
    refuse(refusals[_i].arguments, refusals[_i].message);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("sink");
    if (getcwd(root, sizeof root) == NULL)
        return EXIT_FAILURE;
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, leave_directory);
    tcase_add_test(tests, recorded_layers);
    tcase_add_test(tests, recorded_weights);
    tcase_add_test(tests, uniform_weights);
    tcase_add_test(tests, one_hot_weights);
    tcase_add_test(tests, exact_tie);
    tcase_add_test(tests, extra_logit);
    tcase_add_test(tests, json_alone);
    tcase_add_test(tests, long_cases_are_drawn_in_part);
    tcase_add_test(tests, unknown_is_drawn);
    tcase_add_test(tests, samples_are_labelled);
    tcase_add_test(tests, large_numbers_fit_their_cells);
    tcase_add_test(tests, long_paths_are_cut_between_names);
    tcase_add_test(tests, names_are_escaped);
    tcase_add_test(tests, hidden_states);
    tcase_add_test(tests, hidden_states_of_layers_and_samples);
    tcase_add_test(tests, states_of_the_case);
    tcase_add_test(tests, states_of_some_layers);
    tcase_add_test(tests, norms_of_tokens);
    tcase_add_test(tests, states_are_drawn);
    tcase_add_test(tests, misshapen_states);
    tcase_add_test(tests, hidden_states_of_bfloat16);
    tcase_add_loop_test(tests, bad_input, 0, sizeof refusals / sizeof *refusals);
    Suite *suite = suite_create("plumb sink");
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
