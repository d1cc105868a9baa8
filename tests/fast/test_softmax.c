/* test_softmax.c - each of several rows has the bits of plumb_softmax. */
#include "fast/softmax.h"
#include "tests/fast/minimal.h"
#include "tests/fast/spread.h"
#include "tests/support/suite.h"
#include "weight/softmax.h"

#define CASES 5000

static void draw_scores(random_cases *cases, plumb_ball *score, size_t keys) {
    static const double sizes[] = {0, 1, 30, 800, 1e4};
    double size = sizes[random_below(cases, sizeof sizes / sizeof *sizes)];
    draw_balls(cases, score, keys);
    for (size_t j = 0; j < keys; j++)
        score[j].mid *= size;
}

/* The last step, of every panel of which the row sees a key. */
static void multiply(spread_rows *spread, size_t panels, const plumb_ball *inverse) {
    for (size_t r = 0; r < spread->planes.rows; r++)
        for (size_t i = 0; i < panels; i++) {
            size_t start = r * spread->planes.pitch + i * PLUMB_PANEL;
            if (plumb_lane_any(spread->visible + start, PLUMB_PANEL))
                plumb_panel_multiply(inverse[r], spread->visible + start, spread->mid + start,
                                     spread->rad + start);
        }
}

START_TEST(has_the_bits_of_softmax) {
    random_cases cases = random_begin("fast softmax", CASES);
    static unsigned char visible[MOST_SPREAD_ROWS * MOST_SPREAD_KEYS];
    static plumb_ball score[MOST_SPREAD_ROWS * MOST_SPREAD_KEYS];
    static plumb_ball fast[MOST_SPREAD_KEYS + 1], minimal[MOST_SPREAD_KEYS];
    static spread_rows spread;
    while (random_next(&cases)) {
        size_t rows = random_below(&cases, MOST_SPREAD_ROWS + 1);
        size_t keys = random_below(&cases, MOST_SPREAD_KEYS + 1);
        size_t panels = (keys + PLUMB_PANEL - 1) / PLUMB_PANEL;
        for (size_t r = 0; r < rows; r++) {
            draw_scores(&cases, score + r * keys, keys);
            draw_visible(&cases, visible + r * keys, keys);
        }
        plumb_ball inverse[MOST_SPREAD_ROWS + 1];
        inverse[rows] = guard;
        spread_out(&spread, rows, keys, visible, score);
        plumb_fast_softmax(spread.planes, panels, keys, inverse);
        multiply(&spread, panels, inverse);
        ck_assert_msg(balls_identical(inverse[rows], guard), "writes beyond the last row");
        for (size_t r = 0; r < rows; r++) {
            plumb_softmax(score + r * keys, visible + r * keys, keys, minimal);
            fast[keys] = guard;
            spread_row(&spread, r, keys, plumb_ball_zero(), fast);
            check_same(&cases, fast, minimal, keys);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/softmax");
    TCase *tests = tcase_create("softmax");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_softmax);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
