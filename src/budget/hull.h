/* hull.h - a mean lies among its values: what can be said when of the weights nothing is known. */
#ifndef PLUMB_BUDGET_HULL_H
#define PLUMB_BUDGET_HULL_H
#include "number/ball.h"
#include "number/index.h"
#include "spec/budget/hull.h"

/* Is it certain that no evaluation gives a number of the ball, whatever weights that sum to 1 at least?  0 says
   nothing; where no key is visible, no weights sum to 1.  visible [n], value [n][width], of which the column is taken;
   errors of the sums as in direct.h. */
/*@ requires inside: 0 <= column < width && n * width <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(visible + (0 .. n - 1)) && \valid_read(value + (0 .. n * width - 1));
    assigns \nothing;
    ensures impossible: \result != 0 ==> \forall seq p, v, subset m, real kv, eta, k, zeta, x;
      shows(visible, m, n) && some_weight(p, m, n) && given_column(value, v, m, n, width, column) &&
      given(numerator.relative, kv) && given(numerator.absolute, eta) && 0.0 <= eta &&
      given(denominator.relative, k) && given(denominator.absolute, zeta) && 0.0 <= zeta &&
      in_ball(number, x) ==> !evaluates(p, v, m, n, kv, eta, k, zeta, x);
*/
int plumb_outside_hull(const unsigned char *visible, const double *value, size_t n, size_t width, size_t column,
                       plumb_sum_error numerator, plumb_sum_error denominator, plumb_ball number);
#endif
