/* test_positions.c - positions on a command line: .npy files with flags mean the same as a .safetensors file with the
   same description, and have the same refusals. */
#include "tests/case/safetensors_bytes.h"
#include "tests/cli/program.h"
#include "tests/support/json_format.h"
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>

/* The tensors of every case: 1 batch, 2 query heads on 1 key head, 2 queries, 3 keys, head_dim 4,
   value_dim 2. */
typedef struct {
    const char *name, *descr, *shape;
    size_t rank, size[4];
} tensor;

static const tensor tensors[] = {
    {"q", "<f4", "(1, 2, 2, 4)", 4, {1, 2, 2, 4}},
    {"k", "<f4", "(1, 1, 3, 4)", 4, {1, 1, 3, 4}},
    {"v", "<f4", "(1, 1, 3, 2)", 4, {1, 1, 3, 2}},
    {"out", "<f4", "(1, 2, 2, 2)", 4, {1, 2, 2, 2}},
    {"query_positions", "<i8", "(1, 2)", 2, {1, 2}},
    {"key_positions", "<i4", "(1, 3)", 2, {1, 3}},
    {"learned", "<f8", "(4, 4)", 2, {4, 4}}, /* position_table of that position, and so on */
    {"t5", "<f8", "(6, 2)", 2, {6, 2}},
    {"relative", "<f8", "(5, 2)", 2, {5, 2}},
    {"shaw", "<f8", "(3, 4)", 2, {3, 4}},
    {"position_values", "<f8", "(3, 2)", 2, {3, 2}},
    {"slopes", "<f4", "(2,)", 1, {2}},
    {"rope_cos", "<f4", "(4, 2)", 2, {4, 2}},
    {"rope_sin", "<f4", "(4, 2)", 2, {4, 2}},
    {"rope_long", "<f4", "(2,)", 1, {2}},
    {"rope_short", "<f4", "(2,)", 1, {2}},
    {"allowed", "|b1", "(1, 1, 2, 3)", 4, {1, 1, 2, 3}},
};

enum { TENSORS = sizeof tensors / sizeof *tensors, GIVEN = 4, MOST_BYTES = 256 };

#define TOP "causal_alignment top-left"
#define POSITIONS "query_positions query_positions.npy key_positions key_positions.npy"
#define SCALED "position rope rope_factor 4 rope_original 2 " TOP " rope_scaling "

/* What a case states: each key, and its value as a flag gives it.  A value that ends in .npy is a
   tensor. */
static const char *const cases[] = {
    "position none",
    "position sinusoidal " TOP,
    "position sinusoidal sinusoidal_layout interleaved sinusoidal_denominator one-less "
    "sinusoidal_base 100.5 position_offset 2 " POSITIONS,
    "position learned position_table learned.npy " TOP,
    "position learned position_table learned.npy position_offset 1 " TOP,
    "position rope " TOP,
    "position rope rope_layout interleaved rope_dim 2 rope_base 500.25 rope_multiplier 1.5 "
    "rope_scaling none " POSITIONS,
    "position rope rope_layout deinterleaved " TOP " key_positions key_positions.npy",
    "position rope rope_cos rope_cos.npy rope_sin rope_sin.npy query_positions "
    "query_positions.npy",
    SCALED "dynamic rope_length 9",
    SCALED "dynamic rope_length_rule maximum",
    SCALED "yarn rope_beta_fast 16 rope_beta_slow 2 rope_truncate false",
    SCALED "yarn rope_mscale 0.5 rope_mscale_all 0.75 rope_truncate true",
    SCALED "llama3 rope_low_frequency 0.5 rope_high_frequency 8",
    SCALED "longrope rope_length 9 rope_length_rule length rope_long rope_long.npy rope_short "
           "rope_short.npy",
    "position rope rope_scaling linear rope_factor 2 " TOP,
    "position rope rope_scaling ntk rope_factor 2 " TOP,
    "position alibi " TOP,
    "position alibi alibi_form key slopes slopes.npy",
    "position alibi alibi_form symmetric " POSITIONS,
    "position alibi alibi_form scaled-key key_positions key_positions.npy",
    "position t5 position_table t5.npy buckets 6 max_distance 5 direction both " TOP,
    "position bucket-index direction causal " TOP,
    "position relative-table position_table relative.npy causal_alignment bottom-right",
    "position shaw position_table shaw.npy position_values position_values.npy " TOP,
    "gqa tile",
    "scale_site query empty_lse plus-infinity empty_row mean",
    "allowed allowed.npy mask_polarity true-hides",
};

static size_t tensor_bytes(const tensor *t) {
    size_t bytes = (size_t)(t->descr[2] - '0');
    for (size_t i = 0; i < t->rank; i++)
        bytes *= t->size[i];
    return bytes;
}

static const char *dtype_of(const tensor *t) {
    if (strcmp(t->descr, "|b1") == 0)
        return "BOOL";
    if (t->descr[1] == 'i')
        return t->descr[2] == '8' ? "I64" : "I32";
    return t->descr[2] == '8' ? "F64" : "F32";
}

/* Small numbers that differ; integers 0 to 3; bools. */
static void fill(const tensor *t, unsigned char *bytes) {
    size_t width = (size_t)(t->descr[2] - '0');
    for (size_t i = 0; i < tensor_bytes(t) / width; i++) {
        double value = 0.25 + 0.125 * (double)(i * 7 % 11);
        float narrow = (float)value;
        uint64_t bits = 0;
        if (t->descr[1] != 'f')
            bits = width == 1 ? i % 2 : i * 3 % 4;
        else if (width == 8)
            memcpy(&bits, &value, sizeof value);
        else {
            uint32_t low;
            memcpy(&low, &narrow, sizeof low);
            bits = low;
        }
        plumb_store(bytes + i * width, width, bits);
    }
}

static const tensor *tensor_of(const char *file) {
    for (size_t i = 0; i < TENSORS; i++)
        if (strncmp(tensors[i].name, file, strlen(tensors[i].name)) == 0 &&
            strcmp(file + strlen(tensors[i].name), ".npy") == 0)
            return &tensors[i];
    ck_abort_msg("no tensor %s", file);
    return NULL;
}

static void add(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(char *text, size_t size, const char *format, ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    int added = vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
    ck_assert_int_lt(added, (int)(size - length));
}

/* The three forms of a case as they grow. */
typedef struct {
    char flags[1024], members[1024], header[4096];
    unsigned char data[8 * MOST_BYTES];
    size_t size;
} forms;

static void add_tensor(forms *f, const char *key, const tensor *t) {
    char path[64];
    unsigned char bytes[MOST_BYTES];
    size_t size = tensor_bytes(t);
    ck_assert_uint_le(f->size + size, sizeof f->data);
    fill(t, bytes);
    snprintf(path, sizeof path, "%s.npy", t->name);
    save_npy(path, t->descr, t->shape, bytes, size);
    memcpy(f->data + f->size, bytes, size);
    add(f->header, sizeof f->header, ",\"%s\":{\"dtype\":\"%s\",\"shape\":[", key, dtype_of(t));
    for (size_t i = 0; i < t->rank; i++)
        add(f->header, sizeof f->header, "%s%zu", i == 0 ? "" : ",", t->size[i]);
    add(f->header, sizeof f->header, "],\"data_offsets\":[%zu,%zu]}", f->size, f->size + size);
    f->size += size;
}

static bool is_literal(const char *value) {
    return strspn(value, "+-.0123456789eE") == strlen(value) || strcmp(value, "true") == 0 ||
           strcmp(value, "false") == 0;
}

static void add_key(forms *f, const char *key, const char *value) {
    char flag[80];
    snprintf(flag, sizeof flag, "--%s", key);
    for (char *c = flag; *c != 0; c++)
        if (*c == '_')
            *c = '-';
    add(f->flags, sizeof f->flags, " %s %s", flag, value);
    if (strstr(value, ".npy") != NULL)
        add_tensor(f, key, tensor_of(value));
    else if (is_literal(value))
        add(f->members, sizeof f->members, ",\\\"%s\\\":%s", key, value);
    else
        add(f->members, sizeof f->members, ",\\\"%s\\\":\\\"%s\\\"", key, value);
}

static forms make_forms(const char *words) {
    forms f = {.size = 0};
    char key[64], value[64];
    int length;
    for (size_t i = 0; i < GIVEN; i++)
        add_tensor(&f, tensors[i].name, &tensors[i]);
    for (; sscanf(words, "%63s %63s%n", key, value, &length) == 2; words += length)
        add_key(&f, key, value);
    return f;
}

static void save_safetensors(const forms *f) {
    char header[6000];
    snprintf(header, sizeof header,
             "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1%s}\"}%s}", f->members,
             f->header);
    file_bytes file = safetensors_file(header, f->data, f->size);
    save("x.safetensors", file.bytes, file.size);
    free(file.bytes);
}

static json_t *judged(const char *arguments) {
    outcome result = run(arguments);
    ck_assert_msg(result.exit_code != 2, "%s: %s", arguments, result.error);
    return json_of_format("diff", result.output);
}

static void check_same(const json_t *one, const json_t *other, const char *key) {
    const json_t *left = json_object_get(one, key), *right = json_object_get(other, key);
    ck_assert_ptr_nonnull(left);
    ck_assert_msg(json_equal(left, right), "%s", key);
}

START_TEST(flags_mean_what_a_description_does) {
    char arguments[1200];
    forms f = make_forms(cases[_i]);
    snprintf(arguments, sizeof arguments,
             "diff --q q.npy --k k.npy --v v.npy --out out.npy%s --json", f.flags);
    json_t *flags = judged(arguments);
    save_safetensors(&f);
    json_t *description = judged("diff x.safetensors --json");
    check_same(flags, description, "problem");
    check_same(flags, description, "position");
    check_same(flags, description, "masks");
    check_same(flags, description, "conventions");
    check_same(flags, description, "tensors");
    json_decref(flags);
    json_decref(description);
}
END_TEST

static const struct {
    const char *flags, *message;
} refused[] = {
    {"--position rotary", "--position: 'rotary' is not one of none, sinusoidal, learned, rope, temperature, alibi, t5, "
                          "bucket-index, relative-table, shaw, rope-output; use rope"},
    {"--rope-base 2",
     "q.npy: rope_base: applies only to position rope, position rope-output; this case has position none"},
    {"--position rope", "q.npy: causal_alignment: missing: query_length is 2 and key_length 3; "
     "expected top-left (query t sees keys up to t), bottom-right (the last query sees all keys, as with a cache) or "
     "an offset"},
    {"--position rope --rope-base ten", "--rope-base: 'ten' is not a finite number above 0"},
    {"--position rope --rope-base 1e999", "--rope-base: '1e999' is not a finite number above 0"},
    {"--position rope --rope-dim 2.5", "--rope-dim: '2.5' is not an even integer from 2 to 2^52"},
    {"--position rope --rope-dim 3", "--rope-dim: '3' is not an even integer from 2 to 2^52"},
    {"--position rope --rope-truncate yes", "--rope-truncate: 'yes' is not one of true, false"},
    {"--position rope --rope-layout neox",
     "--rope-layout: 'neox' is not one of half, interleaved, deinterleaved; use half"},
    {"--position rope --query-positions q.npy",
     "q.npy: query_positions: dtype <f4 is not one of I64, I32"},
    {"--position learned --causal-alignment top-left --position-table out.npy",
     "out.npy: position_table: shape [1,2,2,2] is not [rows,4] with rows at least 1"},
    {"--position t5 --causal-alignment top-left",
     "q.npy: position_table: missing; position t5 needs it"},
    {"--buckets 99999999999999999999", "--buckets: '99999999999999999999' is not an integer from 2 to 1024"},
    {"--gqa modulo", "--gqa: 'modulo' is not one of interleave, tile"},
    {"--scale-site key", "--scale-site: 'key' is not one of score, query, both"},
    {"--empty-lse 0", "--empty-lse: '0' is not one of minus-infinity, plus-infinity"},
    {"--mask-polarity false", "--mask-polarity: 'false' is not one of true-attends, true-hides"},
};

START_TEST(refuses) {
    char arguments[512];
    make_forms("");
    snprintf(arguments, sizeof arguments,
             "eval --q q.npy --k k.npy --v v.npy %s --emit output -o y.npy", refused[_i].flags);
    refuse(arguments, refused[_i].message);
}
END_TEST

#define COS1 0x1.14a280fb5068cp-1
#define COS2 (-0x1.aa22657537205p-2)
#define STEP 0x1p-8 /* ALiBi's slope of the only head */

/* One query (1, 0) at position 2, three keys of 2 elements, scale 1: scores that are known. */
static const struct {
    const char *keys, *flags;
    double score[3];
} known[] = {
    {"ones", "--position none", {1, 1, 1}},
    {"ones", "--position rope --causal-alignment 2", {COS2, COS1, 1}},
    {"ones", "--position rope --rope-multiplier 2 --causal-alignment 2", {4 * COS2, 4 * COS1, 4}},
    {"ones",
     "--position rope --query-positions two.npy --key-positions places.npy",
     {1, COS1, COS2}},
    {"ones",
     "--position rope --rope-scaling linear --rope-factor 0.5 --causal-alignment 1",
     {COS2, 1, COS2}},
    {"zeros", "--position alibi --causal-alignment 2", {-2 * STEP, -STEP, 0}},
    {"zeros", "--position alibi --causal-alignment 1", {-STEP, 0, STEP}},
    {"zeros", "--position alibi --alibi-form symmetric --causal-alignment 1", {-STEP, 0, -STEP}},
    {"zeros", "--position alibi --alibi-form key", {0, STEP, 2 * STEP}},
    {"zeros", "--position alibi --alibi-form key --key-positions places.npy", {2 * STEP, STEP, 0}},
    {"zeros", "--position alibi --slopes five.npy --causal-alignment 2", {-10, -5, 0}},
    {"zeros", "--position bucket-index --causal-alignment 2", {2, 1, 0}},
    {"zeros", "--position bucket-index --direction both --causal-alignment 1", {1, 0, 17}},
    {"zeros",
     "--position t5 --buckets 2 --max-distance 9 --position-table pair.npy --causal-alignment 2",
     {8, 8, 4}},
    {"zeros",
     "--position relative-table --position-table triple.npy --causal-alignment 1",
     {5, 6, 7}},
    {"zeros",
     "--position relative-table --position-table triple.npy --causal-alignment 2",
     {5, 5, 6}},
    {"ones", "--position shaw --position-table rows.npy --causal-alignment 1", {6, 7, 8}},
    {"ones", "--position learned --position-table rows.npy --causal-alignment 2", {48, 56, 64}},
};

static void save_known_files(void) {
    static const double query[] = {1, 0}, zeros[6] = {0}, ones[] = {1, 0, 1, 0, 1, 0};
    static const double five = 5, pair[] = {4, 8}, triple[] = {5, 6, 7};
    static const double rows[] = {5, 0, 6, 0, 7, 0};
    static const int64_t two = 2, places[] = {2, 1, 0};
    save_npy("q.npy", "<f8", "(1, 1, 1, 2)", query, sizeof query);
    save_npy("zeros.npy", "<f8", "(1, 1, 3, 2)", zeros, sizeof zeros);
    save_npy("ones.npy", "<f8", "(1, 1, 3, 2)", ones, sizeof ones);
    save_npy("five.npy", "<f8", "(1,)", &five, sizeof five);
    save_npy("pair.npy", "<f8", "(2, 1)", pair, sizeof pair);
    save_npy("triple.npy", "<f8", "(3, 1)", triple, sizeof triple);
    save_npy("rows.npy", "<f8", "(3, 2)", rows, sizeof rows);
    save_npy("two.npy", "<i8", "(1, 1)", &two, sizeof two);
    save_npy("places.npy", "<i8", "(1, 3)", places, sizeof places);
}

/* The three numbers that end the file. */
static void load_scores(const char *path, double score[3]) {
    unsigned char bytes[24];
    FILE *stream = fopen(path, "rb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_int_eq(fseek(stream, -24, SEEK_END), 0);
    ck_assert_uint_eq(fread(bytes, 1, 24, stream), 24);
    fclose(stream);
    for (size_t i = 0; i < 3; i++) {
        uint64_t bits = plumb_load(bytes + 8 * i, 8);
        memcpy(&score[i], &bits, sizeof bits);
    }
}

START_TEST(eval_knows_positions) {
    char arguments[400];
    double score[3];
    save_known_files();
    snprintf(arguments, sizeof arguments,
             "eval --q q.npy --k %s.npy --v zeros.npy --scale 1 %s --emit scores --round f64 -o "
             "y.npy",
             known[_i].keys, known[_i].flags);
    succeed(arguments);
    load_scores("y.npy", score);
    for (size_t i = 0; i < 3; i++)
        ck_assert_msg(score[i] == known[_i].score[i], "%s: %zu: %a", known[_i].flags, i, score[i]);
}
END_TEST

/* No key is visible: the mean of the values 3, 0, 0, and either infinity. */
START_TEST(eval_knows_empty_rows) {
    static const char *const emitted[] = {"weights --empty-row mean", "lse",
                                          "lse --empty-lse plus-infinity"};
    static const double wanted[] = {0x1.5555555555555p-2, -INFINITY, INFINITY};
    save_known_files();
    save_npy("no.npy", "|b1", "(1, 1, 1, 3)", "\1\1\1", 3);
    for (size_t i = 0; i < 3; i++) {
        char arguments[256];
        double value[3];
        snprintf(arguments, sizeof arguments,
                 "eval --q q.npy --k ones.npy --v zeros.npy --allowed no.npy --mask-polarity "
                 "true-hides --emit %s --round f64 -o y.npy",
                 emitted[i]);
        succeed(arguments);
        load_scores("y.npy", value);
        ck_assert_msg(value[2] == wanted[i], "%s: %a", emitted[i], value[2]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("positions on a command line");
    TCase *tests = tcase_create("program");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_directory, leave_directory);
    tcase_add_loop_test(tests, flags_mean_what_a_description_does, 0,
                        (int)(sizeof cases / sizeof *cases));
    tcase_add_loop_test(tests, refuses, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_loop_test(tests, eval_knows_positions, 0, (int)(sizeof known / sizeof *known));
    tcase_add_test(tests, eval_knows_empty_rows);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
