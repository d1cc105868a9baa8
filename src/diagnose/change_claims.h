/* change_claims.h - numbers that lack what the row as a whole would have made of them: the division by a sum, the
   maximum, the softcap.  The kernels evaluate the row; the change makes of a tensor what it is taken for. */
#ifndef PLUMB_DIAGNOSE_CHANGE_CLAIMS_H
#define PLUMB_DIAGNOSE_CHANGE_CLAIMS_H
#include "diagnose/making.h"

/* What stands where; M is the largest score, Z the sum of e^{x_j - M} and of a sink's. */
typedef enum {
    PLUMB_WEIGHTS_UNDIVIDED, /* e^{x_j - M} */
    PLUMB_WEIGHTS_ARE_SCORES,
    PLUMB_SCORES_ARE_WEIGHTS,
    PLUMB_SCORES_UNSCALED,      /* q.k, neither capped nor biased */
    PLUMB_SCORES_UNCAPPED,      /* s q.k, neither capped nor biased */
    PLUMB_SCORES_UNBIASED,      /* before what is added last */
    PLUMB_LSE_WITHOUT_MAXIMUM,  /* log Z */
    PLUMB_LSE_IS_MAXIMUM,       /* M */
    PLUMB_LSE_IS_SUM,           /* Z */
    PLUMB_LSE_UNSCALED_MAXIMUM, /* M / s + log Z */
    PLUMB_OUTPUT_UNDIVIDED,     /* sum e^{x_j - M} v_j */
    PLUMB_OUTPUT_DIVIDED_TWICE  /* by Z */
} plumb_holding;

/* Whether the case has that tensor, and it may hold that. */
bool plumb_may_hold(const plumb_case *c, plumb_holding what);
int plumb_hold(const plumb_making *m); /* integer: plumb_holding */
#endif
