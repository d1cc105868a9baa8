#include "tests/support/contain.h"
#include <math.h>
#include <string.h>

/* Sums of products of binary64 numbers are exact in so many bits: they span 2^-2148 to 2^2100. */
#define EXACT_BITS 8192

bool ball_informs(plumb_ball ball) {
    return isfinite(ball.rad);
}

bool balls_identical(plumb_ball a, plumb_ball b) {
    return memcmp(&a.mid, &b.mid, sizeof a.mid) == 0 && memcmp(&a.rad, &b.rad, sizeof a.rad) == 0;
}

/* |a - b| <= limit, rounded against the claim where it is not exact. */
static bool within(const arf_t a, const arf_t b, const arf_t limit) {
    arf_t distance;
    arf_init(distance);
    arf_sub(distance, a, b, EXACT_BITS, ARF_RND_UP);
    arf_abs(distance, distance);
    bool result = arf_cmp(distance, limit) <= 0;
    arf_clear(distance);
    return result;
}

bool ball_contains(plumb_ball ball, const arb_t exact) {
    if (!ball_informs(ball))
        return true;
    if (!isfinite(ball.mid) || !arb_is_finite(exact))
        return false;
    /* The ends, not the distance of the middles: a number of e^-1000000 is not lost beside 1. */
    arb_t end;
    arf_t low, high;
    arb_init(end);
    arf_init(low);
    arf_init(high);
    arb_get_lbound_arf(low, exact, EXACT_BITS);
    arb_get_ubound_arf(high, exact, EXACT_BITS);
    ball_point(end, ball, -1);
    bool result = arf_cmp(arb_midref(end), low) <= 0;
    ball_point(end, ball, 1);
    result = result && arf_cmp(high, arb_midref(end)) <= 0;
    arb_clear(end);
    arf_clear(low);
    arf_clear(high);
    return result;
}

bool ball_contains_double(plumb_ball ball, double x) {
    arb_t exact;
    arb_init(exact);
    arb_set_d(exact, x);
    bool result = ball_contains(ball, exact);
    arb_clear(exact);
    return result;
}

bool ball_contains_ratio(plumb_ball ball, long numerator, unsigned long denominator) {
    arb_t exact;
    arb_init(exact);
    arb_set_si(exact, numerator);
    arb_div_ui(exact, exact, denominator, 300);
    bool result = ball_contains(ball, exact);
    arb_clear(exact);
    return result;
}

bool balls_overlap(plumb_ball a, plumb_ball b) {
    if (!ball_informs(a) || !ball_informs(b))
        return true;
    if (!isfinite(a.mid) || !isfinite(b.mid))
        return false;
    arf_t x, y, reach;
    arf_init(x);
    arf_init(y);
    arf_init(reach);
    arf_set_d(reach, a.rad);
    arf_set_d(x, b.rad);
    arf_add(reach, reach, x, EXACT_BITS, ARF_RND_DOWN);
    arf_set_d(x, a.mid);
    arf_set_d(y, b.mid);
    bool result = within(x, y, reach);
    arf_clear(x);
    arf_clear(y);
    arf_clear(reach);
    return result;
}

/* The nearest point of [low, high] to the middle is in the ball if any is. */
bool ball_meets(plumb_ball ball, double low, double high) {
    double nearest = ball.mid < low ? low : ball.mid > high ? high : ball.mid;
    return ball_contains_double(ball, nearest);
}

void ball_point(arb_t point, plumb_ball ball, int side) {
    arf_t rad;
    arf_init(rad);
    arb_set_d(point, ball.mid);
    arf_set_d(rad, side * ball.rad);
    arf_add(arb_midref(point), arb_midref(point), rad, ARF_PREC_EXACT, ARF_RND_NEAR);
    arf_clear(rad);
}
