/* test_sigmoid.c - the logistic sigmoid of the scores as weights: contained, and each of its own visible score alone. */
#include "weight/sigmoid.h"
#include "number/sigmoid.h"
#include "tests/support/contain.h"
#include "tests/support/function.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

static const increasing_function function = {
    "sigmoid weights", plumb_ball_sigmoid, exact_sigmoid, NULL, {0, 1, -700, 30}};

START_TEST(contains) {
    check_kernel(&function, plumb_sigmoid_weights, false);
}
END_TEST

START_TEST(no_key) {
    plumb_ball weight = {12345, 678};
    unsigned char hidden = 0;
    plumb_ball score = {1, 0};
    plumb_sigmoid_weights(&score, &hidden, 0, &weight);
    ck_assert(balls_identical(weight, (plumb_ball){12345, 678}));
    plumb_sigmoid_weights(&score, &hidden, 1, &weight);
    ck_assert(balls_identical(weight, plumb_ball_zero()));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/sigmoid");
    TCase *tests = tcase_create("sigmoid");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, no_key);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
