/* test_memory.c - memory that runs out at any one allocation of a measurement: the same shares or a message, never a
   crash. */
#include "tests/support/short_memory.h"
#include "measure/sink.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <stdio.h>

#ifdef OWN_MEMORY
/* One share is decided by the kernels, the other is a tie. */
static const plumb_sink_question questions[] = {{.epsilon = "0.3", .tokens = 64, .key = 1},
                                                {.epsilon = "1/2", .tokens = 2, .key = 2}};

/* 0, or -1 with a message. */
static int measure(const plumb_problem *problem, const plumb_sink_question *question,
                   size_t count[PLUMB_SHARE_ANSWERS], plumb_error *error) {
    plumb_case asked = {.problem = *problem, .source = "made"};
    plumb_sink_layer layer;
    int result = plumb_sink_measure(&asked, question, &layer, error);
    if (result == 0) {
        memcpy(count, layer.count, sizeof layer.count);
        plumb_sink_layer_free(&layer);
    }
    return result;
}

/* Of a layer whose queries are 0. */
START_TEST(a_measurement_runs_short) {
    const plumb_sink_question *question = &questions[_i];
    size_t wanted[PLUMB_SHARE_ANSWERS], count[PLUMB_SHARE_ANSWERS], allocations = 0;
    plumb_error error = {""};
    plumb_problem shape = one_head(4, 4, 2, 1);
    shape.causal.causal = true;
    shape.query_heads = 2;
    drawn_problem drawn = blank_problem(shape);
    omp_set_num_threads(1);
    ck_assert_int_eq(measure(&drawn.problem, question, wanted, &error), 0);
    for (;; allocations++) {
        run_short(allocations);
        int result = measure(&drawn.problem, question, count, &error);
        if (!ran_short())
            break;
        if (result == 0)
            ck_assert_mem_eq(count, wanted, sizeof wanted);
        else
            ck_assert_msg(strstr(error.text, "not enough memory") != NULL, "%zu: %s", allocations, error.text);
    }
    ck_assert_uint_gt(allocations, 3);
    free_problem(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("memory");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, a_measurement_runs_short, 0, 2);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
#endif
