/* test_same.c - `plumb same` as a user meets it: text, JSON, exit codes, refusals. */
#include "tests/cli/program.h"
#include "tests/same/runs.h"
#include "tests/support/json_format.h"
#include <jansson.h>

static void set_up(void) {
    enter_directory();
    made_run run = make_whole(plain_tensors, ",\"engine\":{\"name\":\"made\",\"version\":\"1\"}");
    put_answers(&run);
    save_run(&run, "a.safetensors");
    made_run other = run;
    other.members = ",\"engine\":{\"name\":\"made\",\"version\":\"2\",\"precision\":\"f32\"}";
    save_run(&other, "equal.safetensors");
    poke(&other, "out", 26, peek(&run, "out", 26) + 2);
    poke(&other, "out", 40, peek(&run, "out", 40) ^ 1);
    save_run(&other, "near.safetensors");
    poke(&other, "out", 3, 0x7fc00000);
    save_run(&other, "nan.safetensors");
    made_run part = make_part(plain_tensors, "", 1, 1, 0, QUERIES);
    put_answers(&part);
    save_run(&part, "part.safetensors");
    other = run;
    poke(&other, "k", 0, 0);
    save_run(&other, "asked.safetensors");
}

static outcome run_to(const char *arguments, int exit_code) {
    outcome result = run(arguments);
    ck_assert_msg(result.exit_code == exit_code, "%s: exit %d: %s", arguments, result.exit_code, result.error);
    ck_assert_str_eq(result.error, "");
    return result;
}

START_TEST(equal_runs_end_in_0) {
    outcome result = run_to("same a.safetensors equal.safetensors", 0);
    ck_assert_str_eq(result.output, "bits       agree: run 1 has the same bits as run 2\n"
                                    "problem    batch 3, heads 2 on 1, queries 4, keys 5, dims 2, 3\n"
                                    "run 1      a.safetensors\n"
                                    "           made 1\n"
                                    "           not judged: nothing differs; `plumb diff` judges it\n"
                                    "run 2      equal.safetensors\n"
                                    "           made 2\n"
                                    "           the same bits as run 1\n");
    result = run_to("same a.safetensors equal.safetensors ./a.safetensors", 0);
    ck_assert_ptr_nonnull(strstr(result.output, "bits       agree: run 1 has the same bits as all others\n"));
}
END_TEST

/* Hidden states are neither asked nor answered: those of one run, or others, are no difference. */
START_TEST(hidden_states_are_passed_over) {
    static const made_tensor tensors[] = {{"q", "F32", "BhSD"},     {"k", "F32", "BgKD"},   {"v", "F32", "BgKW"},
                                          {"hidden", "F32", "BSW"}, {"out", "F32", "BhSW"}, {NULL, NULL, NULL}};
    made_run carries = make_whole(tensors, "");
    put_answers(&carries);
    save_run(&carries, "carries.safetensors");
    poke(&carries, "hidden", 0, 0x3f800000);
    save_run(&carries, "others.safetensors");
    run_to("same carries.safetensors others.safetensors", 0);
    run_to("same a.safetensors others.safetensors", 0);
}
END_TEST

/* All of it: of two tensors one differs, in one element. */
START_TEST(the_text_is_whole) {
    static const made_tensor tensors[] = {{"q", "F32", "BhSD"},    {"k", "F32", "BgKD"},  {"v", "F32", "BgKW"},
                                          {"out", "F32", "BhSW"},  {"lse", "F32", "BhS"}, {NULL, NULL, NULL}};
    made_run first = make_part(tensors, "", 0, 1, 0, 1);
    for (size_t i = 0; i < HEADS * DIM; i++)
        poke(&first, "q", i, 0);
    put_answers(&first);
    for (size_t i = 0; i < HEADS; i++) /* log 5, of queries that are 0 */
        poke(&first, "lse", i, 0x3fce0210);
    save_run(&first, "first.safetensors");
    made_run other = first;
    poke(&other, "lse", 1, 0x3fce020c);
    save_run(&other, "other.safetensors");
    outcome result = run_to("same first.safetensors other.safetensors", 3);
    ck_assert_str_eq(result.output,
                     "bits       differ: run 2 has different bits from run 1\n"
                     "problem    batch 1, heads 2 on 1, queries 1, keys 5, dims 2, 3\n"
                     "run 1      first.safetensors\n"
                     "           (not stated)\n"
                     "           PASS in f32-fast-exp (assumed from the dtype)\n"
                     "run 2      other.safetensors\n"
                     "           (not stated)\n"
                     "           PASS in f32-fast-exp (assumed from the dtype)\n"
                     "\n"
                     "run 2 against run 1\n"
                     "tensor   dtype      total     differ      ulps  first\n"
                     "output   F32            6          0         -  -\n"
                     "lse      F32            2          1         4  [0, 1, 0]\n"
                     "\n"
                     "of these       nearer to exact      root mean square         largest error\n"
                     "              run 1      run 2      run 1      run 2      run 1      run 2\n"
                     "lse               1          0   3.01e-08   4.47e-07   3.01e-08   4.47e-07\n");
    made_run swapped = other;
    poke(&swapped, "out", 0, peek(&swapped, "out", 0) ^ 0x80000000);
    save_run(&swapped, "other.safetensors");
    result = run_to("same first.safetensors other.safetensors", 1);
    ck_assert_ptr_nonnull(strstr(result.output, "; output: 1 beyond the expected error, 1 impossible of 6\n"));
    ck_assert_ptr_nonnull(strstr(result.output, "\noutput            1          0 "));
}
END_TEST

START_TEST(runs_that_differ_end_in_3) {
    outcome result = run_to("same a.safetensors equal.safetensors near.safetensors", 3);
    ck_assert_ptr_nonnull(strstr(result.output, "bits       differ: 1 of 2 runs has different bits from run 1\n"));
    ck_assert_ptr_nonnull(strstr(result.output, " (assumed from the dtype)\n"));
    ck_assert_ptr_nonnull(strstr(result.output, "           PASS in f32 (stated)\n"));
    ck_assert_ptr_null(strstr(result.output, "run 2 against"));
    ck_assert_ptr_nonnull(strstr(result.output, "run 3 against run 1\n"));
    ck_assert_ptr_nonnull(
        strstr(result.output, "output   F32           72          2         2  [1, 0, 0, 2]\n"));
    ck_assert_ptr_nonnull(strstr(result.output, "output            2          0 "));
    result = run_to("same near.safetensors a.safetensors", 3);
    ck_assert_ptr_nonnull(strstr(result.output, "bits       differ: run 2 has different bits from run 1\n"));
    ck_assert_ptr_nonnull(strstr(result.output, "output            0          2 "));
    result = run_to("same a.safetensors near.safetensors near.safetensors", 3);
    ck_assert_ptr_nonnull(strstr(result.output, "bits       differ: 2 of 2 runs have different bits from run 1\n"));
}
END_TEST

START_TEST(a_run_that_fails_ends_in_1) {
    outcome result = run_to("same a.safetensors nan.safetensors", 1);
    ck_assert_ptr_nonnull(
        strstr(result.output, "FAIL in f32 (stated); output: 1 beyond the expected error, 1 impossible of 72\n"));
    ck_assert_ptr_nonnull(strstr(result.output, "output   F32           72          3         2  [0, 0, 1, 0]\n"
                                                "         of which 1 NaN in only one run\n"));
    run_to("same nan.safetensors a.safetensors", 1);
    /* Two runs that are equally wrong agree, and nobody has asked whether they are right. */
    run_to("same nan.safetensors nan.safetensors", 0);
}
END_TEST

/* What steps from a number to the next do not tell. */
START_TEST(odd_differences_are_counted) {
    made_run first = make_whole(plain_tensors, ""), other;
    put_answers(&first);
    other = first;
    const uint32_t pairs[][2] = {{0x7fc00000, 0x7fc00001}, {0xffc00000, 0x7fc00000}, {0x80000000, 0},
                                 {0, 0x80000000},          {0, 0x80000000},          {0x7fc00000, 0}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        poke(&first, "out", i, pairs[i][0]);
        poke(&other, "out", i, pairs[i][1]);
    }
    save_run(&first, "first.safetensors");
    save_run(&other, "other.safetensors");
    outcome result = run_to("same first.safetensors other.safetensors", 1);
    ck_assert_ptr_nonnull(strstr(result.output, "output   F32           72          6         0  [0, 0, 0, 0]\n"
                                                "         of which 1 NaN in only one run\n"
                                                "         of which 2 NaN in both, with another sign or payload\n"
                                                "         of which 3 0 and -0\n"
                                                "\n"));
}
END_TEST

START_TEST(a_part_is_compared) {
    outcome result = run_to("same part.safetensors a.safetensors --batch 1", 0);
    ck_assert_ptr_nonnull(strstr(result.output, "part       of all but run 1: batch entries 1 to 1\n"));
    result = run_to("same part.safetensors --batch=1 --query 0 a.safetensors equal.safetensors", 0);
    ck_assert_ptr_nonnull(strstr(result.output, "part       of all but run 1: batch entries 1 to 1, queries 0 to 3\n"));
    result = run_to("same part.safetensors near.safetensors --batch 1", 3);
    ck_assert_ptr_nonnull(strstr(result.output, "output   F32           24          2         2  [0, 0, 0, 2]\n"));
}
END_TEST

static json_t *member(const json_t *object, const char *name) {
    json_t *value = json_object_get(object, name);
    ck_assert_msg(value != NULL, "no %s", name);
    return value;
}

static json_int_t count_of(const json_t *object, const char *name) {
    ck_assert(json_is_integer(member(object, name)));
    return json_integer_value(member(object, name));
}

static double number_of(const json_t *object, const char *name) {
    return strtod(json_string_value(member(member(object, name), "hex")), NULL);
}

static json_t *load(const char *text) {
    return json_of_format("same", text);
}

START_TEST(json_says_everything) {
    outcome result = run_to("same part.safetensors near.safetensors equal.safetensors --batch 1 --json", 3);
    json_t *report = load(result.output), *runs = member(report, "runs");
    ck_assert(json_is_false(member(report, "same")));
    ck_assert_int_eq(count_of(member(report, "part"), "batch"), 1);
    ck_assert(json_is_null(member(member(report, "part"), "query")));
    ck_assert_uint_eq(json_array_size(runs), 3);
    const json_t *first = json_array_get(runs, 0), *near = json_array_get(runs, 1), *equal = json_array_get(runs, 2);
    ck_assert(json_is_true(member(first, "same")) && json_is_false(member(near, "same")) &&
              json_is_true(member(equal, "same")));
    ck_assert(json_is_null(member(member(first, "engine"), "name")));
    ck_assert_str_eq(json_string_value(member(near, "source")), "near.safetensors");
    ck_assert_str_eq(json_string_value(member(member(near, "engine"), "version")), "2");
    ck_assert_str_eq(json_string_value(member(first, "verdict")), "PASS");
    ck_assert(json_is_false(member(member(first, "precision"), "stated")));
    ck_assert(json_is_true(member(member(near, "precision"), "stated")));
    ck_assert(json_is_null(member(equal, "verdict")) && json_is_null(member(equal, "precision")));

    const json_t *output = member(member(near, "tensors"), "output"), *against = member(output, "against_first");
    ck_assert_int_eq(count_of(output, "total"), 24);
    ck_assert_str_eq(json_string_value(member(output, "dtype")), "F32");
    ck_assert_int_eq(count_of(member(output, "judgement"), "passed"), 24);
    ck_assert_int_eq(count_of(against, "differ"), 2);
    ck_assert_double_eq(number_of(against, "ulps"), 2);
    ck_assert_uint_eq(json_array_size(member(against, "first")), 4);
    ck_assert_int_eq(json_integer_value(json_array_get(member(against, "first"), 3)), 2);
    const json_t *nearness = member(against, "nearness");
    ck_assert_int_eq(count_of(nearness, "measured"), 2);
    ck_assert_int_eq(count_of(member(nearness, "nearer"), "first"), 2);
    ck_assert_int_eq(count_of(member(nearness, "nearer"), "this"), 0);
    const json_t *largest = member(nearness, "largest_error"), *mean = member(nearness, "root_mean_square");
    ck_assert_double_lt(number_of(member(largest, "first"), "high"), number_of(member(largest, "this"), "low"));
    ck_assert_double_le(number_of(member(mean, "this"), "high"), number_of(member(largest, "this"), "high"));
    ck_assert_double_gt(number_of(member(mean, "this"), "low"), 0);

    ck_assert(json_is_null(member(member(member(first, "tensors"), "output"), "against_first")));
    against = member(member(member(equal, "tensors"), "output"), "against_first");
    ck_assert(json_is_null(member(against, "nearness")) && json_is_null(member(against, "first")));
    ck_assert(json_is_null(member(member(member(equal, "tensors"), "output"), "judgement")));
    json_decref(report);
}
END_TEST

START_TEST(json_goes_to_a_file) {
    outcome result = run_to("same a.safetensors nan.safetensors --json report.json", 1);
    ck_assert_ptr_nonnull(strstr(result.output, "bits       differ"));
    char text[16384];
    read_stream("report.json", text, sizeof text);
    json_t *report = load(text);
    const json_t *against = member(
        member(member(json_array_get(member(report, "runs"), 1), "tensors"), "output"), "against_first");
    ck_assert_int_eq(count_of(against, "nan_alone"), 1);
    ck_assert_int_eq(count_of(against, "nan_bits"), 0);
    ck_assert_int_eq(count_of(against, "zero_signs"), 0);
    json_decref(report);
}
END_TEST

static const struct {
    const char *arguments, *message;
} refusals[] = {
    {"same", "same: no case given; expected the .safetensors files of two or more runs of one problem"},
    {"same a.safetensors", "same: one case given; expected the .safetensors files of two or more runs of one problem"},
    {"same a.safetensors b.safetensors", "b.safetensors: No such file or directory"},
    {"same b.safetensors a.safetensors", "b.safetensors: No such file or directory"},
    {"same a.safetensors asked.safetensors",
     "asked.safetensors: k[0,0,0,0] is 0, and k[0,0,0,0] of 'a.safetensors' is -0.25; both runs need the same inputs"},
    {"same a.safetensors near.safetensors asked.safetensors --json x",
     "asked.safetensors: k[0,0,0,0] is 0, and k[0,0,0,0] of 'a.safetensors' is -0.25; both runs need the same inputs"},
    {"same part.safetensors a.safetensors",
     "a.safetensors: q: shape [3,2,4,2] is not [1,2,4,2], that of 'part.safetensors'; --batch selects the part to "
     "compare"},
    {"same part.safetensors a.safetensors --batch 2",
     "a.safetensors: q[2,0,0,0] is 0.5, and q[0,0,0,0] of 'part.safetensors' is 0.25; both runs need the same inputs"},
    {"same part.safetensors a.safetensors --batch 3",
     "a.safetensors: --batch: from 3 on it has fewer than the 1 of 'part.safetensors'; it has 3, counted from 0"},
    {"same part.safetensors a.safetensors --batch -1", "--batch: '-1' is not an integer of at least 0"},
    {"same part.safetensors a.safetensors --query 1.5", "--query: '1.5' is not an integer of at least 0"},
    {"same a.safetensors equal.safetensors --json equal.safetensors",
     "--json: 'equal.safetensors' is named like a case; put the cases before --json"},
    {"same a.safetensors equal.safetensors --rows 0:1", "--rows: unknown flag; `plumb --help-all` lists the flags"},
};

START_TEST(refused) {
    refuse(refusals[_i].arguments, refusals[_i].message);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plumb same");
    TCase *tests = tcase_create("same");
    tcase_add_checked_fixture(tests, set_up, leave_directory);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, equal_runs_end_in_0);
    tcase_add_test(tests, hidden_states_are_passed_over);
    tcase_add_test(tests, the_text_is_whole);
    tcase_add_test(tests, runs_that_differ_end_in_3);
    tcase_add_test(tests, a_run_that_fails_ends_in_1);
    tcase_add_test(tests, odd_differences_are_counted);
    tcase_add_test(tests, a_part_is_compared);
    tcase_add_test(tests, json_says_everything);
    tcase_add_test(tests, json_goes_to_a_file);
    tcase_add_loop_test(tests, refused, 0, sizeof refusals / sizeof *refusals);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
