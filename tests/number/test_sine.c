/* test_sine.c - sine and cosine over a ball: contained, and as tight as sine.h says. */
#include "number/sine.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 20000
#define PRECISION 2400 /* enough to tell the cosine of the smallest number from 1 */

typedef struct {
    const char *name;
    plumb_ball (*ball)(plumb_ball a);
    void (*exact)(arb_t value, const arb_t x, slong precision);
} circular_function;

static const circular_function functions[] = {{"sine", plumb_ball_sine, arb_sin},
                                              {"cosine", plumb_ball_cosine, arb_cos}};

static void fail_case(const random_cases *cases, const char *name, const char *what, plumb_ball a,
                      plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s %s:", name, what);
    reproduce_balls(&line, "a", &a, 1);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_fail(&line);
}

static double sign(random_cases *cases) {
    return random_below(cases, 2) == 0 ? 1 : -1;
}

/* Where the domain of the series ends, near an eighth of a turn, tiny angles, and all else. */
static double angle(random_cases *cases) {
    switch (random_below(cases, 6)) {
    case 0:
        return random_edge(cases);
    case 1:
        return sign(cases) * (0.8125 + ((double)random_below(cases, 5) - 2) * 0x1p-53);
    case 2:
        return sign(cases) * (0x1.921fb54442d18p-1 + (double)random_below(cases, 9) * 0x1p-53);
    case 3:
        return random_scaled(cases, -60, -1);
    default:
        return sign(cases) * 0.8125 * random_uniform(cases);
    }
}

static double radius(random_cases *cases) {
    switch (random_below(cases, 5)) {
    case 0:
    case 1:
        return 0;
    case 2:
        return ldexp(random_uniform(cases), -(int)random_below(cases, 60));
    case 3:
        return nextafter(1, random_below(cases, 2) == 0 ? 0 : 2);
    default:
        return fabs(random_edge(cases));
    }
}

/* The ends, the middle, and where within the ball the function turns around, at 0. */
static bool contains_image(const circular_function *function, plumb_ball result, plumb_ball a) {
    arb_t x;
    arb_init(x);
    bool contains = true;
    for (int side = -1; side <= 1; side++) {
        ball_point(x, a, side);
        function->exact(x, x, PRECISION);
        contains = contains && ball_contains(result, x);
    }
    if (fabs(a.mid) <= a.rad) {
        arb_zero(x);
        function->exact(x, x, PRECISION);
        contains = contains && ball_contains(result, x);
    }
    arb_clear(x);
    return contains;
}

/* sine.h: 2^-52 + r where the series is good, otherwise 1. */
static double widest(plumb_ball a) {
    if (fabs(a.mid) <= 0.8125 && a.rad <= 1)
        return (0x1p-52 + a.rad) * (1 + 0x1p-48);
    return 1;
}

static void check(const circular_function *function) {
    random_cases cases = random_begin(function->name, CASES);
    while (random_next(&cases)) {
        plumb_ball a = {angle(&cases), radius(&cases)};
        plumb_ball result = function->ball(a);
        if (!contains_image(function, result, a))
            fail_case(&cases, function->name, "does not contain the exact value", a, result);
        if (!ball_informs(result) || !(result.rad <= widest(a)))
            fail_case(&cases, function->name, "too wide", a, result);
    }
}

START_TEST(sine_contains_and_is_tight) {
    check(&functions[0]);
}
END_TEST

START_TEST(cosine_contains_and_is_tight) {
    check(&functions[1]);
}
END_TEST

START_TEST(known_values) {
    static const struct {
        double x;
        const char *sine, *cosine;
    } known[] = {{0, "0", "1"},
                 {0.5, "0.47942553860420300027328793521557138808180336794060",
                  "0.87758256189037271611628158260382965199164519710974"},
                 {-0.75, "-0.6816387600233341667332419527798939353383823946592",
                  "0.7316888688738208863118387530000845438405412760507"}};
    arb_t exact;
    arb_init(exact);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        plumb_ball x = plumb_ball_of(known[i].x);
        ck_assert_int_eq(arb_set_str(exact, known[i].sine, 160), 0);
        ck_assert_msg(ball_contains(plumb_ball_sine(x), exact), "sine of %g", known[i].x);
        ck_assert_int_eq(arb_set_str(exact, known[i].cosine, 160), 0);
        ck_assert_msg(ball_contains(plumb_ball_cosine(x), exact), "cosine of %g", known[i].x);
    }
    arb_clear(exact);
}
END_TEST

START_TEST(says_nothing_of_nothing) {
    static const plumb_ball nothing[] = {
        {0, INFINITY}, {NAN, NAN}, {0.5, NAN}, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        for (int f = 0; f < 2; f++)
            ck_assert_msg(!ball_informs(functions[f].ball(nothing[i])), "%s(%a +- %a)",
                          functions[f].name, nothing[i].mid, nothing[i].rad);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/sine");
    TCase *tests = tcase_create("sine");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, sine_contains_and_is_tight);
    tcase_add_test(tests, cosine_contains_and_is_tight);
    tcase_add_test(tests, known_values);
    tcase_add_test(tests, says_nothing_of_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
