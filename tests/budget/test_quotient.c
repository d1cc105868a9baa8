/* test_quotient.c - a quotient of its ball is not excluded; one that times its divisor is off the product is, whatever
   the divisor is. */
#include "budget/quotient.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 2000
#define WIDTH 0x1p-20

/* Each within a part of itself. */
static plumb_ball about(double x) {
    return (plumb_ball){x, WIDTH * fabs(x)};
}

static bool excluded(double product, double divisor, double quotient) {
    return plumb_quotient_excluded(about(product), about(divisor), about(quotient)) != 0;
}

static void fail_case(const random_cases *cases, const char *what, double product, double divisor, double quotient) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a / %a, %a", what, product, divisor, quotient);
    reproduce_fail(&line);
}

START_TEST(what_may_be_divided) {
    random_cases cases = random_begin("budget quotient", CASES);
    while (random_next(&cases)) {
        double divisor = random_normal(&cases), quotient = random_normal(&cases), product = quotient * divisor;
        double near = 1 + 2.9 * WIDTH, far = 1 + 3.1 * WIDTH;
        if (excluded(product, divisor, quotient * near) || excluded(product, divisor, quotient / near))
            fail_case(&cases, "excluded, and may be", product, divisor, quotient);
        if (!excluded(product, divisor, quotient * far) || !excluded(product, divisor, quotient / far))
            fail_case(&cases, "far away and possible", product, divisor, quotient);
    }
}
END_TEST

/* Nothing is divided: a divisor that may be 0 excludes quotients all the same. */
START_TEST(divisor_of_any_sign) {
    plumb_ball any = {0, 1};
    ck_assert(!plumb_quotient_excluded(plumb_ball_zero(), any, plumb_ball_of(1)));
    ck_assert(!plumb_quotient_excluded(plumb_ball_of(0.5), any, plumb_ball_of(1)));
    ck_assert(plumb_quotient_excluded(plumb_ball_of(2), any, plumb_ball_of(1)));
    ck_assert(plumb_quotient_excluded(plumb_ball_of(-2), any, plumb_ball_of(1)));
    ck_assert(plumb_quotient_excluded(plumb_ball_of(1), any, plumb_ball_zero()));
}
END_TEST

START_TEST(nothing_is_known) {
    plumb_ball one = plumb_ball_of(1), two = plumb_ball_of(2), unknown = plumb_ball_unknown();
    ck_assert(plumb_quotient_excluded(one, one, two));
    ck_assert(!plumb_quotient_excluded(unknown, one, two));
    ck_assert(!plumb_quotient_excluded(one, unknown, two));
    ck_assert(!plumb_quotient_excluded(one, one, unknown));
    ck_assert(!plumb_quotient_excluded(plumb_ball_of(NAN), one, two));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/quotient");
    TCase *tests = tcase_create("quotient");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_may_be_divided);
    tcase_add_test(tests, divisor_of_any_sign);
    tcase_add_test(tests, nothing_is_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
