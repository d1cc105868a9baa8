/* softmax_hull.c - see softmax_hull.h. */
#include "budget/softmax_hull.h"
#include "budget/ends.h"
#include "budget/hull.h"
#include "budget/pull.h"
#include "budget/sums.h"
#include "number/exp.h"

/* The error of a sum whose weights grow. */
/*@ assigns \nothing;
    ensures relative: \result.relative == error.relative;
    ensures absolute: \is_finite(\result.absolute) ==> \forall real a, g; given(error.absolute, a) &&
      in_ball(growth, g) ==> rmul(a, g) <= \result.absolute;
*/
static plumb_sum_error grown(plumb_sum_error error, plumb_ball growth) {
    error.absolute = plumb_ball_top(plumb_ball_multiply(plumb_ball_given(error.absolute), growth));
    return error;
}

/*@ assigns \nothing;
    ensures known: \result != 0 ==> \is_finite(error.relative) && \is_finite(error.absolute) && 0.0 <= error.absolute;
*/
static int is_known(plumb_sum_error error) {
    return plumb_is_finite(error.relative) && plumb_is_finite(error.absolute) && !plumb_less(error.absolute, 0.0);
}

int plumb_softmax_hull_excluded(const double *unit, const double *tiny, plumb_visible_errors errors,
                                const unsigned char *visible, const double *value, size_t keys, size_t width,
                                size_t column, plumb_ball sizes, size_t rescalings, plumb_ball number) {
    double most = plumb_ball_top(plumb_exponent_off(errors.exponent, plumb_ball_zero(), plumb_ball_given(errors.size)));
    if (!plumb_is_finite(most))
        return 0;
    /*@ assert most: \forall seq u, t;
          is_exponent_error(errors.exponent, u, t, errors.count, rescalings, errors.size) ==>
          exponent_off(u, t, errors.count, rescalings, errors.size, 0.0, errors.size) <= most; */
    plumb_ball growth = plumb_ball_exp(plumb_ball_of(most));
    plumb_sum_error numerator = plumb_numerator_error(unit, tiny, errors.count, rescalings, most, sizes);
    plumb_sum_error denominator = plumb_denominator_error(unit, tiny, errors.count, rescalings, most);
    plumb_sum_error above = grown(numerator, growth), below = grown(denominator, growth);
    if (!is_known(numerator) || !is_known(denominator) || !is_known(above) || !is_known(below))
        return 0;
    /*@ assert scaled: rmul(numerator.absolute, rexp(most)) <= above.absolute &&
          rmul(denominator.absolute, rexp(most)) <= below.absolute; */
    /*@ assert within: \forall seq u, t, v, subset m; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(sizes, visible_total(absolutes(v), m, keys)) ==>
          sums_within(u, t, errors.count, rescalings, most, visible_total(absolutes(v), m, keys), above.relative,
                      numerator.absolute, below.relative, denominator.absolute); */
    /*@ assert sums: \forall seq u, t, v, subset m; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(sizes, visible_total(absolutes(v), m, keys)) ==>
          grown_sums_within(u, t, errors.count, rescalings, most, visible_total(absolutes(v), m, keys), above.relative,
                            above.absolute, below.relative, below.absolute); */
    /*@ assert evaluates: \forall seq u, t, s, d, y, v, subset m, real x;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          are_visible_errors(errors, u, t, s, d, m, keys, rescalings) &&
          in_ball(sizes, visible_total(absolutes(v), m, keys)) && visible_off(y, s, d, m, keys) &&
          visible_softmax(u, t, y, v, m, keys, rescalings, x) ==> \exists seq p; some_weight(p, m, keys) &&
          evaluates(p, v, m, keys, above.relative, above.absolute, below.relative, below.absolute, x); */
    int outside = plumb_outside_hull(visible, value, keys, width, column, above, below, number);
    /*@ assert given: given(above.relative, above.relative) && given(above.absolute, above.absolute) &&
          given(below.relative, below.relative) && given(below.absolute, below.absolute); */
    /*@ assert outside: outside != 0 ==> \forall seq p, v, subset m, real x; shows(visible, m, keys) &&
          some_weight(p, m, keys) && given_column(value, v, m, keys, width, column) && in_ball(number, x) ==>
          !evaluates(p, v, m, keys, above.relative, above.absolute, below.relative, below.absolute, x); */
    return outside;
}
