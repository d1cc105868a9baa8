/* test_twofold.c - scores and sums have the bits of the minimal kernels in twice the precision. */
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

START_TEST(sums_have_the_bits_of_the_minimal_kernels) {
    enum { MOST_KEYS = 200, MOST_WIDTH = 3 };
    random_cases cases = random_begin("fast twofold sums", CASES);
    static plumb_ball term[MOST_KEYS];
    static double value[MOST_KEYS * MOST_WIDTH];
    unsigned char visible[MOST_KEYS];
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, MOST_KEYS + 1);
        size_t width = 1 + random_below(&cases, MOST_WIDTH), column = random_below(&cases, width);
        draw_balls(&cases, term, keys);
        draw_doubles(&cases, value, keys * width);
        draw_visible(&cases, visible, keys);
        plumb_ball fast[] = {plumb_fast_twofold_total(term, visible, keys),
                             plumb_fast_twofold_weighted(term, visible, value, keys, width, column),
                             guard};
        plumb_ball minimal[] = {plumb_twofold_total(term, visible, keys),
                                plumb_twofold_weighted(term, visible, value, keys, width, column)};
        check_same(&cases, fast, minimal, 2);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/twofold");
    TCase *tests = tcase_create("twofold");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_twofold_scaled_dot);
    tcase_add_test(tests, sums_have_the_bits_of_the_minimal_kernels);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
