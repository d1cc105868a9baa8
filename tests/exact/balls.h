/* balls.h - the reference's balls against numbers that a test knows. */
#ifndef PLUMB_TESTS_EXACT_BALLS_H
#define PLUMB_TESTS_EXACT_BALLS_H
#include "problem/arb.h"
#include "tests/support/check.h"
#include "tests/support/problems.h"
#include <math.h>

#define PRECISION 200

static inline bool known(arb_srcptr x) {
    return arb_is_finite(x) && mag_cmp_2exp_si(arb_radref(x), -100) < 0;
}

static inline double middle(arb_srcptr x) {
    ck_assert_msg(known(x), "the ball is wide");
    return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

static inline void check_double(double x, double expected, double tolerance) {
    ck_assert_msg(fabs(x - expected) <= tolerance * fabs(expected), "%.17g is not %.17g", x,
                  expected);
}

static inline void check_near(arb_srcptr x, double expected, double tolerance) {
    check_double(middle(x), expected, tolerance);
}

/* Narrow enclosures of what may be, or cannot be, one number. */
static inline bool same(arb_srcptr x, arb_srcptr y) {
    return known(x) && known(y) && arb_overlaps(x, y);
}

static inline bool different(arb_srcptr x, arb_srcptr y) {
    return known(x) && known(y) && !arb_overlaps(x, y);
}

static inline bool is_number(arb_srcptr x, double number) {
    arb_t exact;
    arb_init(exact);
    arb_set_d(exact, number);
    bool result = same(x, exact);
    arb_clear(exact);
    return result;
}

/* To the accuracy of the double expression that it is compared with. */
static inline bool near_double(arb_srcptr x, double expected) {
    return fabs(middle(x) - expected) <= 1e-14 * (1 + fabs(expected));
}

enum { VALUE_DIM = 2 };

/* One head; the operator is the softmax, its parameters are valid. */
static inline plumb_problem plain(size_t queries, size_t keys, size_t head_dim) {
    plumb_problem shape = one_head(queries, keys, head_dim, VALUE_DIM);
    shape.op = (plumb_operator){.alpha = 1, .power = 1, .zeta = 1, .epsilon = 1e-8};
    return shape;
}
#endif
