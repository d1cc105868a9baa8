/* test_plumb.c - the program as a user meets it: exit codes, messages, files. */
#include "case/npy.h"
#include "base/file.h"
#include "case/safetensors.h"
#include "schema/conventions.h"
#include "tests/case/safetensors_bytes.h"
#include "tests/cli/program.h"
#include "tests/support/json_format.h"
#include "tests/support/markup.h"
#include "tests/support/words.h"
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Three zero queries and keys of one dimension in F64, so that every weight is 1/t, and values
   1, 0, 0: the causal outputs are 1, 1/2, 1/3. */
#define SQUARE                                                                                     \
    ",\"q\":{\"dtype\":\"F64\",\"shape\":[1,1,3,1],\"data_offsets\":[0,24]}"                       \
    ",\"k\":{\"dtype\":\"F64\",\"shape\":[1,1,3,1],\"data_offsets\":[24,48]}"                      \
    ",\"v\":{\"dtype\":\"F64\",\"shape\":[1,1,3,1],\"data_offsets\":[48,72]}"
#define CLAIM ",\"out\":{\"dtype\":\"F64\",\"shape\":[1,1,3,1],\"data_offsets\":[72,96]}"
#define CAUSAL                                                                                     \
    "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1,\\\"mask\\\":\\\"causal\\\"}\"}"

/* values: 3 queries, 3 keys, 3 values and, if claimed, 3 outputs. */
static void save_case(const char *path, const double *values, size_t count, const char *header) {
    unsigned char data[8 * 12];
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        plumb_store(data + 8 * i, 8, bits);
    }
    file_bytes file = safetensors_file(header, data, 8 * count);
    save(path, file.bytes, file.size);
    free(file.bytes);
}

static void save_square(const char *path) {
    static const double values[] = {0, 0, 0, 0, 0, 0, 1, 0, 0};
    save_case(path, values, 9, CAUSAL SQUARE "}");
}

/* The answer of an engine: exact for the first two rows, third for the last. */
static void save_claim(const char *path, double third) {
    const double values[] = {0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0.5, third};
    save_case(path, values, 12, CAUSAL SQUARE CLAIM "}");
}

static const struct {
    const char *arguments, *message;
} bad_usage[] = {
    {"", "no command given; `plumb help` lists the commands"},
    {"frob", "'frob': unknown command; `plumb help` lists the commands"},
    {"diagnose x --seconds 0", "--seconds: '0' is not a number above 0, at most 86400"},
    {"help me", "'me': unknown command; `plumb help` lists the commands"},
    {"dif a", "'dif': unknown command; `plumb help` lists the commands; did you mean 'diff'?"},
    {"diff a --jsn", "--jsn: unknown flag; `plumb --help-all` lists the flags; did you mean '--json'?"},
    {"--version 2", "--version: takes no arguments"},
    {"diff", "no case given; expected a .safetensors file, or --q, --k and --v"},
    {"diff --q a --v b", "--k: missing; the other flags of a case need it"},
    {"diagnose a b", "'b': unexpected; the case is 'a'"},
    {"diff a --frob", "--frob: unknown flag; `plumb --help-all` lists the flags"},
    {"diff a -x", "-x: unknown flag; `plumb --help-all` lists the flags"},
    {"diff a --emit output", "--emit: unknown flag; `plumb --help-all` lists the flags"},
    {"diff --mask causal", "--q: missing; the other flags of a case need it"},
    {"diff a --json x --json y", "--json: given twice"},
    {"diff --json a.safetensors",
     "--json: 'a.safetensors' is named like a case; put the case before --json"},
    {"diff a --json=", "--json: its value is empty"},
    {"diff a --junit --html", "--html: --junit goes to standard output already; name a file"},
    {"diff a --json - --junit", "--junit: --json goes to standard output already; name a file"},
    {"diff --html a.safetensors",
     "--html: 'a.safetensors' is named like a case; put the case before --html"},
    {"diff a.safetensors", "a.safetensors: No such file or directory"},
    {"diff -- --json", "--json: No such file or directory"},
    {"diff a --mask causal", "--mask: cannot be combined with 'a', which states its own"},
    {"diff a --bf16", "--bf16: cannot be combined with 'a', which states its own"},
    {"diff a --bf16=1", "--bf16: takes no value"},
    {"diff a --q", "--q: needs a value"},
    {"diff --q --k b --v c", "--q: needs a value"},
    {"diff --q a --k b --v c", "a: No such file or directory"},
    {"diff --q a --k b --v c --mask windowed",
     "--mask: 'windowed' is not one of none, causal, prefix"},
    {"diff --q a --k b --v c --prefix -1", "--prefix: '-1' is not an integer from 0 to 2^53"},
    {"diff --q a --k b --v c --prefix 1.5", "--prefix: '1.5' is not an integer from 0 to 2^53"},
    {"diff --q a --k b --v c --prefix ' 1'", "--prefix: ' 1' is not an integer from 0 to 2^53"},
    {"diff --q a --k b --v c --prefix 1-2", "--prefix: '1-2' is not an integer from 0 to 2^53"},
    {"diff --q a --k b --v c --prefix 9007199254740993",
     "--prefix: '9007199254740993' is not an integer from 0 to 2^53"},
    {"diff --q a --k b --v c --window 4",
     "--window: '4' is not L,R, integers from -1 to 2^53"},
    {"diff --q a --k b --v c --window 4,",
     "--window: '4,' is not L,R, integers from -1 to 2^53"},
    {"diff --q a --k b --v c --window ,4",
     "--window: ',4' is not L,R, integers from -1 to 2^53"},
    {"diff --q a --k b --v c --window 4,0,0",
     "--window: '4,0,0' is not L,R, integers from -1 to 2^53"},
    {"diff --q a --k b --v c --window '4, 0'",
     "--window: '4, 0' is not L,R, integers from -1 to 2^53"},
    {"diff --q a --k b --v c --window 4,99999999999999999999",
     "--window: '4,99999999999999999999' is not L,R, integers from -1 to 2^53"},
    {"diff --q a --k b --v c --window -2,0", "--window: '-2,0' is not L,R, integers from -1 to 2^53"},
    {"diff --q a --k b --v c --window 0,-3", "--window: '0,-3' is not L,R, integers from -1 to 2^53"},
    {"diff --q a --k b --v c --streaming 4",
     "--streaming: '4' is not N,W, integers from 0 to 2^53"},
    {"diff --q a --k b --v c --streaming -1,4", "--streaming: '-1,4' is not N,W, integers from 0 to 2^53"},
    {"diff --q a --k b --v c --streaming 4,-1", "--streaming: '4,-1' is not N,W, integers from 0 to 2^53"},
    {"diff --q a --k b --v c --chunk 0", "--chunk: '0' is not an integer from 1 to 2^53"},
    {"diff --q a --k b --v c --chunk x", "--chunk: 'x' is not an integer from 1 to 2^53"},
    {"diff a --window 1,0", "--window: cannot be combined with 'a', which states its own"},
    {"diff a --allowed b", "--allowed: cannot be combined with 'a', which states its own"},
    {"diff --q a --k b --v c --key-segments", "--key-segments: needs a value"},
    {"diff --q a --k b --v c --causal-alignment left",
     "--causal-alignment: 'left' is not one of top-left, bottom-right, an integer from -2^53 to 2^53"},
    {"diff --q a --k b --v c --causal-alignment 1x",
     "--causal-alignment: '1x' is not one of top-left, bottom-right, an integer from -2^53 to 2^53"},
    {"diff --q a --k b --v c --causal-alignment 99999999999999999999",
     "--causal-alignment: '99999999999999999999' is not one of top-left, bottom-right, an integer from -2^53 to 2^53"},
    {"diff --q a --k b --v c --causal-alignment -9007199254740993",
     "--causal-alignment: '-9007199254740993' is not one of top-left, bottom-right, an integer from -2^53 to 2^53"},
    {"diff --q a --k b --v c --scale 1/0",
     "--scale: '1/0' is not an exact number within binary64: decimals, sqrt(integer) and powers such as "
     "192^-0.5, with * and / between them; or 1/sqrt(head_dim)"},
    {"diff --q a --k b --v c --empty-row one", "--empty-row: 'one' is not one of zero, nan, mean"},
    {"diff --q a --k b --v c --engine \"$(printf 'a\\033b')\"",
     "--engine: 'a\\u001Bb' is not a string without control characters"},
    {"diff --q a --k b --v c --operator gelu",
     "--operator: 'gelu' is not one of {operator}; did you mean 'elu'?"},
    {"diff --q a --k b --v c --operator scaled-softmax --alpha 0",
     "--alpha: '0' is not a finite number above 0"},
    {"diff --q a --k b --v c --alpha 1x", "--alpha: '1x' is not a finite number above 0"},
    {"diff --q a --k b --v c --alpha nan", "--alpha: 'nan' is not a finite number above 0"},
    {"diff --q a --k b --v c --alpha 1e999", "--alpha: '1e999' is not a finite number above 0"},
    {"diff --q a --k b --v c --power -1", "--power: '-1' is not a finite number above 0"},
    {"diff --q a --k b --v c --power 0", "--power: '0' is not a finite number above 0"},
    {"diff --q a --k b --v c --gamma 0.5", "--gamma: '0.5' is not a finite number of at most 0"},
    {"diff --q a --k b --v c --zeta -.5", "--zeta: '-.5' is not a finite number of at least 1"},
    {"diff --q a --k b --v c --epsilon -1", "--epsilon: '-1' is not a finite number of at least 0"},
    {"diff --q a --k b --v c --softcap -50", "--softcap: '-50' is not a finite number of at least 0"},
    {"diff --q a --k b --v c --softcap-order mask-cap",
     "--softcap-order: 'mask-cap' is not one of cap-bias-mask, bias-cap-mask, bias-mask-cap"},
    {"diff --q a --k b --v c --normalisation softmax",
     "--normalisation: 'softmax' is not one of {normalisation}"},
    {"diff --q a --k b --v c --sink bias",
     "--sink: 'bias' is not one of none, zero, logit, key, key-value, token, first-keys, "
     "key0-bias"},
    {"diff --q a --k b --v c --sink-keys 0", "--sink-keys: '0' is not an integer of at least 1"},
    {"diff --q a --k b --v c --sink-keys 1.5", "--sink-keys: '1.5' is not an integer of at least 1"},
    {"diff --q a --k b --v c --sink-keys 99999999999999999999",
     "--sink-keys: '99999999999999999999' is not an integer of at least 1"},
    {"diff --q a --k b --v c --lse-sink no", "--lse-sink: 'no' is not one of included, excluded"},
    {"diff a --sinks b", "--sinks: cannot be combined with 'a', which states its own"},
    {"diff a --operator elu", "--operator: cannot be combined with 'a', which states its own"},
    {"diff --q a --k b --v c --bias", "--bias: needs a value"},
    {"operators all", "operators: 'all': takes no arguments"},
    {"operators --json", "--json: unknown flag; `plumb --help-all` lists the flags"},
    {"eval a -o b.npy",
     "--emit: missing; expected one of output, weights, scores, lse, dq, dk, dv, dsinks, dbias, dslopes, dtable"},
    {"eval a --emit foo -o b.npy", "--emit: 'foo' is not one of output, weights, scores, lse, dq, dk, dv, dsinks, "
     "dbias, dslopes, dtable"},
    {"eval a --emit output --round f8 -o b.npy", "--round: 'f8' is not one of f64, f32, f16, bf16"},
    {"eval a --emit output", "-o: missing; expected a .safetensors or .npy file to write"},
    {"eval a --emit output -o b.txt", "-o: 'b.txt' ends in neither .safetensors nor .npy"},
    {"eval a --emit output -o .npy", "-o: '.npy' ends in neither .safetensors nor .npy"},
    {"eval a --emit output --round bf16 -o b.npy",
     "-o: 'b.npy': .npy has no bf16; write a .safetensors file"},
    {"eval --emit output -o b.npy", "no case given; expected a .safetensors file, or --q, --k and --v"},
    {"eval . --emit output -o b.npy", ".: not a regular file"},
};

START_TEST(refuses_usage) {
    char message[WORDS_TEXT];
    refuse(bad_usage[_i].arguments, with_words(bad_usage[_i].message, message));
}
END_TEST

START_TEST(prints_version_and_help) {
    outcome version = succeed("--version");
    ck_assert_int_eq(strncmp(version.output, "plumb 0.", 8), 0);
    ck_assert_str_eq(version.error, "");
    outcome page = succeed("help");
    ck_assert_ptr_nonnull(strstr(page.output, "\n  diff CASE... "));
    ck_assert_str_eq(succeed("--help").output, page.output);
    ck_assert_ptr_nonnull(strstr(succeed("--help-all").output, "\n  plumb eval CASE [--rows A:B] "));
}
END_TEST

/* Of one command its own flags alone, and those of a case where it reads one. */
START_TEST(prints_help_of_commands) {
    outcome diff = succeed("diff x.safetensors --help");
    ck_assert_int_eq(strncmp(diff.output, "  plumb diff CASE... ", 21), 0);
    ck_assert_ptr_nonnull(strstr(diff.output, "\n  --junit [FILE] "));
    ck_assert_ptr_nonnull(strstr(diff.output, "\n  --window L,R "));
    ck_assert_ptr_null(strstr(diff.output, "\n  --rope-length X "));
    ck_assert_ptr_nonnull(strstr(diff.output, "\nEverything: plumb diff --help-all\n"));
    ck_assert_str_eq(succeed("help diff").output, diff.output);
    outcome everything = succeed("diff x.safetensors --help-all");
    ck_assert_ptr_nonnull(strstr(everything.output, "\n  --rope-length X "));
    ck_assert_ptr_null(strstr(everything.output, "\n  --emit "));
    ck_assert_str_eq(succeed("--help-all diff").output, everything.output);
    ck_assert_ptr_null(strstr(succeed("sink --help").output, "\n  --rope-base X "));
    refuse("eval -- --help",
           "--emit: missing; expected one of output, weights, scores, lse, dq, dk, dv, dsinks, dbias, dslopes, dtable");
}
END_TEST

START_TEST(lists_what_shells_complete) {
    ck_assert_str_eq(succeed("help --complete diff --mask").output, "none\ncausal\nprefix\n");
    ck_assert_str_eq(succeed("help --complete diff --causal-alignment").output, "top-left\nbottom-right\n");
    ck_assert_str_eq(succeed("help --complete eval --round").output, "f64\nf32\nf16\nbf16\n");
    ck_assert_str_eq(succeed("help --complete sink --key").output, "sink\n");
    ck_assert_str_eq(succeed("help --complete diff --q").output, "");
    ck_assert_str_eq(succeed("help --complete operators").output, "--markdown\n--help\n--help-all\n");
    ck_assert_ptr_nonnull(strstr(succeed("help --complete").output, "diagnose\n"));
    ck_assert_ptr_null(strstr(succeed("help --complete diff").output, "--emit"));
}
END_TEST

START_TEST(refuses_malformed_case) {
    save("x.safetensors", "\4\0\0\0\0\0\0\0{}", 10);
    refuse("diff x.safetensors",
           "x.safetensors: header length 4 exceeds the 2 bytes after it; the file seems to be truncated");
    refuse("eval x.safetensors --emit output -o y.npy",
           "x.safetensors: header length 4 exceeds the 2 bytes after it; the file seems to be truncated");
}
END_TEST

/* The only file of that name, parsed; tensors by number. */
static plumb_safetensors load(const char *path, plumb_bytes *bytes, plumb_storage *storage) {
    plumb_safetensors file;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_file_read(path, bytes, &error), 0);
    int result = plumb_safetensors_parse(bytes->data, bytes->size, path, storage, &file, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    return file;
}

static const struct {
    const char *format;
    plumb_dtype dtype;
    uint64_t third; /* 1/3 to nearest */
} roundings[] = {{"f64", PLUMB_DTYPE_F64, UINT64_C(0x3FD5555555555555)},
                 {"f32", PLUMB_DTYPE_F32, 0x3EAAAAAB},
                 {"f16", PLUMB_DTYPE_F16, 0x3555},
                 {"bf16", PLUMB_DTYPE_BF16, 0x3EAB}};

START_TEST(eval_rounds_correctly) {
    char arguments[128];
    save_square("x.safetensors");
    snprintf(arguments, sizeof arguments,
             "eval x.safetensors --emit output --round %s -o y.safetensors", roundings[_i].format);
    outcome result = succeed(arguments);
    ck_assert_str_eq(result.output, "");
    ck_assert_str_eq(result.error, "");
    plumb_bytes bytes;
    plumb_storage storage = {0};
    plumb_safetensors file = load("y.safetensors", &bytes, &storage);
    ck_assert_uint_eq(file.count, 1);
    ck_assert_str_eq(file.tensor[0].name, "output");
    ck_assert_int_eq(file.tensor[0].dtype, roundings[_i].dtype);
    ck_assert_uint_eq(file.tensor[0].count, 3);
    size_t size = plumb_dtype_size(roundings[_i].dtype);
    ck_assert_uint_eq(plumb_load(file.tensor[0].bytes + 2 * size, size), roundings[_i].third);
    plumb_storage_free(&storage);
    free(bytes.data);
}
END_TEST

/* |mid - 1/3| <= radius, where 1/3 lies 2^-54/3 above its nearest binary64 number. */
static void check_third(double mid, double radius) {
    double third = 0x1.5555555555555p-2;
    ck_assert_double_ge(radius, fabs(mid - third) + (mid <= third ? 0x1p-56 : 0));
    ck_assert_double_lt(radius, 1e-14);
}

/* One row of three queries: the same bytes as in the answer for all of them, minimal or not. */
START_TEST(eval_takes_rows) {
    static const char *const ways[] = {"", "--minimal"};
    char arguments[128];
    plumb_bytes bytes, all_bytes;
    plumb_storage storage = {0}, all_storage = {0};
    save_square("x.safetensors");
    succeed("eval x.safetensors --emit output -o all.safetensors");
    snprintf(arguments, sizeof arguments, "eval x.safetensors --rows 1:3 %s --emit output -o y.safetensors",
             ways[_i]);
    succeed(arguments);
    plumb_safetensors all = load("all.safetensors", &all_bytes, &all_storage);
    plumb_safetensors some = load("y.safetensors", &bytes, &storage);
    size_t row = all.tensor[0].shape[3] * sizeof(double);
    ck_assert_uint_eq(all.tensor[0].shape[2], 3);
    ck_assert_uint_eq(some.tensor[0].shape[2], 2);
    for (size_t i = 0; i < 2; i++)
        ck_assert_mem_eq(some.tensor[i].bytes, all.tensor[i].bytes + row, 2 * row);
    plumb_storage_free(&storage);
    plumb_storage_free(&all_storage);
    free(bytes.data);
    free(all_bytes.data);
}
END_TEST

/* The last row is wrong; the others are not. */
START_TEST(diff_takes_rows) {
    save_claim("x.safetensors", 0.4);
    ck_assert_int_eq(run("diff x.safetensors").exit_code, 1);
    ck_assert_int_eq(run("diff x.safetensors --rows 2:3").exit_code, 1);
    outcome result = run("diff x.safetensors --rows 2:3 --json");
    check_json_format("diff", result.output);
    ck_assert_ptr_nonnull(strstr(result.output, "\"total\": 1,"));
    result = run("diff x.safetensors --rows 0:2");
    ck_assert_int_eq(result.exit_code, 0);
    ck_assert_ptr_nonnull(strstr(result.output, "2 (queries 0:2 of 3), 0 of them without a visible key"));
    result = run("diff x.safetensors --rows 0:2 --minimal --json");
    check_json_format("diff", result.output);
    ck_assert_ptr_nonnull(strstr(result.output, "\"to\": 2"));
}
END_TEST

START_TEST(rows_that_are_none) {
    static const struct {
        const char *rows, *message;
    } wrong[] = {{"3", "--rows: '3' is not two integers FROM:TO"},
                 {"-1:2", "--rows: '-1:2' is not two integers FROM:TO"},
                 {"1:2x", "--rows: '1:2x' is not two integers FROM:TO"},
                 {"1:99999999999999999999", "--rows: '1:99999999999999999999' is not two integers FROM:TO"},
                 {"2:2", "--rows: '2:2' selects no row"},
                 {"2:4", "x.safetensors: --rows: '2:4' ends after the 3 queries of the case"}};
    char arguments[128];
    save_square("x.safetensors");
    snprintf(arguments, sizeof arguments, "eval x.safetensors --emit output -o y.npy --rows %s",
             wrong[_i].rows);
    refuse(arguments, wrong[_i].message);
    snprintf(arguments, sizeof arguments, "diff x.safetensors --rows %s", wrong[_i].rows);
    refuse(arguments, wrong[_i].message);
}
END_TEST

START_TEST(eval_writes_balls) {
    save_square("x.safetensors");
    ck_assert_str_eq(succeed("eval x.safetensors --emit output -o y.safetensors").error, "");
    plumb_bytes bytes;
    plumb_storage storage = {0};
    plumb_safetensors file = load("y.safetensors", &bytes, &storage);
    double mid[3], radius[3];
    ck_assert_uint_eq(file.count, 2);
    ck_assert_str_eq(file.tensor[0].name, "output");
    ck_assert_str_eq(file.tensor[1].name, "output_radius");
    plumb_tensor_decode(&file.tensor[0], PLUMB_F64, mid);
    plumb_tensor_decode(&file.tensor[1], PLUMB_F64, radius);
    check_third(mid[2], radius[2]);
    plumb_storage_free(&storage);
    free(bytes.data);
}
END_TEST

START_TEST(eval_writes_radii_beside_npy) {
    double mid[9], radius[9];
    save_square("x.safetensors");
    outcome result = succeed("eval x.safetensors --emit weights -o y.npy");
    ck_assert_str_eq(result.error, "plumb: y.npy holds the middles, y_radius.npy the radii\n");
    free(load_npy("y.npy", 9, mid).data);
    free(load_npy("y_radius.npy", 9, radius).data);
    for (size_t i = 6; i < 9; i++)
        check_third(mid[i], radius[i]);
    ck_assert_double_eq(mid[1], 0); /* invisible: exactly 0 */
    ck_assert_double_eq(radius[1], 0);
}
END_TEST

START_TEST(eval_states_conventions_with_radius_zero) {
    double mid[9], radius[9];
    save_square("x.safetensors");
    succeed("eval x.safetensors --emit scores -o y.npy");
    free(load_npy("y.npy", 9, mid).data);
    free(load_npy("y_radius.npy", 9, radius).data);
    ck_assert_double_eq(mid[1], -INFINITY);
    ck_assert_double_eq(radius[1], 0);
    ck_assert_double_eq(mid[3], 0);
}
END_TEST

START_TEST(eval_encloses_log_sum_exp) {
    double mid[3], radius[3];
    save_square("x.safetensors");
    succeed("eval x.safetensors --emit lse -o y.npy");
    free(load_npy("y.npy", 3, mid).data);
    free(load_npy("y_radius.npy", 3, radius).data);
    /* log 2 is no double: it lies this much above the nearest one */
    double error = fabs(mid[1] - 0x1.62e42fefa39efp-1 - 0x1.abc9e3b39803fp-56);
    ck_assert_double_le(error, radius[1]);
    ck_assert_double_lt(radius[1], 1e-14);
}
END_TEST

START_TEST(eval_rounds_log_sum_exp) {
    double lse[3];
    save_square("x.safetensors");
    succeed("eval x.safetensors --emit lse --round f64 -o y.npy");
    free(load_npy("y.npy", 3, lse).data);
    ck_assert_double_eq(lse[0], 0);
    ck_assert_double_eq(lse[1], 0x1.62e42fefa39efp-1); /* log 2 */
    ck_assert_double_eq(lse[2], 0x1.193ea7aad030bp+0); /* log 3 */
}
END_TEST

/* Two queries without any key; value_dim 2. */
static void check_empty_rows(const char *empty_row, double wanted) {
    static const double queries[] = {1, 2};
    char arguments[200];
    double mid[4], radius[4], rounded[4];
    save_npy("q.npy", "<f8", "(1, 1, 2, 1)", queries, sizeof queries);
    save_npy("k.npy", "<f8", "(1, 1, 0, 1)", queries, 0);
    save_npy("v.npy", "<f8", "(1, 1, 0, 2)", queries, 0);
    snprintf(arguments, sizeof arguments,
             "eval --q q.npy --k k.npy --v v.npy --empty-row %s --emit output -o y.npy", empty_row);
    succeed(arguments);
    free(load_npy("y.npy", 4, mid).data);
    free(load_npy("y_radius.npy", 4, radius).data);
    strcat(arguments, " --round f64");
    succeed(arguments);
    free(load_npy("y.npy", 4, rounded).data);
    for (size_t i = 0; i < 4; i++) {
        ck_assert(isnan(wanted) ? isnan(mid[i]) : mid[i] == wanted);
        ck_assert_double_eq(radius[i], 0);
        ck_assert(isnan(wanted) ? isnan(rounded[i]) : rounded[i] == wanted);
    }
}

START_TEST(eval_of_empty_rows) {
    check_empty_rows("zero", 0);
    check_empty_rows("nan", NAN);
}
END_TEST

START_TEST(eval_reads_bfloat16_arrays) {
    static const unsigned char ones[] = {0x80, 0x3F, 0x80, 0x3F};
    double output[2];
    save_npy("q.npy", "<u2", "(1, 1, 2, 1)", ones, 4);
    save_npy("v.npy", "<u2", "(1, 1, 2, 1)", ones, 4);
    refuse("eval --q q.npy --k q.npy --v v.npy --emit output --round f64 -o y.npy",
           "q.npy: q: dtype '<u2' is supported only as bfloat16, with --bf16");
    succeed("eval --q q.npy --k q.npy --v v.npy --bf16 --emit output --round f64 -o y.npy");
    free(load_npy("y.npy", 2, output).data);
    ck_assert_double_eq(output[0], 1);
    ck_assert_double_eq(output[1], 1);
}
END_TEST

START_TEST(eval_refuses_what_has_no_value) {
    static const double values[] = {0, NAN, 0, 0, 0, 0, 1, 0, 0};
    save_case("x.safetensors", values, 9, CAUSAL SQUARE "}");
    save("y.safetensors", "kept", 4);
    refuse("eval x.safetensors --emit output --round f32 -o y.safetensors",
           "x.safetensors: output[0,0,1,0] has no exact value: a visible input is not finite");
    plumb_bytes bytes;
    plumb_error error;
    ck_assert_int_eq(plumb_file_read("y.safetensors", &bytes, &error), 0);
    ck_assert_uint_eq(bytes.size, 4);
    free(bytes.data);
    succeed("eval x.safetensors --emit output -o y.npy");
    double radius[3];
    free(load_npy("y_radius.npy", 3, radius).data);
    ck_assert(isfinite(radius[0]));
    ck_assert(!isfinite(radius[1])); /* no information */
    ck_assert(isfinite(radius[2]));
}
END_TEST

START_TEST(eval_refuses_unwritable_place) {
    save_square("x.safetensors");
    refuse("eval x.safetensors --emit output -o none/y.npy",
           "none/y.npy: cannot be written: No such file or directory");
    ck_assert_int_eq(mkdir("d.npy", 0777), 0);
    refuse("eval x.safetensors --emit output -o d.npy",
           "d.npy: cannot be written: not a regular file");
    ck_assert_int_eq(rmdir("d.npy"), 0);
    ck_assert_int_eq(mkdir("y_radius.npy", 0777), 0);
    refuse("eval x.safetensors --emit output -o y.npy",
           "y_radius.npy: cannot be written: not a regular file");
    ck_assert_int_eq(rmdir("y_radius.npy"), 0);
}
END_TEST

START_TEST(lists_operators) {
    outcome text = succeed("operators"), table = succeed("operators --markdown");
    ck_assert_ptr_nonnull(strstr(text.output, "\n  clipped-softmax\n"));
    ck_assert_ptr_nonnull(strstr(text.output, "\n      needs: k_star, v_star\n"));
    ck_assert_ptr_nonnull(strstr(table.output, "\n| sink | `logit` | `S = sinks[h]` | "));
}
END_TEST

START_TEST(lists_positions_and_masks) {
    outcome text = succeed("operators"), table = succeed("operators --markdown");
    ck_assert_ptr_nonnull(strstr(text.output, "\nposition: how the positions"));
    ck_assert_ptr_nonnull(strstr(text.output, "\n      needs: rope_factor, rope_original\n"));
    ck_assert_ptr_nonnull(strstr(table.output, "\n| position | `rope` | "));
    ck_assert_ptr_nonnull(strstr(table.output, "\n| rope_scaling | `yarn` | "));
    ck_assert_ptr_nonnull(strstr(table.output, "\n| alibi_form | `symmetric` | "));
    ck_assert_ptr_nonnull(strstr(table.output, "\n| mask | `chunk` | "));
}
END_TEST

START_TEST(lists_conventions) {
    outcome text = succeed("conventions"), table = succeed("conventions --markdown");
    ck_assert_ptr_nonnull(strstr(text.output, "\n\ngqa\n  interleave (default)\n      state: "
                                              "\"gqa\":\"interleave\" or --gqa interleave\n"));
    ck_assert_ptr_nonnull(
        strstr(table.output, "\n| `gqa` | tile | `\"gqa\":\"tile\"`, `--gqa tile` | "));
    refuse("conventions all", "conventions: 'all': takes no arguments");
    refuse("conventions --json",
           "--json: unknown flag; `plumb --help-all` lists the flags; did you mean '--json-schema'?");
}
END_TEST

START_TEST(lists_precisions) {
    outcome text = succeed("precisions"), table = succeed("precisions --markdown");
    ck_assert_ptr_nonnull(strstr(text.output, "\n\ntf32\n    binary32, but products take"));
    ck_assert_ptr_nonnull(strstr(text.output, " least_key_block=16\n"));
    ck_assert_ptr_nonnull(strstr(table.output, "\n| `f32` | binary32 throughout, "));
    refuse("precisions f32", "precisions: 'f32': takes no arguments");
}
END_TEST

/* A value that is not read is refused before the files are missed. */
START_TEST(reads_the_flags_of_conventions) {
    plumb_convention row, *c = &row;
    for (size_t i = 0; plumb_convention_at(i, c); i++) {
        char arguments[256];
        if (c->flag[0] == 0)
            continue;
        const char *value = strchr(c->flag, ' ') + 1;
        snprintf(arguments, sizeof arguments, "eval --emit output -o y.npy %.*s'%s'",
                 (int)(value - c->flag), c->flag, value);
        refuse(arguments, "--q: missing; the other flags of a case need it");
    }
}
END_TEST

/* One query 1 of one head; three keys, 0 0 0 in z.npy and 1 2 -1 in k.npy; values 3 0 0; the
   scale is 1, so that the keys are the scores. */
static void save_operator_files(void) {
    static const double zeros[3] = {0, 0, 0}, keys[] = {1, 2, -1}, values[] = {3, 0, 0};
    static const double ones[3] = {1, 1, 1}, two = 2, four = 4;
    save_npy("q.npy", "<f8", "(1, 1, 1, 1)", ones, 8);
    save_npy("z.npy", "<f8", "(1, 1, 3, 1)", zeros, 24);
    save_npy("k.npy", "<f8", "(1, 1, 3, 1)", keys, 24);
    save_npy("v.npy", "<f8", "(1, 1, 3, 1)", values, 24);
    save_npy("bias.npy", "<f8", "(1, 1, 1, 3)", ones, 24);
    save_npy("zero.npy", "<f8", "(1,)", zeros, 8);
    save_npy("one.npy", "<f4", "(1,)", "\0\0\x80\x3F", 4);
    save_npy("four.npy", "<f8", "(1,)", &four, 8);
    save_npy("zero2.npy", "<f8", "(1, 1)", zeros, 8);
    save_npy("one2.npy", "<f8", "(1, 1)", ones, 8);
    save_npy("two2.npy", "<f8", "(1, 1)", &two, 8);
    save_npy("four2.npy", "<f8", "(1, 1)", &four, 8);
    save_npy("gate.npy", "<f8", "(1, 1, 1)", zeros, 8);
    save_npy("three.npy", "<f8", "(3,)", zeros, 24);
}

#define THIRD 0x1.5555555555555p-2
#define LOG3 0x1.193ea7aad030bp+0
#define INVERSE_E 0.36787944117144232159552377
#define TANH1 0.76159415595576488811945828
#define TANH2 0.96402758007581688394641372
#define SIGMOID1 0.73105857863000487925115924
#define LOG4 0x1.62e42fefa39efp+0

#define NO_KEY "--mask causal --causal-alignment -2"

static const struct {
    const char *arguments, *quantity;
    size_t count;
    double value[3]; /* nearest to the exact ones */
} operators[] = {
    {"--k z.npy", "weights", 3, {THIRD, THIRD, THIRD}},
    {"--k z.npy --operator scaled-softmax --alpha 6", "weights", 3, {2, 2, 2}},
    {"--k z.npy --operator power-softmax --power 0.5", "weights", 3, {1.0 / 9, 1.0 / 9, 1.0 / 9}},
    {"--k z.npy --operator clipped-softmax --gamma -0.25 --zeta 1.25",
     "weights",
     3,
     {0.25, 0.25, 0.25}},
    {"--k k.npy --operator softpick --epsilon 0",
     "weights",
     3,
     {0.19661193324148185253742930, SIGMOID1, 0}},
    {"--k z.npy --operator sigmoid", "weights", 3, {0.5, 0.5, 0.5}},
    {"--k z.npy --operator sigmoid --normalisation sum --epsilon 0.5",
     "weights",
     3,
     {0.25, 0.25, 0.25}},
    {"--k k.npy --operator elu", "weights", 3, {2, 3, INVERSE_E}},
    {"--k k.npy --operator identity", "weights", 3, {1, 2, -1}},
    {"--k k.npy --operator identity --normalisation at-least-one", "weights", 3, {0.5, 1, -0.5}},
    {"--k k.npy --operator identity --normalisation absolute-sum --epsilon 0",
     "weights",
     3,
     {0.25, 0.5, 0.25}},
    {"--k k.npy --operator elu-kernel", "weights", 3, {4, 6, 2 * INVERSE_E}},
    {"--k k.npy --operator mlp-kernel --w1 one2.npy --w2 two2.npy", "weights", 3, {4, 8, 0}},
    {"--k z.npy --sink zero", "weights", 3, {0.25, 0.25, 0.25}},
    {"--k z.npy --sink logit --sinks zero.npy", "weights", 3, {0.25, 0.25, 0.25}},
    {"--k z.npy --sink key --k-star zero.npy", "weights", 3, {0.25, 0.25, 0.25}},
    {"--k z.npy --sink key0-bias --key0-bias zero.npy", "weights", 3, {THIRD, THIRD, THIRD}},
    {"--k z.npy --mask causal --causal-alignment -2 --sink first-keys --sink-keys 2",
     "weights",
     3,
     {0.5, 0.5, 0}},
    {"--k k.npy --softcap 1", "scores", 3, {TANH1, TANH2, -TANH1}},
    {"--k z.npy --softcap 1 --bias bias.npy", "scores", 3, {1, 1, 1}},
    {"--k z.npy --softcap 1 --softcap-order bias-cap-mask --bias bias.npy",
     "scores",
     3,
     {TANH1, TANH1, TANH1}},
    {"--k k.npy --mask causal --causal-alignment 0 --softcap 1 --softcap-order bias-mask-cap",
     "scores",
     3,
     {TANH1, -1, -1}},
    {"--k k.npy --sink key0-bias --key0-bias one.npy", "scores", 3, {2, 2, -1}},
    {"--k z.npy --sink key-value --k-star zero.npy --v-star four.npy", "output", 1, {1.75}},
    {"--k z.npy --sink token --k-star zero2.npy --v-star four2.npy", "output", 1, {1.75}},
    {"--k z.npy --v-bias one.npy", "output", 1, {2}},
    {"--k z.npy --gate gate.npy", "output", 1, {0.5}},
    {"--k z.npy --v-bias one.npy --gate gate.npy", "output", 1, {1}},
    {"--k z.npy", "lse", 1, {LOG3}},
    {"--k z.npy " NO_KEY " --sink zero", "weights", 3, {0, 0, 0}},
    {"--k z.npy " NO_KEY " --sink zero", "output", 1, {0}},
    {"--k z.npy " NO_KEY " --sink zero", "lse", 1, {0}},
    {"--k z.npy " NO_KEY " --sink zero --lse-sink excluded", "lse", 1, {-INFINITY}},
    {"--k z.npy " NO_KEY " --sink key-value --k-star zero.npy --v-star four.npy", "output", 1, {4}},
    {"--k z.npy " NO_KEY " --operator sigmoid --v-bias one.npy", "output", 1, {1}},
    {"--k z.npy --sink zero", "lse", 1, {LOG4}},
    {"--k z.npy --sink zero --lse-sink excluded", "lse", 1, {LOG3}},
    {"--k z.npy --operator scaled-softmax --alpha 6", "lse", 1, {LOG3}},
};

START_TEST(eval_of_operators) {
    char arguments[400];
    double rounded[3], mid[3], radius[3];
    size_t count = operators[_i].count;
    save_operator_files();
    snprintf(arguments, sizeof arguments,
             "eval --q q.npy --v v.npy --scale 1 %s --emit %s -o y.npy", operators[_i].arguments,
             operators[_i].quantity);
    succeed(arguments);
    free(load_npy("y.npy", count, mid).data);
    free(load_npy("y_radius.npy", count, radius).data);
    strcat(arguments, " --round f64");
    succeed(arguments);
    free(load_npy("y.npy", count, rounded).data);
    for (size_t i = 0; i < count; i++) {
        double value = operators[_i].value[i];
        ck_assert_double_eq(rounded[i], value);
        if (isinf(value))
            ck_assert_double_eq(mid[i], value);
        else
            ck_assert_double_le(fabs(mid[i] - value), radius[i] + 0x1p-53 * fabs(value));
        ck_assert_double_lt(radius[i], 1e-12);
    }
}
END_TEST

static const struct {
    const char *arguments, *message;
} bad_operators[] = {
    {"--sink logit --sinks three.npy", "three.npy: sinks: shape [3] is not [1]"},
    {"--sink logit", "q.npy: sinks: missing; sink logit needs it"},
    {"--sinks zero.npy",
     "q.npy: sinks: applies only to sink logit; this case has sink none"},
    {"--operator sigmoid --sink zero",
     "q.npy: sink: 'zero' adds a logit to operator softmax; this case has operator sigmoid"},
    {"--operator mlp-kernel", "q.npy: w1: missing; operator mlp-kernel needs it"},
    {"--operator mlp-kernel --w1 one2.npy", "q.npy: w2: missing; operator mlp-kernel needs it"},
    {"--operator scaled-softmax", "q.npy: alpha: missing; operator scaled-softmax needs it"},
    {"--bias three.npy", "three.npy: bias: shape [3] is not [1|1,1|1,1|1,3]"},
    {"--operator sigmoid --lse zero.npy", "q.npy: lse: operator sigmoid has no log-sum-exp"},
};

START_TEST(eval_refuses_operators) {
    char arguments[200];
    save_operator_files();
    snprintf(arguments, sizeof arguments,
             "eval --q q.npy --k z.npy --v v.npy %s --emit output -o y.npy",
             bad_operators[_i].arguments);
    refuse(arguments, bad_operators[_i].message);
}
END_TEST

START_TEST(eval_refuses_log_sum_exp_where_there_is_none) {
    save_operator_files();
    refuse("eval --q q.npy --k z.npy --v v.npy --operator softpick --emit lse -o y.npy",
           "q.npy: --emit lse: operator softpick has no log-sum-exp");
    refuse("eval --q q.npy --k z.npy --v v.npy --operator elu --emit lse --round f32 -o y.npy",
           "q.npy: --emit lse: operator elu has no log-sum-exp");
}
END_TEST

START_TEST(diff_judges_operators) {
    static const double half = 1.5, whole = 3;
    save_operator_files();
    const char *arguments = "diff --q q.npy --k z.npy --v v.npy --operator sigmoid --out o.npy";
    save_npy("o.npy", "<f8", "(1, 1, 1, 1)", &half, 8);
    ck_assert_int_eq(run(arguments).exit_code, 0);
    save_npy("o.npy", "<f8", "(1, 1, 1, 1)", &whole, 8);
    ck_assert_int_eq(run(arguments).exit_code, 1);
}
END_TEST

/* Three queries and five keys of which each query weighs those that it sees alike. */
static void save_mask_files(void) {
    static const double zeros[5] = {0}, bias[] = {0, -INFINITY, 0, 0, -INFINITY};
    static const double wrong[] = {0, 0, NAN, 0, 0};
    static const unsigned char queries[24] = {[16] = 1}, keys[20] = {[4] = 1, [12] = 1, [16] = 1};
    static const unsigned char rows[] = {1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0};
    static const unsigned char row[] = {0, 1, 1, 0, 1}, two[] = {0, 2, 1, 0, 1};
    save_npy("q.npy", "<f8", "(1, 1, 3, 1)", zeros, 24);
    save_npy("k.npy", "<f8", "(1, 1, 5, 1)", zeros, 40);
    save_npy("bias.npy", "<f8", "(1, 1, 1, 5)", bias, 40);
    save_npy("wrong.npy", "<f8", "(1, 1, 1, 5)", wrong, 40);
    save_npy("queries.npy", "<i8", "(1, 3)", queries, 24);
    save_npy("keys.npy", "<i4", "(1, 5)", keys, 20);
    save_npy("rows.npy", "|b1", "(1, 1, 3, 5)", rows, 15);
    save_npy("row.npy", "|b1", "(1, 1, 1, 5)", row, 5);
    save_npy("two.npy", "|b1", "(1, 1, 1, 5)", two, 5);
}

#define ALIGNED " --causal-alignment "
#define SEGMENTS "--query-segments queries.npy --key-segments keys.npy"

/* For each query the keys that it sees. */
static const struct {
    const char *arguments, *visible;
} masks[] = {
    {"--mask causal" ALIGNED "bottom-right", "11100 11110 11111"},
    {"--window 1,0" ALIGNED "bottom-right", "01100 00110 00011"},
    {"--window 0,1" ALIGNED "bottom-right", "00110 00011 00001"},
    {"--window -1,0" ALIGNED "bottom-right", "11100 11110 11111"},
    {"--window 1,-1" ALIGNED "bottom-right", "01111 00111 00011"},
    {"--window -1,-1" ALIGNED "bottom-right", "11111 11111 11111"},
    {"--window 1,1" ALIGNED "top-left", "11000 11100 01110"},
    {"--window 1,0" ALIGNED "-1", "00000 10000 11000"},
    {"--window 1,1 --mask causal" ALIGNED "top-left", "10000 11000 01100"},
    {"--mask prefix --prefix 2" ALIGNED "top-left", "11000 11000 11100"},
    {"--mask prefix --prefix 1" ALIGNED "-1", "10000 10000 11000"},
    {"--mask prefix --prefix 5" ALIGNED "top-left", "11111 11111 11111"},
    {"--mask prefix --prefix 0" ALIGNED "bottom-right", "11100 11110 11111"},
    {"--streaming 1,2" ALIGNED "bottom-right", "11100 10110 10011"},
    {"--streaming 1,0" ALIGNED "bottom-right", "10000 10000 10000"},
    {"--chunk 2" ALIGNED "bottom-right", "00110 00110 00001"},
    {"--chunk 2 --mask causal" ALIGNED "bottom-right", "00100 00110 00001"},
    {"--chunk 2" ALIGNED "-1", "00000 11000 11000"},
    /* More keys than there are. */
    {"--mask prefix --prefix 6" ALIGNED "top-left", "11111 11111 11111"},
    {"--streaming 6,0" ALIGNED "top-left", "11111 11111 11111"},
    {"--streaming 0,6" ALIGNED "bottom-right", "11100 11110 11111"},
    {"--window 6,0" ALIGNED "bottom-right", "11100 11110 11111"},
    {"--chunk 6" ALIGNED "top-left", "11111 11111 11111"},
    {"--sink first-keys --sink-keys 6 --window 0,0" ALIGNED "top-left", "11111 11111 11111"},
    {SEGMENTS, "10100 10100 01011"},
    {"--allowed rows.npy", "10001 01010 00000"},
    {"--allowed row.npy", "01101 01101 01101"},
    {"--bias bias.npy", "10110 10110 10110"},
    {"--bias bias.npy --allowed row.npy", "00100 00100 00100"},
    {"--mask causal --allowed row.npy " SEGMENTS ALIGNED "bottom-right", "00100 00100 01001"},
    {"--sink first-keys --sink-keys 1 --window 1,0" ALIGNED "bottom-right", "11100 10110 10011"},
};

START_TEST(eval_of_masks) {
    char arguments[400];
    double weight[15], output[3];
    save_mask_files();
    snprintf(arguments, sizeof arguments,
             "eval --q q.npy --k k.npy --v k.npy %s --round f64 -o y.npy --emit ",
             masks[_i].arguments);
    size_t length = strlen(arguments);
    strcpy(arguments + length, "weights");
    succeed(arguments);
    free(load_npy("y.npy", 15, weight).data);
    strcpy(arguments + length, "output");
    succeed(arguments);
    free(load_npy("y.npy", 3, output).data);
    for (size_t t = 0; t < 3; t++) {
        const char *visible = masks[_i].visible + 6 * t;
        double count = 0;
        for (size_t j = 0; j < 5; j++)
            count += visible[j] == '1';
        for (size_t j = 0; j < 5; j++)
            ck_assert_double_eq(weight[5 * t + j], visible[j] == '1' ? 1 / count : 0);
        ck_assert_double_eq(output[t], 0);
    }
}
END_TEST

/* Enclosed as well as rounded; the outputs 1, 1/2, 0 are those of a window of two keys. */
START_TEST(eval_of_masks_in_a_description) {
    static const double values[] = {0, 0, 0, 0, 0, 0, 1, 0, 0}, wanted[] = {1, 0.5, 0};
    double mid[3], radius[3];
    save_case("x.safetensors", values, 9,
              "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1,\\\"window\\\":"
              "{\\\"left\\\":1,\\\"right\\\":0}}\"}" SQUARE "}");
    succeed("eval x.safetensors --emit output -o y.npy");
    free(load_npy("y.npy", 3, mid).data);
    free(load_npy("y_radius.npy", 3, radius).data);
    for (size_t t = 0; t < 3; t++) {
        ck_assert_double_le(fabs(mid[t] - wanted[t]), radius[t]);
        ck_assert_double_lt(radius[t], 1e-14);
    }
}
END_TEST

static const struct {
    const char *arguments, *message;
} bad_masks[] = {
    {"--window 1,0",
     "q.npy: causal_alignment: missing: query_length is 3 and key_length 5; expected top-left (query t sees keys "
     "up to t), bottom-right (the last query sees all keys, as with a cache) or an offset"},
    {"--mask prefix" ALIGNED "top-left", "q.npy: prefix: missing; mask prefix needs it"},
    {"--mask causal --prefix 2" ALIGNED "top-left",
     "q.npy: prefix: applies only to mask prefix; this case has mask causal"},
    {"--allowed bias.npy", "bias.npy: allowed: dtype <f8 is not BOOL; numbers that are added to scores are a bias"},
    {"--allowed two.npy", "two.npy: allowed[0,0,0,1] is 2, which is neither 0 nor 1"},
    {"--allowed keys.npy", "keys.npy: allowed: dtype <i4 is not BOOL; a mask of 0 and 1 must be converted to booleans"},
    {"--query-segments queries.npy", "q.npy: key_segments: missing; query_segments needs it"},
    {"--key-segments keys.npy", "q.npy: query_segments: missing; key_segments needs it"},
    {"--query-segments keys.npy --key-segments keys.npy",
     "keys.npy: query_segments: shape [1,5] is not [1,3]"},
    {"--query-segments row.npy --key-segments keys.npy",
     "row.npy: query_segments: dtype |b1 is not one of I64, I32"},
    {"--bias wrong.npy", "wrong.npy: bias[0,0,0,2] is nan, which is neither finite nor -inf"},
    {"--bias row.npy",
     "row.npy: bias: dtype |b1 is not one of F64, F32, F16, BF16; booleans of a mask are the tensor allowed"},
};

START_TEST(eval_refuses_masks) {
    char arguments[400];
    save_mask_files();
    snprintf(arguments, sizeof arguments,
             "eval --q q.npy --k k.npy --v k.npy %s --emit output -o y.npy",
             bad_masks[_i].arguments);
    refuse(arguments, bad_masks[_i].message);
}
END_TEST

/* The window that an engine used, and those of one key more and less. */
START_TEST(diff_tells_windows_apart) {
    static const double zeros[3] = {0, 0, 0}, values[] = {3, 0, 0}, outputs[] = {3, 1.5, 0};
    static const struct {
        const char *window;
        int exit_code;
    } ways[] = {{"1,0", 0}, {"0,0", 1}, {"2,0", 1}, {"1,1", 1}};
    save_npy("q.npy", "<f8", "(1, 1, 3, 1)", zeros, 24);
    save_npy("v.npy", "<f8", "(1, 1, 3, 1)", values, 24);
    save_npy("o.npy", "<f8", "(1, 1, 3, 1)", outputs, 24);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments,
                 "diff --q q.npy --k q.npy --v v.npy --out o.npy --window %s", ways[i].window);
        ck_assert_int_eq(run(arguments).exit_code, ways[i].exit_code);
    }
}
END_TEST

START_TEST(diff_passes) {
    save_claim("x.safetensors", 0x1.5555555555555p-2);
    outcome result = run("diff x.safetensors");
    ck_assert_int_eq(result.exit_code, 0);
    ck_assert_str_eq(result.error, "");
    ck_assert_ptr_nonnull(strstr(result.output, "PASS"));
    ck_assert_ptr_null(strstr(result.output, "FAIL"));
}
END_TEST

START_TEST(diff_fails) {
    save_claim("x.safetensors", 0.334);
    outcome result = run("diff x.safetensors");
    ck_assert_int_eq(result.exit_code, 1);
    ck_assert_ptr_nonnull(strstr(result.output, "FAIL"));
}
END_TEST

START_TEST(diff_suspects_what_it_cannot_judge) {
    static const double values[] = {0, INFINITY, 0, 0, 0, 0, 1, 0, 0, 1, NAN, 1.0 / 3};
    save_case("x.safetensors", values, 12, CAUSAL SQUARE CLAIM "}");
    outcome result = run("diff x.safetensors");
    ck_assert_int_eq(result.exit_code, 3);
    ck_assert_ptr_nonnull(strstr(result.output, "SUSPECT"));
}
END_TEST

START_TEST(diff_needs_something_to_judge) {
    save_square("x.safetensors");
    outcome result = run("diff x.safetensors");
    ck_assert_int_eq(result.exit_code, 2);
    ck_assert_str_eq(result.output, "");
    ck_assert_int_eq(strncmp(result.error, "plumb: x.safetensors: ", 22), 0);
}
END_TEST

static void check_json(const char *text, const char *verdict) {
    json_t *report = json_of_format("diff", text);
    ck_assert_str_eq(json_string_value(json_object_get(report, "verdict")), verdict);
    json_decref(report);
}

START_TEST(diff_prints_json_alone) {
    save_claim("x.safetensors", 0.334);
    static const char *const ways[] = {"diff x.safetensors --json", "diff x.safetensors --json -",
                                       "diff --json - x.safetensors",
                                       "diff x.safetensors --json=-"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        outcome result = run(ways[i]);
        ck_assert_int_eq(result.exit_code, 1);
        check_json(result.output, "FAIL");
    }
}
END_TEST

START_TEST(diff_writes_json_file) {
    char text[16384];
    save_claim("x.safetensors", 0x1.5555555555555p-2);
    outcome result = run("diff x.safetensors --json y.json");
    ck_assert_int_eq(result.exit_code, 0);
    ck_assert_ptr_nonnull(strstr(result.output, "PASS"));
    read_stream("y.json", text, sizeof text);
    check_json(text, "PASS");
    refuse("diff x.safetensors --json none/y.json",
           "none/y.json: cannot be written: No such file or directory");
}
END_TEST

START_TEST(diff_writes_every_report_at_once) {
    char text[65536];
    save_claim("x.safetensors", 0.334);
    outcome result = run("diff x.safetensors --json y.json --junit y.xml --html y.html");
    ck_assert_int_eq(result.exit_code, 1);
    ck_assert_ptr_nonnull(strstr(result.output, "FAIL"));
    read_stream("y.json", text, sizeof text);
    check_json(text, "FAIL");
    read_stream("y.xml", text, sizeof text);
    markup_check(text);
    ck_assert_ptr_nonnull(strstr(text, "<failure type=\"FAIL\""));
    read_stream("y.html", text, sizeof text);
    markup_check(text);
    ck_assert_ptr_nonnull(strstr(text, "fill=\"var(--far)\""));
    result = run("diff x.safetensors --html");
    markup_check(result.output);
    refuse("diff x.safetensors --junit y.xml --html none/y.html",
           "none/y.html: cannot be written: No such file or directory");
}
END_TEST

START_TEST(diff_reads_npy_files) {
    static const double zeros[3] = {0, 0, 0}, values[] = {3, 0, 0};
    static const double right[] = {3, 1.5, 1}, wrong[] = {1, 1, 1};
    const char *arguments =
        "diff --q q.npy --k q.npy --v v.npy --out o.npy --mask causal --engine mine";
    save_npy("q.npy", "<f8", "(1, 1, 3, 1)", zeros, sizeof zeros);
    save_npy("v.npy", "<f8", "(1, 1, 3, 1)", values, sizeof values);
    save_npy("o.npy", "<f8", "(1, 1, 3, 1)", right, sizeof right);
    outcome result = run(arguments);
    ck_assert_int_eq(result.exit_code, 0);
    ck_assert_ptr_nonnull(strstr(result.output, "mine"));
    save_npy("o.npy", "<f8", "(1, 1, 3, 1)", wrong, sizeof wrong);
    ck_assert_int_eq(run(arguments).exit_code, 1); /* the outputs without a mask */
}
END_TEST

/* The same causal case with offsets on either side of the one that the engine used. */
START_TEST(diff_tells_alignments_apart) {
    static const double zeros[3] = {0, 0, 0}, values[] = {3, 0, 0}, outputs[] = {1.5, 1};
    static const struct {
        const char *alignment;
        int exit_code;
    } ways[] = {{"bottom-right", 0}, {"1", 0}, {"+1", 0}, {"top-left", 1}, {"0", 1}, {"2", 1}};
    save_npy("q.npy", "<f8", "(1, 1, 2, 1)", zeros, 16);
    save_npy("k.npy", "<f8", "(1, 1, 3, 1)", zeros, 24);
    save_npy("v.npy", "<f8", "(1, 1, 3, 1)", values, 24);
    save_npy("o.npy", "<f8", "(1, 1, 2, 1)", outputs, 16);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments,
                 "diff --q q.npy --k k.npy --v v.npy --out o.npy --mask causal "
                 "--causal-alignment %s",
                 ways[i].alignment);
        ck_assert_int_eq(run(arguments).exit_code, ways[i].exit_code);
    }
    refuse("diff --q q.npy --k k.npy --v v.npy --out o.npy --mask causal",
           "q.npy: causal_alignment: missing: query_length is 2 and key_length 3; expected top-left (query t sees keys "
     "up to t), bottom-right (the last query sees all keys, as with a cache) or an offset");
}
END_TEST

START_TEST(lost_output_is_an_error) {
    char command[PATH_MAX + 64];
    save_claim("x.safetensors", 0x1.5555555555555p-2);
    snprintf(command, sizeof command, "'%s' diff x.safetensors >/dev/full 2>.error", program);
    int status = system(command);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plumb");
    TCase *tests = tcase_create("program");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_directory, leave_directory);
    tcase_add_loop_test(tests, refuses_usage, 0, (int)(sizeof bad_usage / sizeof *bad_usage));
    tcase_add_test(tests, prints_version_and_help);
    tcase_add_test(tests, prints_help_of_commands);
    tcase_add_test(tests, lists_what_shells_complete);
    tcase_add_test(tests, refuses_malformed_case);
    tcase_add_loop_test(tests, eval_rounds_correctly, 0, 4);
    tcase_add_test(tests, eval_writes_balls);
    tcase_add_loop_test(tests, eval_takes_rows, 0, 2);
    tcase_add_test(tests, diff_takes_rows);
    tcase_add_loop_test(tests, rows_that_are_none, 0, 6);
    tcase_add_test(tests, eval_writes_radii_beside_npy);
    tcase_add_test(tests, eval_states_conventions_with_radius_zero);
    tcase_add_test(tests, eval_encloses_log_sum_exp);
    tcase_add_test(tests, eval_rounds_log_sum_exp);
    tcase_add_test(tests, eval_of_empty_rows);
    tcase_add_test(tests, eval_reads_bfloat16_arrays);
    tcase_add_test(tests, eval_refuses_what_has_no_value);
    tcase_add_test(tests, eval_refuses_unwritable_place);
    tcase_add_test(tests, lists_operators);
    tcase_add_test(tests, lists_positions_and_masks);
    tcase_add_test(tests, lists_conventions);
    tcase_add_test(tests, lists_precisions);
    tcase_add_test(tests, reads_the_flags_of_conventions);
    tcase_add_loop_test(tests, eval_of_operators, 0, (int)(sizeof operators / sizeof *operators));
    tcase_add_loop_test(tests, eval_refuses_operators, 0,
                        (int)(sizeof bad_operators / sizeof *bad_operators));
    tcase_add_test(tests, eval_refuses_log_sum_exp_where_there_is_none);
    tcase_add_test(tests, diff_judges_operators);
    tcase_add_loop_test(tests, eval_of_masks, 0, (int)(sizeof masks / sizeof *masks));
    tcase_add_test(tests, eval_of_masks_in_a_description);
    tcase_add_loop_test(tests, eval_refuses_masks, 0, (int)(sizeof bad_masks / sizeof *bad_masks));
    tcase_add_test(tests, diff_tells_windows_apart);
    tcase_add_test(tests, diff_passes);
    tcase_add_test(tests, diff_fails);
    tcase_add_test(tests, diff_suspects_what_it_cannot_judge);
    tcase_add_test(tests, diff_needs_something_to_judge);
    tcase_add_test(tests, diff_prints_json_alone);
    tcase_add_test(tests, diff_writes_json_file);
    tcase_add_test(tests, diff_writes_every_report_at_once);
    tcase_add_test(tests, diff_reads_npy_files);
    tcase_add_test(tests, diff_tells_alignments_apart);
    tcase_add_test(tests, lost_output_is_an_error);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
