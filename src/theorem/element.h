/* element.h - one number of an engine, and its judgement. */
#ifndef PLUMB_THEOREM_ELEMENT_H
#define PLUMB_THEOREM_ELEMENT_H
#include "theorem/overflow_step.h"
#include <stdbool.h>
#include <stddef.h>

/* The finding for one element. */
typedef enum {
    PLUMB_WITHIN,        /* within its expected error */
    PLUMB_IMPROBABLE,    /* beyond it, but not known to be impossible */
    PLUMB_EXCLUDED,      /* proved: no engine can return it (judge/ask.h) */
    PLUMB_NAN,           /* NaN, but the exact value is a number, and no step can overflow */
    PLUMB_INFINITE,      /* infinite, or an infinity of the wrong sign, and no step can overflow */
    PLUMB_NOT_NAN,       /* a number, but the stated convention (empty rows) requires NaN */
    PLUMB_FINITE,        /* a number, but a visible NaN or infinity must reach the result */
    PLUMB_NO_JUDGEMENT,  /* there is no exact value: a visible input is not finite */
    PLUMB_UNINFORMATIVE, /* errors may be as large as the number itself */
    PLUMB_NOT_COMPARED,  /* the score of a hidden key, which may be anything */
    PLUMB_MAY_OVERFLOW,  /* not finite, or too far off, but a step may overflow */
    PLUMB_NOT_AS_DEFINED /* not the number that a definition sets, such as a hidden key's weight */
} plumb_finding;

const char *plumb_finding_text(plumb_finding finding);

/* One judged element. */
typedef struct {
    bool present;
    size_t batch, head, query; /* the row */
    bool in_sequence;          /* in a ragged batch, whose token number this is: */
    size_t token;
    size_t column;             /* value dimension (output), key (weights, scores), 0 (lse) */
    plumb_finding finding;
    plumb_overflow overflow;      /* with PLUMB_MAY_OVERFLOW: the step */
    double engine;                /* what the engine returned */
    double low, high;             /* the exact value is between these */
    double error_low, error_high; /* |engine - exact| is between these; NaN if the engine's value is not finite */
    double ulps;                  /* error_high in units in the last place of the claim's dtype */
    double deviation;             /* the standard deviation of the error of such a number */
    double provable, probable;    /* the error bound, NaN if it was not computed; the expected error */
    double ratio;                 /* error_low / provable; infinite if the engine's value is not finite */
    double least_bound;           /* a low estimate of the error bound; NaN if there is none */
} plumb_element;

/* Row-major order of the tensor. */
bool plumb_element_comes_before(const plumb_element *a, const plumb_element *b);
#endif
