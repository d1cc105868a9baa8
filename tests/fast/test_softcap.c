/* test_softcap.c - the capped scores of a panel have the bits of plumb_softcap. */
#include "fast/softcap.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include "score/softcap.h"

#define CASES 20000

/* Ratios of every size, those at the border between the two forms among them. */
static void draw_scores(random_cases *cases, double cap, plumb_ball *score, size_t keys) {
    draw_exponents(cases, score, keys);
    for (size_t j = 0; j < keys; j++)
        if (random_below(cases, 3) == 0)
            score[j].mid =
                cap * nextafter(random_below(cases, 2) == 0 ? 0.125 : -0.125, random_normal(cases));
}

START_TEST(has_the_bits_of_softcap) {
    static const double caps[] = {1, 30, 50, 0.3, 0x1p-1000, 1e300};
    random_cases cases = random_begin("fast softcap", CASES);
    unsigned char visible[PLUMB_PANEL];
    plumb_ball score[PLUMB_PANEL], fast[PLUMB_PANEL + 1];
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, PLUMB_PANEL + 1);
        double cap = caps[random_below(&cases, sizeof caps / sizeof *caps)];
        draw_scores(&cases, cap, score, keys);
        draw_visible(&cases, visible, keys);
        lanes panel = lanes_of(score, visible, keys);
        plumb_panel_softcap(panel.visible, cap, panel.mid, panel.rad);
        balls_of(&panel, fast);
        plumb_softcap(score, visible, keys, cap);
        for (size_t j = 0; j < PLUMB_PANEL; j++)
            if (j >= keys || !visible[j])
                score[j] = plumb_ball_unknown();
        check_same(&cases, fast, score, PLUMB_PANEL);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/softcap");
    TCase *tests = tcase_create("softcap");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_softcap);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
