/* direct.h - could any evaluation have given this number?

   One pass over the keys: each weighs as much, or as little, as favours the number most.  If N - x Y is on one side
   of 0 even so, no evaluation gives x.  No denominator is needed, and no weight need have an upper bound. */
#ifndef PLUMB_BUDGET_DIRECT_H
#define PLUMB_BUDGET_DIRECT_H
#include "number/ball.h"
#include "number/index.h"
#include "spec/budget/direct.h"

/* Is it certain that no evaluation gives a number from low to high?  0 says nothing.
   range, visible [n], value [n][width], of which the column is taken; numerator and denominator: the errors of the
   sums of p_j v_j and of p_j.  The interval is that of the numbers which a result is rounded from. */
/*@ requires inside: 0 <= column < width && n * width <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(range + (0 .. n - 1)) && \valid_read(visible + (0 .. n - 1)) &&
                    \valid_read(value + (0 .. n * width - 1));
    assigns \nothing;
    ensures impossible: \result != 0 ==> \forall seq p, v, subset m, real kv, eta, k, zeta, a, b, x;
      shows(visible, m, n) && weighs_within(range, p, m, n) && given_column(value, v, m, n, width, column) &&
      given(numerator.relative, kv) && given(numerator.absolute, eta) &&
      given(denominator.relative, k) && given(denominator.absolute, zeta) &&
      given(low, a) && given(high, b) && a <= x <= b ==> !evaluates(p, v, m, n, kv, eta, k, zeta, x);
*/
int plumb_excluded(const plumb_range *range, const unsigned char *visible, const double *value, size_t n, size_t width,
                   size_t column, plumb_sum_error numerator, plumb_sum_error denominator, double low, double high);

/* The same of the numbers of a ball. */
/*@ requires inside: 0 <= column < width && n * width <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(range + (0 .. n - 1)) && \valid_read(visible + (0 .. n - 1)) &&
                    \valid_read(value + (0 .. n * width - 1));
    assigns \nothing;
    ensures impossible: \result != 0 ==> \forall seq p, v, subset m, real kv, eta, k, zeta, x;
      shows(visible, m, n) && weighs_within(range, p, m, n) && given_column(value, v, m, n, width, column) &&
      given(numerator.relative, kv) && given(numerator.absolute, eta) &&
      given(denominator.relative, k) && given(denominator.absolute, zeta) && in_ball(number, x) ==>
      !evaluates(p, v, m, n, kv, eta, k, zeta, x);
*/
int plumb_ball_excluded(const plumb_range *range, const unsigned char *visible, const double *value, size_t n,
                        size_t width, size_t column, plumb_sum_error numerator, plumb_sum_error denominator,
                        plumb_ball number);
#endif
