/* test_rescaled.c - the weights of a panel have the bits of plumb_scale_weights and plumb_clip_weights. */
#include "fast/rescaled.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include "weight/clipped.h"
#include "weight/scaled.h"

#define CASES 20000

/* Weights between 0 and 1, a few exactly 0, or anything. */
static void draw_weights(random_cases *cases, plumb_ball *weight) {
    bool ordinary = random_below(cases, 2) == 0;
    draw_balls(cases, weight, PLUMB_PANEL);
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        if (ordinary)
            weight[j].mid = random_uniform(cases);
        if (random_below(cases, 8) == 0)
            weight[j].rad = random_uniform(cases);
        if (random_below(cases, 8) == 0)
            weight[j] = plumb_ball_zero();
    }
}

static double draw_parameter(random_cases *cases) {
    static const double parameters[] = {0, -0.03, 0.03, 0.5, 1, 1.03, -1, 30, 0x1p-1000, 1e300};
    if (random_below(cases, 30) == 0)
        return random_special(cases);
    return parameters[random_below(cases, sizeof parameters / sizeof *parameters)];
}

typedef enum { SCALED, CLIPPED, WAYS } way;

START_TEST(has_the_bits_of_weights) {
    random_cases cases = random_begin("fast rescaled", CASES);
    unsigned char visible[PLUMB_PANEL];
    plumb_ball weight[PLUMB_PANEL], fast[PLUMB_PANEL + 1];
    memset(visible, 1, sizeof visible);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        double first = draw_parameter(&cases), second = draw_parameter(&cases);
        draw_weights(&cases, weight);
        lanes panel = lanes_of(weight, visible, PLUMB_PANEL);
        if (_i == SCALED) {
            plumb_panel_scale(first, panel.mid, panel.rad);
            plumb_scale_weights(weight, PLUMB_PANEL, first);
        } else {
            plumb_panel_clip(first, second, panel.mid, panel.rad);
            plumb_clip_weights(weight, PLUMB_PANEL, first, second);
        }
        balls_of(&panel, fast);
        check_same(&cases, fast, weight, PLUMB_PANEL);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/rescaled");
    TCase *tests = tcase_create("rescaled");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, has_the_bits_of_weights, SCALED, WAYS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
