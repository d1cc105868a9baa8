/* random.h - random cases that a failure can name, with the same numbers on every machine.

   Environment: PLUMB_TEST_SEED chooses other numbers (default 1), PLUMB_TEST_EFFORT multiplies the
   number of cases (default 1; also a fraction), PLUMB_TEST_CASE runs one case of each test. */
#ifndef PLUMB_TESTS_SUPPORT_RANDOM_H
#define PLUMB_TESTS_SUPPORT_RANDOM_H
#include "number/ball.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each case starts its own sequence from the seed and its number, so it can be run alone. */
typedef struct {
    const char *test;
    uint64_t seed, number, next, end, state;
} random_cases;

/* random_cases cases = random_begin("name", 1000); while (random_next(&cases)) ... */
random_cases random_begin(const char *test, uint64_t usual);
bool random_next(random_cases *cases);
double random_effort(void);
/* Seconds, plenty for any check with so many cases. */
double random_timeout(void);

/* After random_next, in a test that runs in a loop: the case draws other numbers in each round. */
void random_round(random_cases *cases, int round);

uint64_t random_bits(random_cases *cases);
/* 0 .. bound - 1 */
size_t random_below(random_cases *cases, size_t bound);
/* in [0, 1) */
double random_uniform(random_cases *cases);
/* mean 0, variance 1 */
double random_normal(random_cases *cases);
/* of either sign, the magnitude in [2^low, 2^(high + 1)) */
double random_scaled(random_cases *cases, int low, int high);

/* Finite numbers where arithmetic goes wrong first: zeros, subnormals, huge numbers, powers of two
   and their neighbours, integers; among ordinary ones. */
double random_edge(random_cases *cases);
/* The same, infinities and NaN included. */
double random_special(random_cases *cases);
/* A finite number that x nearly or wholly cancels, or that is lost against it. */
double random_companion(random_cases *cases, double x);
/* A finite middle; the radius 0, small beside it, like it, or anything finite. */
plumb_ball random_ball(random_cases *cases);
#endif
