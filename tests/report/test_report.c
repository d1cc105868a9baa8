/* test_report.c - the two forms of a report: one screen, and JSON that reads back. */
#include "report/report.h"
#include "report/report_conventions.h"
#include "tests/support/json_format.h"
#include "tests/support/suite.h"
#include "tests/exact/problems.h"
#include <jansson.h>
#include <string.h>

typedef struct {
    made_problem made;
    double output[2];
    plumb_case judged;
    plumb_report report;
} reported;

/* Two equal keys; the exact outputs are 1 and 1.5. */
static void make_report(reported *r, double first, double second) {
    plumb_problem shape = one_head(2, 2, 4, 1);
    plumb_error error;
    shape.causal.causal = true;
    *r = (reported){.made = make_problem(shape), .output = {first, second}};
    r->made.value[0] = 1;
    r->made.value[1] = 2;
    r->judged = (plumb_case){.problem = r->made.problem,
                             .input_format = PLUMB_F32,
                             .output = {true, PLUMB_F32, 2, r->output},
                             .engine_name = "by hand",
                             .source = "made.safetensors"};
    ck_assert_int_eq(plumb_compare(&r->judged, NULL, &r->report, &error), 0);
}

static json_t *as_json(const plumb_report *report) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_int_eq(plumb_report_json(report, stream), 0);
    fclose(stream);
    json_t *object = json_of_format("diff", text);
    free(text);
    return object;
}

static const char *string_at(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static void check_number(const json_t *element, const char *key, double expected) {
    const json_t *number = json_object_get(element, key);
    double decimal = strtod(string_at(number, "decimal"), NULL);
    double hex = strtod(string_at(number, "hex"), NULL);
    ck_assert(decimal == expected || (isnan(decimal) && isnan(expected)));
    ck_assert(hex == expected || (isnan(hex) && isnan(expected)));
}

START_TEST(json_of_a_failure) {
    reported r;
    make_report(&r, 1, 1.6);
    json_t *object = as_json(&r.report);
    const json_t *tensors = json_object_get(object, "tensors");
    const json_t *output = json_object_get(tensors, "output");
    const json_t *first = json_object_get(output, "first_impossible");
    ck_assert_str_eq(string_at(object, "format"), "plumbline-diff-2");
    ck_assert_str_eq(string_at(object, "verdict"), "FAIL");
    ck_assert_str_eq(string_at(object, "source"), "made.safetensors");
    ck_assert(json_is_null(json_object_get(object, "note")));
    ck_assert_uint_eq(json_object_size(tensors), 1);
    ck_assert_int_eq(json_integer_value(json_object_get(output, "impossible")), 1);
    ck_assert_int_eq(json_integer_value(json_object_get(output, "total")), 2);
    ck_assert_uint_eq(json_array_size(json_object_get(first, "index")), 4);
    ck_assert_int_eq(json_integer_value(json_array_get(json_object_get(first, "index"), 2)), 1);
    check_number(first, "engine", 1.6);
    check_number(first, "low", r.report.tensor[PLUMB_OUTPUT].first_impossible.low);
    check_number(first, "bound", r.report.tensor[PLUMB_OUTPUT].first_impossible.provable);
    ck_assert(json_equal(json_object_get(json_object_get(output, "first_beyond"), "index"),
                         json_object_get(first, "index")));
    json_decref(object);
    free_problem(&r.made);
}
END_TEST

START_TEST(json_of_numbers_that_json_lacks) {
    reported r;
    make_report(&r, 1, NAN);
    json_t *object = as_json(&r.report);
    const json_t *tensors = json_object_get(object, "tensors");
    const json_t *first = json_object_get(json_object_get(tensors, "output"), "first_impossible");
    check_number(first, "engine", NAN);
    check_number(first, "error_low", NAN);
    json_decref(object);
    free_problem(&r.made);
}
END_TEST

static size_t count_of(const char *text, char what) {
    size_t count = 0;
    for (; *text != 0; text++)
        if (*text == what)
            count++;
    return count;
}

static size_t longest_line(const char *text) {
    size_t longest = 0, column = 0;
    for (; *text != 0; text++) {
        column = *text == '\n' ? 0 : column + 1;
        longest = column > longest ? column : longest;
    }
    return longest;
}

/* A report as lines, each of at most 80 characters. */
static char *as_long_text(const plumb_report *report) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    plumb_report_text(report, stream);
    fclose(stream);
    ck_assert_uint_le(longest_line(text), 80);
    return text;
}

/* At most 32 of them, 3 for a position, and 4 for other precisions. */
static char *as_text(const plumb_report *report) {
    char *text = as_long_text(report);
    size_t most = 32;
    if (strstr(text, "\nposition ") != NULL)
        most += 3;
    if (strstr(text, "\nplausible ") != NULL)
        most += 4;
    ck_assert_uint_le(count_of(text, '\n'), most);
    return text;
}

START_TEST(text_of_a_failure) {
    reported r;
    make_report(&r, 1, 1.6);
    char *text = as_text(&r.report);
    ck_assert_ptr_nonnull(strstr(text, "verdict    FAIL"));
    ck_assert_ptr_nonnull(strstr(text, "impossible output["));
    ck_assert_ptr_nonnull(strstr(text, "output[0, 0, 1, 0]"));
    ck_assert_ptr_nonnull(strstr(text, "1.6000000000000001"));
    ck_assert_ptr_nonnull(strstr(text, "impossible: no correct kernel of this precision can return it"));
    ck_assert_ptr_nonnull(strstr(text, "f32-fast-exp (assumed from the dtype)"));
    free(text);
    free_problem(&r.made);
}
END_TEST

/* Of several tensors one decides: nothing is said of an element of the others. */
START_TEST(text_shows_an_element_of_what_failed) {
    reported r;
    plumb_error error;
    double lse[] = {0, 0.9};
    make_report(&r, 1, 1.5);
    r.judged.lse = (plumb_claim){true, PLUMB_F32, 2, lse};
    ck_assert_int_eq(plumb_compare(&r.judged, NULL, &r.report, &error), 0);
    char *text = as_text(&r.report);
    ck_assert_ptr_nonnull(strstr(text, "impossible lse[0, 0, 1]"));
    ck_assert_ptr_null(strstr(text, "output["));
    free(text);
    free_problem(&r.made);
}
END_TEST

START_TEST(text_shows_a_known_value_as_one_number) {
    reported r;
    make_report(&r, 1, 1.6);
    r.report.tensor[PLUMB_OUTPUT].first_impossible.low = r.report.tensor[PLUMB_OUTPUT].first_impossible.high = 1.5;
    char *text = as_text(&r.report);
    ck_assert_ptr_nonnull(strstr(text, "  exact    1.5\n"));
    free(text);
    free_problem(&r.made);
}
END_TEST

/* Of names that fill several lines all is shown, wherever the text goes. */
START_TEST(text_stays_on_the_screen_and_is_whole) {
    enum { LONG = 400, NAMES = 3 };
    static char longest[LONG + 1], spaced[LONG + 1];
    reported r;
    memset(longest, '@', LONG);
    for (size_t i = 0; i < LONG; i++)
        spaced[i] = i % 7 == 6 ? ' ' : '~';
    make_report(&r, 1, 1.5);
    ck_assert_int_eq(r.report.verdict, PLUMB_PASS);
    r.judged.source = r.judged.engine_name = r.judged.engine_version = longest;
    r.judged.note = spaced;
    r.judged.problem.batch = r.judged.problem.key_length = SIZE_MAX;
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        r.report.tensor[q].present = true;
    r.report.tensor[PLUMB_OUTPUT].first_impossible = r.report.tensor[PLUMB_OUTPUT].worst;
    char *text = as_long_text(&r.report);
    ck_assert_ptr_nonnull(strstr(text, "verdict    PASS"));
    ck_assert_uint_eq(count_of(text, '@'), NAMES * LONG);
    ck_assert_uint_eq(count_of(text, '~'), count_of(spaced, '~'));
    ck_assert_ptr_null(strstr(text, "..."));
    free(text);
    free_problem(&r.made);
}
END_TEST

static void make_operator_report(reported *r) {
    static const double gate[2] = {0, 1};
    make_report(r, 1, 1.5);
    r->judged.problem.op = (plumb_operator){.kind = PLUMB_SIGMOID,
                                            .normalisation = PLUMB_SUM,
                                            .epsilon = 0.5,
                                            .softcap = 50,
                                            .softcap_order = PLUMB_BIAS_MASK_CAP};
    r->judged.problem.extra.gate = gate;
}

START_TEST(text_names_the_operator) {
    reported r;
    make_report(&r, 1, 1.5);
    char *text = as_text(&r.report);
    ck_assert_ptr_nonnull(strstr(text, "operator   softmax\n"));
    free(text);
    free_problem(&r.made);
    make_operator_report(&r);
    text = as_text(&r.report);
    ck_assert_ptr_nonnull(
        strstr(text, "operator   sigmoid, normalisation sum, epsilon 0.5, softcap"));
    free(text);
    free_problem(&r.made);
}
END_TEST

START_TEST(json_names_the_operator) {
    reported r;
    make_operator_report(&r);
    json_t *object = as_json(&r.report);
    const json_t *conventions = json_object_get(object, "conventions");
    ck_assert_str_eq(string_at(conventions, "operator"), "sigmoid");
    ck_assert_str_eq(string_at(conventions, "normalisation"), "sum");
    ck_assert_double_eq(json_real_value(json_object_get(conventions, "epsilon")), 0.5);
    ck_assert_double_eq(json_real_value(json_object_get(conventions, "softcap")), 50);
    ck_assert_str_eq(string_at(conventions, "softcap_order"), "bias-mask-cap");
    ck_assert_str_eq(string_at(conventions, "sink"), "none");
    ck_assert_str_eq(string_at(conventions, "gate"), "head");
    ck_assert(json_is_null(json_object_get(conventions, "alpha")));
    ck_assert(json_is_false(json_object_get(conventions, "bias")));
    json_decref(object);
    free_problem(&r.made);
}
END_TEST

START_TEST(both_name_the_masks) {
    const unsigned char allowed[1] = {1};
    reported r;
    make_report(&r, 1, 1.5);
    plumb_problem *p = &r.judged.problem;
    p->mask = (plumb_mask){.windowed = true, .left = 3, .right = -1, .prefixed = true, .prefix = 2};
    p->mask.streaming = true;
    p->mask.first = 4;
    p->mask.recent = 9;
    p->mask.chunk = 7;
    p->mask.allowed = allowed;
    p->causal = (plumb_causal){false, -2};
    char *text = as_text(&r.report);
    ck_assert_ptr_nonnull(
        strstr(text, "prefix 2, window 3,-1, streaming 4,9, chunk 7, offset -2, allowed\n"));
    free(text);
    json_t *object = as_json(&r.report);
    const json_t *masks = json_object_get(object, "masks");
    ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(masks, "window"), "left")),
                     3);
    ck_assert_int_eq(json_integer_value(json_object_get(masks, "chunk")), 7);
    ck_assert_int_eq(
        json_integer_value(json_object_get(json_object_get(masks, "streaming"), "recent")), 9);
    ck_assert(json_is_true(json_object_get(masks, "allowed")));
    ck_assert(json_is_false(json_object_get(masks, "segments")));
    json_decref(object);
    p->mask = (plumb_mask){.chunk = 0};
    object = as_json(&r.report);
    ck_assert(json_is_null(json_object_get(json_object_get(object, "masks"), "window")));
    json_decref(object);
    free_problem(&r.made);
}
END_TEST

/* Whatever was in the text before. */
START_TEST(text_says_that_there_is_no_mask) {
    reported r;
    char text[200];
    make_report(&r, 1, 1.5);
    r.judged.problem.causal.causal = false;
    memset(text, 'x', sizeof text);
    plumb_mask_text(&r.judged.problem, text, sizeof text);
    ck_assert_str_eq(text, "no mask");
    free_problem(&r.made);
}
END_TEST

static void check_position_text(plumb_position position, const char *line) {
    reported r;
    make_report(&r, 1, 1.5);
    r.judged.problem.position = position;
    char *text = as_text(&r.report);
    ck_assert_msg(strstr(text, line) != NULL, "%s", text);
    free(text);
    free_problem(&r.made);
}

static const double numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static const int64_t places[8] = {1, 2, 3, 4, 5, 6, 7, 8};

#define POSITION(...) ((plumb_position){__VA_ARGS__})

START_TEST(text_names_the_position) {
    const plumb_rope rope = {.dim = 4, .base = 500000};
    plumb_rope scaled = rope, given = rope, yarn = rope;
    scaled.layout = PLUMB_ROPE_INTERLEAVED;
    scaled.scaling = PLUMB_ROPE_DYNAMIC;
    scaled.factor = 2;
    scaled.original = 4096;
    scaled.length = 8192;
    given.cosine = given.sine = numbers;
    given.rows = 2;
    yarn.scaling = PLUMB_ROPE_YARN;
    yarn.factor = 32;
    yarn.original = 4096;
    yarn.beta_fast = 32;
    yarn.beta_slow = 1;
    yarn.untruncated = true;
    check_position_text(POSITION(.kind = PLUMB_POSITION_ROPE, .rope = rope),
                        "\nposition   rope half, dim 4, base 500000, queries from 0 on\n");
    check_position_text(POSITION(.kind = PLUMB_POSITION_ROPE, .rope = scaled,
                                 .query_position = places, .key_position = places),
                        "\nposition   rope interleaved, dim 4, base 500000, dynamic, factor 2,\n"
                        "           original 4096, length 8192, positions given\n");
    check_position_text(
        POSITION(.kind = PLUMB_POSITION_ROPE, .rope = given, .key_position = places),
        "\nposition   rope half, dim 4, cosines and sines given for 2 positions,\n"
        "           queries from 0 on, key positions given\n");
    check_position_text(
        POSITION(.kind = PLUMB_POSITION_ROPE, .rope = yarn, .query_position = places),
        "\nposition   rope half, dim 4, base 500000, yarn, factor 32, original 4096,\n"
        "           beta 32 and 1, untruncated, query positions given\n");
    check_position_text(POSITION(.kind = PLUMB_POSITION_ALIBI, .alibi = PLUMB_ALIBI_KEY),
                        "\nposition   alibi key, slopes by rule\n");
    check_position_text(POSITION(.kind = PLUMB_POSITION_ALIBI, .slopes = numbers),
                        "\nposition   alibi relative, slopes given, queries from 0 on\n");
    check_position_text(
        POSITION(.kind = PLUMB_POSITION_T5, .bidirectional = true, .buckets = 32,
                 .max_distance = 128, .table = numbers),
        "\nposition   t5, direction both, 32 buckets, max distance 128, queries from 0 on\n");
    check_position_text(POSITION(.kind = PLUMB_POSITION_SHAW, .table = numbers, .table_rows = 5,
                                 .value_table = numbers),
                        "\nposition   shaw, reach 2, of values too, queries from 0 on\n");
    check_position_text(
        POSITION(.kind = PLUMB_POSITION_SINUSOIDAL, .sinusoidal_base = 10000, .offset = 2),
        "\nposition   sinusoidal concatenated, denominator half, base 10000,\n"
        "           position offset 2, queries from 0 on\n");
    check_position_text(POSITION(.kind = PLUMB_POSITION_LEARNED, .table_rows = 9),
                        "\nposition   learned, 9 rows, queries from 0 on\n");
}
END_TEST

START_TEST(without_a_position_there_is_no_line) {
    reported r;
    make_report(&r, 1, 1.5);
    char *text = as_text(&r.report);
    ck_assert_ptr_null(strstr(text, "position"));
    free(text);
    free_problem(&r.made);
}
END_TEST

START_TEST(json_names_the_position) {
    reported r;
    make_report(&r, 1, 1.5);
    json_t *object = as_json(&r.report);
    const json_t *position = json_object_get(object, "position");
    ck_assert_str_eq(string_at(position, "position"), "none");
    ck_assert(json_is_null(json_object_get(position, "query_offset")));
    ck_assert(json_is_null(json_object_get(json_object_get(position, "rope"), "rope_base")));
    json_decref(object);
    r.judged.problem.causal.offset = 3;
    r.judged.problem.position = (plumb_position){.kind = PLUMB_POSITION_ROPE,
                                                 .rope = {.dim = 4,
                                                          .base = 0.1,
                                                          .scaling = PLUMB_ROPE_LLAMA3,
                                                          .factor = 8,
                                                          .original = 8192,
                                                          .low_frequency = 1,
                                                          .high_frequency = 4,
                                                          .multiplier = 2}};
    object = as_json(&r.report);
    position = json_object_get(object, "position");
    const json_t *rope = json_object_get(position, "rope");
    ck_assert_str_eq(string_at(position, "position"), "rope");
    ck_assert_int_eq(json_integer_value(json_object_get(position, "query_offset")), 3);
    ck_assert(json_is_false(json_object_get(position, "query_positions")));
    ck_assert(json_is_null(json_object_get(position, "buckets")));
    ck_assert_str_eq(string_at(rope, "rope_layout"), "half");
    ck_assert_str_eq(string_at(rope, "rope_scaling"), "llama3");
    ck_assert_int_eq(json_integer_value(json_object_get(rope, "rope_dim")), 4);
    ck_assert_double_eq(json_real_value(json_object_get(rope, "rope_base")), 0.1);
    ck_assert_double_eq(json_real_value(json_object_get(rope, "rope_factor")), 8);
    ck_assert_double_eq(json_real_value(json_object_get(rope, "rope_high_frequency")), 4);
    ck_assert_double_eq(json_real_value(json_object_get(rope, "rope_multiplier")), 2);
    ck_assert(json_is_null(json_object_get(rope, "rope_beta_fast")));
    ck_assert(json_is_false(json_object_get(rope, "rope_cos")));
    json_decref(object);
    r.judged.problem.position = (plumb_position){.kind = PLUMB_POSITION_BUCKET_INDEX,
                                                 .bidirectional = true,
                                                 .buckets = 32,
                                                 .max_distance = 128,
                                                 .query_position = places};
    object = as_json(&r.report);
    position = json_object_get(object, "position");
    ck_assert_str_eq(string_at(position, "direction"), "both");
    ck_assert_int_eq(json_integer_value(json_object_get(position, "buckets")), 32);
    ck_assert_int_eq(json_integer_value(json_object_get(position, "max_distance")), 128);
    ck_assert(json_is_true(json_object_get(position, "query_positions")));
    ck_assert(json_is_null(json_object_get(position, "query_offset")));
    ck_assert(json_is_null(json_object_get(json_object_get(position, "rope"), "rope_layout")));
    json_decref(object);
    free_problem(&r.made);
}
END_TEST

START_TEST(both_name_the_other_conventions) {
    reported r;
    make_report(&r, 1, 1.5);
    r.judged.problem.query_heads = r.judged.problem.key_heads = 6;
    r.judged.tiled_heads = 2;
    r.judged.scale_site = "query";
    r.judged.problem.empty_row = PLUMB_EMPTY_ROW_MEAN;
    r.judged.problem.empty_lse_positive = true;
    r.report.empty_rows = 1;
    char *text = as_text(&r.report);
    ck_assert_ptr_nonnull(strstr(text, "heads 6 on 2 tiled"));
    ck_assert_ptr_nonnull(strstr(text, "scale 1/sqrt(4) at query, inputs F32\n"));
    ck_assert_ptr_nonnull(strstr(text, "1 of them without a visible key (output mean, lse +infinity)"));
    free(text);
    json_t *object = as_json(&r.report);
    const json_t *problem = json_object_get(object, "problem");
    ck_assert_str_eq(string_at(problem, "gqa"), "tile");
    ck_assert_int_eq(json_integer_value(json_object_get(problem, "key_heads")), 2);
    ck_assert_str_eq(string_at(problem, "scale_site"), "query");
    ck_assert_str_eq(string_at(problem, "empty_row"), "mean");
    ck_assert_str_eq(string_at(problem, "empty_lse"), "plus-infinity");
    json_decref(object);
    free_problem(&r.made);
    make_report(&r, 1, 1.5);
    object = as_json(&r.report);
    problem = json_object_get(object, "problem");
    ck_assert_str_eq(string_at(problem, "gqa"), "interleave");
    ck_assert(json_is_null(json_object_get(problem, "scale_site")));
    ck_assert_str_eq(string_at(problem, "empty_lse"), "minus-infinity");
    json_decref(object);
    free_problem(&r.made);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report/report");
    TCase *cases = tcase_create("report");
    tcase_add_test(cases, json_of_a_failure);
    tcase_add_test(cases, json_of_numbers_that_json_lacks);
    tcase_add_test(cases, text_of_a_failure);
    tcase_add_test(cases, text_shows_a_known_value_as_one_number);
    tcase_add_test(cases, text_shows_an_element_of_what_failed);
    tcase_add_test(cases, text_stays_on_the_screen_and_is_whole);
    tcase_add_test(cases, text_names_the_operator);
    tcase_add_test(cases, json_names_the_operator);
    tcase_add_test(cases, both_name_the_masks);
    tcase_add_test(cases, text_says_that_there_is_no_mask);
    tcase_add_test(cases, text_names_the_position);
    tcase_add_test(cases, without_a_position_there_is_no_line);
    tcase_add_test(cases, json_names_the_position);
    tcase_add_test(cases, both_name_the_other_conventions);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
