/* reference.h - the reference for single elements; keeps the last row for the next element. */
#ifndef PLUMB_EXACT_REFERENCE_H
#define PLUMB_EXACT_REFERENCE_H
#include "exact/quantity.h"
#include "problem/arb.h"
#include "row/evaluate.h"
#include <stdbool.h>

/* Precisions, in bits, at which an element is tried in turn: 128, 256, ... up to the largest. */
#define PLUMB_REFERENCE_FIRST 128
#define PLUMB_REFERENCE_LAST 8192

typedef struct {
    const plumb_problem *problem;
    bool filled;
    size_t b, h, t;
    slong precision;
    arb_ptr score, weight, output;
    bool *has_output; /* [value_dim] elements of output that are computed, at that precision */
    arb_t sink_weight, lse;
} plumb_reference;

void plumb_reference_init(plumb_reference *reference, const plumb_problem *problem);
void plumb_reference_clear(plumb_reference *reference);

/* A ball around one element, from arithmetic of at least the given precision; valid until the
   next call. */
arb_srcptr plumb_reference_element(plumb_reference *reference, size_t b, size_t h, size_t t, plumb_quantity quantity,
                                   size_t column, slong precision);

/* Fills a row with the binary64 balls of the reference, as plumb_evaluate_row would. */
void plumb_reference_row(plumb_reference *reference, size_t b, size_t h, size_t t, slong precision, plumb_row *row);

/* The same element as a binary64 ball; without information if binary64 cannot hold it. */
plumb_ball plumb_reference_ball(plumb_reference *reference, size_t b, size_t h, size_t t, plumb_quantity quantity,
                                size_t column, slong precision);
#endif
