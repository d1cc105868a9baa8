/* test_softmax.c - each of several rows has the bits of plumb_softmax, or of plumb_sink_softmax. */
#include "fast/softmax.h"
#include "tests/fast/minimal.h"
#include "tests/fast/spread.h"
#include "tests/support/suite.h"
#include "weight/sink_softmax.h"
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

/* Some rows, drawn, and what the fast path makes of them. */
typedef struct {
    size_t rows, keys, panels;
    unsigned char visible[MOST_SPREAD_ROWS * MOST_SPREAD_KEYS];
    plumb_ball score[MOST_SPREAD_ROWS * MOST_SPREAD_KEYS], sink[MOST_SPREAD_ROWS];
    plumb_ball inverse[MOST_SPREAD_ROWS + 1], sink_weight[MOST_SPREAD_ROWS + 1];
    spread_rows spread;
} drawn_rows;

static void draw_rows(random_cases *cases, drawn_rows *drawn) {
    drawn->rows = random_below(cases, MOST_SPREAD_ROWS + 1);
    drawn->keys = random_below(cases, MOST_SPREAD_KEYS + 1);
    drawn->panels = (drawn->keys + PLUMB_PANEL - 1) / PLUMB_PANEL;
    for (size_t r = 0; r < drawn->rows; r++) {
        draw_scores(cases, drawn->score + r * drawn->keys, drawn->keys);
        draw_scores(cases, drawn->sink + r, 1);
        draw_visible(cases, drawn->visible + r * drawn->keys, drawn->keys);
    }
    drawn->inverse[drawn->rows] = drawn->sink_weight[drawn->rows] = guard;
    spread_out(&drawn->spread, drawn->rows, drawn->keys, drawn->visible, drawn->score);
}

/* Row r as it is after the last step. */
static void check_row(random_cases *cases, const drawn_rows *drawn, size_t r,
                      const plumb_ball *minimal) {
    static plumb_ball fast[MOST_SPREAD_KEYS + 1];
    fast[drawn->keys] = guard;
    spread_row(&drawn->spread, r, drawn->keys, plumb_ball_zero(), fast);
    check_same(cases, fast, minimal, drawn->keys);
}

START_TEST(has_the_bits_of_softmax) {
    random_cases cases = random_begin("fast softmax", CASES);
    static drawn_rows d;
    static plumb_ball minimal[MOST_SPREAD_KEYS];
    while (random_next(&cases)) {
        draw_rows(&cases, &d);
        plumb_fast_softmax(d.spread.planes, d.panels, d.inverse);
        multiply(&d.spread, d.panels, d.inverse);
        ck_assert_msg(balls_identical(d.inverse[d.rows], guard), "writes beyond the last row");
        for (size_t r = 0; r < d.rows; r++) {
            plumb_softmax(d.score + r * d.keys, d.visible + r * d.keys, d.keys, minimal);
            check_row(&cases, &d, r, minimal);
        }
    }
}
END_TEST

static void check_one(random_cases *cases, plumb_ball fast, plumb_ball minimal) {
    plumb_ball guarded[] = {fast, guard};
    check_same(cases, guarded, &minimal, 1);
}

START_TEST(has_the_bits_of_sink_softmax) {
    random_cases cases = random_begin("fast sink softmax", CASES);
    static drawn_rows d;
    static plumb_ball minimal[MOST_SPREAD_KEYS];
    while (random_next(&cases)) {
        draw_rows(&cases, &d);
        plumb_fast_sink_softmax(d.spread.planes, d.panels, d.sink, d.inverse, d.sink_weight);
        multiply(&d.spread, d.panels, d.inverse);
        ck_assert_msg(balls_identical(d.inverse[d.rows], guard), "writes beyond the last row");
        ck_assert_msg(balls_identical(d.sink_weight[d.rows], guard), "writes beyond the last row");
        for (size_t r = 0; r < d.rows; r++) {
            plumb_ball taken = plumb_sink_softmax(d.score + r * d.keys, d.visible + r * d.keys,
                                                  d.keys, d.sink[r], minimal);
            check_one(&cases, d.sink_weight[r], taken);
            check_row(&cases, &d, r, minimal);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/softmax");
    TCase *tests = tcase_create("softmax");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_softmax);
    tcase_add_test(tests, has_the_bits_of_sink_softmax);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
