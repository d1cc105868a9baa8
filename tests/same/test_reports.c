/* test_reports.c - the report of three runs as text and as JSON: the second agrees with the first, some numbers of the
   third differ; compared with reports.txt.  PLUMB_TEST_UPDATE=1 build/tests/same/test_reports updates it
   (tests/support/snapshot.h). */
#include "same/same.h"
#include "tests/same/runs.h"
#include "tests/support/json_snapshot.h"
#include "tests/support/place.h"
#include <flint/flint.h>
#include <limits.h>
#include <unistd.h>

enum { RUNS = 3 };

static const char *const paths[RUNS] = {"first.safetensors", "equal.safetensors", "other.safetensors"};

static void save_runs(void) {
    made_run first = make_whole(plain_tensors, ",\"engine\":{\"name\":\"an engine\",\"version\":\"1\"}");
    put_answers(&first);
    made_run other = first;
    poke(&other, "out", 5, peek(&other, "out", 5) + 2);
    poke(&other, "out", 30, peek(&other, "out", 30) + (1 << 16));
    poke(&other, "out", 31, 0x7fc00001);
    save_run(&first, paths[0]);
    save_run(&first, paths[1]);
    save_run(&other, paths[2]);
}

static void print_reports(snapshot *s, const plumb_same_result *result) {
    char *text, *json;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    plumb_same_text(result, stream);
    fclose(stream);
    stream = open_memstream(&json, &size);
    ck_assert_int_eq(plumb_same_json(result, stream), 0);
    fclose(stream);
    json_t *object = json_of_format("same", json);
    snapshot_rounded(s, text);
    snapshot_json(s, object);
    json_decref(object);
    free(text);
    free(json);
}

START_TEST(reports_read_so) {
    const plumb_same_request request = {.path = paths, .runs = RUNS};
    plumb_same_result result;
    plumb_error error = {""};
    char root[PATH_MAX], folder[PLACE_SIZE];
    snapshot s;
    ck_assert_ptr_nonnull(getcwd(root, sizeof root));
    make_folder(folder);
    ck_assert_int_eq(chdir(folder), 0);
    save_runs();
    ck_assert_msg(plumb_same(&request, &result, &error) == 0, "%s", error.text);
    snapshot_begin(&s);
    print_reports(&s, &result);
    plumb_same_free(&result);
    for (size_t i = 0; i < RUNS; i++)
        unlink(paths[i]);
    ck_assert_int_eq(chdir(root), 0);
    ck_assert_int_eq(rmdir(folder), 0);
    snapshot_check(&s, "tests/same/reports.txt");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("same/reports");
    TCase *tests = tcase_create("reports");
    tcase_add_test(tests, reports_read_so);
    suite_add_tcase(suite, tests);
    int result = run_suite_in_place(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
