/* exact_softmax.h - spec/budget.md, sections 4 to 6, 11, 20 and 21: what weights and means of a softmax are
   off by, exactly as that page has it.  Arrays have key_length + 1 elements: the last is the sink's. */
#ifndef PLUMB_TESTS_SUPPORT_EXACT_SOFTMAX_H
#define PLUMB_TESTS_SUPPORT_EXACT_SOFTMAX_H
#include "tests/support/exact_scores.h"

typedef struct {
    size_t count;                /* n, with the sink */
    real log_count;              /* log n, from above */
    size_t rescalings;           /* r */
    size_t additions;            /* a = n + r + 8 */
    real kappa;                  /* of probabilities and of their sum */
    real probability_lost;       /* A */
    real sum_lost;               /* B */
    real value_unit, value_tiny; /* u_v, t_v */
    bool *takes_part;
    bool *vanishes;   /* left out: 1000 below the others */
    real *weight;     /* w_j */
    real largest;     /* S */
    real shift;
    real exponentials;
    real *exponent;   /* L_j; 0 for what vanishes or takes no part */
    real *moved;      /* the same, the error of the heaviest moved to the others */
    real moved_error; /* L_p; 0 if none was moved */
    real excess;      /* E, without that */
    real slack;       /* F */
} exact_softmax;

exact_softmax exact_softmax_of(exact_place place, const exact_scores *scores);
/* Of a row that is the mean of all values. */
exact_softmax exact_mean_of(exact_place place);

/* H: e^L - 1, infinite from L = 300 on */
real exact_growth(real exponent);

/* sum w_j H_j and sum w_j l_j, by `exponent` or by `moved` */
real sum_of_growths(const exact_softmax *softmax, size_t length, const real *exponent);
real sum_of_declines(const exact_softmax *softmax, size_t length, const real *exponent);

/* The values of one column, 0 for a sink without one. */
typedef struct {
    real *value; /* v_j */
    real *size;  /* |v_j|, or |v_j| + |a_j| */
    bool given;  /* stated numbers, which are rounded themselves; not 0 and 1 */
} exact_values;

/* Values that are 1 at one key and 0 elsewhere. */
exact_values exact_values_of_weight(exact_place place, size_t key);
real exact_mean_of_values(exact_place place, const real *weight, exact_values values);

/* |N/Y - o| before the result is stored, by section 5 or 6, the smaller. */
real exact_mean_error(exact_place place, const exact_softmax *softmax, exact_values values);
#endif
