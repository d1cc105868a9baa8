/* test_planes.c - balls that are spread over planes come back; hidden panels do not. */
#include "fast/planes.h"
#include "tests/fast/minimal.h"
#include "tests/fast/spread.h"
#include "tests/support/suite.h"

#define CASES 2000

START_TEST(balls_come_back) {
    random_cases cases = random_begin("planes", CASES);
    static plumb_ball ball[MOST_SPREAD_KEYS], back[MOST_SPREAD_KEYS + 1];
    static unsigned char visible[MOST_SPREAD_KEYS];
    static spread_rows spread;
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, MOST_SPREAD_KEYS + 1);
        draw_balls(&cases, ball, keys);
        draw_visible(&cases, visible, keys);
        spread_out(&spread, 1, keys, visible, ball);
        plumb_planes_split(ball, keys, spread.mid, spread.rad);
        ck_assert(isnan(spread.mid[keys]) && isnan(spread.rad[keys]));
        back[keys] = guard;
        plumb_ball hidden = {5, 0.25};
        spread_row(&spread, 0, keys, hidden, back);
        for (size_t j = 0; j < keys; j++)
            if (!plumb_lane_any(spread.visible + j / PLUMB_PANEL * PLUMB_PANEL, PLUMB_PANEL))
                ball[j] = hidden;
        check_same(&cases, back, ball, keys);
    }
}
END_TEST

/* Whole panels for every row, the rows a line of the cache apart. */
START_TEST(rows_have_whole_panels) {
    ck_assert_uint_eq(plumb_planes_pitch(0), 8);
    ck_assert_uint_eq(plumb_planes_pitch(1), PLUMB_PANEL + 8);
    ck_assert_uint_eq(plumb_planes_pitch(PLUMB_PANEL), PLUMB_PANEL + 8);
    ck_assert_uint_eq(plumb_planes_pitch(PLUMB_PANEL + 1), 2 * PLUMB_PANEL + 8);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/planes");
    TCase *tests = tcase_create("planes");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, balls_come_back);
    tcase_add_test(tests, rows_have_whole_panels);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
