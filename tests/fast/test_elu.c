/* test_elu.c - the weights of a panel have the bits of plumb_elu_weights. */
#include "fast/elu.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include "weight/elu.h"

#define CASES 20000

START_TEST(has_the_bits_of_elus) {
    random_cases cases = random_begin("fast elus", CASES);
    unsigned char visible[PLUMB_PANEL];
    plumb_ball score[PLUMB_PANEL], fast[PLUMB_PANEL + 1], minimal[PLUMB_PANEL];
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, PLUMB_PANEL + 1);
        draw_exponents(&cases, score, keys);
        draw_visible(&cases, visible, keys);
        lanes panel = lanes_of(score, visible, keys);
        plumb_panel_elus(panel.visible, panel.mid, panel.rad);
        balls_of(&panel, fast);
        plumb_elu_weights(score, visible, keys, minimal);
        for (size_t j = keys; j < PLUMB_PANEL; j++)
            minimal[j] = plumb_ball_zero();
        check_same(&cases, fast, minimal, PLUMB_PANEL);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/elu");
    TCase *tests = tcase_create("elu");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_elus);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
