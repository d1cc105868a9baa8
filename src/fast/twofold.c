/* twofold.c - see twofold.h; number/twofold.c says what each step is. */
#include "fast/twofold.h"
#include "number/norm.h"

/* What the sum of x and y loses by its rounding. */
/*@ assigns \nothing; */
static inline double rest_of_sum(double x, double y, double sum) {
    double share = sum - x;
    return (x - (sum - share)) + (y - share);
}

/* One product of each lane joins its sum. */
/*@ requires reads: \valid_read(line + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(sum + (0 .. PLUMB_PANEL - 1)) && \valid(tail + (0 .. PLUMB_PANEL - 1)) &&
                     \valid(spread + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(sum + (0 .. PLUMB_PANEL - 1), tail + (0 .. PLUMB_PANEL - 1),
                               spread + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(line + (0 .. PLUMB_PANEL - 1), sum + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(line + (0 .. PLUMB_PANEL - 1), tail + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(line + (0 .. PLUMB_PANEL - 1), spread + (0 .. PLUMB_PANEL - 1));
    assigns sum[0 .. PLUMB_PANEL - 1], tail[0 .. PLUMB_PANEL - 1], spread[0 .. PLUMB_PANEL - 1];
*/
static inline void join(double a, const double *restrict line, double *restrict sum,
                        double *restrict tail, double *restrict spread) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, sum[0 .. PLUMB_PANEL - 1], tail[0 .. PLUMB_PANEL - 1], spread[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        double product = a * line[j];
        double lost = plumb_fused(a, line[j], -product);
        double next = sum[j] + product;
        double rest = rest_of_sum(sum[j], product, next) + lost;
        tail[j] += rest;
        double sizes = plumb_lane_absolute(lost) + plumb_lane_absolute(rest);
        spread[j] += sizes + plumb_lane_absolute(tail[j]);
        sum[j] = next;
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_twofold_scores(const double *restrict query, const double *restrict panel,
                                size_t head_dim, const unsigned char *restrict visible,
                                plumb_ball scale, double *restrict mid, double *restrict rad) {
    double sum[PLUMB_PANEL] PLUMB_ALIGNED, tail[PLUMB_PANEL] PLUMB_ALIGNED;
    double spread[PLUMB_PANEL] PLUMB_ALIGNED;
    plumb_lane_zero(sum, PLUMB_PANEL);
    plumb_lane_zero(tail, PLUMB_PANEL);
    plumb_lane_zero(spread, PLUMB_PANEL);
    /*@ loop invariant index: 0 <= c <= head_dim;
        loop assigns c, sum[0 .. PLUMB_PANEL - 1], tail[0 .. PLUMB_PANEL - 1], spread[0 .. PLUMB_PANEL - 1];
        loop variant head_dim - c;
    */
    for (size_t c = 0; c < head_dim; c++)
        join(query[c], panel + c * PLUMB_PANEL, sum, tail, spread);
    double reach = plumb_lane_reach(scale);
    double moved = head_dim > PLUMB_MOST_TERMS ? plumb_lane_unknown() : 0.0;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        double middle = sum[j] + tail[j];
        double rounding = plumb_product_up(plumb_lane_absolute(middle), 0x1p-53);
        double around = plumb_sum_up(rounding, plumb_product_up(spread[j], 0x1.0001p-53));
        double radius = plumb_lane_radius(middle, plumb_sum_up(moved, around));
        plumb_ball scaled = plumb_lane_multiply(scale, reach, (plumb_ball){middle, radius});
        mid[j] = scaled.mid;
        rad[j] = scaled.rad;
    }
    plumb_lane_hide(mid, rad, plumb_lane_unknown(), visible);
}

/* The sum of one lane; moved: how far the radii of its terms move the exact one. */
typedef struct {
    double sum, tail, spread, moved;
} lane;

/*@ assigns \nothing; */
static inline lane join_lane(lane t, plumb_ball a, double b) {
    double product = a.mid * b;
    double lost = plumb_fused(a.mid, b, -product);
    double sum = t.sum + product;
    double rest = rest_of_sum(t.sum, product, sum) + lost;
    double tail = t.tail + rest;
    double sizes = plumb_lane_absolute(lost) + plumb_lane_absolute(rest);
    double spread = t.spread + (sizes + plumb_lane_absolute(tail));
    return (lane){sum, tail, spread, t.moved};
}

/*@ assigns \nothing; */
static inline plumb_ball ball_of_lane(lane t, size_t n) {
    double mid = t.sum + t.tail;
    double rounding = plumb_product_up(plumb_lane_absolute(mid), 0x1p-53);
    double around = plumb_sum_up(rounding, plumb_product_up(t.spread, 0x1.0001p-53));
    double rad = plumb_lane_radius(mid, plumb_sum_up(t.moved, around));
    return (plumb_ball){mid, n > PLUMB_MOST_TERMS ? plumb_lane_unknown() : rad};
}

PLUMB_FOR_EACH_PROCESSOR
plumb_ball plumb_fast_twofold_total(const plumb_ball *term, const unsigned char *visible,
                                    size_t n) {
    lane total = {0.0, 0.0, 0.0, 0.0};
    /*@ loop invariant index: 0 <= j <= n;
        loop assigns j, total;
        loop variant n - j;
    */
    for (size_t j = 0; j < n; j++) {
        if (!visible[j])
            continue;
        total = join_lane(total, term[j], 1.0);
        total.moved = plumb_sum_up(total.moved, term[j].rad);
    }
    return ball_of_lane(total, n);
}

PLUMB_FOR_EACH_PROCESSOR
plumb_ball plumb_fast_twofold_weighted(const plumb_ball *weight, const unsigned char *visible,
                                       const double *value, size_t n, size_t width, size_t column) {
    lane total = {0.0, 0.0, 0.0, 0.0};
    /*@ loop invariant index: 0 <= j <= n;
        loop assigns j, total;
        loop variant n - j;
    */
    for (size_t j = 0; j < n; j++) {
        if (!visible[j])
            continue;
        double factor = value[plumb_element_offset(j, column, width, n)];
        total = join_lane(total, weight[j], factor);
        double widening = plumb_product_up(weight[j].rad, plumb_lane_absolute(factor));
        total.moved = plumb_sum_up(total.moved, widening);
    }
    return ball_of_lane(total, n);
}
