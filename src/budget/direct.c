/* direct.c - see direct.h. */
#include "budget/direct.h"
#include "budget/pull.h"

/* The larger of the pulls at the two ends of a weight. */
/*@ assigns \nothing;
    ensures limited: \forall real d, least, most; \is_finite(range.most) && in_ball(pull, d) &&
      given(range.least, least) && most == range.most ==>
      in_ball(\result, \max(rmul(d, least), rmul(d, most)));
    ensures unlimited: \forall real d, least; !\is_finite(range.most) && in_ball(pull, d) &&
      given(range.least, least) ==>
      in_ball(\result, rmul(d, least));
*/
static plumb_ball strongest(plumb_range range, plumb_ball pull) {
    plumb_ball least = plumb_ball_multiply(pull, plumb_ball_given(range.least));
    if (!plumb_is_finite(range.most))
        return least;
    return plumb_ball_maximum(least, plumb_ball_scale(pull, range.most));
}

/* Is it certain that no evaluation gives a number on this side of the end, and within size of 0? */
/*@ requires inside: 0 <= column < width && n * width <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(range + (0 .. n - 1)) && \valid_read(visible + (0 .. n - 1)) &&
                    \valid_read(value + (0 .. n * width - 1));
    requires finite: \is_finite(side);
    assigns \nothing;
    ensures beyond: \result != 0 ==> \forall seq p, v, subset m, real kv, eta, k, zeta, e, s, x;
      shows(visible, m, n) && weighs_within(range, p, m, n) && given_column(value, v, m, n, width, column) &&
      given(numerator.relative, kv) && given(numerator.absolute, eta) &&
      given(denominator.relative, k) && given(denominator.absolute, zeta) &&
      in_ball(end, e) && in_ball(size, s) && beyond(side, e, s, x) ==> !evaluates(p, v, m, n, kv, eta, k, zeta, x);
*/
static int excluded_beyond(const plumb_range *range, const unsigned char *visible,
                           const double *value, size_t n, size_t width, size_t column,
                           plumb_sum_error numerator, plumb_sum_error denominator, double side,
                           plumb_ball end, plumb_ball size) {
    plumb_ball common = plumb_ball_multiply(plumb_ball_given(denominator.relative), size);
    plumb_ball sum =
        plumb_ball_add(plumb_ball_given(numerator.absolute),
                       plumb_ball_multiply(plumb_ball_given(denominator.absolute), size));
    /*@ loop invariant index: 0 <= j <= n;
        loop invariant sum: \forall seq least, most, v, subset limited, m, real kv, eta, k, zeta, e, s;
          shows(visible, m, n) && ranges(range, least, most, limited, n) &&
          given_column(value, v, m, n, width, column) &&
          given(numerator.relative, kv) && given(numerator.absolute, eta) &&
          given(denominator.relative, k) && given(denominator.absolute, zeta) && in_ball(end, e) && in_ball(size, s) ==>
          in_ball(sum, excess(least, most, limited, v, m, j, side, e, s, kv, eta, k, zeta));
        loop invariant unlimited: \forall seq least, most, v, subset limited, m, real kv, eta, k, zeta, e, s;
          shows(visible, m, n) && ranges(range, least, most, limited, n) &&
          given_column(value, v, m, n, width, column) &&
          given(numerator.relative, kv) &&
          given(denominator.relative, k) && in_ball(end, e) && in_ball(size, s) ==>
          unlimited_below(limited, pulls(v, side, e, kv, rmul(k, s)), m, j);
        loop assigns j, sum;
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
            if (!plumb_is_finite(range[j].most) && !plumb_ball_is_negative(pull))
                return 0;
            plumb_ball added = strongest(range[j], pull);
            /*@ assert added: \forall seq least, most, v, subset limited, m, real kv, k, e, s; shows(visible, m, n) &&
                  ranges(range, least, most, limited, n) && given_column(value, v, m, n, width, column) &&
                  given(numerator.relative, kv) && given(denominator.relative, k) && in_ball(end, e) &&
                  in_ball(size, s) ==>
                  in_ball(added, pulled(least, most, limited, pulls(v, side, e, kv, rmul(k, s)), m, j + 1)
                    - pulled(least, most, limited, pulls(v, side, e, kv, rmul(k, s)), m, j)); */
            sum = plumb_ball_add(sum, added);
            /*@ assert enclosed: \forall seq least, most, v, subset limited, m, real kv, eta, k, zeta, e, s;
                  shows(visible, m, n) && ranges(range, least, most, limited, n) &&
                  given_column(value, v, m, n, width, column) && given(numerator.relative, kv) &&
                  given(numerator.absolute, eta) && given(denominator.relative, k) &&
                  given(denominator.absolute, zeta) && in_ball(end, e) && in_ball(size, s) ==>
                  in_ball(sum, excess(least, most, limited, v, m, j + 1, side, e, s, kv, eta, k, zeta)); */
        }
    }
    return plumb_ball_is_negative(sum);
}

int plumb_excluded(const plumb_range *range, const unsigned char *visible, const double *value,
                   size_t n, size_t width, size_t column, plumb_sum_error numerator,
                   plumb_sum_error denominator, double low, double high) {
    plumb_ball first = plumb_ball_given(low);
    plumb_ball last = plumb_ball_given(high);
    plumb_ball size = plumb_ball_maximum(plumb_ball_absolute(first), plumb_ball_absolute(last));
    return excluded_beyond(range, visible, value, n, width, column, numerator, denominator, 1.0,
                           first, size) ||
           excluded_beyond(range, visible, value, n, width, column, numerator, denominator, -1.0,
                           last, size);
}

int plumb_ball_excluded(const plumb_range *range, const unsigned char *visible, const double *value,
                        size_t n, size_t width, size_t column, plumb_sum_error numerator,
                        plumb_sum_error denominator, plumb_ball number) {
    plumb_ball size = plumb_ball_absolute(number);
    /*@ assert beyond: \forall real x; in_ball(number, x) ==>
          in_ball(size, \abs(x)) && beyond(1.0, x, \abs(x), x) && beyond(-1.0, x, \abs(x), x); */
    return excluded_beyond(range, visible, value, n, width, column, numerator, denominator, 1.0,
                           number, size) ||
           excluded_beyond(range, visible, value, n, width, column, numerator, denominator, -1.0,
                           number, size);
}
