/* test_angle.c - sine and cosine of position * frequency turns: contained whatever the frequency is
   within its uncertainty, and within 2^-50 up to position 2^53. */
#include "number/angle.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/turns.h"
#include <math.h>

#define CASES 20000

static void fail_case(const random_cases *cases, const char *what, plumb_turns turns,
                      uint64_t position, plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: frequency=%08x %08x %08x %08x position=%llu", what, turns.first,
                   turns.second, turns.third, turns.fourth, (unsigned long long)position);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_fail(&line);
}

START_TEST(contains_and_is_tight) {
    random_cases cases = random_begin("angle", CASES);
    arb_t sine, cosine;
    arb_init(sine);
    arb_init(cosine);
    while (random_next(&cases)) {
        plumb_turns f = random_turns(&cases);
        uint64_t p = random_position(&cases);
        plumb_ball s = plumb_turn_sine(f, p), c = plumb_turn_cosine(f, p);
        for (long units = -2; units <= 2; units += 2) {
            exact_turn(sine, cosine, f, units, p);
            if (!ball_contains(s, sine))
                fail_case(&cases, "not the sine", f, p, s);
            if (!ball_contains(c, cosine))
                fail_case(&cases, "not the cosine", f, p, c);
        }
        if (!(s.rad <= 0x1p-50))
            fail_case(&cases, "sine too wide", f, p, s);
        if (!(c.rad <= 0x1p-50))
            fail_case(&cases, "cosine too wide", f, p, c);
    }
    arb_clear(sine);
    arb_clear(cosine);
}
END_TEST

START_TEST(quarter_turns) {
    static const int sines[] = {0, 1, 0, -1}, cosines[] = {1, 0, -1, 0};
    plumb_turns quarter = {0x40000000, 0, 0, 0};
    for (uint64_t p = 0; p < 12; p++) {
        plumb_ball s = plumb_turn_sine(quarter, p), c = plumb_turn_cosine(quarter, p);
        ck_assert(fabs(s.mid - sines[p % 4]) <= s.rad && s.rad <= 0x1p-50);
        ck_assert(fabs(c.mid - cosines[p % 4]) <= c.rad && c.rad <= 0x1p-50);
    }
}
END_TEST

START_TEST(far_positions_say_nothing) {
    plumb_turns quarter = {0x40000000, 0, 0, 0};
    static const uint64_t far[] = {((uint64_t)1 << 53) + 1, (uint64_t)1 << 63, UINT64_MAX};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        ck_assert(!ball_informs(plumb_turn_sine(quarter, far[i])));
        ck_assert(!ball_informs(plumb_turn_cosine(quarter, far[i])));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/angle");
    TCase *tests = tcase_create("angle");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains_and_is_tight);
    tcase_add_test(tests, quarter_turns);
    tcase_add_test(tests, far_positions_say_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
