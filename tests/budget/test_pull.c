/* test_pull.c - what a key pulls is contained; a ball is called negative only if all of it is. */
#include "budget/pull.h"
#include "problem/arb.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 10000

static const double wild[] = {NAN, INFINITY, -INFINITY};

START_TEST(contains) {
    random_cases cases = random_begin("budget pull", CASES);
    arb_t exact, part;
    arb_init(exact);
    arb_init(part);
    while (random_next(&cases)) {
        double value = random_edge(&cases), relative = random_edge(&cases);
        double side = random_below(&cases, 2) ? 1 : -1;
        plumb_ball end = random_ball(&cases), common = random_ball(&cases);
        plumb_ball pull = plumb_pull(value, side, end, relative, common);
        for (int at = 0; at < 9; at++) {
            ball_point(part, end, at / 3 - 1);
            arb_set_d(exact, value);
            arb_sub(exact, exact, part, ARF_PREC_EXACT);
            if (side < 0)
                arb_neg(exact, exact);
            arb_set_d(part, fabs(value));
            arb_t factor;
            arb_init(factor);
            arb_set_d(factor, relative);
            arb_addmul(exact, part, factor, ARF_PREC_EXACT);
            arb_clear(factor);
            ball_point(part, common, at % 3 - 1);
            arb_add(exact, exact, part, ARF_PREC_EXACT);
            if (!ball_contains(pull, exact)) {
                reproduction line = reproduce(&cases);
                reproduce_text(&line, " does not contain the pull:");
                reproduce_doubles(&line, "value", &value, 1);
                reproduce_doubles(&line, "relative", &relative, 1);
                reproduce_balls(&line, "end", &end, 1);
                reproduce_balls(&line, "common", &common, 1);
                reproduce_fail(&line);
            }
        }
    }
    arb_clear(exact);
    arb_clear(part);
}
END_TEST

START_TEST(is_tight) {
    plumb_ball pull = plumb_pull(3, -1, (plumb_ball){1, 0}, 0.125, (plumb_ball){4, 0});
    ck_assert(ball_contains_double(pull, 2.375) && pull.rad <= 0x1p-47);
}
END_TEST

START_TEST(negative) {
    ck_assert(plumb_ball_is_negative((plumb_ball){-1, 0.5}) &&
              plumb_ball_is_negative((plumb_ball){-0x1p-1074, 0}));
    ck_assert(!plumb_ball_is_negative((plumb_ball){-1, 1}) &&
              !plumb_ball_is_negative((plumb_ball){-1, 2}));
    ck_assert(!plumb_ball_is_negative((plumb_ball){0, 0}) &&
              !plumb_ball_is_negative((plumb_ball){1, 0}));
    for (size_t i = 0; i < 3; i++) {
        ck_assert(!plumb_ball_is_negative((plumb_ball){wild[i], 0}));
        ck_assert(!plumb_ball_is_negative((plumb_ball){-1, wild[i]}));
    }
}
END_TEST

START_TEST(given) {
    ck_assert(balls_identical(plumb_ball_given(-3), (plumb_ball){-3, 0}));
    for (size_t i = 0; i < 3; i++)
        ck_assert(!ball_informs(plumb_ball_given(wild[i])));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/pull");
    TCase *tests = tcase_create("pull");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, negative);
    tcase_add_test(tests, given);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
