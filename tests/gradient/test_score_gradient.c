/* test_score_gradient.c - the gradients in the scores of a softmax and in the logit of a sink: contained in the balls,
   whatever points of the inputs' balls are meant, and known where these are; nothing is read of hidden keys. */
#include "gradient/score_gradient.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

enum { CASES = 10000, MOST_KEYS = 7, BITS = 500 };

typedef struct {
    size_t keys;
    unsigned char visible[MOST_KEYS];
    plumb_ball weight[MOST_KEYS], of_weight[MOST_KEYS], of_lse, gradient[MOST_KEYS + 1], delta;
} row;

static const plumb_ball guard = {12345, 678};

static plumb_ball draw_ball(random_cases *cases, bool edges) {
    return edges ? random_ball(cases) : (plumb_ball){random_normal(cases), ldexp(random_uniform(cases), -50)};
}

static void draw(random_cases *cases, bool edges, row *r) {
    r->keys = random_below(cases, MOST_KEYS + 1);
    r->of_lse = draw_ball(cases, edges);
    for (size_t j = 0; j < MOST_KEYS; j++) {
        r->visible[j] = random_below(cases, 3) > 0;
        r->weight[j] = draw_ball(cases, edges);
        r->of_weight[j] = draw_ball(cases, edges);
    }
}

static void evaluate(row *r) {
    r->gradient[r->keys] = guard;
    r->delta = plumb_score_gradient(r->weight, r->of_weight, r->visible, r->keys, r->of_lse, r->gradient);
    ck_assert_msg(balls_identical(r->gradient[r->keys], guard), "writes beyond the keys");
}

/* The middle or an end of each ball that informs; false if one of a visible key does not. */
static bool informs(const row *r) {
    bool all = ball_informs(r->of_lse);
    for (size_t j = 0; j < r->keys; j++)
        all = all && (!r->visible[j] || (ball_informs(r->weight[j]) && ball_informs(r->of_weight[j])));
    return all;
}

static void fail_row(const random_cases *cases, const char *what, const row *r, size_t j) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s of key %zu of %zu", what, j, r->keys);
    reproduce_balls(&line, "gradient", r->gradient, r->keys);
    reproduce_balls(&line, "weight", r->weight, r->keys);
    reproduce_balls(&line, "of weight", r->of_weight, r->keys);
    reproduce_balls(&line, "of lse", &r->of_lse, 1);
    reproduce_fail(&line);
}

/* Of one point in each ball: p_j (y_j - delta + l). */
static void check_points(random_cases *cases, const row *r) {
    arb_t p[MOST_KEYS], y[MOST_KEYS], l, delta, gradient;
    arb_init(l);
    arb_init(delta);
    arb_init(gradient);
    ball_point(l, r->of_lse, (int)random_below(cases, 3) - 1);
    for (size_t j = 0; j < r->keys; j++) {
        arb_init(p[j]);
        arb_init(y[j]);
        if (!r->visible[j])
            continue;
        ball_point(p[j], r->weight[j], (int)random_below(cases, 3) - 1);
        ball_point(y[j], r->of_weight[j], (int)random_below(cases, 3) - 1);
        arb_addmul(delta, p[j], y[j], 10 * BITS);
    }
    if (!ball_contains(r->delta, delta))
        fail_row(cases, "delta", r, 0);
    for (size_t j = 0; j < r->keys; j++) {
        arb_sub(gradient, y[j], delta, 10 * BITS);
        arb_add(gradient, gradient, l, 10 * BITS);
        arb_mul(gradient, gradient, p[j], 10 * BITS);
        if (r->visible[j] && !ball_contains(r->gradient[j], gradient))
            fail_row(cases, "gradient", r, j);
        arb_clear(p[j]);
        arb_clear(y[j]);
    }
    arb_clear(gradient);
    arb_clear(delta);
    arb_clear(l);
}

START_TEST(balls_contain_the_gradients) {
    random_cases cases = random_begin("score gradient", CASES);
    while (random_next(&cases)) {
        row r;
        draw(&cases, random_below(&cases, 2) == 0, &r);
        evaluate(&r);
        for (size_t j = 0; j < r.keys; j++)
            if (!r.visible[j] && !balls_identical(r.gradient[j], plumb_ball_zero()))
                fail_row(&cases, "gradient", &r, j);
        if (informs(&r))
            check_points(&cases, &r);
    }
}
END_TEST

START_TEST(ordinary_gradients_are_known) {
    random_cases cases = random_begin("score gradient known", CASES);
    while (random_next(&cases)) {
        row r;
        draw(&cases, false, &r);
        evaluate(&r);
        for (size_t j = 0; j < r.keys; j++)
            if (!(r.gradient[j].rad < 1e-10))
                fail_row(&cases, "radius", &r, j);
    }
}
END_TEST

START_TEST(nothing_is_read_of_hidden_keys) {
    random_cases cases = random_begin("score gradient hidden", CASES / 10);
    while (random_next(&cases)) {
        row r, other;
        draw(&cases, false, &r);
        other = r;
        for (size_t j = 0; j < MOST_KEYS; j++)
            if (!r.visible[j])
                other.weight[j] = other.of_weight[j] = plumb_ball_unknown();
        evaluate(&r);
        evaluate(&other);
        for (size_t j = 0; j < r.keys; j++)
            if (!balls_identical(r.gradient[j], other.gradient[j]))
                fail_row(&cases, "gradient", &r, j);
    }
}
END_TEST

/* Of the sink: weight (l - delta). */
START_TEST(ball_contains_the_sinks_gradient) {
    random_cases cases = random_begin("sink gradient", CASES);
    arb_t exact, delta, weight;
    arb_init(exact);
    arb_init(delta);
    arb_init(weight);
    while (random_next(&cases)) {
        bool edges = random_below(&cases, 2) == 0;
        plumb_ball from[] = {draw_ball(&cases, edges), draw_ball(&cases, edges), draw_ball(&cases, edges)};
        plumb_ball gradient = plumb_sink_gradient(from[0], from[1], from[2]);
        bool known = true;
        for (size_t i = 0; i < 3; i++)
            known = known && ball_informs(from[i]);
        if (known) {
            ball_point(weight, from[0], (int)random_below(&cases, 3) - 1);
            ball_point(exact, from[1], (int)random_below(&cases, 3) - 1);
            ball_point(delta, from[2], (int)random_below(&cases, 3) - 1);
            arb_sub(exact, exact, delta, 10 * BITS);
            arb_mul(exact, exact, weight, 10 * BITS);
        }
        if ((!known || ball_contains(gradient, exact)) && (edges || gradient.rad < 1e-10))
            continue;
        reproduction line = reproduce(&cases);
        reproduce_balls(&line, "gradient", &gradient, 1);
        reproduce_balls(&line, "weight, of lse, delta", from, 3);
        reproduce_fail(&line);
    }
    arb_clear(weight);
    arb_clear(delta);
    arb_clear(exact);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gradient/score_gradient");
    TCase *tests = tcase_create("score_gradient");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, balls_contain_the_gradients);
    tcase_add_test(tests, ordinary_gradients_are_known);
    tcase_add_test(tests, nothing_is_read_of_hidden_keys);
    tcase_add_test(tests, ball_contains_the_sinks_gradient);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
