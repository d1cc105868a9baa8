/* visible_errors.h - bounds of the errors of an online softmax that do not depend on the values: those of the exponents
   of the visible keys (spec/budget.md, section 4). */
#ifndef PLUMB_BUDGET_VISIBLE_ERRORS_H
#define PLUMB_BUDGET_VISIBLE_ERRORS_H
#include "budget/exponent.h"
#include "budget/model.h"
#include "number/index.h"
#include "spec/budget/visible_softmax.h"

typedef struct {
    int known;    /* 0: the other members have no meaning */
    size_t count; /* visible keys */
    int far;      /* not 0: scores that are at most `limit` as computed fall far below the last shift */
    double limit;
    double size; /* bounds the sizes of the scores as computed that do not fall */
    double most; /* bounds the errors of their exponents */
    plumb_exponent_error exponent;
} plumb_visible_errors;

/*@ predicate are_visible_errors(plumb_visible_errors e, seq u, seq t, seq s, seq d, subset m, integer n, integer r) =
      visible_row(u, t, s, d, m, n, e.count, r, e.far, e.limit, e.size, e.most) &&
      is_exponent_error(e.exponent, u, t, e.count, r, e.size); */

/* Finds the bounds.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   score, off  [keys]: balls around the exact scores, and around bounds of their errors as computed
   visible     [keys]: 0 for hidden keys, whose balls are not read
   rescalings  most rescalings of a sum */
/*@ requires counts: keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures count: \result.count <= keys;
    ensures finite: \result.known != 0 ==> \is_finite(\result.most) && \is_finite(\result.limit);
    ensures errors: \result.known != 0 ==> \forall seq u, t, s, d, subset m;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && encloses_visible(score, visible, s, m, keys) &&
      encloses_among(off, d, m, keys) ==> are_visible_errors(\result, u, t, s, d, m, keys, rescalings);
*/
plumb_visible_errors plumb_visible_errors_of(const double *unit, const double *tiny, const plumb_ball *score,
                                             const plumb_ball *off, const unsigned char *visible, size_t keys,
                                             size_t rescalings);

/* tau is what the exponent of a score as computed is off by, if the score is off by d */
/*@ predicate exponent_errs(plumb_visible_errors e, seq u, seq t, integer c, integer r, real size, real s, real d,
                            real tau) =
      is_exponent_error(e.exponent, u, t, c, r, size) &&
      \abs(tau) <= exponent_off(u, t, c, r, size, d, \abs(s)) && (falls(e.far, e.limit, s, d) ==> tau == 0.0); */
/* some number of the ball is not exceeded */
/*@ predicate within_some(plumb_ball a, real x) = \exists real e; in_ball(a, e) && \abs(x) <= e; */

/* 1 if a score of the ball `score` falls, however it is computed with an error of the ball `off`. */
/*@ requires limit: \is_finite(errors.limit);
    assigns \nothing;
    ensures falls: \result != 0 ==> \forall real s, d; in_ball(score, s) && in_ball(off, d) ==>
      falls(errors.far, errors.limit, s, d);
*/
int plumb_falls(plumb_visible_errors errors, plumb_ball score, plumb_ball off);

/* A ball around a bound of the error of the exponent of such a score. */
/*@ requires limit: \is_finite(errors.limit);
    assigns \nothing;
    ensures off: \forall seq u, t, integer c, r, real size, d, s, tau; in_ball(off, d) && in_ball(score, s) &&
      exponent_errs(errors, u, t, c, r, size, s, d, tau) ==> within_some(\result, tau);
*/
plumb_ball plumb_visible_off(plumb_visible_errors errors, plumb_ball score, plumb_ball off);
#endif
