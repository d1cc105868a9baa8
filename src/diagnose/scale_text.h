/* scale_text.h - other scales than the stated one, as exact texts where the number is rational,
   else as a decimal of 20 digits: far closer to the number than any precision can tell. */
#ifndef PLUMB_DIAGNOSE_SCALE_TEXT_H
#define PLUMB_DIAGNOSE_SCALE_TEXT_H
#include "base/storage.h"
#include "problem/problem.h"
#include <stdint.h>

typedef enum {
    PLUMB_SCALE_DEFAULT,      /* 1/sqrt(head_dim) */
    PLUMB_SCALE_INTEGER,      /* the integer of the rule */
    PLUMB_SCALE_NUMBER,       /* the number of the rule, to 9 digits */
    PLUMB_SCALE_INVERSE_ROOT, /* 1/sqrt(integer) */
    PLUMB_SCALE_INVERSE,      /* 1/integer */
    PLUMB_SCALE_SQUARE,       /* scale^2 */
    PLUMB_SCALE_ROOT,         /* sqrt(scale) */
    PLUMB_SCALE_RECIPROCAL,   /* 1/scale */
    PLUMB_SCALE_NEGATIVE,     /* -scale */
    PLUMB_SCALE_TIMES_LN_2,   /* scale ln 2 */
    PLUMB_SCALE_TIMES_LOG2_E, /* scale log2 e */
    PLUMB_SCALE_TIMES_NUMBER, /* scale times the number of the rule */
    PLUMB_SCALE_OVER_NUMBER,  /* scale over the number of the rule */
    PLUMB_SCALE_IN_BF16,      /* the scale rounded to bfloat16 */
    PLUMB_SCALE_IN_F16,       /* the scale rounded to binary16 */
    PLUMB_SCALE_IN_F32        /* the scale rounded to binary32 */
} plumb_scale_rule;

typedef struct {
    plumb_scale_rule rule;
    int64_t integer; /* above 0; any for PLUMB_SCALE_INTEGER */
    double number;   /* finite and not 0 */
} plumb_other_scale;

/* Gives the problem that scale.  Returns 1, or 0 with the problem as it was where there is no such
   number or it is the stated one, or -1 if memory is short. */
int plumb_change_scale_by(plumb_storage *storage, plumb_problem *problem, plumb_other_scale other);
#endif
