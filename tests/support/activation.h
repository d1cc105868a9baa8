/* activation.h - the a_j of one score of each operator that is normalised (spec/operators.md, section 2), in plain
   doubles: once for all tests that need the formula, as the page has it, as engines compute it, and wrongly.

   Written from the page.  Nothing of it comes from src; exact_activation.h has the same in Arb. */
#ifndef PLUMB_TESTS_SUPPORT_ACTIVATION_H
#define PLUMB_TESTS_SUPPORT_ACTIVATION_H
#include "problem/operator.h"
#include <stdbool.h>

/* The roundings of an engine. */
typedef struct {
    double (*rounded)(const void *engine, double x); /* what an operation returns */
    double (*stored)(const void *engine, double x);  /* the same, kept between two operations */
    const void *engine;
    bool other_form; /* the second of two usual forms of a function */
} activation_arithmetic;

typedef double activation_formula(const activation_arithmetic *by, double x);

typedef struct {
    activation_formula *right, *wrong;
    const char *mistake; /* what `wrong` is: "relu not rectified"; NULL: there is none */
} activation;

bool has_activation(plumb_operator_kind kind);

/* Of an operator that has one. */
const activation *activation_of(plumb_operator_kind kind);

/* Without roundings. */
double activated(plumb_operator_kind kind, double x);
#endif
