/* row.h - one row of the reference in the making: which row, at what precision, and the balls that
   one stage leaves for the next. */
#ifndef PLUMB_EXACT_ROW_H
#define PLUMB_EXACT_ROW_H
#include "problem/problem.h"
#include "problem/arb.h"

typedef struct {
    const plumb_problem *problem;
    size_t b, h, t;
    slong precision;
    arb_ptr score;     /* [key_length] */
    arb_ptr weight;    /* [key_length] */
    arb_ptr output;    /* [value_dim] */
    arb_ptr lse;       /* one number */
    arb_t sink_logit;  /* S; 0 without an extra logit, and then not used */
    arb_t sink_weight; /* e^S over the denominator; 0 without an extra logit */
} plumb_exact_stages;
#endif
