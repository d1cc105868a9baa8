/* test_twofold.c - sums of products in twice the precision: contained, and about as narrow as one rounding. */
#include "number/sum.h"
#include "number/twofold.h"
#include "tests/number/weighted.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/dot.h"
#include "tests/support/reproduce.h"
#include <float.h>
#include <math.h>

#define CASES 10000

/* One rounding of the middle, and of the products' sizes n^2 roundings of roundings. */
static double limit(size_t n, double mid, double magnitude) {
    double second = (double)(2 * n * n + 5 * n + 1) * 0x1p-106 * magnitude;
    return (fabs(mid) * 0x1p-53 + second) * 1.0001 + (double)(n + 1) * 0x1p-997;
}

static void fail_dot(const random_cases *cases, const char *what, const double *a, const double *b,
                     size_t n, plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s:", what);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_doubles(&line, "a", a, n);
    reproduce_doubles(&line, "b", b, n);
    reproduce_fail(&line);
}

START_TEST(dot) {
    random_cases cases = random_begin("dot", CASES);
    double a[MOST_TERMS], b[MOST_TERMS];
    arb_t exact, magnitude;
    arb_init(exact);
    arb_init(magnitude);
    while (random_next(&cases)) {
        size_t n = random_below(&cases, MOST_TERMS + 1);
        draw_numbers(&cases, a, n);
        draw_numbers(&cases, b, n);
        exact_dot(exact, magnitude, a, b, n);
        plumb_ball result = plumb_twofold_dot(a, b, n);
        double size = arf_get_d(arb_midref(magnitude), ARF_RND_UP);
        if (!ball_contains(result, exact))
            fail_dot(&cases, "does not contain the sum", a, b, n, result);
        if (size < 0x1p1000 && !(result.rad <= limit(n, result.mid, size)))
            fail_dot(&cases, "too wide", a, b, n, result);
    }
    arb_clear(exact);
    arb_clear(magnitude);
}
END_TEST

static double widest(const weighted *w, bool alone, double mid) {
    double magnitude = 0, radii = 0;
    for (size_t j = 0; j < w->n; j++)
        if (w->visible[j]) {
            magnitude += fabs(w->weight[j].mid * factor(w, j, alone));
            radii += w->weight[j].rad * fabs(factor(w, j, alone));
        }
    if (!(magnitude < 0x1p1000 && radii < 0x1p1000))
        return INFINITY;
    return limit(w->n, mid, magnitude) + radii * 1.0001;
}

static void check_weighted(const random_cases *cases, const weighted *w, bool alone,
                           plumb_ball result) {
    arb_t exact;
    arb_init(exact);
    for (int side = -1; side <= 1; side++) {
        extreme(exact, w, alone, side);
        if (!ball_contains(result, exact))
            fail_weighted(cases, "does not contain the sum", w, result);
    }
    double bound = widest(w, alone, result.mid);
    if (!isinf(bound) && !(result.rad <= bound))
        fail_weighted(cases, "too wide", w, result);
    arb_clear(exact);
}

START_TEST(weighted_sum) {
    random_cases cases = random_begin("weighted sum", CASES);
    weighted w;
    while (random_next(&cases)) {
        draw_weighted(&cases, &w, random_below(&cases, MOST_TERMS + 1), 0x1p-53);
        check_weighted(
            &cases, &w, false,
            plumb_twofold_weighted(w.weight, w.visible, w.value, w.n, w.width, w.column));
        check_weighted(&cases, &w, true, plumb_twofold_total(w.weight, w.visible, w.n));
    }
}
END_TEST

/* Vectors as heads have them: far narrower than the ball of the plain product. */
START_TEST(narrower_than_the_plain_ball) {
    random_cases cases = random_begin("narrow", CASES / 10);
    double a[64], b[64];
    while (random_next(&cases)) {
        for (size_t i = 0; i < 64; i++) {
            a[i] = random_normal(&cases);
            b[i] = random_normal(&cases);
        }
        plumb_ball narrow = plumb_twofold_dot(a, b, 64), plain = plumb_dot(a, b, 64);
        ck_assert(balls_overlap(narrow, plain));
        if (!(narrow.rad < plain.rad / 20))
            fail_dot(&cases, "too wide", a, b, 64, narrow);
    }
}
END_TEST

/* Nothing is left of the products: the tail alone tells the sum. */
START_TEST(cancellation) {
    const double a[] = {0x1p60, 1, -0x1p60, 0x1p-40}, b[] = {0x1p40, 3, 0x1p40, 1};
    plumb_ball result = plumb_twofold_dot(a, b, 4);
    ck_assert(result.mid == 3 + 0x1p-40);
    ck_assert(result.rad < 0x1p-49);
    const double c = 1 + 0x1p-52, x[] = {c, -1}, y[] = {c, 1 + 0x1p-51};
    result = plumb_twofold_dot(x, y, 2); /* of c^2 the last bit, which no double beside 1 holds */
    ck_assert(result.mid == 0x1p-104);
    ck_assert(ball_contains_double(result, 0x1p-104));
    ck_assert(result.rad < 0x1p-150);
}
END_TEST

/* What a product loses below the least subnormal number is in the radius. */
START_TEST(underflow) {
    const double a[] = {0x1.8p-540, 0x1.8p-540}, b[] = {0x1.8p-540, -0x1p-540};
    plumb_ball result = plumb_twofold_dot(a, b, 2);
    ck_assert(ball_informs(result));
    ck_assert(result.mid == 0 && result.rad > 0 && result.rad < 0x1p-997);
    const double least[] = {0x1p-1074, 0x1p-1074}, one[] = {1, 1};
    result = plumb_twofold_dot(least, one, 2);
    ck_assert(ball_contains_double(result, 0x1p-1073));
}
END_TEST

START_TEST(no_terms) {
    static const plumb_ball unknown[] = {{NAN, NAN}, {0, INFINITY}};
    static const unsigned char hidden[] = {0, 0};
    static const double value[] = {NAN, INFINITY};
    const plumb_ball sums[] = {plumb_twofold_dot(NULL, NULL, 0), plumb_twofold_total(NULL, NULL, 0),
                               plumb_twofold_total(unknown, hidden, 2),
                               plumb_twofold_weighted(unknown, hidden, value, 2, 1, 0)};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        ck_assert(ball_contains_double(sums[i], 0));
        ck_assert(sums[i].rad <= 0x1p-997);
    }
}
END_TEST

START_TEST(too_many_terms_say_nothing) {
    size_t many = ((size_t)1 << 30) + 1;
    ck_assert(!ball_informs(plumb_twofold_dot(NULL, NULL, many)));
    ck_assert(!ball_informs(plumb_twofold_total(NULL, NULL, many)));
    ck_assert(!ball_informs(plumb_twofold_weighted(NULL, NULL, NULL, many, 1, 0)));
}
END_TEST

START_TEST(no_information_spreads) {
    static const plumb_ball nothing[] = {
        {0, INFINITY}, {NAN, NAN}, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}, {0, NAN}};
    static const unsigned char visible[] = {1, 1, 1};
    const double one[] = {1, 1, 1};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        for (size_t place = 0; place < 3; place++) {
            plumb_ball term[3] = {{1, 0}, {0, 0}, {0.5, 0x1p-60}};
            term[place] = nothing[i];
            ck_assert(!ball_informs(plumb_twofold_total(term, visible, 3)));
            ck_assert(!ball_informs(plumb_twofold_weighted(term, visible, one, 3, 1, 0)));
        }
    static const double special[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        double x[3] = {1, special[i], 0};
        plumb_ball term[3] = {{1, 0}, {0, 0}, {0.5, 0}};
        ck_assert(!ball_informs(plumb_twofold_dot(x, one, 3)));
        ck_assert(!ball_informs(plumb_twofold_dot(one, x, 3)));
        ck_assert(!ball_informs(plumb_twofold_weighted(term, visible, x, 3, 1, 0)));
    }
}
END_TEST

START_TEST(overflow_says_nothing) {
    static const plumb_ball huge[] = {{DBL_MAX, 0}, {DBL_MAX, 0}},
                            wide[] = {{0, DBL_MAX}, {0, DBL_MAX}};
    static const unsigned char visible[] = {1, 1};
    const double most[] = {DBL_MAX, DBL_MAX}, one[] = {1, 1}, sign[] = {1, -1};
    ck_assert(!ball_informs(plumb_twofold_total(huge, visible, 2)));
    ck_assert(!ball_informs(plumb_twofold_total(wide, visible, 2)));
    ck_assert(!ball_informs(plumb_twofold_dot(most, most, 1)));
    ck_assert(!ball_informs(plumb_twofold_dot(most, one, 2)));
    ck_assert(ball_contains_double(plumb_twofold_dot(most, sign, 2), 0));
    ck_assert(ball_informs(plumb_twofold_dot(most, sign, 2)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/twofold");
    TCase *tests = tcase_create("twofold");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, dot);
    tcase_add_test(tests, weighted_sum);
    tcase_add_test(tests, narrower_than_the_plain_ball);
    tcase_add_test(tests, cancellation);
    tcase_add_test(tests, underflow);
    tcase_add_test(tests, no_terms);
    tcase_add_test(tests, too_many_terms_say_nothing);
    tcase_add_test(tests, no_information_spreads);
    tcase_add_test(tests, overflow_says_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
