/* within.h - simulated engines that keep to a precision, whatever it is: the meaning of a stated precision, as code. */
#ifndef PLUMB_TESTS_SIMULATE_WITHIN_H
#define PLUMB_TESTS_SIMULATE_WITHIN_H
#include "precision/precision.h"
#include "tests/simulate/engine.h"
#include "tests/support/random.h"

/* Rounds where the precision rounds, in the formats that it names; cuts where it cuts but for sums, which it allows to
   be cut and which are rounded.  All keys at once, divided last. */
simulated_engine engine_within(const plumb_precision *precision);

/* The same in an order, blocks, parts, places of the scale, exponentials and sums drawn at random, of those that the
   precision allows and kernels use. */
simulated_engine draw_engine_within(random_cases *cases, const plumb_precision *precision);
#endif
