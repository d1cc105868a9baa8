/* hull.c - see hull.h. */
#include "budget/hull.h"
#include "budget/pull.h"

/* Is it certain that no mean lies on this side of the end, and within size of 0? */
/*@ requires inside: 0 <= column < width && n * width <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(visible + (0 .. n - 1)) && \valid_read(value + (0 .. n * width - 1));
    requires finite: \is_finite(side);
    assigns \nothing;
    ensures beyond: \result != 0 ==> \forall seq p, v, subset m, real kv, eta, k, zeta, e, s, x;
      shows(visible, m, n) && some_weight(p, m, n) && given_column(value, v, m, n, width, column) &&
      given(numerator.relative, kv) && given(numerator.absolute, eta) && 0.0 <= eta &&
      given(denominator.relative, k) && given(denominator.absolute, zeta) && 0.0 <= zeta &&
      in_ball(end, e) && in_ball(size, s) && beyond(side, e, s, x) ==> !evaluates(p, v, m, n, kv, eta, k, zeta, x);
*/
static int outside_beyond(const unsigned char *visible, const double *value, size_t n, size_t width,
                          size_t column, plumb_sum_error numerator, plumb_sum_error denominator,
                          double side, plumb_ball end, plumb_ball size) {
    plumb_ball common = plumb_ball_multiply(plumb_ball_given(denominator.relative), size);
    plumb_ball start =
        plumb_ball_add(plumb_ball_given(numerator.absolute),
                       plumb_ball_multiply(plumb_ball_given(denominator.absolute), size));
    /*@ loop invariant index: 0 <= j <= n;
        loop invariant below: \forall seq v, subset m, real kv, eta, k, zeta, e, s;
          shows(visible, m, n) && given_column(value, v, m, n, width, column) &&
          given(numerator.relative, kv) && given(numerator.absolute, eta) &&
          given(denominator.relative, k) && given(denominator.absolute, zeta) && in_ball(end, e) && in_ball(size, s) ==>
          all_pull_below(pulls(v, side, e, kv, rmul(k, s)), eta + rmul(zeta, s), m, j);
        loop assigns j;
        loop variant n - j;
    */
    for (size_t j = 0; j < n; j++) {
        if (visible[j]) {
            double x = value[plumb_element_offset(j, column, width, n)];
            plumb_ball pull = plumb_pull(x, side, end, numerator.relative, common);
            /*@ assert pull: \forall seq v, subset m, real kv, k, e, s; shows(visible, m, n) &&
                  given_column(value, v, m, n, width, column) && given(numerator.relative, kv) &&
                  given(denominator.relative, k) && in_ball(end, e) && in_ball(size, s) ==> among(m, j) &&
                  in_ball(pull, el(pulls(v, side, e, kv, rmul(k, s)), j)); */
            if (!plumb_ball_is_negative(plumb_ball_add(pull, start)))
                return 0;
        }
    }
    return 1;
}

int plumb_outside_hull(const unsigned char *visible, const double *value, size_t n, size_t width, size_t column,
                       plumb_sum_error numerator, plumb_sum_error denominator, plumb_ball number) {
    plumb_ball size = plumb_ball_absolute(number);
    /*@ assert beyond: \forall real x; in_ball(number, x) ==>
          in_ball(size, \abs(x)) && beyond(1.0, x, \abs(x), x) && beyond(-1.0, x, \abs(x), x); */
    return outside_beyond(visible, value, n, width, column, numerator, denominator, 1.0, number, size) ||
           outside_beyond(visible, value, n, width, column, numerator, denominator, -1.0, number, size);
}
