/* test_sense.c - one change of meaning in a recorded case, and `plumb diff` must report FAIL.

   Each test takes a passing recorded output of a real engine, changes one thing in the file - the scale, the mask, the
   order of two heads, the newest key - and runs the program on it. */
#include "tests/support/place.h"
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CASES "tests/engines/cases/"

/* A case file, taken apart. */
typedef struct {
    json_t *header, *description;
    unsigned char *data;
    size_t size;
} file;

static file take_apart(const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, CASES "%s.safetensors", name);
    FILE *stream = fopen(path, "rb");
    ck_assert_msg(stream != NULL, "%s: run from the repository root", path);
    unsigned char length[8];
    ck_assert_uint_eq(fread(length, 1, 8, stream), 8);
    size_t header_size = (size_t)length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16;
    char *text = malloc(header_size);
    ck_assert_uint_eq(fread(text, 1, header_size, stream), header_size);
    file f = {json_loadb(text, header_size, 0, NULL), NULL, malloc(1 << 20), 0};
    free(text);
    ck_assert_ptr_nonnull(f.header);
    f.size = fread(f.data, 1, 1 << 20, stream);
    fclose(stream);
    const json_t *metadata = json_object_get(f.header, "__metadata__");
    f.description = json_loads(json_string_value(json_object_get(metadata, "plumbline")), 0, NULL);
    ck_assert_ptr_nonnull(f.description);
    return f;
}

/* Writes the parts again, runs `plumb diff` on them, returns its exit code. */
static int judge(file *f) {
    char path[PLACE_SIZE];
    int descriptor = make_file(path);
    char *description = json_dumps(f->description, 0);
    json_object_set_new(json_object_get(f->header, "__metadata__"), "plumbline",
                        json_string(description));
    char *header = json_dumps(f->header, 0);
    size_t size = strlen(header);
    unsigned char length[8] = {(unsigned char)size, (unsigned char)(size >> 8),
                               (unsigned char)(size >> 16)};
    FILE *stream = fdopen(descriptor, "wb");
    fwrite(length, 1, 8, stream);
    fwrite(header, 1, size, stream);
    fwrite(f->data, 1, f->size, stream);
    fclose(stream);
    char target[PLACE_SIZE + 16], command[PATH_MAX];
    snprintf(target, sizeof target, "%s.safetensors", path);
    ck_assert_int_eq(rename(path, target), 0);
    const char *program = getenv("PLUMB");
    snprintf(command, sizeof command, "%s diff %s > /dev/null", program ? program : "build/plumb",
             target);
    int status = system(command);
    unlink(target);
    free(header);
    free(description);
    json_decref(f->header);
    json_decref(f->description);
    free(f->data);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Dimension `axis` of a tensor. */
static size_t dimension(const file *f, const char *tensor, size_t axis) {
    const json_t *shape = json_object_get(json_object_get(f->header, tensor), "shape");
    return (size_t)json_integer_value(json_array_get(shape, axis));
}

/* The bytes of a tensor, and how many. */
static unsigned char *bytes(const file *f, const char *tensor, size_t *size) {
    const json_t *offsets = json_object_get(json_object_get(f->header, tensor), "data_offsets");
    size_t begin = (size_t)json_integer_value(json_array_get(offsets, 0));
    *size = (size_t)json_integer_value(json_array_get(offsets, 1)) - begin;
    return f->data + begin;
}

/* One answer for each dtype, each path and each engine. */
static const char *const causal[] = {
    "pytorch-math-f32-causal", "pytorch-flash-f32-causal",   "pytorch-math-f64-causal",
    "pytorch-flash-f16-causal", "pytorch-flash-bf16-causal", "transformers-eager-bf16-causal",
    "transformers-eager-f32-causal", "jax-xla-f32-causal",
};
#define CAUSAL (int)(sizeof causal / sizeof *causal)

START_TEST(passes_unchanged) {
    file f = take_apart(causal[_i]);
    ck_assert_int_eq(judge(&f), 0);
}
END_TEST

START_TEST(scale_dropped) {
    file f = take_apart(causal[_i]);
    json_object_set_new(f.description, "scale", json_string("1"));
    ck_assert_int_eq(judge(&f), 1);
}
END_TEST

START_TEST(mask_shifted_by_one_key) {
    for (int shift = -1; shift <= 1; shift += 2) {
        file f = take_apart(causal[_i]);
        json_object_set_new(f.description, "causal_alignment", json_pack("{s:i}", "offset", shift));
        ck_assert_int_eq(judge(&f), 1);
    }
}
END_TEST

START_TEST(heads_swapped) {
    file f = take_apart(causal[_i]);
    size_t size;
    unsigned char *query = bytes(&f, "q", &size);
    size_t head = size / dimension(&f, "q", 0) / dimension(&f, "q", 1);
    for (size_t i = 0; i < head; i++) {
        unsigned char kept = query[i];
        query[i] = query[head + i];
        query[head + i] = kept;
    }
    ck_assert_int_eq(judge(&f), 1);
}
END_TEST

START_TEST(newest_key_zeroed) {
    file f = take_apart(causal[_i]);
    size_t size;
    unsigned char *key = bytes(&f, "k", &size);
    size_t head = size / dimension(&f, "k", 0) / dimension(&f, "k", 1);
    size_t row = head / dimension(&f, "k", 2);
    for (size_t end = head; end <= size; end += head)
        memset(key + end - row, 0, row);
    ck_assert_int_eq(judge(&f), 1);
}
END_TEST

/* Answers with a position or another convention, and one word or number of each that is changed. */
static const struct {
    const char *name, *key, *value;
} conventions[] = {
    {"llama-rope-f32-default", "rope_layout", "\"interleaved\""},
    {"llama-rope-f32-default", "rope_base", "500000"},
    {"llama-rope-f32-default", "rope_dim", "8"},
    {"llama-rope-f32-default", "position", "\"none\""},
    {"gptj-f32-interleaved", "rope_layout", "\"half\""},
    {"llama-rope-f32-base-500000", "rope_base", "10000"},
    {"formula-f64-rope-yarn-untruncated-at-20000", "rope_truncate", "true"},
    {"gpt-oss-rope-f32-full", "rope_factor", "31"},
    {"gpt-oss-rope-f32-full", "rope_multiplier", "1"},
    {"formula-f64-rope-dynamic-at-20000", "rope_length", "20013"},
    {"formula-f64-rope-llama3-at-20000", "rope_low_frequency", "2"},
    {"formula-f64-rope-ntk-at-20000", "rope_scaling", "\"linear\""},
    {"formula-f64-rope-longrope-at-20000", "rope_original", "20000"},
    {"falcon-alibi-f32-scaled-key", "alibi_form", "\"key\""},
    {"flex-f32-position-alibi-key-sinks", "alibi_form", "\"relative\""},
    {"flex-f32-position-alibi-symmetric", "alibi_form", "\"relative\""},
    {"absolute-f32-opt", "position_offset", "1"},
    {"absolute-f32-marian", "sinusoidal_layout", "\"interleaved\""},
    {"absolute-f32-marian", "sinusoidal_denominator", "\"one-less\""},
    {"t5-encoder-f32-table", "direction", "\"causal\""},
    {"t5-decoder-f32-table-40", "max_distance", "64"},
    {"formula-f32-bucket-index", "buckets", "16"},
    {"formula-f32-tile", "gqa", "\"interleave\""},
};
#define CONVENTIONS (int)(sizeof conventions / sizeof *conventions)

START_TEST(convention_changed) {
    file f = take_apart(conventions[_i].name);
    json_t *value = json_loads(conventions[_i].value, JSON_DECODE_ANY, NULL);
    ck_assert_ptr_nonnull(value);
    json_object_set_new(f.description, conventions[_i].key, value);
    ck_assert_int_eq(judge(&f), 1);
}
END_TEST

START_TEST(convention_unchanged) {
    file f = take_apart(conventions[_i].name);
    ck_assert_int_eq(judge(&f), 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("sense");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, passes_unchanged, 0, CAUSAL);
    tcase_add_loop_test(tests, scale_dropped, 0, CAUSAL);
    tcase_add_loop_test(tests, mask_shifted_by_one_key, 0, CAUSAL);
    tcase_add_loop_test(tests, heads_swapped, 0, CAUSAL);
    tcase_add_loop_test(tests, newest_key_zeroed, 0, CAUSAL);
    tcase_add_loop_test(tests, convention_unchanged, 0, CONVENTIONS);
    tcase_add_loop_test(tests, convention_changed, 0, CONVENTIONS);
    Suite *suite = suite_create("one change of sense in a recorded case");
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
