/* test_sharp.c - outputs from weight balls: contained in every column, from visible values, and no wider than the parts
   that each value has in the radius. */
#include "aggregate/sharp.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 4000
#define MOST_KEYS 35 /* two blocks, and more */
#define MOST_DIM 5

typedef struct {
    size_t keys, value_dim;
    plumb_ball weight[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
    double value[MOST_KEYS * MOST_DIM];
    plumb_ball output[MOST_DIM + 1];
} outputs;

static const plumb_ball guard = {12345, 678};

static void evaluate(outputs *o) {
    o->output[o->value_dim] = guard;
    plumb_sharp_aggregate(o->weight, o->visible, o->value, o->keys, o->value_dim, o->output);
    ck_assert_msg(balls_identical(o->output[o->value_dim], guard), "writes beyond the columns");
}

static void draw(random_cases *cases, outputs *o) {
    bool edges = random_below(cases, 2) == 0;
    o->keys = random_below(cases, MOST_KEYS + 1);
    o->value_dim = random_below(cases, MOST_DIM + 1);
    for (size_t j = 0; j < o->keys; j++) {
        o->visible[j] = random_below(cases, 4) != 0;
        o->weight[j] = (plumb_ball){random_uniform(cases), ldexp(random_uniform(cases), -50)};
        if (edges && random_below(cases, 4) == 0)
            o->weight[j] = random_ball(cases);
        for (size_t c = 0; c < o->value_dim; c++)
            o->value[j * o->value_dim + c] = !o->visible[j] ? INFINITY
                                             : edges        ? random_edge(cases)
                                                            : random_normal(cases);
    }
}

static void fail_case(const random_cases *cases, const char *what, const outputs *o, size_t c) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: column %zu of %zu", what, c, o->value_dim);
    reproduce_balls(&line, "result", o->output + c, 1);
    reproduce_flags(&line, "visible", o->visible, o->keys);
    reproduce_balls(&line, "weight", o->weight, o->keys);
    reproduce_doubles(&line, "value", o->value, o->keys * o->value_dim);
    reproduce_fail(&line);
}

/* The output is extreme where each weight is at the end that its value points to. */
static void exact_output(arb_t output, const outputs *o, size_t c, int side) {
    arb_t weight, value;
    arb_init(weight);
    arb_init(value);
    arb_zero(output);
    for (size_t j = 0; j < o->keys; j++) {
        double x = o->value[j * o->value_dim + c];
        if (!o->visible[j])
            continue;
        ball_point(weight, o->weight[j], x < 0 ? -side : side);
        arb_set_d(value, x);
        arb_mul(value, value, weight, ARF_PREC_EXACT);
        arb_add(output, output, value, ARF_PREC_EXACT);
    }
    arb_clear(weight);
    arb_clear(value);
}

START_TEST(contains) {
    random_cases cases = random_begin("sharp", CASES);
    outputs o;
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        draw(&cases, &o);
        evaluate(&o);
        for (size_t c = 0; c < o.value_dim; c++)
            for (int side = -1; side <= 1; side++) {
                exact_output(exact, &o, c, side);
                if (!ball_contains(o.output[c], exact))
                    fail_case(&cases, "does not contain the output", &o, c);
            }
    }
    arb_clear(exact);
}
END_TEST

/* As sharp.h states it, with a little for the roundings of the radius itself. */
static double limit(const outputs *o, size_t c) {
    double gamma = plumb_roundings_up(plumb_dot_depth(o->keys)), sum = 0x1p-900;
    for (size_t j = 0; j < o->keys; j++)
        if (o->visible[j])
            sum += (0x1p-990 + plumb_weight_coefficient(o->weight[j], gamma)) * fabs(o->value[j * o->value_dim + c]);
    return 1.001 * sum;
}

START_TEST(is_sharp) {
    random_cases cases = random_begin("sharp is sharp", CASES);
    outputs o;
    while (random_next(&cases)) {
        draw(&cases, &o);
        evaluate(&o);
        for (size_t c = 0; c < o.value_dim; c++)
            if (limit(&o, c) < 0x1p960 && ball_informs(o.output[c]) && !(o.output[c].rad <= limit(&o, c)))
                fail_case(&cases, "too wide", &o, c);
    }
}
END_TEST

/* 0.25 * (8, 1) + 0.75 * (4, -1) */
START_TEST(two_keys) {
    outputs o = {
        .keys = 2, .value_dim = 2, .weight = {{0.25, 0}, {0.75, 0}}, .visible = {1, 1}, .value = {8, 1, 4, -1}};
    evaluate(&o);
    ck_assert(ball_contains_double(o.output[0], 5) && o.output[0].rad <= 0x1p-48);
    ck_assert(ball_contains_double(o.output[1], -0.5) && o.output[1].rad <= 0x1p-48);
}
END_TEST

START_TEST(no_visible_key) {
    outputs o = {
        .keys = 2, .value_dim = 2, .weight = {{0, 0}, {0, 0}}, .visible = {0, 0}, .value = {NAN, NAN, INFINITY, 1}};
    evaluate(&o);
    for (size_t c = 0; c < 2; c++)
        ck_assert(o.output[c].mid == 0 && o.output[c].rad <= 0x1p-998);
}
END_TEST

START_TEST(not_a_number_concerns_its_own_column_alone) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        outputs o = {.keys = 2,
                     .value_dim = 2,
                     .weight = {{1, 0}, {0, 0}}, /* also where the weight is 0 */
                     .visible = {1, 1},
                     .value = {1, 2, wild[i], 3}};
        evaluate(&o);
        ck_assert(!ball_informs(o.output[0]));
        ck_assert(ball_contains_double(o.output[1], 2) && ball_informs(o.output[1]));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("aggregate/sharp");
    TCase *tests = tcase_create("sharp");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_sharp);
    tcase_add_test(tests, two_keys);
    tcase_add_test(tests, no_visible_key);
    tcase_add_test(tests, not_a_number_concerns_its_own_column_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
