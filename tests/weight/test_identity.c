/* test_identity.c - the scores themselves as weights: contained, and each of its own visible score alone. */
#include "weight/identity.h"
#include "tests/support/contain.h"
#include "tests/support/function.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

static plumb_ball itself(plumb_ball a) {
    return a;
}

static void exact(arb_t value, const arb_t x) {
    arb_set(value, x);
}

static const increasing_function function = {
    "identity weights", itself, exact, NULL, {0, 1, -700, 30}};

START_TEST(contains) {
    check_kernel(&function, plumb_identity_weights, false);
}
END_TEST

START_TEST(no_key) {
    plumb_ball weight = {12345, 678};
    unsigned char hidden = 0;
    plumb_ball score = {1, 0};
    plumb_identity_weights(&score, &hidden, 0, &weight);
    ck_assert(balls_identical(weight, (plumb_ball){12345, 678}));
    plumb_identity_weights(&score, &hidden, 1, &weight);
    ck_assert(balls_identical(weight, plumb_ball_zero()));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/identity");
    TCase *tests = tcase_create("identity");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, no_key);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
