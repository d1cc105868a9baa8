/* gradients.h - the gradients that an engine answered, held against their enclosures and against what simulated
   backward passes err (backward/level.h).  spec/expected.md, section 6. */
#ifndef PLUMB_JUDGE_GRADIENTS_H
#define PLUMB_JUDGE_GRADIENTS_H
#include "backward/expected.h"
#include "backward/level.h"
#include "judge/compare.h"

/* Whether the case holds any. */
bool plumb_has_gradients(const plumb_case *judged);

/* How many rows see the key of such an element, of all that have a part in it; of other gradients than dk, dv and dbias
   none is asked about. */
size_t plumb_rows_that_see(const plumb_case *judged, plumb_gradient gradient, const plumb_element *element);

/* Whether those that it holds can be judged, of all rows; else a message. */
int plumb_gradients_can_be_judged(const plumb_case *judged, const plumb_compare_options *options, plumb_error *error);

/* The gradients of the case that it holds answers for; to be freed even after a failure. */
int plumb_gradients_of_case(const plumb_case *judged, int threads, plumb_gradient_balls *exact, plumb_error *error);
void plumb_gradients_free_balls(plumb_gradient_balls *exact);

/* What is expected of each number of the gradients that the case holds. */
typedef struct {
    plumb_expected_gradients of; /* enclosures, borrowed, and standard deviations */
    plumb_gradient_level level;
} plumb_gradient_expectation;

/* exact: of the case.  To be freed even after a failure. */
int plumb_gradients_expect(const plumb_case *judged, const plumb_precision *precision, int threads,
                           const plumb_gradient_balls *exact, plumb_gradient_expectation *expectation,
                           plumb_error *error);
void plumb_gradient_expectation_free(plumb_gradient_expectation *expectation);

/* The largest error of a number that is expected. */
double plumb_gradient_expected(const plumb_gradient_expectation *expectation, plumb_gradient gradient, size_t place);

/* Fills their tensors in the report, whose precision is chosen, but for the verdicts, by the gradients of the case,
   which the options have.  0, or -1 with a message. */
int plumb_judge_gradients(const plumb_compare_options *options, plumb_report *report, plumb_error *error);
#endif
