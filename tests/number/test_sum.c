/* test_sum.c - sums of products: contained, in the order and as tight as sum.h states. */
#include "number/norm.h"
#include "number/sum.h"
#include "tests/number/weighted.h"
#include "tests/support/suite.h"
#include "tests/support/tight.h"
#include "tests/support/contain.h"
#include "tests/support/dot.h"
#include "tests/support/reproduce.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define CASES 10000

/* Short, or with several blocks. */
static size_t draw_count(random_cases *cases) {
    return random_below(cases, random_below(cases, 2) == 0 ? 40 : MOST_TERMS + 1);
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
        size_t n = draw_count(&cases);
        draw_numbers(&cases, a, n);
        draw_numbers(&cases, b, n);
        exact_dot(exact, magnitude, a, b, n);
        plumb_ball result = plumb_dot(a, b, n);
        double bound = dot_limit(a, b, n);
        if (!ball_contains(result, exact))
            fail_dot(&cases, "does not contain the sum", a, b, n, result);
        if (!(result.rad <= bound) && arf_cmp_d(arb_midref(magnitude), 0x1p1023) < 0)
            fail_dot(&cases, "too wide", a, b, n, result);
    }
    arb_clear(exact);
    arb_clear(magnitude);
}
END_TEST

/* |exact - middle| / radius */
static double used_share(plumb_ball ball, const arb_t exact) {
    arb_t error;
    arb_init(error);
    arb_set_d(error, ball.mid);
    arb_sub(error, error, exact, ARF_PREC_EXACT);
    double share = fabs(arf_get_d(arb_midref(error), ARF_RND_UP)) / ball.rad;
    arb_clear(error);
    return share;
}

/* Vectors as heads have them: 21 roundings of the norms' product, of which cases use a part. */
START_TEST(gaussian_dot_is_tight) {
    random_cases cases = random_begin("gaussian dot", CASES / 5);
    double a[64], b[64], most = 0;
    arb_t exact, square, other;
    arb_init(exact);
    arb_init(square);
    arb_init(other);
    while (random_next(&cases)) {
        for (size_t i = 0; i < 64; i++) {
            a[i] = random_normal(&cases);
            b[i] = random_below(&cases, 2) == 0 ? random_normal(&cases) : a[i];
        }
        plumb_ball result = plumb_dot(a, b, 64);
        exact_dot(square, other, a, a, 64);
        double size = arf_get_d(arb_midref(square), ARF_RND_UP);
        exact_dot(square, other, b, b, 64);
        size = sqrt(size * arf_get_d(arb_midref(square), ARF_RND_UP));
        exact_dot(exact, other, a, b, 64);
        double share = used_share(result, exact);
        most = share > most ? share : most;
        if (!(result.rad < 22 * 0x1p-53 * size))
            fail_dot(&cases, "too wide", a, b, 64, result);
    }
    ck_assert_msg(most > 0.01, "no case uses more than %g of the radius", most);
    arb_clear(exact);
    arb_clear(square);
    arb_clear(other);
}
END_TEST

static void fail_ball_dot(const random_cases *cases, const char *what, const plumb_ball *a,
                          const plumb_ball *b, size_t n, plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s:", what);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_balls(&line, "a", a, n);
    reproduce_balls(&line, "b", b, n);
    reproduce_fail(&line);
}

/* Some radii are 0. */
static void surround(random_cases *cases, const double *middle, size_t n, plumb_ball *ball) {
    for (size_t i = 0; i < n; i++)
        ball[i] = (plumb_ball){middle[i], random_below(cases, 2) ? fabs(random_edge(cases)) : 0};
}

/* The product of an end or the middle of each ball; all to one side of the products half of the time. */
static void product_of_points(random_cases *cases, const plumb_ball *x, const plumb_ball *y,
                              size_t n, arb_t sum) {
    bool extreme = random_below(cases, 2) == 0;
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    arb_zero(sum);
    for (size_t i = 0; i < n; i++) {
        int of_x = (int)random_below(cases, 3) - 1, of_y = (int)random_below(cases, 3) - 1;
        ball_point(a, x[i], extreme ? (signbit(y[i].mid) ? -1 : 1) : of_x);
        ball_point(b, y[i], extreme ? (signbit(x[i].mid) ? -1 : 1) : of_y);
        arb_mul(a, a, b, ARF_PREC_EXACT);
        arb_add(sum, sum, a, ARF_PREC_EXACT);
    }
    arb_clear(a);
    arb_clear(b);
}

/* It contains what it must; the middle is that of the middles' product, the radius as tight as sum.h states. */
START_TEST(ball_dot) {
    random_cases cases = random_begin("ball dot", CASES);
    double a[MOST_TERMS], b[MOST_TERMS];
    plumb_ball x[MOST_TERMS], y[MOST_TERMS];
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        size_t n = draw_count(&cases);
        draw_numbers(&cases, a, n);
        draw_numbers(&cases, b, n);
        surround(&cases, a, n, x);
        surround(&cases, b, n, y);
        plumb_ball result = plumb_ball_dot(x, y, n), product = plumb_dot(a, b, n);
        if (isfinite(product.mid) && memcmp(&result.mid, &product.mid, sizeof result.mid) != 0)
            fail_ball_dot(&cases, "not the middle of the middles' product", x, y, n, result);
        if (ball_informs(result) && !ball_informs(product))
            fail_ball_dot(&cases, "says more than the product of the middles", x, y, n, result);
        product_of_points(&cases, x, y, n, exact);
        if (ball_informs(result) && !ball_contains(result, exact))
            fail_ball_dot(&cases, "does not contain the product", x, y, n, result);
        double limit = ball_dot_limit(x, y, n);
        if (limit < 0x1p1020 && isfinite(product.mid) && !(result.rad <= limit))
            fail_ball_dot(&cases, "too wide", x, y, n, result);
    }
    arb_clear(exact);
}
END_TEST

/* All that lies in the balls, from the norms alone: vectors in one direction reach it. */
START_TEST(ball_dot_is_reached) {
    plumb_ball x[64], y[64];
    arb_t most, a, b;
    arb_init(most);
    arb_init(a);
    arb_init(b);
    for (size_t i = 0; i < 64; i++) {
        x[i] = (plumb_ball){1.0, 0x1p-30};
        y[i] = (plumb_ball){-0.75, 0x1p-32};
        ball_point(a, x[i], 1);
        ball_point(b, y[i], -1);
        arb_mul(a, a, b, ARF_PREC_EXACT);
        arb_add(most, most, a, ARF_PREC_EXACT);
    }
    plumb_ball result = plumb_ball_dot(x, y, 64);
    ck_assert(ball_contains(result, most));
    result.rad *= 0.999;
    ck_assert(!ball_contains(result, most));
    arb_clear(most);
    arb_clear(a);
    arb_clear(b);
}
END_TEST

START_TEST(too_many_balls_give_no_information) {
    size_t many = ((size_t)1 << 30) + 1;
    ck_assert(!ball_informs(plumb_ball_dot(NULL, NULL, many)));
    plumb_reach reach = plumb_ball_reach(NULL, many);
    ck_assert(!isfinite(reach.of_middles) && !isfinite(reach.of_radii));
}
END_TEST

START_TEST(weighted_sum) {
    random_cases cases = random_begin("weighted sum", CASES);
    weighted w;
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        draw_weighted(&cases, &w, draw_count(&cases), 0x1p-50);
        plumb_ball result =
            plumb_weighted_sum(w.weight, w.visible, w.value, w.n, w.width, w.column);
        for (int side = -1; side <= 1; side++) {
            extreme(exact, &w, false, side);
            if (!ball_contains(result, exact))
                fail_weighted(&cases, "does not contain the sum", &w, result);
        }
        double bound = weighted_limit(w.weight, w.visible, w.value, w.n, w.width, w.column);
        if (bound < 0x1p960 && !(result.rad <= bound))
            fail_weighted(&cases, "too wide", &w, result);
    }
    arb_clear(exact);
}
END_TEST

/* What the middle is, bit for bit: blocks of fused products, added in order. */
static double sum_in_blocks(size_t block, const weighted *w) {
    double total = 0;
    for (size_t first = 0; first < w->n; first += block) {
        double part = 0;
        for (size_t j = first; j < w->n && j < first + block; j++)
            if (w->visible[j])
                part = fma(w->weight[j].mid, w->value[j * w->width + w->column], part);
        total += part;
    }
    return total;
}

START_TEST(order_of_operations) {
    random_cases cases = random_begin("order", CASES);
    double mids[MOST_TERMS];
    weighted w;
    while (random_next(&cases)) {
        draw_weighted(&cases, &w, draw_count(&cases), 0x1p-50);
        plumb_ball result =
            plumb_weighted_sum(w.weight, w.visible, w.value, w.n, w.width, w.column);
        double expected = sum_in_blocks(64, &w);
        if (isfinite(expected) && result.mid != expected)
            fail_weighted(&cases, "other bits", &w, result);
        w.n = draw_count(&cases);
        w.width = 1;
        w.column = 0;
        draw_numbers(&cases, w.value, w.n);
        draw_numbers(&cases, mids, w.n);
        for (size_t j = 0; j < w.n; j++) {
            w.visible[j] = 1;
            w.weight[j] = (plumb_ball){mids[j], 0};
        }
        result = plumb_dot(mids, w.value, w.n);
        expected = sum_in_blocks(16, &w);
        if (isfinite(expected) && result.mid != expected)
            fail_dot(&cases, "other bits", mids, w.value, w.n, result);
    }
}
END_TEST

START_TEST(no_terms) {
    ck_assert(ball_contains_double(plumb_dot(NULL, NULL, 0), 0));
    ck_assert(plumb_dot(NULL, NULL, 0).rad <= 0x1p-999);
    ck_assert(ball_contains_double(plumb_weighted_sum(NULL, NULL, NULL, 0, 1, 0), 0));
    ck_assert(plumb_weighted_sum(NULL, NULL, NULL, 0, 1, 0).rad <= 0x1p-998);
}
END_TEST

/* 3 * 4 + 5 * (-6) */
START_TEST(two_terms) {
    static const double a[] = {3, 5}, b[] = {4, -6};
    plumb_ball result = plumb_dot(a, b, 2);
    ck_assert(ball_contains_double(result, -18));
    ck_assert(result.mid == -18 && result.rad <= 3.01 * 0x1p-53 * sqrt(34 * 52));
}
END_TEST

/* Where gamma times a weight is 0, the value is large enough for the rounding that it stands for. */
START_TEST(weights_of_subnormal_size) {
    weighted w = {.n = 2, .width = 1, .visible = {1, 1}, .value = {0x1p1000, 0x1p940}};
    w.weight[0] = w.weight[1] = plumb_ball_of(0x1p-1060);
    plumb_ball result = plumb_weighted_sum(w.weight, w.visible, w.value, w.n, w.width, w.column);
    arb_t exact;
    arb_init(exact);
    extreme(exact, &w, false, 0);
    ck_assert(ball_contains(result, exact));
    arb_clear(exact);
}
END_TEST

START_TEST(too_many_terms_say_nothing) {
    size_t too_many = ((size_t)1 << 30) + 1;
    ck_assert(!ball_informs(plumb_dot(NULL, NULL, too_many)));
    ck_assert(!ball_informs(plumb_weighted_sum(NULL, NULL, NULL, too_many, 1, 0)));
}
END_TEST

START_TEST(not_a_number_says_nothing) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++)
        for (size_t place = 0; place < 3; place++) {
            double a[] = {1, 0, 2}, b[] = {0, 0, 1};
            plumb_ball weight[] = {{0, 0}, {0.5, 0}, {0.5, 0}};
            static const unsigned char visible[] = {1, 1, 1};
            a[place] = wild[i];
            ck_assert(!ball_informs(plumb_dot(a, b, 3)));
            ck_assert(!ball_informs(plumb_dot(b, a, 3)));
            ck_assert(!ball_informs(plumb_weighted_sum(weight, visible, a, 3, 1, 0)));
            weight[place] = (plumb_ball){0.5, wild[i]};
            ck_assert(!ball_informs(plumb_weighted_sum(weight, visible, b, 3, 1, 0)));
        }
}
END_TEST

START_TEST(overflow_says_nothing) {
    static const double huge[] = {DBL_MAX, -DBL_MAX}, two[] = {2, 2}, one[] = {1, -1};
    static const double less[] = {DBL_MAX / 2};
    ck_assert(!ball_informs(plumb_dot(huge, two, 2)));
    ck_assert(!ball_informs(plumb_dot(huge, one, 2)));
    ck_assert(ball_informs(plumb_dot(less, one, 1)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/sum");
    TCase *tests = tcase_create("sum");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, dot);
    tcase_add_test(tests, gaussian_dot_is_tight);
    tcase_add_test(tests, ball_dot);
    tcase_add_test(tests, ball_dot_is_reached);
    tcase_add_test(tests, too_many_balls_give_no_information);
    tcase_add_test(tests, weighted_sum);
    tcase_add_test(tests, order_of_operations);
    tcase_add_test(tests, no_terms);
    tcase_add_test(tests, two_terms);
    tcase_add_test(tests, weights_of_subnormal_size);
    tcase_add_test(tests, too_many_terms_say_nothing);
    tcase_add_test(tests, not_a_number_says_nothing);
    tcase_add_test(tests, overflow_says_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
