/* ball.c - see ball.h.  Why each radius suffices: proofs/number/ball_math.v, lemma by lemma. */
#define PLUMB_LEMMAS_RANGE
#define PLUMB_LEMMAS_TIGHT_BALL
#include "number/ball.h"

plumb_ball plumb_ball_unknown(void) {
    double infinity = plumb_divide(1.0, 0.0);
    return plumb_ball_make(0.0, infinity);
}

plumb_ball plumb_ball_zero(void) {
    return plumb_ball_make(0.0, 0.0);
}

plumb_ball plumb_ball_of(double x) {
    return plumb_ball_make(x, 0.0);
}

/* The ball around a rounded middle: `moved` is how far the radii of the operands move the exact
   result, computed with at most four roundings one upon the other.  One widening covers these, the
   two below and that of the middle. */
/*@ assigns \nothing;
    ensures value: \is_finite(\result.rad) ==> \is_finite(mid) && \is_finite(moved) && \is_finite(\result.mid) &&
      \result.mid == mid && \result.rad == upward(rounded_sum(moved, rounded_product(\abs(mid), 0x1p-53)));
    ensures finite: \is_finite(mid) && \is_finite(moved) && ranged(rounded_product(\abs(mid), 0x1p-53)) &&
      ranged(rounded_sum(moved, rounded_product(\abs(mid), 0x1p-53))) ==> \is_finite(\result.rad);
*/
static plumb_ball around_rounded(double mid, double moved) {
    double rounding = plumb_multiply(plumb_absolute(mid), 0x1p-53);
    return plumb_ball_make(mid, plumb_upward(plumb_add(moved, rounding)));
}

plumb_ball plumb_ball_add(plumb_ball a, plumb_ball b) {
    return around_rounded(plumb_add(a.mid, b.mid), plumb_add(a.rad, b.rad));
}

plumb_ball plumb_ball_subtract(plumb_ball a, plumb_ball b) {
    return around_rounded(plumb_subtract(a.mid, b.mid), plumb_add(a.rad, b.rad));
}

plumb_ball plumb_ball_multiply(plumb_ball a, plumb_ball b) {
    double from_a = plumb_multiply(a.rad, plumb_absolute(b.mid));
    double from_b = plumb_multiply(plumb_add(plumb_absolute(a.mid), a.rad), b.rad);
    double mid = plumb_multiply(a.mid, b.mid);
    double moved = plumb_add(from_a, from_b);
    /*@ assert moved: \forall real x, y, s, t;
          0.0 <= s <= 1.0 && 0.0 <= t <= 1.0 && moderate(x) && moderate(y) && moderate(rmul(x, y)) &&
          is_tight(a, s, x) && is_tight(b, t, y) ==>
          \is_finite(mid) && \is_finite(moved) && mid == rounded_product(a.mid, b.mid) &&
          moved == product_moved(a.mid, a.rad, b.mid, b.rad); */
    return around_rounded(mid, moved);
}

/* |x/y - a/b| <= (r + |a/b| s) / (|b| - s), and |a/b| <= |mid| + its rounding. */
plumb_ball plumb_ball_divide(plumb_ball a, plumb_ball b) {
    double least = plumb_difference_down(plumb_absolute(b.mid), b.rad);
    if (!plumb_is_finite(least) || !plumb_less(0.0, least))
        return plumb_ball_unknown();
    double mid = plumb_divide(a.mid, b.mid);
    double rounding = plumb_rounding_radius(mid);
    double ratio = plumb_sum_up(plumb_absolute(mid), rounding);
    double numerator = plumb_sum_up(a.rad, plumb_product_up(ratio, b.rad));
    return plumb_ball_make(mid, plumb_sum_up(plumb_quotient_up(numerator, least), rounding));
}

plumb_ball plumb_ball_absolute(plumb_ball a) {
    return plumb_ball_make(plumb_absolute(a.mid), a.rad);
}

plumb_ball plumb_ball_negate(plumb_ball a) {
    return plumb_ball_make(plumb_negate(a.mid), a.rad);
}

plumb_ball plumb_ball_maximum(plumb_ball a, plumb_ball b) {
    if (!plumb_is_finite(a.rad) || !plumb_is_finite(b.rad))
        return plumb_ball_unknown();
    double mid = plumb_less(a.mid, b.mid) ? b.mid : a.mid;
    double rad = plumb_less(a.rad, b.rad) ? b.rad : a.rad;
    return plumb_ball_make(mid, rad);
}

plumb_ball plumb_ball_minimum(plumb_ball a, plumb_ball b) {
    if (!plumb_is_finite(a.rad) || !plumb_is_finite(b.rad))
        return plumb_ball_unknown();
    double mid = plumb_less(a.mid, b.mid) ? a.mid : b.mid;
    double rad = plumb_less(a.rad, b.rad) ? b.rad : a.rad;
    return plumb_ball_make(mid, rad);
}

plumb_ball plumb_ball_scale(plumb_ball a, double factor) {
    return plumb_ball_multiply(a, plumb_ball_of(factor));
}
