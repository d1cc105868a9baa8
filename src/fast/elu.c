/* elu.c - see elu.h; number/elu.c says which form a lane takes.  Hardly a ball reaches over 0 or is too wide for the
   exponential: the exponentials of middles alone, which these ask for, are taken where a panel has one. */
#include "fast/elu.h"
#include "fast/exponential.h"

/* Whether the value at the middle is taken, and no more than the radius beside it. */
/*@ assigns \nothing; */
static inline int is_about_middle(plumb_ball a, double exponential_rad) {
    int straddles = plumb_lane_absolute(a.mid) < a.rad;
    int wide =
        plumb_lane_both(a.mid < 0.0, !(plumb_lane_absolute(exponential_rad) <= PLUMB_LARGEST));
    return straddles | wide;
}

/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1)) && reads_panel(mid, rad) && \valid_read(term);
    assigns \nothing;
*/
static inline int asks_for_middles(const unsigned char *restrict visible,
                                   const double *restrict mid, const double *restrict rad,
                                   const plumb_lane_balls *restrict term) {
    int any = 0;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, any;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        any |= plumb_lane_both(visible[j] != 0,
                               is_about_middle((plumb_ball){mid[j], rad[j]}, term->rad[j]));
    return any;
}

/*@ requires reads: \valid_read(mid + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(point);
    requires apart: \separated(point, mid + (0 .. PLUMB_PANEL - 1));
    assigns *point;
*/
static inline void leave_middles(const double *restrict mid, plumb_lane_balls *restrict point) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, *point;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        point->mid[j] = mid[j];
        point->rad[j] = 0.0;
    }
}

/* term: the exponential of the ball; point: that of its middle */
/*@ assigns \nothing; */
static inline plumb_ball value(plumb_ball a, plumb_ball term, plumb_ball point) {
    const plumb_ball one = {1.0, 0.0}, middle = {a.mid, 0.0}, slack = {0.0, a.rad};
    int known = plumb_lane_both(plumb_lane_absolute(a.mid) <= PLUMB_LARGEST,
                                plumb_lane_absolute(a.rad) <= PLUMB_LARGEST);
    plumb_ball at = plumb_lane_choose(0.0 < a.mid, plumb_lane_add(middle, one), point);
    plumb_ball apart = plumb_lane_choose(a.mid < 0.0, term, plumb_lane_add(a, one));
    plumb_ball result =
        plumb_lane_choose(is_about_middle(a, term.rad), plumb_lane_add(at, slack), apart);
    return plumb_lane_choose(known, result, (plumb_ball){0.0, plumb_lane_unknown()});
}

/*@ requires reads: \valid_read(term) && \valid_read(point);
    requires writes: writes_panel(mid, rad);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(term, mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(point, mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
static inline void take(const plumb_lane_balls *restrict term,
                        const plumb_lane_balls *restrict point, double *restrict mid,
                        double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball a = {mid[j], rad[j]}, e = {term->mid[j], term->rad[j]},
                   at = {point->mid[j], point->rad[j]};
        plumb_ball result = value(a, e, at);
        mid[j] = result.mid;
        rad[j] = result.rad;
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_elus(const unsigned char *restrict visible, double *restrict mid,
                      double *restrict rad) {
    plumb_lane_balls term, point;
    plumb_lane_copy(mid, rad, &term);
    plumb_panel_exp(term.mid, term.rad);
    leave_middles(mid, &point);
    if (asks_for_middles(visible, mid, rad, &term))
        plumb_panel_exp(point.mid, point.rad);
    take(&term, &point, mid, rad);
    plumb_lane_hide(mid, rad, 0.0, visible);
}
