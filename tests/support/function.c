/* function.c - see function.h. */
#include "tests/support/check.h"
#include "tests/support/function.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 20000
#define MOST_KEYS 12

void fail_ball(const random_cases *cases, const char *what, plumb_ball a, plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s:", what);
    reproduce_balls(&line, "a", &a, 1);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_fail(&line);
}

static double middle(const increasing_function *function, random_cases *cases) {
    switch (random_below(cases, 5)) {
    case 0:
        return random_edge(cases);
    case 1:
        return function->branches[random_below(cases, 4)] +
               ((double)random_below(cases, 5) - 2) * 0x1p-43;
    case 2:
        return random_scaled(cases, -60, 4);
    case 3:
        return 1500 * random_uniform(cases) - 750;
    default:
        return 3 * random_normal(cases);
    }
}

static double radius(random_cases *cases, double mid) {
    switch (random_below(cases, 6)) {
    case 0:
        return 0;
    case 1:
        return ldexp(random_uniform(cases), -(int)random_below(cases, 60));
    case 2:
        return fabs(mid);
    case 3:
        return fabs(mid) * random_uniform(cases) * 2;
    case 4:
        return nextafter(1, random_below(cases, 2) == 0 ? 0 : 2);
    default:
        return fabs(random_edge(cases));
    }
}

static plumb_ball argument(const increasing_function *function, random_cases *cases) {
    double mid = middle(function, cases);
    return (plumb_ball){mid, radius(cases, mid)};
}

static bool contains_image(const increasing_function *function, plumb_ball result, plumb_ball a) {
    arb_t x;
    arb_init(x);
    bool contains = true;
    for (int side = -1; side <= 1; side++) {
        ball_point(x, a, side);
        function->exact(x, x);
        contains = contains && ball_contains(result, x);
    }
    arb_clear(x);
    return contains;
}

void check_contains(const increasing_function *function) {
    random_cases cases = random_begin(function->name, CASES);
    while (random_next(&cases)) {
        plumb_ball a = argument(function, &cases);
        plumb_ball result = function->ball(a);
        if (!contains_image(function, result, a))
            fail_ball(&cases, "does not contain the exact value", a, result);
    }
}

void check_tight(const increasing_function *function) {
    random_cases cases = random_begin(function->name, CASES);
    while (random_next(&cases)) {
        plumb_ball a = argument(function, &cases);
        plumb_ball result = function->ball(a);
        if (fabs(a.mid) > 0x1p1000 || a.rad > 0x1p1000)
            continue;
        if (!ball_informs(result) || !(result.rad <= function->widest(a)))
            fail_ball(&cases, "too wide", a, result);
    }
}

void check_information(const increasing_function *function) {
    static const plumb_ball nothing[] = {{0, INFINITY},        {-1, INFINITY},
                                         {NAN, NAN},           {1, NAN},
                                         {INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        ck_assert_msg(!ball_informs(function->ball(nothing[i])), "%s(%a +- %a)", function->name,
                      nothing[i].mid, nothing[i].rad);
    ck_assert(ball_informs(function->ball((plumb_ball){1, 0.5})));
}

/* The function of the program. */
static const increasing_function *tested;

START_TEST(contains) {
    check_contains(tested);
}
END_TEST

START_TEST(is_tight) {
    check_tight(tested);
}
END_TEST

START_TEST(says_nothing_of_nothing) {
    check_information(tested);
}
END_TEST

void add_function_tests(TCase *tests, const increasing_function *function) {
    tested = function;
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, says_nothing_of_nothing);
}

typedef struct {
    size_t keys;
    plumb_ball score[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
    plumb_ball weight[MOST_KEYS + 1];
} keys_case;

static void draw(const increasing_function *function, random_cases *cases, keys_case *c) {
    c->keys = random_below(cases, MOST_KEYS + 1);
    for (size_t j = 0; j < c->keys; j++) {
        c->visible[j] = (unsigned char)(random_below(cases, 4) * random_below(cases, 85));
        c->score[j] = argument(function, cases);
        if (c->visible[j] == 0 && random_below(cases, 2) == 0)
            c->score[j] = (plumb_ball){NAN, NAN};
    }
}

void check_kernel(const increasing_function *function, function_kernel *kernel, bool in_place) {
    static const plumb_ball guard = {12345, 678};
    random_cases cases = random_begin(function->name, CASES / 2);
    keys_case c;
    while (random_next(&cases)) {
        draw(function, &cases, &c);
        c.weight[c.keys] = guard;
        kernel(c.score, c.visible, c.keys, c.weight);
        ck_assert_msg(balls_identical(c.weight[c.keys], guard), "writes beyond the keys");
        for (size_t j = 0; j < c.keys; j++) {
            plumb_ball hidden = in_place ? c.score[j] : plumb_ball_zero();
            if (c.visible[j] == 0 && !balls_identical(c.weight[j], hidden))
                fail_ball(&cases, "invisible, but changed", c.score[j], c.weight[j]);
            if (c.visible[j] != 0 && !contains_image(function, c.weight[j], c.score[j]))
                fail_ball(&cases, "does not contain the weight", c.score[j], c.weight[j]);
            if (c.visible[j] != 0 && !balls_identical(c.weight[j], function->ball(c.score[j])))
                fail_ball(&cases, "depends on other keys", c.score[j], c.weight[j]);
        }
    }
}

void exact_exponential(arb_t value, const arb_t x) {
    if (arf_cmpabs_2exp_si(arb_midref(x), 20) > 0)
        arb_set_si(value, arf_sgn(arb_midref(x)) * (1 << 20));
    else
        arb_set(value, x);
    arb_exp(value, value, FUNCTION_PRECISION);
}

void exact_sigmoid(arb_t value, const arb_t x) {
    arb_t e;
    arb_init(e);
    if (arf_cmp_si(arb_midref(x), 100) > 0)
        arb_set_si(e, -100);
    else if (arf_cmp_si(arb_midref(x), -1000) < 0)
        arb_set_si(e, 1000);
    else
        arb_neg(e, x);
    exact_exponential(e, e);
    arb_add_ui(e, e, 1, FUNCTION_PRECISION);
    arb_inv(value, e, FUNCTION_PRECISION);
    arb_clear(e);
}

void exact_tanh(arb_t value, const arb_t x) {
    arf_t hundred;
    arf_init(hundred);
    arf_set_si(hundred, 100);
    if (arf_cmpabs(arb_midref(x), hundred) > 0)
        arb_set_si(value, arf_sgn(arb_midref(x)) * 100);
    else
        arb_set(value, x);
    arb_tanh(value, value, FUNCTION_PRECISION);
    arf_clear(hundred);
}
