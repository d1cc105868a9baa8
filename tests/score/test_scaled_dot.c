/* test_scaled_dot.c - scores: contained, tight, and only of the keys that are visible. */
#include "score/scaled_dot.h"
#include "tests/support/contain.h"
#include "tests/support/dot.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include "tests/support/tight.h"
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

static void evaluate(scores *s) {
    s->score[s->keys] = guard;
    plumb_scaled_dot(s->query, s->key, s->visible, s->keys, s->head_dim, s->scale, s->score);
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
    random_cases cases = random_begin("scaled dot", CASES);
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

/* The dot is off as tests/support/tight.h says, the scale by its own radius times the norms, and the
   middle by one rounding; each of six steps adds 2^-1000. */
static double limit(const scores *s, size_t j, double size) {
    const double *key = s->key + j * s->head_dim;
    double norm = plumb_norm_up(key, s->head_dim), scale = fabs(s->scale.mid);
    double reach = (1.001 * s->scale.rad + 0x1p-997) * plumb_norm_up(s->query, s->head_dim);
    double products = dot_limit(s->query, key, s->head_dim) + 0x1.02p-53 * size;
    return 1.001 * scale * products + reach * norm + 0x1p-997 * (1 + norm + scale);
}

START_TEST(is_tight) {
    random_cases cases = random_begin("scaled dot is tight", CASES);
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
            double bound = limit(&s, j, size);
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

/* 3 * s for every s from 3/8 to 5/8 */
START_TEST(the_radius_of_the_scale_counts) {
    scores s = {
        .keys = 1, .head_dim = 1, .scale = {0.5, 0.125}, .query = {1}, .key = {3}, .visible = {1}};
    evaluate(&s);
    ck_assert(ball_contains_ratio(s.score[0], 9, 8) && ball_contains_ratio(s.score[0], 15, 8));
    ck_assert(s.score[0].rad <= 0.376);
}
END_TEST

/* 1 + 2^-60 - 1, whose middle is 0: nothing of it covers what the sum lost. */
START_TEST(the_roundings_of_the_product_count) {
    scores s = {.keys = 1,
                .head_dim = 3,
                .scale = {1, 0},
                .query = {1, 1, -1},
                .key = {1, 0x1p-60, 1},
                .visible = {1}};
    evaluate(&s);
    ck_assert(s.score[0].mid == 0);
    ck_assert(ball_contains_double(s.score[0], 0x1p-60) && s.score[0].rad <= 0x1p-49);
}
END_TEST

/* 2^-1080 underflows, and the scale makes 2^-80 of it, far more than the norms' 2^-1080 times roundings. */
START_TEST(the_scale_enlarges_what_underflows) {
    scores s = {.keys = 1,
                .head_dim = 1,
                .scale = {0x1p1000, 0},
                .query = {0x1p-540},
                .key = {0x1p-540},
                .visible = {1}};
    evaluate(&s);
    ck_assert(s.score[0].mid == 0 && ball_contains_double(s.score[0], 0x1p-80));
}
END_TEST

/* A score that overflows concerns its own key alone; a product that does has none, not even of scale 0. */
START_TEST(overflow_claims_nothing) {
    scores s = {.keys = 2,
                .head_dim = 2,
                .scale = {0x1p500, 0},
                .query = {0x1p500, 1},
                .key = {0x1p100, 1, 0, 1},
                .visible = {1, 1}};
    evaluate(&s);
    ck_assert(!ball_informs(s.score[0]));
    ck_assert(ball_informs(s.score[1]) && ball_contains_double(s.score[1], 0x1p500));
    s.scale.mid = 0;
    evaluate(&s);
    ck_assert(ball_informs(s.score[0]) && ball_contains_double(s.score[0], 0));
    s.key[0] = 0x1p600;
    evaluate(&s);
    ck_assert(!ball_informs(s.score[0]) && ball_informs(s.score[1]));
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

int main(void) {
    Suite *suite = suite_create("score/scaled_dot");
    TCase *tests = tcase_create("scaled_dot");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, two_keys);
    tcase_add_test(tests, the_radius_of_the_scale_counts);
    tcase_add_test(tests, the_roundings_of_the_product_count);
    tcase_add_test(tests, the_scale_enlarges_what_underflows);
    tcase_add_test(tests, overflow_claims_nothing);
    tcase_add_test(tests, without_dimensions_the_score_is_zero);
    tcase_add_test(tests, not_a_number_concerns_its_own_key_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
