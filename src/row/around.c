/* around.c - see around.h. */
#include "row/around.h"

plumb_ball plumb_ball_around_arb(const arb_t value) {
    plumb_ball result = {arf_get_d(arb_midref(value), ARF_RND_NEAR), 0.0};
    arb_t rest;
    arb_init(rest);
    arb_set_d(rest, result.mid);
    arb_sub(rest, value, rest, 256);
    mag_t bound;
    mag_init(bound);
    arb_get_mag(bound, rest);
    if (!mag_is_zero(bound))
        result.rad = plumb_upward(mag_get_d(bound));
    mag_clear(bound);
    arb_clear(rest);
    return result;
}
