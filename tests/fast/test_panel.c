/* test_panel.c - the scores of a panel have the bits of plumb_scaled_dot. */
#include "fast/panel.h"
#include "score/scaled_dot.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include <string.h>

#define CASES 2000
#define MOST_DIM 37

START_TEST(has_the_bits_of_scaled_dot) {
    random_cases cases = random_begin("fast panel", CASES);
    static double query[PLUMB_BUNDLE_ROWS * MOST_DIM], key[PLUMB_PANEL * MOST_DIM];
    static double panel[(MOST_DIM + 1) * PLUMB_PANEL], sum[PLUMB_BUNDLE_ROWS * PLUMB_PANEL];
    unsigned char visible[PLUMB_PANEL];
    size_t width[PLUMB_BUNDLE_ROWS];
    plumb_ball scale, fast[PLUMB_PANEL + 1], minimal[PLUMB_PANEL];
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, PLUMB_PANEL + 1);
        size_t head_dim = random_below(&cases, MOST_DIM + 1);
        size_t rows = random_below(&cases, PLUMB_BUNDLE_ROWS + 1);
        draw_doubles(&cases, query, rows * head_dim);
        draw_doubles(&cases, key, keys * head_dim);
        plumb_panel_fill(key, keys, head_dim, panel);
        for (size_t r = 0; r < rows; r++)
            width[r] = random_below(&cases, keys + 1);
        plumb_panel_dots(query, rows, panel, head_dim, width, sum);
        for (size_t r = 0; r < rows; r++) {
            const double *q = query + r * head_dim;
            draw_visible(&cases, visible, keys);
            memset(visible + width[r], 0, keys - width[r]);
            draw_balls(&cases, &scale, 1);
            lanes score = lanes_of(fast, visible, 0);
            memcpy(score.visible, visible, keys);
            plumb_panel_scores(sum + r * PLUMB_PANEL, panel + head_dim * PLUMB_PANEL,
                               plumb_score_reach(plumb_norm_up(q, head_dim), head_dim, scale),
                               score.visible, scale, score.mid, score.rad);
            balls_of(&score, fast);
            plumb_scaled_dot(q, key, visible, keys, head_dim, scale, minimal);
            for (size_t j = keys; j < PLUMB_PANEL; j++)
                minimal[j] = plumb_ball_unknown();
            check_same(&cases, fast, minimal, PLUMB_PANEL);
        }
    }
}
END_TEST

/* Lanes without a key are 0, so that no NaN of an earlier panel slows a processor down. */
START_TEST(lanes_without_a_key_are_zero) {
    static double key[3 * 9], panel[10 * PLUMB_PANEL];
    for (size_t i = 0; i < 10 * PLUMB_PANEL; i++)
        panel[i] = NAN;
    for (size_t i = 0; i < 3 * 9; i++)
        key[i] = (double)(i + 1);
    plumb_panel_fill(key, 3, 9, panel);
    for (size_t c = 0; c < 9; c++)
        for (size_t j = 0; j < PLUMB_PANEL; j++)
            ck_assert(panel[c * PLUMB_PANEL + j] == (j < 3 ? key[j * 9 + c] : 0.0));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/panel");
    TCase *tests = tcase_create("panel");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_scaled_dot);
    tcase_add_test(tests, lanes_without_a_key_are_zero);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
