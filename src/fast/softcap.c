/* softcap.c - see softcap.h; number/tanh.c says what the steps are.  Each lane goes through both forms of
   the tangent, and keeps the one that its middle asks for. */
#include "fast/softcap.h"
#include "fast/exponential.h"

/*@ assigns \nothing; */
static inline plumb_ball number(double x) {
    return (plumb_ball){x, 0.0};
}

/*@ assigns \nothing; */
static inline plumb_ball product(plumb_ball a, plumb_ball b) {
    return plumb_lane_multiply(a, plumb_lane_reach(a), b);
}

/* As plumb_ball_negate. */
/*@ assigns \nothing; */
static inline plumb_ball opposite(plumb_ball a) {
    return (plumb_ball){-a.mid, plumb_lane_radius(-a.mid, a.rad)};
}

/*@ assigns \nothing; */
static inline plumb_ball convergent(double x) {
    plumb_ball argument = number(x), square = product(argument, argument);
    plumb_ball inner = plumb_lane_add(number(105.0), square);
    plumb_ball factor = plumb_lane_add(number(945.0), product(square, inner));
    plumb_ball outer = plumb_lane_add(number(420.0), product(square, number(15.0)));
    plumb_ball denominator = plumb_lane_add(number(945.0), product(square, outer));
    return plumb_lane_divide(product(argument, factor), denominator);
}

/*@ assigns \nothing; */
static inline plumb_ball near_zero(plumb_ball a) {
    plumb_ball remainder = {0.0, plumb_product_up(plumb_lane_absolute(a.mid), 0x1p-53)};
    plumb_ball middle = plumb_lane_add(convergent(a.mid), remainder);
    return plumb_lane_add(middle, (plumb_ball){0.0, a.rad});
}

/* e: the exponential of -2|a| */
/*@ assigns \nothing; */
static inline plumb_ball tangent(plumb_ball a, plumb_ball e) {
    plumb_ball difference = plumb_lane_add(number(1.0), (plumb_ball){-e.mid, e.rad});
    plumb_ball quotient = plumb_lane_divide(difference, plumb_lane_add(number(1.0), e));
    return plumb_lane_choose(a.mid < 0.0, opposite(quotient), quotient);
}

/* As plumb_ball_tanh. */
/*@ assigns \nothing; */
static inline plumb_ball bounded(plumb_ball a, plumb_ball e) {
    int known = plumb_lane_both(plumb_lane_absolute(a.rad) <= PLUMB_LARGEST,
                                plumb_lane_absolute(a.mid) <= PLUMB_LARGEST);
    plumb_ball result =
        plumb_lane_choose(0.125 < plumb_lane_absolute(a.mid), tangent(a, e), near_zero(a));
    int narrow =
        plumb_lane_both(plumb_lane_absolute(result.rad) <= PLUMB_LARGEST, !(1.0 < result.rad));
    plumb_ball kept = plumb_lane_choose(narrow, result, (plumb_ball){0.0, 1.0});
    return plumb_lane_choose(known, kept, (plumb_ball){0.0, plumb_lane_unknown()});
}

/* The scores over the cap, and the arguments of the exponentials. */
/*@ requires writes: \valid(mid + (0 .. PLUMB_PANEL - 1)) && \valid(rad + (0 .. PLUMB_PANEL - 1)) && \valid(term);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1), term);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1], *term;
*/
static inline void divide(double cap, double *restrict mid, double *restrict rad,
                          plumb_lane_balls *restrict term) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1], *term;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball ratio = plumb_lane_divide((plumb_ball){mid[j], rad[j]}, number(cap));
        plumb_ball size = plumb_lane_choose(ratio.mid < 0.0, opposite(ratio), ratio);
        plumb_ball argument = product(size, number(-2.0));
        mid[j] = ratio.mid;
        rad[j] = ratio.rad;
        term->mid[j] = argument.mid;
        term->rad[j] = argument.rad;
    }
}

/*@ requires reads: \valid_read(term);
    requires writes: \valid(mid + (0 .. PLUMB_PANEL - 1)) && \valid(rad + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1), term);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void multiply(const plumb_lane_balls *restrict term, double cap, double *restrict mid,
                     double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball e = {term->mid[j], term->rad[j]};
        plumb_ball capped = product(bounded((plumb_ball){mid[j], rad[j]}, e), number(cap));
        mid[j] = capped.mid;
        rad[j] = capped.rad;
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_softcap(const unsigned char *restrict visible, double cap, double *restrict mid,
                         double *restrict rad) {
    plumb_lane_balls term;
    divide(cap, mid, rad, &term);
    plumb_panel_exp(term.mid, term.rad);
    multiply(&term, cap, mid, rad);
    plumb_lane_hide(mid, rad, plumb_lane_unknown(), visible);
}
