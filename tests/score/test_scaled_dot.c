/* test_scaled_dot.c - scores: contained, tight, and only of the keys that are visible. */
#include "score/scaled_dot.h"
#include "tests/support/tight.h"
#define SCALED_DOT plumb_scaled_dot
#include "tests/score/scaled_scores.h"

/* The dot is off as tests/support/tight.h says, the scale by its own radius times the norms, and the
   middle by one rounding; each of six steps adds 2^-1000. */
static double limit(const scores *s, size_t j, const arb_t dot, double size) {
    const double *key = s->key + j * s->head_dim;
    double norm = plumb_norm_up(key, s->head_dim), scale = fabs(s->scale.mid);
    double reach = (1.001 * s->scale.rad + 0x1p-997) * plumb_norm_up(s->query, s->head_dim);
    double products = dot_limit(s->query, key, s->head_dim) + 0x1.02p-53 * size;
    (void)dot;
    return 1.001 * scale * products + reach * norm + 0x1p-997 * (1 + norm + scale);
}

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

int main(void) {
    Suite *suite = suite_create("score/scaled_dot");
    TCase *tests = tcase_create("scaled_dot");
    add_score_tests(tests);
    tcase_add_test(tests, the_radius_of_the_scale_counts);
    tcase_add_test(tests, the_roundings_of_the_product_count);
    tcase_add_test(tests, the_scale_enlarges_what_underflows);
    tcase_add_test(tests, overflow_claims_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
