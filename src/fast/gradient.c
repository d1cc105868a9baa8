/* gradient.c - see gradient.h; gradient/score_gradient.c and gradient/product_gradient.c say what the steps are. */
#include "fast/gradient.h"
#include "fast/tangent.h"

PLUMB_FOR_EACH_PROCESSOR
void plumb_delta_add(const double *restrict p, const double *restrict p_rad, const double *restrict y,
                     const double *restrict y_rad, const unsigned char *restrict visible,
                     plumb_strides *restrict delta) {
    plumb_lane_balls product;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, product;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball term = plumb_lane_product((plumb_ball){p[j], p_rad[j]}, (plumb_ball){y[j], y_rad[j]});
        product.mid[j] = term.mid;
        product.rad[j] = term.rad;
    }
    plumb_lane_hide(product.mid, product.rad, 0.0, visible);
    plumb_strides_add(product.mid, product.rad, delta);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_score_gradients(const double *restrict p, const double *restrict p_rad, const double *restrict y,
                                 const double *restrict y_rad, plumb_ball shared, const unsigned char *restrict visible,
                                 double *restrict mid, double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball sum = plumb_lane_add((plumb_ball){y[j], y_rad[j]}, shared);
        plumb_ball gradient = plumb_lane_product((plumb_ball){p[j], p_rad[j]}, sum);
        mid[j] = gradient.mid;
        rad[j] = gradient.rad;
    }
    plumb_lane_hide(mid, rad, 0.0, visible);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_capped_gradients(const double *restrict capped, const double *restrict capped_rad, double cap,
                                  const unsigned char *restrict visible, double *restrict mid, double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball part = plumb_lane_divide((plumb_ball){capped[j], capped_rad[j]}, plumb_lane_number(cap));
        plumb_ball slope = plumb_lane_subtract(plumb_lane_number(1.0), plumb_lane_product(part, part));
        plumb_ball gradient = plumb_lane_product((plumb_ball){mid[j], rad[j]}, slope);
        mid[j] = gradient.mid;
        rad[j] = gradient.rad;
    }
    plumb_lane_hide(mid, rad, 0.0, visible);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_scaled_gradients(plumb_ball scale, const unsigned char *restrict visible, double *restrict mid,
                                  double *restrict rad) {
    double reach = plumb_lane_reach(scale);
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball gradient = plumb_lane_multiply(scale, reach, (plumb_ball){mid[j], rad[j]});
        mid[j] = gradient.mid;
        rad[j] = gradient.rad;
    }
    plumb_lane_hide(mid, rad, 0.0, visible);
}
