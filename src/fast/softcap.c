/* softcap.c - see softcap.h. */
#include "fast/softcap.h"
#include "fast/exponential.h"
#include "fast/tangent.h"

/* The scores over the cap, and the arguments of the exponentials. */
/*@ requires writes: writes_panel(mid, rad) && \valid(term);
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
        plumb_ball ratio = plumb_lane_divide((plumb_ball){mid[j], rad[j]}, plumb_lane_number(cap));
        plumb_ball argument = plumb_lane_tanh_exponent(ratio);
        mid[j] = ratio.mid;
        rad[j] = ratio.rad;
        term->mid[j] = argument.mid;
        term->rad[j] = argument.rad;
    }
}

/*@ requires reads: \valid_read(term);
    requires writes: writes_panel(mid, rad);
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
        plumb_ball capped = plumb_lane_product(plumb_lane_tanh((plumb_ball){mid[j], rad[j]}, e),
                                               plumb_lane_number(cap));
        mid[j] = capped.mid;
        rad[j] = capped.rad;
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_softcap(const unsigned char *restrict visible, double cap, double *restrict mid,
                         double *restrict rad) {
    plumb_lane_balls term;
    plumb_lane_stand_in(mid, rad, visible);
    divide(cap, mid, rad, &term);
    plumb_panel_exp(term.mid, term.rad);
    multiply(&term, cap, mid, rad);
    plumb_lane_hide(mid, rad, plumb_lane_unknown(), visible);
}
