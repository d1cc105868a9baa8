/* test_sink_softmax.c - weights with a sink in the denominator: contained, tight, together 1. */
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "weight/sink_softmax.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>

#define CASES 10000
#define MOST_KEYS 12
#define PRECISION 300

typedef struct {
    size_t keys;
    plumb_ball score[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
    plumb_ball sink;
    plumb_ball weight[MOST_KEYS + 1];
    plumb_ball sink_weight;
} weights;

static const plumb_ball guard = {12345, 678};

static void evaluate(weights *w) {
    w->weight[w->keys] = guard;
    w->sink_weight = plumb_sink_softmax(w->score, w->visible, w->keys, w->sink, w->weight);
    ck_assert_msg(balls_identical(w->weight[w->keys], guard), "writes beyond the keys");
}

static double draw_radius(random_cases *cases, bool exact) {
    return exact ? 0 : ldexp(random_uniform(cases), (int)random_below(cases, 60) - 58);
}

/* A sink far above, far below or among the scores. */
static void draw(random_cases *cases, weights *w, bool exact) {
    static const double sizes[] = {0, 0x1p-60, 1, 30, 800, 1e4, 1e15, 1e300};
    static const double sinks[] = {-1e300, -1e4, -1, 0, 0x1p-1074, 50, 1e4, 1e300};
    double size = sizes[random_below(cases, sizeof sizes / sizeof *sizes)];
    double shift = random_below(cases, 2) == 0 ? 0 : size * random_normal(cases);
    bool edges = random_below(cases, 8) == 0;
    bool blind = random_below(cases, 10) == 0;
    w->keys = random_below(cases, MOST_KEYS + 1);
    for (size_t j = 0; j < w->keys; j++) {
        w->visible[j] = !blind && random_below(cases, 5) != 0;
        w->score[j].mid = edges ? random_edge(cases) : shift + size * random_normal(cases);
        w->score[j].rad = draw_radius(cases, exact);
        if (!w->visible[j])
            w->score[j] =
                random_below(cases, 2) == 0 ? (plumb_ball){NAN, NAN} : plumb_ball_of(DBL_MAX);
    }
    w->sink.mid = sinks[random_below(cases, sizeof sinks / sizeof *sinks)];
    if (random_below(cases, 2) == 0)
        w->sink.mid = edges ? random_edge(cases) : shift + size * random_normal(cases);
    w->sink.rad = draw_radius(cases, exact);
}

static void fail_case(const random_cases *cases, const char *what, const weights *w) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s:", what);
    reproduce_balls(&line, "weights", w->weight, w->keys);
    reproduce_balls(&line, "sink weight", &w->sink_weight, 1);
    reproduce_flags(&line, "visible", w->visible, w->keys);
    reproduce_balls(&line, "score", w->score, w->keys);
    reproduce_balls(&line, "sink", &w->sink, 1);
    reproduce_fail(&line);
}

/* Beyond 2^20 either way the exponential is cut off: 2^-1500000 is nothing to any ball. */
static void exponential(arb_t x) {
    if (arf_cmpabs_2exp_si(arb_midref(x), 20) > 0)
        arb_set_si(x, arf_sgn(arb_midref(x)) * (1 << 20));
    arb_exp(x, x, PRECISION);
}

/* weight += exp(other - own), other at one end of its ball */
static void add_term(arb_t weight, plumb_ball other, int side, const arb_t own) {
    arb_t term;
    arb_init(term);
    ball_point(term, other, side);
    arb_sub(term, term, own, ARF_PREC_EXACT);
    exponential(term);
    arb_add(weight, weight, term, PRECISION);
    arb_clear(term);
}

/* The weight of key j, or of the sink for j = keys: 1 / sum of exp(x_i - x_j) over all of them, the one
   at one end of its ball and the others at another. */
static void exact_weight(arb_t weight, const weights *w, size_t j, int side, int others) {
    arb_t own;
    arb_init(own);
    arb_zero(weight);
    ball_point(own, j == w->keys ? w->sink : w->score[j], side);
    for (size_t i = 0; i < w->keys; i++)
        if (w->visible[i])
            add_term(weight, w->score[i], i == j ? side : others, own);
    add_term(weight, w->sink, j == w->keys ? side : others, own);
    arb_inv(weight, weight, PRECISION);
    arb_clear(own);
}

static bool contains_weight(const weights *w, size_t j, plumb_ball result) {
    bool contains = true;
    arb_t exact;
    arb_init(exact);
    for (int side = -1; side <= 1; side++) {
        exact_weight(exact, w, j, side, -side);
        contains = contains && ball_contains(result, exact);
    }
    arb_clear(exact);
    return contains;
}

START_TEST(contains) {
    random_cases cases = random_begin("sink softmax", CASES);
    weights w;
    while (random_next(&cases)) {
        draw(&cases, &w, random_below(&cases, 2) == 0);
        evaluate(&w);
        for (size_t j = 0; j < w.keys; j++)
            if (w.visible[j] && !contains_weight(&w, j, w.weight[j]))
                fail_case(&cases, "does not contain a weight", &w);
            else if (!w.visible[j] && !balls_identical(w.weight[j], plumb_ball_zero()))
                fail_case(&cases, "invisible, but not 0", &w);
        if (!contains_weight(&w, w.keys, w.sink_weight))
            fail_case(&cases, "does not contain the sink's weight", &w);
    }
}
END_TEST

/* The ball sum of all weights and the sink's contains 1. */
START_TEST(sums_to_one) {
    random_cases cases = random_begin("sink softmax sums to 1", CASES);
    weights w;
    while (random_next(&cases)) {
        draw(&cases, &w, random_below(&cases, 2) == 0);
        evaluate(&w);
        plumb_ball sum = w.sink_weight;
        for (size_t j = 0; j < w.keys; j++)
            sum = plumb_ball_add(sum, w.weight[j]);
        if (!ball_contains_double(sum, 1))
            fail_case(&cases, "does not sum to 1", &w);
    }
}
END_TEST

/* As for the softmax: of exact logits s, m the largest, shifting and exponential err by
   2^-53 (|s - m| + 2) of each term, the sum by the mean of that and 2^-53 (keys / 8 + 9), adding
   the sink's term and the division by 2^-53 each; the last term is for the steps of 2^-1000 and for
   terms below e^-707, beside a sum of e^-128 where nothing is shifted. */
static double limit(const weights *w, plumb_ball own) {
    double largest = w->sink.mid;
    for (size_t i = 0; i < w->keys; i++)
        if (w->visible[i])
            largest = fmax(largest, w->score[i].mid);
    double sum = 0, mean = 0;
    for (size_t i = 0; i <= w->keys; i++) {
        if (i < w->keys && !w->visible[i])
            continue;
        double distance = largest - (i < w->keys ? w->score[i] : w->sink).mid;
        if (!isfinite(distance))
            return INFINITY;
        double term = exp(-distance);
        sum += term;
        mean += term > 0 ? term * distance : 0;
    }
    double distance = largest - own.mid;
    double roundings = fmin(distance, 708) + mean / sum + (double)(w->keys / 8) + 17;
    return exp(-distance) / sum * roundings * 0x1.02p-53 + (double)(w->keys + 2) * 0x1p-812;
}

static bool is_too_wide(plumb_ball ball, double bound) {
    return isfinite(bound) && !(ball.rad <= bound);
}

START_TEST(is_tight) {
    random_cases cases = random_begin("sink softmax is tight", CASES);
    weights w;
    while (random_next(&cases)) {
        draw(&cases, &w, true);
        evaluate(&w);
        for (size_t j = 0; j < w.keys; j++)
            if (w.visible[j] && is_too_wide(w.weight[j], limit(&w, w.score[j])))
                fail_case(&cases, "a weight is too wide", &w);
        if (is_too_wide(w.sink_weight, limit(&w, w.sink)))
            fail_case(&cases, "the sink's weight is too wide", &w);
    }
}
END_TEST

START_TEST(sink_far_below) {
    weights w = {.keys = 2, .score = {{0, 0}, {0, 0}}, .visible = {1, 1}, .sink = {-1e4, 0}};
    evaluate(&w);
    ck_assert(ball_contains_double(w.weight[0], 0.5) && w.weight[0].rad <= 0x1.1p-50);
    ck_assert(ball_contains_double(w.sink_weight, 0) && w.sink_weight.rad <= 0x1p-990);
}
END_TEST

START_TEST(sink_far_above) {
    weights w = {.keys = 2, .score = {{0, 0}, {0, 0}}, .visible = {1, 1}, .sink = {1e4, 0}};
    evaluate(&w);
    ck_assert(ball_contains_double(w.weight[0], 0) && w.weight[0].rad <= 0x1p-990);
    ck_assert(ball_contains_double(w.sink_weight, 1) && w.sink_weight.rad <= 0x1p-50);
}
END_TEST

/* Softmax off by one: a single score of 0 shares with the sink. */
START_TEST(off_by_one) {
    weights w = {.keys = 1, .score = {{0, 0}}, .visible = {1}, .sink = {0, 0}};
    evaluate(&w);
    ck_assert(ball_contains_double(w.weight[0], 0.5) && w.weight[0].rad <= 0x1.1p-50);
    ck_assert(ball_contains_double(w.sink_weight, 0.5) && w.sink_weight.rad <= 0x1p-50);
}
END_TEST

START_TEST(no_visible_key) {
    static const double sinks[] = {-1e300, -1e4, 0, 1e4, DBL_MAX};
    for (size_t i = 0; i < sizeof sinks / sizeof *sinks; i++)
        for (size_t keys = 0; keys <= 3; keys += 3) {
            weights w = {.keys = keys, .sink = {sinks[i], 0}};
            evaluate(&w);
            for (size_t j = 0; j < keys; j++)
                ck_assert(balls_identical(w.weight[j], plumb_ball_zero()));
            ck_assert(ball_contains_double(w.sink_weight, 1) && w.sink_weight.rad <= 0x1p-50);
        }
}
END_TEST

START_TEST(no_information_spreads) {
    static const plumb_ball nothing[] = {
        {0, INFINITY}, {NAN, NAN}, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}, {0, NAN}};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        weights w = {.keys = 1, .score = {{1, 0}}, .visible = {1}, .sink = nothing[i]};
        evaluate(&w);
        ck_assert(!ball_informs(w.weight[0]) && !ball_informs(w.sink_weight));
        w.sink = w.score[0];
        w.score[0] = nothing[i];
        evaluate(&w);
        ck_assert(!ball_informs(w.weight[0]) && !ball_informs(w.sink_weight));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/sink_softmax");
    TCase *tests = tcase_create("sink softmax");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, sums_to_one);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, sink_far_below);
    tcase_add_test(tests, sink_far_above);
    tcase_add_test(tests, off_by_one);
    tcase_add_test(tests, no_visible_key);
    tcase_add_test(tests, no_information_spreads);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
