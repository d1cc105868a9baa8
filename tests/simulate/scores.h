/* scores.h - the scores of a simulated engine (engine.h): rotated, scaled and rounded vectors, their products, and what
   joins these. */
#ifndef PLUMB_TESTS_SIMULATE_SCORES_H
#define PLUMB_TESTS_SIMULATE_SCORES_H
#include "tests/simulate/engine.h"

/* Of row (b, h, t): query, key and values, then raw, takes_part and sink. */
void simulate_scores(simulation *run);

/* x as registers hold it. */
static inline double in_register(const simulation *run, double x) {
    return simulated_round(run->by->exponent, x);
}
#endif
