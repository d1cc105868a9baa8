/* weights.h - weights of score balls by one kernel: cases, and what all of them obey.  Included by a program that
   defines

     MOST_KEYS                          of a case
     USUAL                              a parameter of the kernel that any scores may have; 0 where it has none
     static void weigh(weights *w);     the kernel, from score and visible to weight */
#ifndef PLUMB_TESTS_WEIGHT_WEIGHTS_H
#define PLUMB_TESTS_WEIGHT_WEIGHTS_H
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <float.h>
#include <math.h>

#define CASES 10000
#define PRECISION 300

typedef struct {
    size_t keys;
    double parameter;
    plumb_ball score[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
    plumb_ball weight[MOST_KEYS + 1];
} weights;

static void weigh(weights *w);

static void evaluate(weights *w) {
    static const plumb_ball guard = {12345, 678};
    w->weight[w->keys] = guard;
    weigh(w);
    ck_assert_msg(balls_identical(w->weight[w->keys], guard), "writes beyond the keys");
}

/* Scores of one of the sizes, so that several of them matter; all alike up to rounding; or edges.  Those of invisible
   keys must not be read. */
static void draw_scores(random_cases *cases, const double *sizes, size_t count, weights *w, bool exact) {
    double size = sizes[random_below(cases, count)];
    double shift = random_below(cases, 2) == 0 ? 0 : size * random_normal(cases);
    bool edges = random_below(cases, 8) == 0;
    w->keys = random_below(cases, MOST_KEYS + 1);
    for (size_t j = 0; j < w->keys; j++) {
        w->visible[j] = random_below(cases, 5) != 0;
        w->score[j].mid = edges ? random_edge(cases) : shift + size * random_normal(cases);
        w->score[j].rad =
            exact ? 0 : ldexp(random_uniform(cases), (int)random_below(cases, 60) - 58);
        if (!w->visible[j])
            w->score[j] =
                random_below(cases, 2) == 0 ? (plumb_ball){NAN, NAN} : plumb_ball_of(DBL_MAX);
    }
}

static void fail_case(const random_cases *cases, const char *what, const weights *w, size_t j) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: weight %zu", what, j);
    reproduce_doubles(&line, "parameter", &w->parameter, 1);
    reproduce_balls(&line, "result", w->weight + j, 1);
    reproduce_flags(&line, "visible", w->visible, w->keys);
    reproduce_balls(&line, "score", w->score, w->keys);
    reproduce_fail(&line);
}

/* Beyond 2^20 either way the exponential is cut off: 2^-1500000 is nothing to any ball. */
static void exponential(arb_t y, const arb_t x) {
    arb_set(y, x);
    if (arf_cmpabs_2exp_si(arb_midref(y), 20) > 0)
        arb_set_si(y, arf_sgn(arb_midref(y)) * (1 << 20));
    arb_exp(y, y, PRECISION);
}

START_TEST(no_visible_key) {
    weights w = {.keys = 3, .parameter = USUAL, .visible = {0, 0, 0}};
    evaluate(&w);
    for (size_t j = 0; j < 3; j++)
        ck_assert(balls_identical(w.weight[j], plumb_ball_zero()));
    w.keys = 0;
    evaluate(&w);
}
END_TEST

/* One visible score without information, and no weight can be known. */
START_TEST(no_information_spreads_among_the_visible) {
    static const plumb_ball nothing[] = {
        {0, INFINITY}, {NAN, NAN}, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}, {0, NAN}};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        weights w = {
            .keys = 3, .parameter = USUAL, .score = {{1, 0}, {0, 0}, {2, 0}}, .visible = {1, 1, 1}};
        w.score[1] = nothing[i];
        evaluate(&w);
        for (size_t j = 0; j < 3; j++)
            ck_assert(!ball_informs(w.weight[j]));
        w.visible[1] = 0;
        evaluate(&w);
        ck_assert(ball_informs(w.weight[0]) && ball_informs(w.weight[2]));
    }
}
END_TEST

static void add_weight_tests(TCase *tests) {
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, no_visible_key);
    tcase_add_test(tests, no_information_spreads_among_the_visible);
}
#endif
