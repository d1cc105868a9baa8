/* test_angle.c - sine and cosine of position * frequency turns: contained whatever the frequency is
   within its uncertainty, and within 2^-50 up to position 2^53. */
#include "number/angle.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 20000
#define PRECISION 400

static uint32_t digit(random_cases *cases) {
    static const uint32_t edges[] = {0,          1,          0x1fffffff, 0x20000000,
                                     0x7fffffff, 0x80000000, UINT32_MAX};
    size_t which = random_below(cases, 14);
    return which < 7 ? edges[which] : (uint32_t)random_bits(cases);
}

/* Multiples of an eighth of a turn and their neighbours, tiny frequencies, and all else. */
static plumb_turns frequency(random_cases *cases) {
    plumb_turns turns = {digit(cases), digit(cases), digit(cases), digit(cases)};
    switch (random_below(cases, 4)) {
    case 0:
        turns.first = (uint32_t)random_below(cases, 8) << 29;
        turns.second = turns.third = 0;
        break;
    case 1:
        turns.first = ((uint32_t)random_below(cases, 8) << 29) - 1;
        turns.second = turns.third = UINT32_MAX;
        break;
    case 2:
        turns.first = 0;
        turns.second = random_below(cases, 2) == 0 ? 0 : turns.second;
        break;
    default:
        break;
    }
    return turns;
}

static uint64_t position(random_cases *cases) {
    static const int powers[] = {0, 1, 20, 24, 31, 32, 52};
    switch (random_below(cases, 5)) {
    case 0:
        return random_below(cases, 9);
    case 1:
        return ((uint64_t)1 << powers[random_below(cases, 7)]) + random_below(cases, 3) - 1;
    case 2:
        return ((uint64_t)1 << 53) - random_below(cases, 3);
    case 3:
        return random_bits(cases) >> 11;
    default:
        return random_bits(cases) >> (11 + random_below(cases, 53));
    }
}

/* frequency +- 2^-127, at one end, in the middle or at the other */
static void set_turns(arb_t turns, plumb_turns frequency, long units) {
    const uint32_t digits[] = {frequency.first, frequency.second, frequency.third,
                               frequency.fourth};
    arb_zero(turns);
    for (size_t i = 0; i < 4; i++) {
        arb_mul_2exp_si(turns, turns, 32);
        arb_add_ui(turns, turns, digits[i], PRECISION);
    }
    arb_add_si(turns, turns, units, PRECISION);
    arb_mul_2exp_si(turns, turns, -128);
}

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
    arb_t turns, sine, cosine;
    arb_init(turns);
    arb_init(sine);
    arb_init(cosine);
    while (random_next(&cases)) {
        plumb_turns f = frequency(&cases);
        uint64_t p = position(&cases);
        plumb_ball s = plumb_turn_sine(f, p), c = plumb_turn_cosine(f, p);
        for (long units = -2; units <= 2; units += 2) {
            set_turns(turns, f, units);
            arb_mul_ui(turns, turns, p, PRECISION);
            arb_mul_2exp_si(turns, turns, 1);
            arb_sin_cos_pi(sine, cosine, turns, PRECISION);
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
    arb_clear(turns);
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
