/* panel_weights.c - see panel_weights.h. */
#include "fast/panel_weights.h"

/* Adds coefficients by groups, as plumb_weighted_sum does.  Those of hidden keys are 0, which changes no bit. */
/*@ requires reads: \valid_read(coefficient + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(share + (0 .. PLUMB_PANEL_GROUPS - 1));
    requires apart: \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), coefficient + (0 .. PLUMB_PANEL - 1));
    assigns share[0 .. PLUMB_PANEL_GROUPS - 1];
*/
static inline void add_coefficients(const double *restrict coefficient, double *restrict share) {
    /*@ loop invariant index: 0 <= g <= PLUMB_PANEL_GROUPS;
        loop assigns g, share[0 .. PLUMB_PANEL_GROUPS - 1];
        loop variant PLUMB_PANEL_GROUPS - g;
    */
    for (size_t g = 0; g < PLUMB_PANEL_GROUPS; g++) {
        double sum = PLUMB_LEAST_SHARE;
        /*@ loop invariant index: 0 <= k <= PLUMB_WEIGHT_GROUP;
            loop assigns k, sum;
            loop variant PLUMB_WEIGHT_GROUP - k;
        */
        for (size_t k = 0; k < PLUMB_WEIGHT_GROUP; k++)
            sum = sum + coefficient[g * PLUMB_WEIGHT_GROUP + k];
        share[g] = sum;
    }
}

/* The shares of a row whose balls are 0 for hidden keys. */
/*@ requires reads: \valid_read(weight + (0 .. PLUMB_PANEL - 1)) && \valid_read(rad + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(share + (0 .. PLUMB_PANEL_GROUPS - 1));
    requires apart: \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), weight + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), rad + (0 .. PLUMB_PANEL - 1));
    assigns share[0 .. PLUMB_PANEL_GROUPS - 1];
*/
PLUMB_INTO_LOOP
static inline void share_lanes(const double *restrict weight, const double *restrict rad,
                               double gamma, double *restrict share) {
    double coefficient[PLUMB_PANEL] PLUMB_ALIGNED;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, coefficient[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        coefficient[j] = plumb_fused(gamma, plumb_lane_absolute(weight[j]), rad[j]);
    add_coefficients(coefficient, share);
}

/* Sets the balls of hidden keys to 0, and computes the shares. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(weight + (0 .. PLUMB_PANEL - 1)) && \valid(rad + (0 .. PLUMB_PANEL - 1)) &&
                     \valid(share + (0 .. PLUMB_PANEL_GROUPS - 1));
    requires apart:
      \separated(weight + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1), visible + (0 .. PLUMB_PANEL - 1),
                 share + (0 .. PLUMB_PANEL_GROUPS - 1));
    assigns weight[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1], share[0 .. PLUMB_PANEL_GROUPS - 1];
*/
static inline void share_row(const unsigned char *restrict visible, double gamma,
                             double *restrict weight, double *restrict rad,
                             double *restrict share) {
    plumb_lane_hide(weight, rad, 0.0, visible);
    share_lanes(weight, rad, gamma, share);
}

/*@ predicate makes_row(double *mid, double *rad, unsigned char *visible, double *weight, double *share) =
      reads_panel(mid, rad) && \valid_read(visible + (0 .. PLUMB_PANEL - 1)) &&
      \valid(weight + (0 .. PLUMB_PANEL - 1)) && \valid(share + (0 .. PLUMB_PANEL_GROUPS - 1)) &&
      \separated(weight + (0 .. PLUMB_PANEL - 1), share + (0 .. PLUMB_PANEL_GROUPS - 1),
                 mid + (0 .. PLUMB_PANEL - 1)) &&
      \separated(weight + (0 .. PLUMB_PANEL - 1), share + (0 .. PLUMB_PANEL_GROUPS - 1),
                 rad + (0 .. PLUMB_PANEL - 1)) &&
      \separated(weight + (0 .. PLUMB_PANEL - 1), share + (0 .. PLUMB_PANEL_GROUPS - 1),
                 visible + (0 .. PLUMB_PANEL - 1)); */

/* Copies the weights of one row. */
/*@ requires writes: makes_row(mid, rad, visible, weight, share);
    assigns weight[0 .. PLUMB_PANEL - 1], share[0 .. PLUMB_PANEL_GROUPS - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void copy_row(const double *restrict mid, const double *restrict rad,
                     const unsigned char *restrict visible, double gamma, double *restrict weight,
                     double *restrict share) {
    double radius[PLUMB_PANEL] PLUMB_ALIGNED;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, weight[0 .. PLUMB_PANEL - 1], radius[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        weight[j] = mid[j];
        radius[j] = rad[j];
    }
    share_row(visible, gamma, weight, radius, share);
}

/* Multiplies the weights of one row by `factor`.  The products are not written back into the planes, which would take
   longer than to multiply. */
/*@ requires writes: makes_row(mid, rad, visible, weight, share);
    assigns weight[0 .. PLUMB_PANEL - 1], share[0 .. PLUMB_PANEL_GROUPS - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void multiply_row(plumb_ball factor, const double *restrict mid, const double *restrict rad,
                         const unsigned char *restrict visible, double gamma,
                         double *restrict weight, double *restrict share) {
    double radius[PLUMB_PANEL] PLUMB_ALIGNED;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, weight[0 .. PLUMB_PANEL - 1], radius[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball ball = {mid[j], rad[j]};
        plumb_ball product = plumb_lane_multiply(ball, plumb_lane_reach(ball), factor);
        weight[j] = product.mid;
        radius[j] = product.rad;
    }
    share_row(visible, gamma, weight, radius, share);
}

/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(mask + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(mask + (0 .. PLUMB_PANEL - 1), visible + (0 .. PLUMB_PANEL - 1));
    assigns mask[0 .. PLUMB_PANEL - 1];
*/
static inline void copy_mask(const unsigned char *restrict visible, unsigned char *restrict mask) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mask[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        mask[j] = visible[j];
}

void plumb_panel_weigh(plumb_planes planes, const plumb_ball *factor, size_t from, double gamma,
                       plumb_panel_weights *weights) {
    /*@ loop invariant index: 0 <= r <= planes.rows;
        loop assigns r, *weights;
        loop variant planes.rows - r;
    */
    for (size_t r = 0; r < planes.rows; r++) {
        size_t start = plumb_row_offset(r, planes.pitch, planes.rows) + from;
        const double *mid = planes.mid + start, *rad = planes.rad + start;
        double *weight = weights->of + r * PLUMB_PANEL;
        double *share = weights->share + r * PLUMB_PANEL_GROUPS;
        if (factor != NULL)
            multiply_row(factor[r], mid, rad, planes.visible + start, gamma, weight, share);
        else
            copy_row(mid, rad, planes.visible + start, gamma, weight, share);
        copy_mask(planes.visible + start, weights->visible + r * PLUMB_PANEL);
        weights->width[r] = plumb_lane_width(planes.visible + start, PLUMB_PANEL);
    }
}

/*@ requires reads: \valid_read(weight + (0 .. PLUMB_PANEL - 1)) && \valid_read(rad + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(share + (0 .. PLUMB_PANEL_GROUPS - 1));
    requires apart: \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), weight + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), rad + (0 .. PLUMB_PANEL - 1));
    assigns share[0 .. PLUMB_PANEL_GROUPS - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void share_hidden_row(const double *restrict weight, const double *restrict rad,
                             double gamma, double *restrict share) {
    share_lanes(weight, rad, gamma, share);
}

void plumb_panel_weigh_row(const unsigned char *visible, const double *rad, double gamma, size_t r,
                           plumb_panel_weights *weights) {
    share_hidden_row(weights->of + r * PLUMB_PANEL, rad, gamma,
                     weights->share + r * PLUMB_PANEL_GROUPS);
    copy_mask(visible, weights->visible + r * PLUMB_PANEL);
    weights->width[r] = plumb_lane_width(visible, PLUMB_PANEL);
}
