/* test_gate.c - gated outputs, per element and per head: contained, tight, column by column. */
#include "aggregate/gate.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 10000
#define MOST_DIM 5
#define BITS 300

typedef struct {
    bool per_head; /* gate[0] for all columns */
    size_t value_dim;
    plumb_ball before[MOST_DIM], output[MOST_DIM + 1];
    double gate[MOST_DIM];
} outputs;

static const plumb_ball guard = {12345, 678};

static double gate_of(const outputs *o, size_t c) {
    return o->gate[o->per_head ? 0 : c];
}

static void evaluate(outputs *o) {
    for (size_t c = 0; c < o->value_dim; c++)
        o->output[c] = o->before[c];
    o->output[o->value_dim] = guard;
    if (o->per_head)
        plumb_gate_head(o->output, o->value_dim, o->gate[0]);
    else
        plumb_gate_elements(o->output, o->value_dim, o->gate);
    ck_assert_msg(balls_identical(o->output[o->value_dim], guard), "writes beyond the columns");
}

static void draw(random_cases *cases, outputs *o) {
    bool edges = random_below(cases, 2) == 0;
    o->per_head = random_below(cases, 2) == 0;
    o->value_dim = random_below(cases, MOST_DIM + 1);
    for (size_t c = 0; c < MOST_DIM; c++) {
        o->before[c] = edges
                           ? random_ball(cases)
                           : (plumb_ball){random_normal(cases), ldexp(random_uniform(cases), -50)};
        o->gate[c] = edges ? random_edge(cases) : random_scaled(cases, -5, 10);
    }
}

static void fail_case(const random_cases *cases, const char *what, const outputs *o, size_t c) {
    double gate = gate_of(o, c);
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: column %zu of %zu, gates per %s", what, c, o->value_dim,
                   o->per_head ? "head" : "element");
    reproduce_balls(&line, "result", o->output + c, 1);
    reproduce_balls(&line, "output", o->before + c, 1);
    reproduce_doubles(&line, "gate", &gate, 1);
    reproduce_fail(&line);
}

/* 1 / (1 + e^-x), from the exponential that cannot overflow */
static void exact_sigmoid(arb_t result, double x) {
    arb_t power, one;
    arb_init(power);
    arb_init(one);
    arb_one(one);
    arb_set_d(power, -fabs(x));
    arb_exp(power, power, BITS);
    arb_add(one, one, power, BITS);
    if (x >= 0)
        arb_inv(result, one, BITS);
    else
        arb_div(result, power, one, BITS);
    arb_clear(power);
    arb_clear(one);
}

START_TEST(contains) {
    random_cases cases = random_begin("gate", CASES);
    outputs o;
    arb_t open, product;
    arb_init(open);
    arb_init(product);
    while (random_next(&cases)) {
        draw(&cases, &o);
        evaluate(&o);
        for (size_t c = 0; c < o.value_dim; c++) {
            exact_sigmoid(open, gate_of(&o, c));
            for (int side = -1; side <= 1; side++) {
                ball_point(product, o.before[c], side);
                arb_mul(product, product, open, 4 * BITS);
                if (!ball_contains(o.output[c], product))
                    fail_case(&cases, "does not contain the output", &o, c);
            }
        }
    }
    arb_clear(open);
    arb_clear(product);
}
END_TEST

/* The radius shrinks with the gate; the sigmoid and the product are off by a few 2^-53 of themselves. */
START_TEST(is_tight) {
    random_cases cases = random_begin("gate is tight", CASES);
    outputs o;
    arb_t open;
    arb_init(open);
    while (random_next(&cases)) {
        draw(&cases, &o);
        evaluate(&o);
        for (size_t c = 0; c < o.value_dim; c++) {
            exact_sigmoid(open, gate_of(&o, c));
            double share = arf_get_d(arb_midref(open), ARF_RND_UP) + 0x1p-990;
            double size = fabs(o.before[c].mid) + o.before[c].rad;
            double limit =
                share * (0x1p-49 * size + 1.001 * o.before[c].rad) + 0x1p-990 * (1 + size);
            if (size < 0x1p900 && !(o.output[c].rad <= limit))
                fail_case(&cases, "too wide", &o, c);
        }
    }
    arb_clear(open);
}
END_TEST

START_TEST(half_open_at_zero) {
    for (int per_head = 0; per_head < 2; per_head++) {
        outputs o = {.per_head = per_head != 0, .value_dim = 2, .before = {{8, 0}, {-1, 0}}};
        evaluate(&o);
        ck_assert(ball_contains_double(o.output[0], 4) && o.output[0].rad <= 0x1p-46);
        ck_assert(ball_contains_double(o.output[1], -0.5) && o.output[1].rad <= 0x1p-46);
    }
}
END_TEST

START_TEST(wide_open_and_shut) {
    outputs o = {.value_dim = 2, .before = {{8, 0}, {8, 0}}, .gate = {1e300, -1e300}};
    evaluate(&o);
    ck_assert(fabs(o.output[0].mid - 8) <= 0x1p-46 && o.output[0].rad <= 0x1p-46);
    ck_assert(fabs(o.output[1].mid) <= 0x1p-46 && o.output[1].rad <= 0x1p-46);
}
END_TEST

START_TEST(not_a_number_concerns_its_own_column_alone) {
    outputs o = {.value_dim = 2, .before = {{8, 0}, {1, 0}}, .gate = {NAN, 0}};
    evaluate(&o);
    ck_assert(!ball_informs(o.output[0]));
    ck_assert(ball_contains_double(o.output[1], 0.5) && ball_informs(o.output[1]));
    o.per_head = true;
    evaluate(&o);
    ck_assert(!ball_informs(o.output[0]) && !ball_informs(o.output[1]));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("aggregate/gate");
    TCase *tests = tcase_create("gate");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, half_open_at_zero);
    tcase_add_test(tests, wide_open_and_shut);
    tcase_add_test(tests, not_a_number_concerns_its_own_column_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
