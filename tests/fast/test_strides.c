/* test_strides.c - the total of a row, panel by panel, has the bits of plumb_strided_total. */
#include "fast/strides.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"

#define CASES 20000
#define MOST_PANELS 3
#define MOST_KEYS (MOST_PANELS * PLUMB_PANEL)

/* Ordinary terms, edges, or each nearly cancelling the last; exact zeros, which may fill whole panels. */
static void draw_terms(random_cases *cases, plumb_ball *term, size_t keys) {
    unsigned char visible[MOST_KEYS];
    bool cancels = random_below(cases, 3) == 0;
    draw_balls(cases, term, keys);
    draw_visible(cases, visible, keys);
    size_t empty = random_below(cases, 2 * MOST_PANELS);
    for (size_t j = 0; j < keys; j++) {
        if (cancels && j > 0)
            term[j].mid = random_companion(cases, term[j - 1].mid);
        if (!visible[j] || j / PLUMB_PANEL == empty)
            term[j] = plumb_ball_zero();
    }
}

START_TEST(has_the_bits_of_totals) {
    random_cases cases = random_begin("fast totals", CASES);
    plumb_ball term[MOST_KEYS];
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, MOST_KEYS + 1);
        draw_terms(&cases, term, keys);
        plumb_strides strides = {{0}, {0}};
        for (size_t from = 0; from < keys; from += PLUMB_PANEL) {
            double mid[PLUMB_PANEL] = {0}, rad[PLUMB_PANEL] = {0};
            unsigned char any = 0;
            for (size_t j = 0; j < PLUMB_PANEL && from + j < keys; j++) {
                mid[j] = term[from + j].mid;
                rad[j] = term[from + j].rad;
                any |= !balls_identical(term[from + j], plumb_ball_zero());
            }
            if (any)
                plumb_strides_add(mid, rad, &strides);
        }
        plumb_ball fast[] = {plumb_strides_total(&strides), guard};
        plumb_ball minimal = plumb_strided_total(term, keys);
        check_same(&cases, fast, &minimal, 1);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/strides");
    TCase *tests = tcase_create("strides");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_totals);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
