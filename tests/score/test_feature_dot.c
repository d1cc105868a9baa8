/* test_feature_dot.c - dots and scores of ball vectors: contained, tight, of visible keys only. */
#include "score/feature_dot.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/tight.h"
#include <math.h>

#define CASES 10000
#define MOST_KEYS 4
#define MOST_DIM 6

typedef struct {
    size_t keys, feature_dim;
    plumb_ball scale, query[MOST_DIM], key[MOST_KEYS * MOST_DIM];
    unsigned char visible[MOST_KEYS];
    plumb_ball score[MOST_KEYS + 1];
} scores;

static const plumb_ball guard = {12345, 678};

static void evaluate(scores *s) {
    s->score[s->keys] = guard;
    plumb_feature_dot(s->query, s->key, s->visible, s->keys, s->feature_dim, s->scale, s->score);
    ck_assert_msg(balls_identical(s->score[s->keys], guard), "writes beyond the keys");
}

static plumb_ball draw_ball(random_cases *cases, bool edges) {
    if (edges)
        return random_ball(cases);
    return (plumb_ball){random_normal(cases), ldexp(random_uniform(cases), -50)};
}

static void draw(random_cases *cases, scores *s) {
    bool edges = random_below(cases, 2) == 0;
    s->keys = random_below(cases, MOST_KEYS + 1);
    s->feature_dim = random_below(cases, MOST_DIM + 1);
    s->scale = draw_ball(cases, edges);
    for (size_t c = 0; c < s->feature_dim; c++)
        s->query[c] = draw_ball(cases, edges);
    for (size_t j = 0; j < s->keys; j++) {
        s->visible[j] = random_below(cases, 4) != 0;
        for (size_t c = 0; c < s->feature_dim; c++) {
            plumb_ball *key = s->key + j * s->feature_dim + c;
            *key = draw_ball(cases, edges);
            if (edges && random_below(cases, 2) == 0)
                key->mid = random_companion(cases, s->query[c].mid);
            if (!s->visible[j])
                *key = (plumb_ball){NAN, 0};
        }
    }
}

static void fail_case(const random_cases *cases, const char *what, const scores *s, size_t j,
                      plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: key %zu, feature_dim=%zu", what, j, s->feature_dim);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_balls(&line, "scale", &s->scale, 1);
    reproduce_balls(&line, "query", s->query, s->feature_dim);
    reproduce_balls(&line, "key", s->key + j * s->feature_dim, s->feature_dim);
    reproduce_fail(&line);
}

/* The product of a and b that lies furthest to a side; of the middles for side 0. */
static void extreme_product(arb_t extreme, plumb_ball a, plumb_ball b, int side) {
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    ball_point(x, a, 0);
    ball_point(y, b, 0);
    arb_mul(extreme, x, y, ARF_PREC_EXACT);
    for (int corner = 0; side != 0 && corner < 4; corner++) {
        ball_point(x, a, corner % 2 == 0 ? 1 : -1);
        ball_point(y, b, corner / 2 == 0 ? 1 : -1);
        arb_mul(x, x, y, ARF_PREC_EXACT);
        if (side * arf_cmp(arb_midref(x), arb_midref(extreme)) > 0)
            arb_set(extreme, x);
    }
    arb_clear(x);
    arb_clear(y);
}

static void extreme_dot(arb_t dot, const scores *s, size_t j, int side) {
    arb_t product;
    arb_init(product);
    arb_zero(dot);
    for (size_t c = 0; c < s->feature_dim; c++) {
        extreme_product(product, s->query[c], s->key[j * s->feature_dim + c], side);
        arb_add(dot, dot, product, ARF_PREC_EXACT);
    }
    arb_clear(product);
}

static void check_score(const random_cases *cases, const scores *s, size_t j) {
    arb_t dot, score;
    arb_init(dot);
    arb_init(score);
    plumb_ball of_balls = plumb_ball_dot(s->query, s->key + j * s->feature_dim, s->feature_dim);
    for (int side = -1; side <= 1; side++) {
        extreme_dot(dot, s, j, side);
        if (!ball_contains(of_balls, dot))
            fail_case(cases, "does not contain the dot", s, j, of_balls);
        for (int scale_side = -1; scale_side <= 1; scale_side++) {
            ball_point(score, s->scale, scale_side);
            arb_mul(score, score, dot, ARF_PREC_EXACT);
            if (!ball_contains(s->score[j], score))
                fail_case(cases, "does not contain the score", s, j, s->score[j]);
        }
    }
    arb_clear(dot);
    arb_clear(score);
}

START_TEST(contains) {
    random_cases cases = random_begin("feature dot", CASES);
    scores s;
    while (random_next(&cases)) {
        draw(&cases, &s);
        evaluate(&s);
        for (size_t j = 0; j < s.keys; j++)
            if (s.visible[j])
                check_score(&cases, &s, j);
            else if (ball_informs(s.score[j]))
                fail_case(&cases, "invisible, but says something", &s, j, s.score[j]);
    }
}
END_TEST

static double size(plumb_ball a) {
    return fabs(a.mid) + a.rad + 0x1p-990;
}

/* No wider than the radius of the dot product, the scale's own and one rounding say. */
START_TEST(is_tight) {
    random_cases cases = random_begin("feature dot is tight", CASES);
    scores s;
    while (random_next(&cases)) {
        draw(&cases, &s);
        evaluate(&s);
        for (size_t j = 0; j < s.keys; j++) {
            const plumb_ball *key = s.key + j * s.feature_dim;
            double product = fabs(plumb_ball_dot(s.query, key, s.feature_dim).mid);
            double limit = ball_dot_limit(s.query, key, s.feature_dim);
            double bound = size(s.scale) * (1.0001 * limit + 0x1.01p-53 * product) +
                           1.0001 * s.scale.rad * product + 0x1p-980;
            if (s.visible[j] && limit < 0x1p1000 && bound < 0x1p1000 &&
                size(s.scale) * product < 0x1p1000 && !(s.score[j].rad <= bound))
                fail_case(&cases, "too wide", &s, j, s.score[j]);
        }
    }
}
END_TEST

/* (1, 2) . (3, 4) / 8 and (1, 2) . (-2, 1) / 8 */
START_TEST(two_keys) {
    scores s = {.keys = 2,
                .feature_dim = 2,
                .scale = {0.125, 0},
                .query = {{1, 0}, {2, 0}},
                .key = {{3, 0}, {4, 0}, {-2, 0}, {1, 0}},
                .visible = {1, 1}};
    evaluate(&s);
    ck_assert(ball_contains_ratio(s.score[0], 11, 8) && s.score[0].rad <= 0x1p-48);
    ck_assert(ball_contains_ratio(s.score[1], 0, 8) && s.score[1].rad <= 0x1p-48);
}
END_TEST

START_TEST(without_features_the_score_is_zero) {
    scores s = {.keys = 1, .feature_dim = 0, .scale = {1, 0}, .visible = {1}};
    evaluate(&s);
    ck_assert(ball_contains_double(s.score[0], 0) && s.score[0].rad <= 0x1p-997);
}
END_TEST

START_TEST(no_information_concerns_its_own_key_alone) {
    scores s = {.keys = 2,
                .feature_dim = 1,
                .scale = {1, 0},
                .query = {{0, 0}},
                .key = {{1, INFINITY}, {5, 0}},
                .visible = {1, 1}};
    evaluate(&s);
    ck_assert(!ball_informs(s.score[0]) && ball_informs(s.score[1]));
    s.query[0].rad = INFINITY;
    evaluate(&s);
    ck_assert(!ball_informs(s.score[0]) && !ball_informs(s.score[1]));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("score/feature_dot");
    TCase *tests = tcase_create("feature_dot");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, two_keys);
    tcase_add_test(tests, without_features_the_score_is_zero);
    tcase_add_test(tests, no_information_concerns_its_own_key_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
