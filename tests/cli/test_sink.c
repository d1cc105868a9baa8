/* test_sink.c - `plumb sink` as a user meets it: table, JSON, picture, refusals. */
#include "tests/case/safetensors_bytes.h"
#include "tests/cli/program.h"
#include "tests/support/suite.h"
#include <ctype.h>
#include <jansson.h>
#include <stdbool.h>

/* So many tokens whose queries, keys and values are all 0: causal weights 1/t. */
static void save_zeros(const char *path, int tokens, const char *members) {
    char header[2048];
    int size = 8 * tokens;
    int length = snprintf(header, sizeof header,
                          "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1%s}\"}", members);
    for (int i = 0; i < 3; i++)
        length += snprintf(header + length, sizeof header - (size_t)length,
                           ",\"%c\":{\"dtype\":\"F64\",\"shape\":[1,1,%d,1],"
                           "\"data_offsets\":[%d,%d]}",
                           "qkv"[i], tokens, i * size, (i + 1) * size);
    snprintf(header + length, sizeof header - (size_t)length, "}");
    file_bytes file = safetensors_file(header, NULL, (size_t)(3 * size));
    save(path, file.bytes, file.size);
    free(file.bytes);
}

#define CAUSAL_MASK ",\\\"mask\\\":\\\"causal\\\""
#define OFF_BY_ONE CAUSAL_MASK ",\\\"sink\\\":\\\"zero\\\""

/* of the repository */
static char root[PATH_MAX];

static void set_up(void) {
    enter_directory();
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
    json_t *report = json_loads(numbers, 0, NULL);
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
    ck_assert_uint_eq(occurrences(result.output, "all 24 tokens (fewer than 64)"), 6);
    ck_assert_uint_eq(occurrences(result.output, "  above  "), (size_t)above);
    json_decref(report);
    free(picture);
    free(numbers);
    ck_assert_int_eq(count_files(), 3 + 6);
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
    json_t *report = json_loads(result.output, 0, NULL);
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
    {"sink", "no case; name a .safetensors file for each layer"},
    {"sink none.safetensors", "none.safetensors: No such file or directory"},
    {"sink two.safetensors none.safetensors --svg a.svg --json a.json",
     "none.safetensors: No such file or directory"},
    {"sink two.safetensors --q x", "--q: unknown option; `plumb help` lists them"},
    {"sink two.safetensors --epsilon 0,3",
     "--epsilon: '0,3' is not an exact decimal or a ratio of integers"},
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
    {"sink off.safetensors --key sink --proxy sum", "--key sink: not with --proxy sum"},
    {"sink two.safetensors --zero-query-row", "--zero-query-row: only with --key sink"},
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
    {"sink two.safetensors --svg a --json a", "--svg: 'a' is where --json goes"},
    {"sink two.safetensors --svg", "--svg: needs a value"},
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
    tcase_add_test(tests, exact_tie);
    tcase_add_test(tests, extra_logit);
    tcase_add_test(tests, json_alone);
    tcase_add_test(tests, long_cases_are_drawn_in_part);
    tcase_add_test(tests, names_are_escaped);
    tcase_add_loop_test(tests, bad_input, 0, sizeof refusals / sizeof *refusals);
    Suite *suite = suite_create("plumb sink");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
