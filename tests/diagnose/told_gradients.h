/* told_gradients.h - a backward pass with a mistake, and what is said of it. */
#ifndef PLUMB_TESTS_DIAGNOSE_TOLD_GRADIENTS_H
#define PLUMB_TESTS_DIAGNOSE_TOLD_GRADIENTS_H
#include "diagnose/diagnose.h"
#include "tests/judge/drawn_backward.h"

/* Of 64 queries, a causal mask and all else. */
static inline drawn_backward draw_told(random_cases *cases, size_t model) {
    backward_engine by = {.format = models[model].format, .delta = OF_STORED};
    return draw_backward_of(cases, by, models[model].precision, 64, true);
}

static inline void diagnose(const drawn_backward *d, backward_mistake made, plumb_diagnosis *diagnosis) {
    plumb_error error;
    const plumb_diagnose_options options = {.threads = 1};
    backward_answers given = run_backward(&d->by, &d->drawn.problem, made);
    plumb_case judged = backward_case(&d->drawn.problem, &d->by, &given, d->precision);
    ck_assert_msg(plumb_diagnose(&judged, &options, diagnosis, &error) == 0, "%s", error.text);
    free_backward(&given);
}

/* Of that mistake this is said, whole, and that is its cause. */
static inline void expect_said(const drawn_backward *d, backward_mistake made, const char *cause, const char *says) {
    plumb_diagnosis diagnosis;
    char summary[1024];
    diagnose(d, made, &diagnosis);
    plumb_diagnosis_summary(&diagnosis, summary, sizeof summary);
    ck_assert_str_eq(summary, says);
    ck_assert_str_eq(diagnosis.inferences.list[0].cause, cause);
    ck_assert(diagnosis.inferences.of_gradients && diagnosis.inferences.explained > 0);
    plumb_diagnosis_free(&diagnosis);
}
#endif
