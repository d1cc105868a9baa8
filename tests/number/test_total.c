/* test_total.c - sums of balls in eight strides: contained, and as tight as total.h states. */
#include "number/total.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <float.h>
#include <math.h>

#define CASES 20000
#define MOST_TERMS 100

typedef struct {
    size_t n;
    plumb_ball term[MOST_TERMS];
} terms;

/* Anything finite, or all like the terms of a softmax, or each nearly cancelling the last; exact zeros among
   them. */
static void draw(random_cases *cases, terms *t) {
    size_t character = random_below(cases, 3);
    t->n = random_below(cases, MOST_TERMS + 1);
    for (size_t j = 0; j < t->n; j++) {
        if (character == 0)
            t->term[j] = random_ball(cases);
        else if (character == 1)
            t->term[j] = (plumb_ball){random_uniform(cases), ldexp(random_uniform(cases), -50)};
        else
            t->term[j].mid =
                j == 0 ? random_scaled(cases, -3, 3) : random_companion(cases, t->term[j - 1].mid);
        if (character == 2)
            t->term[j].rad = random_below(cases, 2) == 0 ? 0 : fabs(t->term[j].mid) * 0x1p-52;
    }
    for (size_t j = 0; j < t->n; j++)
        if (random_below(cases, 4) == 0)
            t->term[j] = plumb_ball_zero();
}

static void fail_case(const random_cases *cases, const char *what, const terms *t,
                      plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %zu terms", what, t->n);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_balls(&line, "terms", t->term, t->n);
    reproduce_fail(&line);
}

/* All at one end of their balls: the sum is then extreme. */
static void extreme(arb_t sum, const terms *t, int side) {
    arb_t point;
    arb_init(point);
    arb_zero(sum);
    for (size_t j = 0; j < t->n; j++) {
        ball_point(point, t->term[j], side);
        arb_add(sum, sum, point, ARF_PREC_EXACT);
    }
    arb_clear(point);
}

/* sum |mid| (n / 8 + 9) 2^-53 and sum rad, a little enlarged; infinite near an overflow. */
static double limit(const terms *t) {
    double middles = 0, radii = 0;
    for (size_t j = 0; j < t->n; j++) {
        middles += fabs(t->term[j].mid);
        radii += t->term[j].rad;
    }
    if (!(middles < 0x1p1020 && radii < 0x1p1020))
        return INFINITY;
    return (middles * (double)(t->n / 8 + 9) * 0x1p-53 + radii) * 1.0001 + 0x1p-999;
}

START_TEST(total) {
    random_cases cases = random_begin("total", CASES);
    terms t;
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        draw(&cases, &t);
        plumb_ball result = plumb_strided_total(t.term, t.n);
        for (int side = -1; side <= 1; side++) {
            extreme(exact, &t, side);
            if (!ball_contains(result, exact))
                fail_case(&cases, "does not contain the sum", &t, result);
        }
        double bound = limit(&t);
        if (isfinite(bound) && !(result.rad <= bound))
            fail_case(&cases, "too wide", &t, result);
    }
    arb_clear(exact);
}
END_TEST

/* Every number of terms once, and the exact sum the middle. */
START_TEST(every_length) {
    plumb_ball term[MOST_TERMS];
    for (size_t n = 0; n <= MOST_TERMS; n++) {
        for (size_t j = 0; j < n; j++)
            term[j] = plumb_ball_of((double)(j + 1));
        plumb_ball result = plumb_strided_total(term, n);
        ck_assert_msg(result.mid == (double)(n * (n + 1) / 2), "%zu terms: %a", n, result.mid);
        ck_assert(ball_contains_double(result, result.mid));
    }
}
END_TEST

/* One after the other every 1 would be lost beside 2^53; a stride of two of them makes 2. */
START_TEST(strides_apart) {
    plumb_ball term[17];
    for (size_t j = 0; j < 17; j++)
        term[j] = plumb_ball_of(j == 0 ? 0x1p53 : 1);
    plumb_ball result = plumb_strided_total(term, 17);
    ck_assert(result.mid == 0x1p53 + 14);
    ck_assert(ball_contains_double(result, 0x1p53 + 16));
}
END_TEST

/* All other terms of a stride are lost beside its first one: the radius knows of them. */
START_TEST(lost_terms) {
    plumb_ball term[MOST_TERMS];
    for (size_t j = 0; j < MOST_TERMS; j++)
        term[j] = plumb_ball_of(j % 8 != 3 ? 0 : j == 3 ? 1 : 0x1p-53);
    plumb_ball result = plumb_strided_total(term, MOST_TERMS);
    ck_assert(result.mid == 1);
    ck_assert(ball_contains_double(result, 1 + 12 * 0x1p-53));
    ck_assert(result.rad <= 21.01 * 0x1p-53);
}
END_TEST

START_TEST(nothing_to_add) {
    static const plumb_ball zeros[9];
    ck_assert(ball_contains_double(plumb_strided_total(NULL, 0), 0));
    ck_assert(plumb_strided_total(NULL, 0).rad <= 0x1p-999);
    ck_assert(ball_contains_double(plumb_strided_total(zeros, 9), 0));
    ck_assert(plumb_strided_total(zeros, 9).rad <= 0x1p-999);
}
END_TEST

START_TEST(too_many_terms_say_nothing) {
    ck_assert(!ball_informs(plumb_strided_total(NULL, ((size_t)1 << 30) + 1)));
}
END_TEST

START_TEST(no_information_spreads) {
    static const plumb_ball nothing[] = {
        {0, INFINITY}, {NAN, NAN}, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}, {0, NAN}};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        for (size_t place = 0; place < 10; place++) {
            plumb_ball term[10] = {{1, 0}, {0, 0}, {0.5, 0x1p-60}};
            term[place] = nothing[i];
            ck_assert(!ball_informs(plumb_strided_total(term, 10)));
        }
}
END_TEST

START_TEST(overflow_says_nothing) {
    static const plumb_ball huge[] = {{DBL_MAX, 0}, {DBL_MAX, 0}};
    static const plumb_ball wide[] = {{0, DBL_MAX}, {0, DBL_MAX}};
    ck_assert(!ball_informs(plumb_strided_total(huge, 2)));
    ck_assert(!ball_informs(plumb_strided_total(wide, 2)));
    ck_assert(ball_informs(plumb_strided_total(huge, 1)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/total");
    TCase *tests = tcase_create("total");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, total);
    tcase_add_test(tests, every_length);
    tcase_add_test(tests, strides_apart);
    tcase_add_test(tests, lost_terms);
    tcase_add_test(tests, nothing_to_add);
    tcase_add_test(tests, too_many_terms_say_nothing);
    tcase_add_test(tests, no_information_spreads);
    tcase_add_test(tests, overflow_says_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
