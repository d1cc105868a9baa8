/* calls.h - a question for tests of the settings under which the library is called. */
#ifndef PLUMB_TESTS_LIBRARY_CALLS_H
#define PLUMB_TESTS_LIBRARY_CALLS_H
#include "library/plumbline.h"
#include "tests/support/check.h"
#include <stdlib.h>
#include <string.h>

/* Enough rows for several threads. */
static const char recorded_case[] = "tests/engines/cases/pytorch-flash-bf16-causal.safetensors";

static inline plumb_question *ask_recorded(void) {
    plumb_question *question = plumb_question_new();
    ck_assert_ptr_nonnull(question);
    ck_assert_int_eq(plumb_question_read(question, recorded_case), PLUMB_RIGHT);
    return question;
}

/* Its outputs: count middles, then count radii, to be freed. */
static inline double *evaluate_recorded(size_t *count) {
    plumb_question *question = ask_recorded();
    *count = plumb_question_count(question, "output");
    double *balls = malloc(2 * *count * sizeof *balls);
    ck_assert_ptr_nonnull(balls);
    ck_assert_int_eq(
        plumb_question_evaluate(question, "output", balls, balls + *count, *count), PLUMB_RIGHT);
    plumb_question_free(question);
    return balls;
}

/* How many of the calls on the question say otherwise than that it is refused because of what is wrong.
   No check here: the settings must first be right again.  The question was read, and has an answer. */
static inline int calls_that_compute(plumb_question *question, const char *what_is_wrong) {
    static const size_t shape[] = {1};
    static const double datum[] = {1};
    static double middle[1], radius[1];
    int others = 0;
    for (int call = 0; call < 8; call++) {
        int refused = call == 0   ? plumb_question_read(question, recorded_case)
                      : call == 1 ? plumb_question_tensor(question, "x", "F64", shape, 1, datum)
                      : call == 2 ? plumb_question_describe(question, "{\"version\": 1}")
                      : call == 3 ? plumb_question_evaluate(question, "output", middle, radius, 1)
                      : call == 4 ? plumb_question_round(question, "output", "f32", middle, 1)
                      : call == 5 ? plumb_question_judge(question)
                      : call == 6 ? plumb_question_report(question, "text", stdout)
                      : plumb_question_count(question, "output") == 0 ? PLUMB_REFUSED
                                                                      : PLUMB_RIGHT;
        others += refused != PLUMB_REFUSED ||
                  strstr(plumb_question_message(question), what_is_wrong) == NULL;
    }
    return others;
}
#endif
