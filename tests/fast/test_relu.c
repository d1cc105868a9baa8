/* test_relu.c - the weights of a panel have the bits of plumb_relu_weights, squared and not. */
#include "fast/relu.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include "weight/relu.h"

#define CASES 20000

typedef void panel_kernel(const unsigned char *visible, double *mid, double *rad);

static void check_bits(const char *name, panel_kernel *weigh, int squared) {
    random_cases cases = random_begin(name, CASES);
    unsigned char visible[PLUMB_PANEL];
    plumb_ball score[PLUMB_PANEL], fast[PLUMB_PANEL + 1], minimal[PLUMB_PANEL];
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, PLUMB_PANEL + 1);
        draw_exponents(&cases, score, keys);
        draw_visible(&cases, visible, keys);
        lanes panel = lanes_of(score, visible, keys);
        weigh(panel.visible, panel.mid, panel.rad);
        balls_of(&panel, fast);
        plumb_relu_weights(score, visible, keys, squared, minimal);
        for (size_t j = keys; j < PLUMB_PANEL; j++)
            minimal[j] = plumb_ball_zero();
        check_same(&cases, fast, minimal, PLUMB_PANEL);
    }
}

START_TEST(has_the_bits_of_relus) {
    check_bits("fast relus", plumb_panel_relus, 0);
    check_bits("fast squared relus", plumb_panel_squared_relus, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/relu");
    TCase *tests = tcase_create("relu");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_relus);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
