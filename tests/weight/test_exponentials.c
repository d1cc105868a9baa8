/* test_exponentials.c - the largest visible score, and the shifted exponentials with their sum. */
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "weight/exponentials.h"
#include <math.h>

#define CASES 10000
#define MOST_KEYS 20
#define PRECISION 300

typedef struct {
    size_t keys;
    plumb_ball score[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
    double shift;
    plumb_ball term[MOST_KEYS];
    plumb_ball sum;
} exponentials;

static void draw(random_cases *cases, exponentials *e) {
    e->keys = random_below(cases, MOST_KEYS + 1);
    for (size_t j = 0; j < e->keys; j++) {
        e->visible[j] = random_below(cases, 4) != 0;
        e->score[j].mid = ldexp(random_normal(cases), (int)random_below(cases, 14));
        e->score[j].rad = random_below(cases, 2) == 0 ? 0 : ldexp(random_uniform(cases), -3);
        if (!e->visible[j])
            e->score[j] = (plumb_ball){NAN, NAN};
    }
    e->shift = random_below(cases, 2) == 0 ? plumb_largest_score(e->score, e->visible, e->keys)
                                           : random_normal(cases);
}

static void fail_case(const random_cases *cases, const char *what, const exponentials *e) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s:", what);
    reproduce_balls(&line, "terms", e->term, e->keys);
    reproduce_balls(&line, "sum", &e->sum, 1);
    reproduce_flags(&line, "visible", e->visible, e->keys);
    reproduce_balls(&line, "score", e->score, e->keys);
    reproduce_doubles(&line, "shift", &e->shift, 1);
    reproduce_fail(&line);
}

static void exact_term(arb_t term, const exponentials *e, size_t j, int side) {
    arb_t shift;
    arb_init(shift);
    arb_set_d(shift, e->shift);
    ball_point(term, e->score[j], side);
    arb_sub(term, term, shift, ARF_PREC_EXACT);
    arb_exp(term, term, PRECISION);
    arb_clear(shift);
}

static void check_side(const random_cases *cases, const exponentials *e, int side) {
    arb_t term, sum;
    arb_init(term);
    arb_init(sum);
    for (size_t j = 0; j < e->keys; j++) {
        if (!e->visible[j])
            continue;
        exact_term(term, e, j, side);
        arb_add(sum, sum, term, PRECISION);
        if (!ball_contains(e->term[j], term))
            fail_case(cases, "does not contain a term", e);
    }
    if (!ball_contains(e->sum, sum))
        fail_case(cases, "does not contain the sum", e);
    arb_clear(term);
    arb_clear(sum);
}

START_TEST(contains) {
    random_cases cases = random_begin("exponentials", CASES);
    exponentials e;
    while (random_next(&cases)) {
        draw(&cases, &e);
        e.sum = plumb_exponentials(e.score, e.visible, e.keys, e.shift, e.term);
        for (int side = -1; side <= 1; side++)
            check_side(&cases, &e, side);
        for (size_t j = 0; j < e.keys; j++)
            if (!e.visible[j] && !balls_identical(e.term[j], plumb_ball_zero()))
                fail_case(&cases, "invisible, but not 0", &e);
    }
}
END_TEST

START_TEST(largest_of_the_visible) {
    static const plumb_ball score[] = {{1, 0}, {7, 0}, {NAN, NAN}, {3, 9}, {INFINITY, 0}, {-2, 0}};
    static const unsigned char visible[] = {1, 0, 1, 1, 1, 1};
    ck_assert(plumb_largest_score(score, visible, 6) == 3);
    ck_assert(plumb_largest_score(score, visible, 1) == 1);
    ck_assert(plumb_largest_score(score + 5, visible + 5, 1) == -2);
    ck_assert(plumb_largest_score(score + 1, visible + 1, 1) == -PLUMB_LARGEST);
    ck_assert(plumb_largest_score(score, visible, 0) == -PLUMB_LARGEST);
}
END_TEST

START_TEST(shift_only_where_needed) {
    static const double unshifted[] = {0, -0.0, 1, -127.5, PLUMB_UNSHIFTED, -PLUMB_UNSHIFTED};
    static const double shifted[] = {128.5, -128.5, 1e300, -PLUMB_LARGEST, PLUMB_LARGEST};
    for (size_t i = 0; i < sizeof unshifted / sizeof *unshifted; i++)
        ck_assert(plumb_score_shift(unshifted[i]) == 0);
    for (size_t i = 0; i < sizeof shifted / sizeof *shifted; i++)
        ck_assert(plumb_score_shift(shifted[i]) == shifted[i]);
}
END_TEST

/* Not shifted, the sum of as many terms as there can be informs at either end. */
START_TEST(unshifted_sums_inform) {
    for (int side = -1; side <= 1; side += 2) {
        plumb_ball score = {side * PLUMB_UNSHIFTED, 0}, term;
        plumb_ball sum = plumb_exponentials(&score, (const unsigned char[]){1}, 1, 0, &term);
        ck_assert(sum.rad <= 0x1p-48 * sum.mid && sum.mid * 0x1p30 <= 0x1p500);
    }
}
END_TEST

/* Shifted by the largest score, the sum informs however large the scores are. */
START_TEST(huge_scores_inform) {
    static const plumb_ball score[] = {{1e300, 0}, {-1e300, 0}, {1e300, 0}};
    static const unsigned char visible[] = {1, 1, 1};
    plumb_ball term[3];
    double shift = plumb_largest_score(score, visible, 3);
    plumb_ball sum = plumb_exponentials(score, visible, 3, shift, term);
    ck_assert(ball_contains_double(sum, 2) && sum.rad <= 0x1p-48);
    ck_assert(ball_contains_double(term[0], 1) && term[0].rad <= 0x1p-50);
    ck_assert(ball_contains_double(term[1], 0) && term[1].rad <= 0x1p-1000);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/exponentials");
    TCase *tests = tcase_create("exponentials");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, largest_of_the_visible);
    tcase_add_test(tests, shift_only_where_needed);
    tcase_add_test(tests, unshifted_sums_inform);
    tcase_add_test(tests, huge_scores_inform);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
