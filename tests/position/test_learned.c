/* test_learned.c - a vector plus a row: contained, tight, element by element. */
#include "position/learned.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 20000
#define MOST_DIM 6

typedef struct {
    size_t dim;
    double x[MOST_DIM], row[MOST_DIM];
    plumb_ball sum[MOST_DIM + 1];
} sums;

static const plumb_ball guard = {12345, 678};

static void evaluate(sums *s) {
    s->sum[s->dim] = guard;
    plumb_add_row(s->x, s->row, s->dim, s->sum);
    ck_assert_msg(balls_identical(s->sum[s->dim], guard), "writes beyond the elements");
}

static void draw(random_cases *cases, sums *s) {
    s->dim = random_below(cases, MOST_DIM + 1);
    for (size_t e = 0; e < s->dim; e++) {
        s->x[e] = random_edge(cases);
        s->row[e] =
            random_below(cases, 2) == 0 ? random_companion(cases, s->x[e]) : random_edge(cases);
    }
}

static void fail_case(const random_cases *cases, const char *what, const sums *s, size_t e) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: element %zu of %zu", what, e, s->dim);
    reproduce_balls(&line, "result", s->sum + e, 1);
    reproduce_doubles(&line, "x", s->x + e, 1);
    reproduce_doubles(&line, "row", s->row + e, 1);
    reproduce_fail(&line);
}

START_TEST(contains_and_is_tight) {
    random_cases cases = random_begin("learned positions", CASES);
    arb_t exact, row;
    arb_init(exact);
    arb_init(row);
    while (random_next(&cases)) {
        sums s;
        draw(&cases, &s);
        evaluate(&s);
        for (size_t e = 0; e < s.dim; e++) {
            arb_set_d(exact, s.x[e]);
            arb_set_d(row, s.row[e]);
            arb_add(exact, exact, row, ARF_PREC_EXACT);
            if (!ball_contains(s.sum[e], exact))
                fail_case(&cases, "does not contain the sum", &s, e);
            double size = fabs(s.x[e] + s.row[e]);
            if (isfinite(size) && !(s.sum[e].rad <= 0x1p-52 * size + 0x1p-990))
                fail_case(&cases, "too wide", &s, e);
        }
    }
    arb_clear(exact);
    arb_clear(row);
}
END_TEST

START_TEST(three_elements) {
    sums s = {.dim = 3, .x = {1, 2, 3}, .row = {0.5, -2, 10}};
    evaluate(&s);
    ck_assert(s.sum[0].mid == 1.5 && s.sum[1].mid == 0 && s.sum[2].mid == 13);
}
END_TEST

START_TEST(not_a_number_concerns_its_own_element_alone) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        sums s = {.dim = 3, .x = {wild[i], 1, 1}, .row = {1, wild[i], 1}};
        evaluate(&s);
        ck_assert(!ball_informs(s.sum[0]) && !ball_informs(s.sum[1]));
        ck_assert(ball_contains_double(s.sum[2], 2) && ball_informs(s.sum[2]));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("position/learned");
    TCase *tests = tcase_create("learned");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains_and_is_tight);
    tcase_add_test(tests, three_elements);
    tcase_add_test(tests, not_a_number_concerns_its_own_element_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
