/* level.h - how far simulated evaluations of a problem end from its exact values, measured on some of its rows: every
   form (form.h) evaluates them, and errors are counted in standard deviations (deviation.h). */
#ifndef PLUMB_SIMULATED_LEVEL_H
#define PLUMB_SIMULATED_LEVEL_H
#include "base/error.h"
#include "exact/quantity.h"
#include "precision/precision.h"
#include <stdbool.h>

/* What of a problem is asked for. */
typedef struct {
    bool present[PLUMB_QUANTITIES];
    plumb_format format[PLUMB_QUANTITIES];
    size_t from, to; /* the queries of each head */
    int threads;
    struct plumb_borrowed *borrowed; /* held while they are read (case/borrowed.h); NULL: all numbers are there */
} plumb_simulated_question;

/* Mean errors beyond what the scatter of the sample explains: as a part of all exact values, and in standard deviations
   of one number (bias.h). */
typedef struct {
    double along, mean;
} plumb_simulated_bias;

/* Of the form that errs most. */
typedef struct {
    double level;   /* root of the mean square over all rows */
    double row;     /* largest such root in one row */
    double element; /* largest of one number */
    plumb_simulated_bias bias, head_bias; /* of all rows, of the worst head */
    /* of an output, at most: */
    double scale; /* by what part of themselves all scores seem to be too large or too small */
    double key;   /* by how much a weight seems to be wrong, in its standard deviations (filter.h) */
} plumb_simulated_errors;

typedef struct {
    plumb_simulated_errors quantity[PLUMB_QUANTITIES];
    double stored_weights, stored_weights_of_head; /* what storing weights may do to all outputs (stored_weights.h) */
    bool asks_keys;      /* whether that was asked: */
    size_t noticed_keys; /* so many neighbouring keys, lost in every row of a head, move some row of the sample by more
                            than a simulated row errs, in 19 of 20 places; 0: no number of keys does */
    size_t rows;         /* that were evaluated; 0: nothing was */
} plumb_expected_level;

/* The largest error that is expected, of an element, of a row, as a root of the mean square, and of a weight by
   its output: stated multiples of what simulated evaluations err (spec/expected.md). */
double plumb_expected_element_limit(const plumb_simulated_errors *simulated);
double plumb_expected_row_limit(const plumb_simulated_errors *simulated);
double plumb_expected_key_limit(const plumb_simulated_errors *simulated);

/* Nothing measured. */
plumb_expected_level plumb_expected_level_unmeasured(void);

/* 0, or -1: memory is short, or with a message the settings of a thread are wrong. */
int plumb_expected_level_find(const plumb_problem *problem, const plumb_precision *precision,
                            const plumb_simulated_question *question, plumb_expected_level *level, plumb_error *error);
#endif
