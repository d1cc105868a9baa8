/* test_description.c - the JSON text of a case: one wrong text to each rule, and right ones. */
#include "case/description.h"
#include "tests/support/suite.h"
#include "tests/support/words.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *text, *message;
} refused[] = {
    {"", "x: plumbline: not valid JSON: '[' or '{' expected near end of file, line 1, column 1"},
    {"{", "x: plumbline: not valid JSON: string or '}' expected near end of file, line 1, column 2"},
    {"{\"version\":1} x", "x: plumbline: not valid JSON: end of file expected near 'x', line 1, column 15"},
    {"{\"version\":1,\"version\":1}",
     "x: plumbline: not valid JSON: duplicate object key near '\"version\"', line 1, column 14"},
    {"[]", "x: plumbline: not a JSON object"},
    {"{}", "x: plumbline.version: missing"},
    {"{\"version\":2}", "x: plumbline.version: 2 is not 1, the only supported version"},
    {"{\"version\":1.0}", "x: plumbline.version: 1.0 is not 1, the only supported version"},
    {"{\"version\":\"1\"}", "x: plumbline.version: \"1\" is not 1, the only supported version"},
    {"{\"version\":1,\"causal\":true}",
     "x: plumbline.causal: unknown key; `plumb conventions` lists the keys; use \"mask\": \"causal\""},
    {"{\"version\":1,\"operator\":\"gelu\"}",
     "x: plumbline.operator: 'gelu' is not one of {operator}; did you mean 'elu'?"},
    {"{\"version\":1,\"operator\":1}", "x: plumbline.operator: 1 is not one of {operator}"},
    {"{\"version\":1,\"alpha\":0}", "x: plumbline.alpha: 0 is not a finite number above 0"},
    {"{\"version\":1,\"alpha\":-0.5}", "x: plumbline.alpha: -0.5 is not a finite number above 0"},
    {"{\"version\":1,\"alpha\":\"1x\"}", "x: plumbline.alpha: '1x' is not a finite number above 0"},
    {"{\"version\":1,\"power\":0}", "x: plumbline.power: 0 is not a finite number above 0"},
    {"{\"version\":1,\"power\":-2}", "x: plumbline.power: -2 is not a finite number above 0"},
    {"{\"version\":1,\"power\":1e-999}", "x: plumbline.power: 0.0 is not a finite number above 0"},
    {"{\"version\":1,\"power\":true}", "x: plumbline.power: true is not a finite number above 0"},
    {"{\"version\":1,\"gamma\":1.1}", "x: plumbline.gamma: 1.1000000000000001 is not a finite number of at most 0"},
    {"{\"version\":1,\"gamma\":null}", "x: plumbline.gamma: null is not a finite number of at most 0"},
    {"{\"version\":1,\"zeta\":-0.125}", "x: plumbline.zeta: -0.125 is not a finite number of at least 1"},
    {"{\"version\":1,\"zeta\":0.875}", "x: plumbline.zeta: 0.875 is not a finite number of at least 1"},
    {"{\"version\":1,\"zeta\":[1]}", "x: plumbline.zeta: [1] is not a finite number of at least 1"},
    {"{\"version\":1,\"epsilon\":-1}", "x: plumbline.epsilon: -1 is not a finite number of at least 0"},
    {"{\"version\":1,\"softcap\":-50}", "x: plumbline.softcap: -50 is not a finite number of at least 0"},
    {"{\"version\":1,\"softcap\":\"1/0\"}", "x: plumbline.softcap: '1/0' is not a finite number of at least 0"},
    {"{\"version\":1,\"softcap_order\":\"mask-cap\"}",
     "x: plumbline.softcap_order: 'mask-cap' is not one of cap-bias-mask, bias-cap-mask, "
     "bias-mask-cap"},
    {"{\"version\":1,\"normalisation\":\"softmax\"}",
     "x: plumbline.normalisation: 'softmax' is not one of {normalisation}"},
    {"{\"version\":1,\"sink\":true}", "x: plumbline.sink: true is not one of none, zero, logit, key, key-value, "
                                      "token, first-keys, key0-bias"},
    {"{\"version\":1,\"sink\":\"bias\"}", "x: plumbline.sink: 'bias' is not one of none, zero, "
                                          "logit, key, key-value, token, first-keys, "
                                          "key0-bias"},
    {"{\"version\":1,\"sink_keys\":0}", "x: plumbline.sink_keys: 0 is not an integer of at least 1"},
    {"{\"version\":1,\"sink_keys\":-4}", "x: plumbline.sink_keys: -4 is not an integer of at least 1"},
    {"{\"version\":1,\"sink_keys\":4.0}", "x: plumbline.sink_keys: 4.0 is not an integer of at least 1"},
    {"{\"version\":1,\"lse_sink\":\"yes\"}", "x: plumbline.lse_sink: 'yes' is not one of included, excluded"},
    {"{\"version\":1,\"position\":\"RoPE\"}", "x: plumbline.position: 'RoPE' is not one of none, sinusoidal, learned, "
                                              "rope, temperature, alibi, t5, bucket-index, "
                                              "relative-table, shaw, rope-output; did you mean 'rope'?"},
    {"{\"version\":1,\"position\":1}", "x: plumbline.position: 1 is not one of none, sinusoidal, learned, rope, "
                                       "temperature, alibi, t5, bucket-index, relative-table, shaw, rope-output"},
    {"{\"version\":1,\"gqa\":\"modulo\"}", "x: plumbline.gqa: 'modulo' is not one of interleave, tile"},
    {"{\"version\":1,\"scale_site\":\"keys\"}", "x: plumbline.scale_site: 'keys' is not one of score, query, both"},
    {"{\"version\":1,\"empty_lse\":\"nan\"}",
     "x: plumbline.empty_lse: 'nan' is not one of minus-infinity, plus-infinity"},
    {"{\"version\":1,\"mask_polarity\":\"true\"}",
     "x: plumbline.mask_polarity: 'true' is not one of true-attends, true-hides"},
    {"{\"version\":1,\"mask_polarity\":true}", "x: plumbline.mask_polarity: true is not one of true-attends, "
                                               "true-hides"},
    {"{\"version\":1,\"mask\":\"window\"}", "x: plumbline.mask: 'window' is not one of none, causal, prefix"},
    {"{\"version\":1,\"prefix\":-1}", "x: plumbline.prefix: -1 is not an integer from 0 to 2^53"},
    {"{\"version\":1,\"prefix\":2.0}", "x: plumbline.prefix: 2.0 is not an integer from 0 to 2^53"},
    {"{\"version\":1,\"prefix\":9007199254740993}",
     "x: plumbline.prefix: 9007199254740993 is not an integer from 0 to 2^53"},
    {"{\"version\":1,\"window\":4}", "x: plumbline.window: 4 is not {\"left\": integer, \"right\": integer}, "
                                     "integers from -1 to 2^53"},
    {"{\"version\":1,\"window\":[4,0]}", "x: plumbline.window: [4,0] is not {\"left\": integer, \"right\": integer}, "
                                         "integers from -1 to 2^53"},
    {"{\"version\":1,\"window\":{\"left\":-2}}", "x: plumbline.window: {\"left\":-2} is not {\"left\": integer, "
                                                 "\"right\": integer}, integers from -1 to 2^53"},
    {"{\"version\":1,\"window\":{\"left\":1,\"right\":-9223372036854775808}}",
     "x: plumbline.window: {\"left\":1,\"right\":-9223372036854775808} is not {\"left\": integer, \"right\": "
     "integer}, integers from -1 to 2^53"},
    {"{\"version\":1,\"window\":{\"right\":9007199254740993}}",
     "x: plumbline.window: {\"right\":9007199254740993} is not {\"left\": integer, \"right\": integer}, integers "
     "from -1 to 2^53"},
    {"{\"version\":1,\"window\":{\"left\":\"4\"}}", "x: plumbline.window: {\"left\":\"4\"} is not {\"left\": "
                                                    "integer, \"right\": integer}, integers from -1 to 2^53"},
    {"{\"version\":1,\"window\":{\"right\":0.5}}", "x: plumbline.window: {\"right\":0.5} is not {\"left\": integer, "
                                                   "\"right\": integer}, integers from -1 to 2^53"},
    {"{\"version\":1,\"window\":{\"left\":1,\"size\":4}}",
     "x: plumbline.window: {\"left\":1,\"size\":4} is not {\"left\": integer, \"right\": integer}, integers from -1 "
     "to 2^53"},
    {"{\"version\":1,\"streaming\":true}", "x: plumbline.streaming: true is not {\"first\": integer, \"recent\": "
                                           "integer}, both integers from 0 to 2^53"},
    {"{\"version\":1,\"streaming\":{\"first\":4}}", "x: plumbline.streaming: {\"first\":4} is not {\"first\": "
                                                    "integer, \"recent\": integer}, both integers from 0 to 2^53"},
    {"{\"version\":1,\"streaming\":{\"recent\":4}}", "x: plumbline.streaming: {\"recent\":4} is not {\"first\": "
                                                     "integer, \"recent\": integer}, both integers from 0 to 2^53"},
    {"{\"version\":1,\"streaming\":{\"first\":-1,\"recent\":4}}",
     "x: plumbline.streaming: {\"first\":-1,\"recent\":4} is not {\"first\": integer, \"recent\": integer}, both "
     "integers from 0 to 2^53"},
    {"{\"version\":1,\"streaming\":{\"first\":1,\"recent\":-4}}",
     "x: plumbline.streaming: {\"first\":1,\"recent\":-4} is not {\"first\": integer, \"recent\": integer}, both "
     "integers from 0 to 2^53"},
    {"{\"version\":1,\"streaming\":{\"first\":9007199254740993,\"recent\":4}}",
     "x: plumbline.streaming: {\"first\":9007199254740993,\"recent\":4} is not {\"first\": integer, \"recent\": "
     "integer}, both integers from 0 to 2^53"},
    {"{\"version\":1,\"streaming\":{\"first\":1,\"recent\":null}}",
     "x: plumbline.streaming: {\"first\":1,\"recent\":null} is not {\"first\": integer, \"recent\": integer}, both "
     "integers from 0 to 2^53"},
    {"{\"version\":1,\"streaming\":{\"first\":1,\"recent\":4,\"sinks\":1}}",
     "x: plumbline.streaming: {\"first\":1,\"recent\":4,\"sinks\":1} is not {\"first\": integer, \"recent\": "
     "integer}, both integers from 0 to 2^53"},
    {"{\"version\":1,\"chunk\":0}", "x: plumbline.chunk: 0 is not an integer from 1 to 2^53"},
    {"{\"version\":1,\"chunk\":-8}", "x: plumbline.chunk: -8 is not an integer from 1 to 2^53"},
    {"{\"version\":1,\"chunk\":9007199254740993}",
     "x: plumbline.chunk: 9007199254740993 is not an integer from 1 to 2^53"},
    {"{\"version\":1,\"chunk\":\"8\"}", "x: plumbline.chunk: \"8\" is not an integer from 1 to 2^53"},
    {"{\"version\":1,\"mask\":true}", "x: plumbline.mask: true is not one of none, causal, prefix"},
    {"{\"version\":1,\"causal_alignment\":\"left\"}",
     "x: plumbline.causal_alignment: 'left' is not one of top-left, bottom-right, {\"offset\": an integer from -2^53 "
     "to 2^53}"},
    {"{\"version\":1,\"causal_alignment\":3}",
     "x: plumbline.causal_alignment: 3 is not one of top-left, bottom-right, {\"offset\": an integer from -2^53 to "
     "2^53}"},
    {"{\"version\":1,\"causal_alignment\":{}}",
     "x: plumbline.causal_alignment: {} is not one of top-left, bottom-right, {\"offset\": an integer from -2^53 to "
     "2^53}"},
    {"{\"version\":1,\"causal_alignment\":{\"offset\":1.5}}",
     "x: plumbline.causal_alignment: {\"offset\":1.5} is not one of top-left, bottom-right, {\"offset\": an integer "
     "from -2^53 to 2^53}"},
    {"{\"version\":1,\"causal_alignment\":{\"offset\":1,\"unit\":2}}",
     "x: plumbline.causal_alignment: {\"offset\":1,\"unit\":2} is not one of top-left, bottom-right, {\"offset\": an "
     "integer from -2^53 to 2^53}"},
    {"{\"version\":1,\"causal_alignment\":{\"offset\":-9223372036854775808}}",
     "x: plumbline.causal_alignment: {\"offset\":-9223372036854775808} is not one of top-left, bottom-right, "
     "{\"offset\": an integer from -2^53 to 2^53}"},
    {"{\"version\":1,\"causal_alignment\":{\"offset\":9007199254740993}}",
     "x: plumbline.causal_alignment: {\"offset\":9007199254740993} is not one of top-left, bottom-right, "
     "{\"offset\": an integer from -2^53 to 2^53}"},
    {"{\"version\":1,\"scale\":\"0.1x\"}",
     "x: plumbline.scale: '0.1x' is not an exact number within "
     "binary64: decimals, sqrt(integer) and powers such as 192^-0.5, with * and / between them; or 1/sqrt(head_dim)"},
    {"{\"version\":1,\"scale\":null}",
     "x: plumbline.scale: null is not an exact number within binary64: "
     "decimals, sqrt(integer) and powers such as 192^-0.5, with * and / between them; or 1/sqrt(head_dim)"},
    {"{\"version\":1,\"scale\":1e999}",
     "x: plumbline: not valid JSON: real number overflow near '1e999', line 1, column 22"},
    {"{\"version\":1,\"empty_row\":\"0\"}", "x: plumbline.empty_row: '0' is not one of zero, nan, mean"},
    {"{\"version\":1,\"engine\":\"torch\"}", "x: plumbline.engine: not an object"},
    {"{\"version\":1,\"engine\":{\"name\":1}}", "x: plumbline.engine.name: 1 is not a string without control characters"},
    {"{\"version\":1,\"engine\":{\"vendor\":\"a\"}}",
     "x: plumbline.engine.vendor: unknown key; `plumb conventions` lists the keys"},
    {"{\"version\":1,\"engine\":{\"version\":\"1\\n2\"}}",
     "x: plumbline.engine.version: '1\\u000A2' is not a string without control characters"},
    {"{\"version\":1,\"engine\":{\"precision\":[]}}",
     "x: plumbline.engine.precision: [] is not a string without control characters, or an object"},
    {"{\"version\":1,\"engine\":{\"precision\":{\"probability\":\"bf16\"}}}",
     "x: plumbline.engine.precision.base: missing"},
    {"{\"version\":1,\"engine\":{\"precision\":{\"base\":{}}}}",
     "x: plumbline.engine.precision.base: neither a string nor an integer"},
    {"{\"version\":1,\"engine\":{\"precision\":{\"base\":\"f32\",\"score\":\"f16,input=f16\"}}}",
     "x: plumbline.engine.precision.score: 'f16,input=f16' is not a word of letters, digits "
     "and any of '_-+.:'"},
    {"{\"version\":1,\"engine\":{\"precision\":{\"base\":\"f32\",\"a=b\":1}}}",
     "x: plumbline.engine.precision: 'a=b' is not a word of letters, digits and any of '_-+.:'"},
    {"{\"version\":1,\"engine\":{\"precision\":{\"base\":\"f32\",\"score\":1.5}}}",
     "x: plumbline.engine.precision.score: neither a string nor an integer"},
    {"{\"version\":1,\"note\":\"\\u001b[2J\"}",
     "x: plumbline.note: '\\u001B[2J' is not a string without control characters"},
    {"{\"version\":1,\"note\":\"\\u0000\"}", "x: plumbline: not valid JSON: \\u0000 is not allowed "
                                             "near '\"\\u0000', line 1, column 21"},
};

START_TEST(refuses) {
    plumb_storage storage = {0};
    plumb_description out;
    plumb_error error = {""};
    char message[WORDS_TEXT];
    ck_assert_int_eq(plumb_description_parse(refused[_i].text, "x", &storage, &out, &error), -1);
    ck_assert_str_eq(error.text, with_words(refused[_i].message, message));
    plumb_storage_free(&storage);
}
END_TEST

START_TEST(refuses_long_key) {
    char text[4096], message[4096];
    char key[2001];
    memset(key, 'k', sizeof key - 1);
    key[sizeof key - 1] = 0;
    snprintf(text, sizeof text, "{\"%s\":1}", key);
    plumb_storage storage = {0};
    plumb_description out;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_description_parse(text, "x", &storage, &out, &error), -1);
    snprintf(message, sizeof message, "x: plumbline.%.100s: unknown key; `plumb conventions` lists the keys", key);
    ck_assert_str_eq(error.text, message);
    plumb_storage_free(&storage);
}
END_TEST

static plumb_description read_text(const char *text, plumb_storage *storage) {
    plumb_description out;
    plumb_error error = {""};
    int result = plumb_description_parse(text, "x", storage, &out, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    return out;
}

START_TEST(reads_defaults) {
    plumb_storage storage = {0};
    plumb_description out = read_text("{\"version\":1}", &storage);
    ck_assert_int_eq(out.mask_word, PLUMB_MASK_NONE);
    ck_assert(!out.mask.windowed && !out.mask.streaming);
    ck_assert_int_eq(out.mask.chunk, 0);
    ck_assert_int_eq(out.alignment, PLUMB_ALIGNMENT_UNSTATED);
    ck_assert_ptr_null(out.scale);
    ck_assert_int_eq(out.empty_row, PLUMB_EMPTY_ROW_ZERO);
    ck_assert_int_eq(out.op.kind, PLUMB_SOFTMAX);
    ck_assert_int_eq(out.op.sink, PLUMB_SINK_NONE);
    ck_assert_double_eq(out.op.softcap, 0);
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        ck_assert_int_eq(plumb_set_has(out.stated, (plumb_member)i), i == PLUMB_MEMBER_VERSION);
    ck_assert_ptr_null(out.engine_name);
    ck_assert_ptr_null(out.engine_version);
    ck_assert_ptr_null(out.precision);
    ck_assert_ptr_null(out.note);
    plumb_storage_free(&storage);
}
END_TEST

START_TEST(reads_everything) {
    plumb_storage storage = {0};
    plumb_description out =
        read_text("{\"version\":1,\"operator\":\"softmax\",\"position\":\"none\","
                  "\"mask\":\"causal\",\"causal_alignment\":{\"offset\":-3},\"scale\":\"1/3\","
                  "\"gqa\":\"interleave\",\"empty_row\":\"nan\",\"engine\":{\"name\":\"N\","
                  "\"version\":\"V\",\"precision\":\"P\"},\"note\":\"why\"}",
                  &storage);
    ck_assert_int_eq(out.mask_word, PLUMB_MASK_CAUSAL);
    ck_assert_int_eq(out.alignment, PLUMB_ALIGNMENT_OFFSET);
    ck_assert_int_eq(out.offset, -3);
    ck_assert_str_eq(out.scale, "1/3");
    ck_assert_int_eq(out.empty_row, PLUMB_EMPTY_ROW_NAN);
    ck_assert_str_eq(out.engine_name, "N");
    ck_assert_str_eq(out.engine_version, "V");
    ck_assert_str_eq(out.precision, "P");
    ck_assert_str_eq(out.note, "why");
    plumb_storage_free(&storage);
}
END_TEST

/* An explicit model becomes the text that a flag would have. */
START_TEST(reads_explicit_precision) {
    plumb_storage storage = {0};
    plumb_description out =
        read_text("{\"version\":1,\"engine\":{\"precision\":{\"probability\":\"bf16\","
                  "\"base\":\"f32\",\"exponential_ulp\":2}}}",
                  &storage);
    ck_assert_str_eq(out.precision, "f32,probability=bf16,exponential_ulp=2");
    plumb_storage_free(&storage);
}
END_TEST

START_TEST(reads_masks) {
    plumb_storage storage = {0};
    plumb_description out = read_text(
        "{\"version\":1,\"mask\":\"prefix\",\"prefix\":7,\"window\":{\"right\":0,\"left\":3},"
        "\"streaming\":{\"first\":4,\"recent\":9007199254740992},\"chunk\":16}",
        &storage);
    ck_assert_int_eq(out.mask_word, PLUMB_MASK_PREFIX);
    ck_assert(plumb_set_has(out.stated, PLUMB_MEMBER_PREFIX));
    ck_assert_int_eq(out.mask.prefix, 7);
    ck_assert(out.mask.windowed);
    ck_assert_int_eq(out.mask.left, 3);
    ck_assert_int_eq(out.mask.right, 0);
    ck_assert(out.mask.streaming);
    ck_assert_int_eq(out.mask.first, 4);
    ck_assert_int_eq(out.mask.recent, INT64_C(1) << 53);
    ck_assert_int_eq(out.mask.chunk, 16);
    plumb_storage_free(&storage);
}
END_TEST

/* A side of a window that is not stated is unbounded. */
START_TEST(reads_half_windows) {
    static const struct {
        const char *text;
        int64_t left, right;
    } windows[] = {{"{\"version\":1,\"window\":{}}", -1, -1},
                   {"{\"version\":1,\"window\":{\"left\":0}}", 0, -1},
                   {"{\"version\":1,\"window\":{\"right\":2}}", -1, 2},
                   {"{\"version\":1,\"window\":{\"left\":-1,\"right\":5}}", -1, 5}};
    plumb_storage storage = {0};
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        plumb_description out = read_text(windows[i].text, &storage);
        ck_assert(out.mask.windowed);
        ck_assert_int_eq(out.mask.left, windows[i].left);
        ck_assert_int_eq(out.mask.right, windows[i].right);
    }
    plumb_storage_free(&storage);
}
END_TEST

START_TEST(reads_alignments) {
    plumb_storage storage = {0};
    ck_assert_int_eq(
        read_text("{\"version\":1,\"causal_alignment\":\"top-left\"}", &storage).alignment,
        PLUMB_ALIGNMENT_TOP_LEFT);
    ck_assert_int_eq(
        read_text("{\"version\":1,\"causal_alignment\":\"bottom-right\"}", &storage).alignment,
        PLUMB_ALIGNMENT_BOTTOM_RIGHT);
    plumb_storage_free(&storage);
}
END_TEST

/* A JSON number means the binary64 number it denotes: 0.1 is not one tenth. */
START_TEST(reads_scales) {
    static const struct {
        const char *text, *scale;
    } scales[] = {
        {"{\"version\":1,\"scale\":0.125}", "1.25e-01"},
        {"{\"version\":1,\"scale\":-2}", "-2e+00"},
        {"{\"version\":1,\"scale\":0.1}",
         "1.000000000000000055511151231257827021181583404541015625e-01"},
        {"{\"version\":1,\"scale\":9007199254740993}", "9.007199254740992e+15"},
        {"{\"version\":1,\"scale\":\"0.1\"}", "0.1"},
        {"{\"version\":1,\"scale\":\"1/sqrt(head_dim)\"}", NULL},
    };
    plumb_storage storage = {0};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        plumb_description out = read_text(scales[i].text, &storage);
        if (scales[i].scale == NULL)
            ck_assert_ptr_null(out.scale);
        else
            ck_assert_str_eq(out.scale, scales[i].scale);
    }
    plumb_storage_free(&storage);
}
END_TEST

/* Numbers are exactly the binary64 numbers that they denote, integers too. */
START_TEST(reads_operators) {
    plumb_storage storage = {0};
    plumb_description out = read_text(
        "{\"version\":1,\"alpha\":0.1,\"power\":9007199254740993,\"gamma\":-0.03,\"zeta\":1,"
        "\"epsilon\":5e-324,\"softcap\":50,\"softcap_order\":\"bias-cap-mask\","
        "\"normalisation\":\"at-least-one\",\"sink\":\"key0-bias\",\"sink_keys\":7,"
        "\"lse_sink\":\"excluded\",\"operator\":\"mlp-kernel\"}",
        &storage);
    ck_assert_int_eq(out.op.kind, PLUMB_MLP_KERNEL);
    ck_assert_double_eq(out.op.alpha, 0x1.999999999999ap-4);
    ck_assert_double_eq(out.op.power, 0x1p53);
    ck_assert_double_eq(out.op.gamma, -0x1.eb851eb851eb8p-6);
    ck_assert_double_eq(out.op.zeta, 1);
    ck_assert_double_eq(out.op.epsilon, 0x1p-1074);
    ck_assert_double_eq(out.op.softcap, 50);
    ck_assert_int_eq(out.op.softcap_order, PLUMB_BIAS_CAP_MASK);
    ck_assert_int_eq(out.op.normalisation, PLUMB_AT_LEAST_ONE);
    ck_assert_int_eq(out.op.sink, PLUMB_SINK_KEY0_BIAS);
    ck_assert_uint_eq(out.op.sink_keys, 7);
    ck_assert(out.op.sink_outside_lse);
    plumb_storage_free(&storage);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("description");
    TCase *tests = tcase_create("JSON");
    tcase_add_loop_test(tests, refuses, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_test(tests, refuses_long_key);
    tcase_add_test(tests, reads_defaults);
    tcase_add_test(tests, reads_everything);
    tcase_add_test(tests, reads_explicit_precision);
    tcase_add_test(tests, reads_masks);
    tcase_add_test(tests, reads_half_windows);
    tcase_add_test(tests, reads_alignments);
    tcase_add_test(tests, reads_scales);
    tcase_add_test(tests, reads_operators);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
