/* test_power_softmax.c - each of several rows has the bits of plumb_power_softmax. */
#include "fast/power_softmax.h"
#include "fast/softmax.h"
#include "tests/fast/minimal.h"
#include "tests/fast/spread.h"
#include "tests/support/suite.h"
#include "weight/power_softmax.h"

#define CASES 5000

/* Scores of one size, some of them exactly 0 or of either sign; now and then the same as the one before. */
static void draw_scores(random_cases *cases, plumb_ball *score, size_t keys) {
    static const double sizes[] = {0, 0x1p-60, 0.1, 1, 30, 800, 1e4};
    double size = sizes[random_below(cases, sizeof sizes / sizeof *sizes)];
    draw_balls(cases, score, keys);
    for (size_t j = 0; j < keys; j++) {
        score[j].mid *= size;
        if (random_below(cases, 8) == 0)
            score[j].rad = fabs(score[j].mid) * 2 * random_uniform(cases);
        if (j > 0 && random_below(cases, 8) == 0)
            score[j].mid = random_companion(cases, score[j - 1].mid);
        if (random_below(cases, 8) == 0)
            score[j] = plumb_ball_zero();
    }
}

typedef struct {
    size_t rows, keys, panels;
    unsigned char visible[MOST_SPREAD_ROWS * MOST_SPREAD_KEYS];
    plumb_ball score[MOST_SPREAD_ROWS * MOST_SPREAD_KEYS], last[MOST_SPREAD_ROWS + 1];
    spread_rows spread;
} drawn_rows;

static void draw_rows(random_cases *cases, drawn_rows *drawn) {
    drawn->rows = random_below(cases, MOST_SPREAD_ROWS + 1);
    drawn->keys = random_below(cases, MOST_SPREAD_KEYS + 1);
    drawn->panels = (drawn->keys + PLUMB_PANEL - 1) / PLUMB_PANEL;
    for (size_t r = 0; r < drawn->rows; r++) {
        draw_scores(cases, drawn->score + r * drawn->keys, drawn->keys);
        draw_visible(cases, drawn->visible + r * drawn->keys, drawn->keys);
    }
    drawn->last[drawn->rows] = guard;
    spread_out(&drawn->spread, drawn->rows, drawn->keys, drawn->visible, drawn->score);
}

/* The last step, of every panel of which the row sees a key. */
static void finish(drawn_rows *drawn, size_t r) {
    spread_rows *spread = &drawn->spread;
    for (size_t i = 0; i < drawn->panels; i++) {
        size_t start = r * spread->planes.pitch + i * PLUMB_PANEL;
        if (plumb_lane_any(spread->visible + start, PLUMB_PANEL))
            plumb_panel_multiply(drawn->last[r], spread->visible + start, spread->mid + start,
                                 spread->rad + start);
    }
}

START_TEST(has_the_bits_of_power_softmax) {
    static const double numbers[] = {0.5, 1, 2, 3.7, 1e-3, 1e3, 0, -1, NAN};
    random_cases cases = random_begin("fast power softmax", CASES);
    static drawn_rows d;
    static plumb_ball minimal[MOST_SPREAD_KEYS], fast[MOST_SPREAD_KEYS + 1];
    while (random_next(&cases)) {
        double number = numbers[random_below(&cases, sizeof numbers / sizeof *numbers)];
        draw_rows(&cases, &d);
        plumb_fast_power_softmax(d.spread.planes, d.panels, number, d.last);
        ck_assert_msg(balls_identical(d.last[d.rows], guard), "writes beyond the last row");
        for (size_t r = 0; r < d.rows; r++) {
            finish(&d, r);
            fast[d.keys] = guard;
            spread_row(&d.spread, r, d.keys, plumb_ball_zero(), fast);
            plumb_power_softmax(d.score + r * d.keys, d.visible + r * d.keys, d.keys, number,
                                minimal);
            check_same(&cases, fast, minimal, d.keys);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/power_softmax");
    TCase *tests = tcase_create("power softmax");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_power_softmax);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
