/* overflow_step.h - the step of an evaluation whose numbers may overflow their format, and the sentence that reports
   it. */
#ifndef PLUMB_THEOREM_OVERFLOW_STEP_H
#define PLUMB_THEOREM_OVERFLOW_STEP_H

/* In the order of an evaluation. */
typedef enum {
    PLUMB_OVERFLOWS_NOWHERE,
    PLUMB_OVERFLOWS_VECTORS, /* queries and keys: as given, moved or mapped, scaled */
    PLUMB_OVERFLOWS_PRODUCTS,
    PLUMB_OVERFLOWS_SCORES,
    PLUMB_OVERFLOWS_EXPONENTS,
    PLUMB_OVERFLOWS_EXPONENTIALS,
    PLUMB_OVERFLOWS_WEIGHTS, /* probabilities, activations */
    PLUMB_OVERFLOWS_SUMS,
    PLUMB_OVERFLOWS_RECIPROCALS, /* of sums that may be computed as 0, or nearly 0 */
    PLUMB_OVERFLOWS_VALUES,
    PLUMB_OVERFLOWS_VALUE_SUMS,
    PLUMB_OVERFLOWS_OUTPUTS,
    PLUMB_OVERFLOWS_LSE,
    PLUMB_OVERFLOWS_SCORE_GRADIENTS, /* of the backward pass: for weights and scores */
    PLUMB_OVERFLOWS_GRADIENTS,       /* for vectors */
    PLUMB_OVERFLOW_STEPS
} plumb_overflow_step;

typedef struct {
    plumb_overflow_step step;
    double bound;    /* on the magnitudes that the step may store; infinite if none is known */
    double overflow; /* the least magnitude that becomes an infinity there (precision/range.h) */
} plumb_overflow;

/* Keeps the step in *worst if it may overflow, and exceeds its format by more than the one kept so far. */
void plumb_overflow_count(plumb_overflow *worst, plumb_overflow_step step, double overflow, double bound);
void plumb_overflow_add(plumb_overflow *worst, const plumb_overflow *other);

/* "binary16 scores may overflow here: up to 70,000 (65,504 is the largest binary16 number)"; "" if none may. */
enum { PLUMB_OVERFLOW_TEXT = 160 };
const char *plumb_overflow_text(const plumb_overflow *overflow, char text[PLUMB_OVERFLOW_TEXT]);
#endif
