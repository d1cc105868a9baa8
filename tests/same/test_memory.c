/* test_memory.c - memory that runs out at any one allocation of a comparison: the same finding or a message, never a
   crash; and one that has its memory keeps none. */
#include "tests/support/short_memory.h"
#include "same/same.h"
#include "tests/same/runs.h"
#include "tests/support/held.h"
#include "tests/support/random.h"
#include "tests/support/place.h"
#include <flint/flint.h>
#include <unistd.h>

#ifdef OWN_MEMORY
static char first_path[PLACE_SIZE], other_path[PLACE_SIZE];

static void set_up(void) {
    made_run first = make_part(plain_tensors, "", 1, 1, 0, QUERIES), other = make_whole(plain_tensors, "");
    put_answers(&first);
    put_answers(&other);
    size_t changed = HEADS * QUERIES * WIDTH + 3;
    poke(&other, "out", changed, peek(&other, "out", changed) + 1);
    close(make_file(first_path));
    close(make_file(other_path));
    save_run(&first, first_path);
    save_run(&other, other_path);
}

static void tear_down(void) {
    unlink(first_path);
    unlink(other_path);
}

START_TEST(a_comparison_runs_short) {
    const char *const paths[] = {first_path, other_path};
    const plumb_same_request request = {
        .path = paths, .runs = 2, .part = {.of_batch = true, .batch = 1}};
    plumb_same_result result;
    plumb_error error = {""};
    size_t allocations = 0;
    omp_set_num_threads(1);
    ck_assert_int_eq(plumb_same(&request, &result, &error), 0);
    plumb_same_free(&result);
    for (;; allocations++) {
        run_short(allocations);
        int status = plumb_same(&request, &result, &error);
        if (!ran_short())
            break;
        if (status == 0) {
            ck_assert_uint_eq(result.outcome[1].bits[PLUMB_OUTPUT].differ, 1);
            ck_assert(result.outcome[0].judged && result.outcome[1].judged);
            ck_assert_uint_eq(result.outcome[1].nearness[PLUMB_OUTPUT].nearer[0], 1);
            ck_assert_int_eq(plumb_same_verdict(&result), PLUMB_SUSPECT);
            plumb_same_free(&result);
        } else {
            ck_assert_msg(strstr(error.text, "not enough memory") != NULL, "%zu: %s", allocations, error.text);
        }
    }
    ck_assert_uint_gt(allocations, 30);
    plumb_same_free(&result);
}
END_TEST

static void compare_again(void *context) {
    plumb_same_result result;
    plumb_error error;
    ck_assert_msg(plumb_same(context, &result, &error) == 0, "%s", error.text);
    plumb_same_free(&result);
}

START_TEST(all_memory_is_given_back) {
    const char *const paths[] = {first_path, other_path, other_path};
    plumb_same_request request = {.path = paths, .runs = 3, .part = {.of_batch = true, .batch = 1}};
    omp_set_num_threads(1);
    check_gives_back(compare_again, &request);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("memory");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, a_comparison_runs_short);
    tcase_add_test(tests, all_memory_is_given_back);
    suite_add_tcase(suite, tests);
    int result = run_suite_in_place(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
#endif
