/* score_budget.h - what rounding can do to a score: to the product of query and key (key_budget.h),
   and to what may follow it, bias, position, softcap and mask (spec/budget.md, sections 3, 9, 10
   and 17 to 20). */
#ifndef PLUMB_COMPARE_SCORE_BUDGET_H
#define PLUMB_COMPARE_SCORE_BUDGET_H
#include "compare/feature_budget.h"
#include "compare/key_budget.h"
#include "number/ball.h"

typedef struct {
    const plumb_problem *problem;
    plumb_ball scale;
    plumb_feature_room features;
} plumb_score_budget;

/* Returns 0, or -1 if memory is short. */
int plumb_score_budget_init(plumb_score_budget *scores, const plumb_problem *problem, const plumb_precision *precision);
void plumb_score_budget_free(plumb_score_budget *scores);

/* Prepares a row: its vectors and what positions add to its scores. */
void plumb_score_budget_set(plumb_score_budget *scores, size_t b, size_t h, size_t t);

/* Fills score, score_error and magnitude of the keys that
   take part.  score [key_length] has balls around their exact scores. */
void plumb_score_budget_keys(plumb_score_budget *scores, const plumb_row_terms *row, size_t b, size_t h, size_t t,
                             const unsigned char *takes_part, const plumb_ball *score, plumb_key_budget *key);

/* What the score of a hidden key comes to at most, as computed before the mask hides it. */
double plumb_score_budget_hidden(plumb_score_budget *scores, const plumb_row_terms *row, size_t b, size_t h, size_t t,
                                 size_t i);

/* The same as of a key for the logit of a sink; returns a ball around it. */
plumb_ball plumb_score_budget_sink(const plumb_score_budget *scores, const plumb_row_terms *row, size_t b, size_t h,
                                   size_t t, plumb_key_budget *key);
#endif
