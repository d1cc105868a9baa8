/* test_ball_panel.c - the scores of a panel of balls have the bits of plumb_feature_dot. */
#include "fast/ball_panel.h"
#include "fast/panel.h"
#include "score/feature_dot.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include <string.h>

#define CASES 5000
#define MOST_DIM 19

START_TEST(has_the_bits_of_feature_dot) {
    random_cases cases = random_begin("fast ball panel", CASES);
    static plumb_ball query[MOST_DIM], key[PLUMB_PANEL * MOST_DIM];
    static double panel[(MOST_DIM + 2) * PLUMB_PANEL], sum[PLUMB_PANEL], middle[MOST_DIM];
    unsigned char visible[PLUMB_PANEL];
    plumb_ball scale, fast[PLUMB_PANEL + 1], minimal[PLUMB_PANEL];
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, PLUMB_PANEL + 1);
        size_t dim = random_below(&cases, MOST_DIM + 1);
        draw_balls(&cases, query, dim);
        draw_balls(&cases, key, keys * dim);
        draw_visible(&cases, visible, keys);
        draw_balls(&cases, &scale, 1);
        lanes score = lanes_of(fast, visible, 0);
        memcpy(score.visible, visible, keys);
        plumb_ball_panel_fill(key, keys, dim, panel);
        for (size_t c = 0; c < dim; c++)
            middle[c] = query[c].mid;
        plumb_panel_dots(middle, 1, panel, dim, &keys, sum);
        plumb_ball_panel_scores(sum, panel + dim * PLUMB_PANEL, plumb_ball_reach(query, dim),
                                score.visible, scale, score.mid, score.rad);
        balls_of(&score, fast);
        plumb_feature_dot(query, key, visible, keys, dim, scale, minimal);
        for (size_t j = keys; j < PLUMB_PANEL; j++)
            minimal[j] = plumb_ball_unknown();
        check_same(&cases, fast, minimal, PLUMB_PANEL);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/ball_panel");
    TCase *tests = tcase_create("ball_panel");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_feature_dot);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
