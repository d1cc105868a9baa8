/* test_workers.c - a computation shared by threads: every item once, fewer threads where they cannot be
   started, and none whose arithmetic is another. */
#define _GNU_SOURCE
#include "thread/workers.h"
#include "tests/support/suite.h"
#include "tests/support/thread_start.h"
#include "tests/support/traps.h"
#include <fenv.h>
#include <limits.h>
#include <omp.h>
#include <stdatomic.h>
#include <string.h>

/* ---- threads as the tests want them ---- */

static int may_start = INT_MAX; /* so many more */
static int mode_of_new = -1;    /* how they round, if not as the machine has it */

static void set_mode(void) {
    if (mode_of_new != -1)
        fesetround(mode_of_new);
}

static void threads_as_usual(void) {
    may_start = INT_MAX;
    mode_of_new = -1;
}

/* In place of the C library's. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
    if (may_start == 0)
        return EAGAIN;
    may_start--;
    return start_thread(thread, attributes, run, argument, set_mode);
}

/* ---- what they do ---- */

enum { ITEMS = 1000, STACK = 1 << 20 };

typedef struct {
    atomic_int threads, times[ITEMS];
    int under_lock;
} tally;

static void count_items(plumb_workers *workers, void *context) {
    tally *t = context;
    atomic_fetch_add(&t->threads, 1);
    for (size_t item; plumb_workers_take(workers, &item);)
        atomic_fetch_add(&t->times[item], 1);
    plumb_workers_lock(workers);
    t->under_lock++;
    plumb_workers_unlock(workers);
}

/* How many threads there were; every item must have been done once. */
static int run_on(int threads) {
    static tally t;
    plumb_error error;
    memset(&t, 0, sizeof t);
    ck_assert_int_eq(plumb_workers_run(threads, ITEMS, count_items, &t, &error), 0);
    for (int i = 0; i < ITEMS; i++)
        ck_assert_int_eq(t.times[i], 1);
    ck_assert_int_eq(t.under_lock, t.threads);
    return t.threads;
}

START_TEST(every_item_once) {
    for (int threads = 1; threads <= 9; threads++)
        ck_assert_int_eq(run_on(threads), threads);
}
END_TEST

static int count_one(void *context, size_t item) {
    atomic_fetch_add(&((tally *)context)->times[item], 1);
    return item == 2 ? -1 : 0;
}

/* One that fails does not keep the others from being done. */
START_TEST(each_item) {
    tally t = {.under_lock = 0};
    plumb_error error;
    ck_assert_int_eq(plumb_workers_each(4, 2, count_one, &t, &error), 0);
    ck_assert_int_eq(plumb_workers_each(4, 5, count_one, &t, &error), -1);
    for (int i = 0; i < 6; i++)
        ck_assert_int_eq(t.times[i], i < 2 ? 2 : i < 5);
}
END_TEST

START_TEST(no_more_threads_than_items) {
    tally t = {.under_lock = 0};
    plumb_error error;
    for (size_t items = 0; items <= 2; items++) {
        t.threads = 0;
        ck_assert_int_eq(plumb_workers_run(5, items, count_items, &t, &error), 0);
        ck_assert_int_eq(t.threads, items < 2 ? 1 : 2);
    }
}
END_TEST

/* Of n that could be started beside this one, half stay. */
START_TEST(threads_that_cannot_be_started) {
    for (int possible = 0; possible <= 6; possible++) {
        may_start = possible;
        ck_assert_int_eq(run_on(7), possible == 6 ? 7 : 1 + possible / 2);
    }
}
END_TEST

START_TEST(as_many_as_openmp_says) {
    int processors = omp_get_num_procs();
    omp_set_num_threads(40000);
    ck_assert_int_eq(run_on(0), processors);
    omp_set_num_threads(1);
    ck_assert_int_eq(run_on(0), 1);
}
END_TEST

/* As a parallel region there would have one thread. */
START_TEST(one_within_a_parallel_region) {
    int threads = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        threads = run_on(0);
    }
    ck_assert_int_eq(threads, 1);
}
END_TEST

static int use_stack(void *context, size_t item) {
    volatile char room[STACK];
    (void)context;
    for (size_t i = 0; i < sizeof room; i += 4096)
        room[i] = (char)item;
    return 0;
}

/* Whatever OMP_STACKSIZE says. */
START_TEST(stacks_are_large_enough) {
    plumb_error error;
    ck_assert_int_eq(plumb_workers_each(3, 100, use_stack, NULL, &error), 0);
}
END_TEST

START_TEST(a_thread_that_rounds_otherwise) {
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 3; i++) {
        tally t = {.under_lock = 0};
        plumb_error error;
        mode_of_new = modes[i];
        ck_assert_int_eq(plumb_workers_run(2, ITEMS, count_items, &t, &error), -1);
        ck_assert_ptr_nonnull(strstr(error.text, "rounding mode"));
        ck_assert_int_eq(t.threads, 1); /* this one */
    }
}
END_TEST

START_TEST(this_thread_rounds_otherwise) {
    tally t = {.under_lock = 0};
    plumb_error error;
    mode_of_new = FE_TONEAREST;
    fesetround(FE_UPWARD);
    int result = plumb_workers_run(2, ITEMS, count_items, &t, &error), after = fegetround();
    fesetround(FE_TONEAREST);
    ck_assert_int_eq(result, -1);
    ck_assert_int_eq(after, FE_UPWARD);
}
END_TEST

static int raise_all(void *context, size_t item) {
    (void)context;
    (void)item;
    raise_exceptions();
    return 0;
}

START_TEST(traps_are_held_in_every_thread) {
    plumb_error error;
    if (!enable_traps())
        return;
    int result = plumb_workers_each(3, 100, raise_all, NULL, &error);
    ck_assert_int_eq(disable_traps(), FE_ALL_EXCEPT);
    ck_assert_int_eq(result, 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("workers");
    tcase_add_checked_fixture(tests, threads_as_usual, NULL);
    tcase_add_test(tests, every_item_once);
    tcase_add_test(tests, each_item);
    tcase_add_test(tests, no_more_threads_than_items);
    tcase_add_test(tests, threads_that_cannot_be_started);
    tcase_add_test(tests, as_many_as_openmp_says);
    tcase_add_test(tests, one_within_a_parallel_region);
    tcase_add_test(tests, stacks_are_large_enough);
    tcase_add_test(tests, a_thread_that_rounds_otherwise);
    tcase_add_test(tests, this_thread_rounds_otherwise);
    tcase_add_test(tests, traps_are_held_in_every_thread);
    Suite *suite = suite_create("workers");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
