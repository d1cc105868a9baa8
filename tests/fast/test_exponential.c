/* test_exponential.c - the exponentials of a panel have the bits of plumb_exponentials. */
#include "fast/exponential.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include "weight/exponentials.h"

#define CASES 20000

START_TEST(has_the_bits_of_exponentials) {
    random_cases cases = random_begin("fast exponentials", CASES);
    unsigned char visible[PLUMB_PANEL];
    plumb_ball score[PLUMB_PANEL], fast[PLUMB_PANEL + 1], minimal[PLUMB_PANEL];
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, PLUMB_PANEL + 1);
        double shift = random_below(&cases, 2) == 0 ? 0 : 100 * random_normal(&cases);
        draw_exponents(&cases, score, keys);
        draw_visible(&cases, visible, keys);
        lanes panel = lanes_of(score, visible, keys);
        if (shift == 0)
            plumb_panel_unshifted(panel.visible, panel.mid, panel.rad);
        else
            plumb_panel_exponentials(panel.visible, shift, panel.mid, panel.rad);
        balls_of(&panel, fast);
        plumb_exponentials(score, visible, keys, shift, minimal);
        for (size_t j = keys; j < PLUMB_PANEL; j++)
            minimal[j] = plumb_ball_zero();
        check_same(&cases, fast, minimal, PLUMB_PANEL);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/exponential");
    TCase *tests = tcase_create("exponential");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_exponentials);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
