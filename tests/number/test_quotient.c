/* test_quotient.c - the quotient of balls in which an exact 0 stays one. */
#include "number/quotient.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 20000

static const plumb_ball nothing[] = {{0, INFINITY},          {NAN, NAN}, {INFINITY, INFINITY},
                                     {-INFINITY, -INFINITY}, {0, NAN},   {INFINITY, 0}};

static plumb_ball any_ball(random_cases *cases) {
    switch (random_below(cases, 4)) {
    case 0:
        return plumb_ball_zero();
    case 1:
        return (plumb_ball){random_special(cases), fabs(random_special(cases))};
    default:
        return random_ball(cases);
    }
}

START_TEST(is_the_division_but_for_zero) {
    random_cases cases = random_begin("quotient", CASES);
    while (random_next(&cases)) {
        plumb_ball a = any_ball(&cases), b = any_ball(&cases);
        plumb_ball expected = plumb_ball_divide(a, b);
        if (a.mid == 0 && a.rad == 0 && ball_informs(expected))
            expected = plumb_ball_zero();
        plumb_ball result = plumb_ball_quotient(a, b);
        bool alike =
            ball_informs(expected) ? balls_identical(result, expected) : !ball_informs(result);
        if (!alike) {
            reproduction line = reproduce(&cases);
            reproduce_balls(&line, "a", &a, 1);
            reproduce_balls(&line, "b", &b, 1);
            reproduce_balls(&line, "result", &result, 1);
            reproduce_fail(&line);
        }
    }
}
END_TEST

START_TEST(zero_over_what_may_be_zero_is_unknown) {
    static const plumb_ball divisors[] = {{0, 0}, {1, 1}, {-1, 2}, {0, 0x1p-1000}};
    for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++)
        ck_assert(!ball_informs(plumb_ball_quotient(plumb_ball_zero(), divisors[i])));
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        ck_assert(!ball_informs(plumb_ball_quotient(plumb_ball_zero(), nothing[i])));
        ck_assert(!ball_informs(plumb_ball_quotient(nothing[i], plumb_ball_of(1))));
    }
}
END_TEST

START_TEST(zero_is_recognised) {
    ck_assert(plumb_ball_is_zero((plumb_ball){0, 0}));
    ck_assert(plumb_ball_is_zero((plumb_ball){-0.0, 0}));
    ck_assert(!plumb_ball_is_zero((plumb_ball){0x1p-1074, 0}));
    ck_assert(!plumb_ball_is_zero((plumb_ball){-0x1p-1074, 0}));
    ck_assert(!plumb_ball_is_zero((plumb_ball){0, 0x1p-1074}));
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        ck_assert(!plumb_ball_is_zero(nothing[i]));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/quotient");
    TCase *tests = tcase_create("quotient");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, is_the_division_but_for_zero);
    tcase_add_test(tests, zero_over_what_may_be_zero_is_unknown);
    tcase_add_test(tests, zero_is_recognised);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
