/* test_clipped.c - weights stretched and cut to [0, 1]: contained, tight, and exact where cut off. */
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "weight/clipped.h"
#include <math.h>

#define CASES 10000
#define MOST_KEYS 8

typedef struct {
    size_t keys;
    plumb_ball weight[MOST_KEYS];
    double gamma, zeta;
    plumb_ball result[MOST_KEYS + 1];
} clipped;

static const plumb_ball guard = {12345, 678};
static const plumb_ball one = {1, 0};

static void evaluate(clipped *c) {
    for (size_t j = 0; j < c->keys; j++)
        c->result[j] = c->weight[j];
    c->result[c->keys] = guard;
    plumb_clip_weights(c->result, c->keys, c->gamma, c->zeta);
    ck_assert_msg(balls_identical(c->result[c->keys], guard), "writes beyond the keys");
}

/* gamma and zeta as they are used, at their limits 0 and 1, or anything; weights near 0, near 1, anywhere. */
static void draw(random_cases *cases, clipped *c, bool usual) {
    static const double gammas[] = {0, -0x1p-1074, -0.003, -0.03, -0.5};
    static const double zetas[] = {1, 1.003, 1.03, 2};
    c->keys = random_below(cases, MOST_KEYS + 1);
    c->gamma = gammas[random_below(cases, sizeof gammas / sizeof *gammas)];
    c->zeta = zetas[random_below(cases, sizeof zetas / sizeof *zetas)];
    if (!usual) {
        c->gamma = random_edge(cases);
        c->zeta = random_edge(cases);
    }
    for (size_t j = 0; j < c->keys; j++) {
        double small = ldexp(random_uniform(cases), -(int)random_below(cases, 60));
        c->weight[j].mid = random_below(cases, 2) == 0 ? small : 1 - small;
        c->weight[j].rad =
            random_below(cases, 2) == 0 ? 0 : ldexp(small, -(int)random_below(cases, 40));
        if (random_below(cases, 4) == 0)
            c->weight[j] = usual ? plumb_ball_zero() : random_ball(cases);
    }
}

static void fail_case(const random_cases *cases, const char *what, const clipped *c) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s:", what);
    reproduce_balls(&line, "result", c->result, c->keys);
    reproduce_balls(&line, "weight", c->weight, c->keys);
    reproduce_doubles(&line, "gamma", &c->gamma, 1);
    reproduce_doubles(&line, "zeta", &c->zeta, 1);
    reproduce_fail(&line);
}

/* (zeta - gamma) w + gamma exactly, w at one end of its ball */
static void exact_stretched(arb_t y, plumb_ball weight, int side, const clipped *c) {
    arb_t gamma, stretch;
    arb_init(gamma);
    arb_init(stretch);
    arb_set_d(gamma, c->gamma);
    arb_set_d(stretch, c->zeta);
    arb_sub(stretch, stretch, gamma, ARF_PREC_EXACT);
    ball_point(y, weight, side);
    arb_mul(y, y, stretch, ARF_PREC_EXACT);
    arb_add(y, y, gamma, ARF_PREC_EXACT);
    arb_clear(gamma);
    arb_clear(stretch);
}

static void check_contains(const random_cases *cases, const clipped *c, size_t j) {
    arb_t y;
    arb_init(y);
    for (int side = -1; side <= 1; side++) {
        exact_stretched(y, c->weight[j], side, c);
        if (arf_sgn(arb_midref(y)) < 0)
            arb_zero(y);
        if (arf_cmp_si(arb_midref(y), 1) > 0)
            arb_one(y);
        if (!ball_contains(c->result[j], y))
            fail_case(cases, "does not contain the clipped weight", c);
    }
    arb_clear(y);
}

START_TEST(contains) {
    random_cases cases = random_begin("clipped weights", CASES);
    clipped c;
    while (random_next(&cases)) {
        draw(&cases, &c, random_below(&cases, 2) == 0);
        evaluate(&c);
        for (size_t j = 0; j < c.keys; j++) {
            check_contains(&cases, &c, j);
            if (c.gamma <= 0 && balls_identical(c.weight[j], plumb_ball_zero()) &&
                !balls_identical(c.result[j], plumb_ball_zero()))
                fail_case(&cases, "0 does not stay 0", &c);
        }
    }
}
END_TEST

/* The stretched radius, and roundings of numbers of at most |zeta - gamma| + |gamma|; what lies farther
   outside than that is cut to the point. */
START_TEST(is_tight) {
    random_cases cases = random_begin("clipped weights are tight", CASES);
    clipped c;
    while (random_next(&cases)) {
        draw(&cases, &c, true);
        evaluate(&c);
        for (size_t j = 0; j < c.keys; j++) {
            double stretch = c.zeta - c.gamma;
            double y = stretch * c.weight[j].mid + c.gamma;
            double limit = (c.weight[j].rad * stretch + 4 * (stretch - c.gamma) * 0x1p-53) * 1.0001;
            if (!(c.result[j].rad <= limit))
                fail_case(&cases, "too wide", &c);
            if ((y < -2 * limit && !balls_identical(c.result[j], plumb_ball_zero())) ||
                (y > 1 + 2 * limit && !balls_identical(c.result[j], one)))
                fail_case(&cases, "cut off, but not exact", &c);
        }
    }
}
END_TEST

START_TEST(nothing_stays_nothing) {
    clipped c = {
        .keys = 3, .weight = {{0, INFINITY}, {NAN, NAN}, {0, NAN}}, .gamma = -0.03, .zeta = 1.03};
    evaluate(&c);
    for (size_t j = 0; j < 3; j++)
        ck_assert(!ball_informs(c.result[j]));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/clipped");
    TCase *tests = tcase_create("clipped");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, nothing_stays_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
