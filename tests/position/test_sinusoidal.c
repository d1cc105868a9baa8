/* test_sinusoidal.c - a vector plus the sines and cosines of its position: contained whatever the
   frequencies are within their uncertainty, tight, and the same numbers in either layout. */
#include "position/sinusoidal.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/turns.h"
#include <math.h>

#define CASES 5000
#define MOST_PAIRS 4
#define MOST_DIM (2 * MOST_PAIRS)

typedef struct {
    size_t dim;
    plumb_sinusoidal_layout layout;
    plumb_turns frequency[MOST_PAIRS];
    uint64_t position;
    double x[MOST_DIM];
    plumb_ball sum[MOST_DIM + 1];
} sums;

static const plumb_ball guard = {12345, 678};

static void evaluate(sums *s) {
    s->sum[s->dim] = guard;
    plumb_add_sinusoidal(s->x, s->dim, s->frequency, s->position, s->layout, s->sum);
    ck_assert_msg(balls_identical(s->sum[s->dim], guard), "writes beyond the elements");
}

static void draw(random_cases *cases, sums *s) {
    static const plumb_sinusoidal_layout layouts[] = {PLUMB_SINUSOIDAL_CONCATENATED,
                                                      PLUMB_SINUSOIDAL_INTERLEAVED};
    s->dim = 2 * random_below(cases, MOST_PAIRS + 1);
    s->layout = layouts[random_below(cases, 2)];
    s->position = random_position(cases);
    for (size_t m = 0; m < s->dim / 2; m++)
        s->frequency[m] = random_turns(cases);
    for (size_t e = 0; e < s->dim; e++)
        s->x[e] = random_below(cases, 2) == 0 ? random_edge(cases) : random_normal(cases);
}

/* Where the sine and the cosine of frequency m stand. */
static size_t place_of_sine(const sums *s, size_t m) {
    return s->layout == PLUMB_SINUSOIDAL_INTERLEAVED ? 2 * m : m;
}

static size_t place_of_cosine(const sums *s, size_t m) {
    return s->layout == PLUMB_SINUSOIDAL_INTERLEAVED ? 2 * m + 1 : s->dim / 2 + m;
}

static void fail_case(const random_cases *cases, const char *what, const sums *s, size_t m,
                      size_t e) {
    reproduction line = reproduce(cases);
    plumb_turns f = s->frequency[m];
    reproduce_text(&line, " %s: element %zu of %zu, layout %d, frequency=%08x %08x %08x %08x", what,
                   e, s->dim, (int)s->layout, f.first, f.second, f.third, f.fourth);
    reproduce_text(&line, " position=%llu", (unsigned long long)s->position);
    reproduce_balls(&line, "result", s->sum + e, 1);
    reproduce_doubles(&line, "x", s->x + e, 1);
    reproduce_fail(&line);
}

static void check_element(const random_cases *cases, const sums *s, size_t m, size_t e,
                          const arb_t term) {
    arb_t exact;
    arb_init(exact);
    arb_set_d(exact, s->x[e]);
    arb_add(exact, exact, term, ARF_PREC_EXACT);
    if (!ball_contains(s->sum[e], exact))
        fail_case(cases, "does not contain the sum", s, m, e);
    if (!(s->sum[e].rad <= 0x1.1p-50 + 0x1p-52 * fabs(s->x[e])))
        fail_case(cases, "too wide", s, m, e);
    arb_clear(exact);
}

START_TEST(contains_and_is_tight) {
    random_cases cases = random_begin("sinusoidal positions", CASES);
    arb_t sine, cosine;
    arb_init(sine);
    arb_init(cosine);
    while (random_next(&cases)) {
        sums s;
        draw(&cases, &s);
        evaluate(&s);
        for (size_t m = 0; m < s.dim / 2; m++)
            for (long units = -2; units <= 2; units += 2) {
                exact_turn(sine, cosine, s.frequency[m], units, s.position);
                check_element(&cases, &s, m, place_of_sine(&s, m), sine);
                check_element(&cases, &s, m, place_of_cosine(&s, m), cosine);
            }
    }
    arb_clear(sine);
    arb_clear(cosine);
}
END_TEST

START_TEST(layouts_differ_in_order_only) {
    random_cases cases = random_begin("sinusoidal layouts", CASES);
    while (random_next(&cases)) {
        sums s, other;
        draw(&cases, &s);
        s.layout = PLUMB_SINUSOIDAL_CONCATENATED;
        other = s;
        other.layout = PLUMB_SINUSOIDAL_INTERLEAVED;
        for (size_t m = 0; m < s.dim / 2; m++) {
            other.x[2 * m] = s.x[m];
            other.x[2 * m + 1] = s.x[s.dim / 2 + m];
        }
        evaluate(&s);
        evaluate(&other);
        for (size_t m = 0; m < s.dim / 2; m++) {
            if (!balls_identical(s.sum[m], other.sum[2 * m]))
                fail_case(&cases, "another sine than interleaved", &s, m, m);
            if (!balls_identical(s.sum[s.dim / 2 + m], other.sum[2 * m + 1]))
                fail_case(&cases, "another cosine than interleaved", &s, m, s.dim / 2 + m);
        }
    }
}
END_TEST

/* A quarter of a turn per position, and none. */
START_TEST(two_frequencies) {
    static const double sums_of[2][3][4] = {{{10, 10, 11, 11}, {11, 10, 10, 11}, {10, 10, 9, 11}},
                                            {{10, 11, 10, 11}, {11, 10, 10, 11}, {10, 9, 10, 11}}};
    static const plumb_sinusoidal_layout layouts[] = {PLUMB_SINUSOIDAL_CONCATENATED,
                                                      PLUMB_SINUSOIDAL_INTERLEAVED};
    for (size_t layout = 0; layout < 2; layout++)
        for (uint64_t position = 0; position < 3; position++) {
            sums s = {.dim = 4,
                      .layout = layouts[layout],
                      .frequency = {{0x40000000, 0, 0, 0}, {0, 0, 0, 0}},
                      .position = position,
                      .x = {10, 10, 10, 10}};
            evaluate(&s);
            for (size_t e = 0; e < 4; e++)
                ck_assert(ball_contains_double(s.sum[e], sums_of[layout][position][e]) &&
                          s.sum[e].rad <= 0x1p-47);
        }
}
END_TEST

START_TEST(far_positions_say_nothing) {
    sums s = {.dim = 2, .position = ((uint64_t)1 << 53) + 1, .x = {1, 2}};
    evaluate(&s);
    ck_assert(!ball_informs(s.sum[0]) && !ball_informs(s.sum[1]));
}
END_TEST

START_TEST(not_a_number_concerns_its_own_element_alone) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        sums s = {.dim = 2, .x = {wild[i], 1}};
        evaluate(&s);
        ck_assert(!ball_informs(s.sum[0]));
        ck_assert(ball_contains_double(s.sum[1], 2) && ball_informs(s.sum[1]));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("position/sinusoidal");
    TCase *tests = tcase_create("sinusoidal");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains_and_is_tight);
    tcase_add_test(tests, layouts_differ_in_order_only);
    tcase_add_test(tests, two_frequencies);
    tcase_add_test(tests, far_positions_say_nothing);
    tcase_add_test(tests, not_a_number_concerns_its_own_element_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
