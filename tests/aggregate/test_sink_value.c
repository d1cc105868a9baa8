/* test_sink_value.c - the sink's value added to an output: contained, tight, column by column. */
#include "aggregate/sink_value.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 10000
#define MOST_DIM 5

typedef struct {
    size_t value_dim;
    plumb_ball weight, before[MOST_DIM], output[MOST_DIM + 1];
    double value[MOST_DIM];
} outputs;

static const plumb_ball guard = {12345, 678};

static void evaluate(outputs *o) {
    for (size_t c = 0; c < o->value_dim; c++)
        o->output[c] = o->before[c];
    o->output[o->value_dim] = guard;
    plumb_add_sink_value(o->output, o->value_dim, o->weight, o->value);
    ck_assert_msg(balls_identical(o->output[o->value_dim], guard), "writes beyond the columns");
}

static void draw(random_cases *cases, outputs *o) {
    bool edges = random_below(cases, 2) == 0;
    o->value_dim = random_below(cases, MOST_DIM + 1);
    o->weight = (plumb_ball){random_uniform(cases), ldexp(random_uniform(cases), -50)};
    if (edges)
        o->weight = random_ball(cases);
    for (size_t c = 0; c < o->value_dim; c++) {
        o->value[c] = edges ? random_edge(cases) : random_normal(cases);
        o->before[c] = edges ? random_ball(cases)
                             : (plumb_ball){random_companion(cases, o->weight.mid * o->value[c]),
                                            ldexp(random_uniform(cases), -50)};
    }
}

static void fail_case(const random_cases *cases, const char *what, const outputs *o, size_t c) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: column %zu of %zu", what, c, o->value_dim);
    reproduce_balls(&line, "result", o->output + c, 1);
    reproduce_balls(&line, "output", o->before + c, 1);
    reproduce_balls(&line, "sink_weight", &o->weight, 1);
    reproduce_doubles(&line, "sink_value", o->value + c, 1);
    reproduce_fail(&line);
}

static bool contains_sum(const outputs *o, size_t c, int output_side, int weight_side) {
    arb_t sum, part, value;
    arb_init(sum);
    arb_init(part);
    arb_init(value);
    ball_point(sum, o->before[c], output_side);
    ball_point(part, o->weight, weight_side);
    arb_set_d(value, o->value[c]);
    arb_mul(part, part, value, ARF_PREC_EXACT);
    arb_add(sum, sum, part, ARF_PREC_EXACT);
    bool contained = ball_contains(o->output[c], sum);
    arb_clear(sum);
    arb_clear(part);
    arb_clear(value);
    return contained;
}

START_TEST(contains) {
    random_cases cases = random_begin("sink value", CASES);
    outputs o;
    while (random_next(&cases)) {
        draw(&cases, &o);
        evaluate(&o);
        for (size_t c = 0; c < o.value_dim; c++)
            for (int sides = 0; sides < 9; sides++)
                if (!contains_sum(&o, c, sides / 3 - 1, sides % 3 - 1))
                    fail_case(&cases, "does not contain the output", &o, c);
    }
}
END_TEST

/* The two radii cannot be avoided; the product is rounded once, the sum once. */
static double limit(const outputs *o, size_t c) {
    double size = fabs(o->value[c]);
    double roundings = 2 * (fabs(o->weight.mid) + 0x1p-999) * size + fabs(o->before[c].mid);
    return 0x1.03p-53 * roundings + 1.001 * (o->weight.rad * size + o->before[c].rad) + 0x1p-996;
}

START_TEST(is_tight) {
    random_cases cases = random_begin("sink value is tight", CASES);
    outputs o;
    while (random_next(&cases)) {
        draw(&cases, &o);
        evaluate(&o);
        for (size_t c = 0; c < o.value_dim; c++)
            if (fabs(o.weight.mid) + o.weight.rad < 0x1p1000 && limit(&o, c) < 0x1p960 &&
                !(o.output[c].rad <= limit(&o, c)))
                fail_case(&cases, "too wide", &o, c);
    }
}
END_TEST

/* (8, 1) + 0.25 * (4, -2) */
START_TEST(two_columns) {
    outputs o = {.value_dim = 2, .weight = {0.25, 0}, .before = {{8, 0}, {1, 0}}, .value = {4, -2}};
    evaluate(&o);
    ck_assert(ball_contains_double(o.output[0], 9) && o.output[0].rad <= 0x1p-48);
    ck_assert(ball_contains_double(o.output[1], 0.5) && o.output[1].rad <= 0x1p-48);
}
END_TEST

START_TEST(not_a_number_concerns_its_own_column_alone) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        outputs o = {.value_dim = 2,
                     .weight = {0, 0}, /* also where the weight is 0 */
                     .before = {{8, 0}, {1, 0}},
                     .value = {wild[i], 1}};
        evaluate(&o);
        ck_assert(!ball_informs(o.output[0]));
        ck_assert(ball_contains_double(o.output[1], 1) && ball_informs(o.output[1]));
    }
}
END_TEST

START_TEST(without_information_about_the_weight_there_is_none) {
    outputs o = {.value_dim = 1, .weight = {0, INFINITY}, .before = {{8, 0}}, .value = {1}};
    evaluate(&o);
    ck_assert(!ball_informs(o.output[0]));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("aggregate/sink_value");
    TCase *tests = tcase_create("sink_value");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, two_columns);
    tcase_add_test(tests, not_a_number_concerns_its_own_column_alone);
    tcase_add_test(tests, without_information_about_the_weight_there_is_none);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
