/* test_scaled.c - weights times a number: contained, tight, and 0 where they were 0. */
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "weight/scaled.h"
#include <math.h>

#define CASES 10000
#define MOST_KEYS 8

typedef struct {
    size_t keys;
    plumb_ball weight[MOST_KEYS];
    double alpha;
    plumb_ball result[MOST_KEYS + 1];
} scaled;

static const plumb_ball guard = {12345, 678};

static void evaluate(scaled *s) {
    for (size_t j = 0; j < s->keys; j++)
        s->result[j] = s->weight[j];
    s->result[s->keys] = guard;
    plumb_scale_weights(s->result, s->keys, s->alpha);
    ck_assert_msg(balls_identical(s->result[s->keys], guard), "writes beyond the keys");
}

/* A quarter of the weights is exactly 0. */
static void draw(random_cases *cases, scaled *s) {
    s->keys = random_below(cases, MOST_KEYS + 1);
    s->alpha = random_edge(cases);
    for (size_t j = 0; j < s->keys; j++) {
        s->weight[j] = random_below(cases, 2) == 0
                           ? (plumb_ball){random_uniform(cases), ldexp(random_uniform(cases), -40)}
                           : random_ball(cases);
        if (random_below(cases, 4) == 0)
            s->weight[j] = plumb_ball_zero();
    }
}

static void fail_case(const random_cases *cases, const char *what, const scaled *s) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s:", what);
    reproduce_balls(&line, "result", s->result, s->keys);
    reproduce_balls(&line, "weight", s->weight, s->keys);
    reproduce_doubles(&line, "alpha", &s->alpha, 1);
    reproduce_fail(&line);
}

static bool contains_product(plumb_ball result, plumb_ball weight, double alpha) {
    bool contains = true;
    arb_t exact, factor;
    arb_init(exact);
    arb_init(factor);
    arb_set_d(factor, alpha);
    for (int side = -1; side <= 1; side++) {
        ball_point(exact, weight, side);
        arb_mul(exact, exact, factor, ARF_PREC_EXACT);
        contains = contains && ball_contains(result, exact);
    }
    arb_clear(exact);
    arb_clear(factor);
    return contains;
}

/* The radius times |alpha|, and one rounding. */
static double limit(plumb_ball weight, double alpha) {
    double size = fabs(alpha);
    return (weight.rad * size + fabs(weight.mid) * size * 0x1p-53) * (1 + 0x1p-40) + 0x1p-996;
}

/* Far from overflow, which leaves no information. */
static bool is_moderate(plumb_ball weight, double alpha) {
    double size = fabs(weight.mid) + weight.rad;
    return size <= 0x1p1000 && size * fabs(alpha) <= 0x1p1000;
}

START_TEST(contains_and_is_tight) {
    random_cases cases = random_begin("scaled weights", CASES);
    scaled s;
    while (random_next(&cases)) {
        draw(&cases, &s);
        evaluate(&s);
        for (size_t j = 0; j < s.keys; j++) {
            if (!contains_product(s.result[j], s.weight[j], s.alpha))
                fail_case(&cases, "does not contain the product", &s);
            if (is_moderate(s.weight[j], s.alpha) &&
                !(s.result[j].rad <= limit(s.weight[j], s.alpha)))
                fail_case(&cases, "too wide", &s);
            if (balls_identical(s.weight[j], plumb_ball_zero()) &&
                !balls_identical(s.result[j], plumb_ball_zero()))
                fail_case(&cases, "0 does not stay 0", &s);
        }
    }
}
END_TEST

START_TEST(nothing_stays_nothing) {
    scaled s = {
        .keys = 3, .weight = {{0, INFINITY}, {NAN, NAN}, {0, NAN}}, .alpha = 2, .result = {{0, 0}}};
    evaluate(&s);
    for (size_t j = 0; j < 3; j++)
        ck_assert(!ball_informs(s.result[j]));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/scaled");
    TCase *tests = tcase_create("scaled");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains_and_is_tight);
    tcase_add_test(tests, nothing_stays_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
