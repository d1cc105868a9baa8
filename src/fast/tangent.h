/* tangent.h - hyperbolic tangents in lanes; number/tanh.c says what the steps are.  A lane chooses between the
   two forms before it divides, so that it divides once. */
#ifndef PLUMB_FAST_TANGENT_H
#define PLUMB_FAST_TANGENT_H
#include "fast/lanes.h"

/*@ assigns \nothing; */
static inline plumb_ball plumb_lane_number(double x) {
    return (plumb_ball){x, 0.0};
}

/*@ assigns \nothing; */
static inline plumb_ball plumb_lane_product(plumb_ball a, plumb_ball b) {
    return plumb_lane_multiply(a, plumb_lane_reach(a), b);
}

/* As plumb_ball_negate. */
/*@ assigns \nothing; */
static inline plumb_ball plumb_lane_opposite(plumb_ball a) {
    return (plumb_ball){-a.mid, plumb_lane_radius(-a.mid, a.rad)};
}

/* As plumb_ball_subtract. */
/*@ assigns \nothing; */
static inline plumb_ball plumb_lane_subtract(plumb_ball a, plumb_ball b) {
    return plumb_lane_add(a, (plumb_ball){-b.mid, b.rad});
}

typedef struct {
    plumb_ball numerator, denominator;
} plumb_lane_fraction;

/* The convergent near 0. */
/*@ assigns \nothing; */
PLUMB_INTO_LOOP
static inline plumb_lane_fraction plumb_lane_convergent(double x) {
    plumb_ball argument = plumb_lane_number(x), square = plumb_lane_product(argument, argument);
    plumb_ball inner = plumb_lane_add(plumb_lane_number(105.0), square);
    plumb_ball factor = plumb_lane_add(plumb_lane_number(945.0), plumb_lane_product(square, inner));
    plumb_ball outer = plumb_lane_add(plumb_lane_number(420.0),
                                      plumb_lane_product(square, plumb_lane_number(15.0)));
    plumb_ball denominator =
        plumb_lane_add(plumb_lane_number(945.0), plumb_lane_product(square, outer));
    return (plumb_lane_fraction){plumb_lane_product(argument, factor), denominator};
}

/* What the exponential is taken of: -2|a|. */
/*@ assigns \nothing; */
static inline plumb_ball plumb_lane_tanh_exponent(plumb_ball a) {
    plumb_ball size = plumb_lane_choose(a.mid < 0.0, plumb_lane_opposite(a), a);
    return plumb_lane_product(size, plumb_lane_number(-2.0));
}

/* As plumb_ball_tanh; e: the exponential of plumb_lane_tanh_exponent(a). */
/*@ assigns \nothing; */
PLUMB_INTO_LOOP
static inline plumb_ball plumb_lane_tanh(plumb_ball a, plumb_ball e) {
    const plumb_ball one = plumb_lane_number(1.0);
    int known = plumb_lane_both(plumb_lane_absolute(a.rad) <= PLUMB_LARGEST,
                                plumb_lane_absolute(a.mid) <= PLUMB_LARGEST);
    int far = 0.125 < plumb_lane_absolute(a.mid);
    plumb_lane_fraction near_zero = plumb_lane_convergent(a.mid);
    plumb_ball numerator = plumb_lane_choose(far, plumb_lane_subtract(one, e), near_zero.numerator);
    plumb_ball denominator = plumb_lane_choose(far, plumb_lane_add(one, e), near_zero.denominator);
    plumb_ball quotient = plumb_lane_divide(numerator, denominator);
    plumb_ball remainder = {0.0, plumb_product_up(plumb_lane_absolute(a.mid), 0x1p-53)};
    plumb_ball middle =
        plumb_lane_add(plumb_lane_add(quotient, remainder), (plumb_ball){0.0, a.rad});
    plumb_ball apart = plumb_lane_choose(a.mid < 0.0, plumb_lane_opposite(quotient), quotient);
    plumb_ball result = plumb_lane_choose(far, apart, middle);
    int narrow =
        plumb_lane_both(plumb_lane_absolute(result.rad) <= PLUMB_LARGEST, !(1.0 < result.rad));
    plumb_ball kept = plumb_lane_choose(narrow, result, (plumb_ball){0.0, 1.0});
    return plumb_lane_choose(known, kept, (plumb_ball){0.0, plumb_lane_unknown()});
}
#endif
