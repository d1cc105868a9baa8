/* softpick.c - see softpick.h; weight/softpick.c says what the steps are.  Each lane goes through both forms of the
   excess, and keeps the one that its score asks for. */
#include "fast/softpick.h"
#include "fast/exponential.h"
#include "fast/strides.h"
#include "fast/tangent.h"
#include "number/exp.h"
#include "weight/softpick.h"

/* Is every number in the ball less than 0? */
/*@ assigns \nothing; */
static inline int is_negative(plumb_ball a) {
    int known = plumb_lane_both(plumb_lane_absolute(a.mid) <= PLUMB_LARGEST,
                                plumb_lane_absolute(a.rad) <= PLUMB_LARGEST);
    return plumb_lane_both(known, a.rad < -a.mid);
}

/* Whether a score is certainly less than the largest so far, and so changes nothing of it. */
/*@ assigns \nothing; */
static inline int is_below(plumb_ball score, plumb_ball top) {
    return is_negative(plumb_lane_subtract(score, top));
}

/*@ requires reads: reads_panel(mid, rad) &&
                    \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    assigns \nothing;
*/
PLUMB_FOR_EACH_PROCESSOR
static int all_below(plumb_ball top, const double *restrict mid, const double *restrict rad,
                     const unsigned char *restrict visible) {
    int others = 0;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, others;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        others |= plumb_lane_both(visible[j] != 0, !is_below((plumb_ball){mid[j], rad[j]}, top));
    return !others;
}

typedef struct {
    plumb_ball ball;
    int found;
} largest;

/*@ requires reads: reads_panel(mid, rad) &&
                    \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    assigns \nothing;
*/
static largest enlarge(largest top, const double *mid, const double *rad,
                       const unsigned char *visible) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, top;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball score = {mid[j], rad[j]};
        if (!visible[j] || (top.found && is_below(score, top.ball)))
            continue;
        top.ball = top.found ? plumb_larger_score(top.ball, score) : score;
        top.found = 1;
    }
    return top;
}

/* Of a row, one key after the other: hardly a panel has one that is not certainly less. */
/*@ requires inside: panels * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(mid + (0 .. panels * PLUMB_PANEL - 1)) &&
                    \valid_read(rad + (0 .. panels * PLUMB_PANEL - 1)) &&
                    \valid_read(visible + (0 .. panels * PLUMB_PANEL - 1));
    assigns \nothing;
*/
static plumb_ball largest_score(const double *mid, const double *rad, const unsigned char *visible,
                                size_t panels) {
    largest top = {{0.0, 0.0}, 0};
    /*@ loop invariant index: 0 <= i <= panels;
        loop assigns i, top;
        loop variant panels - i;
    */
    for (size_t i = 0; i < panels; i++) {
        size_t from = i * PLUMB_PANEL;
        if (!plumb_lane_any(visible + from, PLUMB_PANEL) ||
            (top.found && all_below(top.ball, mid + from, rad + from, visible + from)))
            continue;
        top = enlarge(top, mid + from, rad + from, visible + from);
    }
    return top.ball;
}

/* What half the scores ask an exponential of. */
/*@ requires reads: reads_panel(mid, rad);
    requires writes: \valid(e);
    requires apart: \separated(e, mid + (0 .. PLUMB_PANEL - 1)) && \separated(e, rad + (0 .. PLUMB_PANEL - 1));
    assigns *e;
*/
static inline void halve(const double *restrict mid, const double *restrict rad,
                         plumb_lane_balls *restrict e) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, *e;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball half = plumb_lane_product((plumb_ball){mid[j], rad[j]}, plumb_lane_number(0.5));
        plumb_ball exponent = plumb_lane_tanh_exponent(half);
        e->mid[j] = exponent.mid;
        e->rad[j] = exponent.rad;
    }
}

/* As max(0, excess) of its absolute value. */
/*@ assigns \nothing; */
static inline plumb_ball rectified(plumb_ball score, plumb_ball size) {
    plumb_ball either = plumb_lane_product(size, (plumb_ball){0.5, 0.5});
    plumb_ball kept =
        plumb_lane_choose(is_negative((plumb_ball){-score.mid, score.rad}), size, either);
    return plumb_lane_choose(is_negative(score) | plumb_lane_is_zero(score), plumb_lane_number(0.0),
                             kept);
}

/* The exponentials that `halve` asked for become the tangents of half the scores. */
/*@ requires reads: reads_panel(mid, rad);
    requires writes: \valid(e);
    requires apart: \separated(e, mid + (0 .. PLUMB_PANEL - 1)) && \separated(e, rad + (0 .. PLUMB_PANEL - 1));
    assigns *e;
*/
PLUMB_FOR_EACH_PROCESSOR
static void take_tangents(const double *restrict mid, const double *restrict rad,
                          plumb_lane_balls *restrict e) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, *e;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball half = plumb_lane_product((plumb_ball){mid[j], rad[j]}, plumb_lane_number(0.5));
        plumb_ball tangent = plumb_lane_tanh(half, (plumb_ball){e->mid[j], e->rad[j]});
        e->mid[j] = tangent.mid;
        e->rad[j] = tangent.rad;
    }
}

/* The tangents become the excesses that scores within 1 of 0 have. */
/*@ requires writes: \valid(t);
    assigns *t;
*/
PLUMB_FOR_EACH_PROCESSOR
static void take_near(plumb_ball least, plumb_lane_balls *restrict t) {
    double reach = plumb_lane_reach(least);
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, *t;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball tangent = {t->mid[j], t->rad[j]};
        plumb_ball remainder = plumb_lane_subtract(plumb_lane_number(1.0), tangent);
        plumb_ball above = plumb_lane_divide(plumb_lane_add(tangent, tangent), remainder);
        plumb_ball near = plumb_lane_multiply(least, reach, above);
        t->mid[j] = near.mid;
        t->rad[j] = near.rad;
    }
}

/* Of a score, given the exponential of the shifted one and what the excess is near 0. */
/*@ assigns \nothing; */
static inline plumb_ball size_of(plumb_ball score, plumb_ball shifted, plumb_ball near,
                                 plumb_ball least) {
    int is_near = plumb_lane_both(-1.0 < score.mid, score.mid < 1.0);
    plumb_ball other = plumb_lane_subtract(shifted, least);
    plumb_ball excess = plumb_lane_choose(is_near, near, other);
    double mid = plumb_lane_is_zero(score) ? 0.0 : plumb_absolute(excess.mid);
    double rad = plumb_lane_is_zero(score) ? 0.0 : excess.rad;
    return (plumb_ball){mid, plumb_lane_radius(mid, rad)};
}

/* The exponentials of the shifted scores become the absolute excesses. */
/*@ requires reads: reads_panel(mid, rad) && \valid_read(near);
    requires writes: \valid(term);
    requires apart: \separated(term, mid + (0 .. PLUMB_PANEL - 1)) && \separated(term, rad + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(term, near);
    assigns *term;
*/
PLUMB_FOR_EACH_PROCESSOR
static void take_sizes(plumb_ball least, const double *restrict mid, const double *restrict rad,
                       const plumb_lane_balls *restrict near, plumb_lane_balls *restrict term) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, *term;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball shifted = {term->mid[j], term->rad[j]}, other = {near->mid[j], near->rad[j]};
        plumb_ball size = size_of((plumb_ball){mid[j], rad[j]}, shifted, other, least);
        term->mid[j] = size.mid;
        term->rad[j] = size.rad;
    }
}

/* The scores become what is rectified. */
/*@ requires reads: \valid_read(size);
    requires writes: writes_panel(mid, rad);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1), size);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void rectify(const plumb_lane_balls *restrict size, double *restrict mid,
                    double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball result =
            rectified((plumb_ball){mid[j], rad[j]}, (plumb_ball){size->mid[j], size->rad[j]});
        mid[j] = result.mid;
        rad[j] = result.rad;
    }
}

/* One panel; its absolute excesses join the strides. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad) && \valid(strides);
    requires apart: mask_apart(mid, rad, visible) && \separated(strides, mid + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(strides, rad + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(strides, visible + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1], *strides;
*/
PLUMB_FOR_EACH_PROCESSOR
static void pick_panel(const unsigned char *visible, double shift, plumb_ball least, double *mid,
                       double *rad, plumb_strides *strides) {
    plumb_lane_balls e, term;
    plumb_lane_stand_in(mid, rad, visible);
    plumb_lane_copy(mid, rad, &term);
    plumb_panel_exponentials(visible, shift, term.mid, term.rad);
    halve(mid, rad, &e);
    plumb_panel_exp(e.mid, e.rad);
    take_tangents(mid, rad, &e);
    take_near(least, &e);
    take_sizes(least, mid, rad, &e, &term);
    rectify(&term, mid, rad);
    plumb_lane_hide(term.mid, term.rad, 0.0, visible);
    plumb_lane_hide(mid, rad, 0.0, visible);
    plumb_strides_add(term.mid, term.rad, strides);
}

/*@ requires inside: panels * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(visible + (0 .. panels * PLUMB_PANEL - 1));
    requires writes: \valid(mid + (0 .. panels * PLUMB_PANEL - 1)) && \valid(rad + (0 .. panels * PLUMB_PANEL - 1));
    requires apart: \separated(mid + (0 .. panels * PLUMB_PANEL - 1), rad + (0 .. panels * PLUMB_PANEL - 1),
                               visible + (0 .. panels * PLUMB_PANEL - 1));
    assigns mid[0 .. panels * PLUMB_PANEL - 1], rad[0 .. panels * PLUMB_PANEL - 1];
*/
static plumb_ball pick_row(const unsigned char *visible, size_t panels, double shift, double *mid,
                           double *rad) {
    plumb_ball least = plumb_ball_exp(plumb_ball_negate(plumb_ball_of(shift)));
    plumb_strides strides = {{0.0}, {0.0}};
    /*@ loop invariant index: 0 <= i <= panels;
        loop assigns i, mid[0 .. panels * PLUMB_PANEL - 1], rad[0 .. panels * PLUMB_PANEL - 1], strides;
        loop variant panels - i;
    */
    for (size_t i = 0; i < panels; i++) {
        size_t from = i * PLUMB_PANEL;
        if (plumb_lane_any(visible + from, PLUMB_PANEL))
            pick_panel(visible + from, shift, least, mid + from, rad + from, &strides);
    }
    return plumb_strides_total(&strides);
}

void plumb_fast_softpick(plumb_planes planes, size_t panels, double epsilon, plumb_ball *divisor) {
    /*@ loop invariant index: 0 <= r <= planes.rows;
        loop assigns r, planes.mid[0 .. planes.rows * planes.pitch - 1],
                     planes.rad[0 .. planes.rows * planes.pitch - 1], divisor[0 .. planes.rows - 1];
        loop variant planes.rows - r;
    */
    for (size_t r = 0; r < planes.rows; r++) {
        size_t row = plumb_row_offset(r, planes.pitch, planes.rows);
        plumb_ball top =
            largest_score(planes.mid + row, planes.rad + row, planes.visible + row, panels);
        double shift = plumb_softpick_shift(top);
        plumb_ball factor = plumb_ball_exp(plumb_ball_subtract(top, plumb_ball_of(shift)));
        plumb_ball sum =
            pick_row(planes.visible + row, panels, shift, planes.mid + row, planes.rad + row);
        divisor[r] = plumb_ball_add(sum, plumb_ball_multiply(plumb_ball_of(epsilon), factor));
    }
}
