/* test_time.c - when time is up nothing else is begun, and what is told is told of all time, too. */
#include "tests/infer/inferred.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"
#include <stdatomic.h>
#include <stdint.h>

/* How often time is asked for when it is up: each loop once, but for the hypotheses of one kind. */
enum { LATE_CALLS = 4000 };

/* Time that is up when it was asked for so often. */
typedef struct {
    atomic_size_t asked;
    size_t most;
} counted_time;

static bool is_spent(const void *context) {
    counted_time *time = (counted_time *)(uintptr_t)context;
    return atomic_fetch_add(&time->asked, 1) >= time->most;
}

static void infer_counted(const plumb_case *judged, counted_time *time, plumb_inferences *inferences) {
    plumb_concentration where;
    ck_assert_int_eq(infer_in_time(judged, (plumb_infer_time){is_spent, time}, inferences, &where), PLUMB_FAIL);
}

/* What is told in less time is told in all of it, and when time is up little else is begun. */
START_TEST(time_ends_the_search) {
    random_cases cases = random_begin("time", 1);
    random_next(&cases);
    faulty_case c = {.cases = &cases, .kernel = {.format = PLUMB_F32}};
    fault_two_tiles_lost(&c);
    double *out = run_kernel(&c.kernel);
    plumb_case judged = case_of_kernel(&c.kernel, out);
    plumb_inferences all, some;
    counted_time enough = {.most = SIZE_MAX};
    infer_counted(&judged, &enough, &all);
    ck_assert_uint_gt(all.count, 0);
    ck_assert(!all.unfinished);
    ck_assert_uint_gt(enough.asked, 100);
    for (size_t most = 0; most < enough.asked; most = 2 * most + 1) {
        counted_time time = {.most = most};
        infer_counted(&judged, &time, &some);
        ck_assert_uint_lt(time.asked, most + LATE_CALLS);
        ck_assert(some.unfinished != (some.explained == all.explained));
        ck_assert(some.count == 0 || strcmp(some.list[0].says, all.list[0].says) == 0);
    }
    free(out);
    free_problem(&c.drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/time");
    TCase *tests = tcase_create("time");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, time_ends_the_search);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
