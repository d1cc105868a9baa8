/* test_sink_share.c - the mean of the weights of a key: contained, tight. */
#include "measure/sink_share.h"
#include "tests/support/contain.h"
#include "tests/support/random.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 10000
#define MOST_ROWS 70

typedef struct {
    size_t rows;
    plumb_ball weight[MOST_ROWS];
} column;

static void draw(random_cases *cases, column *c) {
    bool edges = random_below(cases, 4) == 0;
    c->rows = 1 + random_below(cases, MOST_ROWS);
    for (size_t j = 0; j < c->rows; j++) {
        double mid = edges ? random_edge(cases) : random_uniform(cases);
        c->weight[j] = edges
                           ? random_ball(cases)
                           : (plumb_ball){mid, mid * ldexp(1, -20 - (int)random_below(cases, 40))};
    }
}

/* With every weight at its low end, its middle or its high end: exact up to the division. */
static void exact_mean(arb_t mean, const column *c, int side) {
    arb_t term;
    arb_init(term);
    arb_zero(mean);
    for (size_t j = 0; j < c->rows; j++) {
        ball_point(term, c->weight[j], side);
        arb_add(mean, mean, term, ARF_PREC_EXACT);
    }
    arb_div_ui(mean, mean, c->rows, 4096);
    arb_clear(term);
}

static void fail_case(const random_cases *cases, const char *what, const column *c,
                      plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s", what);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_balls(&line, "weight", c->weight, c->rows);
    reproduce_fail(&line);
}

START_TEST(contains) {
    random_cases cases = random_begin("sink share", CASES);
    column c;
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        draw(&cases, &c);
        plumb_ball result = plumb_sink_share(c.weight, c.rows);
        for (int side = -1; side <= 1; side++) {
            exact_mean(exact, &c, side);
            if (!ball_contains(result, exact))
                fail_case(&cases, "does not contain the mean", &c, result);
        }
    }
    arb_clear(exact);
}
END_TEST

/* Of exact weights between 0 and 1: n roundings of at most 2^-53 each of a mean of at most 1, one for
   the quotient, and a little. */
START_TEST(tight) {
    random_cases cases = random_begin("sink share, tight", CASES);
    column c;
    while (random_next(&cases)) {
        c.rows = 1 + random_below(&cases, MOST_ROWS);
        for (size_t j = 0; j < c.rows; j++)
            c.weight[j] = (plumb_ball){random_uniform(&cases), 0};
        plumb_ball result = plumb_sink_share(c.weight, c.rows);
        if (!(result.rad <= 1.01 * ((double)c.rows + 1) * 0x1p-53))
            fail_case(&cases, "wide", &c, result);
    }
}
END_TEST

START_TEST(known_means) {
    const plumb_ball weight[] = {{1, 0}, {0.5, 0}, {0.25, 0.125}};
    ck_assert(ball_contains_double(plumb_sink_share(weight, 1), 1));
    ck_assert(ball_contains_double(plumb_sink_share(weight, 2), 0.75));
    ck_assert(ball_contains_ratio(plumb_sink_share(weight, 3), 15, 24));
    ck_assert(!ball_contains_double(plumb_sink_share(weight, 2), 0.7500001));
}
END_TEST

START_TEST(nothing_of_the_unknown) {
    const plumb_ball weight[] = {{1, 0}, {0.5, INFINITY}, {NAN, NAN}};
    ck_assert(ball_informs(plumb_sink_share(weight, 1)));
    ck_assert(!ball_informs(plumb_sink_share(weight, 2)));
    ck_assert(!ball_informs(plumb_sink_share(weight, 3)));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("sink share");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, tight);
    tcase_add_test(tests, known_means);
    tcase_add_test(tests, nothing_of_the_unknown);
    Suite *suite = suite_create("mean weight of a key");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
