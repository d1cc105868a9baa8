/* test_activations.c - massive activations: lower medians, ties, an order that balls do not show. */
#include "measure/activations.h"
#include "measure/norm.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include "tests/support/random.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <flint/fmpq.h>
#include <math.h>
#include <string.h>

static plumb_activations measure(const double *state, size_t tokens, size_t width, size_t key) {
    plumb_activations activations;
    ck_assert_int_eq(plumb_activations_measure(state, tokens, width, key, &activations), 0);
    return activations;
}

static void check_ball(plumb_ball ball, double exact) {
    ck_assert_msg(ball_contains_double(ball, exact) && ball.rad <= 1e-14 * fabs(exact),
                  "%.17g +- %g, not %.17g", ball.mid, ball.rad, exact);
}

/* ---- closed forms ---- */

/* Norms 50, 1, 2, 3, 4 of one dimension each. */
static const double five[] = {-50, 1, -2, 3, 4};

/* Of 1, 2, 3, 4 the lower median is 2: not 2.5, not 3. */
START_TEST(median_of_an_even_count_is_the_lower) {
    plumb_activations a = measure(five, 5, 1, 0);
    check_ball(a.norm, 50);
    check_ball(a.other_norm, 2);
    check_ball(a.norm_ratio, 25);
}
END_TEST

START_TEST(median_of_an_odd_count) {
    plumb_activations a = measure(five, 4, 1, 0); /* 1, 2, 3 */
    check_ball(a.other_norm, 2);
    a = measure(five, 4, 1, 3); /* 50, 1, 2 */
    check_ball(a.norm, 3);
    check_ball(a.other_norm, 2);
    a = measure(five, 2, 1, 1); /* 50 alone */
    check_ball(a.other_norm, 50);
}
END_TEST

/* All numbers of all tokens, token k among them: 1, 2, 3, 4, 50, and without 4 the lower of 2 and 3. */
START_TEST(median_of_all_activations) {
    plumb_activations a = measure(five, 5, 1, 0);
    check_ball(a.largest, 50);
    check_ball(a.median, 3);
    ck_assert_uint_eq(a.token, 1);
    ck_assert_uint_eq(a.dimension, 0);
    a = measure(five, 4, 1, 2);
    check_ball(a.median, 2);
    check_ball(a.largest_ratio, 25);
}
END_TEST

/* Pythagorean triples: norms 5, 13, 13, 25, 13. */
START_TEST(norms_of_vectors) {
    static const double state[] = {3, 4, -5, 12, 12, 5, 7, -24, 13, 0};
    plumb_activations a = measure(state, 5, 2, 3);
    check_ball(a.norm, 25);
    check_ball(a.other_norm, 13); /* of 5, 13, 13, 13 */
    check_ball(a.norm_ratio, 25.0 / 13);
    check_ball(a.largest, 24);
    check_ball(a.median, 5); /* 0 3 4 5 5 7 12 12 13 24 */
    ck_assert_uint_eq(a.token, 4);
    ck_assert_uint_eq(a.dimension, 1);
}
END_TEST

/* Equal norms of different vectors, and the same largest number twice: the first counts. */
START_TEST(ties) {
    static const double state[] = {3, 4, 4, 3, 0, -5, -5, 0};
    for (size_t key = 0; key < 4; key++) {
        plumb_activations a = measure(state, 4, 2, key);
        check_ball(a.norm, 5);
        check_ball(a.other_norm, 5);
        check_ball(a.norm_ratio, 1);
        check_ball(a.largest, 5);
        check_ball(a.median, 3); /* 0 0 3 3 4 4 5 5 */
        ck_assert_uint_eq(a.token, 3);
        ck_assert_uint_eq(a.dimension, 1);
    }
}
END_TEST

/* ---- the order of norms ---- */

/* 1 and thousands of 2^-29: rounded sums lose what an exact one holds, and have the order the other way. */
START_TEST(order_is_not_that_of_rounded_squares) {
    enum { WIDTH = 3001 };
    static double state[3 * WIDTH];
    double *longer = state + WIDTH, *shorter = state + 2 * WIDTH;
    longer[0] = 1;
    for (size_t c = 1; c < WIDTH; c++)
        longer[c] = 0x1p-29; /* 1 + 3000 2^-58 in all, blocks of 16 2^-58 */
    shorter[0] = 1 + 0x1p-52;
    plumb_ball long_norm = plumb_norm(longer, WIDTH), short_norm = plumb_norm(shorter, WIDTH);
    ck_assert_msg(long_norm.mid < short_norm.mid, "the sums are rounded otherwise");
    ck_assert(balls_overlap(long_norm, short_norm));
    plumb_activations a = measure(state, 3, WIDTH, 0);
    ck_assert(balls_identical(a.other_norm, short_norm));
}
END_TEST

/* ---- no value ---- */

START_TEST(one_token_has_no_others) {
    plumb_activations a = measure(five, 1, 1, 0);
    check_ball(a.norm, 50);
    check_ball(a.median, 50);
    check_ball(a.largest_ratio, 1);
    ck_assert(!ball_informs(a.other_norm));
    ck_assert(!ball_informs(a.norm_ratio));
}
END_TEST

START_TEST(quotients_by_zero) {
    static const double state[] = {1, 2, 0, 0, 0, 0};
    plumb_activations a = measure(state, 3, 2, 0);
    ck_assert(ball_contains_double(a.other_norm, 0) && a.other_norm.rad <= 1e-150);
    ck_assert(ball_contains_double(a.median, 0));
    ck_assert(!ball_informs(a.norm_ratio));
    ck_assert(!ball_informs(a.largest_ratio));
}
END_TEST

/* Each number knows only what it depends on. */
START_TEST(not_finite_has_no_value) {
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        double state[] = {1, 2, 3, 4};
        state[1] = bad[i];
        plumb_activations own = measure(state, 4, 1, 1), other = measure(state, 4, 1, 0);
        ck_assert(!ball_informs(own.norm) && !ball_informs(own.norm_ratio));
        check_ball(own.other_norm, 3);
        check_ball(other.norm, 1);
        ck_assert(!ball_informs(other.other_norm) && !ball_informs(other.norm_ratio));
        ck_assert(!ball_informs(own.largest) && !ball_informs(own.median) &&
                  !ball_informs(own.largest_ratio));
    }
}
END_TEST

/* ---- at random, against rational numbers ---- */

#define MOST_TOKENS 9
#define MOST_WIDTH 6

static void exact_square(fmpq_t square, const double *x, size_t width) {
    arf_t number;
    fmpq_t term;
    arf_init(number);
    fmpq_init(term);
    fmpq_zero(square);
    for (size_t c = 0; c < width; c++) {
        arf_set_d(number, x[c]);
        arf_get_fmpq(term, number);
        fmpq_mul(term, term, term);
        fmpq_add(square, square, term);
    }
    arf_clear(number);
    fmpq_clear(term);
}

/* The rank-th smallest of the others, by counting those that are below and not above it. */
static void other_square(fmpq_t found, const double *state, size_t tokens, size_t width,
                         size_t key) {
    fmpq_t one, other;
    fmpq_init(one);
    fmpq_init(other);
    size_t rank = (tokens - 2) / 2;
    for (size_t i = 0; i < tokens; i++) {
        size_t below = 0, not_above = 0;
        exact_square(one, state + i * width, width);
        for (size_t j = 0; j < tokens; j++) {
            exact_square(other, state + j * width, width);
            below += j != key && fmpq_cmp(other, one) < 0;
            not_above += j != key && fmpq_cmp(other, one) <= 0;
        }
        if (i != key && below <= rank && rank < not_above)
            fmpq_set(found, one);
    }
    fmpq_clear(one);
    fmpq_clear(other);
}

static double rank_of_sizes(const double *x, size_t count, size_t rank) {
    for (size_t i = 0; i < count; i++) {
        size_t below = 0, not_above = 0;
        for (size_t j = 0; j < count; j++) {
            below += fabs(x[j]) < fabs(x[i]);
            not_above += fabs(x[j]) <= fabs(x[i]);
        }
        if (below <= rank && rank < not_above)
            return fabs(x[i]);
    }
    return NAN;
}

static bool is_root(plumb_ball ball, const fmpq_t square) {
    arb_t exact;
    arb_init(exact);
    arb_set_fmpq(exact, square, 400);
    arb_sqrt(exact, exact, 400);
    bool result = ball_informs(ball) && ball_contains(ball, exact) &&
                  ball.rad <= 1e-14 * fabs(ball.mid) + 1e-150;
    arb_clear(exact);
    return result;
}

/* Norms that tie, or that differ by next to nothing. */
static void draw_states(random_cases *cases, double *state, size_t tokens, size_t width) {
    bool whole = random_below(cases, 2) == 0;
    draw_numbers(cases, whole ? INTEGERS : ORDINARY, state, tokens * width);
    for (size_t t = 1; t < tokens; t++)
        if (random_below(cases, 2) == 0) {
            for (size_t c = 0; c < width; c++)
                state[t * width + c] = -state[(t - 1) * width + c];
            size_t last = t * width + random_below(cases, width);
            state[last] = nextafter(state[last], (double)random_below(cases, 3) - 1);
        }
}

START_TEST(as_rational_numbers_have_it) {
    random_cases cases = random_begin("activations", 3000);
    fmpq_t square;
    fmpq_init(square);
    while (random_next(&cases)) {
        double state[MOST_TOKENS * MOST_WIDTH];
        size_t tokens = 2 + random_below(&cases, MOST_TOKENS - 1);
        size_t width = 1 + random_below(&cases, MOST_WIDTH), key = random_below(&cases, tokens);
        size_t count = tokens * width;
        draw_states(&cases, state, tokens, width);
        plumb_activations a = measure(state, tokens, width, key);
        exact_square(square, state + key * width, width);
        bool right = is_root(a.norm, square);
        other_square(square, state, tokens, width, key);
        right = right && is_root(a.other_norm, square) &&
                a.largest.mid == rank_of_sizes(state, count, count - 1) && a.largest.rad == 0 &&
                a.median.mid == rank_of_sizes(state, count, (count - 1) / 2) &&
                fabs(state[(a.token - 1) * width + a.dimension]) == a.largest.mid;
        if (!right) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " key %zu of %zu tokens", key, tokens);
            reproduce_doubles(&line, "state", state, count);
            reproduce_fail(&line);
        }
    }
    fmpq_clear(square);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("activations");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, median_of_an_even_count_is_the_lower);
    tcase_add_test(tests, median_of_an_odd_count);
    tcase_add_test(tests, median_of_all_activations);
    tcase_add_test(tests, norms_of_vectors);
    tcase_add_test(tests, ties);
    tcase_add_test(tests, order_is_not_that_of_rounded_squares);
    tcase_add_test(tests, one_token_has_no_others);
    tcase_add_test(tests, quotients_by_zero);
    tcase_add_test(tests, not_finite_has_no_value);
    tcase_add_test(tests, as_rational_numbers_have_it);
    Suite *suite = suite_create("massive activations");
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup();
    return result;
}
