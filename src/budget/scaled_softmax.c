/* scaled_softmax.c - see scaled_softmax.h. */
#include "budget/scaled_softmax.h"
#include "budget/factor.h"
#include "budget/multiplied.h"
#include "budget/pull.h"
#include "budget/visible_softmax.h"

int plumb_scaled_softmax_excluded(const double *unit, const double *tiny, double factor, const plumb_ball *score,
                                  const plumb_ball *off, const plumb_ball *weight, const unsigned char *visible,
                                  const double *value, size_t keys, size_t width, size_t column, size_t rescalings,
                                  plumb_ball number, plumb_range *range) {
    double wider[PLUMB_STEPS], tinier[PLUMB_STEPS];
    plumb_ball alpha = plumb_ball_given(factor);
    if (!plumb_ball_is_negative(plumb_ball_negate(alpha)) || !plumb_widen_for_factor(unit, tiny, alpha, wider, tinier))
        return 0;
    /*@ assert row: \forall seq s, d, v, subset m;
          \at(encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
              encloses_among(weight, softmax(s, m, keys), m, keys) &&
              given_column(value, v, m, keys, width, column), Pre) ==>
          encloses_visible(score, visible, s, m, keys) && encloses_among(off, d, m, keys) &&
          encloses_among(weight, softmax(s, m, keys), m, keys) &&
          given_column(value, v, m, keys, width, column); */
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          \exists seq a, b; values(&wider[0], a, PLUMB_STEPS) && values(&tinier[0], b, PLUMB_STEPS) &&
          bears_factor(u, t, factor, a, b); */
    /*@ assert wider: \forall seq u, t, y, v, subset m, real x;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && is_roundings(u, t) &&
          scaled_softmax(u, t, factor, y, v, m, keys, rescalings, x) ==> \exists seq a, b, real z;
          values(&wider[0], a, PLUMB_STEPS) && values(&tinier[0], b, PLUMB_STEPS) && x == rmul(z, factor) &&
          visible_softmax(a, b, y, v, m, keys, rescalings, z); */
    plumb_ball quotient = plumb_ball_before_factor(number, alpha);
    /*@ assert quotient: \forall real z; in_ball(number, rmul(z, factor)) ==> in_ball(quotient, z); */
    return plumb_softmax_excluded(wider, tinier, score, off, weight, visible, value, keys, width, column, rescalings,
                                  quotient, range);
}
