/* test_value_bias.c - a value bias added to an output: contained, tight, column by column. */
#include "aggregate/value_bias.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 10000
#define MOST_DIM 5

typedef struct {
    size_t value_dim;
    plumb_ball before[MOST_DIM], output[MOST_DIM + 1];
    double bias[MOST_DIM];
} outputs;

static const plumb_ball guard = {12345, 678};

static void evaluate(outputs *o) {
    for (size_t c = 0; c < o->value_dim; c++)
        o->output[c] = o->before[c];
    o->output[o->value_dim] = guard;
    plumb_add_value_bias(o->output, o->value_dim, o->bias);
    ck_assert_msg(balls_identical(o->output[o->value_dim], guard), "writes beyond the columns");
}

static void draw(random_cases *cases, outputs *o) {
    o->value_dim = random_below(cases, MOST_DIM + 1);
    for (size_t c = 0; c < o->value_dim; c++) {
        o->before[c] = random_ball(cases);
        o->bias[c] = random_below(cases, 2) == 0 ? random_edge(cases)
                                                 : random_companion(cases, o->before[c].mid);
    }
}

static void fail_case(const random_cases *cases, const char *what, const outputs *o, size_t c) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: column %zu of %zu", what, c, o->value_dim);
    reproduce_balls(&line, "result", o->output + c, 1);
    reproduce_balls(&line, "output", o->before + c, 1);
    reproduce_doubles(&line, "value_bias", o->bias + c, 1);
    reproduce_fail(&line);
}

START_TEST(contains) {
    random_cases cases = random_begin("value bias", CASES);
    outputs o;
    arb_t sum, bias;
    arb_init(sum);
    arb_init(bias);
    while (random_next(&cases)) {
        draw(&cases, &o);
        evaluate(&o);
        for (size_t c = 0; c < o.value_dim; c++)
            for (int side = -1; side <= 1; side++) {
                ball_point(sum, o.before[c], side);
                arb_set_d(bias, o.bias[c]);
                arb_add(sum, sum, bias, ARF_PREC_EXACT);
                if (!ball_contains(o.output[c], sum))
                    fail_case(&cases, "does not contain the output", &o, c);
            }
    }
    arb_clear(sum);
    arb_clear(bias);
}
END_TEST

START_TEST(is_tight) {
    random_cases cases = random_begin("value bias is tight", CASES);
    outputs o;
    while (random_next(&cases)) {
        draw(&cases, &o);
        evaluate(&o);
        for (size_t c = 0; c < o.value_dim; c++) {
            double sum = o.before[c].mid + o.bias[c];
            double limit = 0x1.03p-53 * fabs(sum) + 1.001 * o.before[c].rad + 0x1p-997;
            if (limit < 0x1p960 && !(o.output[c].rad <= limit))
                fail_case(&cases, "too wide", &o, c);
        }
    }
}
END_TEST

/* (8, 1) + (0.5, -2) */
START_TEST(two_columns) {
    outputs o = {.value_dim = 2, .before = {{8, 0}, {1, 0}}, .bias = {0.5, -2}};
    evaluate(&o);
    ck_assert(ball_contains_double(o.output[0], 8.5) && o.output[0].rad <= 0x1p-48);
    ck_assert(ball_contains_double(o.output[1], -1) && o.output[1].rad <= 0x1p-48);
}
END_TEST

START_TEST(not_a_number_concerns_its_own_column_alone) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        outputs o = {.value_dim = 2, .before = {{8, 0}, {1, 0}}, .bias = {wild[i], 1}};
        evaluate(&o);
        ck_assert(!ball_informs(o.output[0]));
        ck_assert(ball_contains_double(o.output[1], 2) && ball_informs(o.output[1]));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("aggregate/value_bias");
    TCase *tests = tcase_create("value_bias");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, two_columns);
    tcase_add_test(tests, not_a_number_concerns_its_own_column_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
