/* test_diagnose.c - `plumb diagnose` for recorded engines whose convention is misstated: text, JSON, refusals. */
#include "tests/cli/program.h"
#include "tests/support/json_format.h"
#include <jansson.h>
#include <stdbool.h>

/* of the repository */
static char root[PATH_MAX];

#define RIGHT "'%s/tests/engines/cases/%s.safetensors'"
#define WRONG "'%s/tests/engines/findings/%s.safetensors'"

static outcome diagnose(const char *place, const char *name, const char *flags) {
    char arguments[PATH_MAX + 300];
    int length = snprintf(arguments, sizeof arguments, "diagnose ");
    length += snprintf(arguments + length, sizeof arguments - (size_t)length,
                       strcmp(place, RIGHT) == 0 ? RIGHT : WRONG, root, name);
    snprintf(arguments + length, sizeof arguments - (size_t)length, " %s", flags);
    return run(arguments);
}

static json_t *as_json(const outcome *result) {
    ck_assert_msg(result->output[0] != 0, "%s", result->error);
    return json_of_format("diagnose", result->output);
}

static const char *text_at(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

/* ---- recorded engines ---- */

/* What the first explanation, and those alike, must hold: a part of a change as JSON. */
static const struct {
    const char *name, *change;
} findings[] = {
    {"absolute-f32-m2m-100-as-half", "\"sinusoidal_denominator\":\"one-less\""},
    {"absolute-f32-m2m-100-as-offset-0", "\"position_offset\":2"},
    {"absolute-f32-marian-as-interleaved", "\"sinusoidal_layout\":\"concatenated\""},
    {"absolute-f32-opt-as-offset-0", "\"position_offset\":2"},
    {"bloom-f32-key-as-scaled-key", "\"alibi_form\":\"key\""},
    {"deepseek-rope-f32-as-half", "\"rope_layout\":\"interleaved\""},
    {"falcon-alibi-f32-scaled-key-9-heads", "bf16"},
    {"falcon-alibi-f32-scaled-key-as-key", "\"alibi_form\":\"scaled-key\""},
    {"falcon-alibi-f32-scaled-key-as-relative", "\"alibi_form\":\"scaled-key\""},
    {"flex-f32-alibi-then-softcap-2-as-cap-bias-mask", "\"softcap_order\":\"bias-cap-mask\""},
    {"flex-f32-position-alibi-key-as-relative", "\"alibi_form\":\"key\""},
    {"flex-f32-position-alibi-key-sinks-as-relative", "\"alibi_form\":\"key\""},
    {"flex-f32-relative-table-reversed", "p_t - p_j"},
    {"flex-f32-sinks-from-lse-as-included", "\"lse_sink\":\"excluded\""},
    {"flex-f32-window-4-as-left-4", "\"left\":3"},
    {"formula-f32-bucket-index-as-both", "\"direction\":\"causal\""},
    {"formula-f32-elu-kernel-as-elu", "\"operator\":\"elu-kernel\""},
    {"formula-f32-sigmoid-sum-as-none", "\"normalisation\":\"sum\""},
    {"formula-f32-tile-as-interleave", "\"gqa\":\"tile\""},
    {"formula-f64-rope-as-interleaved-at-1048576", "\"rope_layout\":\"half\""},
    {"formula-f64-sigmoid-sum-without-epsilon", "\"epsilon\":"},
    {"gemma2-eager-f32-softcap-2-as-bias-mask-cap", "\"softcap_order\":\"cap-bias-mask\""},
    {"gemma2-eager-f32-softcap-50-left-out", "\"softcap\":50"},
    {"gemma2-layer-f32-window-4-as-left-4", "\"left\":3"},
    {"gpt-neox-f32-partial-as-whole", "\"rope_dim\":8"},
    {"gpt-oss-eager-f32-sinks-as-bias-of-key-0", "key 0 as a logit"},
    {"gpt-oss-rope-f32-as-truncated", "\"rope_truncate\":false"},
    {"gpt-oss-rope-f32-window-4-as-left-4", "\"left\":3"},
    {"gptj-f32-interleaved-as-half", "\"rope_layout\":\"interleaved\""},
    {"jax-xla-f32-window-3-as-left-2", "\"left\":3"},
    {"keras-tensorflow-f64-causal", "the scale in binary32"},
    {"keras-tensorflow-f64-scale", "the scale in binary32"},
    {"llama-rope-bf16-default-as-interleaved", "\"rope_layout\":\"half\""},
    {"llama-rope-f32-default-as-interleaved", "\"rope_layout\":\"half\""},
    {"llama-rope-f32-default-base-500000-as-10000", "\"rope_base\":500000"},
    {"llama-rope-f32-default-left-out", "\"position\":\"rope\""},
    {"llama-rope-f32-linear-as-ntk", "\"rope_scaling\":\"linear\""},
    {"llama-rope-f32-yarn-multiplier-left-out", "attention factor"},
    {"llama-rope-f32-yarn-untruncated-as-truncated", "\"rope_truncate\":false"},
    {"mistral-eager-f32-left-padding-as-zero", "\"empty_row\":\"mean\""},
    {"mistral-eager-f32-window-4-as-left-4", "\"left\":3"},
    {"mlx-f32-causal-12x6", "\"empty_row\":\"mean\""},
    {"mlx-rope-f32-traditional-as-half", "\"rope_layout\":\"interleaved\""},
    {"mpt-f32-true-hides-as-true-attends", "mask_polarity"},
    {"onnx-reference-1.18-f32-rank-3", "without transposing"},
    {"onnx-reference-1.21-f32-softcap-2-causal-as-cap-bias-mask",
     "\"softcap_order\":\"bias-mask-cap\""},
    {"onnx-reference-f32-softcap-2-causal-as-bias-mask-cap", "\"softcap_order\":\"cap-bias-mask\""},
    {"onnx-reference-f32-window-3-0-as-2-0", "\"left\":3"},
    {"onnx-reference-rotary-f32-interleaved-as-half", "\"rope_layout\":\"interleaved\""},
    {"onnxruntime-1.26-attention23-f32-softcap-2-causal-as-cap-bias-mask",
     "\"softcap_order\":\"bias-mask-cap\""},
    {"onnxruntime-gqa-f32-window-4-as-left-4", "\"left\":3"},
    {"onnxruntime-rotary-f32-interleaved-as-half", "\"rope_layout\":\"interleaved\""},
    {"pytorch-math-f32-allowed-as-true-hides", "mask_polarity"},
    {"t5-decoder-f32-table-as-both", "\"direction\":\"causal\""},
    {"t5-encoder-f32-table-as-causal", "\"direction\":\"both\""},
    {"wav2vec2-bert-reversed-f32", "p_t - p_j"},
};

static bool explains(const json_t *explanation, const char *part) {
    char *text = json_dumps(json_object_get(explanation, "changes"),
                            JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);
    ck_assert_ptr_nonnull(text);
    bool found = strstr(text, part) != NULL;
    free(text);
    return found;
}

START_TEST(recorded_engines_are_diagnosed) {
    const char *name = findings[_i].name;
    outcome result = diagnose(WRONG, name, "--json --no-pairs --seconds 60");
    json_t *object = as_json(&result);
    const json_t *all = json_object_get(object, "explanations");
    bool found = false;
    ck_assert_int_eq(result.exit_code, 1);
    ck_assert_str_eq(text_at(object, "verdict"), "FAIL");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *explanation = json_array_get(all, i);
        if (i > 0 && !json_is_true(json_object_get(explanation, "alike")))
            break;
        found = found || explains(explanation, findings[_i].change);
    }
    ck_assert_msg(found, "%s: %s", name, result.output);
    json_decref(object);
}
END_TEST

/* What these engines did, no neighbour does: a table for values, and hidden keys in a
   denominator. */
START_TEST(what_is_no_neighbour_stays_unexplained) {
    static const char *const names[] = {"formula-f32-shaw-values-left-out",
                                        "formula-f32-softpick-hidden-counted"};
    for (size_t i = 0; i < 2; i++) {
        outcome result = diagnose(WRONG, names[i], "--json --seconds 60");
        json_t *object = as_json(&result);
        const json_t *pairs = json_object_get(object, "pairs");
        ck_assert_int_eq(result.exit_code, 1);
        ck_assert_uint_eq(json_array_size(json_object_get(object, "explanations")), 0);
        ck_assert_int_eq(json_integer_value(json_object_get(pairs, "tried")),
                         json_integer_value(json_object_get(pairs, "of")));
        json_decref(object);
    }
}
END_TEST

START_TEST(right_answers_are_right) {
    static const char *const names[] = {"pytorch-flash-bf16-causal", "llama-rope-f32-llama3",
                                        "gpt-oss-rope-bf16-full", "minilm-eager-f32-layer-0"};
    for (size_t i = 0; i < 4; i++) {
        outcome result = diagnose(RIGHT, names[i], "--json");
        json_t *object = as_json(&result);
        ck_assert_int_eq(result.exit_code, 0);
        ck_assert_str_eq(text_at(object, "verdict"), "PASS");
        ck_assert_uint_eq(json_array_size(json_object_get(object, "explanations")), 0);
        ck_assert(json_is_null(json_object_get(object, "where")));
        json_decref(object);
    }
}
END_TEST

/* ---- text ---- */

static void check_columns(const char *text) {
    size_t column = 0;
    for (const char *c = text; *c != 0; c++) {
        column = *c == '\n' ? 0 : column + 1;
        ck_assert_msg(column <= 80, "%s", text);
    }
}

START_TEST(text_of_an_explanation) {
    outcome result = diagnose(WRONG, "llama-rope-f32-default-as-interleaved", "");
    ck_assert_int_eq(result.exit_code, 1);
    check_columns(result.output);
    ck_assert_ptr_nonnull(strstr(result.output, "verdict    FAIL as stated, explained\n"));
    ck_assert_ptr_nonnull(strstr(result.output, "fails      704 of 768 elements of output\n"));
    ck_assert_ptr_nonnull(
        strstr(result.output, "explained  the engine rotates pairs (m, m + 8)\n"
                              "           convention; state \"rope_layout\":\"half\"\n"));
    ck_assert_ptr_nonnull(strstr(result.output, "of the expected error\n"));
}
END_TEST

START_TEST(text_of_other_verdicts) {
    outcome result = diagnose(RIGHT, "pytorch-flash-bf16-causal", "");
    check_columns(result.output);
    ck_assert_ptr_nonnull(strstr(result.output, "verdict    PASS: right as stated\n"));
    ck_assert_ptr_nonnull(strstr(result.output, "\nThis case "));
    result = diagnose(WRONG, "formula-f32-softpick-hidden-counted", "--no-pairs");
    check_columns(result.output);
    ck_assert_ptr_nonnull(
        strstr(result.output, "verdict    FAIL as stated; no neighbour explains it\n"));
    ck_assert_ptr_null(strstr(result.output, "pairs"));
    result = diagnose(WRONG, "gemma2-layer-f32-window-4-as-left-4", "");
    ck_assert_ptr_nonnull(strstr(result.output, "           all from query 4 on\n"));
}
END_TEST

/* No list has a base of 10001. */
START_TEST(a_base_is_fitted) {
    outcome result = diagnose(WRONG, "formula-f64-rope-base-10001-as-10000-at-1048576", "");
    check_columns(result.output);
    ck_assert_ptr_nonnull(strstr(result.output, "verdict    FAIL as stated, explained\n"));
    ck_assert_ptr_nonnull(
        strstr(result.output,
               "\n"
               "explained  the engine uses rope base about 10001 instead of 10000\n"));
    ck_assert_ptr_nonnull(strstr(result.output, "state \"rope_base\":10001\n"));
}
END_TEST

START_TEST(json_to_a_file_goes_with_the_text) {
    char text[65536];
    outcome result =
        diagnose(WRONG, "llama-rope-f32-default-as-interleaved", "--json x.json --seconds 5");
    ck_assert_int_eq(result.exit_code, 1);
    ck_assert_ptr_nonnull(strstr(result.output, "explained"));
    read_stream("x.json", text, sizeof text);
    json_t *object = json_of_format("diagnose", text);
    const json_t *changes = json_object_get(
        json_array_get(json_object_get(object, "explanations"), 0), "changes");
    const json_t *change = json_array_get(changes, 0);
    ck_assert_str_eq(text_at(change, "kind"), "convention");
    ck_assert_str_eq(text_at(change, "axis"), "rope_layout");
    ck_assert_str_eq(text_at(json_object_get(change, "state"), "rope_layout"), "half");
    ck_assert_int_eq(json_integer_value(
                         json_object_get(json_object_get(object, "where"), "wrong")),
                     704);
    json_decref(object);
}
END_TEST

/* ---- refusals ---- */

static const struct {
    const char *arguments, *message;
} bad_usage[] = {
    {"diagnose", "no case given; expected a .safetensors file, or --q, --k and --v"},
    {"diagnose a b", "'b': unexpected; the case is 'a'"},
    {"diagnose a --html", "--html: unknown flag; `plumb --help-all` lists the flags"},
    {"diagnose a --no-pairs=1", "--no-pairs: takes no value"},
    {"diagnose a --seconds", "--seconds: needs a value"},
    {"diagnose a --seconds 0", "--seconds: '0' is not a number above 0, at most 86400"},
    {"diagnose a --seconds -3", "--seconds: '-3' is not a number above 0, at most 86400"},
    {"diagnose a --seconds inf", "--seconds: 'inf' is not a number above 0, at most 86400"},
    {"diagnose a --seconds 1e9", "--seconds: '1e9' is not a number above 0, at most 86400"},
    {"diagnose a --seconds 90000", "--seconds: '90000' is not a number above 0, at most 86400"},
    {"diagnose --json a.safetensors",
     "--json: 'a.safetensors' is named like a case; put the case before --json"},
    {"diagnose none.safetensors",
     "none.safetensors: No such file or directory"},
};

START_TEST(bad_usage_is_refused) {
    refuse(bad_usage[_i].arguments, bad_usage[_i].message);
}
END_TEST

START_TEST(a_report_that_cannot_be_written) {
    char arguments[PATH_MAX + 300];
    snprintf(arguments, sizeof arguments, "diagnose " RIGHT " --json none/x.json", root,
             "pytorch-math-f32-causal");
    refuse(arguments, "none/x.json: cannot be written: No such file or directory");
}
END_TEST

int main(void) {
    if (getcwd(root, sizeof root) == NULL)
        return EXIT_FAILURE;
    Suite *suite = suite_create("cli/diagnose");
    TCase *tests = tcase_create("diagnose");
    tcase_add_checked_fixture(tests, enter_directory, leave_directory);
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, recorded_engines_are_diagnosed, 0,
                        sizeof findings / sizeof *findings);
    tcase_add_test(tests, what_is_no_neighbour_stays_unexplained);
    tcase_add_test(tests, right_answers_are_right);
    tcase_add_test(tests, text_of_an_explanation);
    tcase_add_test(tests, text_of_other_verdicts);
    tcase_add_test(tests, a_base_is_fitted);
    tcase_add_test(tests, json_to_a_file_goes_with_the_text);
    tcase_add_loop_test(tests, bad_usage_is_refused, 0, sizeof bad_usage / sizeof *bad_usage);
    tcase_add_test(tests, a_report_that_cannot_be_written);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
