/* scaled_scores.h - the scores of visible keys by one of two kernels: contained, no wider than its header allows, and
   only of the keys that are visible.  Included by a program that defines

     SCALED_DOT  the kernel
     static double limit(const scores *s, size_t j, const arb_t dot, double size);
         the largest radius of score j; dot is the exact product, size the sum of the terms' magnitudes */
#ifndef PLUMB_TESTS_SCORE_SCALED_SCORES_H
#define PLUMB_TESTS_SCORE_SCALED_SCORES_H
#include "tests/support/contain.h"
#include "tests/support/dot.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 10000
#define MOST_KEYS 6
#define MOST_DIM 12

typedef struct {
    size_t keys, head_dim;
    plumb_ball scale;
    double query[MOST_DIM], key[MOST_KEYS * MOST_DIM];
    unsigned char visible[MOST_KEYS];
    plumb_ball score[MOST_KEYS + 1];
} scores;

static const plumb_ball guard = {12345, 678};

static double limit(const scores *s, size_t j, const arb_t dot, double size);

static void evaluate(scores *s) {
    s->score[s->keys] = guard;
    SCALED_DOT(s->query, s->key, s->visible, s->keys, s->head_dim, s->scale, s->score);
    ck_assert_msg(balls_identical(s->score[s->keys], guard), "writes beyond the keys");
}

static void draw_scale(random_cases *cases, plumb_ball *scale) {
    *scale = plumb_ball_of(1 / sqrt((double)(1 + random_below(cases, 256))));
    if (random_below(cases, 2) == 0)
        scale->rad = scale->mid * 0x1p-52;
    if (random_below(cases, 4) == 0)
        *scale = random_ball(cases);
}

static void draw(random_cases *cases, scores *s) {
    bool edges = random_below(cases, 2) == 0;
    s->keys = random_below(cases, MOST_KEYS + 1);
    s->head_dim = random_below(cases, MOST_DIM + 1);
    draw_scale(cases, &s->scale);
    for (size_t c = 0; c < s->head_dim; c++)
        s->query[c] = edges ? random_edge(cases) : random_normal(cases);
    for (size_t j = 0; j < s->keys; j++) {
        s->visible[j] = random_below(cases, 4) != 0;
        for (size_t c = 0; c < s->head_dim; c++) {
            double *key = s->key + j * s->head_dim + c;
            *key = edges ? random_companion(cases, s->query[c]) : random_normal(cases);
            if (!s->visible[j])
                *key = NAN;
        }
    }
}

static void fail_case(const random_cases *cases, const char *what, const scores *s, size_t j) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: score %zu, head_dim=%zu", what, j, s->head_dim);
    reproduce_balls(&line, "result", s->score + j, 1);
    reproduce_balls(&line, "scale", &s->scale, 1);
    reproduce_doubles(&line, "query", s->query, s->head_dim);
    reproduce_doubles(&line, "key", s->key + j * s->head_dim, s->head_dim);
    reproduce_fail(&line);
}

static bool contains_scaled(const scores *s, size_t j, const arb_t dot, int side) {
    arb_t score;
    arb_init(score);
    ball_point(score, s->scale, side);
    arb_mul(score, score, dot, ARF_PREC_EXACT);
    bool contained = ball_contains(s->score[j], score);
    arb_clear(score);
    return contained;
}

START_TEST(contains) {
    random_cases cases = random_begin("scores are contained", CASES);
    scores s;
    arb_t dot, magnitude;
    arb_init(dot);
    arb_init(magnitude);
    while (random_next(&cases)) {
        draw(&cases, &s);
        evaluate(&s);
        for (size_t j = 0; j < s.keys; j++) {
            if (!s.visible[j]) {
                if (ball_informs(s.score[j]))
                    fail_case(&cases, "invisible, but says something", &s, j);
                continue;
            }
            exact_dot(dot, magnitude, s.query, s.key + j * s.head_dim, s.head_dim);
            for (int side = -1; side <= 1; side++)
                if (!contains_scaled(&s, j, dot, side))
                    fail_case(&cases, "does not contain the score", &s, j);
        }
    }
    arb_clear(dot);
    arb_clear(magnitude);
}
END_TEST

START_TEST(is_tight) {
    random_cases cases = random_begin("scores are tight", CASES);
    scores s;
    arb_t dot, magnitude;
    arb_init(dot);
    arb_init(magnitude);
    while (random_next(&cases)) {
        draw(&cases, &s);
        evaluate(&s);
        for (size_t j = 0; j < s.keys; j++) {
            if (!s.visible[j])
                continue;
            exact_dot(dot, magnitude, s.query, s.key + j * s.head_dim, s.head_dim);
            double size = arf_get_d(arb_midref(magnitude), ARF_RND_UP);
            double bound = limit(&s, j, dot, size);
            if (size < 0x1p1000 && bound < 0x1p1000 && fabs(s.scale.mid) * size < 0x1p1000 &&
                !(s.score[j].rad <= bound))
                fail_case(&cases, "too wide", &s, j);
        }
    }
    arb_clear(dot);
    arb_clear(magnitude);
}
END_TEST

/* (1, 2) . (3, 4) / 8 and (1, 2) . (-2, 1) / 8 */
START_TEST(two_keys) {
    scores s = {.keys = 2,
                .head_dim = 2,
                .scale = {0.125, 0},
                .query = {1, 2},
                .key = {3, 4, -2, 1},
                .visible = {1, 1}};
    evaluate(&s);
    ck_assert(ball_contains_ratio(s.score[0], 11, 8) && s.score[0].rad <= 0x1p-48);
    ck_assert(ball_contains_ratio(s.score[1], 0, 8) && s.score[1].rad <= 0x1p-48);
}
END_TEST

START_TEST(without_dimensions_the_score_is_zero) {
    scores s = {.keys = 1, .head_dim = 0, .scale = {1, 0}, .visible = {1}};
    evaluate(&s);
    ck_assert(ball_contains_double(s.score[0], 0) && s.score[0].rad <= 0x1p-997);
}
END_TEST

START_TEST(not_a_number_concerns_its_own_key_alone) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        scores s = {.keys = 3,
                    .head_dim = 2,
                    .scale = {1, 0},
                    .query = {1, 0},
                    .key = {1, 2, 3, wild[i], 5, 6},
                    .visible = {1, 1, 1}};
        evaluate(&s);
        ck_assert(!ball_informs(s.score[1]));
        ck_assert(ball_informs(s.score[0]) && ball_informs(s.score[2]));
        s.visible[1] = 0;
        s.query[1] = wild[i];
        evaluate(&s);
        ck_assert(!ball_informs(s.score[0]) && !ball_informs(s.score[2]));
    }
}
END_TEST

static inline void add_score_tests(TCase *tests) {
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, two_keys);
    tcase_add_test(tests, without_dimensions_the_score_is_zero);
    tcase_add_test(tests, not_a_number_concerns_its_own_key_alone);
}
#endif
