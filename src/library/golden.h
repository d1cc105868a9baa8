/* golden.h - what the tolerance of somebody else's test can be made of: the output correctly rounded, where it lies
   exactly, how far off the best and correct kernels are, and what moves it. */
#ifndef PLUMB_LIBRARY_GOLDEN_H
#define PLUMB_LIBRARY_GOLDEN_H
#include "judge/compare.h"
#include "simulate/condition.h"
#include "library/evaluation.h"
#include <stdio.h>

/* The arrays of a golden output, and of each element: */
typedef enum {
    PLUMB_GOLDEN_VALUE,    /* the exact output, correctly rounded to the format */
    PLUMB_GOLDEN_LOW,      /* the exact output is at least this, */
    PLUMB_GOLDEN_HIGH,     /* and at most that */
    PLUMB_GOLDEN_FLOOR,    /* by how much `value` is off, at most: no kernel with outputs of the format is nearer */
    PLUMB_GOLDEN_EXPECTED, /* the largest error of simulated kernels of the precision; NaN: not known */
    PLUMB_GOLDEN_CONDITION /* and from here on the condition numbers (simulate/condition.h) */
} plumb_golden_part;
enum { PLUMB_GOLDEN_PARTS = PLUMB_GOLDEN_CONDITION + PLUMB_CONDITIONS };

/* "value", "low", "high", "floor", "expected", "condition_q", ... */
const char *plumb_golden_name(plumb_golden_part part, char text[32]);

typedef struct {
    plumb_format format;
    plumb_precision precision;
    bool precision_stated;
    size_t count;                     /* elements of each array: [batch][query_heads][queries asked for][value_dim] */
    double *part[PLUMB_GOLDEN_PARTS]; /* NULL: a condition number that the problem does not have */
} plumb_golden;

/* The output of a case, whatever an engine answered.  0, or -1 with a message; to be freed either way. */
int plumb_golden_find(const plumb_case *c, plumb_format format, const plumb_evaluation *how, plumb_golden *golden,
                      plumb_error *error);
void plumb_golden_free(plumb_golden *golden);

/* The largest number of each array, in a few lines. */
void plumb_golden_text(const plumb_golden *golden, FILE *stream);
#endif
