/* test_twofold.c - the scores of a panel have the bits of plumb_twofold_scaled_dot. */
#include "fast/panel.h"
#include "fast/twofold.h"
#include "score/twofold_dot.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include <string.h>

#define CASES 5000
#define MOST_DIM 70

START_TEST(has_the_bits_of_twofold_scaled_dot) {
    random_cases cases = random_begin("fast twofold", CASES);
    static double query[MOST_DIM], key[PLUMB_PANEL * MOST_DIM];
    static double panel[(MOST_DIM + 1) * PLUMB_PANEL];
    unsigned char visible[PLUMB_PANEL];
    plumb_ball scale, fast[PLUMB_PANEL + 1], minimal[PLUMB_PANEL];
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, PLUMB_PANEL + 1);
        size_t head_dim = random_below(&cases, MOST_DIM + 1);
        draw_doubles(&cases, query, head_dim);
        draw_doubles(&cases, key, keys * head_dim);
        plumb_panel_fill(key, keys, head_dim, panel);
        draw_visible(&cases, visible, keys);
        draw_balls(&cases, &scale, 1);
        lanes score = lanes_of(fast, visible, 0);
        memcpy(score.visible, visible, keys);
        plumb_panel_twofold_scores(query, panel, head_dim, score.visible, scale, score.mid,
                                   score.rad);
        balls_of(&score, fast);
        plumb_twofold_scaled_dot(query, key, visible, keys, head_dim, scale, minimal);
        for (size_t j = keys; j < PLUMB_PANEL; j++)
            minimal[j] = plumb_ball_unknown();
        check_same(&cases, fast, minimal, PLUMB_PANEL);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/twofold");
    TCase *tests = tcase_create("twofold");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_twofold_scaled_dot);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
