/* exact_scores.h - spec/budget.md, sections 3, 9, 10 and 17 to 20: the errors D_j of the scores of one row,
   exactly as that page has them.

   Written from the page alone, as a second implementation of what src/compare computes in binary64. */
#ifndef PLUMB_TESTS_SUPPORT_EXACT_SCORES_H
#define PLUMB_TESTS_SUPPORT_EXACT_SCORES_H
#include "problem/problem.h"
#include "precision/precision.h"
#include "tests/support/real.h"

typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    size_t b, h, t;
    /* src/compare knows a score that is more than one product to within what the product inherits from its
       vectors; so many times that adds to the size of a score.  0: the page. */
    double slack;
} exact_place;

typedef struct {
    bool *takes_part; /* [key_length] */
    real *score;      /* [key_length + 1] s_j; last the sink's logit */
    real *size;       /* [key_length + 1] what |s_j| counts as in section 4 */
    real *error;      /* [key_length + 1] D_j */
    real blur;         /* to within which the logit of a sink is known */
    real *products;   /* [key_length + 1] M_j, or |s_j| of a score that is more than products */
    real features;    /* |scale| sum_f |phi_qf|, as computed */
    bool has_sink;
} exact_scores;

exact_scores exact_scores_of(exact_place place);

/* Whether a score is one product and nothing else. */
bool exact_score_is_product(const plumb_problem *problem);
#endif
