/* test_sum.c - sums of products: contained, and as tight as sum.h states. */
#include "number/sum.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <float.h>
#include <math.h>

#define CASES 20000
#define MOST_TERMS 40
#define MOST_WIDTH 3

/* Numbers of one character: all edges, all ordinary, or each nearly cancelling the last. */
static void draw(random_cases *cases, double *x, size_t count) {
    size_t character = random_below(cases, 3);
    for (size_t i = 0; i < count; i++)
        if (character == 0)
            x[i] = random_edge(cases);
        else if (character == 1 || i == 0)
            x[i] = random_scaled(cases, -3, 3);
        else
            x[i] = random_companion(cases, x[i - 1]);
}

/* sum += a b, exactly */
static void add_product(arb_t sum, const arb_t a, double b) {
    arb_t product;
    arb_init(product);
    arb_set_d(product, b);
    arb_mul(product, product, a, ARF_PREC_EXACT);
    arb_add(sum, sum, product, ARF_PREC_EXACT);
    arb_clear(product);
}

/* (n + 2) 2^-53 magnitude 1.01 + more, rounded up */
static double limit(size_t n, const arb_t magnitude, double more) {
    arf_t top;
    arf_init(top);
    arb_get_abs_ubound_arf(top, magnitude, 100);
    double bound = arf_get_d(top, ARF_RND_UP) * (double)(n + 2) * 0x1.03p-53 + more;
    arf_clear(top);
    return bound;
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

/* sum.h: the radius is (n + 1) 2^-53 times the magnitude and a little more. */
START_TEST(dot) {
    random_cases cases = random_begin("dot", CASES);
    double a[MOST_TERMS], b[MOST_TERMS];
    arb_t exact, magnitude, x;
    arb_init(exact);
    arb_init(magnitude);
    arb_init(x);
    while (random_next(&cases)) {
        size_t n = random_below(&cases, MOST_TERMS + 1);
        draw(&cases, a, n);
        draw(&cases, b, n);
        arb_zero(exact);
        arb_zero(magnitude);
        for (size_t i = 0; i < n; i++) {
            arb_set_d(x, a[i]);
            add_product(exact, x, b[i]);
            arb_abs(x, x);
            add_product(magnitude, x, fabs(b[i]));
        }
        plumb_ball result = plumb_dot(a, b, n);
        double bound = limit(n, magnitude, 0x1p-999);
        if (!ball_contains(result, exact))
            fail_dot(&cases, "does not contain the sum", a, b, n, result);
        if (!(result.rad <= bound) && arf_cmp_d(arb_midref(magnitude), 0x1p1023) < 0)
            fail_dot(&cases, "too wide", a, b, n, result);
    }
    arb_clear(exact);
    arb_clear(magnitude);
    arb_clear(x);
}
END_TEST

typedef struct {
    size_t n, width, column;
    plumb_ball weight[MOST_TERMS];
    unsigned char visible[MOST_TERMS];
    double value[MOST_TERMS * MOST_WIDTH];
} weighted;

static void fail_weighted(const random_cases *cases, const char *what, const weighted *w,
                          plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: width=%zu column=%zu", what, w->width, w->column);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_flags(&line, "visible", w->visible, w->n);
    reproduce_balls(&line, "weight", w->weight, w->n);
    reproduce_doubles(&line, "value", w->value, w->n * w->width);
    reproduce_fail(&line);
}

/* Invisible numbers are poisoned: they must not be read. */
static void draw_weighted(random_cases *cases, weighted *w) {
    w->n = random_below(cases, MOST_TERMS + 1);
    w->width = 1 + random_below(cases, MOST_WIDTH);
    w->column = random_below(cases, w->width);
    draw(cases, w->value, w->n * w->width);
    for (size_t j = 0; j < w->n; j++) {
        w->visible[j] = random_below(cases, 4) != 0;
        w->weight[j] = random_ball(cases);
        if (random_below(cases, 2) == 0)
            w->weight[j] = (plumb_ball){random_uniform(cases), 0x1p-50};
        if (w->visible[j])
            continue;
        w->weight[j] = (plumb_ball){NAN, NAN};
        for (size_t c = 0; c < w->width; c++)
            w->value[j * w->width + c] = random_below(cases, 2) == 0 ? NAN : INFINITY;
    }
}

/* The sum is largest where each weight is at the end that its value points to. */
static void extreme(arb_t sum, const weighted *w, int side) {
    arb_t point;
    arb_init(point);
    arb_zero(sum);
    for (size_t j = 0; j < w->n; j++) {
        double value = w->value[j * w->width + w->column];
        if (!w->visible[j])
            continue;
        ball_point(point, w->weight[j], value < 0 ? -side : side);
        add_product(sum, point, value);
    }
    arb_clear(point);
}

/* sum |mid| |value| and sum rad |value| */
static void magnitudes(arb_t of_mids, arb_t of_radii, const weighted *w) {
    arb_t x;
    arb_init(x);
    arb_zero(of_mids);
    arb_zero(of_radii);
    for (size_t j = 0; j < w->n; j++) {
        double value = fabs(w->value[j * w->width + w->column]);
        if (!w->visible[j])
            continue;
        arb_set_d(x, fabs(w->weight[j].mid));
        add_product(of_mids, x, value);
        arb_set_d(x, w->weight[j].rad);
        add_product(of_radii, x, value);
    }
    arb_clear(x);
}

/* The ideal radius is sum rad |value|, which cannot be avoided, and the roundings. */
START_TEST(weighted_sum) {
    random_cases cases = random_begin("weighted sum", CASES);
    weighted w;
    arb_t exact, of_mids, of_radii;
    arb_init(exact);
    arb_init(of_mids);
    arb_init(of_radii);
    while (random_next(&cases)) {
        draw_weighted(&cases, &w);
        plumb_ball result =
            plumb_weighted_sum(w.weight, w.visible, w.value, w.n, w.width, w.column);
        for (int side = -1; side <= 1; side++) {
            extreme(exact, &w, side);
            if (!ball_contains(result, exact))
                fail_weighted(&cases, "does not contain the sum", &w, result);
        }
        magnitudes(of_mids, of_radii, &w);
        double spread = arf_get_d(arb_midref(of_radii), ARF_RND_UP);
        double bound = limit(w.n, of_mids, spread * 1.001 + 0x1p-997);
        if (!(result.rad <= bound) && isfinite(bound) && bound < 0x1p1020 &&
            arf_cmp_d(arb_midref(of_mids), 0x1p1020) < 0)
            fail_weighted(&cases, "too wide", &w, result);
    }
    arb_clear(exact);
    arb_clear(of_mids);
    arb_clear(of_radii);
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
    ck_assert(result.mid == -18 && result.rad <= 4 * 42 * 0x1p-53);
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
    ck_assert(!ball_informs(plumb_dot(huge, two, 2)));
    ck_assert(!ball_informs(plumb_dot(huge, one, 2)));
    ck_assert(ball_informs(plumb_dot(huge, one, 1)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/sum");
    TCase *tests = tcase_create("sum");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, dot);
    tcase_add_test(tests, weighted_sum);
    tcase_add_test(tests, no_terms);
    tcase_add_test(tests, two_terms);
    tcase_add_test(tests, too_many_terms_say_nothing);
    tcase_add_test(tests, not_a_number_says_nothing);
    tcase_add_test(tests, overflow_says_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
