/* test_norm.c - the bound of a norm: never below it, and near it. */
#include "number/norm.h"
#include "tests/support/suite.h"
#include "tests/support/dot.h"
#include "tests/support/reproduce.h"
#include <float.h>
#include <math.h>

#define CASES 20000
#define MOST_TERMS 40
#define MOST_GAUSSIAN 1024

/* bound^2 >= the sum of squares, exactly; an infinite bound is above everything. */
static bool is_above(double bound, const double *a, size_t n) {
    if (!isfinite(bound))
        return true;
    arb_t sum, magnitude, square;
    arb_init(sum);
    arb_init(magnitude);
    arb_init(square);
    exact_dot(sum, magnitude, a, a, n);
    arb_set_d(square, bound);
    arb_mul(square, square, square, ARF_PREC_EXACT);
    bool result = bound >= 0 && arf_cmp(arb_midref(square), arb_midref(sum)) >= 0;
    arb_clear(sum);
    arb_clear(magnitude);
    arb_clear(square);
    return result;
}

static void fail_norm(const random_cases *cases, const char *what, const double *a, size_t n) {
    reproduction line = reproduce(cases);
    double bound = plumb_norm_up(a, n);
    reproduce_text(&line, " %s:", what);
    reproduce_doubles(&line, "bound", &bound, 1);
    reproduce_doubles(&line, "a", a, n < MOST_TERMS ? n : MOST_TERMS);
    reproduce_fail(&line);
}

START_TEST(never_below) {
    random_cases cases = random_begin("norm", CASES);
    double a[MOST_TERMS];
    while (random_next(&cases)) {
        size_t n = random_below(&cases, MOST_TERMS + 1), character = random_below(&cases, 3);
        int scale = (int)random_below(&cases, 2001) - 1000;
        for (size_t i = 0; i < n; i++)
            a[i] = character == 0   ? random_edge(&cases)
                   : character == 1 ? random_scaled(&cases, scale, scale + 3)
                                    : random_scaled(&cases, -1000, 1000);
        double bound = plumb_norm_up(a, n), sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += fabs(a[i]);
        if (!is_above(bound, a, n))
            fail_norm(&cases, "below the norm", a, n);
        if (sum < 0x1p1020 && !(bound <= 1.001 * sum + 0x1p-990))
            fail_norm(&cases, "above the sum of absolute values", a, n);
    }
}
END_TEST

/* The iteration starts at most sqrt(n) too high and halves the excess; six steps bring 16 within a
   thousandth, and 32 within a fiftieth. */
START_TEST(near_the_norm) {
    static const double scales[] = {1e-140, 1e-3, 1, 1e5, 1e150};
    random_cases cases = random_begin("gaussian norm", CASES / 20);
    double a[MOST_GAUSSIAN];
    while (random_next(&cases)) {
        size_t n = 1 + random_below(&cases, random_below(&cases, 2) == 0 ? 256 : MOST_GAUSSIAN);
        double scale = scales[random_below(&cases, 5)], square = 0;
        for (size_t i = 0; i < n; i++) {
            a[i] = random_normal(&cases) * scale;
            square += a[i] * a[i];
        }
        double bound = plumb_norm_up(a, n);
        if (!is_above(bound, a, n))
            fail_norm(&cases, "below the norm", a, n);
        if (!(bound <= sqrt(square) * (n <= 256 ? 1.001 : 1.02)))
            fail_norm(&cases, "too far above", a, n);
    }
}
END_TEST

/* The squares of these overflow or underflow. */
START_TEST(extreme_scales) {
    static const double scales[] = {1e-300, 1e-200, 1e200, 1e300};
    for (size_t i = 0; i < 4; i++) {
        double a[] = {3 * scales[i], -4 * scales[i]};
        double bound = plumb_norm_up(a, 2);
        ck_assert(bound >= 5 * scales[i] && bound <= 7.01 * scales[i] + 0x1p-990);
    }
}
END_TEST

/* Of balls: the bits that the vectors of their middles and of their radii have. */
START_TEST(norms_of_balls) {
    random_cases cases = random_begin("norms of balls", CASES / 10);
    double middle[MOST_TERMS], radius[MOST_TERMS];
    plumb_ball ball[MOST_TERMS];
    while (random_next(&cases)) {
        size_t n = random_below(&cases, MOST_TERMS + 1);
        for (size_t i = 0; i < n; i++) {
            middle[i] = random_scaled(&cases, -300, 300);
            radius[i] = fabs(random_scaled(&cases, -300, 300));
            ball[i] = (plumb_ball){middle[i], radius[i]};
        }
        if (plumb_middles_norm_up(ball, n) != plumb_norm_up(middle, n))
            fail_norm(&cases, "another norm of middles", middle, n);
        if (plumb_radii_norm_up(ball, n) != plumb_norm_up(radius, n))
            fail_norm(&cases, "another norm of radii", radius, n);
    }
}
END_TEST

START_TEST(no_terms) {
    double bound = plumb_norm_up(NULL, 0);
    ck_assert(bound >= 0 && bound <= 0x1p-999);
    ck_assert(plumb_middles_norm_up(NULL, 0) == bound && plumb_radii_norm_up(NULL, 0) == bound);
}
END_TEST

START_TEST(wild_numbers_and_too_many_give_no_bound) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++)
        for (size_t place = 0; place < 3; place++) {
            double a[] = {1, 0, 2};
            a[place] = wild[i];
            ck_assert(!isfinite(plumb_norm_up(a, 3)));
            plumb_ball middles[] = {{a[0], 0}, {a[1], 0}, {a[2], 0}};
            ck_assert(!isfinite(plumb_middles_norm_up(middles, 3)));
            plumb_ball radii[] = {{0, a[0]}, {0, a[1]}, {0, a[2]}};
            ck_assert(!isfinite(plumb_radii_norm_up(radii, 3)));
        }
    static const double huge[] = {DBL_MAX, DBL_MAX};
    ck_assert(!isfinite(plumb_norm_up(huge, 2)));
    size_t many = ((size_t)1 << 30) + 1;
    ck_assert(!isfinite(plumb_norm_up(NULL, many)));
    ck_assert(!isfinite(plumb_middles_norm_up(NULL, many)));
    ck_assert(!isfinite(plumb_radii_norm_up(NULL, many)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/norm");
    TCase *tests = tcase_create("norm");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, never_below);
    tcase_add_test(tests, near_the_norm);
    tcase_add_test(tests, extreme_scales);
    tcase_add_test(tests, norms_of_balls);
    tcase_add_test(tests, no_terms);
    tcase_add_test(tests, wild_numbers_and_too_many_give_no_bound);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
