/* level.h - measures the errors of simulated evaluations on some rows of a problem: every form (form.h) evaluates them,
   and errors are counted in standard deviations (deviation.h). */
#ifndef PLUMB_SIMULATED_LEVEL_H
#define PLUMB_SIMULATED_LEVEL_H
#include "base/error.h"
#include "exact/quantity.h"
#include "precision/precision.h"
#include <stdbool.h>

/* The tensors and rows to measure. */
typedef struct {
    bool present[PLUMB_QUANTITIES];
    plumb_format format[PLUMB_QUANTITIES];
    size_t from, to; /* the queries from <= t < to of each head */
    int threads;
    struct plumb_borrowed *borrowed; /* held while they are read (case/borrowed.h); NULL: all numbers are in memory */
} plumb_simulated_question;

/* Mean errors beyond what the scatter of the sample explains: along the exact values, and in standard deviations of one
   number (bias.h). */
typedef struct {
    double along, mean;
} plumb_simulated_bias;

/* The errors of the form with the largest ones. */
typedef struct {
    double level;   /* root of the mean square over all rows */
    double row;     /* largest such root in one row */
    double element; /* largest of one number */
    plumb_simulated_bias bias, head_bias; /* of all rows, and of the worst head */
    /* of an output, at most: */
    double scale; /* the part by which all scores seem too large or too small */
    double key;   /* the apparent error of a weight, in its standard deviations (filter.h) */
} plumb_simulated_errors;

typedef struct {
    plumb_simulated_errors quantity[PLUMB_QUANTITIES];
    double stored_weights, stored_weights_of_head; /* common effect of storing weights on outputs (stored_weights.h) */
    double shared;       /* the part of the variance of outputs that rows of a head share, as parts are stored */
    bool asks_keys;      /* whether noticed_keys was computed */
    size_t noticed_keys; /* the least number of neighbouring keys that, lost in every row of a head, move some row of
                            the sample by more than the error of a simulated row, in 19 of 20 places; 0: none */
    size_t rows;         /* evaluated rows; 0: nothing was measured */
} plumb_expected_level;

/* The expected error of an element, of a row (root mean square), and of a weight computed from its output: multiples of
   the errors of simulated evaluations (spec/expected.md). */
double plumb_expected_element_limit(const plumb_simulated_errors *simulated);
double plumb_expected_row_limit(const plumb_simulated_errors *simulated);
double plumb_expected_key_limit(const plumb_simulated_errors *simulated);

/* A level without measurements. */
plumb_expected_level plumb_expected_level_unmeasured(void);

/* Whether rows that see few of many keys are evaluated as a problem of these keys (row/gathered.h): not if the shift of
   the precision includes hidden scores. */
bool plumb_rows_can_gather(const plumb_problem *problem, const plumb_precision *precision);

/* Returns 0, or -1: not enough memory, or, with a message, wrong settings of a thread. */
int plumb_expected_level_find(const plumb_problem *problem, const plumb_precision *precision,
                            const plumb_simulated_question *question, plumb_expected_level *level, plumb_error *error);
#endif
