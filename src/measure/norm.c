/* norm.c - see norm.h. */
#include "measure/norm.h"
#include "number/sum.h"
#include "row/around.h"

void plumb_enclosure(arb_t enclosure, plumb_ball ball) {
    arf_t radius;
    if (!plumb_is_finite(ball.rad)) {
        arb_zero_pm_inf(enclosure);
        return;
    }
    arf_init(radius);
    arb_set_d(enclosure, ball.mid);
    arf_set_d(radius, ball.rad);
    arb_add_error_arf(enclosure, radius);
    arf_clear(radius);
}

plumb_ball plumb_ball_root(plumb_ball square) {
    arb_t x;
    arb_init(x);
    plumb_enclosure(x, square);
    arb_sqrtpos(x, x, 128);
    plumb_ball result = plumb_ball_around_arb(x);
    arb_clear(x);
    return result;
}

plumb_ball plumb_norm(const double *x, size_t n) {
    return plumb_ball_root(plumb_dot(x, x, n));
}
