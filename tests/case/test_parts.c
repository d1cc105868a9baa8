/* test_parts.c - parts of the keys in a case: the part of each key, log-sum-exps in base 2, and refusals. */
#include "tests/case/draft.h"
#include "tests/support/suite.h"
#include <math.h>

/* 2 batch entries, 6 query heads, 3 queries, 5 keys, values of 3. */
enum { KEYS = 5, ROWS = 36, BEFORE = INPUT_BYTES + 4 * ROWS * 3 };
#define OUT "out F32 [2,6,3,3] "
#define PARTS OUT "part_out F32 [3,2,6,3,3] part_lse F32 [3,2,6,3] "
enum { ALL = BEFORE + 4 * (3 * ROWS * 3 + 3 * ROWS) };

static unsigned char data[ALL + 8 * 16];

static void check_keys(const char *tensors, const int64_t *numbers, size_t count, const int64_t *wanted) {
    memset(data, 0, sizeof data);
    memcpy(data + ALL, numbers, count * sizeof *numbers);
    plumb_case c = accept(start_with("", tensors), data);
    ck_assert_uint_eq(c.parts.count, 3);
    for (size_t j = 0; j < KEYS; j++)
        ck_assert_int_eq(c.parts.of_key[j], wanted[j]);
    plumb_case_free(&c);
}

START_TEST(keys_lie_in_parts) {
    check_keys(PARTS "part_starts I64 [4]", (const int64_t[]){0, 2, 2, 5}, 4, (const int64_t[]){0, 0, 2, 2, 2});
    check_keys(PARTS "part_starts I64 [4]", (const int64_t[]){1, 2, 3, 4}, 4, (const int64_t[]){-1, 0, 1, 2, -1});
    check_keys(PARTS "part_of_key I64 [5]", (const int64_t[]){2, 0, -1, 0, 1}, 5, (const int64_t[]){2, 0, -1, 0, 1});
}
END_TEST

/* What engines round is read as they have it. */
START_TEST(base_two_becomes_natural) {
    memset(data, 0, sizeof data);
    const float numbers[] = {1, -INFINITY, 10};
    const int64_t starts[] = {0, 2, 2, 5};
    memcpy(data + ALL - 4 * 3 * ROWS, numbers, sizeof numbers);
    memcpy(data + ALL, starts, sizeof starts);
    plumb_case c = accept(start_with(",\"lse_base\":\"2\"", PARTS "part_starts I64 [4]"), data);
    ck_assert(c.parts.lse.value[0] == log(2) && c.parts.lse.value[1] == -INFINITY && c.lse_converted);
    ck_assert_double_eq_tol(c.parts.lse.value[2], 10 * log(2), 1e-15);
    plumb_case_free(&c);
}
END_TEST

static const struct {
    const char *members, *tensors;
    int64_t number[4];
    const char *message;
} refused[] = {
    {"", PARTS "part_starts I64 [4]", {0, 3, 2, 5},
     "x: part_starts[2] is 2; expected 3 to 5, from the previous start to the keys of k"},
    {"", PARTS "part_starts I64 [4]", {0, 3, 4, 6},
     "x: part_starts[3] is 6; expected 4 to 5, from the previous start to the keys of k"},
    {"", PARTS "part_starts I64 [4]", {-1, 3, 4, 5}, "x: part_starts[0] is -1; expected 0 to 5, the keys of k"},
    {"", PARTS "part_starts I64 [3]", {0, 3, 5},
     "x: part_starts: 3 numbers; expected 4: a start for each of the 3 parts of part_out, and the end"},
    {"", PARTS "part_starts F32 [4]", {0}, "x: part_starts: dtype F32 is not one of I64, I32"},
    {"", PARTS "part_of_key I64 [4]", {0}, "x: part_of_key: shape [4] is not [5]"},
    {"", PARTS "part_of_key I64 [5]", {0, 3, 0, 0},
     "x: part_of_key[1] is 3; expected -1 to 2, the parts of part_out, or -1: in no part"},
    {"", PARTS "part_of_key I64 [5] part_starts I64 [4]", {0},
     "x: part_of_key: cannot be combined with part_starts: both assign keys to parts"},
    {"", PARTS, {0}, "x: part_starts: missing; part_out needs it, or part_of_key: the keys of each part"},
    {"", OUT "part_starts I64 [4]", {0}, "x: part_out: missing; part_starts needs it"},
    {"", OUT "part_out F32 [3,2,6,3,3] part_starts I64 [4]", {0}, "x: part_lse: missing; part_out needs it"},
    {"", "part_out F32 [3,2,6,3,3] part_lse F32 [3,2,6,3] part_starts I64 [4]", {0},
     "x: out: missing; part_out needs it: the merged output"},
    {"", OUT "part_out F32 [3,2,6,3,2] part_lse F32 [3,2,6,3] part_starts I64 [4]", {0},
     "x: part_out: shape [3,2,6,3,2] is not [parts,2,6,3,3] with parts at least 1"},
    {"", OUT "part_out F32 [3,2,6,3,3] part_lse F32 [2,2,6,3] part_starts I64 [4]", {0},
     "x: part_lse: 2 parts do not match part_out's 3"},
    {",\"operator\":\"sigmoid\"", PARTS "part_starts I64 [4]", {0},
     "x: part_out: parts are merged by log-sum-exps of operator softmax; this case has operator sigmoid"},
    {",\"sink\":\"zero\"", PARTS "part_starts I64 [4]", {0},
     "x: part_out: cannot be combined with sink zero, whose logit belongs to no part of the keys"},
    {",\"empty_row\":\"mean\"", PARTS "part_starts I64 [4]", {0},
     "x: part_out: cannot be combined with empty_row mean: hidden keys belong to no part"},
    {"", PARTS "part_starts I64 [4] v_bias F32 [3]", {0},
     "x: part_out: cannot be combined with v_bias, which is applied after the merge"},
    {",\"lse_base\":\"10\"", PARTS "part_starts I64 [4]", {0}, "x: plumbline.lse_base: '10' is not one of e, 2"},
};

START_TEST(refuses) {
    memset(data, 0, sizeof data);
    memcpy(data + ALL, refused[_i].number, sizeof refused[_i].number);
    refuse_data(start_with(refused[_i].members, refused[_i].tensors), data, refused[_i].message);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("case/parts");
    TCase *tests = tcase_create("parts");
    tcase_add_test(tests, keys_lie_in_parts);
    tcase_add_test(tests, base_two_becomes_natural);
    tcase_add_loop_test(tests, refuses, 0, (int)(sizeof refused / sizeof *refused));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
