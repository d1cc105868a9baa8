/* test_angles.c - cosines and sines of all pairs: contained whatever frequencies and multiplier are
   within their uncertainty, and tight at every position that is allowed. */
#include "position/angles.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/turns.h"
#include <math.h>

#define CASES 5000
#define MOST_PAIRS 4
#define BITS 300

typedef struct {
    size_t pairs;
    plumb_turns frequency[MOST_PAIRS];
    uint64_t position;
    plumb_ball multiplier, cosine[MOST_PAIRS + 1], sine[MOST_PAIRS + 1];
} angles;

static const plumb_ball guard = {12345, 678};

static void evaluate(angles *a) {
    a->cosine[a->pairs] = a->sine[a->pairs] = guard;
    plumb_rotary_angles(a->frequency, a->pairs, a->position, a->multiplier, a->cosine, a->sine);
    ck_assert_msg(balls_identical(a->cosine[a->pairs], guard) &&
                      balls_identical(a->sine[a->pairs], guard),
                  "writes beyond the pairs");
}

static void draw(random_cases *cases, angles *a) {
    a->pairs = random_below(cases, MOST_PAIRS + 1);
    a->position = random_position(cases);
    for (size_t m = 0; m < a->pairs; m++)
        a->frequency[m] = random_turns(cases);
    a->multiplier = plumb_ball_of(1);
    if (random_below(cases, 2) == 0)
        a->multiplier = (plumb_ball){random_scaled(cases, -3, 3),
                                     ldexp(random_uniform(cases), -(int)random_below(cases, 80))};
}

static void fail_case(const random_cases *cases, const char *what, const angles *a, size_t m) {
    reproduction line = reproduce(cases);
    plumb_turns f = a->frequency[m];
    reproduce_text(&line, " %s: frequency=%08x %08x %08x %08x position=%llu", what, f.first,
                   f.second, f.third, f.fourth, (unsigned long long)a->position);
    reproduce_balls(&line, "multiplier", &a->multiplier, 1);
    reproduce_balls(&line, "cosine", a->cosine + m, 1);
    reproduce_balls(&line, "sine", a->sine + m, 1);
    reproduce_fail(&line);
}

static void check_contained(const random_cases *cases, const angles *a, size_t m, long units,
                            int side) {
    arb_t sine, cosine, multiplier;
    arb_init(sine);
    arb_init(cosine);
    arb_init(multiplier);
    exact_turn(sine, cosine, a->frequency[m], units, a->position);
    ball_point(multiplier, a->multiplier, side);
    arb_mul(cosine, cosine, multiplier, BITS);
    arb_mul(sine, sine, multiplier, BITS);
    if (!ball_contains(a->cosine[m], cosine))
        fail_case(cases, "not the cosine", a, m);
    if (!ball_contains(a->sine[m], sine))
        fail_case(cases, "not the sine", a, m);
    arb_clear(sine);
    arb_clear(cosine);
    arb_clear(multiplier);
}

START_TEST(contains_and_is_tight) {
    random_cases cases = random_begin("rotary angles", CASES);
    while (random_next(&cases)) {
        angles a;
        draw(&cases, &a);
        evaluate(&a);
        double widest =
            (1 + 0x1p-20) * (0x1p-50 * fabs(a.multiplier.mid) + a.multiplier.rad) + 0x1p-900;
        for (size_t m = 0; m < a.pairs; m++) {
            for (long units = -2; units <= 2; units += 2)
                for (int side = -1; side <= 1; side++)
                    check_contained(&cases, &a, m, units, side);
            if (!(a.cosine[m].rad <= widest && a.sine[m].rad <= widest))
                fail_case(&cases, "too wide", &a, m);
        }
    }
}
END_TEST

START_TEST(position_0_does_not_turn) {
    random_cases cases = random_begin("rotary angles at 0", CASES);
    while (random_next(&cases)) {
        angles a;
        draw(&cases, &a);
        a.position = 0;
        a.multiplier = plumb_ball_of(1);
        evaluate(&a);
        for (size_t m = 0; m < a.pairs; m++)
            if (!ball_contains_double(a.cosine[m], 1) || !ball_contains_double(a.sine[m], 0) ||
                !(a.cosine[m].rad <= 0x1p-50 && a.sine[m].rad <= 0x1p-50))
                fail_case(&cases, "turns", &a, m);
    }
}
END_TEST

/* An eighth of a turn per position, and a quarter. */
START_TEST(eighths_and_quarters) {
    angles a = {.pairs = 2,
                .frequency = {{0x20000000, 0, 0, 0}, {0x40000000, 0, 0, 0}},
                .position = 3,
                .multiplier = plumb_ball_of(2)};
    evaluate(&a);
    ck_assert(fabs(a.cosine[0].mid + 1.4142135623730951) <= 0x1p-49);
    ck_assert(fabs(a.sine[0].mid - 1.4142135623730951) <= 0x1p-49);
    ck_assert(ball_contains_double(a.cosine[1], 0) && a.cosine[1].rad <= 0x1p-49);
    ck_assert(ball_contains_double(a.sine[1], -2) && a.sine[1].rad <= 0x1p-49);
}
END_TEST

START_TEST(far_positions_say_nothing) {
    static const uint64_t far[] = {((uint64_t)1 << 53) + 1, UINT64_MAX};
    for (size_t i = 0; i < 2; i++) {
        angles a = {.pairs = 2, .position = far[i], .multiplier = plumb_ball_of(1)};
        evaluate(&a);
        for (size_t m = 0; m < 2; m++)
            ck_assert(!ball_informs(a.cosine[m]) && !ball_informs(a.sine[m]));
    }
}
END_TEST

START_TEST(stated_numbers_are_exact) {
    random_cases cases = random_begin("stated angles", CASES);
    while (random_next(&cases)) {
        double cosine_row[MOST_PAIRS], sine_row[MOST_PAIRS];
        angles a = {.pairs = random_below(&cases, MOST_PAIRS + 1)};
        for (size_t m = 0; m < a.pairs; m++) {
            cosine_row[m] = random_special(&cases);
            sine_row[m] = random_special(&cases);
        }
        a.cosine[a.pairs] = a.sine[a.pairs] = guard;
        plumb_stated_angles(cosine_row, sine_row, a.pairs, a.cosine, a.sine);
        ck_assert(balls_identical(a.cosine[a.pairs], guard));
        ck_assert(balls_identical(a.sine[a.pairs], guard));
        for (size_t m = 0; m < a.pairs; m++) {
            ck_assert_int_eq(ball_informs(a.cosine[m]), isfinite(cosine_row[m]));
            ck_assert_int_eq(ball_informs(a.sine[m]), isfinite(sine_row[m]));
            if (isfinite(cosine_row[m]))
                ck_assert(a.cosine[m].mid == cosine_row[m] && a.cosine[m].rad == 0);
            if (isfinite(sine_row[m]))
                ck_assert(a.sine[m].mid == sine_row[m] && a.sine[m].rad == 0);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("position/angles");
    TCase *tests = tcase_create("angles");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains_and_is_tight);
    tcase_add_test(tests, position_0_does_not_turn);
    tcase_add_test(tests, eighths_and_quarters);
    tcase_add_test(tests, far_positions_say_nothing);
    tcase_add_test(tests, stated_numbers_are_exact);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
