/* test_key_features.c - every row of the result is the feature of its key, whatever the other rows hold. */
#include "score/key_features.h"
#include "tests/support/contain.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

#define MOST 5

static void fill(random_cases *cases, double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = random_special(cases);
}

START_TEST(row_by_row) {
    random_cases cases = random_begin("row_by_row", 5000);
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, MOST + 1), head_dim = random_below(&cases, MOST + 1);
        size_t hidden_dim = random_below(&cases, MOST + 1),
               feature_dim = random_below(&cases, MOST + 1);
        double key[MOST * MOST], inner[MOST * MOST], outer[MOST * MOST];
        plumb_ball feature[MOST * MOST], hidden[MOST], expected[MOST];
        fill(&cases, key, MOST * MOST);
        fill(&cases, inner, MOST * MOST);
        fill(&cases, outer, MOST * MOST);
        plumb_elu_key_features(key, keys, head_dim, feature);
        for (size_t j = 0; j < keys; j++) {
            plumb_elu_feature(key + j * head_dim, head_dim, expected);
            for (size_t c = 0; c < head_dim; c++)
                ck_assert(balls_identical(feature[j * head_dim + c], expected[c]));
        }
        plumb_mlp_key_features(key, keys, head_dim, inner, hidden_dim, outer, feature_dim, hidden,
                               feature);
        for (size_t j = 0; j < keys; j++) {
            plumb_mlp_feature(key + j * head_dim, head_dim, inner, hidden_dim, outer, feature_dim,
                              hidden, expected);
            for (size_t c = 0; c < feature_dim; c++)
                ck_assert(balls_identical(feature[j * feature_dim + c], expected[c]));
        }
    }
}
END_TEST

/* elu(1) + 1 = 2, elu(0) + 1 = 1; one hidden unit 1 x - 1 y, doubled. */
START_TEST(two_keys_by_hand) {
    const double key[] = {1, 0, 0, 3}, inner[] = {1, -1}, outer[] = {2};
    plumb_ball feature[4], hidden[1];
    plumb_elu_key_features(key, 2, 2, feature);
    ck_assert(ball_contains_double(feature[0], 2) && ball_contains_double(feature[1], 1));
    ck_assert(ball_contains_double(feature[2], 1) && ball_contains_double(feature[3], 4));
    plumb_mlp_key_features(key, 2, 2, inner, 1, outer, 1, hidden, feature);
    ck_assert(ball_contains_double(feature[0], 2) && ball_contains_double(feature[1], 0));
    ck_assert_double_le(feature[0].rad, 1e-14);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("score/key_features");
    TCase *tests = tcase_create("key_features");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, row_by_row);
    tcase_add_test(tests, two_keys_by_hand);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
