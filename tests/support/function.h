/* function.h - checks of an increasing function of one number, on balls and at every visible key.

   An increasing function is extreme at the ends of a ball, so the ends and the middle are enough. */
#ifndef PLUMB_TESTS_SUPPORT_FUNCTION_H
#define PLUMB_TESTS_SUPPORT_FUNCTION_H
#include "number/ball.h"
#include "problem/arb.h"
#include "tests/support/check.h"
#include "tests/support/random.h"
#include <stdbool.h>
#include <stddef.h>

#define FUNCTION_PRECISION 300

typedef struct {
    const char *name;
    plumb_ball (*ball)(plumb_ball a);
    void (*exact)(arb_t value, const arb_t x);
    double (*widest)(plumb_ball a); /* the largest radius that the header allows */
    double branches[4];             /* where the function or its evaluation changes */
} increasing_function;

void check_contains(const increasing_function *function);
void check_tight(const increasing_function *function);
/* Balls without information, and only they, give no information. */
void check_information(const increasing_function *function);

/* Adds these as three tests; one function to a program. */
void add_function_tests(TCase *tests, const increasing_function *function);

/* Fails with the argument and the result of a case. */
void fail_ball(const random_cases *cases, const char *what, plumb_ball a, plumb_ball result);

/* A kernel that applies the function to each visible score.  in_place: the scores of invisible keys
   stay as they are; otherwise their weights are 0. */
typedef void function_kernel(const plumb_ball *score, const unsigned char *visible, size_t keys,
                             plumb_ball *weight);
void check_kernel(const increasing_function *function, function_kernel *kernel, bool in_place);

/* e^x, cut off at 2^20 either way: beyond it lies no ball with information. */
void exact_exponential(arb_t value, const arb_t x);

/* 1/(1 + e^-x), cut off at 100, beyond which the value is closer to 1 than any radius is to 0, and at -1000, beyond
   which no more than 0 +- 2^-1019 is ever known. */
void exact_sigmoid(arb_t value, const arb_t x);

/* tanh x, with x cut off at 100 either way: beyond it the value is closer to 1 than any radius is to 0. */
void exact_tanh(arb_t value, const arb_t x);
#endif
