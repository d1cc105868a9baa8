/* gradients.h - judges an engine's gradients: compares them with their enclosures and with the errors of simulated
   backward passes (backward/level.h; spec/expected.md, section 6). */
#ifndef PLUMB_JUDGE_GRADIENTS_H
#define PLUMB_JUDGE_GRADIENTS_H
#include "backward/expected.h"
#include "backward/level.h"
#include "judge/compare.h"

/* Whether the case has gradients of an engine. */
bool plumb_has_gradients(const plumb_case *judged);

/* The number of rows that see the key of an element of dk, dv or dbias; only for these. */
size_t plumb_rows_that_see(const plumb_case *judged, plumb_gradient gradient, const plumb_element *element);

/* Returns 0 if all gradients of the case can be judged, else -1 with a message. */
int plumb_gradients_can_be_judged(const plumb_case *judged, const plumb_compare_options *options, plumb_error *error);

/* Encloses those gradients that the case has of an engine.  Free them even after a failure. */
int plumb_gradients_of_case(const plumb_case *judged, int threads, plumb_gradient_balls *exact, plumb_error *error);
void plumb_gradients_free_balls(plumb_gradient_balls *exact);

/* The expected errors of the elements of the case's gradients. */
typedef struct {
    plumb_expected_gradients of; /* enclosures, borrowed, and standard deviations */
    plumb_gradient_level level;
} plumb_gradient_expectation;

/* exact: the enclosures of the case's gradients.  Free the expectation even after a failure. */
int plumb_gradients_expect(const plumb_case *judged, const plumb_precision *precision, int threads,
                           const plumb_gradient_balls *exact, plumb_gradient_expectation *expectation,
                           plumb_error *error);
void plumb_gradient_expectation_free(plumb_gradient_expectation *expectation);

/* The expected error of an element. */
double plumb_gradient_expected(const plumb_gradient_expectation *expectation, plumb_gradient gradient, size_t place);

/* Fills in the report's tensors of gradients, except their verdicts.  The report must have its precision, and the
   options the enclosures (gradients).  Returns 0, or -1 with a message. */
int plumb_judge_gradients(const plumb_compare_options *options, plumb_report *report, plumb_error *error);
#endif
