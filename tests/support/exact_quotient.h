/* exact_quotient.h - spec/budget.md, sections 12 to 15: every operator but the softmax as a quotient r_j / Z,
   and what its parts are off by, exactly as that page has it. */
#ifndef PLUMB_TESTS_SUPPORT_EXACT_QUOTIENT_H
#define PLUMB_TESTS_SUPPORT_EXACT_QUOTIENT_H
#include "tests/support/exact_softmax.h"

typedef struct {
    real *numerator;       /* [key_length + 1] r_j; the last is 0: no sink */
    real *error;           /* rho_j */
    real *reach;           /* R_j */
    real denominator;      /* Z */
    real error_of_sum;     /* zeta */
    real least;            /* what the computed denominator is at least */
    real probability_lost; /* A, of one probability, for each unit of a value */
    real sum_lost;         /* B */
} exact_quotient;

exact_quotient exact_quotient_of(exact_place place, const exact_scores *scores,
                                 const exact_softmax *softmax);

/* |N/Y - o| before the result is stored */
real exact_quotient_error(exact_place place, const exact_softmax *softmax,
                          const exact_quotient *quotient, exact_values values);
#endif
