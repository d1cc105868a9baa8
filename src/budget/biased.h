/* biased.h - what joins the scores of a row, and how far a score is off behind it (spec/budget.md, section 10). */
#ifndef PLUMB_BUDGET_BIASED_H
#define PLUMB_BUDGET_BIASED_H
#include "budget/capped.h"
#include "budget/model.h"
#include "spec/budget/evaluation.h"
#include "spec/budget/biased.h"

/* Each in this order, if there is such a thing; a softcap stands before the biases or behind them. */
typedef struct {
    double cap;
    int caps_first;
    int has_bias;
    const plumb_ball *bias;           /* [keys] */
    plumb_own_error bias_own, sum_own; /* what a bias, and its sum with the score, are off by before they are stored */
    int has_first;
    double first; /* added to the score of key 0 */
    int caps_last;
} plumb_joining;

/*@ predicate reads_joining{L}(plumb_joining g, integer n) =
      g.has_bias != 0 ==> \valid_read(g.bias + (0 .. n - 1)); */
/* b_j and b' in memory are the biases of key j and of key 0 */
/*@ predicate joining_of{L}(plumb_joining g, seq b, real first, subset m, integer n) = given(g.first, first) &&
      (g.has_bias != 0 ==> 0.0 <= g.sum_own.unit &&
        \forall integer j; 0 <= j < n && among(m, j) ==> in_ball(g.bias[j], el(b, j))); */
/* y is the score of key j behind its biases, and behind all that joins it; x before */
/*@ predicate biases_join(seq u, seq t, plumb_joining g, seq b, real first, integer j, real x, real y) =
      \exists real p; bias_joins(g.has_bias, u, t, g.bias_own.unit, g.bias_own.tiny, g.sum_own.unit, g.sum_own.tiny,
                                 el(b, j), x, p) &&
        bias_joins(j == 0 ? g.has_first : 0, u, t, 0.0, 0.0, 0.0, 0.0, first, p, y); */
/*@ predicate joins(seq u, seq t, plumb_joining g, seq b, real first, integer j, real x, real y) =
      \exists real c, p; cap_joins(g.caps_first, u, t, g.cap, x, c) && biases_join(u, t, g, b, first, j, c, p) &&
        cap_joins(g.caps_last, u, t, g.cap, p, y); */

/* A bias as an engine stores it. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures computed: \forall seq u, t, real b, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && in_ball(bias, b) && bias_computed(u, t, own.unit, own.tiny, b, y) ==>
      computed_as(\result.exact, \result.off, y);
*/
plumb_computed plumb_bias_computed(const double *unit, const double *tiny, plumb_own_error own, plumb_ball bias);

/* A sink's stated logit as an engine stores it. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures computed: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && given(logit, x) && logit_computed(u, t, x, y) ==>
      computed_as(\result.exact, \result.off, y);
*/
plumb_computed plumb_logit_computed(const double *unit, const double *tiny, double logit);

/* A sum of two numbers as computed. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures computed: \forall seq u, t, real x, b, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && 0.0 <= own.unit && computed_as(score.exact, score.off, x) &&
      computed_as(term.exact, term.off, b) && sum_computed(u, t, own.unit, own.tiny, x, b, y) ==>
      computed_as(\result.exact, \result.off, y);
*/
plumb_computed plumb_sum_computed(const double *unit, const double *tiny, plumb_own_error own, plumb_computed score,
                                  plumb_computed term);

/* The score of key j behind all that joins it. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_joining(joining, keys) && 0 <= j < keys;
    assigns \nothing;
    ensures computed: \forall seq u, t, b, subset m, real first, x, y;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      joining_of(joining, b, first, m, keys) && among(m, j) && computed_as(score.exact, score.off, x) &&
      joins(u, t, joining, b, first, j, x, y) ==> computed_as(\result.exact, \result.off, y);
*/
plumb_computed plumb_biased_score(const double *unit, const double *tiny, plumb_joining joining, plumb_computed score,
                                  size_t keys, size_t j);
#endif
