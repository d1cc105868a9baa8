/* test_relu.c - the positive part of the scores as weights, and its square: contained, and each of its own visible
   score alone. */
#include "weight/relu.h"
#include "number/relu.h"
#include "tests/support/contain.h"
#include "tests/support/function.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

static void exact(arb_t value, const arb_t x) {
    if (arf_sgn(arb_midref(x)) > 0)
        arb_set(value, x);
    else
        arb_zero(value);
}

static void exact_square(arb_t value, const arb_t x) {
    exact(value, x);
    arb_mul(value, value, value, ARF_PREC_EXACT);
}

static plumb_ball square(plumb_ball a) {
    plumb_ball positive = plumb_ball_relu(a);
    return plumb_ball_multiply(positive, positive);
}

static void weigh(const plumb_ball *score, const unsigned char *visible, size_t keys,
                  plumb_ball *weight) {
    plumb_relu_weights(score, visible, keys, 0, weight);
}

static void weigh_squared(const plumb_ball *score, const unsigned char *visible, size_t keys,
                          plumb_ball *weight) {
    plumb_relu_weights(score, visible, keys, 1, weight);
}

START_TEST(contains) {
    static const increasing_function once = {
        "relu weights", plumb_ball_relu, exact, NULL, {0, 1, -700, 30}};
    static const increasing_function twice = {
        "squared relu weights", square, exact_square, NULL, {0, 1, -700, 30}};
    check_kernel(&once, weigh, false);
    check_kernel(&twice, weigh_squared, false);
}
END_TEST

static double weight_of(double score, int squared) {
    plumb_ball ball = {score, 0}, weight;
    unsigned char visible = 1;
    plumb_relu_weights(&ball, &visible, 1, squared, &weight);
    ck_assert(weight.rad <= 0x1p-50 * weight.mid + 0x1p-1000);
    return weight.mid;
}

START_TEST(known_weights) {
    for (int squared = 0; squared < 2; squared++) {
        ck_assert(weight_of(-3, squared) == 0);
        ck_assert(weight_of(0, squared) == 0);
        ck_assert(weight_of(3, squared) == (squared ? 9 : 3));
    }
}
END_TEST

START_TEST(no_key) {
    plumb_ball weight = {12345, 678};
    unsigned char hidden = 0;
    plumb_ball score = {1, 0};
    plumb_relu_weights(&score, &hidden, 0, 0, &weight);
    ck_assert(balls_identical(weight, (plumb_ball){12345, 678}));
    plumb_relu_weights(&score, &hidden, 1, 0, &weight);
    ck_assert(balls_identical(weight, plumb_ball_zero()));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/relu");
    TCase *tests = tcase_create("relu");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, known_weights);
    tcase_add_test(tests, no_key);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
