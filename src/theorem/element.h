/* element.h - one number that an engine returned, as it is judged. */
#ifndef PLUMB_THEOREM_ELEMENT_H
#define PLUMB_THEOREM_ELEMENT_H
#include "theorem/overflow_step.h"
#include <stdbool.h>
#include <stddef.h>

/* Why an element failed, or that it did not. */
typedef enum {
    PLUMB_WITHIN,        /* errs as simulated evaluations do */
    PLUMB_IMPROBABLE,    /* more, and nobody knows that it is impossible */
    PLUMB_EXCLUDED,      /* proved to be given by no engine (judge/ask.h) */
    PLUMB_NAN,           /* NaN where the exact value is a number, and no step can overflow */
    PLUMB_INFINITE,      /* infinite, or of the wrong sign, where no step can overflow */
    PLUMB_NOT_NAN,       /* a number where the stated convention (empty rows) says NaN */
    PLUMB_FINITE,        /* a number where a visible NaN or infinity has to reach the result */
    PLUMB_NO_JUDGEMENT,  /* there is no exact value: a visible input is not finite */
    PLUMB_UNINFORMATIVE, /* errors may be as large as what is judged */
    PLUMB_NOT_COMPARED,  /* the score of an invisible key: engines may leave anything there */
    PLUMB_MAY_OVERFLOW,  /* no number, or one too far off, where a step may overflow */
    PLUMB_NOT_AS_DEFINED /* other than the number that the definition states, as of a hidden key's weight */
} plumb_finding;

const char *plumb_finding_text(plumb_finding finding);

/* One judged element. */
typedef struct {
    bool present;
    size_t batch, head, query; /* the row */
    bool in_sequence;          /* of a ragged batch, where the query is this token of all: */
    size_t token;
    size_t column;             /* value dimension (output), key (weights, scores), 0 (lse) */
    plumb_finding finding;
    plumb_overflow overflow;      /* with PLUMB_MAY_OVERFLOW: of which step */
    double engine;                /* what the engine returned */
    double low, high;             /* the exact value lies between these */
    double error_low, error_high; /* |engine - exact| lies between these; NaN where the engine gave no number */
    double ulps;                  /* error_high in units in the last place of the claim's dtype */
    double deviation;             /* by how much such a number usually errs: its standard deviation */
    double provable, probable;    /* no evaluation ends farther away, NaN where that was not asked; no simulated one is
                                     taken to */
    double ratio;                 /* error_low / provable; infinite where the engine gave no number */
    double least_bound;           /* about as little as proved code may allow; NaN where nothing is known */
} plumb_element;

/* Row-major order of the tensor. */
bool plumb_element_comes_before(const plumb_element *a, const plumb_element *b);
#endif
